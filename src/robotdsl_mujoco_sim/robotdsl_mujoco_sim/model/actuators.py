"""Actuators made of a description's <ros2_control>: one for each joint and command interface.

Only who asks for them gets them: a node that turns joints by itself needs none, and an actuator changes what a joint
does as soon as it is there. Ranges are the description's own limits and never invented; gains are the conservative ones
below, which suit no robot in particular, unless the joint's extended parameters state others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.extended import Extended
from robotdsl_mujoco_sim.model.numbers import real

Element = ElementTree.Element
# Position: N m/rad (N/m) and N m s/rad (N s/m). Velocity: N m s/rad (N s/m).
POSITION_KP, POSITION_KV = 50.0, 5.0
VELOCITY_KV = 5.0
_SUFFIXES = {"position": "pos", "velocity": "vel", "effort": "eff"}
# The limits that an interface needs beside the effort.
_NEEDS = {"position": ("lower", "upper"), "velocity": ("velocity",), "effort": ()}


def actuator_name(joint: str, interface: str) -> str:
    return f"{joint}_act_{_SUFFIXES[interface]}"


def generate_actuators(spec: mujoco.MjSpec, urdf: Element, extended: Mapping[str, Extended], where: str) -> None:
    """Raises ``DescriptionError`` for a joint that is not there, mimics another, or states a limit too few, and for an
    interface that is none of position, velocity and effort, or is claimed twice.
    """
    joints = {joint.attrib.get("name", ""): joint for joint in urdf.findall("joint")}
    for claimed in urdf.iterfind("ros2_control/joint"):
        name = claimed.attrib.get("name", "")
        for command in claimed.findall("command_interface"):
            interface = command.attrib.get("name", "")
            who = f"{where}: ros2_control commands joint {name!r} by {interface}"
            if name not in joints or spec.joint(name) is None:
                raise DescriptionError(f"{who}, and no joint of that name moves")
            if interface not in _SUFFIXES:
                raise DescriptionError(f"{who}, which is none of {', '.join(_SUFFIXES)}")
            if joints[name].find("mimic") is not None:
                raise DescriptionError(f"{who}, and it mimics another: the two would fight")
            if spec.actuator(actuator_name(name, interface)) is not None:
                raise DescriptionError(f"{who} a second time")
            limits = _limits(joints[name], interface, who)
            _add(spec, name, interface, limits, extended.get(name, Extended()))


def _limits(joint: Element, interface: str, who: str) -> dict[str, float]:
    limit = joint.find("limit")
    if limit is None:
        raise DescriptionError(f"{who}, and it states no limit")
    for key in ("effort", *_NEEDS[interface]):
        if key not in limit.attrib:
            raise DescriptionError(f"{who}, and its limit states no {key}")
    return {key: real(limit, key, f"{who}: its {key} limit", 0.0) for key in ("effort", *_NEEDS[interface])}


def _add(spec: mujoco.MjSpec, joint: str, interface: str, limits: Mapping[str, float], extended: Extended) -> None:
    actuator = spec.add_actuator(name=actuator_name(joint, interface), target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    effort = abs(limits["effort"])
    if interface == "position":
        actuator.set_to_position(kp=_or(extended.kp, POSITION_KP), kv=_or(extended.kv, POSITION_KV))
        actuator.ctrlrange = [limits["lower"], limits["upper"]]
    elif interface == "velocity":
        actuator.set_to_velocity(kv=_or(extended.kv, VELOCITY_KV))
        actuator.ctrlrange = [-abs(limits["velocity"]), abs(limits["velocity"])]
    else:
        actuator.set_to_motor()
        actuator.ctrlrange = [-effort, effort]
    actuator.forcerange = [-effort, effort]
    moved: Any = spec.joint(joint)
    if extended.armature is not None:
        moved.armature = extended.armature


def _or(stated: float | None, otherwise: float) -> float:
    return otherwise if stated is None else stated
