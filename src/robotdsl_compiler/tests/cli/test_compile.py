"""``compile`` as a person and a tool meet it: summary lines, exit codes, the JSON document, the dumps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.cli.main import main


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def summary(self) -> str:
        return self.err.splitlines()[-1]


Verb = Callable[..., Said]


@pytest.fixture
def verb(workshop: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verb:
    """Calls a verb in the workshop's folder, where the program is ``program/p.*`` and the library ``parts``."""
    workshop.program(eval="Evaluate e { Check_time(target = @task/fetch, max = 60) }")
    monkeypatch.chdir(workshop.folder)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str) -> Said:
        try:
            code = main(words)
        except SystemExit as stop:  # argparse's own way out
            code = int(stop.code or 0)
        text = capsys.readouterr()
        return Said(code, text.out, text.err)

    return call


FILES = tuple(f"program/p.{form}" for form in ("core", "world", "task", "eval"))
COMPILE = ("compile", *FILES, "--library", "parts")


def test_a_check(verb: Verb) -> None:
    assert verb(*COMPILE, "--check") == Said(0, "", f"Checked {' '.join(FILES)} (13 checks)\n")


def test_a_folder_may_be_named_instead(verb: Verb) -> None:
    assert verb("compile", "program", "--library", "parts", "--check") == Said(0, "", "Checked program (13 checks)\n")


def test_undecided_and_failed_checks_are_counted(verb: Verb, texts: dict[str, str], workshop: Any) -> None:
    """A goal in an obstacle fails an advisory rule. A part without a shape leaves the footprint unknown, and with it
    what rests on it.
    """
    world = texts["world"].replace("Marker flag", "Obstacle flag")
    workshop.program(world=world)
    said = verb(*COMPILE, "--check")
    assert (said.code, said.summary) == (0, f"Checked {' '.join(FILES)} (14 checks, 1 advised against)")
    core = texts["duo"] + texts["laser"] + 'Attachment sheet(ref = "ghost", mount = "top_1")\n'
    workshop.program(core=core, world=world)
    said = verb(*COMPILE, "--check")
    assert (said.code, said.summary) == (0, f"Checked {' '.join(FILES)} (14 checks, 3 undecided)")
    assert "warning[validation.assembly.footprint_known]" in said.err


def test_a_compilation(verb: Verb, workshop: Any) -> None:
    said = verb(*COMPILE, "--target", "embedded", "--output", "build")
    count = sum(1 for p in (workshop.folder / "build").rglob("*") if p.is_file())
    assert said == Said(0, "", f"Compiled {' '.join(FILES)} (13 checks) into build ({count} files)\n")
    again = verb(*COMPILE, "--target", "embedded", "--output", "build")
    assert again == said


def test_a_faulty_program(verb: Verb, texts: dict[str, str], workshop: Any) -> None:
    workshop.program(core=texts["duo"].replace('"caster"', '"castor"'))
    said = verb(*COMPILE, "--check", "--color", "never")
    assert (said.code, said.out, said.summary) == (1, "", f"error: 1 error; {' '.join(FILES)} did not compile")
    assert "error[name.unknown_part]" in said.err
    assert "program/p.core:5:25" in said.err


def test_warnings_do_not_block_unless_told_to(verb: Verb, texts: dict[str, str], workshop: Any) -> None:
    workshop.program(core=texts["duo"])
    target = ("--target", "embedded", "--output", "build")
    assert verb(*COMPILE, *target, "--warnings-as-errors").code == 1
    assert not (workshop.folder / "build").exists()
    said = verb(*COMPILE, *target)
    assert said.code == 0
    assert "warning[target.blind_navigation]" in said.err
    assert said.summary.startswith("Compiled ")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((*COMPILE,), "invocation.no_target", "nothing says what to do with the program"),
        ((*COMPILE, "--target", "embedded"), "invocation.no_output", "target `embedded` has no directory to write to"),
        ((*COMPILE, "--target", "mjfc", "--output", "b"), "invocation.unknown_target", "there is no target `mjfc`"),
        (
            (*COMPILE, "--target", "embedded", "--output", "."),
            "invocation.output_overlaps_input",
            "the output directory . holds the source program/p.core",
        ),
        (
            ("compile", "program/p.core", "--check"),
            "invocation.source_missing",
            "no .world file was given",
        ),
        (
            ("compile", *FILES, "program/p.txt", "--library", "parts", "--check"),
            "invocation.unknown_source_kind",
            "program/p.txt is not a source: its name ends in none of .core, .world, .task, .eval",
        ),
    ],
)
def test_a_command_line_that_is_wrong_ends_with_2(verb: Verb, words: tuple[str, ...], code: str, message: str) -> None:
    said = verb(*words)
    assert said.code == 2
    assert f"error[{code}]: {message}\n" in said.err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("fly",),
        ("compile",),
        (*COMPILE, "--check", "--target", "embedded"),
        (*COMPILE, "--json", "--dump", "facts"),
        (*COMPILE, "--color", "blue"),
        (*COMPILE, "--dump", "everything"),
    ],
)
def test_a_command_line_that_is_not_one_ends_with_2(verb: Verb, words: tuple[str, ...]) -> None:
    said = verb(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: robotdsl")


def test_an_unreadable_source_ends_with_1(verb: Verb, workshop: Any) -> None:
    (workshop.folder / "program" / "p.core").unlink()
    said = verb(*COMPILE, "--check")
    assert said.code == 1
    assert "error[environment.source_unreadable]: cannot read program/p.core: no such file or directory" in said.err


def test_the_json_document(verb: Verb, workshop: Any) -> None:
    said = verb("compile", *FILES, "-l", "parts", "-t", "embedded", "-o", "build", "--json")
    told = json.loads(said.out)
    assert list(told) == [
        "schema", "version", "ok", "sources", "phases", "diagnostics", "validation", "output", "approximations",
    ]  # fmt: skip
    assert (told["schema"], told["ok"]) == ("robotdsl.compile", True)
    assert told["sources"] == list(FILES)
    assert set(told["phases"].values()) == {"pass"}
    build = workshop.folder / "build"
    files = sorted(p.relative_to(build).as_posix() for p in build.rglob("*") if p.is_file())
    assert (told["output"]["target"], told["output"]["directory"]) == ("embedded", "build")
    assert sorted(told["output"]["files"]) == files
    assert (
        told["approximations"] == json.loads((workshop.folder / "build" / "compile.json").read_text())["approximations"]
    )
    assert said.summary.startswith("Compiled ")


def test_the_json_document_of_a_fault(verb: Verb, workshop: Any) -> None:
    workshop.program(task="Task t { Navigate(goal = @world/therre) }")
    told = json.loads(verb(*COMPILE, "--check", "--json").out)
    assert told["ok"] is False
    assert "output" not in told
    assert "approximations" not in told
    (found,) = [d for d in told["diagnostics"] if d["code"] == "name.unknown_reference" and "therre" in d["message"]]
    assert found["primary"]["span"]["source"] == "program/p.task"
    assert found["disposition"] == {"base": "blocking", "effective": "blocking"}
    assert told["phases"]["name_resolution"] == "invalid"
    assert told["phases"]["target_binding"] == "not_requested"


def test_the_dumps(verb: Verb, texts: dict[str, str], workshop: Any) -> None:
    syntax = verb(*COMPILE, "--dump", "syntax")
    assert syntax.code == 0
    assert syntax.out.startswith("core program/p.core\n")
    assert {line for line in syntax.out.splitlines() if not line.startswith(" ")} == {
        f"{Path(name).suffix[1:]} {name}" for name in FILES
    }
    program = json.loads(verb(*COMPILE, "--dump", "program").out)["program"]
    assert [c["name"] for c in program["robot"]["components"]] == [
        "base", "left_wheel", "right_wheel", "caster", "laser",
    ]  # fmt: skip
    facts = json.loads(verb(*COMPILE, "--dump", "facts").out)["facts"]
    assert facts["robot"]["mass"] == pytest.approx(3.4505)
    assert not (workshop.folder / "build").exists()
    workshop.program(core=texts["duo"].replace('"caster"', '"castor"'))
    broken = verb(*COMPILE, "--dump", "program")
    assert (broken.code, json.loads(broken.out)["program"]) == (1, None)


def test_colour_is_asked_for(verb: Verb, texts: dict[str, str], workshop: Any) -> None:
    workshop.program(core=texts["duo"].replace('"caster"', '"castor"'))
    assert "\x1b[" not in verb(*COMPILE, "--check").err
    assert "\x1b[" in verb(*COMPILE, "--check", "--color", "always").err


def test_names_and_texts_outside_of_the_terminals_encoding(workshop: Any) -> None:
    """A source whose name is no UTF-8 and whose text is Greek, on a terminal of 1987."""
    workshop.program(name="p")
    folder = os.fsencode(workshop.folder / "program")
    for form in (b"core", b"world", b"task"):
        os.rename(folder + b"/p." + form, folder + b"/\xff." + form)  # noqa: PTH104  bytes are not for pathlib
    task = folder + b"/\xff.task"
    Path(os.fsdecode(task)).write_text("Task t { Wait(\u03c4 = 1) }", encoding="utf-8")
    words = [sys.executable, "-m", "robotdsl_compiler.cli", "compile", "program", "--library", "parts", "--json"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run([*words, "--check"], cwd=workshop.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout.decode("utf-8"))
    assert told["sources"][0] == "program/\udcff.core"
    Path(os.fsdecode(task)).write_text("Task t { Wait(duration_s = 1) }", encoding="utf-8")
    done = subprocess.run(
        [*words, "--target", "embedded", "--output", "out"],
        cwd=workshop.folder, env=environment, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    compiled = json.loads((workshop.folder / "out" / "compile.json").read_text(encoding="utf-8"))
    assert compiled["sources"][0]["name"] == "\udcff.core"
