"""The ``ros-mujoco-nav2`` target: a robot stack of ROS 2 Jazzy, ros2_control and Nav2 on the MuJoCo simulation node."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets import ros_stack
from robotdsl_compiler.targets.contract import Approximation, Bound, File
from robotdsl_compiler.targets.control.base import base_drive
from robotdsl_compiler.targets.control.files import TOPIC_HARDWARE, remappings, ros2_control
from robotdsl_compiler.targets.control.plan import plan
from robotdsl_compiler.targets.description.robot import description
from robotdsl_compiler.targets.mujoco import binding as mujoco_binding
from robotdsl_compiler.targets.mujoco import limits as mujoco_limits
from robotdsl_compiler.targets.mujoco import node_binding
from robotdsl_compiler.targets.mujoco.approximations import of_node
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes

_REFUSALS = (mujoco_binding.refuse, node_binding.refuse, mujoco_limits.refuse, *ros_stack.REFUSALS)


class RosMujocoNav2:
    """Needs ROS 2 Jazzy and MuJoCo; Nav2 and ros2_control where they are not done without."""

    name = "ros-mujoco-nav2"
    summary = "a ROS 2 stack of ros2_control and Nav2, simulated in MuJoCo"

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        return Bound(self.name, facts, tuple(_approximations(facts)))

    def render(self, bound: Bound) -> tuple[File, ...]:
        facts = bound.facts
        robot = facts.robot
        driven = plan(robot)
        assert driven is not None
        blocks = (compiler_block(), *ros2_control(driven, robot.name, TOPIC_HARDWARE))
        return (
            description(robot, blocks),
            base_drive(robot),
            mujoco_document(facts),
            *object_meshes(facts),
            *ros_stack.stack(facts, driven, {"type": "mujoco"}, remappings(driven)),
        )


def _approximations(facts: Facts) -> Iterator[Approximation]:
    yield from of_node(facts)
    yield from ros_stack.approximations(facts)
    yield Approximation(
        facts.program.task.name,
        "The navigation stack, with navigation:=embedded",
        "A navigator and a localizer of the runtime's own behind the names of Nav2's actions",
        "They run where Nav2 is not installed",
    )
