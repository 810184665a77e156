"""The robot description: its links and joints, what they weigh and collide by, and the files that it names."""

from __future__ import annotations

import math
import shutil
import struct
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.targets.carried import mesh_files, mesh_path
from robotdsl_compiler.targets.description.robot import description, description_meshes
from robotdsl_compiler.targets.description.tree import links
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.names import added_links

from .examples import PROGRAMS, facts_of_program

WHEELED = [name for name in PROGRAMS if name not in ("quadruped", "hexapod")]

FactsOf = Callable[..., Facts]


def parsed(facts: Facts, *blocks: Element, **options: bool) -> ElementTree.Element:
    return ElementTree.fromstring(description(facts.robot, blocks, **options).data)


def joints(root: ElementTree.Element) -> dict[str, dict[str, Any]]:
    """Each joint's parent, child and whatever of the rest it states."""
    found = {}
    for joint in root.findall("joint"):
        stated: dict[str, Any] = {"type": joint.attrib["type"]}
        for each in joint:
            stated[each.tag] = each.attrib.get("link") or dict(each.attrib)
        found[joint.attrib["name"]] = stated
    return found


def test_the_root_is_the_robots_place_on_the_floor(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    root = parsed(facts_of(texts["duo"]))
    assert root.attrib["name"] == "bot"
    found = joints(root)
    assert found["base_joint"] == {
        "type": "fixed", "origin": {"xyz": "0 0 0.05"}, "parent": "base_footprint", "child": "base_link",
    }  # fmt: skip
    children = [joint["child"] for joint in found.values()]
    names = [link.attrib["name"] for link in root.findall("link")]
    assert names == ["base_footprint", "base_link", "left_wheel", "right_wheel", "caster"]
    assert sorted(children) == sorted(names[1:])
    assert root.find("link[@name='base_footprint']") is not None
    assert len(list(root.iterfind("link[@name='base_footprint']/*"))) == 0


def test_a_wheel_hangs_from_its_motor_and_the_motor_from_the_chassis(facts_of: FactsOf) -> None:
    core = """\
    Diff_two_caster base(ref = "duo")
    Motor left_motor(ref = "motor", mount = "left_wheel")
    Motor right_motor(ref = "motor", mount = "right_wheel")
    Standard left_wheel(ref = "wheel", mount = "left_motor.shaft")
    Standard right_wheel(ref = "wheel", mount = "right_motor.shaft")
    Caster caster(ref = "caster", mount = "under")
"""
    found = joints(parsed(facts_of(core)))
    assert (found["left_motor_joint"]["parent"], found["left_motor_joint"]["type"]) == ("base_link", "fixed")
    wheel = found["left_wheel_joint"]
    assert (wheel["parent"], wheel["type"]) == ("left_motor", "continuous")
    assert wheel["limit"] == {"effort": "1.2", "velocity": "12"}
    assert found["caster_joint"]["type"] == "fixed"


def test_a_positive_turn_of_a_wheel_rolls_the_robot_forward(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    facts = facts_of(texts["duo"])
    pose, turned = {"base_footprint": Pose()}, {}
    for link in links(facts.robot)[1:]:
        assert link.joint is not None
        pose[link.name] = pose[link.joint.parent] @ link.joint.origin
        if link.joint.axis is not None:
            turned[link.name] = pose[link.name].turn(link.joint.axis)
    assert turned.keys() == {"left_wheel", "right_wheel"}
    assert all(axis == pytest.approx((0.0, 1.0, 0.0), abs=1e-12) for axis in turned.values())


def test_a_wheel_whose_motor_is_not_known_has_no_limit(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    assert "limit" not in joints(parsed(facts_of(texts["duo"])))["left_wheel_joint"]


def test_a_wheel_on_a_driveline_hangs_from_the_chassis_with_its_share() -> None:
    facts = facts_of_program("car")
    found = joints(parsed(facts))
    (motor,) = [p.component.part.motor for p in facts.robot.parts if p.component.type == "Motor"]
    assert motor is not None
    wheel = found["rear_left_wheel_joint"]
    assert wheel["parent"] == "base_link"
    assert float(wheel["limit"]["effort"]) == pytest.approx(motor.stall_torque * 1.5 / 2)
    assert float(wheel["limit"]["velocity"]) == pytest.approx(motor.no_load_speed / 1.5)


def test_a_steered_wheel_turns_on_a_knuckle_of_10_g_within_its_limit() -> None:
    root = parsed(facts_of_program("car"))
    found = joints(root)
    assert found["front_left_wheel_steer_joint"] == {
        "type": "revolute", "origin": {"xyz": "0.13 0.085 0"}, "parent": "base_link", "child": "front_left_wheel_steer",
        "axis": {"xyz": "0 0 1"}, "limit": {"lower": "-0.5", "upper": "0.5", "effort": "50", "velocity": "3"},
    }  # fmt: skip
    assert found["front_left_wheel_joint"]["parent"] == "front_left_wheel_steer"
    mass = root.find("link[@name='front_left_wheel_steer']/inertial/mass")
    assert mass is not None
    assert mass.attrib["value"] == "0.01"
    assert root.find("link[@name='front_left_wheel_steer']/collision") is None


def test_a_motor_on_a_steered_mount_hangs_from_the_kingpin_with_its_wheel() -> None:
    steered = {
        name: of for name in ("tricycle", "buggy", "car") for name, of in joints(parsed(facts_of_program(name))).items()
    }
    for name, joint in steered.items():
        if name.endswith("_steer_joint"):
            carried = name.removesuffix("_steer_joint")
            assert joint["parent"] == "base_link"
            assert steered[f"{carried}_joint"]["parent"] == f"{carried}_steer"


def test_a_ground_contact_has_a_fixed_massless_link_of_its_own(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    facts = facts_of(texts["skid"])
    root = parsed(facts)
    assert joints(root)["base_link_contact_1_joint"] == {
        "type": "fixed", "origin": {"xyz": "0.12 0 -0.04"}, "parent": "base_link", "child": "base_link_contact_1",
    }  # fmt: skip
    link = root.find("link[@name='base_link_contact_1']")
    assert link is not None
    assert [each.tag for each in link] == ["collision"]
    sphere = link.find("collision/geometry/sphere")
    assert sphere is not None
    assert sphere.attrib == {"radius": "0.01"}


def test_a_track_is_a_fixed_link_that_collides_by_its_belts_box() -> None:
    facts = facts_of_program("tracked")
    root = parsed(facts)
    assert joints(root)["left_track_joint"]["type"] == "fixed"
    box = root.find("link[@name='left_track']/collision/geometry/box")
    origin = root.find("link[@name='left_track']/collision/origin")
    assert box is not None and origin is not None
    length, width, height = (float(each) for each in box.attrib["size"].split())
    assert (length, width) == (0.2, 0.045)
    # As tall as a wheel that travels 0.3 m per turn, standing on the run 0.048 m below the unit's frame.
    assert height == pytest.approx(0.3 / math.pi)
    assert float(origin.attrib["xyz"].split()[2]) == pytest.approx(-0.048 + height / 2)


@pytest.mark.parametrize("name", WHEELED)
def test_every_link_weighs_what_its_part_states(name: str) -> None:
    facts = facts_of_program(name)
    root = parsed(facts)
    for part in facts.robot.parts:
        link = "base_link" if part.parent is None else part.component.name
        inertial, stated = root.find(f"link[@name='{link}']/inertial"), part.component.part.inertial
        assert inertial is not None and stated is not None
        mass, inertia = inertial.find("mass"), inertial.find("inertia")
        assert mass is not None and inertia is not None
        assert float(mass.attrib["value"]) == stated.mass
        keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        assert tuple(float(inertia.attrib[key]) for key in keys) == stated.inertia
        at = inertial.find("origin")
        xyz = (0.0, 0.0, 0.0) if at is None else tuple(float(each) for each in at.attrib["xyz"].split())
        assert xyz == pytest.approx(stated.origin)
    total = sum(float(mass.attrib["value"]) for mass in root.iter("mass"))
    assert facts.robot.mass is not None
    assert total == pytest.approx(facts.robot.mass + 0.01 * len(facts.robot.kingpins))


@pytest.mark.parametrize("name", WHEELED)
def test_every_name_is_told_apart_and_every_added_link_is_declared(name: str) -> None:
    facts = facts_of_program(name)
    root = parsed(facts)
    names = [each.attrib["name"] for tag in ("link", "joint") for each in root.findall(tag)]
    assert len(set(names)) == len(names)
    components = {part.component.name for part in facts.robot.parts}
    assert {link.attrib["name"] for link in root.findall("link")} <= components | added_links(facts.robot).keys()


@pytest.mark.parametrize("name", WHEELED)
def test_check_urdf_takes_it(name: str, tmp_path: Path) -> None:
    tool = shutil.which("check_urdf")
    if tool is None:
        pytest.skip("check_urdf is not installed (Debian: liburdfdom-tools)")
    file = tmp_path / "robot.urdf"
    file.write_bytes(description(facts_of_program(name).robot, [compiler_block()]).data)
    done = subprocess.run([tool, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "root Link: base_footprint has 1 child(ren)" in done.stdout


def test_a_part_without_a_shape_collides_by_its_mesh_only_where_that_is_asked_for() -> None:
    facts = facts_of_program("car")
    shapeless = tuple(
        replace(part, component=replace(part.component, part=replace(part.component.part, collision=None)))
        if part.component.type == "Lidar"
        else part
        for part in facts.robot.parts
    )
    bare = replace(facts, robot=replace(facts.robot, parts=shapeless))
    assert parsed(facts).find("link[@name='lidar']/collision/geometry/box") is not None
    assert parsed(bare).find("link[@name='lidar']/collision") is None
    root = parsed(bare, visual_collisions=True)
    mesh, shown = (root.find(f"link[@name='lidar']/{tag}/geometry/mesh") for tag in ("collision", "visual"))
    assert mesh is not None and shown is not None
    assert mesh.attrib == shown.attrib


def test_blocks_of_a_composition_stand_at_the_end(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    root = parsed(facts_of(texts["duo"]), compiler_block(), Element("gazebo", (("reference", "caster"),)))
    assert [each.tag for each in root][-2:] == ["mujoco", "gazebo"]
    compiler = root.find("mujoco/compiler")
    assert compiler is not None
    assert compiler.attrib == {
        "strippath": "true", "discardvisual": "true", "fusestatic": "false", "inertiafromgeom": "false",
        "boundmass": "0.001", "boundinertia": "1e-06",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("block", "missing"),
    [
        (Element("gazebo", (("reference", "castor"),)), "<gazebo> castor"),
        (Element("ros2_control", (), (Element("joint", (("name", "left_joint"),)),)), "<joint> left_joint"),
        (Element("plugin", (), (Element("body_link", text="body"),)), "<body_link> body"),
        (Element("plugin", (), (Element("wheel", (("link_name", "wheel"),)),)), "<wheel> wheel"),
        (Element("sensor", (), (Element("gz_frame_id", text="eye"),)), "<gz_frame_id> eye"),
        (Element("ode", (), (Element("fdir1", (("gz:expressed_in", "floor"),), text="0 1 0"),)), "<fdir1> floor"),
        (Element("contact", (), (Element("collision", text="caster_collision"),)), "<collision> caster_collision"),
    ],
)
def test_a_block_that_names_what_is_not_there(
    facts_of: FactsOf, texts: Mapping[str, str], block: Element, missing: str
) -> None:
    with pytest.raises(ValueError, match=f"the description has no {missing}"):
        description(facts_of(texts["duo"]).robot, [block])


def test_a_block_that_names_what_is_there(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    shape = Element("contact", (), (Element("collision", text="caster_collision_collision"),))
    control = Element("ros2_control", (), (Element("joint", (("name", "left_wheel_joint"),)),))
    description(facts_of(texts["duo"]).robot, [shape, control, Element("gazebo", (("reference", "caster_joint"),))])


def test_meshes_are_named_below_the_output_and_copied_with_what_lies_beside_them() -> None:
    facts = facts_of_program("demo")
    root, files = parsed(facts), {file.path: file.data for file in description_meshes(facts.robot)}
    named = {mesh.attrib["filename"] for mesh in root.iter("mesh")}
    assert named == {f"file://${{OUTPUT_DIR}}/{path}" for path in files}
    assert "robot/meshes/diff_bot_wheel/diff_bot_wheel.glb" in files
    part = next(p.component.part for p in facts.robot.parts if p.component.part.id == "diff_bot_wheel")
    assert (
        files["robot/meshes/diff_bot_wheel/diff_bot_wheel.glb"] == (part.directory / "diff_bot_wheel.glb").read_bytes()
    )


def test_a_meshs_folder_comes_along_and_an_odd_name_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "look" / "pictures").mkdir(parents=True)
    for name in ("look/a b&<.dae", "look/pictures/wood.png", "look/.hidden", "look/object.yaml", "component.yaml"):
        (tmp_path / name).write_bytes(name.encode())
    visual = Visual("look/a b&<.dae", None, None)
    assert {file.path: file.data for file in mesh_files("meshes", [("shown", tmp_path, visual)])} == {
        "meshes/shown/shown.dae": b"look/a b&<.dae",
        "meshes/shown/pictures/wood.png": b"look/pictures/wood.png",
    }
    assert mesh_path("meshes", "shown", visual) == "meshes/shown/shown.dae"
    assert mesh_path("meshes", "shown", Visual("x/It-1_a.GLB", None, None)) == "meshes/shown/It-1_a.GLB"


def test_a_hull_is_a_binary_stl_wound_outward(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    facts = facts_of(texts["duo"] + 'Attachment w(ref = "wedge", mount = "top_0")\n')
    (file,) = description_meshes(facts.robot)
    assert file.path == "robot/hulls/wedge_hull.stl"
    (count,) = struct.unpack_from("<I", file.data, 80)
    assert len(file.data) == 84 + 50 * count
    assert not file.data.startswith(b"solid")
    middle, volume = (0.0, 0.0, 0.02), 0.0
    for index in range(count):
        values = struct.unpack_from("<12f", file.data, 84 + 50 * index)
        normal, a, b, c = (values[i : i + 3] for i in (0, 3, 6, 9))
        outward = sum(n * (p - m) for n, p, m in zip(normal, a, middle, strict=True))
        assert outward > 0.0
        assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-6)
        cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
        volume += sum(x * y for x, y in zip(a, cross, strict=True)) / 6.0
    # A pyramid 0.08 m high on a square of 0.1 m.
    assert volume == pytest.approx(0.1 * 0.1 * 0.08 / 3.0, rel=1e-5)
