from __future__ import annotations

import io

import pytest
from robotdsl_runtime.evaluation.progress import WIDTH, Progress, columns_of, rewrites


class Wall:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def told(terminal: bool, seconds: int, active: list[str], every: float = 5.0, timeout: float | None = 60.0) -> str:
    """What a run of ``seconds`` at 50 times real time prints, told ten times a simulated second."""
    stream, wall = io.StringIO(), Wall()
    with Progress(stream, wall, terminal=terminal, every_s=every, timeout_s=timeout) as progress:
        for k in range(seconds * 10 + 1):
            wall.now = 1000.0 + k * 0.1 / 50.0
            progress.update(k * 0.1, active)
    return stream.getvalue()


def test_a_line_for_every_few_simulated_seconds() -> None:
    assert told(False, 12, ["Navigate(goal=dock) at 0.1"]) == (
        "     0.0 s of 60 s                          Navigate(goal=dock) at 0.1\n"
        "     5.0 s of 60 s    50.0 times real time  Navigate(goal=dock) at 0.1\n"
        "    10.0 s of 60 s    50.0 times real time  Navigate(goal=dock) at 0.1\n"
    )


def test_a_task_without_a_limit() -> None:
    lines = told(False, 4, [], every=2.0, timeout=None).splitlines()
    assert lines == ["     0.0 s", "     2.0 s", "     4.0 s    50.0 times real time"]


def test_a_terminal_s_line_is_rewritten_and_taken_away() -> None:
    text = told(True, 30, ["Spin(angle_rad=1.57) at 0.2"])
    assert "\n" not in text
    frames = text.split("\r")
    # Ten times a second at the most, of 0.6 s: and what is last is an empty line.
    assert 4 <= len([f for f in frames if "Spin" in f]) <= 7
    assert frames[-1] == "" and frames[-2].strip() == "" and len(frames[-2]) >= len(frames[-3].rstrip())


def test_a_shorter_line_covers_the_longer_one_before_it() -> None:
    stream, wall = io.StringIO(), Wall()
    progress = Progress(stream, wall, terminal=True)
    progress.update(0.0, ["a long name of a leaf"])
    wall.now += 1.0
    progress.update(1.0, ["b"])
    first, second = stream.getvalue().split("\r")[1:]
    assert len(second) == len(first) and second.rstrip().endswith("b")


@pytest.mark.parametrize("terminal", [True, False])
def test_no_line_is_longer_than_a_terminal(terminal: bool) -> None:
    text = told(terminal, 20, ["Parallel leaf " * 3, "another leaf " * 5])
    lines = [line for part in text.split("\r") for line in part.split("\n")]
    assert max(len(line) for line in lines) <= WIDTH
    assert any(line.endswith("..") for line in lines)


def test_what_is_shown_gives_way_and_is_for_terminals_alone() -> None:
    for terminal in (True, False):
        stream, wall = io.StringIO(), Wall()
        with Progress(stream, wall, terminal=terminal) as progress:
            progress.show("film: frame 1 of 90")
            progress.show("film: frame 2 of 90")  # too soon after the first
            wall.now += 1.0
            progress.show("film: frame 3 of 90")
        shown = [part for part in stream.getvalue().split("\r") if part.strip()]
        assert shown == (["film: frame 1 of 90", "film: frame 3 of 90"] if terminal else [])
        assert "\n" not in stream.getvalue()


def test_a_message_stays_on_a_line_of_its_own() -> None:
    stream, wall = io.StringIO(), Wall()
    progress = Progress(stream, wall, terminal=True)
    progress.update(0.0, ["Wait"])
    shown = len(stream.getvalue()) - 1
    progress.message("the film takes a while")
    assert stream.getvalue().endswith("\r" + " " * shown + "\rthe film takes a while\n")
    progress.finish()
    assert stream.getvalue().endswith("while\n")


def test_a_run_that_starts_late_counts_its_pace_from_there() -> None:
    stream, wall = io.StringIO(), Wall()
    progress = Progress(stream, wall, terminal=False)
    progress.update(100.0)
    wall.now += 2.0
    progress.update(105.0)
    assert stream.getvalue() == "   100.0 s\n   105.0 s     2.5 times real time\n"


def test_which_streams_are_rewritten() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert rewrites(Terminal(), {})
    assert not rewrites(Terminal(), {"TERM": "dumb"})
    assert not rewrites(io.StringIO(), {"TERM": "xterm"})


def test_a_narrow_terminal_s_line_is_never_broken_in_two() -> None:
    stream, wall, width = io.StringIO(), Wall(), 40
    progress = Progress(stream, wall, terminal=True, timeout_s=60.0, columns=lambda: width)
    for now in range(4):
        # Made narrower in the middle of it.
        width = 40 if now < 2 else 20
        wall.now += 1.0
        progress.update(float(now), ["Navigate(goal=a_dock_far_away) at 0.1"])
    progress.show("film: frame 1 of 1000")
    progress.finish()
    lengths = [len(part) for part in stream.getvalue().split("\r")[1:-1]]
    assert lengths == [39, 39, 19, 19, 19]


def test_a_stream_that_is_no_terminal_is_taken_for_80_columns() -> None:
    assert columns_of(io.StringIO()) == WIDTH + 1
