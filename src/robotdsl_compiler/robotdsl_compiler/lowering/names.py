"""The names that a program declares, by namespace, gathered before anything is resolved.

A declaration counts as soon as it is written: one with a fault in it is still there to be referred to, so that its
fault is told once and not again at every reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robotdsl_compiler.frontend.syntax import Document, Form, Name, Statement
from robotdsl_compiler.model.vocabulary import ENTITY_TYPES
from robotdsl_compiler.support.diagnostic import Diagnostics, Label, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value

# Each namespace of a reference is filled by one form.
NAMESPACES: dict[str, Form] = {"core": Form.CORE, "world": Form.WORLD, "task": Form.TASK}


@value
class Held:
    """What holds a name that the program does not declare itself: an environment, taken by the program at ``span``."""

    environment: str
    span: Span


@value
class Declared:
    """One declared name. ``kind`` is robot, component, entity, goal, scenario or task; ``None`` where its type is
    unknown, which is reported on its own, so that it may stand for anything.
    """

    name: str
    kind: str | None
    span: Span
    held: Held | None = None


class Namespaces:
    """``@core``, ``@world`` and ``@task``. A namespace whose form was not given is ``absent``: nothing can be said
    about references into it. One is ``open`` that holds names which could not be read: nothing can be said about a
    reference to a name that is not declared.
    """

    def __init__(self, documents: Mapping[Form, Document]) -> None:
        self._declared: dict[str, list[Declared]] = {
            namespace: list(_declarations(documents[form])) if form in documents else []
            for namespace, form in NAMESPACES.items()
        }
        self._absent = {namespace for namespace, form in NAMESPACES.items() if form not in documents}
        self._open: set[str] = set()

    def hold(self, namespace: str, names: Iterable[Declared]) -> None:
        """Add names that are there before any of the program's own."""
        self._declared[namespace][:0] = names

    def open(self, namespace: str) -> None:
        self._open.add(namespace)

    def is_open(self, namespace: str) -> bool:
        return namespace in self._open

    def absent(self, namespace: str) -> bool:
        return namespace in self._absent

    def declared(self, namespace: str) -> list[Declared]:
        return self._declared[namespace]

    def report_duplicates(self, diagnostics: Diagnostics) -> bool:
        """Report each name that a namespace declares twice; whether there was one.

        The robot and the task are apart from what they hold: ``@core/x`` means the robot only where a robot is asked
        for. Scenarios cannot be referred to and share no name space with the entities.
        """
        found = False
        for namespace, declared in self._declared.items():
            first: dict[tuple[str, str], Declared] = {}
            for one in declared:
                group = one.kind if one.kind in ("robot", "scenario", "task") else "thing"
                earlier = first.setdefault((group or "", one.name), one)
                if earlier is one:
                    continue
                found = True
                if earlier.held is not None:
                    _report_held(diagnostics, earlier.held, earlier, one)
                else:
                    shared = f"in @{namespace}" if group == "thing" else "among the scenarios"
                    diagnostics.report(
                        "name.duplicate",
                        Phase.NAME_RESOLUTION,
                        f"the name `{one.name}` is declared twice {shared}",
                        one.span,
                        label="declared again",
                        related=[Label(earlier.span, "first declared here")],
                        help="give one of the two another name",
                    )
        return found


def _report_held(diagnostics: Diagnostics, held: Held, earlier: Declared, one: Declared) -> None:
    diagnostics.report(
        "name.duplicate",
        Phase.NAME_RESOLUTION,
        f"the name `{one.name}` is taken by an entity of the environment `{held.environment}`",
        one.span,
        label="declared again",
        related=[Label(held.span, "the environment is taken here"), Label(earlier.span, "and holds the name")],
        help="give it another name",
    )


def _declarations(document: Document) -> Iterator[Declared]:
    declaration = document.declaration
    body = declaration.body or ()
    name = name_of(declaration)
    if document.form is Form.CORE:
        yield Declared(name.text, "robot", name.span)
        yield from (Declared(s.name.text, "component", s.name.span) for s in body if s.name is not None)
    elif document.form is Form.TASK:
        yield Declared(name.text, "task", name.span)
    elif document.form is Form.WORLD:
        for statement in body:
            yield from _world_declarations(statement)


def _world_declarations(statement: Statement) -> Iterator[Declared]:
    kinds = {"Goal": "goal", "Scenario": "scenario"} | dict.fromkeys(ENTITY_TYPES, "entity")
    if statement.name is not None and statement.type.text not in ("physics", "spawn"):
        yield Declared(statement.name.text, kinds.get(statement.type.text), statement.name.span)
    for inner in statement.body or ():
        yield from _world_declarations(inner)


def name_of(statement: Statement) -> Name:
    """The name of a statement; its type stands in where the form gives it none."""
    return statement.name or statement.type
