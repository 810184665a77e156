"""The ``.task`` form: the task with its time budget and its tree of nodes."""

from __future__ import annotations

from robotdsl_compiler.frontend.syntax import Document, Statement
from robotdsl_compiler.lowering.arguments import bind, no_children
from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.names import Declared, name_of
from robotdsl_compiler.model.program import Node, NodeValue, Task
from robotdsl_compiler.model.vocabulary import NODE_TYPES, TASK_PARAMETERS, Children, NodeType
from robotdsl_compiler.support.diagnostic import Label


def lower_task(context: Context, document: Document) -> Task | None:
    """The task, or ``None`` after reporting at least one fault. A body of several nodes runs as a Sequence."""
    declaration = document.declaration
    bound = bind(context, declaration, TASK_PARAMETERS)
    name = name_of(declaration)
    body = declaration.body or ()
    if not body:
        context.type_error(
            "children_required",
            f"the task `{name.text}` does nothing",
            name.span,
            label="no node in its body",
            help="put at least one node into its braces",
        )
    nodes = [_node(context, statement) for statement in body]
    known = [node for node in nodes if node is not None]
    if not known or len(known) < len(nodes):
        return None
    root = known[0]
    if len(known) > 1:
        root = Node("Sequence", {}, {}, tuple(known), body[0].span.to(body[-1].span))
    return Task(name.text, bound.number("timeout_s"), root, declaration.span, name.span)


def _node(context: Context, statement: Statement) -> Node | None:
    type = NODE_TYPES.get(statement.type.text)
    if type is None:
        context.unknown_name("unknown_node_type", "a task node", statement.type, NODE_TYPES)
        for child in statement.body or ():
            _node(context, child)
        return None
    bound = bind(context, statement, type.parameters)
    fits = _children_fit(context, statement, type)
    children = [_node(context, child) for child in statement.body or ()]
    known = tuple(child for child in children if child is not None)
    arguments: dict[str, NodeValue] = {}
    for parameter in type.parameters:
        value = bound.values.get(parameter.name)
        if isinstance(value, Declared):
            arguments[parameter.name] = value.name
        elif isinstance(value, str | float | int):
            arguments[parameter.name] = value
        elif parameter.required or bound.has(parameter.name):
            return None
    if not fits or len(known) < len(children):
        return None
    spans = {name: argument.value.span for name, argument in bound.given.items()}
    return Node(type.name, arguments, spans, known, statement.span)


def _children_fit(context: Context, statement: Statement, type: NodeType) -> bool:
    body = statement.body or ()
    if type.children is Children.NONE:
        no_children(context, statement)
        return statement.body is None
    if type.children is Children.MANY and not body:
        context.type_error(
            "children_required",
            f"`{type.name}` needs at least one child node in braces",
            statement.type.span,
            label="has no child",
        )
        return False
    if type.children is Children.ONE and len(body) != 1:
        context.type_error(
            "one_child_required",
            f"`{type.name}` takes exactly one child, not {len(body) or 'none'}",
            body[1].span if body else statement.type.span,
            label="a second child" if body else "has no child",
            related=[Label(statement.type.span, "a decorator of one child")] if body else (),
            help="put the children into a `Sequence`" if body else "put the node that it acts on into its braces",
        )
        return False
    return True
