"""Finding the library part that a component names, and what may be wrong with it."""

from __future__ import annotations

from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.model.vocabulary import ComponentType
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing


def find_part(context: Context, id: str, span: Span) -> Part | None:
    """The one part of that id; reports an unknown, a broken and an ambiguous one at ``span``."""
    found = context.libraries.find(id)
    if len(found) == 1:
        return found[0]
    if found:
        context.name_error(
            "ambiguous_part",
            f"`{id}` is a part of more than one library: {listing([p.library for p in found], 'and')}",
            span,
            label="which one?",
            related=[Label(p.span, f"in library `{p.library}`") for p in found],
            help="give only one of these libraries, or rename the part in one of them",
        )
        return None
    reasons = context.libraries.broken(id)
    if reasons:
        context.name_error(
            "unknown_part",
            f"the part `{id}` was left out of its library because of {'a fault' if len(reasons) == 1 else 'faults'}",
            span,
            label="left out",
            related=[Label(r.primary.span, r.message) for r in reasons if r.primary is not None],
            notes=[f"{r.code.name}: {r.message}" for r in reasons],
        )
        return None
    ids = list(context.libraries.ids())
    help = did_you_mean(id, ids)
    if not ids:
        help = ("no library was given; name one with --library",)
    context.name_error("unknown_part", f"no given library holds a part `{id}`", span, label="unknown part", help=help)
    return None


def serves(context: Context, part: Part, type: ComponentType, span: Span) -> bool:
    """Whether ``part`` can be used as ``type``; reports at ``span`` when it cannot."""
    declared = Label(part.span, "declared here")
    if part.category is not type.category:
        context.name_error(
            "part_category_mismatch",
            f"`{type.name}` takes a part of category {type.category.value}, and `{part.id}` is a {part.category.value}",
            span,
            label=f"a {part.category.value}",
            related=[declared],
        )
        return False
    if type.name not in part.profiles:
        usable = listing(part.profiles)
        context.name_error(
            "type_not_supported",
            f"the part `{part.id}` cannot be used as `{type.name}`",
            span,
            label=f"has no profile `{type.name}`",
            related=[declared],
            help=f"it can be used as {usable}" if usable else "it has no profiles: no program can use it",
        )
        return False
    return True
