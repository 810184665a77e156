"""Every part of the example library: it loads, its shapes enclose its mesh, its figures are those of such a body, and
its connectors lie where something can be fixed to it. Exemptions are the named sets below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import trimesh
from figures import BODIES, LINKS, Solid, combined
from numpy.typing import NDArray
from robotdsl_compiler.library import Libraries, load_libraries
from robotdsl_compiler.library.physical import principal_moments
from robotdsl_compiler.model.geometry import Pose, mating_pose, quaternion_from_rpy, rotate
from robotdsl_compiler.model.hull import hull_mesh
from robotdsl_compiler.model.part import Category, Inertial, Part
from robotdsl_compiler.model.walking import Gait
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.terminal import render_all

LIBRARY = Path(__file__).resolve().parents[1] / "libraries" / "example"
PARTS = sorted(path.name for path in (LIBRARY / "parts").iterdir() if path.is_dir())

CORNERS = [(end, side) for end in ("front", "rear") for side in ("left", "right")]

# Wheels whose mesh has a housing beside what rolls.
HOUSED = {"ball_caster"}
# Parts whose mesh reaches beyond their shape: a fork over the wheel that it holds, and the ends of a belt, which rise
# off the ground beyond its run.
REACHING = {"tricycle_bot_chassis", "track_unit"}
# Connectors inside a hollow part, or on what reaches beyond the shape.
HIDDEN = {"inside", "engine_bay", "left_bay", "right_bay", "fork"}
# Parts whose mounting face lies inside their shape: what they are mounted on has a hole for them.
SUNK = {("gear_motor", "face")}


@pytest.fixture(params=PARTS)
def part(request: pytest.FixtureRequest, example: Libraries) -> Part:
    (found,) = example.find(request.param)
    return found


@cache
def bounds(part: Part) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of the mesh's box in the part's frame, as whoever shows the part reads file, place and turn."""
    assert part.visual is not None
    scene = trimesh.load_scene(part.directory / part.visual.file)
    vertices = np.concatenate([trimesh.transform_points(mesh.vertices, turn) for mesh, turn in pieces(scene)])
    q = quaternion_from_rpy(part.visual.rpy or (0.0, 0.0, 0.0))
    columns = [rotate(q, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    placed = vertices @ np.array(columns) + np.array(part.visual.xyz or (0.0, 0.0, 0.0))
    return placed.min(axis=0), placed.max(axis=0)


def pieces(scene: trimesh.Scene) -> Iterator[tuple[trimesh.Trimesh, NDArray[np.float64]]]:
    for node in scene.graph.nodes_geometry:
        turn, name = scene.graph[node]
        yield scene.geometry[name], turn


def shape(part: Part) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of the box that a part collides in, or that its wheel turns in, or round its belt or its hull."""
    if part.wheel is not None:
        reach = np.array([part.wheel.radius, part.wheel.width / 2.0, part.wheel.radius])
        return -reach, reach
    if part.track is not None:
        assert part.track.travel_per_turn is not None
        run = np.array([part.track.run_start, part.track.run_end])
        aside = np.array([0.0, part.track.width / 2.0, 0.0])
        return run.min(axis=0) - aside, run.max(axis=0) + aside + [0.0, 0.0, part.track.travel_per_turn / math.pi]
    if part.hull is not None:
        corners = np.array(part.hull.vertices)
        return corners.min(axis=0), corners.max(axis=0)
    assert part.collision is not None
    center, half = np.array(part.collision.origin), np.array(part.collision.size) / 2.0
    return center - half, center + half


def test_the_library_loads_without_a_word() -> None:
    diagnostics = Diagnostics()
    libraries = load_libraries([LIBRARY], diagnostics)
    read = libraries.parts.read_all()
    assert render_all(diagnostics) == ""
    assert sorted(part.id for part in read) == PARTS, "a folder that library.yaml does not list, or the other way round"


def test_a_part_says_whose_it_is_and_what_its_figures_rest_on(part: Part) -> None:
    assert part.provenance is not None
    assert part.provenance["license"] == "Apache-2.0"
    assert part.inertial is not None
    assert part.inertial.source == "estimated"
    assert part.inertial.basis
    assert not part.description.endswith(".")


def test_a_folder_holds_the_component_and_its_mesh_only(part: Part) -> None:
    assert {path.name for path in part.directory.iterdir()} == {"component.yaml", f"{part.id}.glb"}


def test_a_mesh_is_read_by_others(part: Part) -> None:
    assert part.visual is not None
    data = (part.directory / part.visual.file).read_bytes()
    assert len(data) < 250_000
    document = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    assert document["asset"]["version"] == "2.0"
    scene = trimesh.load_scene(part.directory / part.visual.file)
    meshes = [mesh for mesh, _ in pieces(scene)]
    assert len(meshes) == len(document["materials"]) >= 1
    for mesh in meshes:
        assert len(mesh.faces) > 0
        assert np.isfinite(mesh.vertices).all()
        assert getattr(mesh.visual, "material", None) is not None
        # Closed and outside out: every edge between two faces, and a volume above zero.
        closed = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        closed.merge_vertices(merge_norm=True, digits_vertex=6)
        closed.update_faces(closed.nondegenerate_faces())
        assert closed.volume > 0.0


def test_the_shape_encloses_the_mesh_and_hugs_it(part: Part) -> None:
    (low, high), (inner, outer) = bounds(part), shape(part)
    if part.id in HOUSED:
        assert part.wheel is not None
        assert low[2] == pytest.approx(-part.wheel.radius, abs=5e-4)
        return
    if part.id in REACHING:
        # To both sides, and down.
        low, high, inner, outer = (np.array([v[1], v[2]]) for v in (low, high, inner, outer))
        if part.category is not Category.TRACK:
            assert (high[0], outer[1] - high[1]) == pytest.approx((outer[0], 0.0), abs=2e-3)
    assert (low >= inner - 5e-4).all(), f"the mesh reaches {inner - low} m out of the shape"
    assert (high <= outer + 5e-4).all(), f"the mesh reaches {high - outer} m out of the shape"
    assert (low <= inner + 2e-3).all()
    assert (high >= outer - 2e-3).all()


def check_figures(inertial: Inertial | None, solids: tuple[Solid, ...]) -> None:
    assert inertial is not None
    mass, center, tensor = combined(solids)
    assert inertial.mass == pytest.approx(mass, rel=1e-3)
    assert inertial.origin == pytest.approx(center, abs=1e-5)
    (xx, yy, zz), (xy, xz, yz) = np.diag(tensor), (tensor[0, 1], tensor[0, 2], tensor[1, 2])
    assert inertial.inertia == pytest.approx((xx, yy, zz, xy, xz, yz), rel=1e-3, abs=1e-9)


def test_the_figures_are_those_that_the_estimate_gives(part: Part) -> None:
    check_figures(part.inertial, BODIES[part.id])
    assert list(part.links) == list(LINKS.get(part.id, {}))
    for name, link in part.links.items():
        check_figures(link.inertial, LINKS[part.id][name])
        assert (link.inertial.source, bool(link.inertial.basis)) == ("estimated", True)


def test_the_figures_are_those_of_a_body_of_that_size(part: Part) -> None:
    assert part.inertial is not None
    inner, outer = shape(part)
    size = outer - inner
    if part.id not in HOUSED:
        assert (np.array(part.inertial.origin) >= inner).all()
        assert (np.array(part.inertial.origin) <= outer).all()
        density = part.inertial.mass / float(np.prod(size))
        assert 100.0 < density < 4000.0, f"{density:.0f} kg/m3"
    x, y, z = size**2
    # Between a body with its mass at the middle half of its size and one with all of it in the corners.
    most = part.inertial.mass * np.array([y + z, x + z, x + y]) / 4.0
    moments = np.array(principal_moments(part.inertial.inertia))
    if part.id not in HOUSED:
        assert (moments <= np.sort(most)).all()
        assert (moments >= np.sort(most) / 12.0).all()


def test_sizes_and_ratings_are_in_si_units(part: Part) -> None:
    inner, outer = shape(part)
    assert 0.01 < max(outer - inner) < 1.0
    assert part.inertial is not None
    assert 0.005 < part.inertial.mass < 20.0
    if part.motor is not None:
        # Watts at the best speed: half the torque at half the speed.
        assert 0.5 < part.motor.stall_torque * part.motor.no_load_speed / 4.0 < 50.0
    rating = part.sensor
    if rating is not None and rating.range_max_m is not None:
        assert 0.5 < rating.range_max_m < 100.0
        assert rating.noise_stddev is not None
        assert 0.0 < rating.noise_stddev < 0.01 * rating.range_max_m
    if part.range is not None:
        assert 0.0 < part.range.field_of_view_rad < math.pi / 2.0


def test_connectors_lie_on_the_shape_and_look_out_of_it(part: Part) -> None:
    inner, outer = shape(part)
    if part.id in HOUSED:
        inner, outer = bounds(part)
    for connector in part.connectors.values():
        at, out = np.array(connector.pos), np.array(connector.dir)
        if part.id not in REACHING or connector.name not in HIDDEN:
            assert (at >= inner - 1e-6).all(), connector.name
            assert (at <= outer + 1e-6).all(), connector.name
        assert connector.up is not None, "a part that is mounted must not be free to turn"
        if connector.name in HIDDEN or (part.id, connector.name) in SUNK:
            continue
        # One step along the direction leaves the shape.
        ahead = at + 1e-4 * out
        if part.hull is not None:
            assert outside(part, at) == pytest.approx(0.0, abs=1e-6), connector.name
            assert outside(part, ahead) > 5e-5, connector.name
            continue
        assert (ahead < inner).any() or (ahead > outer).any(), connector.name


def outside(part: Part, point: NDArray[np.float64]) -> float:
    """How far a point lies outside the hull of a part, along the normal of the face that it is farthest from."""
    assert part.hull is not None
    mesh = hull_mesh(part.hull.vertices)
    corners = np.array(mesh.vertices)[np.array(mesh.faces)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return float(((point - corners[:, 0]) * normals).sum(axis=1).max())


def test_servos_hold_what_the_robot_weighs(part: Part) -> None:
    """A link's mass lies within reach of its shapes, its range about its hold, and its servo is stiff and strong enough
    for what hangs from it."""
    for link in part.links.values():
        assert link.shapes
        hinge = link.hinge
        assert hinge is not None and hinge.servo is not None
        low, high = hinge.range
        assert low + 0.3 < hinge.servo.hold < high - 0.3
        reach = max(math.dist(link.inertial.origin, shape.pose.position) for shape in link.shapes)
        assert reach < 0.2
        hanging = sum(other.inertial.mass for other in part.links.values() if below(part, other.name, link.name))
        assert hinge.servo.effort > 9.81 * hanging * 0.1
        # It gives by less than a fifth of a radian under its greatest torque's half.
        assert hinge.servo.kp > hinge.servo.effort / 2.0 / 0.2


def below(part: Part, name: str | None, top: str) -> bool:
    while name is not None and name != top:
        name = part.links[name].parent
    return name == top


@pytest.mark.parametrize("id", ["quadruped_bot_chassis", "hexapod_bot_chassis"])
def test_a_gait_is_one_that_the_legs_can_walk(example: Libraries, id: str) -> None:
    (part,) = example.find(id)
    gait = part.controller
    assert isinstance(gait, Gait)
    # Some feet stand at all times, and a step is a part of the height that the body stands at.
    assert gait.duty > 0.5 and gait.step_height < gait.standing / 2.0
    stride = gait.command.ahead[1] * gait.duty * gait.period
    assert 0.02 < stride < gait.standing


@pytest.mark.parametrize("id", ["diff_bot_wheel", "skid_bot_wheel", "mecanum_bot_wheel_a", "omni_bot_wheel"])
def test_a_wheel_turns_about_y_on_its_inner_face(example: Libraries, id: str) -> None:
    (part,) = example.find(id)
    (hub,) = part.connectors.values()
    assert part.wheel is not None
    assert hub.pos == (0.0, -part.wheel.width / 2.0, 0.0)
    assert (hub.dir, hub.joint_axis) == ((0.0, -1.0, 0.0), (0.0, 1.0, 0.0))


def mounted(chassis: Part, mount: str, part: Part) -> Pose:
    (profile,), (own_profile,) = chassis.profiles.values(), part.profiles.values()
    base = chassis.connectors[profile.mounts[mount]]
    own = part.connectors[own_profile.mounts["base"]]
    with_up = mating_pose(base.pos, base.dir, base.up, own.pos, own.dir, own.up)
    # A glue states no `up` of its own and must come to the same.
    without = mating_pose(base.pos, base.dir, None, own.pos, own.dir, None)
    assert with_up.numbers == pytest.approx(without.numbers, abs=1e-12)
    return with_up


@pytest.mark.parametrize(
    ("chassis", "wheels"),
    [
        (
            "diff_bot_chassis",
            {"left_wheel": "diff_bot_wheel", "right_wheel": "diff_bot_wheel", "caster": "ball_caster"},
        ),
        (
            "skid_bot_chassis",
            {f"{end}_{side}_wheel": "skid_bot_wheel" for end in ("front", "rear") for side in ("left", "right")},
        ),
        ("mecanum_bot_chassis", {f"{e}_{s}_wheel": "mecanum_bot_wheel_a" for e, s in CORNERS}),
        ("omni_bot_chassis", {f"{e}_{s}_wheel": "omni_bot_wheel" for e, s in CORNERS}),
        ("omni3_bot_chassis", {f"{n}_wheel": "omni_bot_wheel" for n in ("front", "rear_left", "rear_right")}),
        ("tricycle_bot_chassis", {f"{n}_wheel": "diff_bot_wheel" for n in ("front", "rear_left", "rear_right")}),
        ("car_bot_chassis", {f"{e}_{s}_wheel": "diff_bot_wheel" for e, s in CORNERS}),
        ("buggy_bot_chassis", {f"{e}_{s}_wheel": "skid_bot_wheel" for e, s in CORNERS}),
    ],
)
def test_the_wheels_of_a_robot_stand_on_one_plane(example: Libraries, chassis: str, wheels: dict[str, str]) -> None:
    (base,) = example.find(chassis)
    lows = []
    for mount, id in wheels.items():
        (wheel,) = example.find(id)
        assert wheel.wheel is not None
        pose = mounted(base, mount, wheel)
        assert pose.turn((0.0, 0.0, 1.0)) == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)
        lows.append(pose.position[2] - wheel.wheel.radius)
    assert lows == pytest.approx([lows[0]] * len(lows), abs=1e-12)
    low, _ = shape(base)
    assert low[2] - lows[0] >= 0.03, "ground clearance"


@pytest.mark.parametrize("chassis", ["diff_bot_chassis", "skid_bot_chassis"])
def test_a_sensor_on_any_mount_that_fits_it_looks_ahead(example: Libraries, chassis: str) -> None:
    (base,) = example.find(chassis)
    (profile,) = base.profiles.values()
    seen = 0
    for id in example.ids():
        (sensor,) = example.find(id)
        if sensor.category is not Category.SENSOR:
            continue
        down = sensor.connectors["base"].dir == (0.0, 0.0, -1.0)
        for mount, name in profile.mounts.items():
            direction = base.connectors[name].dir
            if direction == ((0.0, 0.0, 1.0) if down else (1.0, 0.0, 0.0)):
                seen += 1
                assert mounted(base, mount, sensor).orientation == pytest.approx((0.0, 0.0, 0.0, 1.0), abs=1e-12)
    assert seen > 10


def test_the_sensors_of_the_front_stand_clear_of_each_other(example: Libraries) -> None:
    (base,) = example.find("diff_bot_chassis")
    mounts = {
        "front_camera": "camera_wide",
        "front_left_range": "ultrasonic_ranger",
        "front_right_range": "ir_ranger",
        "bumper": "bumper_bar",
        "deck_left": "rgbd_camera",
        "deck_right": "depth_camera",
        "deck_rear": "lidar_3d_16",
        "lidar": "lidar_360",
    }
    boxes = {}
    for mount, id in mounts.items():
        (sensor,) = example.find(id)
        inner, outer = shape(sensor)
        at = np.array(mounted(base, mount, sensor).position)
        boxes[mount] = (inner + at, outer + at)
    names = list(boxes)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            (a, b), (c, d) = boxes[one], boxes[other]
            assert (b < c + 1e-9).any() or (d < a + 1e-9).any(), f"{one} and {other} stand in each other"
    # The bar is what touches first.
    assert max(boxes, key=lambda name: float(boxes[name][1][0])) == "bumper"
