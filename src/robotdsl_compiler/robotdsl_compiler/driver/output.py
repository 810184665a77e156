"""Writes an output directory: the only code of the compiler that does.

Every step goes through descriptors of directories that were opened without following links, so that nothing is
written anywhere but in the directory that was named. A file is written beside its place under a name of its own and
then put there: what stands in its place is replaced, never written through, and a writer that is stopped leaves whole
files. Everything that can be known to be in the way is found before the first file is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.contract import File

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_output(directory: str, files: Sequence[File], diagnostics: Diagnostics) -> bool:
    """Write ``files`` under ``directory``, which is made where it does not exist. ``False`` after reporting what is
    in the way as ``environment.output_linked`` or ``environment.output_unwritable``; then nothing was written, unless
    the machine failed midway.

    The directory itself may be reached through a link; a directory inside it may not be one.
    """
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
        root = os.open(directory, _DIRECTORY)
    except (OSError, ValueError) as error:
        _unwritable(Path(directory), _reason(error), diagnostics)
        return False
    with contextlib.ExitStack() as open_directories:
        open_directories.callback(os.close, root)
        tree = _Tree(Path(directory), root, open_directories)
        if not tree.is_free(files, diagnostics):
            return False
        for count, file in enumerate(files):
            try:
                tree.put(file)
            except OSError as error:
                place = Path(directory) / file.path
                _unwritable(place, _reason(error), diagnostics, f"{count} of {len(files)} files were written before it")
                return False
    return True


class _Tree:
    """The directories of an output, opened once each and never through a link."""

    def __init__(self, name: Path, root: int, open_directories: contextlib.ExitStack) -> None:
        self._name = name
        self._open = {"": root}
        self._stack = open_directories

    def is_free(self, files: Iterable[File], diagnostics: Diagnostics) -> bool:
        """Whether every file can take its place; reports each thing that is in the way."""
        before = len(diagnostics)
        in_the_way: set[str] = set()
        if not os.access(self._name, os.W_OK | os.X_OK):
            _unwritable(self._name, os.strerror(errno.EACCES).lower(), diagnostics)
            return False
        for file in files:
            self._look_at(file.path, in_the_way, diagnostics)
        return len(diagnostics) == before

    def _look_at(self, path: str, in_the_way: set[str], diagnostics: Diagnostics) -> None:
        *parents, name = path.split("/")
        folder = ""
        for parent in parents:
            inner = _join(folder, parent)
            if inner in in_the_way:
                return
            found = self._stat(folder, parent)
            if found is None:
                return
            if not stat.S_ISDIR(found.st_mode):
                in_the_way.add(inner)
                place = self._name / inner
                if stat.S_ISLNK(found.st_mode):
                    diagnostics.report(
                        "environment.output_linked",
                        Phase.OUTPUT_WRITE,
                        f"{place} is a symbolic link, and an output is never written through one",
                        help="remove the link, or name another directory with --output",
                    )
                else:
                    _unwritable(place, "it is not a directory, and one must stand there", diagnostics)
                return
            if inner not in self._open:
                # Asked before it is entered: a directory that may not be read cannot be opened.
                if not os.access(parent, os.R_OK | os.W_OK | os.X_OK, dir_fd=self._open[folder]):
                    in_the_way.add(inner)
                    _unwritable(self._name / inner, os.strerror(errno.EACCES).lower(), diagnostics)
                    return
                self._enter(folder, parent)
            folder = inner
        found = self._stat(folder, name)
        if found is not None and stat.S_ISDIR(found.st_mode):
            _unwritable(self._name / path, "it is a directory, and a file must stand there", diagnostics)

    def put(self, file: File) -> None:
        """Write ``file`` whole and put it in its place. Raises ``OSError``; nothing half-written is left behind."""
        *parents, name = file.path.split("/")
        folder = ""
        for parent in parents:
            inner = _join(folder, parent)
            if inner not in self._open:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(parent, dir_fd=self._open[folder])
                self._enter(folder, parent)
            folder = inner
        at = self._open[folder]
        temporary = f".{name}.{os.getpid()}.part"
        # A name left over by a process of the same number that was killed.
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=at)
        try:
            descriptor = os.open(temporary, _NEW_FILE, 0o666, dir_fd=at)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(file.data)
            os.replace(temporary, name, src_dir_fd=at, dst_dir_fd=at)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=at)
            raise

    def _enter(self, folder: str, name: str) -> None:
        descriptor = os.open(name, _DIRECTORY | os.O_NOFOLLOW, dir_fd=self._open[folder])
        self._stack.callback(os.close, descriptor)
        self._open[_join(folder, name)] = descriptor

    def _stat(self, folder: str, name: str) -> os.stat_result | None:
        try:
            return os.stat(name, dir_fd=self._open[folder], follow_symlinks=False)
        except FileNotFoundError:
            return None


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileExistsError):
        return "it is not a directory, and one must stand there"
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()


def _unwritable(place: Path, reason: str, diagnostics: Diagnostics, *notes: str) -> None:
    diagnostics.report(
        "environment.output_unwritable", Phase.OUTPUT_WRITE, f"cannot write {place}: {reason}", notes=notes
    )
