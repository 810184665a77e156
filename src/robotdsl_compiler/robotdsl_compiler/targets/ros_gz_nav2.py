"""The ``ros-gz-nav2`` target: a robot stack of ROS 2 Jazzy, ros2_control and Nav2 on Gazebo Harmonic."""

from __future__ import annotations

from dataclasses import replace

from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.model.geometry import bounding_box
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets import ros_stack
from robotdsl_compiler.targets.contract import Bound, File
from robotdsl_compiler.targets.control.files import CONTROLLERS, GAZEBO_HARDWARE, remappings, ros2_control
from robotdsl_compiler.targets.control.plan import plan
from robotdsl_compiler.targets.description.robot import OUTPUT_DIR, description
from robotdsl_compiler.targets.gazebo import binding as gazebo_binding
from robotdsl_compiler.targets.gazebo.approximations import approximations
from robotdsl_compiler.targets.gazebo.blocks import gazebo_blocks
from robotdsl_compiler.targets.gazebo.bridge import bridge
from robotdsl_compiler.targets.gazebo.sdf import NAMESPACE
from robotdsl_compiler.targets.gazebo.world import object_meshes, world_file

_REFUSALS = (gazebo_binding.refuse, *ros_stack.REFUSALS)


class RosGzNav2:
    """Needs ROS 2 Jazzy, Gazebo Harmonic, ros2_control and Nav2."""

    name = "ros-gz-nav2"
    summary = "a ROS 2 stack of ros2_control and Nav2, simulated in Gazebo"

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        facts = replace(facts, robot=_with_footprint(facts.robot))
        return Bound(self.name, facts, (*approximations(facts), *ros_stack.approximations(facts)))

    def render(self, bound: Bound) -> tuple[File, ...]:
        facts = bound.facts
        robot = facts.robot
        driven = plan(robot)
        assert driven is not None
        parameters = f"{OUTPUT_DIR}/{CONTROLLERS}" if driven.controllers else None
        blocks = (
            *ros2_control(driven, robot.name, GAZEBO_HARDWARE),
            *gazebo_blocks(facts, parameters, remappings(driven)),
        )
        simulator = {"type": "gazebo", "world": facts.program.world.name, "robot": robot.name}
        return (
            description(robot, blocks, visual_collisions=True, namespace=("gz", NAMESPACE)),
            world_file(facts),
            *object_meshes(facts),
            bridge(robot),
            *ros_stack.stack(facts, driven, simulator),
        )


def _with_footprint(robot: RobotFacts) -> RobotFacts:
    """With parts that collide by their meshes, of which analysis knows no more than where they are: the box about all
    the other shapes and those places.
    """
    if robot.footprint is not None:
        return robot
    box = bounding_box(region for regions in robot.regions.values() for region in regions)
    assert box is not None
    x0, y0, x1, y1 = box
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return replace(robot, footprint=corners, outline=corners)
