"""Every code has a page, and every page is true: its example is compiled and what is said of it compared word by word.

``ROBOTDSL_UPDATE_GOLDEN=1`` puts what the compiler says into the pages, and writes docs/reference/diagnostics anew;
read the difference before committing it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from robotdsl_compiler.cli.explanation import SOURCES, Block, blocks, documents, family, main, source
from robotdsl_compiler.cli.main import main as robotdsl
from robotdsl_compiler.support.catalogue import CATALOGUE

WORKSPACE = Path(__file__).parents[4]
LIBRARIES = WORKSPACE / "src" / "robotdsl_libraries"
DOCS = WORKSPACE / "docs" / "reference" / "diagnostics"
UPDATE = bool(os.environ.get("ROBOTDSL_UPDATE_GOLDEN"))

EXAMPLE, MEND = "Example", "How to mend it"
LANGUAGES = {"core", "world", "task", "eval", "yaml", "diff", "console", "text"}


@dataclass(frozen=True)
class Page:
    """The parts of a page's text."""

    meaning: list[Block]
    example: list[Block]
    mend: list[Block]

    @property
    def commands(self) -> str:
        return next(b.text for b in self.example if b.language == "console")

    @property
    def said(self) -> str:
        return next(b.text for b in self.example if b.language == "text")


def read(code: str) -> Page:
    sections: dict[str, list[Block]] = {"": []}
    name = ""
    for block in blocks(source(code).read_text(encoding="utf-8")):
        if block.kind == "heading":
            name = block.text
            sections[name] = []
        else:
            sections[name].append(block)
    assert list(sections) == ["", EXAMPLE, MEND]
    return Page(sections[""], sections[EXAMPLE], sections[MEND])


@pytest.fixture(scope="module")
def example_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, since one of the examples asks to write into it."""
    return Path(shutil.copytree(LIBRARIES / "libraries" / "example", tmp_path_factory.mktemp("library") / "example"))


@pytest.fixture
def workplace(tmp_path: Path, example_library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the program that the examples stand beside, and the example library as ``example``."""
    for file in (LIBRARIES / "programs" / "minimal").iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    (tmp_path / "example").symlink_to(example_library)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def lay_out(example: list[Block]) -> None:
    for block in example:
        if block.file:
            path = Path(block.file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text + "\n", encoding="utf-8")


def type_in(commands: str) -> int:
    """Run what a console block shows; the exit code of its last line."""
    code = -1
    for line in commands.splitlines():
        assert line.startswith("$ "), line
        words = shlex.split(line.removeprefix("$ "))
        if words[0] == "robotdsl":
            code = robotdsl(words[1:])
        else:
            assert words[0] in ("cp", "ln", "mkdir", "touch", "mv", "rmdir", "rm"), line
            code = subprocess.run(words, check=False).returncode
    return code


def mend(section: list[Block]) -> None:
    """Do what the blocks under "How to mend it" show: a whole file, or lines that go and come in one."""
    for block in section:
        if block.language == "diff":
            path = Path(block.file)
            lines = block.text.splitlines()
            assert all(line[0] in " +-" for line in lines), block.text
            old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] in f" {sign}") for sign in "-+")
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{path}: the lines that go stand there {text.count(old)} times"
            path.write_text(text.replace(old, new), encoding="utf-8")
        elif block.file:
            lay_out([block])


@pytest.mark.parametrize("code", [code for code in CATALOGUE if family(code) != "library"])
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
