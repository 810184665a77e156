"""``fmt``: give sources their one layout."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path

from robotdsl_compiler.driver.sources import files_of, form_of, read_source
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.catalogue import Domain
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import tell

_STANDARD_INPUT = "-"


def run(arguments: argparse.Namespace) -> int:
    if _STANDARD_INPUT in arguments.files:
        if len(arguments.files) > 1 or arguments.form is None:
            print("robotdsl fmt: - stands alone, with --form to say what it is", file=sys.stderr)
            return 2
        return _standard_input(arguments)
    diagnostics = Diagnostics()
    paths = [path for name in arguments.files for path in files_of(name, diagnostics)]
    forms = [form_of(path, diagnostics) for path in paths]
    if any(d.code.domain is Domain.INVOCATION for d in diagnostics):
        _tell(diagnostics, arguments.color)
        return 2
    changed, kept = [], 0
    for path, form in zip(paths, forms, strict=True):
        source = read_source(path, diagnostics)
        text = None if source is None or form is None else format_source(source, form, diagnostics)
        if source is None or text is None:
            continue
        if text.encode("utf-8") == source.data:
            kept += 1
        elif arguments.check or _replace(Path(path), text, diagnostics):
            changed.append(path)
    _tell(diagnostics, arguments.color)
    for path in changed:
        print(f"{'Would format' if arguments.check else 'Formatted'} {path}", file=sys.stderr)
    print(_summary(len(changed), kept, arguments.check), file=sys.stderr)
    return 1 if diagnostics.blocked() or (arguments.check and changed) else 0


def _standard_input(arguments: argparse.Namespace) -> int:
    diagnostics = Diagnostics()
    source = Source("<stdin>", sys.stdin.buffer.read())
    try:
        source.text  # noqa: B018  decoded here, as reading a file does
    except UnicodeDecodeError:
        print("error: standard input is not UTF-8 text", file=sys.stderr)
        return 1
    text = format_source(source, Form(arguments.form), diagnostics)
    _tell(diagnostics, arguments.color)
    if text is None:
        return 1
    data = text.encode("utf-8")
    if arguments.check:
        return int(data != source.data)
    sys.stdout.buffer.write(data)
    return 0


def _replace(path: Path, text: str, diagnostics: Diagnostics) -> bool:
    """Put ``text`` in the place of a source whole, with the access rights that it has; of a link, in its target's.
    ``False`` after reporting that the machine would not.
    """
    target = path.resolve()
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        temporary.write_bytes(text.encode("utf-8"))
        temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except OSError as error:
        diagnostics.report(
            "environment.output_unwritable",
            Phase.OUTPUT_WRITE,
            f"cannot write {path}: {(error.strerror or str(error)).lower()}",
        )
        return False
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return True


def _tell(diagnostics: Diagnostics, color: str) -> None:
    tell(in_order(diagnostics, []), color, sys.stderr, os.environ)


def _summary(changed: int, kept: int, check: bool) -> str:
    verb = "would change" if check else "changed"
    return f"{changed} {'file' if changed == 1 else 'files'} {verb}, {kept} left alone"
