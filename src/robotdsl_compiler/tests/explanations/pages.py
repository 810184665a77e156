"""The pages of the diagnostics as the tests use them: their parts, and doing what their blocks show."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.cli.explanation import Block, blocks, source
from robotdsl_compiler.cli.main import main as robotdsl

WORKSPACE = Path(__file__).parents[4]
LIBRARIES = WORKSPACE / "src" / "robotdsl_libraries"

EXAMPLE, MEND = "Example", "How to mend it"


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


def furnish(folder: Path, library: Path) -> None:
    """Put what the examples stand beside into a folder: a program, and the example library as ``example``."""
    for file in (LIBRARIES / "programs" / "minimal").iterdir():
        shutil.copyfile(file, folder / file.name)
    (folder / "example").symlink_to(library)


def copied_library(folder: Path) -> Path:
    """A copy of the example library, since one of the examples asks to write into it."""
    return Path(shutil.copytree(LIBRARIES / "libraries" / "example", folder / "example"))


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
