"""Asks for pictures of a run: starts the process that draws, and takes what it drew."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from robotdsl_mujoco_sim.rendering import backends
from robotdsl_mujoco_sim.rendering.film import VideoError, check_tool, form_of

__all__ = ["Rendering", "VideoError", "check_video", "render_run"]

WORKER = "robotdsl_mujoco_sim.rendering.worker"
# A drawing process that has said nothing for this long, in seconds, is taken to hang.
QUIET_S = 90.0

Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Rendering:
    """What was drawn: the bytes of a PNG and of a film, ``None`` for what was not asked for or could not be had.
    ``notes`` are one line each, for the person who asked.
    """

    view: bytes | None = None
    film: bytes | None = None
    notes: tuple[str, ...] = ()


def check_video(path: Path) -> None:
    """Raise ``VideoError`` when a film cannot be written to ``path``: an unknown ending, or a tool that is missing,
    with the way to get it. Best asked before a run.
    """
    form_of(path)
    check_tool(path)


def render_run(
    output: Path,
    evidence: Path,
    *,
    view: bool = True,
    video: Path | None = None,
    root_joint: str = "root",
    told: Told | None = None,
    environment: Mapping[str, str] | None = None,
) -> Rendering:
    """Draw the run that ``evidence`` (an ``evidence.npz``) records of the compiled ``output``.

    ``view`` asks for the picture over the world, ``video`` for a film; its ending says of which kind, and nothing is
    written to it. ``told(k, n)`` hears that ``k`` of ``n`` frames are drawn. Where nothing can be drawn the answer says
    so in a note; no graphics trouble is raised. ``VideoError`` is: as ``check_video`` does.
    """
    if video is not None:
        check_video(video)
    environment = dict(os.environ if environment is None else environment)
    choices = backends.candidates(environment)
    complaints: list[str] = []
    with tempfile.TemporaryDirectory(prefix="robotdsl-rendering-") as folder:
        wanted = {
            "scene": str((output / "scene.xml").resolve()),
            "evidence": str(evidence.resolve()),
            "root_joint": root_joint,
            "view": str(Path(folder) / "view.png") if view else None,
            "film": None if video is None else str(Path(folder) / f"film{video.suffix.lower()}"),
        }
        for choice in choices:
            attempt = _Attempt(Path(folder), environment_for(environment, choice))
            if attempt.run(wanted, told):
                return Rendering(_taken(wanted["view"]), _taken(wanted["film"]), tuple(attempt.notes))
            complaints.append(f"{choice or 'MuJoCo'}: {attempt.complaint}")
    return Rendering(notes=(_nothing_draws(environment, complaints),))


def _nothing_draws(environment: Mapping[str, str], complaints: list[str]) -> str:
    stated = environment.get(backends.VARIABLE, "")
    if stated and not complaints:
        return f"no rendered picture: {backends.VARIABLE}={stated} turns drawing off"
    if not complaints:
        return f"no rendered picture: neither OSMesa nor EGL is installed; {backends.INSTALL}"
    advice = f"unset {backends.VARIABLE} or {backends.INSTALL}" if stated else backends.INSTALL
    return f"no rendered picture ({'; '.join(complaints)}); {advice}"


def environment_for(environment: Mapping[str, str], choice: str) -> dict[str, str]:
    """The drawing process's environment: the way to draw, and this process's own search path."""
    changed = {**environment, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    changed.pop("PYOPENGL_PLATFORM", None)  # it follows from the choice
    if choice:
        changed[backends.VARIABLE] = choice
    return changed


def _taken(path: str | None) -> bytes | None:
    try:
        return None if path is None else Path(path).read_bytes()
    except FileNotFoundError:
        return None


class _Attempt:
    """One drawing process, in ``folder`` with ``environment``."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._environment = environment
        self.notes: list[str] = []
        self.complaint = ""

    def run(self, request: Mapping[str, Any], told: Told | None) -> bool:
        """Whether the process came to an end of its own and without an error."""
        flags = ["-P", *(["-B"] if sys.dont_write_bytecode else [])]
        errors = self._folder / "errors"
        with errors.open("wb") as stderr:
            try:
                process = subprocess.Popen(
                    [sys.executable, *flags, "-m", WORKER],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    env=self._environment,
                    cwd=self._folder,
                )
            except OSError as error:
                self.complaint = f"no process to draw in: {error.strerror or error}"
                return False
            assert process.stdin is not None and process.stdout is not None
            answered = False
            try:
                with process.stdin as stdin:
                    stdin.write(json.dumps(request).encode("utf-8"))
                answered = self._listen(process.stdout, told)
            except BrokenPipeError:
                answered = True  # it went before it read, and its end says the rest
            finally:
                if not answered:  # silent, or this process was interrupted
                    process.kill()
                process.wait()
                process.stdout.close()
        if not answered:
            self.complaint = f"nothing came for {QUIET_S:g} s"
            return False
        if process.returncode != 0:
            lines = errors.read_text("utf-8", "replace").strip().splitlines()
            died = f"it died of signal {-process.returncode}" if process.returncode < 0 else "it failed"
            self.complaint = lines[-1].strip()[:160] if lines else died
            return False
        return True

    def _listen(self, stream: IO[bytes], told: Told | None) -> bool:
        """Follow the answer to its end; false when it stops coming."""
        lines: queue.Queue[bytes | None] = queue.Queue()

        def read() -> None:
            for line in stream:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=QUIET_S)
            except queue.Empty:
                return False
            if line is None:
                return True
            message = _message(line)
            if "note" in message:
                self.notes.append(str(message["note"]))
            elif "frame" in message and told is not None:
                told(*message["frame"])


def _message(line: bytes) -> dict[str, Any]:
    """A line of the answer; a graphics driver's own chatter is none."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
