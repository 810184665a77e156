"""Runs the task of this folder in MuJoCo and judges it: python run.py --help. Needs numpy and mujoco."""

import sys
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent
sys.path.insert(0, str(OUTPUT / "runtime"))

from robotdsl_mujoco_sim.embedded import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(OUTPUT, sys.argv[1:]))
