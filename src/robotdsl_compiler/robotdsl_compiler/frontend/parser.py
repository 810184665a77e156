"""From source text to the syntax tree, by lark: LALR(1) with a contextual lexer, one start rule per form.

The first syntax error ends the parse. What can be wrong within a literal is found as soon as its token is read, so
that the first error in the text is the one that is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

from robotdsl_compiler.frontend import tables
from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.frontend.literals import check_reference, number_value, string_value
from robotdsl_compiler.frontend.syntax import (
    Argument,
    BoolValue,
    Document,
    Form,
    Name,
    NumberValue,
    ReferenceValue,
    Statement,
    StringValue,
    TupleValue,
    Value,
)
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source, Span

# How deep bodies may stand in bodies. It keeps every later walk over a tree within Python's own limit of recursion.
MAX_DEPTH = 100


def parse(source: Source, form: Form, diagnostics: Diagnostics) -> Document | None:
    """The tree of ``source``; ``None`` after reporting the first syntax error.

    The bytes of ``source`` must be UTF-8, which reading it has made sure of.
    """
    try:
        tree = _tree(source.text, form)
        return _Builder(source).document(form, tree)
    except Fault as fault:
        fault.report(source, diagnostics)
        return None


def _tree(text: str, form: Form) -> Tree[Token]:
    try:
        return lark().parse(text, start=form.value)
    except UnexpectedInput as error:
        from robotdsl_compiler.frontend.mistakes.explain import explain

        raise explain(text, form, _offset(error, text), _accepts(error)) from None


def _offset(error: UnexpectedInput, text: str) -> int:
    """The character at which lark stopped; its end token borrows the place of the last token."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(text)
    return error.pos_in_stream or 0


def _accepts(error: UnexpectedInput) -> frozenset[str]:
    terminals: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]  # lark's own
    return frozenset(terminals)


@cache
def lark() -> Lark:
    """The parser of all four forms; each has the start rule of its name."""
    return tables.load(TokenStream(), LITERAL_CHECKS)


def _check_string(token: Token) -> Token:
    string_value(token, token.start_pos or 0)
    return token


def _check_number(token: Token) -> Token:
    number_value(token, token.start_pos or 0)
    return token


def _check_reference(token: Token) -> Token:
    check_reference(token, token.start_pos or 0)
    return token


LITERAL_CHECKS = {"STRING": _check_string, "NUMBER": _check_number, "REFERENCE": _check_reference}


class TokenStream(PostLex):
    """Watches the tokens on their way to the parser for what the grammar does not say."""

    # A name is one token wherever it stands: else `trueish` would be read as `true` and `ish`.
    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        braces, parentheses, before = 0, 0, Token("", "")
        parameters: dict[str, Token] = {}
        for token in stream:
            match token.type:
                case "LBRACE":
                    braces += 1
                    if braces > MAX_DEPTH:
                        raise _too_deep(token)
                case "RBRACE":
                    braces -= 1
                case "LPAR":
                    parentheses += 1
                    if parentheses == 1:
                        parameters.clear()
                case "RPAR":
                    parentheses -= 1
                case "EQUAL" if before.type == "NAME":
                    first = parameters.setdefault(str(before), before)
                    if first is not before:
                        raise _given_twice(before, first)
                case "NAME" | "NUMBER":
                    if parentheses and before.type in _VALUE_ENDS and before.end_pos == token.start_pos:
                        raise _not_separated(token, before)
            yield token
            before = token


_VALUE_ENDS = ("STRING", "NUMBER", "REFERENCE", "RPAR")


def _too_deep(token: Token) -> Fault:
    return Fault(
        "invalid",
        f"statements are nested more than {MAX_DEPTH} deep",
        token.start_pos or 0,
        token.end_pos or 0,
        help=("use fewer levels",),
    )


def _given_twice(name: Token, first: Token) -> Fault:
    return Fault(
        "duplicate_parameter",
        f"parameter `{name}` is given twice",
        name.start_pos or 0,
        name.end_pos or 0,
        "given again here",
        related=(Note(first.start_pos or 0, first.end_pos or 0, "first given here"),),
    )


def _not_separated(token: Token, before: Token) -> Fault:
    start, end = token.start_pos or 0, token.end_pos or 0
    if token.type == before.type == "NUMBER":
        message = f"nothing separates `{before}` from `{token}`"
        help = ("values are not calculated: write the result as one number",) if token[0] in "+-" else ()
    else:
        message, help = f"nothing separates `{token}` from the value before it", ()
    related: tuple[Note, ...] = ()
    if before.type == "STRING" and "=" in before:
        related = (Note(before.start_pos or 0, before.end_pos or 0, "does this string end where it should?"),)
    notes = ("what stands between parentheses is separated by commas, white space or both",)
    return Fault("unexpected_token", message, start, end, related=related, help=help, notes=notes)


class _Builder:
    """Turns lark's tree of one source into ours."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def document(self, form: Form, tree: Tree[Token]) -> Document:
        body = tree.children[-1]
        intent = None
        if isinstance(body, Tree):
            intent = next((self._intent(c) for c in body.children if isinstance(c, Tree) and c.data == "intent"), None)
        return Document(form, self._source, self._statement(tree), intent)

    def _span(self, first: Token, last: Token) -> Span:
        byte_of = self._source.byte_of
        return Span(self._source, byte_of(first.start_pos or 0), byte_of(last.end_pos or 0))

    def _name(self, token: Token) -> Name:
        return Name(str(token), self._span(token, token))

    def _intent(self, tree: Tree[Token]) -> StringValue:
        text = _tokens(tree)[1]
        return StringValue(string_value(text, 0), self._span(text, text))

    def _statement(self, tree: Tree[Token]) -> Statement:
        names = _tokens(tree)
        last = names[-1]
        arguments: tuple[Argument, ...] | None = None
        body: tuple[Statement, ...] | None = None
        for part in _trees(tree):
            last = _tokens(part)[-1]
            if part.data == "arguments":
                arguments = self._arguments(_trees(part))
            else:
                body = tuple([self._statement(child) for child in _trees(part) if child.data == "statement"])
        return Statement(
            self._name(names[0]),
            self._name(names[1]) if len(names) > 1 else None,
            arguments,
            body,
            self._span(names[0], last),
        )

    def _arguments(self, trees: list[Tree[Token]]) -> tuple[Argument, ...]:
        arguments: list[Argument] = []
        for tree in trees:
            name, value = self._name(_tokens(tree)[0]), self._value(tree.children[-1])
            arguments.append(Argument(name, value, name.span.to(value.span)))
        return tuple(arguments)

    def _value(self, node: Token | Tree[Token]) -> Value:
        if isinstance(node, Tree):
            tokens = _tokens(node)
            numbers = [self._number(token) for token in tokens if token.type == "NUMBER"]
            return TupleValue(tuple(numbers), self._span(tokens[0], tokens[-1]))
        span = self._span(node, node)
        match node.type:
            case "STRING":
                return StringValue(string_value(node, 0), span)
            case "NUMBER":
                return NumberValue(number_value(node, 0), span)
            case "REFERENCE":
                slash = node.index("/")
                return ReferenceValue(
                    Name(node[1:slash], Span(self._source, span.start + 1, span.start + slash)),
                    Name(node[slash + 1 :], Span(self._source, span.start + slash + 1, span.end)),
                    span,
                )
            case _:
                return BoolValue(node.type == "TRUE", span)

    def _number(self, token: Token) -> NumberValue:
        return NumberValue(number_value(token, 0), self._span(token, token))


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)]
