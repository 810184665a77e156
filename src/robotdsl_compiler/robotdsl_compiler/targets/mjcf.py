"""The ``mjcf`` target: the robot alone on its floor as one model that MuJoCo opens by itself, and how to drive it."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.contract import Bound, File
from robotdsl_compiler.targets.mujoco import alone_binding, binding
from robotdsl_compiler.targets.mujoco import limits as mujoco_limits
from robotdsl_compiler.targets.mujoco.approximations import alone
from robotdsl_compiler.targets.mujoco.drive import drive
from robotdsl_compiler.targets.mujoco.scene import robot_scene

_REFUSALS = (binding.refuse, binding.refuse_rollers, alone_binding.refuse, mujoco_limits.refuse_robot)


class Mjcf:
    """Nothing of ROS, navigation or the task, and of the world its floor and its gravity."""

    name = "mjcf"
    summary = "the robot alone as a MuJoCo model, with what drives it by hand"

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        return Bound(self.name, facts, alone(facts))

    def render(self, bound: Bound) -> tuple[File, ...]:
        return (robot_scene(bound.facts), drive(bound.facts.robot))
