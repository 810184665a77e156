"""URDFs become libraries that load and robots that compile clean, weigh what they weighed, and drive."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.convert.convert import Options, convert
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.library import load_libraries
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.model.geometry import rotate
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source

sys.path.insert(0, str(Path(__file__).parent))
from robots import BODY, FOUR, LASER, ROVER, SCOUT, cube_stl, expected, robot, wheel

SOURCE = Path(__file__).resolve().parents[3]
WORLD = """\
World yard {{
    spawn(robot = @core/{name}, pose = (0, 0, 0, 0, 0, 0, 1))
    Scenario open(ref = "empty", ground_plane = true) {{
        Obstacle post(type = "cylinder", pos = (1.4, 0.1, 0.3, 0, 0, 0, 1), size = (0.2, 0.2, 0.6))
        Obstacle wall(type = "box", pos = (1.5, 2, 0.3, 0, 0, 0, 1), size = (5, 0.1, 0.6))
    }}
    Goal there(pose = (2.6, 0, 0, 0, 0, 0, 1))
}}
"""
TASK = "Task cross(timeout_s = 90) { Navigate(goal = @world/there) Stop() }\n"
EVAL = "Evaluate cross { Check_distance(target = @world/there, max = 0.3) Check_clearance(min = 0.02) }\n"


@dataclass(frozen=True)
class Made:
    folder: Path
    name: str
    report: dict[str, Any]

    @property
    def core(self) -> str:
        return (self.folder / f"{self.name}.core").read_text()

    def checked(self) -> RobotFacts:
        """As ``facts``, without a target."""
        return self.facts(check=True)

    def facts(self, check: bool = False) -> RobotFacts:
        """Of the robot; fails where the library or the program with a world of its own is not without a word."""
        said = Diagnostics()
        load_libraries([self.folder / "library"], said).read_all()
        assert [d.message for d in said] == []
        (self.folder / "w.world").write_text(WORLD.format(name=self.name))
        (self.folder / "w.task").write_text(TASK)
        (self.folder / "w.eval").write_text(EVAL)
        files, libraries = (str(self.folder),), (str(self.folder / "library"),)
        output = str(self.folder.parent / "build")
        outcome = compile_program(
            Request(files, libraries, check=True)
            if check
            else Request(files, libraries, target="embedded", output=output)
        )
        assert [d.message for d in outcome.diagnostics] == []
        assert outcome.facts is not None
        return outcome.facts.robot

    def said(self, what: str) -> list[tuple[int, str]]:
        return [(r["line"], r["became"]) for r in self.report["remarks"] if what in r["what"]]


def made(text: str, folder: Path, *options: str) -> Made:
    (folder / "scout_description" / "meshes").mkdir(parents=True, exist_ok=True)
    (folder / "scout_description" / "meshes" / "base.stl").write_bytes(cube_stl(200.0))
    (folder / "robot.urdf").write_text(text)
    words = ["convert", str(folder / "robot.urdf"), "--output", str(folder / "out"), "--package-path", str(folder)]
    assert main([*words, *options]) == 0
    report = json.loads((folder / "out" / "conversion.json").read_text())
    return Made(folder / "out", report["robot"], report)


def line(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


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


SWIVEL = """
  <link name="fork">
    <inertial><mass value="0.3"/><inertia ixx="0.0004" iyy="0.0004" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="swivel" type="continuous">
    <parent link="base_link"/><child link="fork"/><origin xyz="-0.2 0 0"/><axis xyz="0 0 1"/>
  </joint>
""" + wheel("roll", -0.03, 0, mass=0.2, radius=0.06).replace('parent link="base_link"', 'parent link="fork"').replace(
    'xyz="-0.03 0 0"', 'xyz="-0.03 0 -0.02"'
)
TRIKE = robot(BODY, wheel("l", 0.1, 0.2), wheel("r", 0.1, -0.2, mass=0.6), SWIVEL, LASER, name="trike")


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


# What is wrong with a file --------------------------------------------------------------------------------------------


def without(piece: str, text: str = ROVER) -> str:
    assert piece in text
    return text.replace(piece, "", 1)


def swapped(old: str, new: str, text: str = ROVER) -> str:
    assert old in text
    return text.replace(old, new, 1)


FL = '<joint name="fl_joint" type="continuous">\n    <parent link="base_link"/><child link="fl"/>'
LOOP = '\n<joint name="back" type="fixed"><parent link="laser"/><child link="base_link"/></joint></robot>'
VALUE, TYPE, MISSING = "library.invalid_value", "library.wrong_type", "library.missing_field"
UNSUPPORTED, SYNTAX, TWICE = "library.unsupported", "syntax.invalid", "library.duplicate_key"
FAULTS: list[tuple[str, str, str, str]] = [
    (ROVER[:400], SYNTAX, "no well-formed XML", ""),
    (swapped("<link name", "<link link name"), SYNTAX, "no well-formed XML", "<link link name"),
    ('<!DOCTYPE robot [<!ENTITY x "y">]>\n<robot name="r"/>', SYNTAX, "a document type", "<!DOCTYPE"),
    ("<sdf version='1.7'><model name='m'/></sdf>", SYNTAX, "not a <sdf>", "<sdf"),
    ("<a>" * 100 + "</a>" * 100, SYNTAX, "nested more than 64 deep", ""),
    (swapped("</robot>", '<xacro:wheel side="left"/></robot>'), UNSUPPORTED, "xacro macros", "<xacro:wheel"),
    (swapped('mass value="12"', 'mass value="${m}"'), UNSUPPORTED, "xacro macros", '<mass value="${m}"'),
    (swapped('mass value="12"', 'mass value="-1"'), VALUE, "must not be negative", '<mass value="-1"'),
    (swapped('mass value="12"', 'mass value="lots"'), TYPE, "a number, not `lots`", '<mass value="lots'),
    (swapped('mass value="12"', 'mass value="nan"'), TYPE, "a number, not `nan`", '<mass value="nan'),
    (swapped('mass value="12"', 'mass value="1e300"'), TYPE, "number of at most 1e+09, not `1e300`", '<mass value="1e'),
    (without('<mass value="12"/>'), MISSING, "<inertial> has no <mass>", "<inertial>"),
    (swapped('ixx="0.2"', 'ixx="-0.2"'), VALUE, "`ixx` of <inertia>", '<inertia ixx="-0.2"'),
    (swapped('ixx="0.2" ', ""), MISSING, "<inertia> has no `ixx`", '<inertia iyy="0.4"'),
    (swapped('size="0.5 0.3 0.12"', 'size="0.5 0.3"'), TYPE, "must be 3 numbers", '<box size="0.5 0.3"'),
    (swapped('size="0.5 0.3 0.12"', 'size="0.5 0 1"'), VALUE, "must be above 0", '<box size="0.5 0 1"'),
    (swapped('<box size="0.5 0.3 0.12"/>', "<bax/>"), UNSUPPORTED, "<bax> is not known", "<bax/>"),
    (swapped('link name="fl"', 'link name="fr"'), TWICE, "two links are called `fr`", ""),
    (swapped(FL, FL.replace("base_link", "bass_link")), VALUE, "which does not exist", "<joint name=\"fl"),
    (swapped(FL, FL.replace('link="fl"', 'link="fr"')), VALUE, "hangs from two joints", ""),
    (swapped(FL, FL.replace('<child link="fl"/>', "")), MISSING, "has no <child>", '<joint name="fl'),
    (swapped(FL, FL.replace("continuous", "continous")), VALUE, "no type of joint", '<joint name="fl'),
    (swapped("</robot>", LOOP), VALUE, "in a circle", ""),
    (swapped("</robot>", '<link name="lost"/></robot>'), VALUE, "do not hang together", '<link name="lost'),
    (robot(BODY, LASER), UNSUPPORTED, "no wheels were found", "<robot"),
    (robot(BODY, wheel("a", 0, 0.2), LASER), UNSUPPORTED, "1 driven wheels on the left and 0", '<link name="a"'),
    (robot(BODY, *(wheel(f"w{i}{s}", 0.2 * i, s * 0.2) for i in (0, 1, 2) for s in (1, -1))), UNSUPPORTED,
     "3 driven wheels on the left and 3", ""),
    (robot(BODY, wheel("omni_l", 0, 0.2), wheel("r", 0, -0.2)), UNSUPPORTED,
     "not one with 1 on the left and 1 on the right", '<link name="omni_l"'),
    (swapped('xyz="0.12 0.2 0"', 'xyz="0.12 0.2 0" rpy="0 0 -0.8"', ROVER.replace('"fl"', '"omni_fl"')), UNSUPPORTED,
     "a base on omni wheels cannot be converted", '<joint name="fl_joint"'),
    (swapped('xyz="0 1 0"', 'xyz="0 0 0"'), VALUE, "has no direction", '<axis xyz="0 0 0"'),
    (re.sub(r"(?s)<inertial>.*?</inertial>", "", ROVER), MISSING, "states no mass", '<link name="base_link"'),
    ("", SYNTAX, "no well-formed XML", ""),
    ('<robot name="empty"/>', MISSING, "the robot has no link", "<robot"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message", "at"), FAULTS, ids=[f"{f[1]}: {f[2]}" for f in FAULTS])
def test_faults(
    text: str, code: str, message: str, at: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.urdf").write_text(text)
    said = Diagnostics()
    assert convert(Source("r.urdf", text.encode()), tmp_path / "r.urdf", Options(), said) is None
    found = [d for d in said if d.code.name == code and message in d.message]
    assert len(found) == 1, [(d.code.name, d.message) for d in said]
    assert found[0].primary is not None
    if at:
        assert found[0].primary.span.source.position(found[0].primary.span.start)[0] == line(text, at)
    assert main(["convert", str(tmp_path / "r.urdf"), "--output", str(tmp_path / "out")]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_fault_is_told_at_once() -> None:
    text = swapped('mass value="12"', 'mass value="-1"', swapped('size="0.5 0.3 0.12"', 'size="0 0"'))
    said = Diagnostics()
    assert convert(Source("r.urdf", text.encode()), Path("r.urdf"), Options(), said) is None
    assert [d.code.name for d in said] == ["library.invalid_value", "library.wrong_type"]


@pytest.mark.parametrize(
    ("link", "why"),
    [("laser", "no joint of type continuous turns it"), ("flo", "did you mean `fl`?"), ("x" * 9, "there is no link")],
)
def test_a_named_wheel_that_is_none(link: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r.urdf").write_text(ROVER)
    words = ["convert", str(tmp_path / "r.urdf"), "--output", str(tmp_path / "out"), "--wheel", link]
    assert main(words) == 1
    assert why in capsys.readouterr().err


def test_a_base_that_steers_is_refused() -> None:
    knuckle = """
  <link name="knuckle"/>
  <joint name="steer" type="revolute">
    <parent link="base_link"/><child link="knuckle"/><origin xyz="0.2 0.2 0"/><axis xyz="0 0 1"/>
    <limit lower="-0.5" upper="0.5" effort="1" velocity="1"/>
  </joint>""" + wheel("steered", 0, 0).replace('parent link="base_link"', 'parent link="knuckle"')
    said = Diagnostics()
    text = robot(BODY, wheel("l", -0.1, 0.2), wheel("r", -0.1, -0.2), knuckle)
    assert convert(Source("r.urdf", text.encode()), Path("r.urdf"), Options(), said) is None
    assert [d.message for d in said] == ["the joint `steer` steers a wheel: a base that steers cannot be converted yet"]


def test_a_sensor_that_lies_in_the_floor_is_none(tmp_path: Path) -> None:
    frame = """
  <link name="virtual_laser"/>
  <joint name="virtual" type="fixed">
    <parent link="base_link"/><child link="virtual_laser"/><origin xyz="0 0 -0.08"/>
  </joint>"""
    result = made(robot(BODY, *(wheel(*w) for w in FOUR), LASER, frame), tmp_path)
    assert result.said("`virtual_laser`")[0][1] == "no Lidar, for it lies in the floor"
    assert "virtual_laser" in result.report["components"]["base"]


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = made(ROVER, tmp_path)
    before = {p: p.read_bytes() for p in result.folder.rglob("*") if p.is_file()}
    (tmp_path / "robot.urdf").write_text(SCOUT)
    assert main(["convert", str(tmp_path / "robot.urdf"), "--output", str(result.folder)]) == 1
    assert "conversion.json exists already" in capsys.readouterr().err
    assert {p: p.read_bytes() for p in result.folder.rglob("*") if p.is_file()} == before


def test_a_mesh_address_never_leads_out_of_its_package(tmp_path: Path) -> None:
    (tmp_path / "secret.stl").write_bytes(cube_stl(1.0))
    (tmp_path / "scout_description").mkdir()
    text = SCOUT.replace("scout_description/meshes/base.stl", "scout_description/../secret.stl")
    result = made(text, tmp_path)
    assert result.said("drawn mesh of `base_link`")[0][1].startswith("not carried")


@given(
    st.sampled_from([SCOUT, ROVER, TRIKE]),
    st.integers(0, 4000),
    st.integers(0, 300),
    st.sampled_from(["", "<", '"', "0", "-1", "1e308", "\0", "<link name='x'/>", "é", "fixed"]),
)
@settings(max_examples=150)
def test_any_damage_gives_a_robot_or_a_diagnostic(text: str, at: int, length: int, put: str) -> None:
    damaged = text[:at] + put + text[at + length :]
    said = Diagnostics()
    result = convert(Source("r.urdf", damaged.encode()), Path("r.urdf"), Options(), said)
    assert (result is None) == bool(said.blocked())
    assert (result is None) == (len(said) > 0)
