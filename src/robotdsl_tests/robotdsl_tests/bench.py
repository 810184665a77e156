"""The benchmarks: speeds as ratios, each taken in one run on the same work, growth with the size of a program, and
peak memory. ``./robotdsl bench``.

A ratio of two times measured side by side holds on a noisy machine; the times themselves do not, so no test reads
them. Pairs are interleaved and the ratio of their medians is printed with the range that the single pairs span.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from robotdsl_libraries import library, program
from robotdsl_tests.arguments import count
from robotdsl_tests.benchmarks import expansion
from robotdsl_tests.benchmarks.process import measured

# The third parties that the compiler may import; the baseline imports those that a check really brings in.
THIRD_PARTIES = ("lark", "yaml")


def row(name: str, value: str, aim: str, note: str = "") -> None:
    print(f"  {name:<54} {value:>8}   {aim:<14} {note}".rstrip(), flush=True)


def imported_by_check(check: tuple[str, ...]) -> tuple[str, ...]:
    """Which third parties a check has imported when it is done."""
    probe = (
        "import runpy, sys\n"
        f"sys.argv = {['check', *check]!r}\n"
        "try:\n    runpy.run_module('robotdsl_compiler.cli', run_name='__main__')\n"
        "except SystemExit:\n    pass\n"
        f"print(','.join(n for n in {THIRD_PARTIES!r} if n in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return tuple(name for name in done.stdout.strip().splitlines()[-1].split(",") if name)


def bench_compile(folder: Path, repeats: int) -> None:
    files, example = [str(file) for file in program("demo")], str(library("example"))
    check = ("compile", *files, "--library", example, "--check")
    imports = imported_by_check(check)
    baseline = (sys.executable, "-c", f"import {', '.join(imports)}" if imports else "pass")
    command = (sys.executable, "-m", "robotdsl_compiler.cli", *check)
    # Once unmeasured: byte code and the file cache are the same for both from then on.
    measured(*baseline), measured(*command)
    pairs = [(measured(*command), measured(*baseline)) for _ in range(repeats)]
    ratios = [a.seconds / b.seconds for a, b in pairs]
    ratio = statistics.median(a.seconds for a, _ in pairs) / statistics.median(b.seconds for _, b in pairs)
    walls = statistics.median(a.wall for a, _ in pairs) / statistics.median(b.wall for _, b in pairs)
    print("compile")
    row(
        f"check / python importing {', '.join(imports) or 'nothing'}",
        f"{ratio:.2f}",
        "at most 2.5",
        f"{min(ratios):.2f} to {max(ratios):.2f}; by the clock on the wall {walls:.2f}",
    )
    row("peak memory, check", f"{max(a.peak_mb for a, _ in pairs):.0f} MB", "under 120 MB")
    built = measured(
        sys.executable, "-m", "robotdsl_compiler.cli", "compile", *files, "--library", example,
        "--target", "embedded", "--output", str(folder / "demo"),
    )  # fmt: skip
    row("peak memory, compile for embedded", f"{built.peak_mb:.0f} MB", "under 120 MB")
    for measure in expansion.measures(folder, repeats):
        row(measure.name, measure.value, measure.aim, measure.note)


def bench_scale(folder: Path) -> None:
    from robotdsl_tests.benchmarks import scaling

    print("large programs")
    for measure in scaling.measures(folder, repeats=3):
        row(measure.name, measure.value, measure.aim, measure.note)


def bench_run(folder: Path, repeats: int) -> None:
    from robotdsl_tests.benchmarks import stepping

    output = folder / "demo"
    print("embedded run of the demo")
    for measure in stepping.measures(output, repeats):
        row(measure.name, measure.value, measure.aim, measure.note)
    whole = measured(sys.executable, str(output / "run.py"), "--run-dir", str(folder / "run"))
    row("peak memory, run with report", f"{whole.peak_mb:.0f} MB", "under 300 MB")


def bench_models(folder: Path, repeats: int) -> None:
    from robotdsl_tests.benchmarks import plain_wheels
    from robotdsl_tests.motion.bases import bases

    print("mj_step on a compiled base / on the same base with cylinder wheels and no rollers, steps in a time")
    for measure in plain_wheels.measures(bases(folder), repeats):
        row(measure.name, measure.value, measure.aim, measure.note)


def bench_loading(folder: Path, repeats: int) -> None:
    from robotdsl_tests.benchmarks import loading

    print("a robot description with large meshes, to a compiled model / MuJoCo reading the same meshes")
    for measure in loading.measures(folder, repeats):
        row(measure.name, measure.value, measure.aim, measure.note)


def bench_node(folder: Path, repeats: int, minutes: float) -> None:
    from robotdsl_tests.benchmarks import node

    print("the simulation node of the example program sensors")
    python = node.ros_python()
    if python is None:
        print("  not measured: ROS's Python client is not there; ./robotdsl test sets it up")
        return
    for measure in node.measures(python, folder, repeats, minutes):
        row(measure.name, measure.value, measure.aim, measure.note)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./robotdsl bench", description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--repeats", type=count, default=7, help="pairs of each ratio (default 7)")
    parser.add_argument(
        "--minutes", type=count, default=2, help="simulated, over which the node's memory is watched (default 2)"
    )
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="robotdsl-bench-") as name:
        folder = Path(name)
        bench_compile(folder, options.repeats)
        bench_scale(folder)
        bench_run(folder, options.repeats)
        bench_node(folder / "node", options.repeats, options.minutes)
        bench_models(folder / "bases", options.repeats)
        bench_loading(folder / "loading", options.repeats)
    return 0
