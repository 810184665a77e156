"""The robot alone against a robot description of the same facts, as MuJoCo's URDF reader makes it into a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.facts import PlacedPart, RobotFacts
from robotdsl_compiler.model.geometry import Pose, add, cross, norm, rotate, scale, sub, unit

mujoco = pytest.importorskip("mujoco")

LIBRARIES = Path(__file__).parents[3] / "robotdsl_libraries"
# Robots without rollers and without links of their own, which a description of wheels and boxes holds.
PROGRAMS = ("buggy", "car", "crawler", "motors", "sensors", "skid", "tracked", "tricycle")


def words(values: Any) -> str:
    return " ".join(repr(float(v)) for v in values)


def roll_pitch_yaw(pose: Pose) -> tuple[float, float, float]:
    x, y, z = (rotate(pose.orientation, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    level = float(np.hypot(x[0], x[1]))
    pitch = float(np.arctan2(-x[2], level))
    if level > 1e-9:
        return float(np.arctan2(y[2], z[2])), pitch, float(np.arctan2(x[1], x[0]))
    return float(np.arctan2(-z[1], y[1])), pitch, 0.0


class Description:
    """The contract's robot description, written from the facts."""

    def __init__(self, robot: RobotFacts) -> None:
        self.robot = robot
        self.root = Xml.Element("robot", name=robot.name)
        options = {"fusestatic": "false", "inertiafromgeom": "false", "boundmass": "0.001", "boundinertia": "1e-6"}
        Xml.SubElement(Xml.SubElement(self.root, "mujoco"), "compiler", {**options, "angle": "radian"})
        self.link("base_footprint")
        for part in robot.parts:
            self.part(part)

    def link(self, name: str, mass: float | None = None, inertia: Any = None, origin: Any = (0, 0, 0)) -> Xml.Element:
        link = Xml.SubElement(self.root, "link", name=name)
        if mass is not None:
            inertial = Xml.SubElement(link, "inertial")
            Xml.SubElement(inertial, "origin", xyz=words(origin), rpy="0 0 0")
            Xml.SubElement(inertial, "mass", value=repr(mass))
            names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
            Xml.SubElement(inertial, "inertia", {n: repr(v) for n, v in zip(names, inertia, strict=True)})
        return link

    def joint(self, child: str, parent: str, pose: Pose, kind: str = "fixed", name: str = "", **more: Any) -> None:
        joint = Xml.SubElement(self.root, "joint", name=name or f"{child}_joint", type=kind)
        Xml.SubElement(joint, "parent", link=parent)
        Xml.SubElement(joint, "child", link=child)
        Xml.SubElement(joint, "origin", xyz=words(pose.position), rpy=words(roll_pitch_yaw(pose)))
        if "axis" in more:
            Xml.SubElement(joint, "axis", xyz=words(more.pop("axis")))
            if more:
                Xml.SubElement(joint, "limit", {key: repr(value) for key, value in more.items()})

    def collision(self, link: Xml.Element, pose: Pose, shape: str, **size: str) -> None:
        collision = Xml.SubElement(link, "collision")
        Xml.SubElement(collision, "origin", xyz=words(pose.position), rpy=words(roll_pitch_yaw(pose)))
        Xml.SubElement(Xml.SubElement(collision, "geometry"), shape, size)

    def part(self, part: PlacedPart) -> None:
        robot, name = self.robot, part.component.name
        lifted = Pose((0.0, 0.0, robot.base_height))
        own = "base_link" if part.parent is None else name
        inertial, pose = part.component.part.inertial, part.pose
        assert inertial is not None and pose is not None
        link = self.link(own, inertial.mass, inertial.inertia, inertial.origin)
        base = robot.part(part.parent) if part.parent else None
        parent = "base_footprint" if base is None else "base_link" if base.parent is None else base.component.name
        frame = Pose() if base is None else base.pose
        assert frame is not None
        pin = next((p for p in robot.kingpins if p.component.name == name), None)
        if pin is not None:
            knuckle = Pose(sub(pin.position, lifted.position))
            self.link(f"{name}_steer", 0.010, (1e-6, 1e-6, 1e-6, 0.0, 0.0, 0.0))
            self.joint(
                f"{name}_steer", parent, knuckle, "revolute", axis=scale(pin.axis, pin.sign), lower=-pin.limit,
                upper=pin.limit, effort=50.0, velocity=3.0,
            )  # fmt: skip
            parent, frame = f"{name}_steer", knuckle
        where = lifted if base is None else frame.inverse() @ pose
        to_part = (lifted @ pose).inverse()
        wheel = next((w for w in robot.wheels if w.component.name == name), None)
        belt = next((b for b in robot.belts if b.component.name == name), None)
        if wheel is not None and wheel.role is not None:
            limits = {"effort": wheel.limits.effort, "velocity": wheel.limits.velocity}
            known = {key: value for key, value in limits.items() if value is not None}
            self.joint(own, parent, where, "continuous", axis=to_part.turn(wheel.axle), **known)
        else:
            self.joint(own, parent, where)
        if wheel is not None:
            self.collision(link, Pose(to_part.apply(wheel.center)), "sphere", radius=repr(wheel.radius))
        elif belt is not None:
            assert belt.height is not None
            run = sub(belt.end, belt.start)
            middle = add(scale(add(belt.start, belt.end), 0.5), scale(cross(unit(run), belt.left), belt.height / 2))
            # Turned as the robot, along which the run lies.
            center = to_part @ Pose(middle)
            self.collision(link, center, "box", size=words((norm(run), belt.width, belt.height)))
        else:
            box = part.component.part.collision
            assert box is not None
            self.collision(link, Pose(box.origin), "box", size=words(box.size))
        for contact in robot.contacts:
            if contact.component is part.component:
                skid = f"{own}_contact_{contact.index}"
                self.joint(skid, own, Pose(to_part.apply(contact.center)))
                self.collision(self.link(skid), Pose(), "sphere", radius=repr(contact.radius))


def bodies(model: Any) -> dict[str, dict[str, Any]]:
    names = [model.body(b).name for b in range(model.nbody)]
    return {
        name: {
            "parent": names[model.body_parentid[b]], "pos": model.body_pos[b], "quat": model.body_quat[b],
            "mass": model.body_mass[b], "inertia": model.body_inertia[b], "ipos": model.body_ipos[b],
            "iquat": model.body_iquat[b],
        }
        for b, name in enumerate(names)
    }  # fmt: skip


def joints(model: Any) -> dict[str, dict[str, Any]]:
    return {
        model.joint(j).name: {
            "body": model.body(model.jnt_bodyid[j]).name, "type": model.jnt_type[j], "axis": model.jnt_axis[j],
            "pos": model.jnt_pos[j], "limited": model.jnt_limited[j], "range": model.jnt_range[j],
            "forced": model.jnt_actfrclimited[j], "force": model.jnt_actfrcrange[j], "solref": model.jnt_solref[j],
            "damping": model.dof_damping[model.jnt_dofadr[j]], "loss": model.dof_frictionloss[model.jnt_dofadr[j]],
        }
        for j in range(model.njnt)
    }  # fmt: skip


def shapes(model: Any) -> dict[str, list[dict[str, Any]]]:
    found = defaultdict(list)
    for g in range(model.ngeom):
        found[model.body(model.geom_bodyid[g]).name].append(
            {
                "type": model.geom_type[g], "size": model.geom_size[g], "pos": model.geom_pos[g],
                "quat": model.geom_quat[g], "rgba": model.geom_rgba[g], "dim": model.geom_condim[g],
                "solref": model.geom_solref[g], "margin": model.geom_margin[g],
            }
        )  # fmt: skip
    return found


def differences(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for field, value in one.items():
        if isinstance(value, str):
            same = value == other[field]
        elif field.endswith("quat"):
            same = abs(float(np.dot(value, other[field]))) == pytest.approx(1.0, abs=1e-9)
        else:
            same = np.allclose(value, other[field], rtol=1e-9, atol=1e-11)
        if not same:
            yield f"{field}: {value} is not {other[field]}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_model_is_the_description_read(name: str, tmp_path: Path) -> None:
    """Beside what the model adds to the description: the free joint, the floor, what meets what and how it grips."""
    library, program = str(LIBRARIES / "libraries" / "example"), str(LIBRARIES / "programs" / name)
    outcome = compile_program(Request((program,), (library,), target="mjcf", output=str(tmp_path / "out")))
    assert outcome.facts is not None
    ours = mujoco.MjModel.from_xml_path(str(tmp_path / "out" / "scene.xml"))
    text = Xml.tostring(Description(outcome.facts.robot).root, encoding="unicode")
    read = mujoco.MjModel.from_xml_string(text)
    spawn = ("base_footprint",)
    our_bodies, read_bodies = bodies(ours), bodies(read)
    assert our_bodies.keys() == read_bodies.keys()
    our_joints, read_joints = joints(ours), joints(read)
    assert our_joints.keys() - {"root"} == read_joints.keys()
    found = [
        f"body {body}: {said}"
        for body, fields in read_bodies.items()
        for said in differences(fields, our_bodies[body])
        if not (body in spawn and said.startswith(("pos", "quat")))
    ]
    found += [f"joint {j}: {said}" for j, fields in read_joints.items() for said in differences(fields, our_joints[j])]
    our_shapes, read_shapes = shapes(ours), shapes(read)
    assert our_shapes.keys() - {"world"} == read_shapes.keys()
    for body, those in read_shapes.items():
        assert len(those) == len(our_shapes[body])
        for read_shape, our_shape in zip(those, our_shapes[body], strict=True):
            found += [f"geom of {body}: {said}" for said in differences(read_shape, our_shape)]
    assert found == []
