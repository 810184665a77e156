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


def test_explain_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "validation.assembly.glue_on_connector"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("validation.assembly.glue_on_connector\n\n")
    assert "within 1 mm and 0.1 degree?" in page
    assert main(["explain", "glue_on_connector"]) == 0
    assert capsys.readouterr().out == page


def test_explain_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(CATALOGUE)
    for code in CATALOGUE:
        assert main(["explain", code]) == 0
        assert CATALOGUE[code].summary in capsys.readouterr().out


def test_explain_an_unknown_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "target.unsuported"]) == 2
    assert capsys.readouterr().err == (
        "robotdsl explain: there is no code target.unsuported; did you mean target.unsupported?\n"
    )
