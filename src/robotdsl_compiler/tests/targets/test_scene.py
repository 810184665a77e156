"""scene.xml as MuJoCo sees it: bodies where the facts put them, masses, groups, contacts, actuators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from robotdsl_compiler.model.geometry import Pose

mujoco = pytest.importorskip("mujoco")

RICH = """\
    Diff_two_caster base(ref = "duo")
    Motor left_motor(ref = "motor", mount = "left_wheel")
    Motor right_motor(ref = "motor", mount = "right_wheel")
    Standard left_wheel(ref = "wheel", mount = "left_motor.shaft")
    Standard right_wheel(ref = "wheel", mount = "right_motor.shaft")
    Caster caster(ref = "caster", mount = "under")
    Lidar laser(ref = "laser", mount = "top_0")
    Attachment wedge(ref = "wedge", mount = "top_2")
    Bumper bumper(ref = "bumper", mount = "nose")
"""


@pytest.fixture
def warnings() -> Iterator[list[str]]:
    """What MuJoCo warns of while it loads."""
    said: list[str] = []
    mujoco.set_mju_user_warning(said.append)
    yield said
    mujoco.set_mju_user_warning(None)


def load(built: Any) -> tuple[Any, Any]:
    model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


@pytest.mark.parametrize("core", ["duo", "quad", "rich", "skid"])
def test_bodies_stand_where_the_facts_put_them(
    build: Callable[..., Any], texts: dict[str, str], core: str, warnings: list[str]
) -> None:
    skid = texts["skid"]
    bodies = {"duo": texts["duo"], "quad": texts["quad"], "rich": RICH, "skid": skid}
    world = texts["world"].replace("(0, 0, 0.01, 0, 0, 0, 1)", "(1, -2, 0.3, 0, 0, 0.6, 0.8)")
    built = build(core=bodies[core], world=world)
    model, data = load(built)
    robot = built.outcome.facts.robot
    spawn = Pose((1.0, -2.0, 0.3), (0.0, 0.0, 0.6, 0.8))
    names = built.json("drive.json")["bodies"]
    assert list(names) == [part.component.name for part in robot.parts]
    for part in robot.parts:
        pose = spawn @ Pose((0.0, 0.0, robot.base_height)) @ part.pose
        body = data.body(names[part.component.name])
        assert body.xpos == pytest.approx(pose.position, abs=1e-9)
        x, y, z, w = pose.orientation
        assert abs(sum(a * b for a, b in zip(body.xquat, (w, x, y, z), strict=True))) == pytest.approx(1.0, abs=1e-9)
        mass = part.component.part.inertial.mass
        assert model.body(body.name).mass[0] == pytest.approx(max(mass, 0.001), rel=1e-12)
    for contact in robot.contacts:
        sphere = data.geom(f"base_link_contact_{contact.index}_collision")
        assert sphere.xpos == pytest.approx((spawn.apply(contact.center)), abs=1e-9)
    for wheel in robot.wheels:
        sphere = data.geom(f"{wheel.component.name}_collision")
        assert sphere.xpos == pytest.approx(spawn.apply(wheel.center), abs=1e-9)
    assert warnings == []


def test_the_root_is_one_free_joint_at_the_spawn(build: Callable[..., Any], texts: dict[str, str]) -> None:
    model, data = load(build(core=texts["duo"]))
    assert model.njnt == 3
    root = model.joint("root")
    assert (root.type[0], model.body(root.bodyid[0]).name) == (mujoco.mjtJoint.mjJNT_FREE, "base_footprint")
    assert list(data.qpos[:7]) == [0.0, 0.0, 0.01, 1.0, 0.0, 0.0, 0.0]


def test_a_positive_turn_of_each_wheel_rolls_the_robot_forward(
    build: Callable[..., Any], texts: dict[str, str]
) -> None:
    """The hinges of both sides point left, though the right wheel's part is mounted the other way round."""
    model, data = load(build(core=RICH))
    for side in ("left", "right"):
        joint = model.joint(f"{side}_wheel_joint")
        assert data.xaxis[joint.id] == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)


def test_groups_and_contacts(build: Callable[..., Any], texts: dict[str, str]) -> None:
    world = texts["world"].replace(
        "Marker flag",
        'SupportSurface pad(type = "box", pos = (0, 3, -0.05, 0, 0, 0, 1), size = (1, 1, 0.1)) Marker flag',
    )
    model, _ = load(build(core=RICH, world=world))

    def of(name: str) -> tuple[int, int, int, int]:
        geom = model.geom(name)
        return (geom.group[0], geom.contype[0], geom.conaffinity[0], geom.priority[0])

    assert of("ground_plane") == (2, 1, 2, 0)
    assert of("crate::link") == of("pad::link") == (0, 1, 2, 0)
    assert of("flag::link") == (2, 0, 0, 0)
    robot = {"base_link", "left_motor", "left_wheel", "caster", "laser", "wedge", "bumper"}
    assert {of(f"{name}_collision") for name in robot} == {(1, 2, 1, 1)}
    assert of("left_wheel_visual") == of("caster_visual") == (1, 0, 0, 0)


def test_friction(build: Callable[..., Any], texts: dict[str, str]) -> None:
    core = texts["skid"]
    model, _ = load(build(core=core))
    assert list(model.geom("left_wheel_collision").friction) == [1.0, 0.005, 0.0001]
    assert [model.geom(f"{name}_collision").condim[0] for name in ("left_wheel", "base_link_contact_0")] == [3, 1]
    assert list(model.geom("crate::link").friction) == [1.0, 0.005, 0.0001]
    model, _ = load(build(core=texts["duo"]))
    assert [model.geom(f"{name}_collision").condim[0] for name in ("left_wheel", "caster")] == [3, 1]


def test_actuators_with_and_without_ratings(build: Callable[..., Any], texts: dict[str, str]) -> None:
    model, _ = load(build(core=RICH))
    actuator = model.actuator("left_wheel_joint_actuator")
    assert list(actuator.ctrlrange) == [-12.0, 12.0]
    assert list(actuator.forcerange) == [-1.2, 1.2]
    joint = model.joint("left_wheel_joint")
    assert list(model.jnt_actfrcrange[joint.id]) == [-1.2, 1.2]
    assert model.dof_armature[model.jnt_dofadr[joint.id]] == 1e-4
    model, _ = load(build(core=texts["duo"]))
    actuator = model.actuator("left_wheel_joint_actuator")
    assert not actuator.ctrllimited[0]
    assert not actuator.forcelimited[0]


def test_the_gain_grows_with_the_base(
    build: Callable[..., Any], texts: dict[str, str], workshop: Any, box_part: Callable[..., dict[str, Any]]
) -> None:
    """0.5 N m s/rad for a light base; a heavier one gets its wheel's share of the mass at its rim over 20 ms."""
    assert float(build(core=texts["duo"]).named("velocity")["left_wheel_joint_actuator"]["kv"]) == 0.5
    size = (0.1, 0.1, 0.05)
    brick = box_part(
        "brick", "attachment", 20.0, size, collision={"type": "box", "size": size, "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, -0.025], "dir": [0, 0, -1]}}, profiles={"Attachment": {}},
    )  # fmt: skip
    workshop.stock(brick)
    heavy = build(core=texts["duo"] + 'Attachment load(ref = "brick", mount = "top_2")\n')
    # The brick, the chassis of 3 kg, two wheels of 0.2 kg and the caster of half a gram, on two wheels of 5 cm.
    gain = (20.0 + 3.0 + 0.4 + 0.0005) / 2 * 0.05**2 / 0.020
    assert gain > 1.4
    assert float(heavy.named("velocity")["left_wheel_joint_actuator"]["kv"]) == pytest.approx(gain, rel=1e-9)
    # A part that states no mass weighs in the model what MuJoCo lets a body weigh, and takes nothing from the rest.
    light = {key: value for key, value in brick.items() if key != "inertial"} | {"id": "mark"}
    workshop.stock(brick, light)
    core = texts["duo"] + 'Attachment load(ref = "brick", mount = "top_2")\n'
    core += 'Attachment mark(ref = "mark", mount = "top_4")\n'
    marked = build(core=core)
    gain += 0.001 / 2 * 0.05**2 / 0.020
    assert float(marked.named("velocity")["left_wheel_joint_actuator"]["kv"]) == pytest.approx(gain, rel=1e-9)


def test_a_world_without_a_floor(build: Callable[..., Any], texts: dict[str, str]) -> None:
    built = build(world=texts["world"].replace(", ground_plane = true", ""))
    assert "ground_plane" not in built.named("geom")
    model, data = load(built)
    mujoco.mj_step(model, data, 300)
    assert data.qpos[2] < -0.3


def test_gravity_is_the_worlds(build: Callable[..., Any], texts: dict[str, str]) -> None:
    world = texts["world"].replace("World hall {", "World hall { physics(gravity = (0, 0.5, -1.62))")
    model, _ = load(build(world=world))
    assert list(model.opt.gravity) == [0.0, 0.5, -1.62]
    assert (model.opt.timestep, model.opt.integrator) == (0.001, mujoco.mjtIntegrator.mjINT_IMPLICITFAST)


def test_entities_by_shape(build: Callable[..., Any], texts: dict[str, str]) -> None:
    entities = """\
        Obstacle ball(type = "sphere", pos = (3, 1, 0.2, 0, 0, 0, 1), size = (0.4, 0.4, 0.4))
        Obstacle post(type = "cylinder", pos = (3, -1, 0.5, 0, 0.70710678, 0, 0.70710678), size = (0.2, 0.2, 1.0))
        Obstacle flag"""
    model, data = load(build(world=texts["world"].replace("Marker flag", entities)))
    assert list(model.geom("crate::link").size) == [0.15, 0.15, 0.25]
    assert model.geom("ball::link").size[0] == 0.2
    assert list(model.geom("post::link").size[:2]) == [0.1, 0.5]
    assert data.geom("post::link").xmat.reshape(3, 3)[:, 2] == pytest.approx((1.0, 0.0, 0.0), abs=1e-9)


def test_a_hull_collides_by_its_points(build: Callable[..., Any], texts: dict[str, str]) -> None:
    model, _ = load(build(core=RICH))
    assert model.nmesh == 1
    assert model.mesh_vertnum[0] == 5
    geom = model.geom("wedge_collision")
    assert geom.type[0] == mujoco.mjtGeom.mjGEOM_MESH
    # The wedge weighs what its part states, whatever its hull's volume.
    assert model.body("wedge").mass[0] == pytest.approx(0.3)


def test_a_wide_world_does_not_cut_off_what_is_near(build: Callable[..., Any], texts: dict[str, str]) -> None:
    """MuJoCo's cameras see from a share of the world's extent on; that stays within centimetres."""
    for place in ("(1.2, 0, 0.25", "(150, 0, 0.25"):
        model, _ = load(build(world=texts["world"].replace("(1.2, 0, 0.25", place)))
        assert model.vis.map.znear * model.stat.extent == pytest.approx(0.02, rel=1e-6)
