"""The cameras as the node has them: a process that draws, started when a picture is first wanted."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from robotdsl_mujoco_sim.node.drawing_process import Order, Picture
from robotdsl_mujoco_sim.rendering import backends
from robotdsl_mujoco_sim.rendering.service import environment_for

PROCESS = "robotdsl_mujoco_sim.node.drawing_process"
# The output contract: OSMesa unless the environment says otherwise.
DEFAULT_BACKEND = "osmesa"
# A process that is told to end has so long to do so, s.
_END_S = 5.0


class Cameras:
    """Draws on order, one order at a time, in a process of its own. ``taken`` hears each picture and ``said`` what goes
    wrong, both in a thread of this object's.
    """

    def __init__(
        self,
        output: Path,
        taken: Callable[[Picture], None],
        said: Callable[[str], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._output, self._taken, self._said = output, taken, said
        self._environment = dict(os.environ if environment is None else environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        # Set while nothing is being drawn, and while there is no process.
        self.idle, self.gone = threading.Event(), threading.Event()
        self.idle.set()
        self.gone.set()
        self._failed = False
        self._ending = False
        # Whether the process has drawn anything, and whether one that had has crashed before.
        self._drew = self._crashed = False
        # Orders that came while the one before was drawn, and were dropped.
        self.dropped = 0

    @property
    def started(self) -> bool:
        """Whether there is a process, and with it a graphics context."""
        return self._process is not None

    @property
    def failed(self) -> bool:
        return self._failed

    def order(self, order: Order) -> bool:
        """Have it drawn, if nothing is being drawn; whether it will be."""
        if self._failed or self._ending:
            return False
        if not self.idle.is_set():
            self.dropped += 1
            return False
        process = self._process or self._start()
        if process is None:
            return False
        assert process.stdin is not None
        self.idle.clear()
        try:
            pickle.dump(order, process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
        except OSError:
            # It is gone. The reader says why, and may have done so before the order was begun.
            if self._process is not process:
                self.idle.set()
            return False
        return True

    def rest(self) -> None:
        """Have the process end when it has drawn what it draws; a later order starts another one."""
        process = self._process
        if process is None or self._ending:
            return
        self._ending = True
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()

    def close(self) -> None:
        """End the process and wait for it."""
        self.rest()
        reader, process = self._reader, self._process
        if reader is None:
            return
        reader.join(_END_S)
        if reader.is_alive() and process is not None:
            process.kill()
            reader.join()

    def _start(self) -> subprocess.Popen[bytes] | None:
        stated = self._environment.get(backends.VARIABLE, "").strip().lower()
        if stated in backends.OFF:
            self._fail(f"no pictures: {backends.VARIABLE}={stated} turns drawing off")
            return None
        flags = ["-P", *(["-B"] if sys.dont_write_bytecode else [])]
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - the reader closes it
        self._drew = False
        process = self._process = subprocess.Popen(
            [sys.executable, *flags, "-m", PROCESS, str(self._output.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment_for(self._environment, stated or DEFAULT_BACKEND),
        )
        self.gone.clear()
        self._reader = threading.Thread(target=self._read, args=(process, errors), daemon=True)
        self._reader.start()
        return process

    def _read(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        assert process.stdout is not None
        with errors, process.stdout as stream:
            while True:
                try:
                    picture = pickle.load(stream)
                except (EOFError, pickle.UnpicklingError, OSError):
                    break
                except Exception:  # a damaged process that tells nonsense
                    process.kill()
                    break
                if picture is None:
                    self._drew = True
                    self.idle.set()
                else:
                    self._taken(picture)
            code = process.wait()
            if not self._ending:
                self._ended_by_itself(_complaint(errors, code))
        self._process = None
        self._ending = False
        self.idle.set()
        self.gone.set()

    def _ended_by_itself(self, complaint: str) -> None:
        """A graphics library that has drawn may crash and draw again; one that never did, or does so again, is at its
        end.
        """
        if self._drew and not self._crashed:
            self._crashed = True
            self._said(f"{complaint}: another one draws from now on")
        elif self._drew:
            self._fail(f"no more pictures, the cameras are off: {complaint}, for the second time")
        else:
            self._fail(f"no more pictures: {complaint}; {backends.INSTALL}, or set {backends.VARIABLE}")

    def _fail(self, message: str) -> None:
        self._failed = True
        self._said(message)


def _complaint(errors: IO[bytes], code: int) -> str:
    """Why a process that drew ended: the last that it said."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    died = f"the process that draws died of signal {-code}" if code < 0 else "the process that draws failed"
    return lines[-1].strip()[:160] if lines else died
