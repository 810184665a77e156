"""Loads the libraries that were given on the command line.

Every listed entry (part, object, environment, walker) is read, used by the program or not: a broken one is warned about
whatever the program uses, so what a compilation says of a library depends on the library alone. With PyYAML's C parser
a part costs about a millisecond.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.environment import read_environment
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.manifest import Listed, Manifest, read_manifest
from robotdsl_compiler.library.object import read_object
from robotdsl_compiler.library.walkers import walker_reader
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.model.scenery import Environment, LibraryObject
from robotdsl_compiler.model.walker import Walker
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import did_you_mean, nearest

MANIFEST = "library.yaml"

Record = TypeVar("Record")
# A reader of one kind of file: its source, the entry's id, the library's name, the entry's folder.
Reader = Callable[[Source, str, str, Path, Findings], Record | None]


@dataclass(frozen=True, eq=False)
class Entries(Generic[Record]):
    """The entries of one kind that one library, or all of them together, hold."""

    sound: dict[str, tuple[Record, ...]]
    left_out: dict[str, tuple[Diagnostic, ...]]

    def find(self, id: str) -> tuple[Record, ...]:
        """The sound entries of that id, one of each library that has one: several are ambiguous, none is unknown."""
        return self.sound.get(id, ())

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why the entries of that id that are listed were left out."""
        return self.left_out.get(id, ())

    def ids(self) -> tuple[str, ...]:
        """The ids of all sound entries, each once, in the order of the libraries and their lists."""
        return tuple(self.sound)


def _together(every: Iterable[Entries[Record]]) -> Entries[Record]:
    sound: dict[str, tuple[Record, ...]] = {}
    left_out: dict[str, tuple[Diagnostic, ...]] = {}
    for entries in every:
        for id, found in entries.sound.items():
            sound[id] = (*sound.get(id, ()), *found)
        for id, reasons in entries.left_out.items():
            left_out[id] = (*left_out.get(id, ()), *reasons)
    return Entries(sound, left_out)


@dataclass(frozen=True, eq=False)
class Library:
    """One library: its sound entries, why each of the others was left out, and the files that were read."""

    manifest: Manifest
    directory: Path
    parts: Entries[Part]
    objects: Entries[LibraryObject]
    environments: Entries[Environment]
    walkers: Entries[Walker]
    sources: tuple[Source, ...]

    @property
    def name(self) -> str:
        return self.manifest.name


class Libraries:
    """The libraries of a compilation, in the order given."""

    def __init__(self, libraries: tuple[Library, ...]) -> None:
        self.libraries = libraries
        self.parts = _together(library.parts for library in libraries)
        self.objects = _together(library.objects for library in libraries)
        self.environments = _together(library.environments for library in libraries)
        self.walkers = _together(library.walkers for library in libraries)

    def find(self, id: str) -> tuple[Part, ...]:
        """The sound parts of that id."""
        return self.parts.find(id)

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why the parts of that id that are listed were left out."""
        return self.parts.broken(id)

    def ids(self) -> tuple[str, ...]:
        """The ids of all sound parts."""
        return self.parts.ids()

    def walkers_of(self, chassis: Part) -> tuple[Walker, ...]:
        """The sound walkers that the part's own library trained for it, in the order of its list."""
        walkers = (walker for id in self.walkers.ids() for walker in self.walkers.find(id))
        return tuple(w for w in walkers if (w.library, w.chassis) == (chassis.library, chassis.id))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every library file that was read, each library's manifest before its entries."""
        return tuple(source for library in self.libraries for source in library.sources)


def load_libraries(directories: Sequence[Path], diagnostics: Diagnostics) -> Libraries:
    """Load each directory; one that is given twice is one library.

    A library without a sound manifest blocks (``library.*`` and ``environment.source_unreadable`` errors); a broken
    entry is left out with warnings. The entries' ``directory`` and the sources' names begin with the directory as
    given.
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
    loading = _Loading(manifest.name, directory, [source], diagnostics)
    parts = loading.read("part", "component.yaml", manifest.parts, read_component)
    return Library(
        manifest,
        directory,
        parts,
        loading.read("object", "object.yaml", manifest.objects, read_object),
        loading.read("environment", "environment.yaml", manifest.environments, read_environment),
        loading.read(
            "walker", "walker.yaml", manifest.walkers, walker_reader(lambda id: next(iter(parts.find(id)), None))
        ),
        tuple(loading.sources),
    )


@dataclass(frozen=True, slots=True)
class _Loading:
    """A library whose entries are being read, one kind after the other; ``sources`` grows."""

    library: str
    directory: Path
    sources: list[Source]
    diagnostics: Diagnostics

    def read(self, kind: str, file: str, listed: Sequence[Listed], reader: Reader[Record]) -> Entries[Record]:
        """The entries of a ``kind``, each read from ``<kind>s/<id>/<file>``."""
        sound: dict[str, tuple[Record, ...]] = {}
        left_out: dict[str, tuple[Diagnostic, ...]] = {}
        for one in listed:
            findings = Findings()
            folder = self.directory / f"{kind}s" / one.id
            source = _entry_source(folder / file, kind, one, findings)
            record = None
            if source is not None:
                self.sources.append(source)
                record = reader(source, one.id, self.library, folder, findings)
            if record is not None:
                sound[one.id] = (record,)
            else:
                left_out[one.id] = findings.flush(self.diagnostics, left_out=f"{kind} `{one.id}`")
        return Entries(sound, left_out)


def _entry_source(path: Path, kind: str, listed: Listed, findings: Findings) -> Source | None:
    source, why = _read(path)
    if source is None and why is None:
        folder = path.parent
        findings.report(
            "library.part_missing",
            f"the library lists the {kind} `{listed.id}`, but holds no file for it",
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
