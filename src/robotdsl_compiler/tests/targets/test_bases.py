"""The models of steering, rolling, tracked and legged bases and of parts with links, as MuJoCo reads them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from . import undercarriages as bases

mujoco = pytest.importorskip("mujoco")
TARGETS = pytest.mark.parametrize("target", ["embedded", "mjcf"])
Make = Callable[..., tuple[Any, Any, Any]]


@pytest.fixture
def make(build: Any, workshop: Any) -> Iterator[Make]:
    """Compiles a robot and loads it: what was built, the model and its data. MuJoCo may warn of nothing."""
    said: list[str] = []
    mujoco.set_mju_user_warning(said.append)

    def load(target: str, robot: bases.Robot, more: str = "", **texts: str) -> tuple[Any, Any, Any]:
        parts, core = robot
        workshop.stock(*parts)
        built = build(target=target, core=core + more, **texts)
        model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        return built, model, data

    yield load
    mujoco.set_mju_user_warning(None)
    assert said == []


def parent(model: Any, name: str) -> str:
    return str(model.body(model.body(name).parentid[0]).name)


# Steering ---------------------------------------------------------------------------------------------------------


@TARGETS
def test_a_knuckle_between_the_chassis_and_a_steered_wheel(make: Make, target: str) -> None:
    _, model, data = make(target, bases.car())
    for side, y in (("left", 0.1), ("right", -0.1)):
        wheel, knuckle = f"front_{side}_wheel", f"front_{side}_wheel_steer"
        assert (parent(model, wheel), parent(model, knuckle)) == (knuckle, "base_link")
        assert model.body(knuckle).mass[0] == 0.010
        assert list(model.body(knuckle).inertia) == [1e-6] * 3
        joint = model.joint(f"{wheel}_steer_joint")
        assert joint.bodyid[0] == model.body(knuckle).id
        assert data.xanchor[joint.id] == pytest.approx((0.15, y, 0.05 + 0.01), abs=1e-9)
        assert data.xaxis[joint.id] == pytest.approx((0, 0, 1), abs=1e-12)
        assert list(joint.range) == [-0.5, 0.5]
        assert list(model.jnt_actfrcrange[joint.id]) == [-50.0, 50.0]
        actuator = model.actuator(f"{wheel}_steer_joint_actuator")
        assert actuator.trnid[0] == joint.id
        assert (actuator.gainprm[0], list(actuator.biasprm[:3])) == (50.0, [0.0, -50.0, -2.0])
        assert list(actuator.ctrlrange) == [-0.5, 0.5]
        # The front pair rolls, and is observed: it turns on a hinge that nothing drives.
        assert model.joint(f"{wheel}_joint").bodyid[0] == model.body(wheel).id
    assert [model.actuator(i).name for i in range(model.nu)] == [
        "rear_left_wheel_joint_actuator", "rear_right_wheel_joint_actuator",
        "front_left_wheel_steer_joint_actuator", "front_right_wheel_steer_joint_actuator",
    ]  # fmt: skip


def test_how_a_car_is_driven(make: Make) -> None:
    drive = make("mjcf", bases.car())[0].json("drive.json")
    assert list(drive)[4:] == [
        "bodies", "kinematics", "axle_x", "min_turning_radius", "wheels", "kingpins",
    ]  # fmt: skip
    assert (drive["schema"], drive["kinematics"], drive["axle_x"]) == ("robotdsl.mjcf_drive", "steering", -0.15)
    assert drive["min_turning_radius"] == pytest.approx(0.3 / math.tan(0.5) + 0.1)
    assert drive["wheels"][0] == {
        "component": "rear_left_wheel", "joint": "rear_left_wheel_joint",
        "actuator": "rear_left_wheel_joint_actuator", "x": -0.15, "y": 0.12, "offset": 0.0, "radius": 0.05,
        "max_speed": None, "max_torque": None,
    }  # fmt: skip
    assert drive["kingpins"] == [
        {
            "component": f"front_{side}_wheel", "joint": f"front_{side}_wheel_steer_joint",
            "actuator": f"front_{side}_wheel_steer_joint_actuator", "x": 0.15, "y": y, "limit": 0.5, "sign": 1.0,
        }
        for side, y in (("left", 0.1), ("right", -0.1))
    ]  # fmt: skip


def test_a_kingpin_that_points_down_turns_the_other_way(make: Make) -> None:
    built, _, data = make("mjcf", bases.car(axis=(0.0, 0.0, -1.0)))
    assert [pin["sign"] for pin in built.json("drive.json")["kingpins"]] == [-1.0, -1.0]
    assert data.joint("front_left_wheel_steer_joint").xaxis == pytest.approx((0, 0, -1), abs=1e-12)


@TARGETS
def test_a_motor_on_a_steered_mount_hangs_from_the_knuckle(make: Make, target: str) -> None:
    built, model, _ = make(target, bases.tricycle(motor=True))
    assert [parent(model, name) for name in ("front_wheel", "drive", "drive_steer")] == [
        "drive", "drive_steer", "base_link",
    ]  # fmt: skip
    drive = built.json("drive.json")
    (wheel,), (pin,) = drive["wheels"], drive["kingpins"]
    assert (pin["component"], pin["joint"]) == ("drive", "drive_steer_joint")
    assert (wheel["component"], wheel["max_speed"], wheel["max_torque"]) == ("front_wheel", 12.0, 1.2)
    # The motor is 30 mm long, and the wheel's middle stands half its width beyond the motor's shaft.
    assert (wheel["x"], wheel["y"], wheel["offset"]) == (0.15, -0.02, pytest.approx(0.03 + 0.02))


def test_wheels_that_are_not_midway_turn_about_their_middle(make: Make, texts: dict[str, str]) -> None:
    """The robot alone is driven by the contract's rule, wherever the chassis' origin lies between the wheels."""
    built, model, data = make("mjcf", ([], texts["duo"].replace('"duo"', '"lopsided_duo"')))
    drive = built.json("drive.json")
    assert drive["separation"] == pytest.approx(0.26)
    assert [wheel["y"] for wheel in drive["wheels"]] == pytest.approx([0.13, -0.13])
    v, w = 0.0, 1.5
    for wheel in drive["wheels"]:
        data.actuator(wheel["actuator"]).ctrl = (v - w * wheel["y"]) / wheel["radius"]
    mujoco.mj_step(model, data, 1000)
    # The origin lies 6 cm to the right of that middle, which stands still but for what the caster drags.
    ahead, turn = data.body("base_footprint").xmat[:7:3] @ data.qvel[:3], data.qvel[5]
    assert turn == pytest.approx(w, rel=0.02)
    assert ahead == pytest.approx(0.06 * turn, abs=2e-3)


# Rollers ----------------------------------------------------------------------------------------------------------


@TARGETS
def test_a_mecanum_wheel_is_its_rollers(make: Make, target: str) -> None:
    built, model, data = make(target, bases.mecanum())
    assert model.nu == 4
    lines = {"front_left": (1, -1), "front_right": (1, 1), "rear_left": (1, 1), "rear_right": (1, -1)}
    for corner, (x, y) in lines.items():
        hub = f"{corner}_wheel"
        names = [f"{hub}/roller_{n}" for n in range(12)]
        assert [model.body(b).name for b in range(model.nbody) if parent_is(model, b, hub)] == names
        assert model.body(hub).mass[0] == pytest.approx(0.3 - 0.012)
        assert sorted(model.body(hub).inertia) == pytest.approx([4e-4, 4e-4, 6e-4])
        colliding = [g for g in range(model.ngeom) if model.geom(g).bodyid[0] == model.body(hub).id]
        assert all(model.geom_contype[g] == model.geom_conaffinity[g] == 0 for g in colliding)
        assert len(colliding) == (1 if target == "embedded" else 0)
        for name in names:
            body, joint = model.body(name), model.joint(name)
            assert (body.mass[0], list(body.inertia)) == (0.001, [1e-6] * 3)
            assert joint.bodyid[0] == body.id
            assert body.jntnum[0] == 1
            assert model.dof_armature[joint.dofadr[0]] == model.dof_damping[joint.dofadr[0]] == 0.0
            assert body.geomnum[0] == 5
            for g in range(body.geomadr[0], body.geomadr[0] + 5):
                geom = model.geom(g)
                assert geom.type[0] == mujoco.mjtGeom.mjGEOM_SPHERE
                assert list(geom.friction) == [1.0, 0.005, 0.0001]
                assert (geom.group[0], geom.contype[0], geom.conaffinity[0]) == (1, 2, 1)
        under = data.xaxis[model.joint(names[0]).id]
        assert abs(under[0] * x + under[1] * y) == pytest.approx(math.sqrt(2.0), abs=1e-9)
        assert data.body(names[0]).xpos[:2] == pytest.approx(data.body(hub).xpos[:2], abs=1e-9)
    drive = built.json("drive.json")
    assert drive["kinematics"] == "holonomic"
    # Half the wheelbase plus half the track between the wheels' middles.
    k = 0.15 + 0.12
    rows = [(1, -1, -k), (1, 1, k), (1, 1, -k), (1, -1, k)]
    assert [w["component"] for w in drive["wheels"]] == [f"{corner}_wheel" for corner in lines]
    for wheel, row in zip(drive["wheels"], rows, strict=True):
        assert wheel["row"] == pytest.approx([term / 0.05 for term in row])
        assert list(wheel) == ["component", "joint", "actuator", "radius", "row", "max_speed", "max_torque"]


def parent_is(model: Any, body: int, name: str) -> bool:
    return bool(model.body_parentid[body] == model.body(name).id)


def test_an_omni_wheel_slides_along_its_axle(make: Make) -> None:
    built, _, data = make("embedded", bases.omni())
    drive = built.json("drive.json")
    assert drive["kinematics"] == "holonomic"
    for wheel in drive["wheels"]:
        axle = data.joint(wheel["joint"]).xaxis
        for n in range(12):
            roller = data.joint(f"{wheel['component']}/roller_{n}").xaxis
            assert axle @ roller == pytest.approx(0.0, abs=1e-9)
    (said,) = {a["reason"] for a in built.json("compile.json")["approximations"] if a["construct"] == "An omni wheel"}
    assert said.startswith("MuJoCo's friction knows no direction")


# Tracks -----------------------------------------------------------------------------------------------------------


@TARGETS
def test_a_belt_is_a_box_on_its_run(make: Make, target: str) -> None:
    built, model, data = make(target, bases.tracked())
    assert (model.njnt, model.nu) == (1, 0)
    for side, y in (("left", 0.115), ("right", -0.115)):
        geom = model.geom(f"{side}_track_collision")
        assert geom.type[0] == mujoco.mjtGeom.mjGEOM_BOX
        assert 2.0 * geom.size == pytest.approx((0.2, 0.03, 0.25 / math.pi))
        assert list(geom.friction) == [1.0, 0.005, 0.0001]
        place = data.geom(geom.name).xpos - data.body("base_footprint").xpos
        assert place == pytest.approx((0.0, y, 0.25 / math.pi / 2.0), abs=1e-9)
        assert list(model.geom_surfacevel[geom.id]) == [0.0] * 6
    drive = built.json("drive.json")
    assert (drive["kinematics"], drive["separation"]) == ("tracks", pytest.approx(0.23))
    assert drive["belts"] == [
        {"component": f"{s}_track", "body": f"{s}_track", "max_speed": None} for s in ("left", "right")
    ]


# Links and feet ---------------------------------------------------------------------------------------------------


def test_links_are_written_to_the_last_digit(make: Make, texts: dict[str, str]) -> None:
    arm = bases.arm(range=[0.3, 0.30000000000000016])
    arm["links"]["boom"]["xyz"] = [1 / 3, 2 / 7, 1e-17]
    core = texts["duo"] + '    Attachment grip(ref = "arm", mount = "top_2")\n'
    built, model, _ = make("mjcf", ([arm], core))
    assert [parent(model, name) for name in ("grip", "grip/boom", "grip/claw")] == ["base_link", "grip", "grip/boom"]
    joint = model.joint("grip/boom")
    assert list(joint.range) == [0.3, 0.30000000000000016]
    assert list(model.body("grip/boom").pos) == [1 / 3, 2 / 7, 1e-17]
    assert list(joint.axis) == pytest.approx([0, 0.6, 0.8], abs=1e-15)
    dof = joint.dofadr[0]
    assert (model.dof_damping[dof], model.dof_armature[dof], model.dof_frictionloss[dof]) == (0.7, 0.003, 0.05)
    actuator = model.actuator("grip/boom_actuator")
    assert (actuator.gainprm[0], list(actuator.biasprm[:3])) == (40.0, [0.0, -40.0, 0.0])
    assert (list(actuator.forcerange), list(actuator.ctrlrange)) == ([-9.0, 9.0], list(joint.range))
    free = model.joint("grip/claw")
    assert (list(free.range), model.dof_damping[free.dofadr[0]]) == ([-0.2, 0.2], 0.0)
    assert list(model.body("grip/boom").ipos) == [0.01, 0.02, 0.03]
    box, tube = range(model.body("grip/boom").geomadr[0], model.body("grip/boom").geomadr[0] + 2)
    assert list(model.geom_size[box]) == [0.01, 0.015, 0.05]
    assert list(model.geom_size[tube][:2]) == [0.01, 0.03]
    # MuJoCo's own friction; with the robot's other shapes.
    assert list(model.geom_friction[box]) == [1.0, 0.005, 0.0001]
    assert (model.geom_group[box], model.geom_contype[box], model.geom_conaffinity[box]) == (1, 2, 1)
    drive = built.json("drive.json")
    assert drive["links"] == {"grip": {"boom": "grip/boom", "claw": "grip/claw"}}
    assert drive["servos"] == [
        {
            "component": "grip", "link": "boom", "joint": "grip/boom", "actuator": "grip/boom_actuator", "hold": 0.3,
            "range": [0.3, 0.30000000000000016],
        }
    ]  # fmt: skip
    assert (drive["kinematics"], drive["keyframe"]) == ("differential", "hold")


def test_the_keyframe_holds_the_servos(make: Make, texts: dict[str, str]) -> None:
    core = texts["duo"] + '    Attachment grip(ref = "arm", mount = "top_2")\n'
    world = texts["world"].replace("(0, 0, 0.01, 0, 0, 0, 1)", "(1, -2, 0.3, 0, 0, 0.6, 0.8)")
    _, model, data = make("mjcf", ([bases.arm()], core), world=world)
    assert model.joint("grip/boom").qpos0[0] == 0.0
    mujoco.mj_resetDataKeyframe(model, data, model.key("hold").id)
    assert list(data.qpos[:7]) == [1.0, -2.0, 0.3, 0.8, 0.0, 0.0, 0.6]
    held = {model.joint(j).name: data.qpos[model.jnt_qposadr[j]] for j in range(1, model.njnt)}
    assert held == {"left_wheel_joint": 0, "right_wheel_joint": 0, "grip/boom": 0.3, "grip/claw": 0}
    assert {model.actuator(a).name: data.ctrl[a] for a in range(model.nu)} == {
        "left_wheel_joint_actuator": 0, "right_wheel_joint_actuator": 0, "grip/boom_actuator": 0.3,
    }  # fmt: skip


def test_links_that_are_all_fixed_have_no_keyframe(make: Make, texts: dict[str, str]) -> None:
    arm = bases.arm()
    del arm["links"]["claw"]
    arm["links"]["boom"]["joint"] = {"type": "fixed"}
    built, model, _ = make("mjcf", ([arm], texts["duo"] + '    Attachment grip(ref = "arm", mount = "top_2")\n'))
    drive = built.json("drive.json")
    assert model.nkey == 0
    assert drive["links"] == {"grip": {"boom": "grip/boom"}}
    assert not {"servos", "keyframe"} & drive.keys()


def test_a_light_links_inertia_is_raised(make: Make, texts: dict[str, str]) -> None:
    arm = bases.arm()
    arm["links"]["boom"]["inertial"]["mass"] = 1e-4
    # A thin plate turned about x: its largest moment is the sum of the other two but for the rounding.
    c, s, thin, wide = math.cos(0.4), math.sin(0.4), 3e-7, 5e-6
    flat = thin + wide
    arm["links"]["claw"]["inertial"]["inertia"] = {
        "ixx": thin, "iyy": wide * c * c + flat * s * s, "izz": wide * s * s + flat * c * c, "ixy": 0, "ixz": 0,
        "iyz": (wide - flat) * s * c,
    }  # fmt: skip
    core = texts["duo"] + '    Attachment grip(ref = "arm", mount = "top_2")\n'
    built, model, _ = make("mjcf", ([arm], core))
    assert model.body("grip/boom").mass[0] == 0.001
    moments = sorted(model.body("grip/claw").inertia)
    assert moments[0] == 1e-6
    assert moments[1:] == pytest.approx([wide, flat])
    raised = [a for a in built.json("compile.json")["approximations"] if a["component"].startswith("grip/")]
    assert [(a["component"], a["construct"]) for a in raised] == [
        ("grip/boom", "A link lighter than MuJoCo steps well"),
        ("grip/claw", "A link with a very small moment of inertia"),
    ]


def test_a_legged_base_stands_on_its_feet_alone(make: Make, texts: dict[str, str]) -> None:
    parts, core = bases.legged()
    parts[0]["inertial"]["origin_xyz"] = [0, 0, -1 / 300]
    built, model, data = make("mjcf", (parts, core), '    Lidar eye(ref = "laser", mount = "top")\n')
    root = model.body("base_link")
    assert parent(model, "base_link") == "world"
    assert list(root.ipos) == [0, 0, -1 / 300]
    assert model.joint("root").bodyid[0] == root.id
    assert "base_footprint" not in {model.body(b).name for b in range(model.nbody)}
    robot = [g for g in range(model.ngeom) if model.geom(g).name != "ground_plane"]
    assert all(model.geom_contype[g] == model.geom_conaffinity[g] == 0 for g in robot)
    assert all(model.geom_group[g] == 1 for g in robot)
    assert model.npair == 4
    feet = set()
    for p in range(4):
        assert model.geom(model.pair_geom1[p]).name == "ground_plane"
        feet.add(model.geom(model.pair_geom2[p]).name)
        assert model.pair_dim[p] == 3
        assert list(model.pair_friction[p]) == [0.7, 0.7, 0.005, 0.0001, 0.0001]
    assert feet == {f"{corner}/tip" for corner in bases.CORNERS}
    drive = built.json("drive.json")
    assert (drive["kinematics"], drive["root"]) == ("stand", {"body": "base_link", "joint": "root"})
    assert [s["joint"] for s in drive["servos"]] == [f"{corner}/hip" for corner in bases.CORNERS]
    assert drive["links"]["rear_left_wheel"] == {"hip": "rear_left_wheel/hip", "shin": "rear_left_wheel/shin"}
    mujoco.mj_resetDataKeyframe(model, data, model.key("hold").id)
    mujoco.mj_forward(model, data)
    # At the spawn pose, 1 cm above the floor, the soles are.
    assert [data.geom(name).xpos[2] for name in feet] == pytest.approx([0.01 + 0.02] * 4, abs=1e-9)
    assert [data.joint(f"{corner}/hip").qpos[0] for corner in bases.CORNERS] == [0.1] * 4
    mujoco.mj_step(model, data, 2000)
    assert math.acos(min(1.0, data.body("base_link").xmat[8])) < math.radians(0.5)
    touching = {model.geom(g).name for i in range(data.ncon) for g in data.contact.geom[i]}
    assert touching == feet | {"ground_plane"}
    stated = {a["construct"] for a in built.json("compile.json")["approximations"]}
    assert {"A legged base without a walking controller", "What of a legged base meets the floor"} <= stated


@TARGETS
def test_names_that_look_like_the_models_own_do_not_meet_them(make: Make, texts: dict[str, str], target: str) -> None:
    names = ("root", "hold", "sun", "ground_plane", "base_link_collision")
    core = texts["duo"] + "".join(
        f'    Lidar {name}(ref = "laser", mount = "top_{n}")\n' for n, name in enumerate(names)
    )
    _, model, _ = make(target, ([], core))
    assert set(names) <= {model.body(b).name for b in range(model.nbody)}
    assert "base_link_collision_collision" in {model.geom(g).name for g in range(model.ngeom)}


# The robot alone --------------------------------------------------------------------------------------------------


def test_the_robot_alone(make: Make, texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + '    Attachment wedge(ref = "wedge", mount = "top_2")\n'
    world = texts["world"].replace("World hall {", "World hall { physics(gravity = (0, 0.5, -1.62))")
    world = world.replace("(0, 0, 0.01, 0, 0, 0, 1)", "(1, -2, 0.3, 0, 0, 0.6, 0.8)")
    built, model, data = make("mjcf", ([], core), world=world)
    assert built.outcome.written == ("scene.xml", "drive.json", "compile.json")
    assert "file=" not in (built.folder / "scene.xml").read_text()
    assert {model.body(b).name for b in range(model.nbody)} == {
        "world", "base_footprint", "base_link", "left_wheel", "right_wheel", "caster", "laser", "wedge",
    }  # fmt: skip
    assert list(data.qpos[:7]) == [1.0, -2.0, 0.3, 0.8, 0.0, 0.0, 0.6]
    assert list(model.opt.gravity) == [0.0, 0.5, -1.62]
    assert (model.opt.timestep, model.opt.integrator) == (0.001, mujoco.mjtIntegrator.mjINT_IMPLICITFAST)
    # Nothing is drawn that does not collide, in no colour but MuJoCo's own.
    robot = [g for g in range(model.ngeom) if model.geom(g).name != "ground_plane"]
    assert len(robot) == 6
    assert all(list(model.geom_rgba[g]) == [0.5, 0.5, 0.5, 1.0] for g in robot)
    assert all((model.geom_group[g], model.geom_contype[g], model.geom_conaffinity[g]) == (1, 2, 1) for g in robot)
    assert (model.ncam, model.nsensor, model.nkey, model.nlight) == (0, 0, 0, 1)


def test_how_the_robot_alone_is_lit(make: Make, texts: dict[str, str]) -> None:
    _, model, _ = make("mjcf", ([], texts["duo"]))
    light = model.light(0)
    assert light.type[0] == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    assert light.castshadow[0]
    assert list(light.dir) == pytest.approx([v / math.sqrt(1.07) for v in (-0.5, 0.1, -0.9)])
    assert [list(v) for v in (light.diffuse, light.ambient, light.specular)] == [[0.5] * 3, [0.0] * 3, [0.0] * 3]
    head = model.vis.headlight
    assert list(head.ambient) == pytest.approx([0.4] * 3)
    assert [list(v) for v in (head.diffuse, head.specular)] == [[0.0] * 3, [0.0] * 3]
    assert model.vis.map.shadowclip == 4.0
    floor = model.geom("ground_plane").rgba[:3]
    assert [round(255 * v) for v in floor] == [230] * 3
    assert floor == pytest.approx([0.8 ** (1 / 2.2)] * 3, abs=1e-4)


def test_a_hull_is_wound_outward(make: Make, texts: dict[str, str]) -> None:
    core = texts["duo"] + '    Attachment wedge(ref = "wedge", mount = "top_2")\n'
    built, model, _ = make("mjcf", ([], core))
    (mesh,) = built.scene.iter("mesh")
    points = [float(word) for word in mesh.get("vertex").split()]
    corners = [points[i : i + 3] for i in range(0, len(points), 3)]
    faces = [int(word) for word in mesh.get("face").split()]
    volume = 0.0
    for i in range(0, len(faces), 3):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (corners[k] for k in faces[i : i + 3])
        volume += (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6.0
    assert volume == pytest.approx(0.1 * 0.1 * 0.08 / 3.0)
    assert (len(corners), len(faces) // 3) == (5, 6)
    assert model.mesh_facenum[0] == 6
    # It weighs what its part states.
    assert model.body("wedge").mass[0] == pytest.approx(0.3)


def test_what_the_robot_alone_stands_in_for(make: Make, texts: dict[str, str]) -> None:
    built, _, _ = make("mjcf", bases.tricycle(motor=True), texts["laser"].replace("top_0", "top"))
    found = json.loads((built.folder / "compile.json").read_text())["approximations"]
    told = {(a["component"], a["construct"]): a["emitted"] for a in found}
    assert set(told) == {
        ("front_wheel", "A wheel"), ("rear_left_wheel", "A wheel"), ("rear_right_wheel", "A wheel"),
        ("front_wheel", "The drive of a wheel"), ("drive", "A steered wheel"), ("base", "A tricycle"),
        ("laser", "A Lidar"), ("hall", "A world"),
    }  # fmt: skip
    assert told["hall", "A world"] == "Its floor and its gravity, and nothing that stands in it"
    assert "50 N m/rad and 2 N m s/rad" in told["drive", "A steered wheel"]
