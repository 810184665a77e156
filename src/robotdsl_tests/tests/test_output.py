"""An output of the embedded target stands on its own: it moves, runs bare, and gives the same bytes again."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
LIBRARY = SOURCE / "robotdsl_libraries" / "libraries" / "example"
DEMO = SOURCE / "robotdsl_libraries" / "programs" / "demo"

PACKAGES = ("compiler", "runtime", "mujoco_sim")

# Runs an output as a machine would that has Python, numpy and MuJoCo and nothing of this project: the names that must
# not be needed cannot be imported, and what is imported must come from the output.
BARE = """
import runpy, sys
for absent in ("robotdsl_compiler", "robotdsl_libraries", "robotdsl_tests", "lark", "yaml", "PIL", "trimesh"):
    sys.modules[absent] = None
here, sys.argv = sys.argv[1], [sys.argv[1] + "/run.py", *sys.argv[2:]]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    for name, module in sys.modules.items():
        if name.startswith("robotdsl_") and module is not None and getattr(module, "__file__", None):
            assert module.__file__.startswith(here + "/runtime/"), (name, module.__file__)
"""


def environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MUJOCO", "AMENT", "ROS"))}


def compile_demo(output: Path) -> None:
    path = os.pathsep.join(str(SOURCE / f"robotdsl_{package}") for package in PACKAGES)
    subprocess.run(
        [
            *(sys.executable, "-m", "robotdsl_compiler.cli", "compile", str(DEMO), "--library", str(LIBRARY)),
            *("--target", "embedded", "--output", str(output)),
        ],
        env={**environment(), "PYTHONPATH": path},
        check=True,
    )


def run_bare(output: Path, *options: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", BARE, str(output), *options],
        env=environment(),
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled") / "demo"
    compile_demo(folder)
    return folder


# Started by its name in a process of its own.
STARTED = "robotdsl_mujoco_sim.rendering.worker"


def imported(module: Path) -> set[str]:
    """The names that a module imports, and of what it imports from, each as if it were a module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    return names


def test_it_carries_what_a_run_may_import_and_nothing_else(output: Path) -> None:
    runtime = output / "runtime"
    carried = {
        ".".join(path.relative_to(runtime).with_suffix("").parts).removesuffix(".__init__"): path
        for path in runtime.rglob("*.py")
    }
    reached, waiting = set(), {"robotdsl_mujoco_sim.embedded", STARTED}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        # The packages that a module lies in are imported with it.
        found = imported(carried[name]) | {name.rpartition(".")[0]}
        waiting |= (found & carried.keys()) - reached
    assert carried.keys() - reached == set(), "targets/payload/runtime.py says what an output leaves out"


@pytest.fixture(scope="module")
def moved(output: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that was run where it lies, bare; nothing else is in the folder that it was started from."""
    here = tmp_path_factory.mktemp("bare")
    folder = here / "elsewhere" / "with a space"
    shutil.copytree(output, folder)
    done = run_bare(folder, cwd=here)
    assert done.returncode == 0, done.stderr
    return folder


def compiled(folder: Path) -> dict[str, bytes]:
    """What of an output was not left by its runs."""
    return {k: v for k, v in contents(folder).items() if not re.search(r"(^|/)(__pycache__/|run/)", k)}


def test_runs_bare_and_passes(output: Path, moved: Path) -> None:
    verdicts = json.loads((moved / "run" / "evaluation.json").read_text())
    assert verdicts["task"]["verdict"] == "pass"
    assert verdicts["physical"]["verdict"] == "pass"
    assert [c["verdict"] for c in verdicts["checks"]] == ["pass"] * 5
    # Nothing beside the run's folder changed, and nothing was left where it was started from.
    assert compiled(moved) == compiled(output)
    assert [p.name for p in moved.parents[1].iterdir()] == ["elsewhere"]


def test_the_same_program_and_seed_give_the_same_bytes(output: Path, moved: Path, tmp_path: Path) -> None:
    again, run_dir = tmp_path / "again", tmp_path / "run"
    compile_demo(again)
    assert compiled(again) == compiled(output)
    assert run_bare(again, "--run-dir", str(run_dir), "--seed", "0", cwd=tmp_path).returncode == 0
    run = contents(run_dir)
    assert run == contents(moved / "run")
    assert {"task_result.json", "evaluation.json", "report.html", "path.png", "evidence.npz"} <= run.keys()


def test_another_seed_gives_another_run(output: Path, moved: Path, tmp_path: Path) -> None:
    assert run_bare(output, "--run-dir", str(tmp_path), "--no-report", "--seed", "1", cwd=tmp_path).returncode == 0
    assert (tmp_path / "evidence.npz").read_bytes() != (moved / "run" / "evidence.npz").read_bytes()


def test_no_file_names_the_place(output: Path) -> None:
    places = {str(output).encode(), str(SOURCE).encode(), str(Path.home()).encode() + b"/"}
    for name, data in contents(output).items():
        assert not [p for p in places if p in data and not name.endswith(".pyc")], name
