"""Random worlds driven through by the example robot, with the real compiler, physics, sensors and navigator.

Each world is compiled for the embedded target, run with several seeds of the sensors' noise, and judged by where the
robot truly was. What counts: every world that the planner calls reachable, with everything in it drawn, is driven to
within the goal's tolerance without touching anything; a run that is not ends with a failure that says why.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from robotdsl_mujoco_sim.run.command import run_loop
from robotdsl_mujoco_sim.run.loading import LoadedOutput, load_output
from robotdsl_mujoco_sim.run.results import judged
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.path import Path as DrivenPath
from robotdsl_runtime.navigation.planner import Planner
from robotdsl_runtime.task.mission import planar

from robotdsl_libraries import program
from robotdsl_tests.arguments import count, new_file
from robotdsl_tests.campaigns.programs import CompilationError, compiled
from robotdsl_tests.campaigns.worlds import World, random_world

# The share of the runs through reachable worlds that has to arrive.
AIM = 0.98
# A closest approach below this is a touch, as the evaluation counts it, m.
TOUCH_M = 0.005


@dataclass(frozen=True, slots=True)
class Run:
    """One run: ``ending`` is ``arrived``, ``failed`` (with a reason of the navigator's), ``touched`` or ``hung``.

    ``clearance`` is the closest approach to any obstacle and ``miss`` the distance from the goal at the end, both of
    the ground truth, m; ``simulated`` and ``wall`` are seconds.
    """

    world: int
    seed: int
    kind: str
    hidden: int
    ending: str
    message: str
    clearance: float
    miss: float
    simulated: float
    wall: float


@dataclass(frozen=True, slots=True)
class Driven:
    """What came of one world: no run where the planner finds no way."""

    world: int
    kind: str
    reachable: bool
    runs: tuple[Run, ...]


def drive(world: World, seeds: Sequence[int], folder: Path, robot: str = "demo") -> Driven:
    """Compile ``world`` below ``folder`` and run it once for each of ``seeds``."""
    output = compiled(world, folder, robot)
    loaded = load_output(output, 0)
    if not _reachable(loaded, output):
        return Driven(world.seed, world.kind, False, ())
    return Driven(world.seed, world.kind, True, tuple(run(world, output, seed) for seed in seeds))


def _reachable(loaded: LoadedOutput, output: Path) -> bool:
    """Whether the planner finds a way with what is drawn, and with everything drawn."""
    goal = planar(next(iter(loaded.mission.goals.values())).pose)
    grids = [loaded.grid]
    full = output / "nav/full/map.yaml"
    if full.exists():
        grids.append(OccupancyGrid.load(full))
    base = loaded.base
    start, end = base.turning_center(planar(loaded.mission.spawn)), base.turning_center(goal)
    return all(isinstance(Planner(grid, base).plan(start, end), DrivenPath) for grid in grids)


def run(world: World, output: Path, seed: int) -> Run:
    began = time.perf_counter()
    loaded = load_output(output, seed)
    outcome = run_loop(loaded).run()
    evaluation = judged(loaded, outcome)
    physical, result = evaluation["physical"], outcome.result
    clearance = math.inf if physical["clearance"] is None else float(physical["clearance"]["distance_m"])
    miss = math.inf if physical["goal"] is None else float(physical["goal"]["distance_m"])
    status = result["status"]
    messages = [event["message"] for event in result["events"] if event["message"]]
    message = "; ".join(messages) or str(result["message"])
    if clearance < TOUCH_M:
        ending = "touched"
    elif status == "success" and miss <= loaded.base.goal_tolerance_m:
        ending = "arrived"
    elif status == "failure" and message.startswith(("no_path", "blocked", "stuck")):
        ending = "failed"
    elif status == "success":
        ending, message = "failed", f"ended {miss:.2f} m from the goal and took that for success"
    else:
        ending, message = "hung", f"{status}: {message}"
    start, end = result["started_at"] or 0.0, result["ended_at"] or 0.0
    return Run(
        world.seed, seed, world.kind, world.hidden, ending, message, clearance, miss, end - start,
        time.perf_counter() - began,
    )  # fmt: skip


def footprint(folder: Path, robot: str) -> tuple[float, float, float]:
    """Length and width of a program's robot, and how wide a passage must be for it to drive round a right angle in it
    (0 where it turns in place), m.
    """
    nothing = World(0, "empty", (), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    base = json.loads((compiled(nothing, folder, robot) / "nav/navigation.json").read_text())
    xs, ys = zip(*base["footprint"], strict=True)
    bend = 0.0
    if not base["turns_in_place"]:
        # On its tightest circle the robot sweeps over a ring; with the corner at the ring's inner rim, in the middle of
        # the turn, the walls across stand at its outer one.
        radius, front = base["min_turning_radius_m"], max(xs) - base["turning_center_m"][0]
        inner = max(radius + min(ys), 0.0)
        bend = math.hypot(radius + max(ys), front) - math.sqrt(0.5) * inner
    return max(xs) - min(xs), max(ys) - min(ys), bend


def campaign(numbers: Iterable[int], seeds: Sequence[int], robot: str = "demo", jobs: int = 1) -> Iterator[Driven]:
    """Drive through the worlds of these numbers, each with every seed, in the order of the numbers."""
    with tempfile.TemporaryDirectory(prefix="robotdsl-campaign-") as name:
        size = footprint(Path(name) / "empty", robot)
    tasks = [(number, tuple(seeds), size, robot) for number in numbers]
    if jobs == 1:
        yield from map(_one, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_one, tasks)


def _one(task: tuple[int, tuple[int, ...], tuple[float, float, float], str]) -> Driven:
    number, seeds, size, robot = task
    with tempfile.TemporaryDirectory(prefix="robotdsl-campaign-") as name:
        return drive(random_world(number, *size), seeds, Path(name), robot)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign; 0 when the aim is met: enough arrivals, and every other run a clear failure."""
    parser = argparse.ArgumentParser(
        prog="./robotdsl campaign", description="Drive through seeded random worlds and judge it."
    )
    parser.add_argument("--worlds", type=count, default=50, help="how many reachable worlds (default 50)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first world (default 0)")
    parser.add_argument("--seeds", type=count, default=2, help="runs of each world (default 2)")
    parser.add_argument(
        "--robot", type=_program, default="demo", help="the example program whose robot drives (default demo)"
    )
    parser.add_argument("--jobs", type=count, default=1, help="processes (default 1)")
    parser.add_argument("--json", type=new_file, help="write every run to this file")
    options = parser.parse_args(arguments)
    runs: list[Run] = []
    reachable = unreachable = 0
    # Worlds are drawn until enough of them are reachable; some share never is.
    numbers = range(options.first, options.first + 4 * options.worlds)
    try:
        for driven in campaign(numbers, range(options.seeds), options.robot, options.jobs):
            _tell(driven)
            runs += driven.runs
            reachable += driven.reachable
            unreachable += not driven.reachable
            if reachable == options.worlds:
                break
    except CompilationError as error:
        print(f"error: the robot of {options.robot} cannot be driven: {error}", file=sys.stderr)
        return 2
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(run) for run in runs], indent=2) + "\n", encoding="utf-8")
    return _summary(runs, reachable, unreachable)


def _program(name: str) -> str:
    """An example program's name."""
    if not (name.isidentifier() and program(name)):
        raise argparse.ArgumentTypeError(f"there is no example program {name!r}")
    return name


def _tell(driven: Driven) -> None:
    if not driven.reachable:
        print(f"world {driven.world:3d}  {driven.kind:<17} no way by the planner", flush=True)
    for run in driven.runs:
        line = (
            f"world {run.world:3d}  {run.kind:<17} seed {run.seed}  {run.ending:<8} {run.simulated:6.1f} s  "
            f"closest {run.clearance:6.3f} m  {run.miss:5.3f} m from the goal"
        )
        print(line + (f"  ({run.message})" if run.ending != "arrived" else ""), flush=True)


def _summary(runs: Sequence[Run], reachable: int, unreachable: int) -> int:
    endings = Counter(run.ending for run in runs)
    total = len(runs)
    arrived = endings["arrived"]
    print(f"\n{reachable} reachable worlds ({unreachable} more are not), {total} runs")
    for ending in ("arrived", "failed", "touched", "hung"):
        print(f"  {ending:<8} {endings[ending]:4d}")
    if not total:
        return 1
    simulated, wall = sum(run.simulated for run in runs), sum(run.wall for run in runs)
    print(f"  {simulated:.0f} s simulated in {wall:.0f} s, {simulated / max(wall, 1e-9):.1f} times real time")
    print(f"  closest approach of all: {min(run.clearance for run in runs):.3f} m")
    met = arrived >= AIM * total and arrived + endings["failed"] == total
    print(f"  aim: {AIM:.0%} arrive and the rest fail clearly: {'met' if met else 'missed'}")
    return 0 if met else 1
