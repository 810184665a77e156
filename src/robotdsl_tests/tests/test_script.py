"""The set-up and run script at the root, in a checkout of its own and with stand-ins for Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from robotdsl_compiler.cli.arguments import VERBS

ROOT = Path(__file__).resolve().parents[3]
# What the script asks of the machine besides Python.
TOOLS = ("sh", "cat", "cmp", "dirname", "grep", "mkdir", "readlink", "rm", "sed", "tail", "tee")
NO_VENV = '#!/bin/sh\ncase "$2" in *version*) echo 3.12 ;; *venv*) exit 1 ;; esac\n'
# One that makes an environment, with a pip that tells what is in its file `pip`, and says what else it is asked.
GOOD = """#!/bin/sh
case "$*" in
    *version*print* | *print*version*) echo 3.12 ;;
    --version) echo Python 3.12.1 ;;
    "-m venv "*) mkdir -p "$3/bin" && cat "$0" >"$3/bin/python" && chmod +x "$3/bin/python" ;;
    "-m pip "*) cat "$PIP_SAYS" ;;
    "-c "*) ;;
    *) printf "%s|" "$@" ;;
esac
"""
# What a Ctrl-C at the terminal does: everything in the foreground gets the signal.
INTERRUPTED = GOOD.replace('"-m venv "*)', '"-m venv "*) kill -INT 0; exit 130 ;; "never")')
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


def ask(
    checkout: Path, *arguments: str, script: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    machine = {"PATH": str(checkout.parent / "bin"), "HOME": str(checkout.parent)}
    return subprocess.run(
        [str(script or checkout / "robotdsl"), *arguments],
        env=machine | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        start_new_session=True,
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
        (("compile", "a b.core", "--check"), "-P|-m|robotdsl_compiler.cli|compile|a b.core|--check|"),
        (("fmt", "x.core"), "-P|-m|robotdsl_compiler.cli|fmt|x.core|"),
        (("bench", "--repeats", "3"), "-P|-m|robotdsl_tests|bench|--repeats|3|"),
        (("drive", "made", "--seconds", "3"), "-P|-m|robotdsl_compiler.cli|drive|made|--seconds|3|"),
        (("motion", "--write"), "-P|-m|robotdsl_tests|motion|--write|"),
        (("help",), "-P|-m|robotdsl_compiler.cli|--help|"),
    ],
)
def test_a_verb_goes_straight_to_python_once_set_up(checkout: Path, arguments: tuple[str, ...], asked: str) -> None:
    set_up(checkout)
    done = ask(checkout, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, asked, "")


def test_the_demo_is_the_example_program(checkout: Path) -> None:
    set_up(checkout)
    words = ask(checkout, "demo", "--seed", "3").stdout.split("|")
    assert words[3:5] == ["simulate", f"{checkout}/src/robotdsl_libraries/programs/demo"]
    assert words[-3:-1] == ["--seed", "3"]


def test_the_page_is_set_up_with_more_and_by_what_the_tests_need_too(checkout: Path) -> None:
    program(checkout.parent / "bin" / "python3", GOOD)
    (checkout.parent / "bin" / "chmod").symlink_to(shutil.which("chmod") or "chmod")
    (checkout.parent / "account").write_text("")
    account = str(checkout.parent / "account")
    assert "Setting up" in ask(checkout, "targets", PIP_SAYS=account).stderr
    asked = f"-P|-m|robotdsl_web|--tools|{checkout}/.venv/page|out|"
    first = ask(checkout, "page", "out", PIP_SAYS=account)
    assert "pinned packages for ./robotdsl page" in first.stderr
    assert (first.stdout, ask(checkout, "page", "out").stderr) == (asked, "")
    (checkout / ".venv" / "stamp.page").unlink()
    assert ask(checkout, "setup", "test", PIP_SAYS=account).returncode == 0
    again = ask(checkout, "page", "out")
    assert (again.stdout, again.stderr) == (asked, "")


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


def test_links_lead_to_the_checkout(checkout: Path) -> None:
    set_up(checkout)
    elsewhere = checkout.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "inner").symlink_to("../a checkout/robotdsl")
    (elsewhere / "outer").symlink_to(elsewhere / "inner")
    done = ask(checkout, "targets", script=elsewhere / "outer")
    assert (done.returncode, done.stdout, done.stderr) == (0, "-P|-m|robotdsl_compiler.cli|targets|", "")
    assert sorted(path.name for path in elsewhere.iterdir()) == ["inner", "outer"]


def test_an_environment_whose_python_is_gone_is_made_anew(checkout: Path) -> None:
    set_up(checkout)
    (checkout / ".venv" / "bin" / "python").unlink()
    (checkout / ".venv" / "bin" / "python").symlink_to("/nowhere/python3.11")
    done = ask(checkout, "targets")
    assert done.returncode == 2
    assert done.stderr.startswith("robotdsl: Python 3.11 or newer is needed; found: none\n")


def test_a_python_that_is_named_is_used_or_refused(checkout: Path) -> None:
    good, old = checkout.parent / "my pythons" / "good", checkout.parent / "my pythons" / "old"
    program(good, GOOD)
    program(old, OLD)
    program(checkout.parent / "bin" / "python3", GOOD)
    refused = ask(checkout, "targets", ROBOTDSL_PYTHON=str(old))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"robotdsl: ROBOTDSL_PYTHON={old} is not Python 3.11 or newer\n")
    assert not (checkout / ".venv").exists()
    (checkout.parent / "bin" / "python3").unlink()
    for tool in ("chmod", "mkdir"):
        (checkout.parent / "bin" / tool).unlink(missing_ok=True)
        (checkout.parent / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    (checkout.parent / "account").write_text("")
    used = ask(checkout, "targets", ROBOTDSL_PYTHON=str(good), PIP_SAYS=str(checkout.parent / "account"))
    assert (used.returncode, used.stdout) == (0, "-P|-m|robotdsl_compiler.cli|targets|")


ACCOUNT = """\
Looking in indexes: https://packages.example/simple
Requirement already satisfied: lark==1.3.1 in ./a (b)/site-packages (from -r /a checkout/run.txt (line 2)) (1.3.1)
Collecting pyyaml==6.0.4 (from -r /a checkout/run.txt (line 3))
  Downloading pyyaml-6.0.4-cp311-cp311-manylinux2014_x86_64.whl (828 kB)
Processing /mirror/typing_extensions-4.16.0-py3-none-any.whl (from -r /a checkout/run.txt (line 4))
Collecting mujoco==3.17.0 (from -r /a checkout/run.txt (line 5))
  Downloading mujoco-3.17.0-cp311-cp311-manylinux_2_27_x86_64.whl (26.5 MB)
Collecting packaging>=20 (from mujoco==3.17.0->-r /a checkout/run.txt (line 5))
Installing collected packages: lark, pyyaml
"""


def test_progress_counts_what_is_pinned_wherever_it_comes_from(checkout: Path) -> None:
    program(checkout.parent / "bin" / "python3", GOOD)
    (checkout.parent / "bin" / "chmod").symlink_to(shutil.which("chmod") or "chmod")
    (checkout.parent / "account").write_text(ACCOUNT)
    (checkout / "requirements" / "run.txt").write_text("a==1\nb==1\nc==1\nd==1\n")
    done = ask(checkout, "targets", PIP_SAYS=str(checkout.parent / "account"))
    assert done.returncode == 0
    assert done.stderr == (
        "Setting up with Python 3.12.1 in .venv/ (once)\n"
        "Installing 4 pinned packages for ./robotdsl targets\n"
        "  [1/4] lark==1.3.1\n"
        "  [2/4] pyyaml==6.0.4\n"
        "  [3/4] typing_extensions==4.16.0\n"
        "  [4/4] mujoco==3.17.0\n"
        "        mujoco (26.5 MB)\n"
        "        packaging>=20\n"
        "  installing\n"
    )
    assert not (checkout / ".venv" / "tmp").exists()
    assert ask(checkout, "targets").stderr == ""


def test_an_interrupted_set_up_says_so_and_is_taken_up_again(checkout: Path) -> None:
    python = checkout.parent / "bin" / "python3"
    (checkout.parent / "bin" / "chmod").symlink_to(shutil.which("chmod") or "chmod")
    program(python, INTERRUPTED)
    done = ask(checkout, "targets")
    assert done.returncode == 130
    assert done.stderr.splitlines()[1:] == ["robotdsl: interrupted; the same command takes the set-up up again"]
    program(python, GOOD)
    (checkout.parent / "account").write_text("")
    again = ask(checkout, "targets", PIP_SAYS=str(checkout.parent / "account"))
    assert (again.returncode, again.stdout) == (0, "-P|-m|robotdsl_compiler.cli|targets|")


@pytest.mark.parametrize("verb", ["nonsense", "--nonsense"])
def test_a_verb_that_is_none_is_told_before_anything_is_set_up(checkout: Path, verb: str) -> None:
    program(checkout.parent / "bin" / "python3", GOOD)
    done = ask(checkout, verb)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"robotdsl: there is no verb '{verb}'\n  `./robotdsl --help` lists them.\n"
    assert not (checkout / ".venv").exists()


def test_every_verb_of_the_compiler_is_let_through(checkout: Path) -> None:
    set_up(checkout)
    for verb in VERBS:
        assert ask(checkout, verb, "x").stdout == f"-P|-m|robotdsl_compiler.cli|{verb}|x|"


def test_usage(checkout: Path) -> None:
    bare, helped = ask(checkout), ask(checkout, "--help")
    assert (bare.returncode, helped.returncode) == (2, 0)
    assert helped.stdout == bare.stdout
    assert all(verb in helped.stdout for verb in ("demo", "simulate", "compile", "test", "bench"))
    assert not (checkout / ".venv").exists()
    assert os.access(ROOT / "robotdsl", os.X_OK)
