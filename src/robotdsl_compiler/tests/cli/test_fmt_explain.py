"""``fmt`` and ``explain``."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.support.catalogue import CATALOGUE

UGLY = 'Robot   r{Lidar  a( ref="x" )}'
NEAT = 'Robot r {\n    Lidar a(ref = "x")\n}\n'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_formats_in_place_and_keeps_the_rights(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.core").write_text(UGLY)
    Path("a.core").chmod(0o640)
    Path("b.core").write_text(NEAT)
    assert main(["fmt", "a.core", "b.core"]) == 0
    assert Path("a.core").read_text() == NEAT
    assert Path("a.core").stat().st_mode & 0o777 == 0o640
    assert capsys.readouterr().err == "Formatted a.core\n1 file changed, 1 left alone\n"
    assert sorted(os.listdir()) == ["a.core", "b.core"]  # noqa: PTH208
    assert main(["fmt", "."]) == 0
    assert capsys.readouterr().err == "0 files changed, 2 left alone\n"


def test_a_check_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.core").write_text(UGLY)
    assert main(["fmt", "--check", "a.core"]) == 1
    assert Path("a.core").read_text() == UGLY
    assert capsys.readouterr().err == "Would format a.core\n1 file would change, 0 left alone\n"


def test_a_link_stays_one() -> None:
    Path("real").mkdir()
    Path("real/a.core").write_text(UGLY)
    Path("a.core").symlink_to("real/a.core")
    assert main(["fmt", "a.core"]) == 0
    assert Path("a.core").is_symlink()
    assert Path("real/a.core").read_text() == NEAT


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("notes.txt", "notes.txt is not a source: its name ends in none of .core, .world, .task, .eval"),
        ("nowhere", "there is no file or folder nowhere"),
        ("empty", "the folder empty holds no file of a program"),
    ],
)
def test_a_name_that_is_no_source_stops_before_anything_is_formatted(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.core").write_text(UGLY)
    Path("notes.txt").touch()
    Path("empty").mkdir()
    assert main(["fmt", "a.core", name]) == 2
    assert capsys.readouterr().err == f"error[invocation.unknown_source_kind]: {said}\n\n"
    assert Path("a.core").read_text() == UGLY


def test_a_file_with_a_fault_is_left_and_the_others_are_formatted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.core").write_text("Robot r {")
    Path("a.task").write_text("Task t{Stop()}")
    assert main(["fmt", "a.core", "missing.world", "a.task"]) == 1
    said = capsys.readouterr().err
    assert "error[syntax.unexpected_eof]" in said
    assert "error[environment.source_unreadable]: cannot read missing.world" in said
    assert Path("a.core").read_text() == "Robot r {"
    assert Path("a.task").read_text() == "Task t {\n    Stop()\n}\n"


def test_a_file_of_no_form_stops_it_before_anything_changes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.core").write_text(UGLY)
    assert main(["fmt", "a.core", "notes.txt"]) == 2
    assert "notes.txt is not a source" in capsys.readouterr().err
    assert Path("a.core").read_text() == UGLY


def test_a_file_that_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.core").write_text(UGLY)

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["fmt", "a.core"]) == 1
    assert "error[environment.output_unwritable]: cannot write a.core: permission denied" in capsys.readouterr().err
    assert [p.name for p in Path.cwd().iterdir()] == ["a.core"]
    assert Path("a.core").read_text() == UGLY


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(UGLY.encode()))
    assert main(["fmt", "-", "--form", "core"]) == 0
    assert capsysbinary.readouterr().out == NEAT.encode()
    monkeypatch.setattr(sys, "stdin", Stdin(b"\xff"))
    assert main(["fmt", "-", "--form", "core"]) == 1
    assert main(["fmt", "-"]) == 2


def explained(capsys: pytest.CaptureFixture[str], *word: str) -> str:
    assert main(["explain", *word]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "word",
    [
        "validation.assembly.glue_on_connector",
        "assembly.glue_on_connector",
        "glue_on_connector",
        "error[validation.assembly.glue_on_connector]",
    ],
)
def test_explain_a_code(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = explained(capsys, word)
    assert page.startswith("validation.assembly.glue_on_connector\n\nA component's glue or mount meets no free")
    assert "\nAn error that stops the compilation. It is about what the program says.\n" in page
    assert "\nThe rule asks: Does every component sit on a connector" in page
    assert "\n\nExample\n\nminimal.core:\n\n    Robot scout {\n        Diff_two_caster base(" in page
    assert "\n\n    $ robotdsl compile . --library example --check\n\n    error[validation.assembly.glue_on" in page
    assert "\n\nHow to mend it\n\n" in page


def test_explain_what_a_rule_cannot_tell(capsys: pytest.CaptureFixture[str]) -> None:
    page = " ".join(explained(capsys, "footprint_known").split())
    assert "It cannot tell when a placed part declares no shape. That is a warning, unless another rule" in page
    assert "It cannot tell" not in explained(capsys, "glue_on_connector")


def test_explain_alone_lists_every_code_by_family(capsys: pytest.CaptureFixture[str]) -> None:
    listed = explained(capsys)
    codes = [line.strip() for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert sorted(codes) == sorted(CATALOGUE)
    for code in CATALOGUE.values():
        assert code.summary in " ".join(listed.split())
    assert "\n\nlibrary: what the files of a library say\n  library.manifest_missing\n      A directory" in listed
    assert "\n\n" + explained(capsys, "library") + "\nname: " in listed
    assert max(map(len, listed.splitlines())) <= 80


def test_every_page_reads_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    for code in CATALOGUE.values():
        page = explained(capsys, code.name)
        assert page.split("\n\n")[0] == code.name
        prose = [line for line in page.splitlines() if not line.startswith("    ")]
        assert code.summary in " ".join(prose)
        assert max(map(len, prose)) <= 80
        assert not [line for line in prose if line.startswith(("#", "```")) or "](" in line]
        assert "\n\n\n" not in page


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("target.unsuported", "there is no code `target.unsuported`; did you mean `target.unsupported`?"),
        ("glue_on_conector", "there is no code `glue_on_conector`; did you mean `glue_on_connector`?"),
        ("Type.Not_Positive", "there is no code `Type.Not_Positive`; did you mean `type.not_positive`?"),
        ("unsupported", "`unsupported` ends several codes: library.unsupported, target.unsupported"),
        ("hovercraft", "there is no code `hovercraft`; `robotdsl explain` lists all"),
    ],
)
def test_explain_what_is_no_code(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 2
    assert capsys.readouterr() == ("", f"robotdsl explain: {said}\n")
