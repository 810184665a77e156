"""Finding the library object that an entity is, and whether it can be what the entity's type says."""

from __future__ import annotations

from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.entries import find_entry
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span

# The one entity type that needs nothing to collide by.
SHOWN_ONLY = "Marker"


def find_object(context: Context, id: str, span: Span, asked_for: tuple[Label, ...] = ()) -> LibraryObject | None:
    """The one object of that id; reports an unknown, a broken and an ambiguous one at ``span``."""
    return find_entry(context, context.libraries.objects, "object", id, span, asked_for=asked_for)


def serves(
    context: Context,
    thing: LibraryObject,
    type: str,
    collides: Span | None,
    span: Span,
    asked_for: tuple[Label, ...] = (),
) -> bool:
    """Whether an entity of ``type`` can be ``thing``; reports at ``span`` when it cannot. ``collides`` is where the
    entity asks to collide by more than its type, if it does.
    """
    if thing.shapes or (type == SHOWN_ONLY and collides is None):
        return True
    declared = Label(thing.span, "declared here")
    if type == SHOWN_ONLY:
        context.name_error(
            "type_not_supported",
            f"the object `{thing.id}` declares no collision, so this `{type}` cannot collide",
            span,
            label="has nothing to collide by",
            related=[*asked_for, declared],
            help="leave `collision` out",
        )
        return False
    context.name_error(
        "type_not_supported",
        f"the object `{thing.id}` declares no collision, so it cannot be used as `{type}`",
        span,
        label="is only shown",
        related=[*asked_for, declared],
        help=f"place it as a `{SHOWN_ONLY}`, or take an object that has a shape",
    )
    return False
