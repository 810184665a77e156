"""The evidence of a run over ROS: which message becomes which sample."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("tf2_msgs", reason="neither tf2's messages nor their stand-ins are installed")

from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from robotdsl_runtime.nodes.recorder import RosRecorder
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage


class Heard:
    """What of a node the recorder uses: who hears which topic."""

    def __init__(self) -> None:
        self.by_topic: dict[str, Callable[[Any], None]] = {}

    def create_subscription(self, _type: Any, topic: str, callback: Callable[[Any], None], _qos: Any) -> None:
        self.by_topic[topic] = callback


def stamp(milliseconds: int) -> Time:
    return Time(sec=milliseconds // 1000, nanosec=milliseconds % 1000 * 1_000_000)


def pose(milliseconds: int, x: float) -> TFMessage:
    item = TransformStamped(child_frame_id="bot")
    item.header.stamp, item.transform.translation.x = stamp(milliseconds), x
    return TFMessage(transforms=[item])


def states(milliseconds: int, names: list[str], speeds: list[float]) -> JointState:
    message = JointState(name=names, position=[0.0] * len(names), velocity=speeds)
    message.header.stamp = stamp(milliseconds)
    return message


def test_poses_and_states_are_taken_as_they_come() -> None:
    node = Heard()
    recorder = RosRecorder(node, "bot", ("left", "right"), {})  # type: ignore[arg-type]  # all that it asks of a node
    tell_pose, tell_states = node.by_topic["/model/bot/pose"], node.by_topic["/joint_states"]
    tell_pose(pose(20, 0.5))
    for time, speeds in ((10, [1.0, 2.0, 3.0]), (20, [2.0, 3.0, 4.0]), (30, [3.0, 4.0, 5.0])):
        tell_states(states(time, ["caster", "right", "left"], speeds))
    # Of others' joints, and of one of ours alone: no state of both.
    tell_states(states(35, ["arm"], [9.0]))
    tell_states(states(36, ["left"], [9.0]))
    tell_pose(pose(40, 0.6))
    evidence = recorder.evidence()
    assert (evidence.time.tolist(), recorder.time) == ([0.02, 0.04], 0.04)
    assert evidence.joint_times.tolist() == pytest.approx([0.01, 0.02, 0.03])
    assert evidence.velocity.tolist() == [[3.0, 2.0], [4.0, 3.0], [5.0, 4.0]]
    # What a state does not say is not known.
    assert all(math.isnan(effort) for effort in evidence.effort.ravel())
