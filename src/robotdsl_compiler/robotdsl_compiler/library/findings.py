"""What is wrong with one file of a library, gathered while it is read and reported once it has been."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics, Label, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value


@value
class _Finding:
    code: str
    message: str
    span: Span | None
    label: str
    related: tuple[Label, ...]
    help: tuple[str, ...]


class Findings:
    """Collects the faults of one file, so that its reader can tell whether it is sound before anything is said."""

    def __init__(self) -> None:
        self._items: list[_Finding] = []

    def __len__(self) -> int:
        return len(self._items)

    def report(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        related: Iterable[Label] = (),
        help: str | Iterable[str] = (),
    ) -> None:
        helps = (help,) if isinstance(help, str) else tuple(help)
        self._items.append(_Finding(code, message, span, label, tuple(related), helps))

    def flush(self, diagnostics: Diagnostics, left_out: str | None = None) -> tuple[Diagnostic, ...]:
        """Report what was gathered, in the order of the file. With ``left_out``, the words for what the file describes
        (a part and its id), each is a warning: that is left out and the library stays.
        """
        items = sorted(self._items, key=lambda f: -1 if f.span is None else f.span.start)
        level, reason = None, None
        if left_out is not None:
            level = Level.WARNING
            reason = f"the {left_out} is left out of its library; that is an error only where a program uses it"
        return tuple(
            diagnostics.report(
                f.code,
                Phase.LIBRARY_LOAD,
                f.message,
                f.span,
                label=f.label,
                related=f.related,
                help=f.help,
                level=level,
                reason=reason,
            )
            for f in items
        )
