"""compile.json: for people and tools, what an output was made of. Nothing reads it to run."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

from robotdsl_compiler.driver.plain import plain
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.version import VERSION
from robotdsl_compiler.targets.contract import Bound, File
from robotdsl_compiler.targets.values import json_file
from robotdsl_compiler.validation.finding import Finding
from robotdsl_compiler.validation.rules import validation_document


def inspection(bound: Bound, sources: tuple[tuple[Form, Source], ...], findings: tuple[Finding, ...]) -> File:
    """The file. It names no place of the machine: a source is told by its file's name and its content's hash."""
    program = bound.facts.program
    return json_file(
        "compile.json",
        "compile",
        {
            "compiler": VERSION,
            "target": bound.target,
            "program": {
                "robot": program.robot.name,
                "intent": program.robot.intent,
                "world": program.world.name,
                "task": program.task.name,
                "evaluation": None if program.evaluation is None else program.evaluation.name,
            },
            "sources": [
                {
                    "form": form.value,
                    "name": Path(source.name).name,
                    "sha256": hashlib.sha256(source.data).hexdigest(),
                }
                for form, source in sources
            ],
            "parts": _parts(bound.facts),
            "objects": [
                {"entity": entity.name, "library": entity.object.library, "id": entity.object.id}
                for entity in program.world.entities
                if entity.object is not None
            ],
            "environments": [
                {"scenario": taken.scenario, "library": taken.environment.library, "id": taken.environment.id}
                for taken in program.world.environments
            ],
            "facts": plain(bound.facts),
            "validation": _validation(findings),
            "approximations": approximation_values(bound),
        },
    )


def approximation_values(bound: Bound) -> list[dict[str, str]]:
    return [dataclasses.asdict(approximation) for approximation in bound.approximations]


def _validation(findings: tuple[Finding, ...]) -> list[dict[str, object]]:
    """The findings, each place in a source told by the file's name alone."""
    values = validation_document(findings)
    for value in values:
        places = value["places"]
        assert isinstance(places, list)
        for place in places:
            place["source"] = Path(place["source"]).name
    return values


def _parts(facts: Facts) -> list[dict[str, object]]:
    """Each component with the part it is: the library and id, and how its mass was come by."""
    return [
        {
            "component": component.name,
            "type": component.type,
            "library": component.part.library,
            "id": component.part.id,
            "inertial_source": None if component.part.inertial is None else component.part.inertial.source,
        }
        for component in facts.program.robot.components
    ]
