"""``python -m robotdsl_mujoco_sim.teleop``."""

import sys

try:
    # An interrupt while the modules load is told as a later one is.
    from robotdsl_mujoco_sim.teleop.command import main

    code = main()
except KeyboardInterrupt:
    print("interrupted", file=sys.stderr)
    code = 130
sys.exit(code)
