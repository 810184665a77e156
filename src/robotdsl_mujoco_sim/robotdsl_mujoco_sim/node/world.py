"""The simulation of a ROS target's output: its robot description in its world document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_mujoco_sim.documents import Document
from robotdsl_mujoco_sim.engine import require_supported_mujoco
from robotdsl_mujoco_sim.errors import DescriptionError, OutputError
from robotdsl_mujoco_sim.model.output import WORLD, output_spec, read_world
from robotdsl_mujoco_sim.model.robot import ROOT_JOINT
from robotdsl_mujoco_sim.model.spec import compiled
from robotdsl_mujoco_sim.sensors.spec import SensorSpec, read_sensors
from robotdsl_mujoco_sim.simulation import Simulation


@dataclass(frozen=True, eq=False)
class LoadedWorld:
    """An output ready to be stepped: the robot ``robot`` in the world ``name``. ``track_topic`` is where a tracked
    base's motion arrives, ``None`` without one.
    """

    path: Path
    name: str
    robot: str
    pose_topic: str
    actuators: Sequence[Mapping[str, Any]]
    track_topic: str | None
    sensors: tuple[SensorSpec, ...]
    simulation: Simulation


def load_world(output: Path, seed: int = 0) -> LoadedWorld:
    """Raises ``OutputError`` for a file that is missing or damaged, ``MujocoVersionError`` on a MuJoCo that this does
    not run on.
    """
    require_supported_mujoco()
    document = read_world(output)
    spec = output_spec(output, document)
    sensors = read_sensors(document, WORLD)
    try:
        simulation = Simulation(compiled(spec, str(output)), _drive(document), sensors, seed)
        tracks = document["tracks"]
        return LoadedWorld(
            output,
            document["world"],
            document["robot"],
            document["pose_topic"],
            document["actuators"],
            None if tracks is None else tracks["topic"],
            sensors,
            simulation,
        )
    except DescriptionError as error:
        raise OutputError(str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise OutputError(f"{WORLD} is damaged: {type(error).__name__}: {error}") from None


def _drive(document: Document) -> Document:
    """The base as its simulation knows it. Its joints are told one by one from outside; only belts are its own."""
    root = {"body": document["root"], "joint": ROOT_JOINT}
    tracks = document["tracks"]
    if tracks is None:
        return {"root": root, "kinematics": "stand"}
    return {"root": root, "kinematics": "tracks", "belts": tracks["belts"]}
