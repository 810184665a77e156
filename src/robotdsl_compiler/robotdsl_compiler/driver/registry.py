"""The targets by name."""

from __future__ import annotations

from robotdsl_compiler.targets.contract import Target
from robotdsl_compiler.targets.embedded import Embedded
from robotdsl_compiler.targets.mjcf import Mjcf
from robotdsl_compiler.targets.ros_gz_nav2 import RosGzNav2
from robotdsl_compiler.targets.ros_mujoco_nav2 import RosMujocoNav2

# Those that can have the simulation carry a base.
KINEMATIC: dict[str, Target] = {target.name: target for target in (RosMujocoNav2(kinematic=True),)}
TARGETS: dict[str, Target] = {target.name: target for target in (Embedded(), Mjcf(), RosMujocoNav2(), RosGzNav2())}
