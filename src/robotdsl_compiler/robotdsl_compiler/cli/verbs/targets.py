"""``targets``: what a program can be compiled for."""

from __future__ import annotations

import argparse
import textwrap

from robotdsl_compiler.cli.explanation import WIDTH
from robotdsl_compiler.driver.registry import TARGETS


def run(arguments: argparse.Namespace) -> int:
    del arguments
    width = max(len(name) for name in TARGETS)
    for name, target in TARGETS.items():
        first, *others = textwrap.wrap(target.summary, WIDTH - width - 2)
        print("\n".join([f"{name:{width}}  {first}", *(f"{'':{width}}  {other}" for other in others)]))
    return 0
