"""Binding a statement's arguments to the parameters that the vocabulary states, for all four forms alike."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.frontend.syntax import Argument, Statement
from robotdsl_compiler.lowering.context import Context, respelling
from robotdsl_compiler.lowering.names import Declared
from robotdsl_compiler.lowering.values import Read, read
from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.vocabulary import Parameter
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing, nearest


class Bound:
    """The arguments of one statement. ``given`` holds every argument with a known name, faulty or not; the typed
    accessors give ``None`` for one that is absent or faulty.
    """

    def __init__(self) -> None:
        self.given: dict[str, Argument] = {}
        self.values: dict[str, Read] = {}
        # Parameters that a misspelt argument was probably meant to give: not to be missed as well.
        self.meant: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the program gives, or by a misspelling means to give, the parameter."""
        return name in self.given or name in self.meant

    def span(self, name: str) -> Span | None:
        return self.given[name].value.span if name in self.given else None

    def text(self, name: str) -> str | None:
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> float | None:
        value = self.values.get(name)
        return float(value) if isinstance(value, float | int) and not isinstance(value, bool) else None

    def flag(self, name: str, default: bool) -> bool:
        value = self.values.get(name)
        return value if isinstance(value, bool) else default

    def numbers(self, name: str) -> tuple[float, ...] | None:
        value = self.values.get(name)
        return value if isinstance(value, tuple) else None

    def vector(self, name: str) -> Vec3 | None:
        value = self.numbers(name)
        return None if value is None else (value[0], value[1], value[2])

    def pose(self, name: str) -> Pose | None:
        value = self.numbers(name)
        return None if value is None else Pose.from_numbers(value)

    def reference(self, name: str) -> str | None:
        value = self.declared(name)
        return None if value is None else value.name

    def declared(self, name: str) -> Declared | None:
        value = self.values.get(name)
        return value if isinstance(value, Declared) else None


def bind(context: Context, statement: Statement, parameters: Iterable[Parameter]) -> Bound:
    """Bind the arguments of ``statement``, reporting unknown, missing and ill-typed ones."""
    table = {p.name: p for p in parameters}
    owner = statement.type.text
    bound = Bound()
    unknown: list[Argument] = []
    for argument in statement.arguments or ():
        parameter = table.get(argument.name.text)
        if parameter is None:
            unknown.append(argument)
            continue
        bound.given[parameter.name] = argument
        value = read(context, parameter, argument.value, f"`{parameter.name}` of `{owner}`")
        if value is not None:
            bound.values[parameter.name] = value
    for argument in unknown:
        _report_unknown(context, argument, owner, [n for n in table if n not in bound.given], list(table), bound)
    missing = [p.name for p in table.values() if p.required and not bound.has(p.name)]
    if missing:
        names = listing(missing, "and")
        context.type_error(
            "missing_parameter",
            f"`{owner}` needs the {'parameter' if len(missing) == 1 else 'parameters'} {names}",
            statement.type.span,
            label=f"{names} missing",
            help=[f"`{name}` is {table[name].kind.value}" for name in missing],
        )
    return bound


def _report_unknown(
    context: Context, argument: Argument, owner: str, free: list[str], known: list[str], bound: Bound
) -> None:
    meant = nearest(argument.name.text, free)
    edits = respelling(argument.name, meant)
    if meant is not None:
        bound.meant.add(meant)
    takes = f"it takes {listing(known, 'and')}" if known else "it takes no parameters"
    help = () if edits else did_you_mean(argument.name.text, free) or (takes,)
    context.type_error(
        "unknown_parameter",
        f"`{owner}` has no parameter `{argument.name.text}`",
        argument.name.span,
        label="not a parameter of it",
        help=help,
        edits=edits,
    )


def exactly_one_of(context: Context, statement: Statement, bound: Bound, names: tuple[str, ...]) -> bool:
    """Whether the program gives exactly one of the parameters ``names``; reports it when not."""
    given = [name for name in names if bound.has(name)]
    if len(given) == 1:
        return True
    either = listing(names, "and")
    if not given:
        context.type_error(
            "exactly_one_of",
            f"`{statement.type.text}` needs exactly one of {either}, and has none",
            statement.type.span,
            label="has none of them",
        )
        return False
    written = sorted((bound.given[name] for name in given if name in bound.given), key=lambda a: a.span.start)
    if len(written) > 1:
        context.type_error(
            "exactly_one_of",
            f"`{statement.type.text}` takes exactly one of {either}, not both",
            written[1].span,
            label="one too many",
            related=[Label(written[0].span, "given here")],
            help="leave one of them out",
        )
    return False


def no_children(context: Context, statement: Statement) -> None:
    """Report a body on a statement that takes none."""
    if statement.body is not None:
        context.type_error(
            "children_not_allowed",
            f"`{statement.type.text}` takes no body in braces",
            statement.body[0].span if statement.body else statement.type.span,
            label="not allowed here" if statement.body else "has a body",
        )
