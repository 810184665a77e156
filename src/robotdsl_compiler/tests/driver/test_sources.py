"""Finding and reading the sources: every answer to files that are not what a program needs."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest
from robotdsl_compiler.driver.sources import load_sources
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics, Phase


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for suffix in ("core", "world", "task", "eval"):
        Path(f"a.{suffix}").write_text(f"{suffix}\n")
    return tmp_path


def load(*files: str) -> tuple[list[tuple[Form, str]], list[Diagnostic]]:
    diagnostics = Diagnostics()
    sources = load_sources(files, diagnostics)
    assert all(d.phase is Phase.SOURCE_LOAD for d in diagnostics)
    return [(form, source.name) for form, source in sources], list(diagnostics)


def codes(found: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(d.code.name, d.message) for d in found]


ALL = [(form, f"a.{form.value}") for form in Form]


def test_the_order_of_the_command_line_does_not_count() -> None:
    assert load("a.eval", "a.task", "a.core", "a.world") == (ALL, [])


def test_the_evaluation_may_be_left_out() -> None:
    assert load("a.core", "a.world", "a.task") == (ALL[:3], [])


def test_a_folder_stands_for_its_sources(place: Path) -> None:
    (place / "notes.md").touch()
    sources, found = load(".")
    assert sources == [(form, name) for form, name in ALL]
    assert found == []


def test_a_folder_without_a_source(place: Path) -> None:
    (place / "empty").mkdir()
    _, found = load("empty")
    assert codes(found) == [("invocation.unknown_source_kind", "the folder empty holds no file of a program")]


def test_an_unknown_kind_is_told_with_the_nearest() -> None:
    Path("a.tsk").touch()
    sources, found = load("a.core", "a.world", "a.tsk")
    assert [form for form, _ in sources] == [Form.CORE, Form.WORLD]
    assert codes(found) == [
        (
            "invocation.unknown_source_kind",
            "a.tsk is not a source: its name ends in none of .core, .world, .task, .eval",
        )
    ]
    assert found[0].help == ("did you mean .task?",)


def test_a_form_that_is_given_twice() -> None:
    Path("b.core").touch()
    _, found = load("a.core", "b.core", "a.world", "a.task")
    assert codes(found) == [("invocation.duplicate_source_kind", "two .core files were given, a.core and b.core")]


def test_every_form_that_is_missing_is_told() -> None:
    _, found = load("a.eval")
    assert codes(found) == [
        ("invocation.source_missing", "no .core file was given"),
        ("invocation.source_missing", "no .world file was given"),
        ("invocation.source_missing", "no .task file was given"),
    ]


def test_a_file_that_does_not_exist() -> None:
    sources, found = load("b.core", "a.world", "a.task")
    assert [form for form, _ in sources] == [Form.WORLD, Form.TASK]
    assert codes(found) == [("environment.source_unreadable", "cannot read b.core: no such file or directory")]


def test_a_folder_named_like_a_source() -> None:
    Path("b.core").mkdir()
    _, found = load("b.core", "a.world", "a.task")
    assert codes(found) == [("environment.source_unreadable", "cannot read b.core: is a directory")]


def test_a_name_of_nothing() -> None:
    _, found = load("a.core", "misspelt")
    assert codes(found) == [("invocation.unknown_source_kind", "there is no file or folder misspelt")]
    assert codes(load("")[1]) == [("invocation.unknown_source_kind", "an empty name was given")]


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may read everywhere")
@pytest.mark.parametrize("mode", [0o000, 0o333])
def test_a_folder_that_may_not_be_read(place: Path, mode: int) -> None:
    (place / "closed").mkdir()
    (place / "closed" / "b.core").touch()
    (place / "closed").chmod(mode)
    try:
        assert codes(load("closed")[1]) == [("environment.source_unreadable", "cannot read closed: permission denied")]
        in_it = codes(load("closed/b.core", "a.world", "a.task")[1])
    finally:
        (place / "closed").chmod(0o755)
    entered = [] if mode else [("environment.source_unreadable", "cannot read closed/b.core: permission denied")]
    assert in_it == entered


def test_a_folder_that_cannot_be_listed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As above for any user: the machine's answer is given instead of asked for."""
    (place / "closed").mkdir()

    def refuse(folder: Path) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert codes(load("closed")[1]) == [("environment.source_unreadable", "cannot read closed: permission denied")]


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_not_waited_for(place: Path, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo("b.core")
    else:
        (place / "b.core").symlink_to("/dev/zero")
    _, found = load("b.core", "a.world", "a.task")
    assert codes(found) == [("environment.source_unreadable", "cannot read b.core: it is not a file")]


def test_text_that_is_not_utf8_is_shown_at_its_byte() -> None:
    Path("b.core").write_bytes(b"\xef\xbb\xbfRobot r {\n  // caf\xe9\n}\n")
    _, found = load("b.core", "a.world", "a.task")
    assert codes(found) == [("environment.source_unreadable", "b.core is not UTF-8 text: byte 21 is 0xe9")]
    primary = found[0].primary
    assert primary is not None
    assert (primary.span.start, primary.span.end) == (21, 22)
    assert primary.span.source.position(21) == (2, 9)


def test_a_name_with_a_zero_byte() -> None:
    _, found = load("b\0.core", "a.world", "a.task")
    assert [d.code.name for d in found] == ["environment.source_unreadable"]
