"""Running a command and measuring it, and a line of the benchmark."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the benchmark."""

    name: str
    value: str
    aim: str
    note: str


@dataclass(frozen=True, slots=True)
class Process:
    """What one child process took: ``seconds`` of processor time, which other work on the machine hardly changes,
    ``wall`` seconds, and its peak resident memory in MB.
    """

    seconds: float
    wall: float
    peak_mb: float


def measured(*command: str, codes: Sequence[int] = (0,)) -> Process:
    """Run a child to its end. Raises ``RuntimeError`` with what it said when it ends with none of ``codes``."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in codes:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)}\n{said.read().decode(errors='replace')}")
    # Linux states ru_maxrss in KiB, macOS in bytes.
    return Process(
        usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / (1024.0 if sys.platform != "darwin" else 1024.0**2)
    )
