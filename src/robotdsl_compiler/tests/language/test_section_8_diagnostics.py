"""Section 8 of the language: every code with its fields, told by the example of its page, as text and as JSON."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.support.catalogue import CATALOGUE
from robotdsl_compiler.support.diagnostic import Phase

sys.path.insert(0, str(Path(__file__).parents[1] / "explanations"))
from pages import copied_library, furnish, lay_out, read, type_in

PHASES = (
    "source_load", "library_load", "target_resolution", "parse", "name_resolution", "type_check", "analysis",
    "validation", "target_binding", "world_realization", "emission", "output_write",
)  # fmt: skip
STATES = {"pass", "invalid", "environment_failed", "not_run", "not_requested"}
# The phases in which the codes of a family are told, and whose fault they are.
FAMILIES = {
    "invocation": ({"source_load", "target_resolution"}, "invocation"),
    "environment": ({"source_load", "library_load", "target_resolution", "emission", "output_write"}, "environment"),
    "syntax": ({"parse"}, "application"),
    "library": ({"library_load"}, "library"),
    "name": ({"name_resolution"}, "application"),
    "type": ({"type_check"}, "application"),
    "validation": ({"validation"}, "application"),
    "target": ({"target_binding", "world_realization"}, "application"),
}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_library(tmp_path_factory.mktemp("library"))


@pytest.fixture
def workplace(tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    furnish(tmp_path, library)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path


def told(commands: str, *options: str) -> tuple[int, str, str]:
    """What the last command of an example says with further options: its exit code, its output, its diagnostics."""
    *before, last = commands.splitlines()
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        for line in before:
            type_in(line)
        code = type_in(" ".join((last, *options)))
    return code, out.getvalue(), err.getvalue()


def test_the_phases_are_in_order_and_every_family_has_its_own() -> None:
    assert tuple(phase.value for phase in Phase) == PHASES
    assert {code.partition(".")[0] for code in CATALOGUE} == set(FAMILIES)


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_code_has_its_fields(code: str, workplace: Path) -> None:
    page = read(code)
    lay_out(page.example)
    exit_code, out, _ = told(page.commands, "--json")
    document: dict[str, Any] = json.loads(out)
    assert document["schema"] == "robotdsl.compile"
    assert document["ok"] is (exit_code == 0)
    assert tuple(document["phases"]) == PHASES
    assert set(document["phases"].values()) <= STATES
    found = [d for d in document["diagnostics"] if d["code"] == code]
    assert found and len(found) == len(document["diagnostics"])
    phases, domain = FAMILIES[code.partition(".")[0]]
    for diagnostic in found:
        assert diagnostic["phase"] in phases
        assert diagnostic["failure_domain"] == domain
        assert diagnostic["level"] in ("error", "warning")
        disposition = diagnostic["disposition"]
        assert disposition["base"] == ("blocking" if CATALOGUE[code].blocking else "non_blocking")
        assert ("reason" in disposition) is (disposition["base"] != disposition["effective"])
        assert diagnostic["message"]
        ended = document["phases"][diagnostic["phase"]]
        assert (ended in ("invalid", "environment_failed")) is (disposition["effective"] == "blocking")
        primary = diagnostic["primary"]
        for label in [primary, *diagnostic.get("related", [])] if primary is not None else []:
            check_span(label["span"])


def check_span(span: dict[str, Any]) -> None:
    """Half-open UTF-8 byte ranges of a file, with the line and column of each end in Unicode characters."""
    data = Path(span["source"]).read_bytes()
    assert 0 <= span["start"]["byte_offset"] <= span["end"]["byte_offset"] <= len(data)
    for end in (span["start"], span["end"]):
        before = data[: end["byte_offset"]].decode()
        assert end["line"] == before.count("\n") + 1
        assert end["column"] == len(before.rpartition("\n")[2]) + 1


@pytest.mark.parametrize("code", CATALOGUE)
def test_colour_never_changes_the_text(code: str, workplace: Path) -> None:
    page = read(code)
    lay_out(page.example)
    colored = told(page.commands, "--color", "always")[2]
    assert ESCAPE.search(colored) is not None
    # What the page shows is the text without colour, as the tests of the pages hold it to be.
    assert ESCAPE.sub("", colored).rpartition("\n\n")[0] == page.said


@pytest.mark.parametrize("code", [code for code in CATALOGUE if not CATALOGUE[code].blocking])
def test_warnings_may_be_made_errors(code: str, workplace: Path) -> None:
    page = read(code)
    lay_out(page.example)
    lax = told(page.commands, "--json")
    strict = told(page.commands.splitlines()[-1], "--warnings-as-errors", "--json")
    assert (lax[0], strict[0]) == (0, 1)
    found = next(d for d in json.loads(strict[1])["diagnostics"] if d["code"] == code)
    assert found["disposition"]["effective"] == "blocking"
    assert "--warnings-as-errors" in found["disposition"]["reason"]
