"""URDFs become libraries that load and robots that compile clean, weigh what they weighed, and drive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from robotdsl_compiler.convert.convert import Options, convert
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.model.geometry import rotate
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source

from .making import Made, line, made
from .robots import BODY, FL, FOUR, LASER, ROVER, SCOUT, TRIKE, cube_stl, expected, robot, swapped, wheel

SOURCE = Path(__file__).resolve().parents[3]


def whole(facts: RobotFacts) -> tuple[float, Any, Any]:
    """Mass, centre of mass and inertia about the origin of the chassis of a robot of parts."""
    mass, moment, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
    for part in facts.parts:
        record, pose = part.component.part.inertial, part.pose
        assert record is not None and pose is not None
        r = np.array([rotate(pose.orientation, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]).T
        c = np.array(pose.apply(record.origin))
        xx, yy, zz, xy, xz, yz = record.inertia
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        mass += record.mass
        moment += record.mass * c
        inertia += r @ tensor @ r.T + record.mass * (c @ c * np.eye(3) - np.outer(c, c))
    return mass, moment / mass, inertia


@pytest.mark.parametrize("text", [SCOUT, ROVER, TRIKE], ids=["two wheels and a ball", "four wheels", "a swivel caster"])
def test_mass_centre_and_inertia_are_those_of_the_urdf(text: str, tmp_path: Path) -> None:
    result = made(text, tmp_path)
    mass, center, inertia = whole(result.facts())
    wanted_mass, wanted_center, wanted_inertia = expected(text)
    assert mass == pytest.approx(wanted_mass, rel=1e-12)
    assert result.report["mass_kg"] == pytest.approx(wanted_mass, rel=1e-12)
    np.testing.assert_allclose(center, wanted_center, atol=1e-9)
    np.testing.assert_allclose(inertia, wanted_inertia, atol=1e-9)


def test_a_two_wheel_base(tmp_path: Path) -> None:
    result = made(SCOUT, tmp_path)
    facts = result.facts()
    assert result.report["chassis"] == "Diff_two_caster"
    assert result.core == (
        "// Made of robot.urdf by `robotdsl convert`.\n\n"
        "Robot scout {\n"
        '    Diff_two_caster base(ref = "scout_chassis")\n\n'
        '    Standard left_wheel(ref = "scout_wheel", mount = "left_wheel")\n'
        '    Standard right_wheel(ref = "scout_wheel", mount = "right_wheel")\n\n'
        '    Lidar base_scan(ref = "scout_base_scan", mount = "base_scan")\n'
        '    IMU imu_link(ref = "scout_imu_link", mount = "imu_link")\n'
        "}\n"
    )
    assert [(round(w.center[1], 9), w.radius, w.width) for w in facts.wheels] == [
        (0.12, 0.05, 0.03),
        (-0.12, 0.05, 0.03),
    ]
    assert facts.base_height == pytest.approx(0.05)
    (ball,) = facts.contacts
    assert ball.center == pytest.approx((-0.12, 0.0, 0.02))
    assert ball.radius == 0.02
    scan, imu = facts.sensors
    assert scan.pose.position == pytest.approx((0.08, 0.0, 0.15))
    r = scan.rating
    assert (r.samples, r.horizontal_fov_rad, r.range_min_m, r.range_max_m, r.rate_hz, r.noise_stddev) == (
        180, 3.0, 0.12, 6.0, 8.0, 0.02,
    )  # fmt: skip
    assert scan.assumed == ()
    assert imu.pose.turn((1.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0, 0.0))
    assert result.report["components"]["base"] == ["base_link", "base_footprint", "caster_link", "mast", "head"]


def test_what_is_left_behind_is_told_with_its_line(tmp_path: Path) -> None:
    said = made(SCOUT, tmp_path).said
    assert said("revolute joint `head_joint`") == [(line(SCOUT, '<joint name="head_joint"'), "held fixed at zero")]
    assert said("<limit> of the joint `left_wheel_joint`")[0][0] == line(SCOUT, '<limit effort="2"')
    assert said("<dynamics>") == [(line(SCOUT, "<dynamics"), "not carried")]
    assert said("drawn cylinder of `left_wheel_link`")[0][1].startswith("not carried")
    assert said("<transmission> `left`") == [(line(SCOUT, "<transmission"), "not carried")]
    assert said("plugin libscan.so") == [(line(SCOUT, "<plugin"), "not carried")]
    assert said("<material> of base_scan") == [(line(SCOUT, "<material>Gazebo"), "not carried")]
    assert said("`imu_link` states no mass") == [(line(SCOUT, '<link name="imu_link"/>'), "1 g of the base's")]
    assert said("`imu_link` has no shape")[0][1].startswith("a cube")


def test_a_scaled_mesh_is_written_in_metres(tmp_path: Path) -> None:
    result = made(SCOUT, tmp_path)
    data = (result.folder / "library" / "parts" / "scout_chassis" / "base.stl").read_bytes()
    points = np.frombuffer(data[84:134][12:48], "<f4")
    assert points.max() == pytest.approx(0.1)


def test_a_mesh_that_is_not_found_is_told(tmp_path: Path) -> None:
    text = SCOUT.replace("scout_description", "elsewhere")
    result = made(text, tmp_path)
    ((where, became),) = result.said("drawn mesh of `base_link`")
    assert where == line(text, "<visual><geometry>")
    assert became.endswith("say where the package `elsewhere` lies with --package-path")
    result.facts()


def test_a_four_wheel_base(tmp_path: Path) -> None:
    result = made(ROVER, tmp_path)
    facts = result.facts()
    assert result.report["chassis"] == "Diff_drive"
    assert {w.component.name: (w.center[0], w.center[1]) for w in facts.wheels} == {
        "front_left_wheel": pytest.approx((0.12, 0.2)), "front_right_wheel": pytest.approx((0.12, -0.2)),
        "rear_left_wheel": pytest.approx((-0.12, 0.2)), "rear_right_wheel": pytest.approx((-0.12, -0.2)),
    }  # fmt: skip
    (hull,) = result.said("collides by 2 shapes")
    assert hull[1] == "their convex hull"
    chassis = facts.part("base").component.part
    assert chassis.hull is not None
    top = max(v[2] for v in chassis.hull.vertices)
    assert top == pytest.approx(0.2)


def test_a_swivel_caster_slides_where_its_wheel_stands(tmp_path: Path) -> None:
    result = made(TRIKE, tmp_path)
    facts = result.facts()
    (caster,) = [w for w in facts.wheels if w.component.type == "Caster"]
    assert caster.center == pytest.approx((-0.23, 0.0, 0.06))
    assert caster.component.part.inertial is not None
    assert caster.component.part.inertial.mass == pytest.approx(0.5)
    assert result.report["components"]["roll"] == ["fork", "roll"]
    # The wheels do not weigh the same, so that each is a part of its own.
    assert '"trike_left_wheel"' in result.core
    assert '"trike_right_wheel"' in result.core


def test_a_caster_that_is_no_ball_and_not_quite_on_the_ground(tmp_path: Path) -> None:
    text = SCOUT.replace('<sphere radius="0.02"/>', '<box size="0.03 0.02 0.038"/>')
    result = made(text, tmp_path)
    (ball,) = result.facts().contacts
    assert ball.center[2] == pytest.approx(ball.radius)
    at = line(text, '<collision><geometry><box size="0.03 0.02 0.038"/>')
    assert [where for where, _ in result.said("of `caster_link`")] == [at]
    high = made_again(SCOUT.replace('<sphere radius="0.02"/>', '<sphere radius="0.015"/>'), tmp_path)
    assert high.said("5.0 mm above the driven wheels' plane")[0][1] == "moved onto that plane"
    (ball,) = high.facts().contacts
    assert ball.center[2] == pytest.approx(0.015)


def made_again(text: str, folder: Path) -> Made:
    inner = folder / "again"
    inner.mkdir()
    return made(text, inner)


def test_the_drive_plugin_decides_between_wheels(tmp_path: Path) -> None:
    plugin = """
  <gazebo><plugin name="drive" filename="diff.so"><leftJoint>rl_joint</leftJoint><rightJoint>rr_joint</rightJoint>
  </plugin></gazebo>"""
    text = robot(BODY, *(wheel(*w) for w in FOUR), LASER, plugin)
    result = made(text, tmp_path)
    assert result.report["chassis"] == "Diff_two_caster"
    assert {w.component.name: w.component.type for w in result.facts().wheels} == {
        "left_wheel": "Standard", "right_wheel": "Standard", "fl": "Caster", "fr": "Caster",
    }  # fmt: skip


def test_four_wheels_with_rollers_are_a_mecanum_base(tmp_path: Path) -> None:
    """Told by a wheel's name, by its mesh file, or by a plugin that moves the base sideways; the package's name alone
    tells nothing.
    """
    plugin = '<gazebo><plugin name="move" filename="libgazebo_ros_planar_move.so"/></gazebo></robot>'
    for k, text in enumerate((ROVER.replace('"fl"', '"mecanum_fl"'), swapped("</robot>", plugin))):
        (tmp_path / str(k)).mkdir()
        result = made(text, tmp_path / str(k))
        assert result.report["chassis"] == "Mecanum_four_wheel"
        assert result.core.count("    Mecanum ") == 4
        assert len(result.said("the wheels' rollers")) == 1
        facts = result.checked()
        assert {w.component.name for w in facts.wheels} == {
            f"{end}_{side}_wheel" for end in ("front", "rear") for side in ("left", "right")
        }  # fmt: skip
        assert facts.drive is not None
        assert facts.drive.holonomic
    drawn = '<visual><geometry><mesh filename="package://omnibot/{}/w.stl"/></geometry></visual>\n  </link>'
    for folder, type in (("meshes", "Diff_drive"), ("mecanum", "Mecanum_four_wheel")):
        (tmp_path / folder).mkdir()
        with_mesh = swapped("</collision>\n  </link>\n  <joint", "</collision>" + drawn.format(folder) + "\n  <joint")
        assert made(with_mesh, tmp_path / folder).report["chassis"] == type


def test_wheels_with_rollers_beside_a_pair_that_grips_are_casters(tmp_path: Path) -> None:
    text = ROVER.replace('"fl"', '"omni_fl"').replace('"fr"', '"omni_fr"')
    result = made(text, tmp_path)
    assert result.report["chassis"] == "Diff_two_caster"
    assert {w.component.name: w.component.type for w in result.facts().wheels} == {
        "left_wheel": "Standard", "right_wheel": "Standard", "omni_fl": "Caster", "omni_fr": "Caster",
    }  # fmt: skip


def suspended(axis: str, type: str, limit: str) -> str:
    """A rover whose front left wheel hangs from an arm on a joint of its own."""
    arm = f"""
  <link name="arm">
    <inertial><mass value="0.3"/><inertia ixx="0.0004" iyy="0.0004" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="arm_joint" type="{type}"><parent link="base_link"/><child link="arm"/><axis xyz="{axis}"/>{limit}</joint>
</robot>"""
    return swapped("</robot>", arm, swapped(FL, FL.replace('"base_link"', '"arm"')))


@pytest.mark.parametrize(
    ("axis", "type", "limit", "carried"),
    [
        ("0 0 1", "prismatic", '<limit lower="-0.005" upper="0.005"/>', True),
        ("0 1 0", "revolute", '<limit lower="-0.3" upper="0.3"/>', True),
        ("1 0 0", "prismatic", '<limit lower="-0.1" upper="0.1"/>', False),
        ("0 1 0", "revolute", '<limit lower="-1.5" upper="1.5"/>', False),
        ("0 1 0", "revolute", '<limit lower="many" upper="0.3"/>', False),
        ("0 1 0", "revolute", "", False),
    ],
)
def test_a_wheel_on_a_suspension_is_a_wheel_of_the_base(
    axis: str, type: str, limit: str, carried: bool, tmp_path: Path
) -> None:
    text = suspended(axis, type, limit)
    if not carried:
        said = Diagnostics()
        assert convert(Source("r.urdf", text.encode()), Path("r.urdf"), Options(), said) is None
        assert [d.message for d in said] == [
            "a base with 1 driven wheels on the left and 2 on the right cannot be converted yet: "
            "one on each side can, and two"
        ]
        return
    result = made(text, tmp_path)
    assert result.report["chassis"] == "Diff_drive"
    assert result.said(f"the {type} joint `arm_joint`")[0][1] == "held fixed at zero"
    assert "arm" in result.report["components"]["base"]
    result.facts()


def test_a_wheel_that_collides_as_a_box_is_one_as_it_is_drawn(tmp_path: Path) -> None:
    round_one = '<origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.08" length="0.05"/></geometry>'
    box = f'<geometry><box size="0.16 0.05 0.16"/></geometry></collision><visual>{round_one}</visual>'
    result = made(ROVER.replace(f"{round_one}\n    </collision>", box), tmp_path)
    assert [w.radius for w in result.facts().wheels] == [0.08] * 4
    ((_, became),) = result.said("what `fl` collides by is not round about its axle")
    assert became == "a wheel as it is drawn, of radius 0.08 m"


def test_the_corners_of_a_hull_are_kept_and_nothing_inside_it(tmp_path: Path) -> None:
    inner = '<collision><origin xyz="0 0 0.05"/><geometry><box size="0.1 0.1 0.05"/></geometry></collision></link>'
    text = ROVER.replace("</link>", inner, 1)
    chassis = made(text, tmp_path).facts().part("base").component.part
    plain = made_again(ROVER, tmp_path).facts().part("base").component.part
    assert chassis.hull is not None and plain.hull is not None
    assert chassis.hull.vertices == plain.hull.vertices


def test_shapes_in_one_plane_are_a_thin_box(tmp_path: Path) -> None:
    """The box about a mesh that is flat has no volume."""
    flat = cube_stl(200.0)
    points = np.frombuffer(flat[84:], np.uint8).reshape(2, 50)[:, 12:48].copy().view("<f4").reshape(2, 3, 3).copy()
    points[:, :, 2] = 0.0
    records = b"".join(b"\0" * 12 + p.astype("<f4").tobytes() + b"\0\0" for p in points)
    mesh = '<geometry><mesh filename="file:flat.stl" scale="0.001 0.001 0.001"/></geometry>'
    old = '<collision><origin xyz="0 0 0.05"/><geometry><box size="0.5 0.3 0.12"/></geometry></collision>\n'
    text = swapped(old, f"<collision>{mesh}</collision>")
    text = swapped('<origin xyz="0.1 0 0.15"/><geometry><cylinder radius="0.1" length="0.1"/></geometry>', mesh, text)
    (tmp_path / "flat.stl").write_bytes(flat[:84] + records)
    chassis = made(text, tmp_path).facts().part("base").component.part
    assert chassis.hull is None
    assert chassis.collision is not None
    assert chassis.collision.size == pytest.approx((0.2, 0.2, 1e-4))


def test_two_wheels_that_only_turn_the_other_way_round_are_one_part(tmp_path: Path) -> None:
    """A half turn written with eleven digits, and products of inertia that change their sign with it."""
    text = SCOUT.replace(
        '<origin xyz="0 -0.12 0" rpy="-1.5707963267948966 0 0"/>', '<origin xyz="0 -0.12 0" rpy="1.57079632679 0 0"/>'
    )
    result = made(text, tmp_path)
    assert result.core.count('"scout_wheel"') == 2


def test_a_moment_below_zero_by_a_rounding_is_no_fault(tmp_path: Path) -> None:
    result = made(swapped('ixx="0.0002"', 'ixx="-5e-20"'), tmp_path)
    assert len(result.said("the inertia of `laser` is that of no body")) == 1


def test_the_driven_wheels_may_be_named(tmp_path: Path) -> None:
    result = made(ROVER, tmp_path, "--wheel", "fl", "--wheel", "fr", "--name", "front_drive")
    assert result.name == "front_drive"
    assert result.report["components"]["left_wheel"] == ["fl"]
    result.facts()


def test_a_round_mesh_is_a_wheel(tmp_path: Path) -> None:
    """A mesh of a disc of 0.08 m, 0.05 m wide, is measured; so is one that is not round, and refused."""
    ring = [
        f"v {0.08 * np.cos(a):.6f} {y} {0.08 * np.sin(a):.6f}"
        for a in np.linspace(0, 2 * np.pi, 48, endpoint=False)
        for y in (-0.025, 0.025)
    ]
    (tmp_path / "disc.obj").write_text("\n".join([*ring, "f 1 2 3"]))
    shape = '<origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.08" length="0.05"/></geometry>'
    text = ROVER.replace(shape, '<geometry><mesh filename="file:disc.obj"/></geometry>')
    facts = made(text, tmp_path).facts()
    assert all((round(w.radius, 4), round(w.width, 6)) == (0.08, 0.05) for w in facts.wheels)


def test_an_inertia_of_no_body_is_replaced_and_told(tmp_path: Path) -> None:
    text = ROVER.replace('ixx="0.0002" iyy="0.0002" izz="0.0002"', 'ixx="0.0002" iyy="0.0002" izz="0.9"')
    result = made(text, tmp_path)
    ((_, became),) = result.said("the inertia of `laser` is that of no body")
    assert became == "that of a uniform box about its shapes"
    result.facts()


@pytest.mark.parametrize("text", [SCOUT, ROVER], ids=["scout", "rover"])
def test_a_converted_robot_drives_round_a_post_to_its_goal(text: str, tmp_path: Path) -> None:
    result = made(text, tmp_path)
    result.facts()
    path = os.pathsep.join(str(SOURCE / f"robotdsl_{package}") for package in ("compiler", "runtime", "mujoco_sim"))
    run = subprocess.run(
        [
            sys.executable, "-m", "robotdsl_compiler.cli", "simulate", str(result.folder), "--library",
            str(result.folder / "library"), "--output", str(tmp_path / "run"), "--no-picture", "--no-report",
        ],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr + run.stdout
    verdicts = json.loads((tmp_path / "run" / "run" / "evaluation.json").read_text())
    assert [check["verdict"] for check in verdicts["checks"]] == ["pass", "pass"]
