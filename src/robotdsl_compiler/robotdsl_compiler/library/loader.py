"""Loads the libraries that were given on the command line.

Loading reads the manifests. An entry (a part, an object, an environment, a walker) is read when it is first asked for,
and once, so what a program pays for is what it names, however much its libraries hold.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.environment import read_environment
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.manifest import Listed, Manifest, read_manifest
from robotdsl_compiler.library.object import read_object
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source, read_bounded
from robotdsl_compiler.support.suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from robotdsl_compiler.model.walker import Walker

MANIFEST = "library.yaml"

Record = TypeVar("Record")
# A reader of one kind of file: its source, the entry's id, the library's name, the entry's folder.
Reader = Callable[[Source, str, str, Path, Findings], Record | None]


@dataclass(frozen=True, eq=False)
class Library:
    """A library whose manifest was read; its entries lie in ``directory``."""

    manifest: Manifest
    directory: Path

    @property
    def name(self) -> str:
        return self.manifest.name


@dataclass(frozen=True, eq=False)
class _Reading:
    """What reading needs besides the file: where faults go and how grave they are, and the files read so far."""

    diagnostics: Diagnostics
    strict: bool
    sources: list[Source]


class Entries(Generic[Record]):
    """The entries of one kind that the libraries list, each read from ``<kind>s/<id>/<file>`` when it is first asked
    for. What is wrong with a file is reported then, once.
    """

    def __init__(
        self,
        kind: str,
        file: str,
        reader: Reader[Record],
        listed: Iterable[tuple[Library, Sequence[Listed]]],
        reading: _Reading,
    ) -> None:
        self._kind = kind
        self._file = file
        self._reader = reader
        self._reading = reading
        self._holders: dict[str, list[tuple[Library, Listed]]] = {}
        for library, entries in listed:
            for entry in entries:
                self._holders.setdefault(entry.id, []).append((library, entry))
        self._read: dict[str, tuple[tuple[Record, ...], tuple[Diagnostic, ...]]] = {}

    def ids(self, library: str | None = None) -> tuple[str, ...]:
        """The ids of all listed entries, or of those that ``library`` lists, each once, in the order of the libraries
        and their lists.
        """
        if library is None:
            return tuple(self._holders)
        return tuple(id for id, holders in self._holders.items() if any(one.name == library for one, _ in holders))

    def find(self, id: str) -> tuple[Record, ...]:
        """The sound entries of that id, one of each library that has one: several are ambiguous, none is unknown."""
        return self._entry(id)[0]

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why the entries of that id that are listed were left out."""
        return self._entry(id)[1]

    def read_all(self) -> tuple[Record, ...]:
        """Every sound entry."""
        return tuple(record for id in self._holders for record in self.find(id))

    def _entry(self, id: str) -> tuple[tuple[Record, ...], tuple[Diagnostic, ...]]:
        if id not in self._read:
            sound: list[Record] = []
            reasons: list[Diagnostic] = []
            for library, listed in self._holders.get(id, ()):
                findings = Findings()
                record = self._read_one(library, listed, findings)
                if record is not None:
                    sound.append(record)
                left_out = None if self._reading.strict else f"{self._kind} `{id}`"
                reasons += findings.flush(self._reading.diagnostics, left_out)
            self._read[id] = tuple(sound), tuple(reasons)
        return self._read[id]

    def _read_one(self, library: Library, listed: Listed, findings: Findings) -> Record | None:
        folder = library.directory / f"{self._kind}s" / listed.id
        source = _entry_source(folder / self._file, self._kind, listed, findings)
        if source is None:
            return None
        self._reading.sources.append(source)
        return self._reader(source, listed.id, library.name, folder, findings)


class Libraries:
    """The libraries of a compilation, in the order given."""

    def __init__(self, libraries: Sequence[Library], reading: _Reading) -> None:
        self.libraries = tuple(libraries)
        self._reading = reading
        lists = [(library, library.manifest) for library in libraries]
        self.parts = Entries(
            "part", "component.yaml", read_component, [(one, manifest.parts) for one, manifest in lists], reading
        )
        self.objects = Entries(
            "object", "object.yaml", read_object, [(one, manifest.objects) for one, manifest in lists], reading
        )
        self.environments = Entries(
            "environment",
            "environment.yaml",
            read_environment,
            [(one, manifest.environments) for one, manifest in lists],
            reading,
        )
        self.walkers = Entries(
            "walker", "walker.yaml", self._read_walker, [(one, manifest.walkers) for one, manifest in lists], reading
        )

    def _read_walker(self, source: Source, id: str, library: str, directory: Path, findings: Findings) -> Walker | None:
        # Only a base that walks needs it.
        from robotdsl_compiler.library.walkers import walker_reader

        def part_of(part: str) -> Part | None:
            """The part of the walker's own library."""
            return next((p for p in self.find(part) if p.directory.parents[1] == directory.parents[1]), None)

        return walker_reader(part_of)(source, id, library, directory, findings)

    def find(self, id: str) -> tuple[Part, ...]:
        """The sound parts of that id."""
        return self.parts.find(id)

    def broken(self, id: str) -> tuple[Diagnostic, ...]:
        """Why the parts of that id that are listed were left out."""
        return self.parts.broken(id)

    def ids(self) -> tuple[str, ...]:
        """The ids of all listed parts."""
        return self.parts.ids()

    def walkers_of(self, chassis: Part) -> tuple[Walker, ...]:
        """The sound walkers that the part's own library trained for it, in the order of its list."""
        walkers = (walker for id in self.walkers.ids(chassis.library) for walker in self.walkers.find(id))
        return tuple(w for w in walkers if (w.library, w.chassis) == (chassis.library, chassis.id))

    def read_all(self) -> int:
        """Read every entry, for whoever asks about the libraries themselves; the number of sound ones."""
        kinds = (self.parts, self.objects, self.environments, self.walkers)
        return sum(len(entries.read_all()) for entries in kinds)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every library file that was read so far, in the order of reading: the manifests come first."""
        return tuple(self._reading.sources)


def load_libraries(directories: Sequence[Path], diagnostics: Diagnostics, *, strict: bool = False) -> Libraries:
    """Load each directory; one that is given twice is one library.

    A library without a sound manifest blocks (``library.*`` and ``environment.source_unreadable`` errors). A broken
    entry is left out with warnings when it is read; with ``strict``, where the libraries themselves are what is looked
    at, these are errors too. The entries' ``directory`` and the sources' names begin with the directory as given.
    """
    loaded: list[Library] = []
    reading = _Reading(diagnostics, strict, [])
    seen: set[str] = set()
    for directory in directories:
        real = _real(directory)
        if real in seen:
            continue
        seen.add(real)
        manifest = _manifest(directory, reading)
        if manifest is not None:
            loaded.append(Library(manifest, directory))
    return Libraries(loaded, reading)


def _real(directory: Path) -> str:
    try:
        return os.path.realpath(directory)
    except ValueError:  # a name that can be none; reading says so
        return str(directory)


def _manifest(directory: Path, reading: _Reading) -> Manifest | None:
    findings = Findings()
    path = directory / MANIFEST
    source, why = _read(path)
    manifest = None
    if source is not None:
        reading.sources.append(source)
        manifest = read_manifest(source, findings)
    elif why is None:
        findings.report("library.manifest_missing", _no_manifest(directory), None, help=_elsewhere(directory))
    else:
        findings.report("environment.source_unreadable", f"cannot read {path}: {why}", None)
    findings.flush(reading.diagnostics)
    return manifest


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
        return Source(str(path), read_bounded(path)), None
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else str(error)) or "the system refuses"
        return None, f"{reason[:1].lower()}{reason[1:]}"


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
