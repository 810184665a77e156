"""What there is to draw of a run: the world as its files state it, and the robot's way through it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation.drawing.motion import Motion, motion_of
from robotdsl_runtime.evaluation.drawing.regions import (
    Patch,
    Pose,
    Vec2,
    finite_numbers,
    nearest_of,
    patch_of,
)
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.shapes import planar_poses

# Drawn for a robot whose files state no shape, metres.
STAND_IN_RADIUS = 0.15


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing of the world. ``regions`` is empty for one that does not collide, which is then known by its pose."""

    name: str
    type: str
    pose: Pose | None
    regions: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """A place the task can drive to; ``tolerance`` (m) is known for the one that the run was judged by."""

    name: str
    pose: Pose
    tolerance: float | None = None


@dataclass(frozen=True, slots=True)
class Closest:
    """The closest approach to an obstacle: when, how near (m), where the robot stood, and the two nearest points."""

    obstacle: str
    time: float
    distance: float
    pose: Pose
    on_robot: Vec2
    on_obstacle: Vec2


@dataclass(frozen=True, eq=False)
class Scene:
    robot: str
    world: str
    task: str
    entities: tuple[Entity, ...]
    goals: tuple[Goal, ...]
    spawn: Pose | None
    # The robot's outline and its parts' shapes, in its own frame.
    outline: Patch
    parts: Mapping[str, tuple[Patch, ...]]
    motion: Motion
    closest: Closest | None

    @property
    def robot_length(self) -> float:
        x0, y0, x1, y1 = self.outline.box()
        return max(x1 - x0, y1 - y0)

    @property
    def nose(self) -> Patch:
        """An arrow head in the robot's own frame that says which way it faces."""
        _, y0, x1, y1 = self.outline.box()
        half, tip = min(y1 - y0, 2.0 * x1) * 0.16, 0.78 * x1
        return Patch(((tip, 0.0), (tip - 1.7 * half, half), (tip - 1.7 * half, -half)))


def flat_pose(numbers: Any) -> Pose | None:
    """x, y, yaw of a pose of 7 numbers (x, y, z, qx, qy, qz, qw); ``None`` when it is not one."""
    pose = finite_numbers(numbers, 7)
    if pose is None:
        return None
    x, y, yaw = planar_poses(np.array([pose]))[0].tolist()
    return x, y, yaw


def mapping(value: Any) -> Mapping[str, Any]:
    """``value`` when it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def _regions(stated: Any) -> tuple[Patch, ...]:
    found = (patch_of(r) for r in stated) if isinstance(stated, list | tuple) else ()
    return tuple(r for r in found if r is not None)


def _hull(points: list[Vec2]) -> tuple[Vec2, ...]:
    """The convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def chain(sequence: list[Vec2]) -> list[Vec2]:
        kept: list[Vec2] = []
        for p in sequence:
            while len(kept) >= 2 and (kept[-1][0] - kept[-2][0]) * (p[1] - kept[-2][1]) <= (
                kept[-1][1] - kept[-2][1]
            ) * (p[0] - kept[-2][0]):
                kept.pop()
            kept.append(p)
        return kept

    return tuple(chain(ordered)[:-1] + chain(ordered[::-1])[:-1]) if len(ordered) > 2 else tuple(ordered)


def _outline(navigation: Mapping[str, Any], parts: Mapping[str, tuple[Patch, ...]]) -> Patch:
    stated = patch_of({"polygon": navigation.get("outline")})
    if stated is not None and len(stated.corners) > 2:
        return stated
    points: list[Vec2] = []
    for region in (r for regions in parts.values() for r in regions):
        turns = range(24) if region.radius else range(1)
        for cx, cy in region.corners:
            for k in turns:
                a = 2.0 * math.pi * k / 24
                points.append((cx + region.radius * math.cos(a), cy + region.radius * math.sin(a)))
    hull = _hull(points)
    return Patch(hull) if len(hull) > 2 else Patch(((0.0, 0.0),), STAND_IN_RADIUS)


def _entities(mission: Mapping[str, Any], evaluation: Mapping[str, Any]) -> tuple[Entity, ...]:
    placed, shaped = mapping(mission.get("entities")), mapping(evaluation.get("entities"))
    found = []
    for name in [*placed, *(n for n in shaped if n not in placed)]:
        at, shape = mapping(placed.get(name)), mapping(shaped.get(name))
        kind = str(at.get("type", shape.get("type", "Obstacle")))
        found.append(Entity(str(name), kind, flat_pose(at.get("pose")), _regions(shape.get("regions"))))
    return tuple(found)


def _goals(mission: Mapping[str, Any], judged: Mapping[str, Any]) -> tuple[Goal, ...]:
    tolerance = finite_numbers([judged.get("tolerance_m")], 1)
    found = []
    for name, goal in mapping(mission.get("goals")).items():
        pose = flat_pose(mapping(goal).get("pose"))
        if pose is not None:
            known = tolerance[0] if tolerance is not None and judged.get("name") == name else None
            found.append(Goal(str(name), pose, known))
    return tuple(found)


def _closest(
    judged: Mapping[str, Any], motion: Motion, parts: Mapping[str, tuple[Patch, ...]], entities: tuple[Entity, ...]
) -> Closest | None:
    name, numbers = judged.get("obstacle"), finite_numbers([judged.get("time_s"), judged.get("distance_m")], 2)
    regions = next((e.regions for e in entities if e.name == name), ())
    if numbers is None or not regions or not len(motion):
        return None
    time, distance = numbers
    pose = motion.pose_at(time)
    robot = [r.placed(pose) for shapes in parts.values() for r in shapes]
    points = nearest_of(robot, regions)
    return None if points is None else Closest(str(name), time, distance, pose, *points)


def scene_of(
    *,
    mission: Mapping[str, Any],
    evaluation: Mapping[str, Any],
    navigation: Mapping[str, Any],
    evaluation_result: Mapping[str, Any] | None,
    evidence: Evidence,
) -> Scene:
    """The scene from the documents of an output (``task/mission.json``, ``task/evaluation.json``,
    ``nav/navigation.json``; empty mappings where there are none), the verdicts where there are some, and the record.
    Whatever is absent or malformed is left out.
    """
    motion = motion_of(evidence)
    parts = {str(n): _regions(shapes) for n, shapes in mapping(evaluation.get("parts")).items()}
    entities = _entities(mission, evaluation)
    physical = mapping(mapping(evaluation_result).get("physical"))
    return Scene(
        robot=str(mission.get("robot") or "robot"),
        world=str(mission.get("world") or "world"),
        task=str(mission.get("task") or "task"),
        entities=entities,
        goals=_goals(mission, mapping(physical.get("goal"))),
        spawn=flat_pose(mapping(mission.get("spawn")).get("pose")),
        outline=_outline(navigation, parts),
        parts=parts,
        motion=motion,
        closest=_closest(mapping(physical.get("clearance")), motion, parts, entities),
    )
