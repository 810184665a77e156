"""A scanner of any text at all, for what works beside the parser: explaining a syntax error and keeping comments.

Where the text is well formed it sees the tokens that the grammar's own lexer sees (a test holds the two together);
where it is not, it still splits what stands there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    NAME = "name"
    STRING = "string"
    NUMBER = "number"
    REFERENCE = "reference"
    SIGN = "sign"
    COMMENT = "comment"
    OPEN_STRING = "open_string"
    OPEN_COMMENT = "open_comment"
    OTHER = "other"
    END = "end"


class Lexeme(NamedTuple):
    """``start`` and ``end`` count the characters of the text."""

    kind: Kind
    text: str
    start: int
    end: int


_PATTERN = re.compile(
    r"""[ \t\r\n]+
    | (?P<comment> //[^\n]* | /\*[^*]*\*+(?:[^/*][^*]*\*+)*/ )
    | (?P<open_comment> /\* [\s\S]* )
    | (?P<string> "(?:[^"\\\n]|\\[^\n])*" )
    | (?P<open_string> "[^\n]* )
    | (?P<number> [+-]?\.?[0-9](?:[eE][+-]|[A-Za-z0-9_.])* )
    | (?P<reference> @[A-Za-z_][A-Za-z0-9_]*/[A-Za-z_][A-Za-z0-9_]* )
    | (?P<name> [A-Za-z_][A-Za-z0-9_]* )
    | (?P<sign> [(){},=] )
    | (?P<other> [\s\S] )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Lexemes:
    """The lexemes of a text without its comments, the last one ``END``; and the comments."""

    tokens: tuple[Lexeme, ...]
    comments: tuple[Lexeme, ...]


def scan(text: str) -> Lexemes:
    tokens: list[Lexeme] = []
    comments: list[Lexeme] = []
    for match in _PATTERN.finditer(text):
        if match.lastgroup is None:
            continue
        lexeme = Lexeme(Kind(match.lastgroup), match.group(), match.start(), match.end())
        (comments if lexeme.kind is Kind.COMMENT else tokens).append(lexeme)
    tokens.append(Lexeme(Kind.END, "", len(text), len(text)))
    return Lexemes(tuple(tokens), tuple(comments))
