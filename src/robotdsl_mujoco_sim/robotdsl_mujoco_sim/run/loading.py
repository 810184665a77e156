"""Everything of an output directory that a run needs, read and checked before anything moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.shapes import ShapeError
from robotdsl_runtime.evaluation.verdicts import judge
from robotdsl_runtime.navigation.base import Base, BaseError
from robotdsl_runtime.navigation.grid import MapError, OccupancyGrid
from robotdsl_runtime.task.mission import Mission, TaskError
from robotdsl_runtime.task.node import Node
from robotdsl_runtime.task.reader import read_task
from robotdsl_runtime.task.runner import NOT_STARTED

from robotdsl_mujoco_sim.documents import Document, read_document
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.sensors.rays import Lidar, Lidar3D
from robotdsl_mujoco_sim.simulation import Simulation

TARGET, COMPILED = "embedded", "compile.json"
NAVIGATION = "nav/navigation.json"
MISSION = "task/mission.json"
EVALUATION = "task/evaluation.json"


@dataclass(frozen=True, eq=False)
class LoadedOutput:
    """An output ready to run. ``mission_document`` and ``evaluation_document`` are what the judges read."""

    path: Path
    simulation: Simulation
    base: Base
    grid: OccupancyGrid
    tree: Node
    mission: Mission
    mission_document: Document
    evaluation_document: Document

    @property
    def scan(self) -> Lidar | Lidar3D | None:
        """The sensor that the robot looks and localizes with."""
        if self.base.scan is None:
            return None
        sensor = self.simulation.sensors.get(self.base.scan)
        if not isinstance(sensor, Lidar | Lidar3D):
            raise OutputError(f"{NAVIGATION}: {self.base.scan!r} is no lidar of sensors.json")
        return sensor


def load_output(path: Path, seed: int) -> LoadedOutput:
    """Read the output at ``path``. Raises ``OutputError``, or ``MujocoVersionError`` on a MuJoCo it does not run on."""
    if not path.is_dir():
        raise OutputError(f"{path} is not a folder")
    _check_target(path)
    simulation = Simulation.load(path, seed)
    try:
        base = Base.load(path / NAVIGATION)
        if base.map_file is None:
            raise OutputError(f"{NAVIGATION} names no map")
        grid = OccupancyGrid.load(base.map_file)
    except (BaseError, MapError, OSError) as error:
        raise OutputError(f"nav: {error}") from None
    mission_document = read_document(path, MISSION, "robotdsl.mission")
    try:
        tree, mission = read_task(path / "task")
    except TaskError as error:
        raise OutputError(str(error).replace(f"{path}/", "")) from None
    evaluation_document = read_document(path, EVALUATION, "robotdsl.evaluation")
    _judge_nothing(evaluation_document, mission_document)
    loaded = LoadedOutput(path, simulation, base, grid, tree, mission, mission_document, evaluation_document)
    _ = loaded.scan
    return loaded


def _check_target(path: Path) -> None:
    """Another target that was compiled into the folder afterwards replaced some of the files and left the others."""
    if not (path / COMPILED).exists():
        return
    target = read_document(path, COMPILED, "robotdsl.compile").get("target")
    if target != TARGET:
        raise OutputError(
            f"{path} holds what was compiled for {target} by now, and this runs what is compiled for {TARGET}: compile "
            "each target into a folder of its own"
        )


def _judge_nothing(evaluation: Document, mission: Document) -> None:
    """Judge a run that never started, so that none is driven that cannot be judged in the end."""
    try:
        if not isinstance(evaluation["checks"], list):
            raise TypeError("checks is not a list")
        for check in evaluation["checks"]:
            for bound in ("min", "max"):
                if check[bound] is not None and not isinstance(check[bound], int | float):
                    raise TypeError(f"{check['type']}: {bound} is not a number")
        nothing: Document = {"status": NOT_STARTED, "started_at": None, "ended_at": None, "events": []}
        judge(evaluation, mission, nothing, Evidence.empty(), 0.0)
    except KeyError as error:
        raise OutputError(f"{EVALUATION}: cannot be judged: {error.args[0]!r} is missing") from None
    except (ShapeError, TaskError, TypeError, ValueError, AttributeError) as error:
        raise OutputError(f"{EVALUATION}: cannot be judged: {error}") from None
