"""What the judges look at: the shapes and places of the scene, and the part of the record that belongs to the task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation.record import HOLE_S, Evidence
from robotdsl_runtime.evaluation.shapes import Array, Region, disc, planar_poses, read_region
from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.mission import Mission, decode_mission

# Two shapes nearer than this touch, in m.
TOUCHING_M = 0.005

OBSTACLE = "Obstacle"
SUPPORT_SURFACE = "SupportSurface"


@dataclass(frozen=True)
class Scene:
    """The regions of the robot's parts, in base_footprint, and of the entities that collide, in the world; and the
    mission, which has every goal and entity.
    """

    parts: Mapping[str, tuple[Region, ...]]
    entities: Mapping[str, tuple[Region, ...]]
    mission: Mission

    def robot(self, source: str | None) -> tuple[Region, ...]:
        """The regions of the part ``source``; of the whole robot for ``None`` and for the robot's own name."""
        if source is None or (source == self.mission.robot and source not in self.parts):
            return tuple(region for regions in self.parts.values() for region in regions)
        return self.parts.get(source, ())

    def world(self, target: str) -> tuple[Region, ...]:
        """The regions of an entity; of a goal, and of an entity that does not collide, the point where it is."""
        if self.entities.get(target):
            return self.entities[target]
        place = self.mission.goals.get(target) or self.mission.entities.get(target)
        return () if place is None else (disc(place.pose[:2]),)

    def is_type(self, name: str, type: str) -> bool:
        """Whether ``name`` is an entity of that type, colliding or not."""
        known = self.mission.entities
        return name in known and known[name].type == type

    def of_type(self, *types: str) -> tuple[str, ...]:
        """The names of the entities of these types that collide."""
        known = self.mission.entities
        return tuple(name for name in self.entities if name in known and known[name].type in types)

    def touchable(self) -> tuple[str, ...]:
        """The entities that a contact counts with: all that collide but the support surfaces."""
        known = self.mission.entities
        return tuple(n for n in self.entities if not (n in known and known[n].type == SUPPORT_SURFACE))


def read_scene(evaluation: Mapping[str, Any], mission: Mapping[str, Any]) -> Scene:
    """From the documents task/evaluation.json and task/mission.json.

    Raises `ShapeError` or `TaskError` for what they should not hold, ``KeyError`` for what they lack.
    """
    return Scene(
        {name: tuple(map(read_region, regions)) for name, regions in evaluation["parts"].items()},
        {name: tuple(map(read_region, entity["regions"])) for name, entity in evaluation["entities"].items()},
        decode_mission(mission, "mission.json"),
    )


@dataclass(frozen=True)
class Run:
    """A run to be judged: its scene, its task's result and the evidence from the task's start on."""

    scene: Scene
    result: Mapping[str, Any]
    evidence: Evidence

    @property
    def status(self) -> str:
        return str(self.result["status"])

    @property
    def duration(self) -> float | None:
        """How long the task took, in s; ``None`` for one that never started."""
        started, ended = self.result["started_at"], self.result["ended_at"]
        return None if started is None or ended is None else float(ended) - float(started)

    @cached_property
    def poses(self) -> Array:
        """The robot's true planar poses (n, 3)."""
        return planar_poses(self.evidence.pose)

    @cached_property
    def pose_hole(self) -> str:
        """What the record of poses lacks, in words; empty when it covers the task."""
        return self.hole(self.evidence.time[np.isfinite(self.poses).all(axis=1)])

    def hole(self, times: Array) -> str:
        """What samples at ``times`` (s, in order) leave open of the task, in words; empty when nothing."""
        started, ended = self.result["started_at"], self.result["ended_at"]
        if started is None or ended is None or len(times) == 0:
            return "nothing was recorded"
        limits = np.concatenate(([started], times, [max(ended, times[-1])]))
        gaps = np.diff(limits)
        widest = int(np.argmax(gaps))
        if gaps[widest] <= HOLE_S:
            return ""
        return f"nothing is recorded from {limits[widest]:.2f} s to {limits[widest + 1]:.2f} s"

    def goal(self) -> tuple[str, Pose2] | None:
        """The last goal that the task navigated to, whatever became of it."""
        for event in reversed(self.result["events"]):
            if event["node"] == "Navigate":
                name = str(event["parameters"]["goal"])
                place = self.scene.mission.places.get(name)
                if place is not None:
                    return name, place
        return None


def read_run(
    evaluation: Mapping[str, Any], mission: Mapping[str, Any], result: Mapping[str, Any], evidence: Evidence
) -> Run:
    """What there is to judge. Samples from before the task's start are left out, and all but the first of several of
    one time; those from after its end, until its actions have stopped, belong to it. Raises as ``read_scene``.
    """
    started = result["started_at"]
    kept = Evidence.empty() if started is None else evidence.since(float(started) - 1e-9)
    poses, joints = (np.diff(times, prepend=-np.inf) > 0.0 for times in (kept.time, kept.joint_times))
    kept = replace(
        kept,
        time=kept.time[poses],
        pose=kept.pose[poses],
        position=kept.position[joints],
        velocity=kept.velocity[joints],
        effort=kept.effort[joints],
        joint_time=kept.joint_times[joints],
    )
    return Run(read_scene(evaluation, mission), result, kept)
