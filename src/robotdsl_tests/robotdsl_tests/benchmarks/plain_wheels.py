"""How much of MuJoCo's speed a base's fidelity costs: its model against the same base written the plain way.

The plain way is what one writes by hand at first: each wheel one cylinder, no rollers, no sphere contacts; a track, two
such wheels on its side. Joints, actuators and every other part stay as they are.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_mujoco_sim.documents import read_document
from robotdsl_mujoco_sim.driving import DRIVE, DRIVE_SCHEMA, SCENE, Driver
from robotdsl_mujoco_sim.measure import GroundTruth

from robotdsl_tests.benchmarks.process import Measure
from robotdsl_tests.motion.bases import Base

_STEPS = 2000
# A plain wheel is half as wide as its radius.
_WIDTH = 0.25
# What stands in for a belt rolls at about its speed with wheels of about this radius.
_BELT_WHEEL_M = 0.05
_WHEEL = {"contype": 2, "conaffinity": 1, "group": 1, "priority": 1}


def measures(bases: Iterator[Base], repeats: int) -> Iterator[Measure]:
    """For each base that ``mjcf`` builds and that moves, its model's steps in a time over the plain model's, from
    ``repeats`` pairs taken in turn.
    """
    for base in bases:
        if base.moves and base.target == "mjcf":
            yield _measure(base, repeats)


def plain(output: Path) -> mujoco.MjModel:
    """The model of an output of ``mjcf`` with plain wheels."""
    document = read_document(output, DRIVE, DRIVE_SCHEMA)
    spec = mujoco.MjSpec.from_file(str(output / SCENE))
    spheres = {geom.name for geom in spec.geoms if geom.type == mujoco.mjtGeom.mjGEOM_SPHERE}
    for body in list(spec.bodies):
        hinges = [joint for joint in body.joints if joint.type == mujoco.mjtJoint.mjJNT_HINGE]
        rollers = [child for child in body.bodies if "/roller_" in child.name]
        own = [geom for geom in body.geoms if geom.name in spheres]
        if "/roller_" in body.name or not hinges or not (rollers or own):
            continue
        radius = max((geom.size[0] for geom in own), default=0.0) or _reach(rollers)
        for child in rollers:
            spec.delete(child)
        for geom in own:
            spec.delete(geom)
        _cylinder(body, radius, hinges[0].axis)
    for belt in document.get("belts", []):
        _as_wheels(spec, spec.body(belt["body"]))
    return spec.compile()


def _reach(rollers: list[mujoco.MjsBody]) -> float:
    """How far a wheel's rollers reach from its axle: the middle of a roller and its greatest ball."""
    return max(float(np.linalg.norm(child.pos)) + max(float(geom.size[0]) for geom in child.geoms) for child in rollers)


def _cylinder(body: mujoco.MjsBody, radius: float, axis: npt.NDArray[np.float64]) -> None:
    reach = _WIDTH * radius * np.asarray(axis)
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CYLINDER,
        size=[radius, 0, 0],
        fromto=[*(-reach), *reach],
        friction=[1, 0.005, 0.0001],
        **_WHEEL,
    )


def _as_wheels(spec: mujoco.MjSpec, body: mujoco.MjsBody) -> None:
    """Two driven wheels at the ends of a belt's box in place of it."""
    (box,) = list(body.geoms)
    (length, _, radius), middle = box.size, np.array(box.pos)
    spec.delete(box)
    for index, end in enumerate((length, -length)):
        wheel = body.add_body(name=f"{body.name}_{index}", pos=middle + np.array([end, 0.0, 0.0]))
        wheel.mass, wheel.inertia = 0.1, [1e-4, 1e-4, 1e-4]
        wheel.explicitinertial = True
        joint = wheel.add_joint(name=f"{body.name}_{index}", axis=[0, 1, 0], armature=1e-4)
        _cylinder(wheel, radius, np.array([0.0, 1.0, 0.0]))
        actuator = spec.add_actuator(name=joint.name, target=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_velocity(0.5)


def _measure(base: Base, repeats: int) -> Measure:
    driver = Driver.load(base.output)
    models = (driver.model, plain(base.output))
    data = [mujoco.MjData(model) for model in models]
    driver.start(data[0])
    GroundTruth(driver, data[0]).watch(1.0)
    v, left, w = base.speeds
    driver.command(data[0], v / 2.0, left / 2.0, w / 4.0)
    mujoco.mj_step(models[1], data[1], nstep=1000)
    # The plain base drives ahead: its wheels know no other way.
    radii = {wheel.actuator: wheel.radius for wheel in driver.drive.wheels}
    steering = {pin.actuator for pin in driver.drive.kingpins}
    for index in range(models[1].nu):
        name = models[1].actuator(index).name
        data[1].ctrl[index] = 0.0 if name in steering else v / 2.0 / radii.get(name, _BELT_WHEEL_M)
    pairs: list[tuple[float, float]] = []
    for _ in range(repeats):
        pairs.append((_seconds(models[0], data[0]), _seconds(models[1], data[1])))
    full, bare = (statistics.median(values) for values in zip(*pairs, strict=True))
    ratios = [bare_s / full_s for full_s, bare_s in pairs]
    note = f"{min(ratios):.2f} to {max(ratios):.2f}; {_STEPS / full:.0f} steps per second"
    return Measure(f"{base.type} ({base.program}) / plain wheels", f"{bare / full:.2f}", "", note)


def _seconds(model: mujoco.MjModel, data: mujoco.MjData) -> float:
    start = time.perf_counter()
    mujoco.mj_step(model, data, nstep=_STEPS)
    return time.perf_counter() - start
