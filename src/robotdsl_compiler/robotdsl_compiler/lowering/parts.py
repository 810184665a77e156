"""Finding the library part that a component names, and what may be wrong with it."""

from __future__ import annotations

from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.entries import find_entry
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.model.vocabulary import ComponentType
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import listing
from robotdsl_compiler.support.wording import a


def find_part(context: Context, id: str, span: Span) -> Part | None:
    """The one part of that id; reports an unknown, a broken and an ambiguous one at ``span``."""
    return find_entry(context, context.libraries.parts, "part", id, span)


def serves(context: Context, part: Part, type: ComponentType, span: Span) -> bool:
    """Whether ``part`` can be used as ``type``; reports at ``span`` when it cannot."""
    declared = Label(part.span, "declared here")
    if part.category is not type.category:
        found = a(part.category.value)
        context.name_error(
            "part_category_mismatch",
            f"`{type.name}` takes a part of category {type.category.value}, and `{part.id}` is {found}",
            span,
            label=found,
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
