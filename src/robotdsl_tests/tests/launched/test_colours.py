"""The colours of the scene that both simulators' pictures are held to, as MuJoCo draws it."""

from __future__ import annotations

import ctypes.util
import threading

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_mujoco_sim.node.cameras import Cameras
from robotdsl_mujoco_sim.node.drawing_process import Order, Picture
from robotdsl_mujoco_sim.node.lens import Lens
from robotdsl_mujoco_sim.node.world import load_world
from robotdsl_runtime.nodes.transforms import Transform
from robotdsl_tests.launched import colours
from robotdsl_tests.launched.build import build
from robotdsl_tests.launched.cases import CASES, GAZEBO, MUJOCO

DEADLINE_S = 60.0
# As Gazebo drew the contract's world.
THEIRS: dict[str, colours.Colour] = {"sky": (217, 223, 235), "floor": (200, 200, 200), "side": (71, 71, 71)}
needs_osmesa = pytest.mark.skipif(ctypes.util.find_library("OSMesa") is None, reason="OSMesa is not installed")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[npt.NDArray[np.uint8], colours.Pinhole]:
    """The scene from the spawn."""
    built = build(CASES["mujoco-colours-sensor_camera"], tmp_path_factory.mktemp("scene"))
    world = load_world(built.output)
    (spec,), (sensor,) = world.sensors, built.robot.sensors
    taken: list[Picture] = []
    heard = threading.Event()

    def take(picture: Picture) -> None:
        taken.append(picture)
        heard.set()

    cameras = Cameras(built.output, take, print, {})
    assert cameras.order(Order(0, world.simulation.data.qpos.copy(), ((spec.name, True, False, False),)))
    assert heard.wait(DEADLINE_S)
    cameras.close()
    pose, lens, rgb = world.simulation.pose(), Lens.of(spec), taken[0].rgb
    assert rgb is not None
    base = Transform((pose[0], pose[1], pose[2]), (pose[3], pose[4], pose[5], pose[6]))
    place = base @ Transform(sensor.pose.position, sensor.pose.orientation)
    return rgb, colours.Pinhole(place, lens.focal, lens.center)


@needs_osmesa
def test_mujocos_picture_has_the_contracts_colours(drawn: tuple[npt.NDArray[np.uint8], colours.Pinhole]) -> None:
    found = colours.measure(*drawn)
    assert colours.against_figures(MUJOCO, found) == []
    red = found["red"]
    assert red[0] > 3.0 * max(red[1:])
    # As near to Gazebo's as its figures are.
    assert colours.apart(found, {**THEIRS, "red": red}) == []


@needs_osmesa
def test_another_picture_has_not(drawn: tuple[npt.NDArray[np.uint8], colours.Pinhole]) -> None:
    rgb, camera = drawn
    dimmed = colours.measure((rgb * 0.9).astype(np.uint8), camera)
    assert len(colours.against_figures(MUJOCO, dimmed)) == 3
    assert len(colours.apart(dimmed, colours.measure(rgb, camera))) == 4
    with pytest.raises(ValueError, match="shows nothing of red"):
        colours.measure(np.zeros_like(rgb), camera)


def test_figures_and_parity_are_one_worlds() -> None:
    assert colours.against_figures(GAZEBO, THEIRS) == []
    assert colours.against_figures(MUJOCO, THEIRS) == []
    dark = {**THEIRS, "side": (50.0, 50.0, 50.0)}
    (said,) = colours.against_figures(GAZEBO, dark)
    assert said.startswith("the side is (50.0, 50.0, 50.0) in ros-gz-nav2")


def test_a_pinholes_pixels() -> None:
    camera = colours.Pinhole(Transform((1.0, 0.0, 0.5)), 100.0, (159.5, 119.5))
    assert camera.pixel((3.0, 0.0, 0.5)) == (120, 160)
    assert camera.pixel((3.0, 1.0, 1.0)) == (94, 110)
