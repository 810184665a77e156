"""``explain``: what a diagnostic's code means."""

from __future__ import annotations

import argparse
import re
import sys

from robotdsl_compiler.cli.explanation import FAMILIES, members, terminal, wrapped
from robotdsl_compiler.support.catalogue import CATALOGUE
from robotdsl_compiler.support.suggest import nearest


def run(arguments: argparse.Namespace) -> int:
    if arguments.code is None:
        sys.stdout.write("\n".join(map(_listed, FAMILIES)))
        return 0
    # As it stands in a diagnostic: error[type.not_positive].
    said = re.fullmatch(r"(?:error|warning)?\[(.*?)\]:?", arguments.code)
    word = said.group(1) if said else arguments.code
    if word in FAMILIES:
        sys.stdout.write(_listed(word))
        return 0
    found = [word] if word in CATALOGUE else _ending_in(word)
    if len(found) == 1:
        sys.stdout.write(terminal(CATALOGUE[found[0]]))
        return 0
    print(f"robotdsl explain: {_not_one(word, found)}", file=sys.stderr)
    return 2


def _listed(name: str) -> str:
    """The codes of a family with their meanings."""
    lines = [f"{name}: {FAMILIES[name][0].lower()}{FAMILIES[name][1:]}"]
    for code in members(name):
        lines += [f"  {code.name}", *wrapped(code.summary, "      ")]
    return "\n".join(lines) + "\n"


def _ending_in(word: str) -> list[str]:
    """The codes that end in ``.word``: a rule's name is enough to say, and so is the last word of one."""
    return [name for name in CATALOGUE if name.endswith(f".{word}")]


def _not_one(word: str, found: list[str]) -> str:
    if found:
        return f"`{word}` ends several codes: {', '.join(found)}"
    names = [name.split(".") for name in CATALOGUE]
    near = nearest(word, [".".join(name[skipped:]) for skipped in range(3) for name in names if skipped < len(name)])
    hint = "`robotdsl explain` lists all" if near is None else f"did you mean `{near}`?"
    return f"there is no code `{word}`; {hint}"
