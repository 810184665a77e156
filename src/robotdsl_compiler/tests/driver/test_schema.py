"""The published schema of ``robotdsl.compile``: it says what the documents hold, and every document obeys it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver import document
from robotdsl_compiler.driver.document import outcome_text
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request, Status
from robotdsl_compiler.support.catalogue import CATALOGUE, Domain, Level
from robotdsl_compiler.support.diagnostic import Phase
from robotdsl_compiler.validation.finding import Verdict
from robotdsl_compiler.validation.rules import RULES

SCHEMA: dict[str, Any] = json.loads(
    Path(document.__file__).with_name("robotdsl.compile.schema.json").read_text(encoding="utf-8")
)
LIBRARIES = Path(__file__).parents[3] / "robotdsl_libraries"
PROGRAMS = sorted(folder.name for folder in (LIBRARIES / "programs").iterdir() if folder.is_dir())

Obeys = Callable[[str], None]


@pytest.fixture
def report(obeys_the_schema: Obeys, workshop: Any) -> Callable[..., dict[str, Any]]:
    """Compile a program of the workshop, and give its report, which obeys the schema."""

    def compile_(texts: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        request = {"files": workshop.program(**(texts or {})), "libraries": (str(workshop.library),), **changes}
        text = outcome_text(compile_program(Request(**request)))
        obeys_the_schema(text)
        told: dict[str, Any] = json.loads(text)
        return told

    return compile_


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_report_and_the_inspection_of_every_example(name: str, tmp_path: Path, obeys_the_schema: Obeys) -> None:
    files, libraries = (str(LIBRARIES / "programs" / name),), (str(LIBRARIES / "libraries" / "example"),)
    obeys_the_schema(outcome_text(compile_program(Request(files, libraries, check=True))))
    output = tmp_path / "out"
    outcome = compile_program(Request(files, libraries, target="embedded", output=str(output)))
    obeys_the_schema(outcome_text(outcome))
    if outcome.ok:
        obeys_the_schema((output / "compile.json").read_text(encoding="utf-8"))
    else:
        assert not output.exists()


def test_a_broken_part_that_the_program_names(report: Callable[..., dict[str, Any]], workshop: Any) -> None:
    workshop.stock({"id": "laser"})
    told = report(check=True)
    by_level = {d["level"]: d for d in told["diagnostics"]}
    assert by_level["warning"]["disposition"]["reason"].startswith("the part `laser` is left out")
    assert by_level["error"]["code"] == "name.unknown_part"
    assert told["phases"]["library_load"] == "pass"


def test_reports_of_calls_that_cannot_be(report: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    assert report()["diagnostics"][0]["primary"] is None
    assert report(target="embedded")["output"]["directory"] is None
    assert report(files=(), libraries=(), check=True)["sources"] == []
    assert report(target="nothing", output=str(tmp_path / "o"))["output"]["files"] == []
    assert report(warnings_as_errors=True, check=True, libraries=("nowhere",))["validation"] == []


@pytest.mark.parametrize(
    ("name", "words"), [("status", Status), ("finding.status", Verdict), ("diagnostic.level", Level),
    ("diagnostic.phase", Phase), ("diagnostic.failure_domain", Domain)],
)  # fmt: skip
def test_the_words_are_those_of_the_compiler(name: str, words: type[Enum]) -> None:
    part = SCHEMA["$defs"]
    first, *rest = name.split(".")
    part = part[first]
    for member in rest:
        part = part["properties"][member]
    assert part["enum"] == [word.value for word in words]


def test_every_phase_code_and_rule_is_allowed_for(obeys_the_schema: Obeys) -> None:
    phases = SCHEMA["$defs"]["report"]["properties"]["phases"]
    assert phases["required"] == list(phases["properties"]) == [phase.value for phase in Phase]
    for name in [*CATALOGUE, *(rule.name for rule in RULES)]:
        assert re.search(SCHEMA["$defs"]["diagnostic"]["properties"]["code"]["pattern"], name), name


def test_what_the_schema_does_not_know_breaks_it(
    report: Callable[..., dict[str, Any]], obeys_the_schema: Obeys, tmp_path: Path
) -> None:
    told = report(target="embedded", output=str(tmp_path / "out"))
    inspection = json.loads((tmp_path / "out" / "compile.json").read_text(encoding="utf-8"))
    for whole, broken in (
        (told, {"extra": 1}),
        (told, {"version": 2}),
        (told, {"phases": {}}),
        (told, {"ok": "yes"}),
        (inspection, {"extra": 1}),
        (inspection, {"sources": [{"form": "urdf", "name": "a", "sha256": ""}]}),
    ):
        with pytest.raises(AssertionError):
            obeys_the_schema(json.dumps({**whole, **broken}))
    for member in ("approximations", "phases", "schema"):
        with pytest.raises(AssertionError):
            obeys_the_schema(json.dumps({key: value for key, value in told.items() if key != member}))
