"""Finds and reads the sources that a request names."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source, read_bounded
from robotdsl_compiler.support.suggest import nearest

FORMS = {f".{form.value}": form for form in Form}
_REQUIRED = (Form.CORE, Form.WORLD, Form.TASK)


def load_sources(files: tuple[str, ...], diagnostics: Diagnostics) -> tuple[tuple[Form, Source], ...]:
    """The sources that could be read, in the order of the forms.

    A name may be that of a folder, which stands for the sources directly in it. Reports, in the phase
    ``source_load``, names of no form, two files of one form, forms that are missing, and files that cannot be read.
    """
    chosen: dict[Form, str] = {}
    complete = True
    for name in files:
        found = files_of(name, diagnostics)
        complete &= bool(found)
        for path in found:
            complete &= _choose(path, chosen, diagnostics)
    # A form that was named but misspelt is not missing besides.
    if complete:
        for form in _REQUIRED:
            if form not in chosen:
                diagnostics.report(
                    "invocation.source_missing",
                    Phase.SOURCE_LOAD,
                    f"no .{form.value} file was given",
                    help="a program is a .core, a .world and a .task file, and a .eval file if it is to be judged",
                )
    sources = ((form, read_source(chosen[form], diagnostics)) for form in Form if form in chosen)
    return tuple((form, source) for form, source in sources if source is not None)


def is_folder(name: str) -> bool:
    """Whether ``name`` is known to be a folder; of one that may not be reached, reading says why."""
    return os.path.isdir(name)  # noqa: PTH112  Path.is_dir raises where a folder on the way may not be entered


def files_of(name: str, diagnostics: Diagnostics) -> list[str]:
    """The sources that lie directly in the folder ``name``, sorted; of anything else, ``name`` itself. Empty after
    reporting a folder that cannot be read or holds no source.
    """
    folder = Path(name)
    if not is_folder(name) or folder.suffix in FORMS:
        return [name]
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        _unreadable(name, error, diagnostics)
        return []
    found = [str(path) for path in inside if path.suffix in FORMS]
    if not found:
        _unknown(f"the folder {name} holds no file of a program", "", diagnostics)
    return found


def form_of(path: str, diagnostics: Diagnostics) -> Form | None:
    """The form that the name ``path`` ends in; ``None`` after reporting that it ends in none."""
    suffix = Path(path).suffix
    form = FORMS.get(suffix)
    if form is None and (suffix or os.path.lexists(path)):
        _unknown(f"{path} is not a source: its name ends in none of {', '.join(FORMS)}", suffix, diagnostics)
    elif form is None:
        # Most likely a folder's name, misspelt.
        _unknown(f"there is no file or folder {path}" if path else "an empty name was given", "", diagnostics)
    return form


def _choose(path: str, chosen: dict[Form, str], diagnostics: Diagnostics) -> bool:
    """Enter ``path`` under its form; ``False`` after reporting that it has none or that the form is taken."""
    form = form_of(path, diagnostics)
    if form is None:
        return False
    if form in chosen:
        diagnostics.report(
            "invocation.duplicate_source_kind",
            Phase.SOURCE_LOAD,
            f"two .{form.value} files were given, {chosen[form]} and {path}",
            help="a program has at most one file of each form",
        )
        return False
    chosen[form] = path
    return True


def _unknown(message: str, suffix: str, diagnostics: Diagnostics) -> None:
    near = nearest(suffix, FORMS) if suffix else None
    diagnostics.report(
        "invocation.unknown_source_kind",
        Phase.SOURCE_LOAD,
        message,
        help=() if near is None else f"did you mean {near}?",
    )


def read_source(path: str, diagnostics: Diagnostics) -> Source | None:
    """The file at ``path`` as UTF-8 text; ``None`` after reporting ``environment.source_unreadable``."""
    try:
        # Reading a pipe waits for somebody to write, and a device may never end.
        if not stat.S_ISREG(mode := Path(path).stat().st_mode) and not stat.S_ISDIR(mode):
            raise OSError(None, "it is not a file")
        data = read_bounded(Path(path))
    except (OSError, ValueError) as error:
        _unreadable(path, error, diagnostics)
        return None
    source = Source(path, data)
    try:
        source.text  # noqa: B018  decoded here once, so that later phases can rely on it
    except UnicodeDecodeError as error:
        byte = source.start + error.start
        diagnostics.report(
            "environment.source_unreadable",
            Phase.SOURCE_LOAD,
            f"{path} is not UTF-8 text: byte {byte} is 0x{data[byte]:02x}",
            source.span(byte, byte + 1),
            label="not UTF-8",
            help="save the file as UTF-8",
        )
        return None
    return source


def _unreadable(path: str, error: OSError | ValueError, diagnostics: Diagnostics) -> None:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    reason = f"{reason[:1].lower()}{reason[1:]}"
    diagnostics.report("environment.source_unreadable", Phase.SOURCE_LOAD, f"cannot read {path}: {reason}")
