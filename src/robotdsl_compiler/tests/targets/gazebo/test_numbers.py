"""What the description says of a link and its joint is what the analysis found and what the MJCF model has, over every
program: where it stands, what it weighs and where, what it turns about and how strongly, and what it collides by.

The description is read as an XML file and placed by a chain of joints worked out here; the model by MuJoCo.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.facts import Facts, PlacedPart
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.contract import Target
from robotdsl_compiler.targets.description.robot import description
from robotdsl_compiler.targets.embedded import Embedded
from robotdsl_compiler.targets.mjcf import Mjcf

mujoco: Any = pytest.importorskip("mujoco", reason="MuJoCo is not installed")

SOURCE = Path(__file__).parents[4] / "robotdsl_libraries"
PROGRAMS = sorted(p.name for p in (SOURCE / "programs").iterdir() if p.name not in ("hexapod", "quadruped"))
Array = np.ndarray[Any, Any]
# Places and turns are written to 1e-12.
NEAR = {"abs": 1e-9}


@cache
def of_program(name: str) -> Facts:
    outcome = compile_program(
        Request((str(SOURCE / "programs" / name),), (str(SOURCE / "libraries" / "example"),), check=True)
    )
    assert outcome.facts is not None
    return outcome.facts


@dataclass(frozen=True)
class Link:
    """Of the description, in ``base_footprint``: its frame, its mass and where that lies, its tensor about there, the
    axis that its joint turns about with the joint, and each shape as its kind, size and centre.
    """

    place: Array
    turn: Array
    mass: float
    center: Array
    tensor: Array
    axis: Array | None
    joint: ElementTree.Element | None
    shapes: list[tuple[str, Array, Array]]


def numbers(element: ElementTree.Element | None, name: str, default: str = "0 0 0") -> Array:
    text = default if element is None else element.attrib.get(name, default)
    return np.array([float(value) for value in text.split()])


def rotation(rpy: Array) -> Array:
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    roll = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    pitch = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    yaw = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return np.asarray(yaw @ pitch @ roll)


def read(facts: Facts) -> dict[str, Link]:
    root = ElementTree.fromstring(description(facts.robot, visual_collisions=True).data)
    joints = {joint.find("child").attrib["link"]: joint for joint in root.iterfind("joint")}
    found: dict[str, Link] = {}
    for element in root.iterfind("link"):
        name = element.attrib["name"]
        place, turn, joint = np.zeros(3), np.eye(3), joints.get(name)
        if joint is not None:
            parent, origin = found[joint.find("parent").attrib["link"]], joint.find("origin")
            place = parent.place + parent.turn @ numbers(origin, "xyz")
            turn = parent.turn @ rotation(numbers(origin, "rpy"))
        axis = None if joint is None or joint.attrib["type"] == "fixed" else turn @ numbers(joint.find("axis"), "xyz")
        inertial = element.find("inertial")
        inertia = None if inertial is None else inertial.find("inertia")
        xx, yy, zz, xy, xz, yz = (
            0.0 if inertia is None else float(inertia.attrib[key]) for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        )
        found[name] = Link(
            place,
            turn,
            0.0 if inertial is None else float(inertial.find("mass").attrib["value"]),
            place + turn @ numbers(None if inertial is None else inertial.find("origin"), "xyz"),
            turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T,
            axis,
            joint,
            [shape(each, place, turn) for each in element.iterfind("collision")],
        )
    return found


def shape(collision: ElementTree.Element, place: Array, turn: Array) -> tuple[str, Array, Array]:
    (geometry,) = collision.iterfind("geometry/*")
    size = {"box": "size", "sphere": "radius"}.get(geometry.tag)
    return (
        geometry.tag,
        np.zeros(0) if size is None else numbers(geometry, size),
        place + turn @ numbers(collision.find("origin"), "xyz"),
    )


def matrix(pose: Pose) -> Array:
    return np.array([pose.turn(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]).T


def link_of(part: PlacedPart) -> str:
    return "base_link" if part.parent is None else part.component.name


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_description_has_the_numbers_of_the_analysis(name: str) -> None:
    facts = of_program(name)
    robot, links = facts.robot, read(facts)
    base = Pose((0.0, 0.0, robot.base_height))
    expected = {"base_footprint", *(link_of(part) for part in robot.parts)}
    for part in robot.parts:
        pose, link, record = base @ (part.pose or Pose()), links[link_of(part)], part.component.part
        assert link.place == pytest.approx(pose.position, **NEAR)
        assert link.turn == pytest.approx(matrix(pose), **NEAR)
        assert record.inertial is not None
        assert link.mass == record.inertial.mass
        assert link.center == pytest.approx(pose.apply(record.inertial.origin), **NEAR)
        xx, yy, zz, xy, xz, yz = record.inertial.inertia
        turned = matrix(pose) @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ matrix(pose).T
        assert link.tensor == pytest.approx(turned, abs=1e-12)
    for wheel in robot.wheels:
        link = links[wheel.component.name]
        ((kind, size, center),) = link.shapes
        assert (kind, size.tolist()) == ("sphere", [pytest.approx(wheel.radius)])
        assert center == pytest.approx(wheel.center, **NEAR)
        if link.axis is not None and link.joint is not None:
            assert link.axis == pytest.approx(wheel.axle, **NEAR)
            stated = link.joint.find("limit")
            told = {} if stated is None else {key: float(value) for key, value in stated.attrib.items()}
            known = {"effort": wheel.limits.effort, "velocity": wheel.limits.velocity}
            assert told == ({} if None in known.values() else pytest.approx(known))
    for pin in robot.kingpins:
        expected.add(f"{pin.component.name}_steer")
        link = links[f"{pin.component.name}_steer"]
        assert link.place == pytest.approx(pin.position, **NEAR)
        assert link.axis == pytest.approx(np.array(pin.axis) * pin.sign, **NEAR)
        assert link.joint is not None
        bounds = link.joint.find("limit")
        assert [numbers(bounds, key)[0] for key in ("lower", "upper")] == [-pin.limit, pin.limit]
    for contact in robot.contacts:
        owner = link_of(robot.part(contact.component.name))
        expected.add(f"{owner}_contact_{contact.index}")
        ((kind, size, center),) = links[f"{owner}_contact_{contact.index}"].shapes
        assert (kind, size.tolist()) == ("sphere", [pytest.approx(contact.radius)])
        assert center == pytest.approx(contact.center, **NEAR)
    for belt in robot.belts:
        ((kind, size, center),) = links[belt.component.name].shapes
        start, end = np.array(belt.start), np.array(belt.end)
        assert (kind, size) == ("box", pytest.approx([np.linalg.norm(end - start), belt.width, belt.height]))
        assert center == pytest.approx((start + end) / 2.0 + [0.0, 0.0, (belt.height or 0.0) / 2.0], **NEAR)
    assert links.keys() == expected


def model(facts: Facts) -> Any:
    """The robot alone; on omni wheels, which that target does not build, the one of the embedded run."""
    targets: list[Target] = [Mjcf(), Embedded()]
    for target in targets:
        bound = target.bind(facts, Diagnostics())
        if bound is not None:
            (scene,) = (file for file in target.render(bound) if file.path == "scene.xml")
            return mujoco.MjModel.from_xml_string(scene.data.decode())
    raise AssertionError("no target builds it")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_description_has_the_numbers_of_the_model(name: str) -> None:
    facts = of_program(name)
    links, built = read(facts), model(facts)
    data = mujoco.MjData(built)
    data.qpos[:7] = [0, 0, 0, 1, 0, 0, 0]
    mujoco.mj_forward(built, data)
    names = {built.body(index).name: index for index in range(1, built.nbody)}
    robot = {each for each in names if "/" not in each and "::" not in each}
    assert robot - {"floor"} == links.keys()
    for link_name, link in links.items():
        body = names[link_name]
        assert link.place == pytest.approx(data.xpos[body], abs=1e-8)
        assert link.turn == pytest.approx(data.xmat[body].reshape(3, 3), abs=1e-8)
        # A wheel on rollers is its hub and they together; none of what they carry is left out.
        under = [body, *(index for each, index in names.items() if each.startswith(f"{link_name}/"))]
        mass = built.body_mass[under].sum()
        # MuJoCo takes no body lighter than 1 g.
        assert mass == pytest.approx(max(link.mass, 1e-3))
        if link.mass >= 1e-3:
            center = (built.body_mass[under] @ data.xipos[under]) / mass
            assert center == pytest.approx(link.center, abs=1e-8)
        if link.mass >= 1e-3 and len(under) == 1:
            turn = data.ximat[body].reshape(3, 3)
            tensor = turn @ np.diag(built.body_inertia[body]) @ turn.T
            # Nor a principal moment below 1e-6 kg m².
            if np.linalg.eigvalsh(link.tensor)[0] >= 1e-6:
                assert tensor == pytest.approx(link.tensor, abs=1e-9)
        joints = [j for j in range(built.njnt) if built.jnt_bodyid[j] == body and built.jnt_type[j] == 3]
        assert len(joints) == (link.axis is not None)
        for joint in joints:
            assert data.xaxis[joint] == pytest.approx(link.axis, abs=1e-8)
            bounds = None if link.joint is None else link.joint.find("limit")
            if built.jnt_limited[joint]:
                assert built.jnt_range[joint].tolist() == [numbers(bounds, key)[0] for key in ("lower", "upper")]
            if built.jnt_actfrclimited[joint]:
                assert built.jnt_actfrcrange[joint][1] == pytest.approx(numbers(bounds, "effort")[0])
            else:
                assert bounds is None
        _compare_shapes(built, data, body, link, rollers=len(under) > 1)


def _compare_shapes(built: Any, data: Any, body: int, link: Link, rollers: bool) -> None:
    kinds = {2: "sphere", 6: "box", 7: "mesh"}
    geoms = [g for g in range(built.ngeom) if built.geom_bodyid[g] == body and built.geom_contype[g]]
    if rollers:
        assert geoms == []
        return
    assert [kinds[built.geom_type[g]] for g in geoms] == [kind for kind, _, _ in link.shapes]
    for geom, (kind, size, center) in zip(geoms, link.shapes, strict=True):
        if kind == "box":
            assert built.geom_size[geom] * 2.0 == pytest.approx(size, abs=1e-8)
        if kind == "sphere":
            assert built.geom_size[geom][0] == pytest.approx(size[0])
        if kind != "mesh":
            assert data.geom_xpos[geom] == pytest.approx(center, abs=1e-8)
