"""evaluation.json: the checks, and the shapes that they and the physical verdict are judged on, seen from above."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Check
from robotdsl_compiler.model.vocabulary import CHECK_TYPES
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.names import joint_name
from robotdsl_compiler.targets.values import json_file, region_value


def evaluation(facts: Facts, bumpers: Mapping[str, Mapping[str, object]] | None = None) -> File:
    """The file. ``bumpers`` says of each bumper where its reports are heard, where they go by a way of their own."""
    stated = facts.program.evaluation
    return json_file(
        "task/evaluation.json",
        "evaluation",
        {
            "name": None if stated is None else stated.name,
            "checks": [] if stated is None else [_check(check) for check in stated.checks],
            "parts": {
                component: [region_value(region) for region in regions]
                for component, regions in facts.robot.regions.items()
            },
            "entities": {
                fact.entity.name: {
                    "type": fact.entity.type,
                    "regions": [region_value(region) for region in fact.regions],
                }
                for fact in facts.world.entities
                if fact.regions
            },
            **({} if bumpers is None else {"bumpers": bumpers}),
        },
    )


def _check(check: Check) -> dict[str, object]:
    kind = CHECK_TYPES[check.type]
    return {
        "type": check.type,
        "target": check.target,
        "source": check.source,
        "entity": check.entity,
        "min": check.min,
        "max": check.max,
        "joint": joint_name(check.target) if kind.needs_joint and check.target is not None else None,
        "unit": kind.unit,
    }
