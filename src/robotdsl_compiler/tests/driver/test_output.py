"""Writing an output directory: what it replaces, what it leaves alone, and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from robotdsl_compiler.driver.output import write_output
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.contract import File

FILES = (File("scene.xml", b"<a/>\n"), File("nav/map.pgm", b"P5"), File("nav/deep/x", b"1"), File("run.py", b"pass\n"))


def write(directory: Path, files: tuple[File, ...] = FILES) -> tuple[bool, list[tuple[str, str]]]:
    diagnostics = Diagnostics()
    ok = write_output(str(directory), files, diagnostics)
    assert all(d.phase is Phase.OUTPUT_WRITE and d.blocking for d in diagnostics)
    return ok, [(d.code.name, d.message) for d in diagnostics]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


EXPECTED = {file.path: file.data for file in FILES}


def test_makes_the_directory_and_its_parents(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    assert write(out) == (True, [])
    assert contents(out) == EXPECTED


def test_replaces_its_own_files_and_leaves_others_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out)
    (out / "notes.txt").write_text("mine")
    (out / "run").mkdir()
    (out / "run" / "task_result.json").write_text("{}")
    (out / "scene.xml").write_text("old")
    assert write(out) == (True, [])
    assert contents(out) == {**EXPECTED, "notes.txt": b"mine", "run/task_result.json": b"{}"}


def test_a_link_in_a_files_place_is_replaced_and_its_target_left_alone(tmp_path: Path) -> None:
    out, precious = tmp_path / "out", tmp_path / "precious"
    precious.write_text("precious")
    (out / "nav").mkdir(parents=True)
    (out / "scene.xml").symlink_to(precious)
    (out / "nav" / "map.pgm").symlink_to(tmp_path / "nowhere")
    os.link(precious, out / "run.py")
    assert write(out) == (True, [])
    assert precious.read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()
    assert contents(out) == EXPECTED
    assert not (out / "scene.xml").is_symlink()


def test_a_reader_of_the_old_file_keeps_it_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, (File("scene.xml", b"old" * 1000),))
    with (out / "scene.xml").open("rb") as reader:
        write(out)
        assert reader.read() == b"old" * 1000


def test_the_output_itself_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert write(tmp_path / "link") == (True, [])
    assert contents(tmp_path / "real") == EXPECTED


@pytest.mark.parametrize("linked", ["nav", "nav/deep"])
def test_a_linked_directory_inside_is_refused(tmp_path: Path, linked: str) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (out / linked).parent.mkdir(parents=True)
    (out / linked).symlink_to(elsewhere)
    assert write(out) == (
        False,
        [
            (
                "environment.output_linked",
                f"{out / linked} is a symbolic link, and an output is never written through one",
            )
        ],
    )
    assert contents(elsewhere) == {}
    assert contents(out) == {}


@pytest.mark.parametrize(
    ("setup", "place", "reason"),
    [
        ("file nav", "nav", "it is not a directory, and one must stand there"),
        ("directory scene.xml", "scene.xml", "it is a directory, and a file must stand there"),
        ("file .", "", "it is not a directory, and one must stand there"),
    ],
)
def test_what_stands_in_the_way_is_told_and_nothing_is_written(
    tmp_path: Path, setup: str, place: str, reason: str
) -> None:
    out = tmp_path / "out"
    what, name = setup.split()
    blocker = out / name if name != "." else out
    blocker.parent.mkdir(parents=True, exist_ok=True)
    if what == "file":
        blocker.write_text("mine")
    else:
        blocker.mkdir()
    before = contents(tmp_path)
    named = out / place if place else out
    assert write(out) == (False, [("environment.output_unwritable", f"cannot write {named}: {reason}")])
    assert contents(tmp_path) == before


def test_a_dangling_link_as_the_output(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "gone")
    ok, found = write(tmp_path / "out")
    assert not ok
    assert [code for code, _ in found] == ["environment.output_unwritable"]


def test_a_place_where_nothing_can_be_made() -> None:
    """/proc takes no directories, not even the super-user's."""
    ok, found = write(Path("/proc/robotdsl-output"))
    assert (ok, found[0][0]) == (False, "environment.output_unwritable")
    assert found[0][1].startswith("cannot write /proc/robotdsl-output: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may write everywhere")
@pytest.mark.parametrize("mode", [0o555, 0o444, 0o333, 0o000])
@pytest.mark.parametrize("locked", ["", "nav"])
def test_an_output_that_is_locked(tmp_path: Path, locked: str, mode: int) -> None:
    out = tmp_path / "out"
    write(out)
    (out / locked).chmod(mode)
    try:
        assert write(out, (File("scene.xml", b"new"), File("nav/map.pgm", b"new"))) == (
            False,
            [("environment.output_unwritable", f"cannot write {out / locked}: permission denied")],
        )
    finally:
        (out / locked).chmod(0o755)
    assert contents(out) == EXPECTED


@pytest.mark.parametrize("locked", ["", "nav"])
def test_a_directory_that_may_not_be_written_is_known_before_the_first_file(
    tmp_path: Path, locked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As above for any user: the machine's answer is given instead of asked for."""
    out = tmp_path / "out"
    write(out)
    answer = locked or str(out)
    monkeypatch.setattr(os, "access", lambda name, mode, **_: str(name) != answer)
    place = out / locked if locked else out
    assert write(out, (File("scene.xml", b"new"), File("nav/map.pgm", b"new"))) == (
        False,
        [("environment.output_unwritable", f"cannot write {place}: permission denied")],
    )
    assert contents(out) == EXPECTED


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_stopped_midway_it_leaves_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    out = tmp_path / "out"
    write(out, tuple(File(file.path, b"old") for file in FILES))
    replaced: list[str] = []
    rename = os.rename

    def replace(source: str, target: str, **where: int) -> None:
        if len(replaced) == 2:
            raise stop
        replaced.append(target)
        rename(source, target, **where)

    monkeypatch.setattr(os, "replace", replace)
    if isinstance(stop, KeyboardInterrupt):
        with pytest.raises(KeyboardInterrupt):
            write(out)
    else:
        assert write(out) == (
            False,
            [("environment.output_unwritable", f"cannot write {out / 'nav/deep/x'}: no space left on device")],
        )
    written = contents(out)
    assert written == {file.path: (file.data if i < 2 else b"old") for i, file in enumerate(FILES)}


@pytest.mark.parametrize("path", ["", "/etc/passwd", "a/../b", "./a", "a//b", "a\\b"])
def test_a_file_has_a_plain_path(path: str) -> None:
    with pytest.raises(ValueError, match="plain relative path"):
        File(path, b"")
