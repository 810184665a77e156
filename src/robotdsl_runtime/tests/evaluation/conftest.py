"""A run made by hand, for everything that shows runs: round a box to a goal, and a turn there."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.evaluation.drawing.scene import Scene, scene_of
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.verdicts import judge

STEP_S = 0.02
WHEELS = ("left_wheel_joint", "right_wheel_joint")
HALF_TRACK, RADIUS = 0.12, 0.05


def rectangle(x: float, y: float, wide: float, deep: float) -> dict[str, Any]:
    a, b = wide / 2.0, deep / 2.0
    return {"polygon": [[x - a, y - b], [x + a, y - b], [x + a, y + b], [x - a, y + b]]}


def driven(points: list[tuple[float, float, float]], start: float = 0.0) -> Evidence:
    """The evidence of a base at x, y, yaw, one of ``points`` every ``STEP_S`` from ``start`` on."""
    x, y, yaw = np.array(points).T
    time = np.linspace(start, start + STEP_S * (len(points) - 1), len(points))
    pose = np.zeros((len(points), 7))
    pose[:, 0], pose[:, 1], pose[:, 5], pose[:, 6] = x, y, np.sin(yaw / 2.0), np.cos(yaw / 2.0)
    ahead = np.hypot(np.gradient(x), np.gradient(y)) / STEP_S
    turn = np.gradient(np.unwrap(yaw)) / STEP_S
    velocity = np.stack([(ahead - turn * HALF_TRACK) / RADIUS, (ahead + turn * HALF_TRACK) / RADIUS], axis=1)
    return Evidence(time, pose, WHEELS, np.cumsum(velocity, axis=0) * STEP_S, velocity, np.zeros_like(velocity))


def round_the_box() -> list[tuple[float, float, float]]:
    """To (2.5, 0) in 8 s, 0.6 m to the left of the straight line at its middle; then a quarter turn in 2 s."""
    points = []
    for k in range(400):
        u = k / 399
        s = 3.0 * u * u - 2.0 * u**3  # starts and ends at rest
        slope = 0.6 * math.pi * math.sin(2.0 * math.pi * s) / 2.5
        points.append((2.5 * s, 0.6 * math.sin(math.pi * s) ** 2, math.atan(slope)))
    x, y, yaw = points[-1]
    return points + [(x, y, yaw + math.pi / 2.0 * k / 100) for k in range(1, 101)]


def check(kind: str, target: str | None, low: float | None = None, high: float | None = None, **others: Any) -> Any:
    units = {
        "Check_time": "s",
        "Check_vel": "rad/s",
        "Check_acc": "rad/s^2",
        "Check_contact": "s",
        "Check_effort": "N m",
    }
    base = {"type": kind, "target": target, "source": None, "min": low, "max": high, "joint": None}
    return {**base, "unit": units.get(kind, "m"), **others}


def event(node: str, path: str, start: float, end: float | None, outcome: str = "success", **parameters: Any) -> Any:
    return {
        "node": node, "path": path, "parameters": parameters, "outcome": outcome, "message": "",
        "started_at": start, "ended_at": end,
    }  # fmt: skip


def _mission() -> dict[str, Any]:
    return {
        "schema": "robotdsl.mission", "version": 1, "robot": "diff_bot", "world": "demo", "task": "reach",
        "timeout_s": 60.0, "spawn": {"pose": [0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0]},
        "goals": {"goal": {"pose": [2.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], "target": None}},
        "entities": {
            "box": {"type": "Obstacle", "pose": [1.2, 0.0, 0.25, 0.0, 0.0, 0.0, 1.0]},
            "flag": {"type": "Marker", "pose": [2.0, -0.6, 0.01, 0.0, 0.0, 0.0, 1.0]},
        },
    }  # fmt: skip


def _evaluation() -> dict[str, Any]:
    return {
        "schema": "robotdsl.evaluation", "version": 1, "name": "reach_check",
        "checks": [
            check("Check_time", "reach", high=60.0),
            check("Check_clearance", None, low=0.05),
            check("Check_distance", "box", low=0.1, high=5.0, source="base"),
            check("Check_vel", "left_wheel", high=5.0, joint="left_wheel_joint"),
            check("Check_effort", "caster", high=1.0, joint="caster_joint"),
        ],
        "parts": {
            "base": [rectangle(-0.02, 0.0, 0.24, 0.2)],
            "left_wheel": [{"disc": {"center": [0.0, HALF_TRACK], "radius": RADIUS}}],
            "right_wheel": [{"disc": {"center": [0.0, -HALF_TRACK], "radius": RADIUS}}],
        },
        "entities": {"box": {"type": "Obstacle", "regions": [rectangle(1.2, 0.0, 0.3, 0.3)]}},
    }  # fmt: skip


def _task_result() -> dict[str, Any]:
    return {
        "schema": "robotdsl.task_result", "version": 1, "task": "reach", "status": "success", "message": "",
        "started_at": 0.0, "ended_at": 10.0,
        "events": [
            event("Navigate", "0.0", 0.0, 8.0, goal="goal"),
            event("Spin", "0.1", 8.0, 10.0, angle_rad=1.5708),
            event("Stop", "0.2", 10.0, 10.0),
        ],
        "final_pose": [2.49, 0.01, 1.58], "odometry_distance_m": 2.9, "unstopped_actions": [],
    }  # fmt: skip


@dataclass(frozen=True, eq=False)
class SampleRun:
    """The documents of an output, what was recorded, and what the run came to."""

    mission: dict[str, Any] = field(default_factory=_mission)
    evaluation: dict[str, Any] = field(default_factory=_evaluation)
    navigation: dict[str, Any] = field(
        default_factory=lambda: {
            "outline": [[-0.14, -0.1], [-0.05, -0.17], [0.05, -0.17], [0.1, -0.1], [0.1, 0.1], [0.05, 0.17],
                        [-0.05, 0.17], [-0.14, 0.1]]
        }
    )  # fmt: skip
    task_result: dict[str, Any] = field(default_factory=_task_result)
    evidence: Evidence = field(default_factory=lambda: driven(round_the_box()))

    def judged(self) -> dict[str, Any]:
        return judge(self.evaluation, self.mission, self.task_result, self.evidence, 0.15)

    def scene(self, judged: bool = True) -> Scene:
        return scene_of(
            mission=self.mission,
            evaluation=self.evaluation,
            navigation=self.navigation,
            evaluation_result=self.judged() if judged else None,
            evidence=self.evidence,
        )

    def but(self, **changes: Any) -> SampleRun:
        return replace(self, **changes)


@pytest.fixture
def run() -> SampleRun:
    return SampleRun()
