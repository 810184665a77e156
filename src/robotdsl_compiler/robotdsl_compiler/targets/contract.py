"""What a target is.

A target works in two steps. ``bind`` reads the facts and decides whether this target can build the program: what it
cannot is reported as a ``target.*`` diagnostic that points into the program, and then nothing is bound. ``render``
is a pure function from what was bound to files: same facts, same bytes. Nothing here touches a disk's output; the
driver alone writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics


@dataclass(frozen=True, slots=True)
class File:
    """One file of an output: ``path`` is relative to the output directory, with forward slashes."""

    path: str
    data: bytes

    def __post_init__(self) -> None:
        parts = self.path.split("/")
        if not all(parts) or any(part in (".", "..") or "\\" in part for part in parts):
            raise ValueError(f"not a plain relative path: {self.path!r}")


@dataclass(frozen=True, slots=True)
class Approximation:
    """One thing that a target stands in for. ``component`` is the part, entity or declaration that triggered it,
    ``construct`` what the program or library says, ``emitted`` what the output has in its place, ``reason`` why.
    """

    component: str
    construct: str
    emitted: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A program that a target has agreed to build, with everything that it will approximate in doing so."""

    target: str
    facts: Facts
    approximations: tuple[Approximation, ...]


class Target(Protocol):
    """What the driver asks of a target. ``summary`` is the one line that ``targets`` prints of it."""

    name: str
    summary: str

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        """What ``render`` needs, or ``None`` after reporting at least one blocking diagnostic. A target may warn
        and bind all the same.
        """

    def render(self, bound: Bound) -> tuple[File, ...]:
        """The files of ``bound`` in the order in which they are to be written. Pure.

        Raises ``OSError`` when a file that the output carries along cannot be read.
        """
