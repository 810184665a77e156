"""The process that draws for the simulation node: what its pictures show, and how it begins and ends."""

from __future__ import annotations

import ctypes.util
import json
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_mujoco_sim.node.cameras import Cameras
from robotdsl_mujoco_sim.node.drawing_process import Order, Picture
from robotdsl_mujoco_sim.node.lens import Lens
from robotdsl_mujoco_sim.node.world import LoadedWorld, load_world

DEADLINE_S = 60.0
# Where the wall stands that the robot is put before, m.
WALL = 10.0
SKY = (216, 223, 236)
needs_osmesa = pytest.mark.skipif(ctypes.util.find_library("OSMesa") is None, reason="OSMesa is not installed")


class Studio:
    """The cameras of an output, and what came of them."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.world: LoadedWorld = load_world(folder)
        self.pictures: list[Picture] = []
        self.said: list[str] = []
        self._heard = threading.Event()
        self.cameras = Cameras(folder, self._take, self._say, environment)

    def _take(self, picture: Picture) -> None:
        self.pictures.append(picture)
        self._heard.set()

    def _say(self, message: str) -> None:
        self.said.append(message)
        self._heard.set()

    def order(self, *wanted: tuple[str, bool, bool, bool], stamp: int = 7) -> bool:
        return self.cameras.order(Order(stamp, self.world.simulation.data.qpos.copy(), wanted))

    def stand(self, x: float) -> None:
        """Put the robot there, on the line that it starts on."""
        self.world.simulation.data.qpos[0] = x

    def take(self, name: str, colour: bool = True, depth: bool = False) -> Picture:
        """One picture, waited for."""
        # The answer's end comes after its last picture.
        while not self.order((name, colour, depth, False)):
            assert not self.said, self.said
            self.cameras.idle.wait(DEADLINE_S)
        assert self._heard.wait(DEADLINE_S) and not self.said, self.said
        self._heard.clear()
        return self.pictures[-1]

    def complaint(self) -> str:
        assert self._heard.wait(DEADLINE_S)
        return self.said[-1]


@pytest.fixture
def studio() -> Iterator[Callable[..., Studio]]:
    made: list[Studio] = []

    def make(folder: Path, **environment: str) -> Studio:
        made.append(Studio(folder, **environment))
        return made[-1]

    yield make
    for one in made:
        one.cameras.close()
        assert not one.cameras.started


@pytest.fixture(scope="module")
def before_wall(
    output: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[float], Studio]]:
    """The robot so many metres before the near face of a wall that fills its view; all share one process."""
    folder, made = output("walled"), tmp_path_factory.mktemp("wall") / "out"
    made.joinpath("world").mkdir(parents=True)
    made.joinpath("robot").symlink_to(folder / "robot")
    document = json.loads((folder / "world/mujoco.json").read_text())
    (wall,) = document["entities"]
    wall["pose"][0] = WALL + 0.05
    wall["shapes"][0]["size"] = [0.1, 60.0, 60.0]
    (made / "world/mujoco.json").write_text(json.dumps(document))
    studio = Studio(made)

    def stand(distance: float) -> Studio:
        studio.stand(WALL - distance)
        return studio

    yield stand
    studio.cameras.close()
    assert not studio.cameras.started


def is_sky(rgb: npt.NDArray[np.uint8] | None) -> npt.NDArray[np.bool_]:
    assert rgb is not None
    found: npt.NDArray[np.bool_] = np.abs(rgb.astype(int) - SKY).max(axis=2) <= 3
    return found


@needs_osmesa
@pytest.mark.parametrize(("camera", "distance"), [("eye", 9.7), ("rgbd", 4.9)])
def test_what_lies_before_the_far_end_is_shown(
    before_wall: Callable[[float], Studio], camera: str, distance: float
) -> None:
    made = before_wall(distance)
    lens = next(Lens.of(spec) for spec in made.world.sensors if spec.name == camera)
    mount, _ = made.world.simulation.sensor_in_base(camera)
    sky = is_sky(made.take(camera).rgb)
    ahead = distance - mount[0]
    # A plain camera ends at a distance ahead of it, one that measures depth at a distance from it.
    reached = ahead * lens.slant < lens.far if lens.depth else np.full(sky.shape, ahead < lens.far)
    middle = lens.height // 2 - 4
    assert (sky[:middle] == ~reached[:middle]).mean() > 0.98
    assert reached.any() and reached.all() == (camera == "eye")


@needs_osmesa
@pytest.mark.parametrize(("camera", "distance"), [("eye", 10.4), ("rgbd", 5.4), ("depth", 5.4)])
def test_beyond_the_far_end_is_the_sky(before_wall: Callable[[float], Studio], camera: str, distance: float) -> None:
    made = before_wall(distance)
    lens = next(Lens.of(spec) for spec in made.world.sensors if spec.name == camera)
    picture = made.take(camera, lens.colour, lens.depth)
    upper = slice(0, lens.height // 2 - 4)
    if lens.colour:
        assert is_sky(picture.rgb)[upper].all()
    if lens.depth:
        assert picture.depth is not None and np.isinf(picture.depth[upper]).all()


@needs_osmesa
@pytest.mark.parametrize(
    ("camera", "ahead", "hidden"),
    [("rgbd", 0.13, True), ("rgbd", 0.23, False), ("eye", 0.08, True), ("eye", 0.13, False)],
)
def test_what_is_nearer_than_the_near_end_is_not_shown(
    before_wall: Callable[[float], Studio], output: Callable[[str], Path], camera: str, ahead: float, hidden: bool
) -> None:
    """A board 10 cm thick ahead of the camera; one of them begins at 20 cm, as its part states, the other at 10."""
    mount, _ = load_world(output("walled")).simulation.sensor_in_base(camera)
    sky = is_sky(before_wall(mount[0] + ahead).take(camera).rgb)
    assert sky[: len(sky) // 2 - 4].all() == hidden
    assert sky.any() == hidden


@needs_osmesa
def test_colours_are_the_contracts(studio: Callable[..., Studio], output: Callable[[str], Path]) -> None:
    """The contract's figures of one world in its test image: the lit floor 196 of 255, a stated box's side away from
    the sun 74.
    """
    rgb = studio(output("walled")).take("eye").rgb
    assert rgb is not None
    floor, wall = rgb[-4, 160].astype(int), rgb[118, 160].astype(int)
    assert np.ptp(floor) <= 2 and floor[0] == pytest.approx(196, abs=8)
    assert np.ptp(wall) <= 2 and wall[0] == pytest.approx(74, abs=14)


@needs_osmesa
def test_it_begins_when_it_is_ordered_and_rests_and_begins_again(
    studio: Callable[..., Studio], output: Callable[[str], Path]
) -> None:
    made = studio(output("walled"))
    assert not made.cameras.started
    first = made.take("depth", False, True)
    assert (first.stamp, first.camera, first.rgb) == (7, "depth", None)
    made.cameras.rest()
    assert made.cameras.gone.wait(DEADLINE_S) and not made.cameras.started
    second = made.take("depth", False, True)
    assert first.depth is not None and second.depth is not None
    assert (first.depth == second.depth).all()


@needs_osmesa
def test_an_order_that_comes_while_another_is_drawn_is_dropped(
    studio: Callable[..., Studio], output: Callable[[str], Path]
) -> None:
    made = studio(output("walled"))
    assert made.order(("eye", True, False, False))
    # It has not even read the world yet.
    assert not made.order(("eye", True, False, False))
    assert made.cameras.dropped == 1


@needs_osmesa
def test_a_process_that_crashes_is_followed_by_another_one_once(
    studio: Callable[..., Studio], output: Callable[[str], Path]
) -> None:
    made = studio(output("walled"))

    def crash() -> str:
        process = made.cameras._process
        assert process is not None
        # As glibc ends a process whose heap is damaged.
        process.send_signal(signal.SIGABRT)
        assert made.cameras.gone.wait(DEADLINE_S)
        return made.said.pop()

    first = made.take("depth", False, True)
    made.cameras.idle.wait(DEADLINE_S)
    assert crash() == "the process that draws died of signal 6: another one draws from now on"
    assert not made.cameras.failed
    second = made.take("depth", False, True)
    assert first.depth is not None and second.depth is not None and (first.depth == second.depth).all()
    made.cameras.idle.wait(DEADLINE_S)
    assert crash().startswith("no more pictures, the cameras are off: the process that draws died of signal 6")
    assert made.cameras.failed and not made.order(("depth", False, True, False))


def test_drawing_that_is_turned_off_is_said(studio: Callable[..., Studio], output: Callable[[str], Path]) -> None:
    made = studio(output("walled"), MUJOCO_GL="off")
    assert not made.order(("eye", True, False, False))
    assert made.said == ["no pictures: MUJOCO_GL=off turns drawing off"]


def test_a_graphics_library_that_is_not_there_is_said_once(
    studio: Callable[..., Studio], output: Callable[[str], Path]
) -> None:
    made = studio(output("walled"), MUJOCO_GL="nonsense")
    assert made.order(("eye", True, False, False))
    assert "no more pictures: " in made.complaint() and "nonsense" in made.complaint()
    assert not made.order(("eye", True, False, False))
    assert len(made.said) == 1
