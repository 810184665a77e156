"""The ``ros-mujoco-nav2`` target: a robot stack of ROS 2 Jazzy, ros2_control and Nav2 on the MuJoCo simulation node."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets import ros_stack
from robotdsl_compiler.targets.contract import Approximation, Bound, File
from robotdsl_compiler.targets.control.base import base_drive
from robotdsl_compiler.targets.control.files import TOPIC_HARDWARE, remappings, ros2_control
from robotdsl_compiler.targets.control.plan import Plan, plan
from robotdsl_compiler.targets.description.robot import description
from robotdsl_compiler.targets.mujoco import binding as mujoco_binding
from robotdsl_compiler.targets.mujoco import limits as mujoco_limits
from robotdsl_compiler.targets.mujoco import node_binding
from robotdsl_compiler.targets.mujoco.approximations import of_node
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes

_REFUSALS = (mujoco_binding.refuse, node_binding.refuse_objects, mujoco_limits.refuse, *ros_stack.REFUSALS)


class RosMujocoNav2:
    """Needs ROS 2 Jazzy and MuJoCo; Nav2 and ros2_control where they are not done without.

    With ``kinematic`` the simulation carries the base as its wheels are told, whatever they would do, and no controller
    drives it: a base on any wheels can be had, as an approximation.
    """

    name = "ros-mujoco-nav2"
    summary = "a ROS 2 stack of ros2_control and Nav2, simulated in MuJoCo"

    def __init__(self, kinematic: bool = False) -> None:
        self._kinematic = kinematic

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        if not self._kinematic:
            node_binding.refuse_wheels(facts, diagnostics)
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        return Bound(self.name, facts, tuple(_approximations(facts, self._kinematic)))

    def render(self, bound: Bound) -> tuple[File, ...]:
        facts = bound.facts
        robot = facts.robot
        driven = plan(robot)
        assert driven is not None
        simulator: dict[str, object] = {"type": "mujoco"}
        if self._kinematic:
            # Nothing but the runtime's own drive knows what the base is told.
            driven = Plan((), {})
            simulator["drive"] = "kinematic"
        blocks = (compiler_block(), *ros2_control(driven, robot.name, TOPIC_HARDWARE))
        return (
            description(robot, blocks),
            base_drive(robot),
            mujoco_document(facts, self._kinematic),
            *object_meshes(facts),
            *ros_stack.stack(facts, driven, simulator, remappings(driven)),
        )


def _approximations(facts: Facts, kinematic: bool) -> Iterator[Approximation]:
    yield from of_node(facts, kinematic)
    yield from ros_stack.approximations(facts)
    yield Approximation(
        facts.program.task.name,
        "The navigation stack, with navigation:=embedded",
        "A navigator and a localizer of the runtime's own behind the names of Nav2's actions",
        "They run where Nav2 is not installed",
    )
