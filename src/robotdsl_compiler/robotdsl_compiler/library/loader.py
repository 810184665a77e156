"""Loads the libraries that were given on the command line.

Every listed part is read, used by the program or not: a broken part is warned about whatever the program uses, so what
a compilation says of a library depends on the library alone. With PyYAML's C parser a part costs about a millisecond.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.manifest import Listed, Manifest, read_manifest
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import did_you_mean, nearest

MANIFEST = "library.yaml"
COMPONENT = "component.yaml"


@dataclass(frozen=True, eq=False)
class Library:
    """One library: its sound ``parts``, why each of the others was left out, and the files that were read."""

    manifest: Manifest
    directory: Path
    parts: dict[str, Part]
    broken: dict[str, tuple[Diagnostic, ...]]
    sources: tuple[Source, ...]

    @property
    def name(self) -> str:
        return self.manifest.name


@dataclass(frozen=True, eq=False)
class Libraries:
    """The libraries of a compilation, in the order given."""

    libraries: tuple[Library, ...]

    def find(self, id: str) -> tuple[Part, ...]:
        """The sound parts of that id, one of each library that has one: several are ambiguous, none is unknown."""
        return tuple(library.parts[id] for library in self.libraries if id in library.parts)

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why the parts of that id that are listed were left out."""
        return tuple(d for library in self.libraries for d in library.broken.get(id, ()))

    def ids(self) -> tuple[str, ...]:
        """The ids of all sound parts, each once, in the order of the libraries and their lists."""
        return tuple(dict.fromkeys(id for library in self.libraries for id in library.parts))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every library file that was read, each library's manifest before its parts."""
        return tuple(source for library in self.libraries for source in library.sources)


def load_libraries(directories: Sequence[Path], diagnostics: Diagnostics) -> Libraries:
    """Load each directory; one that is given twice is one library.

    A library without a sound manifest blocks (``library.*`` and ``environment.source_unreadable`` errors); a broken
    part is left out with warnings. The parts' ``directory`` and the sources' names begin with the directory as given.
    """
    loaded: list[Library] = []
    seen: set[str] = set()
    for directory in directories:
        real = os.path.realpath(directory)
        if real in seen:
            continue
        seen.add(real)
        library = _load(directory, diagnostics)
        if library is not None:
            loaded.append(library)
    return Libraries(tuple(loaded))


def _load(directory: Path, diagnostics: Diagnostics) -> Library | None:
    findings = Findings()
    path = directory / MANIFEST
    source, why = _read(path)
    if source is not None:
        manifest = read_manifest(source, findings)
    else:
        manifest = None
        if why is None:
            findings.report("library.manifest_missing", _no_manifest(directory), None, help=_elsewhere(directory))
        else:
            findings.report("environment.source_unreadable", f"cannot read {path}: {why}", None)
    findings.flush(diagnostics)
    if source is None or manifest is None:
        return None
    parts: dict[str, Part] = {}
    broken: dict[str, tuple[Diagnostic, ...]] = {}
    sources = [source]
    for listed in manifest.parts:
        findings = Findings()
        folder = directory / "parts" / listed.id
        component = _component_source(folder, listed, findings)
        part = None
        if component is not None:
            sources.append(component)
            part = read_component(component, listed.id, manifest.name, folder, findings)
        if part is not None:
            parts[listed.id] = part
        else:
            broken[listed.id] = findings.flush(diagnostics, left_out=listed.id)
    return Library(manifest, directory, parts, broken, tuple(sources))


def _component_source(folder: Path, listed: Listed, findings: Findings) -> Source | None:
    path = folder / COMPONENT
    source, why = _read(path)
    if source is None and why is None:
        findings.report(
            "library.part_missing",
            f"the library lists the part `{listed.id}`, but holds no file for it",
            listed.span,
            label=f"there is no {path}",
            help=did_you_mean(listed.id, [] if folder.is_dir() else _folders(folder.parent)),
        )
    elif source is None:
        findings.report("environment.source_unreadable", f"cannot read {path}: {why}", listed.span)
    return source


def _read(path: Path) -> tuple[Source | None, str | None]:
    """The file at ``path``, or ``None`` with the reason why it cannot be read; no reason where there is no file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None, "it is not a file"
        return Source(str(path), path.read_bytes()), None
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except OSError as error:
        return None, (error.strerror or "the system refuses").lower()


def _no_manifest(directory: Path) -> str:
    if directory.is_dir():
        return f"{directory} is no library: it holds no {MANIFEST}"
    return f"the library {directory} is not a directory" if os.path.lexists(directory) else f"no library at {directory}"


def _elsewhere(directory: Path) -> tuple[str, ...]:
    """Where the library probably is, seen from the directory that was given: beside, above or below it."""
    if not directory.is_dir():
        near = nearest(directory.name, _folders(directory.parent))
        return (f"did you mean {directory.with_name(near)}?",) if near and not os.path.lexists(directory) else ()
    for candidate in (directory.parent, *(directory / name for name in _folders(directory))):
        if _read(candidate / MANIFEST)[0] is not None:
            return (f"{candidate} is one",)
    return ()


def _folders(directory: Path) -> list[str]:
    try:
        with os.scandir(directory) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:
        return []
