"""The set-up and run script at the root, in a checkout of its own and with stand-ins for Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# What the script asks of the machine besides Python.
TOOLS = ("sh", "cat", "cmp", "dirname", "grep", "mkdir", "rm", "sed", "tail", "tee")
NO_VENV = '#!/bin/sh\ncase "$2" in *version*) echo 3.12 ;; *venv*) exit 1 ;; esac\n'
OLD = '#!/bin/sh\ncase "$2" in *"print("*) echo 3.9 ;; *) exit 1 ;; esac\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The script and what it reads, with a machine beside it that has no Python at all."""
    folder = tmp_path / "a checkout"
    folder.mkdir()
    shutil.copy(ROOT / "robotdsl", folder)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None, tool
        (tmp_path / "bin" / tool).symlink_to(found)
    return folder


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def ask(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(checkout.parent / "bin"), "HOME": str(checkout.parent)}
    return subprocess.run(
        [str(checkout / "robotdsl"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def set_up(checkout: Path) -> None:
    """As a finished set-up leaves it, with a Python that says what it was asked."""
    program(checkout / ".venv" / "bin" / "python", '#!/bin/sh\nprintf "%s|" "$@"\n')
    (checkout / ".venv" / "stamp.place").write_text(f"{checkout}\n")
    wanted = (checkout / "requirements" / "run.txt").read_text()
    (checkout / ".venv" / "stamp.run").write_text(f"{checkout}\n{wanted}")


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (("compile", "a b.core", "--check"), "-m|robotdsl_compiler.cli|compile|a b.core|--check|"),
        (("fmt", "x.core"), "-m|robotdsl_compiler.cli|fmt|x.core|"),
        (("bench", "--repeats", "3"), "-m|robotdsl_tests.bench|--repeats|3|"),
        (("help",), "-m|robotdsl_compiler.cli|--help|"),
    ],
)
def test_a_verb_goes_straight_to_python_once_set_up(checkout: Path, arguments: tuple[str, ...], asked: str) -> None:
    set_up(checkout)
    done = ask(checkout, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, asked, "")


def test_the_demo_is_the_example_program(checkout: Path) -> None:
    set_up(checkout)
    words = ask(checkout, "demo", "--seed", "3").stdout.split("|")
    assert words[2:4] == ["simulate", f"{checkout}/src/robotdsl_libraries/programs/demo"]
    assert words[-3:-1] == ["--seed", "3"]


def test_other_requirements_are_set_up_anew(checkout: Path) -> None:
    set_up(checkout)
    with (checkout / "requirements" / "run.txt").open("a") as file:
        file.write("another==1.0\n")
    said = ask(checkout, "compile").stderr
    assert "pinned packages for ./robotdsl compile" in said


def test_an_environment_of_someone_elses_is_left_alone(checkout: Path) -> None:
    program(checkout / ".venv" / "bin" / "python", "#!/bin/sh\n")
    (checkout / ".venv" / "mine").write_text("years of work")
    done = ask(checkout, "targets")
    assert done.returncode == 2
    assert done.stderr == (
        "robotdsl: .venv/ is there already and was not made by this script\n"
        "  Move it away or remove it, then run the same command again.\n"
    )
    assert (checkout / ".venv" / "mine").read_text() == "years of work"


@pytest.mark.parametrize(
    ("pythons", "said"),
    [
        ({}, "Python 3.11 or newer is needed; found: none"),
        ({"python3": OLD}, "Python 3.11 or newer is needed; found: python3 (3.9)"),
        ({"python3": NO_VENV}, "python3 cannot make virtual environments: its venv module is missing"),
    ],
)
def test_what_is_missing_is_named_with_the_way_to_get_it(checkout: Path, pythons: dict[str, str], said: str) -> None:
    for name, text in pythons.items():
        program(checkout.parent / "bin" / name, text)
    done = ask(checkout, "demo")
    assert done.returncode == 2
    assert done.stderr.startswith(f"robotdsl: {said}\n")
    assert "apt install python3" in done.stderr
    assert not (checkout / ".venv").exists()


def test_usage(checkout: Path) -> None:
    bare, helped = ask(checkout), ask(checkout, "--help")
    assert (bare.returncode, helped.returncode) == (2, 0)
    assert helped.stdout == bare.stdout
    assert all(verb in helped.stdout for verb in ("demo", "simulate", "compile", "test", "bench"))
    assert not (checkout / ".venv").exists()
    assert os.access(ROOT / "robotdsl", os.X_OK)
