"""Programs compiled for a target, the embedded one where nothing else is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request


@dataclass(frozen=True)
class Built:
    """A compiled output and the outcome that it came of."""

    folder: Path
    outcome: Outcome

    def json(self, path: str) -> Any:
        return json.loads((self.folder / path).read_text(encoding="utf-8"))

    @property
    def scene(self) -> ElementTree.Element:
        return ElementTree.fromstring((self.folder / "scene.xml").read_bytes())

    def named(self, tag: str) -> dict[str, dict[str, str]]:
        """The attributes of the elements of a tag in the scene, by their names."""
        return {e.attrib["name"]: e.attrib for e in self.scene.iter(tag) if "name" in e.attrib}


Build = Callable[..., Built]


def attempt(workshop: Any, target: str = "embedded", **texts: str) -> Outcome:
    return compile_program(
        Request(
            files=workshop.program(**texts),
            libraries=(str(workshop.library),),
            target=target,
            output=str(workshop.folder / "out"),
        )
    )


@pytest.fixture
def build(workshop: Any) -> Build:
    """Compiles a program that must compile, for ``target``."""

    def make(target: str = "embedded", **texts: str) -> Built:
        outcome = attempt(workshop, target, **texts)
        assert [d.message for d in outcome.diagnostics if d.blocking] == []
        return Built(workshop.folder / "out", outcome)

    return make


@pytest.fixture
def refused(workshop: Any) -> Callable[..., list[tuple[str, str, str, str]]]:
    """Compiles a program that must not, for ``target``, and gives each blocking diagnostic: its code, message, the
    text that it points at, and its phase."""

    def make(target: str = "embedded", **texts: str) -> list[tuple[str, str, str, str]]:
        outcome = attempt(workshop, target, **texts)
        blocking = [d for d in outcome.diagnostics if d.blocking]
        assert blocking
        assert not (workshop.folder / "out").exists()
        return [
            (d.code.name, d.message, "" if d.primary is None else d.primary.span.text, d.phase.value) for d in blocking
        ]

    return make
