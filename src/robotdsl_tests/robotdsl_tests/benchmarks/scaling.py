"""How the time of a check grows with the program: sizes that double, each program checked in one process.

The least of a few tries is taken, in processor time, so that what else the machine does counts little. A ratio of 2 per
doubling is growth in proportion.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.terminal import render_all

from robotdsl_tests.benchmarks import large
from robotdsl_tests.benchmarks.large import Sample
from robotdsl_tests.benchmarks.process import Measure, measured

SIZES = (250, 500, 1000, 2000)
THOUSAND, SHELF = 1000, 500
_KINDS: tuple[tuple[str, Callable[[Path, int], Sample]], ...] = (
    ("components", large.robot),
    ("entities", large.world),
    ("faults, with their text", large.faults),
)


def measures(folder: Path, repeats: int) -> Iterator[Measure]:
    """The benchmark, its programs written below ``folder``."""
    for name, make in _KINDS:
        samples = {size: _made(folder / f"{make.__name__}_{size}", make, size) for size in SIZES}
        seconds = {size: min(_check(sample) for _ in range(repeats)) for size, sample in samples.items()}
        curve = ", ".join(f"{size}: {seconds[size]:.2f} s" for size in SIZES)
        whole = min(_command(samples[THOUSAND]) for _ in range(repeats))
        yield Measure(f"check of {THOUSAND} {name}, whole process", f"{whole:.2f} s", "under 2 s", "")
        growth = (seconds[SIZES[-1]] / seconds[SIZES[0]]) ** (1.0 / (len(SIZES) - 1))
        yield Measure("  growth per doubling", f"{growth:.2f}", "about 2", curve)
    few = _made(folder / "library_few", large.library, 4)
    many = _made(folder / "library_many", large.library, SHELF)
    pairs = [(_command(many), _command(few)) for _ in range(repeats)]
    yield Measure(
        f"check with a library of {SHELF} parts / of 4",
        f"{min(a for a, _ in pairs) / min(b for _, b in pairs):.2f}",
        "about 1",
        f"reading all {SHELF}: {min(_cli('library', *many.libraries) for _ in range(repeats)):.2f} s",
    )


def _made(folder: Path, make: Callable[[Path, int], Sample], size: int) -> Sample:
    folder.mkdir()
    return make(folder, size)


def _check(sample: Sample) -> float:
    """Seconds of processor time of a check in this process, what is said of it drawn."""
    gc.collect()
    start = time.process_time()
    outcome = compile_program(Request(sample.files, sample.libraries, check=True))
    render_all(in_order(outcome.diagnostics, [source for _, source in outcome.sources]))
    return time.process_time() - start


def _command(sample: Sample) -> float:
    return _cli("compile", *sample.files, "--check", *(f"--library={folder}" for folder in sample.libraries))


def _cli(*arguments: str) -> float:
    """Seconds of processor time of a whole command."""
    return measured(sys.executable, "-m", "robotdsl_compiler.cli", *arguments, codes=(0, 1)).seconds
