"""What a node of the tree, or an action of the robot, is at."""

from __future__ import annotations

from enum import Enum


class Status(Enum):
    """BehaviorTree.CPP's states: a tick answers one of the last three, a node that is not in use is ``IDLE``."""

    IDLE = "idle"
    RUNNING = "running"
    SUCCESS = "success"
    FAILURE = "failure"

    @property
    def completed(self) -> bool:
        """Whether it has ended, well or not."""
        return self is Status.SUCCESS or self is Status.FAILURE
