"""Every row of the table of outputs, compiled and brought up by ROS's launch, and judged by ground truth.

Needs launch_testing and all that a row starts: ros2_control, Nav2 and, for its target, Gazebo. With
ROBOTDSL_LAUNCHED=TARGET there are the rows of that target alone, and they fail where something is missing.
ROBOTDSL_LAUNCH_ARGUMENTS="name:=value ..." is told to the launch files besides.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from robotdsl_tests.launched.build import build
from robotdsl_tests.launched.cases import CASES, Case

TARGET = os.environ.get("ROBOTDSL_LAUNCHED", "")
GIVEN = os.environ.get("ROBOTDSL_LAUNCH_ARGUMENTS", "").split()
SUITE = Path(__file__).resolve().parents[2] / "launch_tests" / "output.py"
if not TARGET:
    pytest.importorskip("launch_testing", reason="ROS's launch_testing is not installed")
# Of the machine's clock: longer than the longest task may take.
DEADLINE_S = 1800.0


def environment(row: int) -> dict[str, str]:
    """Traffic of a row keeps to this machine and to itself."""
    domain = str(1 + (os.getpid() + row) % 100)
    ours = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": domain}
    return {**os.environ, **ours, "GZ_PARTITION": f"robotdsl-{os.getpid()}-{row}", "GZ_IP": "127.0.0.1"}


@pytest.mark.parametrize("case", [case for case in CASES.values() if TARGET in ("", case.target)], ids=lambda c: c.name)
def test_a_row_of_the_table(case: Case, tmp_path: Path) -> None:
    missing = build(case, tmp_path / "asked").missing(dict(word.partition(":=")[::2] for word in GIVEN))
    if missing is not None:
        assert not TARGET, missing
        pytest.skip(missing)
    words = [f"case:={case.name}", f"folder:={tmp_path / 'case'}", *GIVEN]
    process = subprocess.Popen(
        [sys.executable, "-m", "launch_testing.launch_test", str(SUITE), *words],
        env=environment(list(CASES).index(case.name)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    # All that it started, should it hang.
    late = threading.Timer(DEADLINE_S, os.killpg, (process.pid, signal.SIGKILL))
    late.start()
    try:
        said, _ = process.communicate()
    finally:
        late.cancel()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, said[-20_000:]
