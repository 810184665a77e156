"""The page that explains a code: put together from the catalogue, the table of rules and the text that
``explanations/<code>.md`` holds, in two forms, Markdown for ``docs/reference/diagnostics`` and plain text for a terminal.

The texts use little of Markdown: paragraphs, ``##`` headings, ``-`` items, and fenced blocks whose info string is a
language and, for a file of the example, its name. ``python -m robotdsl_compiler.cli.explanation DIRECTORY`` writes the
Markdown pages and their index.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.support.catalogue import CATALOGUE, Code, Domain

SOURCES = Path(__file__).parents[1] / "explanations"
WIDTH = 80
_VALIDATION = "validation."
_INDENT = " " * 4

FAMILIES = {
    "invocation": "How the compiler was called",
    "environment": "What the machine allows",
    "syntax": "How a source is written",
    "library": "What the files of a library say",
    "name": "What the names in a program stand for",
    "type": "What a statement is given",
    "validation": "Whether the robot holds together, stands, and can do what the task asks",
    "target": "What a target can build",
}

_AT_FAULT = {
    Domain.APPLICATION: "what the program says",
    Domain.LIBRARY: "what a library says",
    Domain.INVOCATION: "how the command was called",
    Domain.ENVIRONMENT: "what the machine allows",
}

# What holds for every code of a family and would be said again on each page.
_OF_FAMILY = {
    "library": "In a `library.yaml` it stops the compilation. In the file of a part it is a warning, and the part is "
    "left out of its library; a program that names the part is refused, and told why.",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text. ``kind`` is paragraph, heading, item or fence; a fence has its ``language`` and may name the
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
    for piece in re.split(r"\n\s*\n|\n(?=- )", text.strip("\n")):
        joined = " ".join(piece.split())
        if joined.startswith("## "):
            yield Block("heading", joined.removeprefix("## "))
        elif joined.startswith("- "):
            yield Block("item", joined.removeprefix("- "))
        elif joined:
            yield Block("paragraph", joined)


def page(code: Code) -> list[Block]:
    """The whole page but for its title: what the catalogue and the rule say, then the text."""
    ends = "stops the compilation" if code.blocking else "does not stop the compilation"
    head = [
        Block("paragraph", code.summary),
        Block("paragraph", f"{code.level.value.capitalize()}; {ends}. It is about {_AT_FAULT[code.domain]}."),
    ]
    if family(code.name) in _OF_FAMILY:
        head.append(Block("paragraph", _OF_FAMILY[family(code.name)]))
    if code.name.startswith(_VALIDATION):
        head.extend(_rule(code.name.removeprefix(_VALIDATION)))
    return head + blocks(source(code.name).read_text(encoding="utf-8"))


def _rule(name: str) -> Iterator[Block]:
    """What a validation rule asks, and when it cannot tell."""
    from robotdsl_compiler.validation.rules import RULES

    for rule in RULES:
        if rule.name == name:
            yield Block("paragraph", f"The rule asks: {rule.question}")
            if rule.unknown_when != "never":
                silent = "says nothing" if rule.advisory else "warns"
                yield Block("paragraph", f"It cannot tell, and {silent}, when {rule.unknown_when}.")


# For a terminal -------------------------------------------------------------------------------------------------------


def terminal(code: Code) -> str:
    """The page as plain text: prose within 80 columns, the example's files and what is said of them indented."""
    lines = [code.name]
    before = ""
    for block in page(code):
        if not (block.kind == before == "item"):
            lines.append("")
        before = block.kind
        if block.kind == "fence":
            if block.file:
                lines += [f"{block.file}:", ""]
            lines += [f"{_INDENT}{line}".rstrip() for line in block.text.split("\n")]
        elif block.kind == "item":
            lines += wrapped(block.text, "- ", "  ")
        else:
            lines += wrapped(block.text)
    return "\n".join(lines) + "\n"


def wrapped(text: str, first: str = "", others: str = "") -> list[str]:
    """Prose in lines of at most 80 columns; a link is told by its words, and what stands in backquotes stays whole."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    whole = re.sub(r"`[^`]*`", lambda quoted: quoted.group().replace(" ", "\0"), words)
    lines = textwrap.wrap(
        whole, WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


# For docs/reference/diagnostics ---------------------------------------------------------------------------------------


def markdown(code: Code) -> str:
    """The page as Markdown."""
    pieces = [f"# {code.name}", *map(_marked, page(code)), "[All codes](README.md)"]
    # Items of one list follow each other without a blank line.
    return re.sub(r"(?m)^(- .*\n(?:  .*\n)*)\n(?=- )", r"\1", "\n\n".join(pieces)) + "\n"


def _marked(block: Block) -> str:
    if block.kind == "fence":
        caption = f"`{block.file}`:\n\n" if block.file else ""
        return f"{caption}```{block.language}\n{block.text}\n```"
    if block.kind == "heading":
        return f"## {block.text}"
    first, others = ("- ", "  ") if block.kind == "item" else ("", "")
    return "\n".join(
        textwrap.wrap(
            block.text, 118, initial_indent=first, subsequent_indent=others, break_long_words=False,
            break_on_hyphens=False,
        )
    )  # fmt: skip


_HEAD = """\
# Diagnostics

A page for each code that the compiler may report: what it means, a small example, exactly what is said of it, and how
to mend it. `explain CODE` prints the same page. A test runs every example and compares every word.

An example is tried beside the other files of `programs/minimal`, in a folder where `example` is the example library;
the files that a page shows replace those of the program that have the same name. A line `--- a` and `+ b` below such
a page's heading "How to mend it" is taken out and put in.

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
