"""The parse tables of the grammar, worked out ahead: loading them takes a tenth of the time that building them takes.

``robotdsl.tables.json`` beside the grammar holds them with the grammar's text and the release of lark that made them.
When either is another one now, the tables are built from the grammar instead, so that the file can be out of date but
never wrong. ``python -m robotdsl_compiler.frontend.tables`` writes it anew.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token

from robotdsl_compiler.frontend.syntax import Form

GRAMMAR = Path(__file__).with_name("robotdsl.lark")
TABLES = Path(__file__).with_name("robotdsl.tables.json")

Callbacks = Mapping[str, Callable[[Token], Token]]


def build(postlex: Any, callbacks: Callbacks, *, strict: bool = False) -> Lark:
    """The parser from its grammar. ``strict`` refuses every ambiguity; lark needs interegular for it."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=[form.value for form in Form],
        postlex=postlex,
        lexer_callbacks=dict(callbacks),
        strict=strict,
    )


def load(postlex: Any, callbacks: Callbacks) -> Lark:
    """The parser from its tables, or from the grammar where the tables are not the grammar's."""
    try:
        stored = json.loads(TABLES.read_bytes(), object_hook=_with_numbers)
    except FileNotFoundError:
        return build(postlex, callbacks)
    if stored["lark"] != lark.__version__ or stored["grammar"] != GRAMMAR.read_text(encoding="utf-8"):
        return build(postlex, callbacks)
    stored["data"]["options"].update(postlex=postlex, lexer_callbacks=dict(callbacks))
    return Lark.load(stored)


def _with_numbers(value: dict[str, Any]) -> dict[Any, Any]:
    """The keys of lark's tables are numbers, which JSON writes as strings."""
    return {int(key): item for key, item in value.items()} if next(iter(value), "").isdigit() else value


def text(postlex: Any) -> str:
    """What ``TABLES`` shall hold. ``postlex`` must be that of ``load``: it adds to what the lexers accept."""
    stream = io.BytesIO()
    build(postlex, {}).save(stream, exclude_options=("postlex", "lexer_callbacks"))
    stored = pickle.loads(stream.getvalue())
    head = {"lark": lark.__version__, "grammar": GRAMMAR.read_text(encoding="utf-8")}
    return json.dumps(head | stored, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    from robotdsl_compiler.frontend.parser import TokenStream

    TABLES.write_text(text(TokenStream()), encoding="utf-8")
