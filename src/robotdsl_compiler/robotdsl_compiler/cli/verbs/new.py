"""``new``: a starter program for a chassis type and sensors, from the parts of the given libraries."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from robotdsl_compiler.driver.fresh import write_fresh
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.starter.starter import Wish, make_starter
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.terminal import tell
from robotdsl_compiler.targets.contract import File

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
DEFAULT_NAME = "starter"


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name or DEFAULT_NAME
    if not _NAME.fullmatch(name):
        print(f"robotdsl new: `{name}` is no name: letters, digits and underscores, no digit first", file=sys.stderr)
        return 2
    if not arguments.library:
        print("robotdsl new: no parts to choose from; name a library with --library DIR", file=sys.stderr)
        return 2
    diagnostics = Diagnostics()
    libraries = load_libraries([Path(folder) for folder in arguments.library], diagnostics)
    wish = Wish(arguments.type, tuple(arguments.sensors), name, arguments.chassis)
    texts = None if diagnostics.blocked() else make_starter(wish, libraries, diagnostics)
    output = arguments.output or name
    files = [File(f"{name}.{form.value}", text.encode()) for form, text in (texts or {}).items()]
    written = texts is not None and write_fresh(output, files, diagnostics)
    found = in_order(diagnostics, [])
    tell(found, arguments.color, sys.stderr, os.environ)
    if not written:
        return 1
    print(f"Wrote {', '.join(file.path for file in files)} into {output}", file=sys.stderr)
    return 0
