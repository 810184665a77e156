"""The folder of a run: written whole files only, never through a link."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

# Folders of an output that a run must not write into: some of their files are named as a run's are.
_OUTPUT_FOLDERS = ("launch", "nav", "robot", "runtime", "task", "world")

# What is written together lies in a folder of this name until all of it is.
_DRAFTS = ".results-"


class RunFolderError(Exception):
    """The folder of the run cannot be written; the message names it and says why."""


class RunFolder:
    """Where a run's files go."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def prepare(cls, path: Path, output: Path, former: tuple[str, ...]) -> RunFolder:
        """Make the folder and take away the files ``former`` that an earlier run left in it.

        Raises ``RunFolderError`` when it is a link, no folder, cannot be written, or holds the output's own files.
        """
        # Path.is_symlink raises where a folder on the way may not be entered; making the folder tells that better.
        if os.path.islink(path):  # noqa: PTH114  as said above
            raise RunFolderError(f"{path} is a symbolic link, and a run is not written through one")
        real, own = path.resolve(), output.resolve()
        if real == own or any(real.is_relative_to(own / name) for name in _OUTPUT_FOLDERS):
            raise RunFolderError(f"{path} holds files of the output itself")
        try:
            path.mkdir(parents=True, exist_ok=True)
            for name in former:
                (path / name).unlink(missing_ok=True)
            # What a run left that was killed while it wrote.
            for drafts in path.glob(f"{_DRAFTS}*"):
                shutil.rmtree(drafts, ignore_errors=True)
            with tempfile.TemporaryFile(dir=path):
                pass
        except FileExistsError:
            raise RunFolderError(f"{path} is not a folder") from None
        except OSError as error:
            raise RunFolderError(f"{path} cannot be written: {error.strerror or error}") from None
        return cls(path)

    def write(self, name: str, content: bytes) -> Path:
        """Put a file in place in one step. Raises ``RunFolderError``."""
        return self.save(name, lambda path: path.write_bytes(content))

    def write_json(self, name: str, document: Mapping[str, Any]) -> Path:
        """The same for a document; numbers that are not finite, which JSON has no word for, are refused."""
        text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        return self.write(name, text.encode("utf-8"))

    def save(self, name: str, writer: Callable[[Path], object]) -> Path:
        """Put in place, in one step, the file that ``writer`` writes at the path it is given."""
        return replaced(self.path / name, writer)

    @contextlib.contextmanager
    def together(self) -> Iterator[RunFolder]:
        """A folder whose files come to this one when all of them are written; none does when one cannot be. Raises
        ``RunFolderError``.
        """
        try:
            with tempfile.TemporaryDirectory(prefix=_DRAFTS, dir=self.path) as drafts:
                try:
                    yield RunFolder(Path(drafts))
                except RunFolderError as error:
                    # Whoever reads it knows of this folder alone.
                    raise RunFolderError(str(error).replace(drafts, str(self.path))) from None
                for draft in sorted(Path(drafts).iterdir()):
                    draft.replace(self.path / draft.name)
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be written: {error.strerror or error}") from None


def replaced(path: Path, writer: Callable[[Path], object]) -> Path:
    """``path`` replaced in one step by what ``writer`` writes; a link there gives way, and its target stays as it is.

    The file that is written keeps the suffix, which some writers go by. Raises ``RunFolderError``.
    """
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise RunFolderError(f"{path} cannot be written: {error.strerror or error}") from None
    try:
        writer(Path(draft))
        # A temporary file is its owner's alone; a result is as open as the process makes its files.
        Path(draft).chmod(0o666 & ~_umask())
        Path(draft).replace(path)
    except OSError as error:
        raise RunFolderError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        Path(draft).unlink(missing_ok=True)
    return path


def check_place(path: Path) -> None:
    """Raise ``RunFolderError`` when ``replaced`` could not put a file at ``path``; best asked before the work on it."""
    if not os.path.isdir(path.parent):  # noqa: PTH112  Path.is_dir raises where this answers
        raise RunFolderError(f"{path.parent} is not a folder")
    if os.path.isdir(path):  # noqa: PTH112  likewise
        raise RunFolderError(f"{path} cannot be written: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise RunFolderError(f"{path} cannot be written: {error.strerror or error}") from None


def _umask() -> int:
    """The process's mask, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
