"""``library``: read every entry of libraries and tell what is wrong with them, whatever a program may name."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.terminal import render_all, use_color
from robotdsl_compiler.support.wording import counted


def run(arguments: argparse.Namespace) -> int:
    diagnostics = Diagnostics()
    libraries = load_libraries([Path(folder) for folder in arguments.directories], diagnostics, strict=True)
    held = ", ".join(
        counted(len(entries.read_all()), kind)
        for kind, entries in (
            ("part", libraries.parts),
            ("object", libraries.objects),
            ("environment", libraries.environments),
        )
    )
    color = use_color(arguments.color, sys.stderr, os.environ)
    sys.stderr.write(render_all(in_order(diagnostics, []), color=color))
    named = " ".join(arguments.directories)
    if diagnostics.blocked():
        print(f"error: {counted(len(diagnostics), 'error')} in {named}; sound are {held}", file=sys.stderr)
        return 1
    print(f"Checked {named} ({held})", file=sys.stderr)
    return 0
