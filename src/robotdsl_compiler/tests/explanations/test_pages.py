"""Every code has a page, and every page is true: its example is compiled and what is said of it compared word by word.

``ROBOTDSL_UPDATE_GOLDEN=1`` puts what the compiler says into the pages, and writes docs/reference/diagnostics anew;
read the difference before committing it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from robotdsl_compiler.cli.explanation import SOURCES, documents, family, main, source
from robotdsl_compiler.support.catalogue import CATALOGUE

sys.path.insert(0, str(Path(__file__).parent))
from pages import WORKSPACE, copied_library, furnish, lay_out, mend, read, type_in

DOCS = WORKSPACE / "docs" / "reference" / "diagnostics"
UPDATE = bool(os.environ.get("ROBOTDSL_UPDATE_GOLDEN"))

LANGUAGES = {"core", "world", "task", "eval", "yaml", "diff", "console", "text"}


@pytest.fixture(scope="module")
def example_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_library(tmp_path_factory.mktemp("library"))


@pytest.fixture
def workplace(tmp_path: Path, example_library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    furnish(tmp_path, example_library)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_json_of_the_example_obeys_the_schema(
    code: str, workplace: Path, capsys: pytest.CaptureFixture[str], obeys_the_schema: Callable[[str], None]
) -> None:
    page = read(code)
    lay_out(page.example)
    *before, last = page.commands.splitlines()
    if before:
        type_in("\n".join(before))
    capsys.readouterr()
    type_in(f"{last} --json")
    said = capsys.readouterr().out
    obeys_the_schema(said)
    found = json.loads(said)
    assert code in {diagnostic["code"] for diagnostic in found["diagnostics"]}
    assert found["ok"] is not any(
        diagnostic["disposition"]["effective"] == "blocking" for diagnostic in found["diagnostics"]
    )


def put_into_the_page(code: str, said: str) -> None:
    text = source(code).read_text(encoding="utf-8")
    source(code).write_text(
        re.sub(r"(?ms)^```text\n.*?^```$", lambda _: f"```text\n{said}\n```", text, count=1), encoding="utf-8"
    )


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_example_is_told_what_the_page_shows_and_mended_has_no_fault(
    code: str, workplace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = read(code)
    lay_out(page.example)
    exit_code = type_in(page.commands)
    *told, summary = capsys.readouterr().err.splitlines()
    said = "\n".join(told).rstrip("\n")
    if UPDATE and said:
        put_into_the_page(code, said)
        page = read(code)
    assert said == page.said
    codes = re.findall(r"(?m)^(error|warning)\[(.*?)\]", said)
    assert {name for _, name in codes} == {code}
    refused = "error" in (level for level, _ in codes)
    assert summary.startswith("error: " if refused else ("Checked ", "Compiled "))
    assert exit_code == (2 if family(code) == "invocation" else 1) * refused

    mend(page.mend)
    commands = next((b.text for b in page.mend if b.language == "console"), page.commands.splitlines()[-1])
    exit_code = type_in(commands)
    told_then = capsys.readouterr().err
    assert (exit_code, told_then.count("\n")) == (0, 1), f"mended as the page says:\n{told_then}"


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_page_is_well_made(code: str) -> None:
    page = read(code)
    prose = " ".join(block.text for block in page.meaning)
    assert all(block.kind == "paragraph" for block in page.meaning)
    assert 2 <= len(re.findall(r"[.!?](?= |$)", prose)) <= 5, prose
    assert CATALOGUE[code].summary not in prose
    assert page.mend, "it says how to mend the fault"
    fences = [b for b in (*page.example, *page.mend) if b.kind == "fence"]
    assert {b.language for b in fences} <= LANGUAGES
    assert all(bool(b.file) != (b.language in ("console", "text")) for b in fences)
    assert source(code).read_text(encoding="utf-8").count("```") == 2 * len(fences)


def test_there_is_a_page_for_every_code_and_no_other() -> None:
    assert {path.name for path in SOURCES.iterdir()} == {f"{code}.md" for code in CATALOGUE}


def test_the_reference_is_current() -> None:
    if UPDATE:
        main([str(DOCS)])
    there, wanted = {path.name: path.read_text(encoding="utf-8") for path in DOCS.iterdir()}, documents()
    stale = sorted(name for name in there.keys() | wanted.keys() if there.get(name) != wanted.get(name))
    assert stale == [], "write them anew: python -m robotdsl_compiler.cli.explanation docs/reference/diagnostics"
