"""The page that explains a code, put together from the catalogue, the table of rules and what stands in
``explanations/<code>.md``; as Markdown for ``docs/reference/diagnostics``, and as plain text for a terminal.

The texts use little of Markdown: paragraphs, ``##`` headings, and fenced blocks whose info string is a language and,
for a file of the example, its name. ``python -m robotdsl_compiler.cli.explanation DIRECTORY`` writes the Markdown pages
and their index.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.support.catalogue import CATALOGUE, Code, Domain, Level

SOURCES = Path(__file__).parents[1] / "explanations"
WIDTH, DOCUMENT_WIDTH = 80, 118
_VALIDATION = "validation."
_INDENT = " " * 4

FAMILIES = {
    "invocation": "How the compiler was called",
    "environment": "What the machine allows",
    "syntax": "How a source is written",
    "library": "What the files of a library say",
    "name": "What the names in a program stand for",
    "type": "What a statement is given",
    "validation": "Whether the robot holds together, stands, and can do its task",
    "target": "What a target can build",
}

_LEVEL = {Level.ERROR: "An error", Level.WARNING: "A warning"}
_AT_FAULT = {
    Domain.APPLICATION: "what the program says",
    Domain.LIBRARY: "what a library says",
    Domain.INVOCATION: "how the command was called",
    Domain.ENVIRONMENT: "what the machine allows",
}

# How a family's codes are shown and what they block, where that is not what the catalogue says of each.
_EFFECT = {
    "library": "Where it is about the library as a whole, an error that stops the compilation. Where it is about one "
    "entry, an error for `robotdsl library`, which reads them all. A compilation reads what its program names, and "
    "then it is a warning: the entry is left out, and the ref that names it is refused and told why.",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text. ``kind`` is paragraph, heading or fence; a fence has its ``language`` and may name the
    ``file`` that it shows.
    """

    kind: str
    text: str
    language: str = ""
    file: str = ""


def family(code: str) -> str:
    return code.partition(".")[0]


def source(code: str) -> Path:
    """The file with the hand-written part of the page."""
    return SOURCES / f"{code}.md"


def blocks(text: str) -> list[Block]:
    """The pieces of a text, in order."""
    found: list[Block] = []
    for fence, language, file, inside, outside in re.findall(
        r"^(```)(\w+)(?: (\S+))?\n(.*?)^```$|(.+?)(?=^```|\Z)", text, re.DOTALL | re.MULTILINE
    ):
        if fence:
            found.append(Block("fence", inside.removesuffix("\n"), language, file))
        else:
            found.extend(_prose(outside))
    return found


def _prose(text: str) -> Iterator[Block]:
    for piece in re.split(r"\n\s*\n", text):
        joined = " ".join(piece.split())  # a text may break its lines as it likes
        if joined.startswith("## "):
            yield Block("heading", joined.removeprefix("## "))
        elif joined:
            yield Block("paragraph", joined)


def page(code: Code) -> list[Block]:
    """The whole page but for its title: what the catalogue and the rule say, then the text."""
    head = [Block("paragraph", code.summary), Block("paragraph", _effect(code))]
    if code.name.startswith(_VALIDATION):
        head.extend(_rule(code.name.removeprefix(_VALIDATION)))
    return head + blocks(source(code.name).read_text(encoding="utf-8"))


def _effect(code: Code) -> str:
    ends = "stops the compilation" if code.blocking else "does not stop the compilation"
    effect = _EFFECT.get(family(code.name), f"{_LEVEL[code.level]} that {ends}.")
    return f"{effect} It is about {_AT_FAULT[code.domain]}."


def _rule(name: str) -> Iterator[Block]:
    """What a validation rule asks, and when it cannot tell."""
    from robotdsl_compiler.validation.rules import RULES

    for rule in RULES:
        if rule.name == name:
            yield Block("paragraph", f"The rule asks: {rule.question}")
            if rule.unknown_when != "never":
                told = "That is a warning, unless another rule already says why."
                yield Block("paragraph", f"It cannot tell when {rule.unknown_when}. {told}")


# For a terminal -------------------------------------------------------------------------------------------------------


def terminal(code: Code) -> str:
    """The page as plain text: prose within 80 columns, the example's files and what is said of them indented."""
    lines = [code.name]
    for block in page(code):
        lines.append("")
        if block.kind == "fence":
            if block.file:
                lines += [f"{block.file}:", ""]
            lines += [f"{_INDENT}{line}".rstrip() for line in block.text.split("\n")]
        else:
            lines += wrapped(block.text)
    return "\n".join(lines) + "\n"


def wrapped(text: str, indent: str = "") -> list[str]:
    """Prose in lines of at most 80 columns; a link is told by its words, and what stands in backquotes stays whole."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    whole = re.sub(r"`[^`]*`", lambda quoted: quoted.group().replace(" ", "\0"), words)
    return [line.replace("\0", " ") for line in _lines(whole, WIDTH, indent)]


def _lines(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


# For docs/reference/diagnostics ---------------------------------------------------------------------------------------


def markdown(code: Code) -> str:
    """The page as Markdown."""
    return "\n\n".join([f"# {code.name}", *map(_marked, page(code)), "[All codes](README.md)"]) + "\n"


def _marked(block: Block) -> str:
    if block.kind == "fence":
        caption = f"`{block.file}`:\n\n" if block.file else ""
        return f"{caption}```{block.language}\n{block.text}\n```"
    if block.kind == "heading":
        return f"## {block.text}"
    return "\n".join(_lines(block.text, DOCUMENT_WIDTH))


_HEAD = """\
# Diagnostics

A page for each code that the compiler may report: what it means, a small example, exactly what is said of it, and how
to mend it. `explain CODE` prints the same page. A test runs every example and compares every word.

An example is tried beside the other files of `programs/minimal`, in a folder where `example` is the example library;
the files that a page shows take the place of those of the same name. `-` and `+` mark the lines that go and come where
the fault is mended.

The pages are made from the catalogue in `robotdsl_compiler/support/catalogue.py`, the table of
[validation rules](../validation.md) and the texts in `robotdsl_compiler/explanations/`
(`python -m robotdsl_compiler.cli.explanation docs/reference/diagnostics` writes them anew).
"""


def index() -> str:
    """The table of the codes by family, as Markdown."""
    pieces = [_HEAD]
    for name, what in FAMILIES.items():
        rows = [
            f"| [`{code.name}`]({code.name}.md) | {code.level.value} | {code.summary} |\n" for code in members(name)
        ]
        pieces.append(f"## {name}\n\n{what}.\n\n| code | level | meaning |\n|---|---|---|\n{''.join(rows)}")
    return "\n".join(pieces)


def members(name: str) -> list[Code]:
    """The codes of a family, in the catalogue's order."""
    return [code for code in CATALOGUE.values() if family(code.name) == name]


def documents() -> dict[str, str]:
    """Every file of docs/reference/diagnostics by its name."""
    return {"README.md": index()} | {f"{code.name}.md": markdown(code) for code in CATALOGUE.values()}


def main(arguments: Iterable[str]) -> int:
    """Write the pages to the one directory that ``arguments`` names."""
    (directory,) = map(Path, arguments)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (directory / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
