"""Where a syntax error is: what was found, what stands around it, what is open, and what could have followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.frontend.lexemes import Kind, Lexeme
from robotdsl_compiler.frontend.syntax import Form


class Wording(NamedTuple):
    """How messages call the things of a form."""

    keyword: str
    statement: str
    pattern: str


WORDING = {
    Form.CORE: Wording("Robot", "a component", "Type name(…)"),
    Form.WORLD: Wording("World", "a statement", "Type name(…)"),
    Form.TASK: Wording("Task", "a task node", "Type(…)"),
    Form.EVAL: Wording("Evaluate", "a check", "Type(…)"),
}
FORM_OF = {wording.keyword: form for form, wording in WORDING.items()}

CLOSER = {"(": ")", "{": "}"}
VALUES = (Kind.STRING, Kind.NUMBER, Kind.REFERENCE)

_TERMINALS = {
    "NAME": "a name",
    "STRING": "a string",
    "NUMBER": "a number",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "ROBOT": "`Robot`",
    "WORLD": "`World`",
    "TASK": "`Task`",
    "EVALUATE": "`Evaluate`",
    "$END": "the end of the file",
}


@dataclass(frozen=True)
class Place:
    """``tokens[index]`` is what was found; everything before it is a sound beginning of the form.

    ``accepts`` are the grammar's terminals that could have stood there, ``open`` the brackets open at it.
    """

    form: Form
    text: str
    tokens: tuple[Lexeme, ...]
    comments: tuple[Lexeme, ...]
    index: int
    accepts: frozenset[str]
    open: tuple[Lexeme, ...]

    @property
    def found(self) -> Lexeme:
        return self.tokens[self.index]

    @property
    def wording(self) -> Wording:
        return WORDING[self.form]

    def before(self, count: int = 1) -> Lexeme | None:
        """The ``count``-th token before what was found."""
        return self.tokens[self.index - count] if self.index >= count else None

    def after(self, count: int = 1) -> Lexeme:
        """The ``count``-th token after what was found; past the end it is the end."""
        return self.tokens[min(self.index + count, len(self.tokens) - 1)]

    @property
    def inside(self) -> str:
        """The innermost open bracket, or nothing."""
        return self.open[-1].text if self.open else ""

    @property
    def in_tuple(self) -> bool:
        """Whether the innermost open bracket is a tuple's: it follows an ``=``."""
        if self.inside != "(":
            return False
        at = self.tokens.index(self.open[-1])
        return self.tokens[at - 1].text == "="

    @property
    def takes_value(self) -> bool:
        """Whether an argument's value could stand here."""
        return "STRING" in self.accepts and "NUMBER" in self.accepts

    @property
    def expected(self) -> str:
        """What could have stood here, in words."""
        accepts = self.accepts
        if self.takes_value:
            return "a value"
        if accepts == {"NAME", "RPAR"}:
            return "a parameter or `)`"
        if accepts == {"COMMA", "NAME", "RPAR"}:
            return "`,` or `)`"
        if accepts == {"NUMBER", "COMMA"}:
            return "another number"
        if "RBRACE" in accepts:
            return f"{self.statement} or `}}`"
        words = [word for terminal, word in _TERMINALS.items() if terminal in accepts]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"

    @property
    def expected_closer(self) -> str:
        """The closing bracket of what is open, where it could stand here; else what could."""
        closer = CLOSER[self.inside]
        return f"`{closer}`" if {")": "RPAR", "}": "RBRACE"}[closer] in self.accepts else self.expected

    @property
    def statement(self) -> str:
        """What the statements of the innermost body are called."""
        if self.form is Form.WORLD and len(self.open) > 1:
            return "an entity"
        return self.wording.statement

    def fault(
        self,
        message: str,
        *,
        code: str | None = None,
        at: Lexeme | None = None,
        label: str = "",
        related: tuple[Note, ...] = (),
        help: str | tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        edits: tuple[Note, ...] = (),
    ) -> Fault:
        """A fault at what was found, or at the lexeme ``at``; the code follows from what was found."""
        place = at or self.found
        return Fault(
            code or _CODE.get(self.found.kind, "unexpected_token"),
            message,
            place.start,
            place.end,
            label,
            related,
            (help,) if isinstance(help, str) else help,
            notes,
            edits,
        )


_CODE = {Kind.END: "unexpected_eof", Kind.OTHER: "unexpected_character"}

Rule = Callable[[Place], Fault | None]


def described(lexeme: Lexeme) -> str:
    """How a message calls what was found."""
    text = lexeme.text if len(lexeme.text) <= 32 else f"{lexeme.text[:29]}..."
    if lexeme.kind is Kind.END:
        return "the end of the file"
    if lexeme.kind is Kind.STRING:
        return f"the string `{text}`"
    if lexeme.kind is Kind.NUMBER:
        return f"the number `{text}`"
    if lexeme.kind is Kind.REFERENCE:
        return f"the reference `{text}`"
    return f"`{text}`"


def label(lexeme: Lexeme, text: str) -> Note:
    return Note(lexeme.start, lexeme.end, text)


def replace(lexeme: Lexeme, text: str) -> Note:
    return Note(lexeme.start, lexeme.end, text)


def insert(at: int, text: str) -> Note:
    return Note(at, at, text)
