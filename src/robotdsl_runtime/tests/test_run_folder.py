"""What a run writes, and what it refuses to write through."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from robotdsl_runtime.run_folder import RunFolder, RunFolderError, replaced


@pytest.fixture
def output(tmp_path: Path) -> Path:
    (tmp_path / "out" / "task").mkdir(parents=True)
    (tmp_path / "out" / "task" / "evaluation.json").write_text("the checks")
    return tmp_path / "out"


def test_makes_the_folder_and_takes_away_former_results(output: Path) -> None:
    run = output / "run"
    RunFolder.prepare(run, output, ())
    for name in ("report.html", "mine.txt"):
        (run / name).write_text("old")
    folder = RunFolder.prepare(run, output, ("report.html", "evaluation.json"))
    assert folder.path == run
    assert [path.name for path in run.iterdir()] == ["mine.txt"]


def test_writes_in_one_step_and_leaves_nothing_else(output: Path) -> None:
    folder = RunFolder.prepare(output / "run", output, ())
    folder.write_json("a.json", {"schema": "x", "value": 1.5, "name": "µ"})
    assert (output / "run" / "a.json").read_bytes() == (
        '{\n  "schema": "x",\n  "value": 1.5,\n  "name": "µ"\n}\n'.encode()
    )
    folder.write("a.json", b"again")
    assert (output / "run" / "a.json").read_bytes() == b"again"
    assert [path.name for path in (output / "run").iterdir()] == ["a.json"]


def test_a_result_is_as_open_as_the_process_makes_its_files(output: Path) -> None:
    former = os.umask(0o027)
    try:
        folder = RunFolder.prepare(output / "run", output, ())
        path = folder.write("a", b"")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(former)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_gives_way_and_its_target_stays(output: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    folder = RunFolder.prepare(output / "run", output, ())
    (output / "run" / "a").symlink_to(precious)
    folder.write("a", b"new")
    assert precious.read_text() == "precious"
    assert (output / "run" / "a").read_bytes() == b"new" and not (output / "run" / "a").is_symlink()


def test_a_former_result_that_is_a_link_is_taken_away_alone(output: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (output / "run").mkdir()
    (output / "run" / "report.html").symlink_to(precious)
    RunFolder.prepare(output / "run", output, ("report.html",))
    assert precious.read_text() == "precious"
    assert not (output / "run" / "report.html").is_symlink()


def test_a_linked_folder_is_refused(output: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (output / "run").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunFolderError, match="symbolic link"):
        RunFolder.prepare(output / "run", output, ())


@pytest.mark.parametrize(
    "place", [".", "task", "task/deeper", "nav", "runtime/robotdsl_runtime", "robot", "world", "launch", "x/../task"]
)
def test_the_outputs_own_folders_are_refused(output: Path, place: str) -> None:
    with pytest.raises(RunFolderError, match="files of the output itself"):
        RunFolder.prepare(output / place, output, ("evaluation.json",))
    assert (output / "task" / "evaluation.json").read_text() == "the checks"


def test_a_file_in_its_place_is_refused(output: Path) -> None:
    (output / "run").write_text("a file")
    with pytest.raises(RunFolderError, match=r"run is not a folder"):
        RunFolder.prepare(output / "run", output, ())


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_read_only_place_is_refused(output: Path) -> None:
    output.chmod(0o500)
    try:
        with pytest.raises(RunFolderError, match="cannot be written: Permission denied"):
            RunFolder.prepare(output / "run", output, ())
    finally:
        output.chmod(0o700)


def test_a_writer_that_fails_leaves_what_was_there(output: Path) -> None:
    (output / "film.gif").write_text("old")

    def fail(path: Path) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(RunFolderError, match=r"film\.gif cannot be written: No space left on device"):
        replaced(output / "film.gif", fail)
    assert (output / "film.gif").read_text() == "old"
    assert sorted(path.name for path in output.iterdir()) == ["film.gif", "task"]


def test_the_draft_keeps_the_suffix(output: Path) -> None:
    seen: list[str] = []

    def write(path: Path) -> None:
        seen.append(path.suffix)
        path.write_text("x")

    replaced(output / "film.gif", write)
    assert seen == [".gif"]


def test_what_is_written_together_is_there_together(output: Path) -> None:
    folder = RunFolder.prepare(output / "run", output, ())
    with folder.together() as drafts:
        drafts.write("a", b"1")
        drafts.write("b", b"2")
        assert not (output / "run" / "a").exists()
    assert sorted(path.name for path in (output / "run").iterdir()) == ["a", "b"]


def test_or_none_of_it_is(output: Path) -> None:
    folder = RunFolder.prepare(output / "run", output, ())

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    said = f"{output}/run/b cannot be written: No space left on device"
    with pytest.raises(RunFolderError, match=re.escape(said)), folder.together() as drafts:
        drafts.write("a", b"1")
        drafts.save("b", full)
    assert list((output / "run").iterdir()) == []


def test_what_a_run_left_that_was_killed_as_it_wrote_is_taken_away(output: Path) -> None:
    run = output / "run"
    drafts = RunFolder.prepare(run, output, ()).together()
    drafts.__enter__().write("a", b"1")
    assert [path.name[:9] for path in run.iterdir()] == [".results-"]
    RunFolder.prepare(run, output, ())
    assert list(run.iterdir()) == []
