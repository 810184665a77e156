"""How much of the time of an embedded run is the physics, and of a scan the casting of its beams.

Each ratio is of two things done in turn in one process, on the same model and the same motion; medians are compared.
Reading the output, preparing the map and writing results are no part of it: they take the same for a run of any length.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import mujoco
import numpy as np
from robotdsl_mujoco_sim.run.command import run_loop
from robotdsl_mujoco_sim.run.loading import LoadedOutput, load_output
from robotdsl_mujoco_sim.run.monitors import Active
from robotdsl_mujoco_sim.sensors.rays import SEEN_GROUPS, Lidar

from robotdsl_tests.benchmarks.process import Measure

_SCANS = 200


class _Commands:
    """Notes what the wheels were told in each control period of a run, so that the bare physics can repeat it."""

    def __init__(self, loaded: LoadedOutput) -> None:
        self._simulation = loaded.simulation
        self.periods: list[tuple[int, list[float]]] = []
        self._step = 0

    def update(self, simulated: float, active: Active) -> None:
        steps = self._simulation.steps
        # What is in force now was told at the end of the period before this moment.
        self.periods.append((steps - self._step, self._simulation.data.ctrl.tolist()))
        self._step = steps

    def close(self) -> None:
        return None


def measures(output: Path, repeats: int) -> Iterator[Measure]:
    """The benchmark of the compiled ``output``, each ratio from ``repeats`` pairs."""
    yield from _stepping(output, repeats)
    yield from _scanning(output, repeats)


def _stepping(output: Path, repeats: int) -> Iterator[Measure]:
    loaded = load_output(output, 0)
    commands = _Commands(loaded)
    run_loop(loaded, [commands]).run()
    simulated = sum(steps for steps, _ in commands.periods) * loaded.simulation.timestep
    runs, bare = [], []
    for _ in range(repeats):
        runs.append(_seconds(run_loop(load_output(output, 0)).run))
        bare.append(_bare_stepping(loaded.simulation.model, commands.periods))
    pairs = [stepping / run for run, stepping in zip(runs, bare, strict=True)]
    yield Measure(
        "simulated seconds per second, lidar on",
        f"{simulated / statistics.median(runs):.2f}",
        "",
        f"{simulated:.1f} s simulated; bare mj_step: {simulated / statistics.median(bare):.0f}",
    )
    yield Measure(
        "run's speed / bare mj_step's",
        f"{statistics.median(bare) / statistics.median(runs):.2f}",
        "at least 0.6",
        f"{min(pairs):.2f} to {max(pairs):.2f}",
    )


def _bare_stepping(model: mujoco.MjModel, periods: list[tuple[int, list[float]]]) -> float:
    """Seconds that MuJoCo alone takes for the motion of a run, stepped in the same portions."""
    data = mujoco.MjData(model)
    mujoco.mj_resetData(model, data)

    def steps() -> None:
        for count, ctrl in periods:
            data.ctrl[:] = ctrl
            mujoco.mj_step(model, data, nstep=count)

    return _seconds(steps)


def _scanning(output: Path, repeats: int) -> Iterator[Measure]:
    """A scan of the output's first planar lidar, readings and all, against one bare call for the same beams."""
    simulation = load_output(output, 0).simulation
    lidar = next((sensor for sensor in simulation.sensors.values() if isinstance(sensor, Lidar)), None)
    if lidar is None:
        return
    simulation.advance(0.5)
    model, data = simulation.model, simulation.data
    origin = lidar.beams.origin.copy()
    turned = (lidar.scan_directions @ data.body(lidar.spec.body).xmat.reshape(3, 3).T).reshape(-1)
    count = len(lidar.scan_directions)
    distances, geoms = np.empty(count), np.empty(count, dtype=np.int32)
    reach = lidar.spec.number("range_max_m")

    def bare() -> None:
        mujoco.mj_multiRay(model, data, origin, turned, SEEN_GROUPS, True, -1, geoms, distances, None, count, reach)

    pairs = [(_seconds(lidar.read, _SCANS), _seconds(bare, _SCANS)) for _ in range(repeats)]
    ratios = [scan / cast for scan, cast in pairs]
    scan, cast = (statistics.median(values) for values in zip(*pairs, strict=True))
    yield Measure(
        f"scan of {count} beams / bare mj_multiRay",
        f"{scan / cast:.2f}",
        "",
        f"{min(ratios):.2f} to {max(ratios):.2f}; {1e6 * scan / _SCANS:.0f} us",
    )


def _seconds(work: Callable[[], object], times: int = 1) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return time.perf_counter() - start
