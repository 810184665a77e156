"""Runs the task of this folder in MuJoCo and judges it: python run.py --help. Needs numpy and mujoco."""

import sys

# In words that an older Python understands, which would stumble over the files it is about to read.
if sys.version_info < (3, 11):
    sys.stderr.write("error: Python 3.11 or newer is needed; this is %d.%d\n" % sys.version_info[:2])
    sys.exit(2)

import signal

# What is interrupted while it loads ends at once and without a traceback; who starts it may hold the signal back until
# here.
signal.signal(signal.SIGINT, signal.SIG_DFL)
if hasattr(signal, "pthread_sigmask"):
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

from pathlib import Path

OUTPUT = Path(__file__).resolve().parent
sys.path.insert(0, str(OUTPUT / "runtime"))

from robotdsl_mujoco_sim.embedded import main

signal.signal(signal.SIGINT, signal.default_int_handler)

if __name__ == "__main__":
    sys.exit(main(OUTPUT, sys.argv[1:]))
