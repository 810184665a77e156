"""What a person sees on a terminal of 80 columns, through a real pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.cli.arguments import VERBS

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WRONG = """Robot bot {
    Diff_two_caster base(ref = "duo")
    Standard left_wheel(ref = "wheel", glue = (0, 0.12, 0, 0, 1, 0), mount = "left_wheel", colour = "red")
\tStandard right_wheel(ref = "whel", mount = "right_wheel") /* 日本 e\u0301 */ Lidar laser(ref = "laser")
    Caster caster(ref = "caster", mount = "a_mount_that_no_chassis_has_by_this_name")
}
"""


@pytest.fixture
def shown(workshop: Any) -> Callable[..., str]:
    """Runs the command line on a terminal of so many columns; what appears there."""

    def run(*words: str, columns: int = 80, **environment: str) -> str:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        given = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
        command = [sys.executable, "-m", "robotdsl_compiler.cli", *words]
        process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=workshop.folder,
            env={**given, "TERM": "xterm", **environment},
        )  # fmt: skip
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the terminal's other end is closed
                break
            if not piece:
                break
            text += piece
        process.wait()
        os.close(ours)
        return text.decode().replace("\r\n", "\n")

    return run


@pytest.fixture
def wrong(workshop: Any) -> tuple[str, ...]:
    """A program with mistakes on long lines, to be compiled from the workshop's folder."""
    workshop.program()
    (workshop.folder / "program" / "p.core").write_text(WRONG, encoding="utf-8")
    return ("compile", "program", "--library", "parts", "--check")


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_findings_keep_within_the_terminal(shown: Callable[..., str], wrong: tuple[str, ...], columns: int) -> None:
    text = ESCAPE.sub("", shown(*wrong, columns=columns))
    lines = text.splitlines()
    assert len([line for line in lines if line.startswith("error[")]) == 5
    # Two of the characters take two cells, and one takes none.
    cells = [len(line) + line.count("日") + line.count("本") - line.count("\u0301") for line in lines]
    assert max(cells) <= columns
    assert all(line.startswith((" ", "error", "...", *"0123456789")) or not line for line in lines)


def test_colour_does_not_change_what_is_shown(shown: Callable[..., str], wrong: tuple[str, ...]) -> None:
    colored, plain = shown(*wrong), shown(*wrong, NO_COLOR="1")
    assert ESCAPE.search(colored)
    assert not ESCAPE.search(plain)
    assert ESCAPE.sub("", colored) == plain


@pytest.mark.parametrize("words", [("--help",), *((verb, "--help") for verb in VERBS), ("targets",), ("explain",)])
def test_help_keeps_within_the_terminal(shown: Callable[..., str], words: tuple[str, ...]) -> None:
    lines = shown(*words).splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []
