"""The ``embedded`` target: a MuJoCo scene with the robot in its world, the task, and the runtime that runs and judges
it in one process, with Python packages only.
"""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets import world_binding
from robotdsl_compiler.targets.contract import Bound, File
from robotdsl_compiler.targets.mission import binding as mission_binding
from robotdsl_compiler.targets.mission.evaluation import evaluation
from robotdsl_compiler.targets.mission.mission import mission
from robotdsl_compiler.targets.mission.tree import behavior_tree
from robotdsl_compiler.targets.mujoco import binding as mujoco_binding
from robotdsl_compiler.targets.mujoco import limits as mujoco_limits
from robotdsl_compiler.targets.mujoco.approximations import in_world
from robotdsl_compiler.targets.mujoco.drive import drive
from robotdsl_compiler.targets.mujoco.scene import scene
from robotdsl_compiler.targets.mujoco.sensors import sensors
from robotdsl_compiler.targets.mujoco.visuals import mesh_files
from robotdsl_compiler.targets.navigation import binding as navigation_binding
from robotdsl_compiler.targets.navigation.approximations import approximations as navigation_approximations
from robotdsl_compiler.targets.navigation.base import navigation
from robotdsl_compiler.targets.navigation.map import occupancy_map
from robotdsl_compiler.targets.payload.entry import entry_point
from robotdsl_compiler.targets.payload.runtime import runtime_files

_REFUSALS = (
    mujoco_binding.refuse,
    mujoco_binding.refuse_rollers,
    world_binding.refuse,
    mujoco_limits.refuse,
    navigation_binding.refuse,
    mission_binding.refuse,
)


class Embedded:
    """Needs numpy and mujoco to run; nothing of ROS and nothing of the compiler."""

    name = "embedded"
    summary = "one directory that simulates, drives and judges the robot with Python and MuJoCo alone"

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        return Bound(self.name, facts, (*in_world(facts), *navigation_approximations(facts)))

    def render(self, bound: Bound) -> tuple[File, ...]:
        facts = bound.facts
        robot, program = facts.robot, facts.program
        assert robot.drive is not None
        return (
            scene(facts),
            *mesh_files(facts),
            drive(robot),
            sensors(robot),
            *occupancy_map(facts.world),
            navigation(robot, robot.drive, program.robot.chassis.type),
            behavior_tree(program.task),
            mission(program),
            evaluation(facts),
            *runtime_files(),
            entry_point(),
        )
