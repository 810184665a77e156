"""Whether an output directory would cover something that the compilation reads."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from robotdsl_compiler.support.diagnostic import Diagnostics, Phase


def keeps_clear(output: str, sources: Iterable[str], libraries: Iterable[str], diagnostics: Diagnostics) -> bool:
    """Whether ``output`` is, holds, or lies in nothing that is read; reports ``invocation.output_overlaps_input``.

    Links are followed: a source that is reached through a link counts where it is named and where it lies.
    """
    place = _real(output)
    before = len(diagnostics)
    for source in sources:
        for spot in _places(source):
            if place == spot or place in spot.parents:
                _report(output, f"{_verb(place, spot)} the source {source}", diagnostics)
                break
    for library in libraries:
        for spot in _places(library):
            if place == spot or place in spot.parents:
                _report(output, f"{_verb(place, spot)} the library {library}", diagnostics)
                break
            if spot in place.parents:
                _report(output, f"lies in the library {library}", diagnostics)
                break
    return len(diagnostics) == before


def _places(name: str) -> tuple[Path, ...]:
    """Where ``name`` stands and where it leads to."""
    path = Path(name)
    named = _real(path) if path.name in ("", "..") else _real(path.parent) / path.name
    return tuple(dict.fromkeys((named, _real(path))))


def _real(path: str | Path) -> Path:
    """``path`` with its links followed, as far as they lead somewhere; of a name that can be none, that name."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        return Path(path)


def _verb(place: Path, spot: Path) -> str:
    return "is" if place == spot else "holds"


def _report(output: str, how: str, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "invocation.output_overlaps_input",
        Phase.TARGET_RESOLUTION,
        f"the output directory {output} {how}",
        help="name a directory of its own with --output",
    )
