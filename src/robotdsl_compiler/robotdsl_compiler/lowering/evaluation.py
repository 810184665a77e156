"""The ``.eval`` form: checks with their targets and bounds."""

from __future__ import annotations

from robotdsl_compiler.frontend.syntax import Document, Statement
from robotdsl_compiler.lowering.arguments import bind
from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.names import name_of
from robotdsl_compiler.model.program import Check, Evaluation
from robotdsl_compiler.model.vocabulary import CHECK_TYPES
from robotdsl_compiler.support.diagnostic import Label


def lower_evaluation(context: Context, document: Document) -> Evaluation | None:
    """The evaluation, or ``None`` after reporting at least one fault."""
    declaration = document.declaration
    name = name_of(declaration)
    checks = [_check(context, statement) for statement in declaration.body or ()]
    known = tuple(check for check in checks if check is not None)
    if len(known) < len(checks):
        return None
    return Evaluation(name.text, known, declaration.span, name.span)


def _check(context: Context, statement: Statement) -> Check | None:
    type = CHECK_TYPES.get(statement.type.text)
    if type is None:
        context.unknown_name("unknown_check", "a check", statement.type, CHECK_TYPES)
        return None
    bound = bind(context, statement, type.parameters)
    least, most = bound.number("min"), bound.number("max")
    if not bound.has("min") and not bound.has("max"):
        context.type_error(
            "bound_required",
            f"`{type.name}` needs a bound: `min`, `max` or both",
            statement.type.span,
            label="no bound",
        )
    if least is not None and most is not None and least > most:
        low, high = bound.given["min"], bound.given["max"]
        context.type_error(
            "bounds_inverted",
            f"no value of `{type.name}` is at least {low.value.span.text} and at most {high.value.span.text}",
            high.value.span,
            label="below `min`",
            related=[Label(low.value.span, "`min` is here")],
        )
    source = bound.declared("source")
    in_world = source is not None and source.kind == "entity"
    return Check(
        type=type.name,
        target=bound.reference("target"),
        source=source.name if source is not None and not in_world else None,
        entity=source.name if source is not None and in_world else None,
        min=least,
        max=most,
        span=statement.span,
        target_span=bound.span("target"),
        source_span=bound.span("source"),
    )
