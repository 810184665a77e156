"""``ros2 run robotdsl_mujoco_sim description_node --ros-args -p description.path:=ROBOT.urdf``: simulates any robot.

The process ends by Ctrl-C or a request to terminate, with 0; with 1 when the physics break down or a plugin fails, and
with 2 when the description or a parameter cannot be used, or a package is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from robotdsl_mujoco_sim.node.main import started


def main(argv: Sequence[str]) -> int:
    """Simulate by the command line ``argv``, in which ROS's own arguments may stand."""
    return started("robotdsl_mujoco_sim.node.standalone.process", argv)


def command() -> int:
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(command())
