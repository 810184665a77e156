"""Programs that stand in for the processes of a bring-up: they write down what happens to them, a line each, in the
file that they are started with, and wait for one another by what stands there.
"""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """
import os, signal, sys, time
log = sys.argv[1]
def note(line):
    # One write of a short line goes in whole.
    handle = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, (line + "\\n").encode())
    os.close(handle)
def wait_for(*lines):
    deadline = time.monotonic() + 30
    while not set(lines) <= set(open(log).read().split("\\n") if os.path.exists(log) else ()):
        if time.monotonic() > deadline:
            sys.exit(99)
        time.sleep(0.01)
def on(number, act):
    signal.signal(number, lambda *_: act())
    # As the scripts of an output do, once they are ready for it.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
"""
# What runs until it is asked to end, and says so.
STAYS = """
on(signal.SIGINT, lambda: (note("{name} asked"), os._exit(0)))
note("{name} up")
while True:
    signal.pause()
"""


def program(body: str, name: str = "") -> str:
    return _HEAD + body.replace("{name}", name)


def command(log: Path, body: str, name: str) -> list[str]:
    # Neither the machine's packages nor its start-up hooks: what is tried here needs Python alone.
    return [sys.executable, "-I", "-S", "-c", program(body, name), str(log)]


def lines(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []
