"""The README is true: its first program is taken from the page, checked, run and judged, and misspelt as it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "src"
LIBRARY = SOURCE / "robotdsl_libraries" / "libraries" / "example"
FORMS = {"Robot": "core", "World": "world", "Task": "task", "Evaluate": "eval"}


def blocks() -> list[str]:
    return re.findall(r"^```\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)


def cli(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(SOURCE / f"robotdsl_{package}") for package in ("compiler", "runtime", "mujoco_sim"))
    return subprocess.run(
        [sys.executable, "-m", "robotdsl_compiler.cli", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for block in blocks():
        form = FORMS.get(block.split(maxsplit=1)[0])
        if form:
            (folder / f"mine.{form}").write_text(block)
    assert sorted(p.suffix for p in folder.iterdir()) == [".core", ".eval", ".task", ".world"]
    return folder


def test_the_first_program_checks_clean_and_passes(program: Path, tmp_path: Path) -> None:
    checked = cli("compile", "mine", "--library", str(LIBRARY), "--check", cwd=tmp_path)
    assert (checked.returncode, "warning" in checked.stderr) == (0, False), checked.stderr
    run = cli("simulate", "mine", "--library", str(LIBRARY), cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    verdicts = json.loads((tmp_path / "build" / "mine" / "run" / "evaluation.json").read_text())
    assert [c["verdict"] for c in verdicts["checks"]] == ["pass", "pass"]


def test_the_misspelt_part_reads_as_the_page_shows(program: Path, tmp_path: Path) -> None:
    core = program / "mine.core"
    core.write_text(core.read_text().replace('"diff_bot_wheel", mount = "right', '"diff_bot_wheels", mount = "right'))
    shown = next(block for block in blocks() if block.startswith("error["))
    said = cli("compile", "mine", "--library", str(LIBRARY), "--check", cwd=tmp_path)
    assert said.returncode == 1
    assert said.stderr.startswith(shown), said.stderr
