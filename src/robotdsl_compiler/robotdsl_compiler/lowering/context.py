"""What every part of lowering needs at hand: where faults go, the libraries, and the program's own names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from robotdsl_compiler.frontend.syntax import Name
from robotdsl_compiler.lowering.names import Namespaces
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.model.scenery import Environment, LibraryObject
from robotdsl_compiler.model.walker import Walker
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics, Edit, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing, nearest

# How many names a help line lists.
LISTED = 20


class Record(Protocol):
    """What every entry of a library is told by."""

    @property
    def id(self) -> str: ...

    @property
    def library(self) -> str: ...

    @property
    def span(self) -> Span: ...


Found = TypeVar("Found", bound=Record, covariant=True)


class Entries(Protocol[Found]):
    """The entries of one kind (parts, objects, environments) that the libraries hold."""

    def find(self, id: str) -> tuple[Found, ...]:
        """The entries of that id: none, one, or one of each library that holds it."""

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why an entry of that id was left out; empty where none was."""

    def ids(self) -> Iterable[str]:
        """Every id that a program can name."""


class Libraries(Protocol):
    """What lowering asks of the loaded libraries."""

    @property
    def parts(self) -> Entries[Part]: ...

    @property
    def objects(self) -> Entries[LibraryObject]: ...

    @property
    def environments(self) -> Entries[Environment]: ...

    def walkers_of(self, chassis: Part) -> tuple[Walker, ...]:
        """The walkers that the part's own library trained for it."""


class Context:
    """Passed down through lowering. ``failed`` tells that something was reported, so that no program comes of it."""

    def __init__(self, diagnostics: Diagnostics, libraries: Libraries, names: Namespaces) -> None:
        self.libraries = libraries
        self.names = names
        self.failed = False
        self._diagnostics = diagnostics

    def name_error(self, code: str, message: str, span: Span, **details: Any) -> None:
        """Report ``name.<code>``; ``details`` are those of ``Diagnostics.report``."""
        self.failed = True
        self._diagnostics.report(f"name.{code}", Phase.NAME_RESOLUTION, message, span, **details)

    def type_error(self, code: str, message: str, span: Span, **details: Any) -> None:
        """Report ``type.<code>``; ``details`` are those of ``Diagnostics.report``."""
        self.failed = True
        self._diagnostics.report(f"type.{code}", Phase.TYPE_CHECK, message, span, **details)

    def unknown_name(self, code: str, what: str, name: Name, candidates: Iterable[str], help: str = "") -> str | None:
        """Report that ``name`` is no ``what``; gives the nearest of the ``candidates``."""
        choices = list(candidates)
        found = nearest(name.text, choices)
        edits = respelling(name, found)
        hints = () if edits else did_you_mean(name.text, choices) or known(choices)
        self.name_error(code, f"`{name.text}` is not {what}", name.span, help=(help,) if help else hints, edits=edits)
        return found


def respelling(name: Name, meant: str | None) -> list[Edit]:
    """The edit that puts ``meant`` in the place of ``name``, where only letter case differs and so no doubt is left."""
    return [Edit(name.span, meant)] if meant is not None and name.text.casefold() == meant.casefold() else []


def known(names: Sequence[str]) -> tuple[str, ...]:
    """The help line that lists what could stand there; empty without any."""
    if len(names) > LISTED:
        return (f"known here: {', '.join(f'`{name}`' for name in names[:LISTED])} and {len(names) - LISTED} more",)
    return (f"known here: {listing(names, 'and')}",) if names else ()
