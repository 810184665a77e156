"""``convert``: a library and a robot of a URDF."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from robotdsl_compiler.convert.convert import Conversion, Options, convert
from robotdsl_compiler.driver.fresh import write_fresh
from robotdsl_compiler.driver.sources import read_source
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import tell
from robotdsl_compiler.targets.contract import File

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    if name is not None and not _NAME.fullmatch(name):
        print(
            f"robotdsl convert: `{name}` is no name: letters, digits and underscores, no digit first", file=sys.stderr
        )
        return 2
    diagnostics = Diagnostics()
    source = read_source(arguments.file, diagnostics)
    options = Options(tuple(arguments.wheel), tuple(map(Path, arguments.package_path)), name)
    made = None if source is None else convert(source, Path(arguments.file), options, diagnostics)
    written = made is not None and write_fresh(arguments.output, _files(made), diagnostics)
    found = in_order(diagnostics, [] if source is None else [source])
    tell(found, arguments.color, sys.stderr, os.environ)
    if made is None or not written:
        return 1
    for remark in made.remarks:
        print(f"{arguments.file}:{remark.line}: {remark.what}: {remark.became}", file=sys.stderr)
    print(_summary(arguments.file, arguments.output, made), file=sys.stderr)
    return 0


def _files(made: Conversion) -> list[File]:
    core = format_source(Source(made.core, made.files[made.core]), Form.CORE)
    assert core is not None
    return [File(path, core.encode() if path == made.core else data) for path, data in made.files.items()]


def _summary(file: str, output: str, made: Conversion) -> str:
    parts = "1 part" if made.parts == 1 else f"{made.parts} parts"
    remarks = "1 remark" if len(made.remarks) == 1 else f"{len(made.remarks)} remarks"
    return f"Converted {file} into {output} ({made.type}, {parts}, {made.mass:.6g} kg, {remarks})"
