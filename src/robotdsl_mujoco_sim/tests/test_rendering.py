from __future__ import annotations

import ctypes.util
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt
import pytest
from handmade_output import Entity
from robotdsl_mujoco_sim.rendering import Rendering, VideoError, backends, check_video, render_run, service
from robotdsl_mujoco_sim.rendering.cameras import Placement, chase, framing, robot_radius, shape_of, world_box
from robotdsl_mujoco_sim.rendering.film import FORMS, Form, check_tool, form_of, moments, pace_of, spread
from robotdsl_mujoco_sim.rendering.replay import Replay
from robotdsl_mujoco_sim.rendering.view import Marks, add_grid, add_trail
from robotdsl_runtime.evaluation.record import Evidence

Array = npt.NDArray[np.float64]
Writer = Callable[..., Path]


def record(seconds: float = 3.0, joints: tuple[str, ...] = ("left_wheel_joint",)) -> Evidence:
    """Straight ahead for half of the time, then along a curve to the left."""
    time = np.linspace(0.0, seconds, round(seconds * 50) + 1)
    yaw = np.maximum(0.0, time - seconds / 2.0) * 0.8
    pose = np.zeros((len(time), 7))
    step = np.diff(time, prepend=0.0)
    pose[:, 0], pose[:, 1] = np.cumsum(np.cos(yaw) * step) * 0.5, np.cumsum(np.sin(yaw) * step) * 0.5
    pose[:, 5], pose[:, 6] = np.sin(yaw / 2.0), np.cos(yaw / 2.0)
    angles = np.outer(time * 10.0, np.ones(len(joints)))
    return Evidence(time, pose, joints, angles, np.full_like(angles, 10.0), np.zeros_like(angles))


@pytest.fixture
def replay(output: Writer) -> Replay:
    model = mujoco.MjModel.from_xml_path(str(output() / "scene.xml"))
    return Replay(model, record())


# Which graphics library


def found(*names: str) -> Callable[[str], str | None]:
    return lambda name: f"lib{name}.so" if name in names else None


@pytest.mark.parametrize(
    "environment, libraries, card, expected",
    [
        ({}, ("EGL", "OSMesa"), False, ("osmesa", "egl")),
        ({}, ("EGL", "OSMesa"), True, ("egl", "osmesa")),
        ({}, ("OSMesa",), True, ("osmesa",)),
        ({}, (), True, ()),
        ({"MUJOCO_GL": "EGL"}, (), False, ("egl",)),
        ({"MUJOCO_GL": "off"}, ("EGL", "OSMesa"), True, ()),
    ],
)
def test_the_order_to_try_in(
    environment: dict[str, str], libraries: tuple[str, ...], card: bool, expected: tuple[str, ...]
) -> None:
    tried = backends.candidates(
        environment, platform="linux", find_library=found(*libraries), graphics_device=lambda: card
    )
    assert tried == expected


def test_other_systems_are_left_to_mujoco() -> None:
    assert backends.candidates({}, platform="darwin", find_library=found()) == ("",)


def test_a_graphics_card_is_seen_by_its_device(tmp_path: Path) -> None:
    assert not backends.has_graphics_device(tmp_path)
    (tmp_path / "dri").mkdir()
    (tmp_path / "dri" / "renderD128").touch()
    assert backends.has_graphics_device(tmp_path)


# The replay


def test_a_replay_puts_the_robot_where_it_was(replay: Replay) -> None:
    evidence = record()
    replay.show(2.5)
    at = int(np.searchsorted(evidence.time, 2.5))
    body = replay.data.body("base_footprint")
    assert body.xpos == pytest.approx(evidence.pose[at, :3], abs=1e-9)
    assert body.xquat == pytest.approx(evidence.pose[at, [6, 3, 4, 5]], abs=1e-9)
    assert replay.data.joint("left_wheel_joint").qpos[0] == pytest.approx(25.0)
    # Between two samples in proportion, and at the ends beyond them.
    replay.show(0.513)
    assert replay.data.joint("left_wheel_joint").qpos[0] == pytest.approx(5.13)
    replay.show(99.0)
    assert replay.data.body("base_footprint").xpos == pytest.approx(evidence.pose[-1, :3])
    assert (replay.start, replay.end, replay.has_floor) == (0.0, 3.0, True)


def test_a_replay_turns_the_short_way(output: Writer) -> None:
    model = mujoco.MjModel.from_xml_path(str(output() / "scene.xml"))
    evidence = record()
    pose = evidence.pose.copy()
    pose[1::2, 3:] *= -1.0  # the same turns, written with the other sign
    replay = Replay(model, Evidence(evidence.time, pose))
    replay.show(2.51)
    turn = replay.data.body("base_footprint").xmat.reshape(3, 3)
    assert np.arctan2(turn[1, 0], turn[0, 0]) == pytest.approx(1.01 * 0.8, abs=1e-3)


def test_what_is_no_number_is_passed_over(output: Writer) -> None:
    model = mujoco.MjModel.from_xml_path(str(output() / "scene.xml"))
    evidence = record(joints=("left_wheel_joint", "no_such_joint"))
    pose, angles = evidence.pose.copy(), evidence.position.copy()
    pose[50:60] = np.nan
    angles[:, 0] = np.inf
    replay = Replay(model, Evidence(evidence.time, pose, evidence.joint_names, angles, angles, angles))
    for time in (1.0, 1.1, 2.0):
        replay.show(time)
        assert np.isfinite(replay.data.xpos).all()


def test_what_cannot_be_replayed(output: Writer) -> None:
    model = mujoco.MjModel.from_xml_path(str(output() / "scene.xml"))
    with pytest.raises(ValueError, match="no pose was recorded"):
        Replay(model, Evidence.empty())
    for name in ("left_wheel_joint", "missing"):
        with pytest.raises(ValueError, match=f"no free joint '{name}'"):
            Replay(model, record(), name)


# Cameras


def seen(placement: Placement, points: Array, fovy: float, aspect: float) -> Array:
    """Where ``points`` (n, 3) appear, (n, 2), within -1 to 1 in the picture."""
    a, e = np.radians(placement.azimuth), np.radians(placement.elevation)
    ahead = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    right = np.array([np.sin(a), -np.cos(a), 0.0])
    away = points - (np.array(placement.lookat) - placement.distance * ahead)
    depth = away @ ahead
    assert (depth > 0.0).all()
    slope = np.tan(np.radians(fovy) / 2.0)
    places: Array = np.stack([away @ right / depth / slope / aspect, away @ np.cross(right, ahead) / depth / slope], 1)
    return places


@pytest.mark.parametrize(
    "low, high", [((0, 0, 0), (4, 2, 1)), ((-3, -9, 0), (1, 9, 0.3)), ((5, 5, 0), (5.2, 5.2, 2.5))]
)
def test_the_view_holds_the_whole_world_and_is_filled_by_it(low: Any, high: Any) -> None:
    box = np.array(low, dtype=np.float64), np.array(high, dtype=np.float64)
    aspect = shape_of(box)
    placement = framing(box, 45.0, aspect)
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    places = seen(placement, corners.astype(np.float64), 45.0, aspect)
    assert np.abs(places).max() <= 1.0
    assert np.abs(places).max() > 0.85
    # What is seen stands in the middle.
    assert places.max(axis=0) + places.min(axis=0) == pytest.approx([0.0, 0.0], abs=0.08)


def test_the_world_s_box_holds_obstacles_marks_the_robot_and_the_path(replay: Replay) -> None:
    low, high = world_box(replay)
    assert low[0] <= 0.0 and high[0] >= 2.65 and high[2] == pytest.approx(0.5)
    assert high[1] >= replay.motion.y.max()


def test_the_chase_stays_behind_and_turns_softly(replay: Replay) -> None:
    times = moments(replay.start, replay.end, FORMS[".mp4"])
    placements = chase(replay, times)
    assert len(placements) == len(times)
    radius = robot_radius(replay)
    assert 0.15 < radius < 0.3
    for time, placement in zip(times, placements, strict=True):
        x, y, yaw = replay.motion.pose_at(float(time))
        assert placement.lookat[:2] == pytest.approx((x, y))
        assert abs(placement.azimuth - np.degrees(yaw)) < 40.0
        assert placement.distance >= 5.0 * radius and placement.elevation < -20.0
    steps = np.diff([p.azimuth for p in placements])
    assert steps.min() >= -1e-9 and steps.max() < 0.8 * np.degrees(1.0) / FORMS[".mp4"].frames_per_second * 1.2


def test_the_chase_rises_over_what_stands_in_between(output: Writer) -> None:
    wall = Entity("wall", (0.1, 4.0, 0.6), (-0.6, 0.0, 0.3))
    model = mujoco.MjModel.from_xml_path(str(output(entities=(wall,)) / "scene.xml"))
    replay = Replay(model, record())
    placements = chase(replay, moments(replay.start, replay.end, FORMS[".gif"]))
    assert placements[0].elevation < -35.0  # the wall is right behind the robot
    assert placements[-1].elevation > -30.0


# What is drawn on the floor


def scene_with(replay: Replay, until: float, room: int = 1000) -> mujoco.MjvScene:
    scene = mujoco.MjvScene(replay.model, maxgeom=room)
    add_trail(scene, replay, Marks(0.5, 0.02, 100, until))
    return scene


def test_the_trail_follows_the_path(replay: Replay) -> None:
    scene = scene_with(replay, until=3.0)
    assert 20 < scene.ngeom <= 101
    motion = replay.motion
    for k in range(scene.ngeom):
        geom = scene.geoms[k]
        assert np.hypot(motion.x - geom.pos[0], motion.y - geom.pos[1]).min() < 0.02
        assert 0.0 < geom.pos[2] < 0.01
    last = scene.geoms[scene.ngeom - 1]
    assert np.hypot(last.pos[0] - motion.x[-1], last.pos[1] - motion.y[-1]) < 0.05
    # It grows as time goes on, and is left out where there is no room.
    assert 0 < scene_with(replay, until=1.5).ngeom < scene.ngeom
    assert scene_with(replay, until=0.0).ngeom == 0
    assert scene_with(replay, until=3.0, room=7).ngeom == 7


def test_the_lines_on_the_floor_lie_at_whole_steps(replay: Replay) -> None:
    scene = mujoco.MjvScene(replay.model, maxgeom=1000)
    add_grid(scene, replay, Placement((1.3, -0.4, 0.0), 2.0, 0.0, -30.0), Marks(0.5, 0.02, 1, 0.0))
    geoms = scene.geoms[: scene.ngeom]
    steps = [[float(g.pos[axis]) / 0.5 for axis in (0, 1)] for g in geoms]
    offsets = [min(abs(s - round(s)) for s in pair) for pair in steps]
    assert scene.ngeom > 20 and max(offsets) < 1e-6


def test_a_world_without_a_floor_has_no_lines(output: Writer) -> None:
    model = mujoco.MjModel.from_xml_path(str(output(floor=False) / "scene.xml"))
    replay = Replay(model, record())
    scene = mujoco.MjvScene(model, maxgeom=1000)
    add_grid(scene, replay, Placement((0.0, 0.0, 0.0), 2.0, 0.0, -30.0), Marks(0.5, 0.02, 1, 0.0))
    assert scene.ngeom == 0


# Films


def test_a_film_is_known_by_its_ending() -> None:
    assert form_of(Path("a/run.MP4")).frames_per_second == 15.0
    with pytest.raises(VideoError, match=r"a film is written as \.gif or \.mp4, not as run\.avi"):
        check_video(Path("run.avi"))


def test_a_missing_tool_is_named_with_the_way_to_get_it() -> None:
    with pytest.raises(
        VideoError, match=r"an \.mp4 needs ffmpeg \(Debian, Ubuntu: apt install ffmpeg\), or write a \.gif"
    ):
        check_tool(Path("a.mp4"), which=lambda _: None)
    with pytest.raises(VideoError, match=r"a \.gif needs the Python package pillow \(pip install pillow\)"):
        check_tool(Path("a.gif"), has_package=lambda _: None)
    check_tool(Path("a.gif"), which=lambda _: None, has_package=lambda _: object())
    check_tool(Path("a.mp4"), which=lambda _: "/usr/bin/ffmpeg", has_package=lambda _: None)


@pytest.mark.parametrize("duration, pace", [(0.0, 1), (60.0, 1), (61.0, 2), (250.0, 5), (599.0, 10), (1e9, 1000)])
def test_a_long_run_is_shown_faster(duration: float, pace: int) -> None:
    assert pace_of(duration) == pace


def test_the_frames_are_equally_spaced_from_the_start_to_the_end() -> None:
    times = moments(1.0, 3.0, Form((2, 2), 10.0))
    assert times == pytest.approx(np.linspace(1.0, 3.0, 21))
    assert moments(1.0, 1.0, Form((2, 2), 10.0)).tolist() == [1.0]
    assert len(moments(0.0, 120.0, Form((2, 2), 10.0))) == 601


def test_spread() -> None:
    assert spread(3) == [0, 1, 2]
    assert spread(100, 5) == [0, 25, 50, 74, 99]


# The whole of it


@pytest.fixture
def run(output: Writer) -> tuple[Path, Path]:
    folder = output()
    evidence = folder / "evidence.npz"
    record(0.5).save(evidence)
    return folder, evidence


def here() -> dict[str, str]:
    """The environment of the tests, with a graphics library if there is one."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MUJOCO_GL", "PYOPENGL_PLATFORM")}
    library = next((v for v, name in (("osmesa", "OSMesa"), ("egl", "EGL")) if ctypes.util.find_library(name)), None)
    if library is None:
        pytest.skip("neither OSMesa nor EGL is installed")
    return {**environment, "MUJOCO_GL": library}


def drawn(result: Rendering) -> Rendering:
    if result.view is None and result.film is None and "no rendered picture (" in result.notes[0]:
        pytest.skip(result.notes[0])
    return result


def test_the_picture_shows_the_world_the_robot_and_the_path(run: tuple[Path, Path]) -> None:
    image = pytest.importorskip("PIL.Image")
    record(3.0).save(run[1])
    result = drawn(render_run(*run, environment=here()))
    assert result.notes == () and result.film is None and result.view is not None
    picture = np.asarray(image.open(io.BytesIO(result.view))).astype(int)
    assert picture.shape[1] == 1000 and picture.std() > 3.0
    red, _, blue = np.moveaxis(picture, 2, 0)
    assert ((blue - red) > 60).sum() > 100  # the path; nothing else of this world is blue


def test_the_same_record_gives_the_same_picture_and_stays_as_it_is(run: tuple[Path, Path]) -> None:
    before = {p: p.read_bytes() for p in run[0].rglob("*") if p.is_file()}
    first, second = (drawn(render_run(*run, environment=here())) for _ in range(2))
    assert first.view == second.view
    assert {p: p.read_bytes() for p in run[0].rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("name", ["run.gif", "run.mp4"])
def test_a_film_of_the_run(run: tuple[Path, Path], name: str) -> None:
    try:
        check_video(Path(name))
    except VideoError as error:
        pytest.skip(str(error))
    told: list[tuple[int, int]] = []
    asked = {"view": False, "video": Path(name), "environment": here()}
    result = drawn(render_run(*run, told=lambda k, n: told.append((k, n)), **asked))
    assert result.view is None and result.film is not None and result.notes == ()
    frames = 7 if name.endswith(".gif") else 8
    assert told == [(k, frames) for k in range(1, frames + 1)]
    if name.endswith(".gif"):
        film = pytest.importorskip("PIL.Image").open(io.BytesIO(result.film))
        assert film.size == (480, 300) and film.info["duration"] == 80 and film.n_frames > 1
    else:
        assert result.film[4:8] == b"ftyp"


def test_nothing_to_draw_is_told_in_a_line(output: Writer) -> None:
    folder = output()
    Evidence.empty().save(folder / "evidence.npz")
    result = drawn(render_run(folder, folder / "evidence.npz", environment=here()))
    assert result == Rendering(notes=("no rendered picture: no pose was recorded",))


def test_drawing_that_is_turned_off(run: tuple[Path, Path]) -> None:
    result = render_run(*run, environment={**os.environ, "MUJOCO_GL": "off"})
    assert result == Rendering(notes=("no rendered picture: MUJOCO_GL=off turns drawing off",))


def test_a_library_that_does_not_draw_is_told_with_what_to_install(run: tuple[Path, Path]) -> None:
    result = render_run(*run, environment={**os.environ, "MUJOCO_GL": "nonsense"})
    (note,) = result.notes
    assert result.view is None and "\n" not in note
    assert note.startswith("no rendered picture (nonsense: ")
    assert note.endswith("unset MUJOCO_GL or install OSMesa (Debian, Ubuntu: apt install libosmesa6)")


def test_a_machine_without_any_library(run: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "candidates", lambda _: ())
    result = render_run(*run, environment={})
    assert result.notes == (
        "no rendered picture: neither OSMesa nor EGL is installed; "
        "install OSMesa (Debian, Ubuntu: apt install libosmesa6)",
    )


def test_a_drawing_process_that_dies_or_hangs_takes_nothing_with_it(
    run: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dying.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    (tmp_path / "hanging.py").write_text("import time\nprint('chatter of a driver', flush=True)\ntime.sleep(60)\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(backends, "candidates", lambda _: ("egl",))
    monkeypatch.setattr(service, "QUIET_S", 0.5)
    monkeypatch.setattr(service, "WORKER", "dying")
    assert (
        render_run(*run, environment=dict(os.environ))
        .notes[0]
        .startswith("no rendered picture (egl: it died of signal 11); ")
    )
    monkeypatch.setattr(service, "WORKER", "hanging")
    assert (
        render_run(*run, environment=dict(os.environ))
        .notes[0]
        .startswith("no rendered picture (egl: nothing came for 0.5 s); ")
    )


def test_the_next_library_is_tried(run: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    environment = here()
    works = environment.pop("MUJOCO_GL")
    monkeypatch.setattr(backends, "candidates", lambda _: ("nonsense", works))
    assert drawn(render_run(*run, environment=environment)).view is not None


def test_asking_for_a_film_that_cannot_be_written_is_refused_at_once(run: tuple[Path, Path]) -> None:
    with pytest.raises(VideoError, match=r"not as run\.webm"):
        render_run(*run, video=Path("run.webm"))


def test_a_process_that_cannot_be_started(run: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "candidates", lambda _: ("egl",))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    (note,) = render_run(*run, environment=dict(os.environ)).notes
    assert note.startswith("no rendered picture (egl: no process to draw in: ")
