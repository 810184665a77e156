"""Whole programs from source text through the compiler, for the tests that hold the language to its reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Program

DATA = Path(__file__).resolve().parents[3] / "robotdsl_libraries"
EXAMPLE = DATA / "libraries" / "example"


@dataclass(frozen=True)
class Compiled:
    """What a compilation said, and what it made of the program."""

    outcome: Outcome

    @property
    def told(self) -> list[tuple[str, str, str]]:
        """Each finding as its code, the text that it points at, and its message."""
        return [(d.code.name, d.primary.span.text if d.primary else "", d.message) for d in self.outcome.diagnostics]

    @property
    def codes(self) -> list[str]:
        return [code for code, _, _ in self.told]

    @property
    def ok(self) -> bool:
        return self.outcome.ok

    @property
    def program(self) -> Program:
        assert self.outcome.program is not None, self.told
        return self.outcome.program

    @property
    def facts(self) -> Facts:
        assert self.outcome.facts is not None, self.told
        return self.outcome.facts

    def verdict(self, rule: str) -> str:
        """The verdict of a rule: pass, fail, unknown or not_applicable."""
        return next(f.verdict.value for f in self.outcome.findings if f.rule == rule)


Compile = Callable[..., Compiled]


@pytest.fixture
def compiled(workshop: Any, shelf: Path, tmp_path: Path, texts: Mapping[str, str]) -> Compile:
    """Checks a program of four texts: ``core`` is the body of a robot called bot, the others are whole files, and what
    is not given is that of a sound small program. Its libraries are the shelf, one of the ``extra`` parts, ``objects``
    and ``environments``, and with ``example`` the example library. With ``target`` it is built too."""

    def compile_(
        core: str | None = None,
        *extra: dict[str, Any],
        objects: tuple[dict[str, Any], ...] = (),
        environments: tuple[dict[str, Any], ...] = (),
        example: bool = False,
        target: str | None = None,
        **forms: str,
    ) -> Compiled:
        libraries = [shelf, EXAMPLE] if example else [shelf]
        if extra or objects or environments:
            libraries.append(
                stocked(tmp_path / "extra", {"part": extra, "object": objects, "environment": environments})
            )
        files = workshop.program(core=texts["duo"] + texts["laser"] if core is None else core, **forms)
        output = None if target is None else str(tmp_path / "out")
        names = tuple(map(str, libraries))
        return Compiled(compile_program(Request(files, names, check=target is None, target=target, output=output)))

    return compile_


FILES = {"part": "component.yaml", "object": "object.yaml", "environment": "environment.yaml"}


def stocked(library: Path, entries: Mapping[str, tuple[dict[str, Any], ...]]) -> Path:
    """Write a library of entries by kind. Meshes that they name are there."""
    manifest: dict[str, Any] = {"name": "extra"}
    for kind, of_kind in entries.items():
        manifest[f"{kind}s"] = [each["id"] for each in of_kind]
        for each in of_kind:
            folder = library / f"{kind}s" / each["id"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / FILES[kind]).write_text(json.dumps(each), encoding="utf-8")
            if "visual" in each:
                (folder / each["visual"]["file"]).write_bytes(b"mesh")
    library.mkdir(exist_ok=True)
    (library / "library.yaml").write_text(json.dumps(manifest), encoding="utf-8")
    return library


@pytest.fixture(scope="session")
def robot_of() -> Callable[[str], str]:
    """The body of the robot of an example program, without its intent."""

    def body(name: str) -> str:
        text = (DATA / "programs" / name / f"{name}.core").read_text(encoding="utf-8")
        lines = text[text.index("{") + 1 : text.rindex("}")].splitlines()
        return "\n".join(line for line in lines if "intent" not in line)

    return body
