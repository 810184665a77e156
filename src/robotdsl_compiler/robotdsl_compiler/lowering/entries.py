"""Finding the library entry that a program names, and what may be wrong with it: one way for entries of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from robotdsl_compiler.lowering.context import Context, Entries, Record
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing
from robotdsl_compiler.support.wording import a

Found = TypeVar("Found", bound=Record)


def find_entry(
    context: Context,
    entries: Entries[Found],
    kind: str,
    id: str,
    span: Span,
    *,
    asked_for: tuple[Label, ...] = (),
    others: Iterable[str] = (),
) -> Found | None:
    """The one entry of that id; reports an unknown, a broken and an ambiguous one at ``span``.

    ``kind`` is what a message calls it. ``asked_for`` is where an environment that the program takes at ``span`` names
    it, if one does; ``others`` are words that could have been meant as well.
    """
    found = entries.find(id)
    if len(found) == 1:
        return found[0]
    called = a(kind)
    if found:
        context.name_error(
            "ambiguous_part",
            f"`{id}` is {called} of more than one library: {listing([f.library for f in found], 'and')}",
            span,
            label="which one?",
            related=[*asked_for, *(Label(f.span, f"in library `{f.library}`") for f in found)],
            help=f"give only one of these libraries, or rename the {kind} in one of them",
        )
        return None
    reasons = entries.broken(id)
    if reasons:
        context.name_error(
            "unknown_part",
            f"the {kind} `{id}` was left out of its library because of {'a fault' if len(reasons) == 1 else 'faults'}",
            span,
            label="left out",
            related=[*asked_for, *(Label(r.primary.span, r.message) for r in reasons if r.primary is not None)],
            notes=[f"{r.code.name}: {r.message}" for r in reasons],
        )
        return None
    ids = list(entries.ids())
    help = did_you_mean(id, [*ids, *others])
    if not ids and not help:
        no_library = not (context.libraries.parts.ids() or ids)
        help = (
            ("no library was given; name one with --library",)
            if no_library
            else (f"the given libraries hold no {kind}s",)
        )
    context.name_error(
        "unknown_part",
        f"no given library holds {called} `{id}`",
        span,
        label=f"unknown {kind}",
        related=asked_for,
        help=help,
    )
    return None
