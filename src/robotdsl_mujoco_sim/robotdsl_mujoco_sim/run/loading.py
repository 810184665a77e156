"""Everything of an output directory that a run needs, read and checked before anything moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robotdsl_runtime.evaluation.results import JudgingError, check_judgeable
from robotdsl_runtime.navigation.base import Base, BaseError
from robotdsl_runtime.navigation.grid import MapError, OccupancyGrid
from robotdsl_runtime.task.mission import Mission, TaskError
from robotdsl_runtime.task.node import Node
from robotdsl_runtime.task.reader import read_task

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
    try:
        check_judgeable(evaluation_document, mission_document)
    except JudgingError as error:
        raise OutputError(f"{EVALUATION}: {error}") from None
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
