"""The port between the task and whatever moves: the embedded simulation, ROS, or a scripted double.

Everything that a leaf knows or does goes through `Robot`; time too, so that a tree never reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.status import Status


@dataclass(frozen=True, slots=True)
class ActionState:
    """How an action, or one tick of a leaf, stands; ``message`` says why, for people (of a failure above all)."""

    status: Status
    message: str = ""


class Action(Protocol):
    """A motion in progress, asked for through `Robot`."""

    def poll(self) -> ActionState:
        """``RUNNING`` until it ends, then ``SUCCESS`` or ``FAILURE``. Never blocks."""

    def cancel(self) -> None:
        """Ask it to stop. Returns at once; ``stopped`` tells when it has."""

    @property
    def stopped(self) -> bool:
        """True once it moves the robot no more: after it ended, or after a cancellation took effect."""


class Robot(Protocol):
    """What the task asks of the robot. Lengths in metres, angles in radians, times in seconds of the run's clock."""

    def now(self) -> float:
        """The run's time, simulated or real; never runs backwards."""

    def pose(self) -> Pose2 | None:
        """The pose (x, y, yaw) of the base in the map frame, as the robot believes it; ``None`` while unknown."""

    def distance(self) -> float:
        """The length of the path driven by odometry, counted from any moment before the task's start."""

    def goal_tolerance(self) -> tuple[float, float]:
        """``(position, heading)`` within which a goal counts as reached; an infinite heading for a base that cannot
        turn in place, which is not held to one.
        """

    def navigate(self, goal: Pose2) -> Action:
        """Drive to ``goal`` (x, y, yaw) in the map frame round whatever is in the way."""

    def spin(self, angle_rad: float) -> Action:
        """Turn in place by ``angle_rad``; positive is to the left."""

    def drive(self, forward_m: float, left_m: float, speed_mps: float | None) -> Action:
        """Move straight by ``forward_m`` ahead (negative: back) and ``left_m`` to the left (negative: right), at
        ``speed_mps`` (positive; ``None``: as fast as suits the base).
        """

    def stop(self) -> None:
        """Command zero velocity, now."""
