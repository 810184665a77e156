"""What the compiler has to say, as data. Renderers are in ``terminal.py`` and ``json_form.py``; the codes with their
level, domain and disposition are declared once in ``catalogue.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from robotdsl_compiler.support.catalogue import CATALOGUE, Code, Level
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value


class Phase(Enum):
    """The phases of a compilation, in order."""

    SOURCE_LOAD = "source_load"
    LIBRARY_LOAD = "library_load"
    TARGET_RESOLUTION = "target_resolution"
    PARSE = "parse"
    NAME_RESOLUTION = "name_resolution"
    TYPE_CHECK = "type_check"
    ANALYSIS = "analysis"
    VALIDATION = "validation"
    TARGET_BINDING = "target_binding"
    WORLD_REALIZATION = "world_realization"
    EMISSION = "emission"
    OUTPUT_WRITE = "output_write"


@value
class Label:
    """A span and what to write beside it; the message may be empty."""

    span: Span
    message: str = ""


@value
class Edit:
    """A change that mends the fault for certain: put ``replacement`` in the place of ``span``."""

    span: Span
    replacement: str


@value
class Diagnostic:
    """One finding. ``primary`` is ``None`` only where no source has a place for it (an option, a folder)."""

    code: Code
    phase: Phase
    message: str
    primary: Label | None = None
    related: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    level: Level = Level.ERROR
    blocking: bool = True
    # Why ``level`` or ``blocking`` differs from what the catalogue declares for the code, else ``None``.
    reason: str | None = None


class Diagnostics:
    """Collects findings. Reporting a code that the catalogue does not declare raises ``KeyError``: a bug."""

    def __init__(self, *, warnings_as_errors: bool = False) -> None:
        """``warnings_as_errors``: what would be reported without blocking blocks, and says why."""
        self._items: list[Diagnostic] = []
        self._warnings_as_errors = warnings_as_errors

    def report(
        self,
        code: str,
        phase: Phase,
        message: str,
        span: Span | None = None,
        *,
        label: str = "",
        related: Iterable[Label] = (),
        help: str | Iterable[str] = (),
        notes: str | Iterable[str] = (),
        edits: Iterable[Edit] = (),
        level: Level | None = None,
        blocking: bool | None = None,
        reason: str | None = None,
    ) -> Diagnostic:
        """Add a finding and return it.

        ``level`` and ``blocking`` override what the catalogue declares for the code; ``blocking`` follows an
        overridden level when only that is given. An override needs a ``reason``: ``ValueError`` without one.
        """
        declared = CATALOGUE[code]
        if blocking is None:
            blocking = declared.blocking if level is None else level is Level.ERROR
        if blocking == declared.blocking and level in (None, declared.level):
            reason = None
        elif reason is None:
            raise ValueError(f"an override of {code} needs a reason")
        if self._warnings_as_errors and not blocking:
            blocking, reason = True, "warnings are errors (--warnings-as-errors)"
        diagnostic = Diagnostic(
            code=declared,
            phase=phase,
            message=message,
            primary=None if span is None else Label(span, label),
            related=tuple(related),
            help=(help,) if isinstance(help, str) else tuple(help),
            notes=(notes,) if isinstance(notes, str) else tuple(notes),
            edits=tuple(edits),
            level=level or declared.level,
            blocking=blocking,
            reason=reason,
        )
        self._items.append(diagnostic)
        return diagnostic

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def blocked(self, phase: Phase | None = None) -> bool:
        """Whether something blocks, in ``phase`` or anywhere."""
        return any(d.blocking for d in self._items if phase is None or d.phase is phase)
