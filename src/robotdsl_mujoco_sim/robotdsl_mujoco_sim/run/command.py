"""The command: load, run, judge, write, and tell."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from robotdsl_runtime.evaluation.progress import Progress, columns_of, rewrites
from robotdsl_runtime.evaluation.report import Picture
from robotdsl_runtime.evaluation.results import EVIDENCE, JudgingError
from robotdsl_runtime.evaluation.verdict_table import verdict_table
from robotdsl_runtime.run_folder import RunFolder, RunFolderError, check_place, replaced
from robotdsl_runtime.task.runner import TaskRunner

from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError
from robotdsl_mujoco_sim.rendering.service import VideoError, check_video, render_run
from robotdsl_mujoco_sim.run.interrupt import Interrupt
from robotdsl_mujoco_sim.run.loading import LoadedOutput, load_output
from robotdsl_mujoco_sim.run.loop import Outcome, RunLoop
from robotdsl_mujoco_sim.run.monitors import Monitor, Pacer, ProgressMonitor
from robotdsl_mujoco_sim.run.results import RESULTS, VIEW, exit_code, write_pages, write_record
from robotdsl_mujoco_sim.run.robot import EmbeddedRobot
from robotdsl_mujoco_sim.run.window import Window, WindowError

EXIT_FAULT, EXIT_INTERRUPTED = 2, 130


def run_command(output: Path, options: argparse.Namespace) -> int:
    """Run the output at ``output`` by the arguments of ``embedded.main``; the exit code that it documents."""
    try:
        if options.video is not None:
            check_video(options.video)
            check_place(options.video)
        loaded = load_output(output, options.seed)
        folder = RunFolder.prepare(options.run_dir or output / "run", output, RESULTS)
        return _run(loaded, folder, options)
    except (OutputError, MujocoVersionError, RunFolderError, VideoError, JudgingError) as error:
        _say(f"error: {error}")
        return EXIT_FAULT


def _run(loaded: LoadedOutput, folder: RunFolder, options: argparse.Namespace) -> int:
    outcome = simulate(loaded, _monitors(loaded, options))
    evaluation = write_record(folder, loaded, outcome)
    # Drawing takes a while, and the verdicts need not wait for it.
    _tell(outcome, evaluation, options)
    try:
        pictures = _drawn(loaded, folder, outcome, options)
        if options.report:
            write_pages(folder, loaded, outcome, evaluation, pictures)
    except KeyboardInterrupt:
        _say(f"interrupted while drawing; the results that need no drawing are in {folder.path}")
        return EXIT_INTERRUPTED
    if not (options.quiet or options.json):
        _say(f"results in {folder.path}")
    return exit_code(outcome, evaluation)


def run_loop(
    loaded: LoadedOutput, monitors: Sequence[Monitor] = (), interrupted: Callable[[], bool] = lambda: False
) -> RunLoop:
    """The run of a loaded output, ready to go: its robot with its map, its task, and the loop round them."""
    robot = EmbeddedRobot.of(loaded)
    runner = TaskRunner(loaded.tree, robot, loaded.mission)
    return RunLoop(loaded.simulation, robot, runner, monitors, interrupted)


def simulate(loaded: LoadedOutput, monitors: Sequence[Monitor] = ()) -> Outcome:
    """Drive a loaded output through its task. A first Ctrl-C ends the task, a second one the process."""
    try:
        with Interrupt() as interrupted:
            return run_loop(loaded, monitors, interrupted).run()
    finally:
        for monitor in monitors:
            monitor.close()


def _drawn(loaded: LoadedOutput, folder: RunFolder, outcome: Outcome, options: argparse.Namespace) -> list[Picture]:
    """What MuJoCo can draw of the run: the picture over the world, for the report too, and the film asked for."""
    view_wanted = options.report and options.picture
    if not len(outcome.evidence.time) or not (view_wanted or options.video):
        return []
    with _progress() as progress:
        rendering = render_run(
            loaded.path,
            folder.path / EVIDENCE,
            view=view_wanted,
            video=options.video,
            root_joint=loaded.simulation.drive["root"]["joint"],
            told=None if options.quiet else lambda k, n: progress.show(f"film: frame {k} of {n}"),
        )
    if not options.quiet:
        for note in rendering.notes:
            _say(note)
    film, view = rendering.film, rendering.view
    if film is not None:
        replaced(options.video, lambda path: path.write_bytes(film))
        if not options.quiet:
            _say(f"film in {options.video}")
    if view is None:
        return []
    folder.write(VIEW, view)
    return [Picture(view, "image/png", "The world and the driven path, drawn by MuJoCo")]


def _monitors(loaded: LoadedOutput, options: argparse.Namespace) -> list[Monitor]:
    monitors: list[Monitor] = []
    if not options.quiet:
        monitors.append(ProgressMonitor(_progress(loaded.mission.timeout_s)))
    paced = options.real_time
    if options.view:
        try:
            monitors.append(Window.open(loaded.simulation))
            paced = True
        except WindowError as error:
            _say(f"no window: {error}; the run goes on without")
    if paced:
        monitors.append(Pacer())
    return monitors


def _progress(timeout_s: float | None = None) -> Progress:
    terminal = rewrites(sys.stderr, os.environ)
    return Progress(
        sys.stderr,
        time.perf_counter,
        terminal=terminal,
        timeout_s=timeout_s,
        columns=lambda: columns_of(sys.stderr),
    )


def _tell(outcome: Outcome, evaluation: Mapping[str, Any], options: argparse.Namespace) -> None:
    if options.json:
        print(json.dumps(evaluation, indent=2, ensure_ascii=False), flush=True)
    elif not options.quiet:
        print(verdict_table(outcome.result, evaluation, color=_colored(sys.stdout)), end="", flush=True)


def _colored(stream: TextIO) -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR or a dumb terminal speaks against it; FORCE_COLOR
    speaks for it anywhere.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
