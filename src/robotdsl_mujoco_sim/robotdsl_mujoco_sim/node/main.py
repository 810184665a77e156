"""runtime/run_mujoco_sim.py, and ``ros2 run robotdsl_mujoco_sim node OUTPUT``: simulates a ROS target's output.

The process ends by Ctrl-C or a request to terminate, with 0; with 1 when the physics break down, and with 2 when the
output or the arguments cannot be used, or a package is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

EXIT_FAULT = 2
_OF_PYTHON = {"mujoco": "pip install 'mujoco>=3.11,<4'", "numpy": "pip install numpy"}
_OF_ROS = "source the set-up file of a ROS 2 installation that has it"


def main(output: Path, argv: Sequence[str]) -> int:
    """Simulate the output at ``output`` by the command line ``argv``, in which ROS's own arguments may stand."""
    return started("robotdsl_mujoco_sim.node.output_process", output, argv)


def started(module: str, *arguments: Any) -> int:
    """What ``run`` of ``module`` returns; where a package is missing that it imports, a line says which one and how to
    get it.
    """
    try:
        # Some is imported as late as a robot needs it, what a bumper tells by for instance.
        code: int = import_module(module).run(*arguments)
        return code
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if not missing or missing.startswith("robotdsl"):
            raise
        print(f"error: {missing} is not installed: {_OF_PYTHON.get(missing, _OF_ROS)}", file=sys.stderr)
        return EXIT_FAULT


def command() -> int:
    """``ros2 run robotdsl_mujoco_sim node OUTPUT``."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print("usage: node OUTPUT [--seed N] [--ros-args ...]", file=sys.stderr)
        return EXIT_FAULT
    return main(Path(sys.argv[1]), sys.argv[2:])


if __name__ == "__main__":
    sys.exit(command())
