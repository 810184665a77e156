from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_runtime.evaluation.drawing.labels import Labels
from robotdsl_runtime.evaluation.drawing.palette import LIGHT, rgb
from robotdsl_runtime.evaluation.drawing.plan import Frame, cut, nice_step, path_runs, plan_of
from robotdsl_runtime.evaluation.drawing.scene import Scene
from robotdsl_runtime.evaluation.drawing.sheet import Line, Text, text_width
from robotdsl_runtime.evaluation.picture import draw_top_view
from robotdsl_runtime.evaluation.png import encode_png
from robotdsl_runtime.evaluation.record import Evidence

Pixels = npt.NDArray[np.uint8]


def pixel(pixels: Pixels, scene: Scene, x: float, y: float) -> tuple[int, ...]:
    """The pixel at a place of the world."""
    sheet, frame = plan_of(scene)
    zoom = pixels.shape[1] / sheet.width
    column, row = frame.at((x, y))
    return tuple(int(v) for v in pixels[int(row * zoom), int(column * zoom)])


def is_speed(color: tuple[int, ...]) -> bool:
    return any(math.dist(color, rgb(LIGHT[f"speed-{k}"])) < 12 for k in range(8))


def test_everything_is_where_the_world_has_it(run: Any) -> None:
    scene = run.scene()
    pixels = draw_top_view(scene)
    assert pixels.dtype == np.uint8 and pixels.shape[1] == 1440
    assert pixel(pixels, scene, 1.1, -0.1) == rgb(LIGHT["obstacle"])
    # The path at its height beside the box, and bare floor opposite.
    highest = int(np.argmax(scene.motion.y))
    x, y = float(scene.motion.x[highest]), float(scene.motion.y[highest])
    assert is_speed(pixel(pixels, scene, x, y))
    assert pixel(pixels, scene, x + 0.02, -y) == rgb(LIGHT["floor"])
    # The robot at its end, turned left by a quarter: its side lies ahead along x.
    end = pixel(pixels, scene, 2.5 + 0.13, 0.06)
    assert math.dist(end, rgb(LIGHT["robot"])) < 40
    assert not math.dist(pixel(pixels, scene, 2.5, 0.16), rgb(LIGHT["robot"])) < 40


def test_the_closest_approach_is_between_the_robot_and_the_box(run: Any) -> None:
    scene = run.scene()
    closest = scene.closest
    assert closest is not None and closest.obstacle == "box"
    assert math.dist(closest.on_robot, closest.on_obstacle) == pytest.approx(closest.distance, abs=1e-6)
    x, y = ((a + b) / 2.0 for a, b in zip(closest.on_robot, closest.on_obstacle, strict=True))
    pixels = draw_top_view(scene)
    assert math.dist(pixel(pixels, scene, x, y), rgb(LIGHT["near"])) < 12
    assert run.scene(judged=False).closest is None


def test_faster_is_further_up_the_scale(run: Any) -> None:
    scene = run.scene()
    _, frame = plan_of(scene)
    runs = list(path_runs(scene, frame))
    steps = [step for _, step in runs]
    assert steps[0] <= 1 and max(steps) == 7
    # One line from the start to the end: each piece begins where the last one ended.
    for (before, _), (after, _) in itertools.pairwise(runs):
        assert before[-1] == after[0]
    assert runs[0][0][0] == pytest.approx(frame.at((0.0, 0.0)))
    assert runs[-1][0][-1] == pytest.approx(frame.at((2.5, 0.0)), abs=1.0)


def test_a_long_record_is_drawn_in_few_points(run: Any) -> None:
    time = np.linspace(0.0, 1200.0, 60_000)
    angle = time / 40.0
    pose = np.zeros((len(time), 7))
    pose[:, 0], pose[:, 1] = 1.2 + np.cos(angle), np.sin(angle)
    pose[:, 5], pose[:, 6] = np.sin((angle + np.pi / 2) / 2), np.cos((angle + np.pi / 2) / 2)
    scene = run.but(evidence=Evidence(time, pose)).scene(judged=False)
    _, frame = plan_of(scene)
    points = sum(len(p) for p, _ in path_runs(scene, frame))
    assert 50 < points < 6_000


def test_the_scale_bar_is_as_long_as_it_says(run: Any) -> None:
    sheet, frame = plan_of(run.scene())
    bar = next(s for s in sheet.shapes if isinstance(s, Line) and s.style == "scale")
    (x0, _), (x1, _) = bar.points
    said = next(s.text for s in sheet.shapes if isinstance(s, Text) and s.style == "note" and s.text.endswith(" m"))
    assert (x1 - x0) / frame.scale == pytest.approx(float(said.removesuffix(" m")))


def test_the_same_run_is_drawn_in_the_same_bytes(run: Any) -> None:
    first, second = (encode_png(draw_top_view(run.scene(), heading="demo", width=500)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "changes",
    [
        {"evidence": Evidence.empty()},
        {"mission": {}, "evaluation": {}, "navigation": {}, "evidence": Evidence.empty()},
        {"mission": {}, "evaluation": {}, "navigation": {}},
        {"mission": {"entities": [], "goals": 3, "spawn": None}, "evaluation": {"parts": "x", "entities": {"a": 1}}},
        {"evaluation": {"entities": {"box": {"regions": [{"disc": {"center": [0], "radius": "a"}}, {}, 4]}}}},
    ],
)
def test_it_comes_out_whatever_is_missing(run: Any, changes: dict[str, Any]) -> None:
    scene = run.but(**changes).scene(judged=False)
    pixels = draw_top_view(scene, width=400)
    assert pixels.shape[0] > 100
    words = [s.text for s in plan_of(scene)[0].shapes if isinstance(s, Text)]
    assert ("no motion recorded" in words) == (not len(scene.motion))


def test_a_robot_that_is_thrown_out_of_the_world_does_not_shrink_it(run: Any) -> None:
    pose = run.evidence.pose.copy()
    pose[-50:, 0] += np.linspace(0.0, 1e6, 50)
    scene = run.but(evidence=Evidence(run.evidence.time, pose)).scene(judged=False)
    sheet, frame = plan_of(scene)
    assert frame.width / frame.scale < 8.0
    ends = [p for points, _ in path_runs(scene, frame) for p in points]
    assert all(0 <= x <= sheet.width for x, _ in ends)


def test_samples_that_are_no_numbers_are_left_out(run: Any) -> None:
    pose = run.evidence.pose.copy()
    pose[10:20] = np.nan
    pose[30, 2] = np.inf
    scene = run.but(evidence=Evidence(run.evidence.time, pose)).scene(judged=False)
    assert len(scene.motion) == len(run.evidence.time) - 11
    draw_top_view(scene, width=300)


def test_names_do_not_cover_each_other(run: Any) -> None:
    for k in range(12):
        place = [0.6 + 0.22 * (k % 4), -0.6 - 0.2 * (k // 4)]
        name = f"cone_{k}"
        run.mission["entities"][name] = {"type": "Obstacle", "pose": [*place, 0.0, 0.0, 0.0, 0.0, 1.0]}
        disc = {"disc": {"center": place, "radius": 0.06}}
        run.evaluation["entities"][name] = {"type": "Obstacle", "regions": [disc]}
    sheet, _ = plan_of(run.scene())
    names = {"label", "on-label", "goal-label", "marker-label", "robot-label", "near-label"}
    boxes = []
    for text in (s for s in sheet.shapes if isinstance(s, Text) and s.style in names):
        width = text_width(text.text, text.size)
        left = text.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        boxes.append((left, text.at[1] - 0.7 * text.size, left + width, text.at[1], text.text))
    assert len(boxes) > 8
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            assert wide <= 0.5 or high <= 0.5, (a[4], b[4])


def test_a_label_that_finds_no_room_is_left_out_unless_it_is_needed() -> None:
    labels = Labels(0.0, 0.0, 100.0, 100.0)
    labels.block((0.0, 0.0, 100.0, 100.0))
    assert not labels.place("name", (50.0, 50.0), 5.0, "label")
    assert labels.place("name", (50.0, 50.0), 5.0, "label", needed=True)
    assert [t.text for t in labels.texts] == ["name"]


def test_long_names_and_headings_are_cut(run: Any) -> None:
    assert cut("short") == "short"
    assert cut("a" * 40) == "a" * 20 + ".."
    sheet, frame = plan_of(run.scene(), "word " * 60)
    heading = next(s for s in sheet.shapes if isinstance(s, Text) and s.style == "heading")
    assert heading.text.endswith("..") and text_width(heading.text, heading.size) <= frame.width


@pytest.mark.parametrize("least, step", [(0.03, 0.05), (0.05, 0.05), (0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (7e4, 1e5)])
def test_steps_are_round_numbers(least: float, step: float) -> None:
    assert nice_step(least) == pytest.approx(step)


def test_the_frame_puts_north_up() -> None:
    frame = Frame(-1.0, 3.0, 100.0, 40.0, 12.0, 400.0, 500.0)
    assert frame.at((-1.0, 3.0)) == (40.0, 12.0)
    assert frame.at((0.0, 2.0)) == (140.0, 112.0)
    assert frame.inside((0.0, 0.0)) and not frame.inside((4.0, 0.0))
    assert (frame.x1, frame.y0) == (3.0, -2.0)
