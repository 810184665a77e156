"""The evidence of a run over ROS: the pose that the simulator publishes, the joint states, and the bumpers' reports."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from robotdsl_runtime.evaluation.record import Evidence, Recorder
from robotdsl_runtime.nodes.messages import seconds, transform_of

_DEEP = QoSProfile(depth=100)


@dataclass(frozen=True, slots=True)
class Bumper:
    """Where a bumper's reports are heard and how often it is read, Hz. One that is ``silent_when_free`` reports as
    often as the simulator likes while something presses it, and nothing otherwise.
    """

    topic: str
    rate_hz: float
    silent_when_free: bool = False


class RosRecorder:
    """Takes every true pose of ``robot`` and every state of ``joints``, each of its own time: a state that were taken
    with the poses would now be judged twice and now not at all. A message that lacks one of the joints is another's.

    ``time`` is that of the last pose, s.
    """

    def __init__(self, node: Node, robot: str, joints: Sequence[str], bumpers: Mapping[str, Bumper]) -> None:
        self._node, self._bumpers = node, dict(bumpers)
        self._robot = robot
        self._joints = tuple(joints)
        self._rates = {name: bumper.rate_hz for name, bumper in bumpers.items()}
        # Whether the run has begun: before that a simulation which is set back has all recorded anew, and not after.
        self.begun = False
        self._restart()
        node.create_subscription(TFMessage, f"/model/{robot}/pose", self._pose, _DEEP)
        if joints:
            node.create_subscription(JointState, "/joint_states", self._states, _DEEP)
        if not bumpers:
            return
        # Where nothing tells of contacts their messages may be missing.
        from ros_gz_interfaces.msg import Contacts

        for name, bumper in bumpers.items():
            node.create_subscription(
                Contacts, bumper.topic, lambda message, name=name: self._contacts(name, message), _DEEP
            )

    def evidence(self) -> Evidence:
        """A copy of what was recorded so far. Silence is a free bumper's where there is someone to be silent."""
        silent = [name for name, bumper in self._bumpers.items() if bumper.silent_when_free]
        return self._recorder.evidence(
            [name for name in silent if self._node.count_publishers(self._bumpers[name].topic) > 0]
        )

    def _restart(self) -> None:
        self._recorder = Recorder(self._joints, self._rates)
        self.time = -float("inf")

    def _pose(self, message: Any) -> None:
        for item in message.transforms:
            if item.child_frame_id not in (self._robot, "base_footprint"):
                continue
            time = seconds(item.header.stamp)
            if time < self.time and not self.begun:
                self._restart()
            if time > self.time:
                self.time = time
                pose = transform_of(item.transform)
                self._recorder.pose(time, (*pose.position, *pose.rotation))

    def _states(self, message: Any) -> None:
        places = {name: i for i, name in enumerate(message.name)}
        if not all(name in places for name in self._joints):
            return
        at = [places[name] for name in self._joints]
        told = (message.position, message.velocity, message.effort)
        self._recorder.joints(
            seconds(message.header.stamp), *([float(v[i]) if i < len(v) else math.nan for i in at] for v in told)
        )

    def _contacts(self, bumper: str, message: Any) -> None:
        pressing = {
            name
            for contact in message.contacts
            for side in (contact.collision1.name, contact.collision2.name)
            if (name := _entity(side)) != self._robot
        }
        self._recorder.contact(seconds(message.header.stamp), bumper, tuple(sorted(pressing)))


def _entity(collision: str) -> str:
    """The model that a collision's scoped name, ``model::link::collision``, belongs to."""
    return collision.split("::", 1)[0]
