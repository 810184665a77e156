"""mission.json: where everything that the tree names lies, where the robot starts, and how long it has."""

from __future__ import annotations

from robotdsl_compiler.model.program import Program
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.values import json_file, pose_values


def mission(program: Program) -> File:
    world = program.world
    return json_file(
        "task/mission.json",
        "mission",
        {
            "robot": program.robot.name,
            "world": world.name,
            "task": program.task.name,
            "timeout_s": program.task.timeout_s,
            "spawn": {"pose": pose_values(world.spawn)},
            "goals": {goal.name: {"pose": pose_values(goal.pose), "target": goal.target} for goal in world.goals},
            "entities": {
                entity.name: {"type": entity.type, "pose": pose_values(entity.pose)} for entity in world.entities
            },
        },
    )
