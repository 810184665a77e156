"""The model of a ROS target's output directory: its robot description in the world that its world document states."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import mujoco

from robotdsl_mujoco_sim.documents import Document, read_document
from robotdsl_mujoco_sim.errors import DescriptionError, OutputError
from robotdsl_mujoco_sim.model.description import read_description
from robotdsl_mujoco_sim.model.load import load_description
from robotdsl_mujoco_sim.model.robot import put_robot
from robotdsl_mujoco_sim.model.scenery import put_scenery
from robotdsl_mujoco_sim.model.spec import compiled

ROBOT, WORLD, SCHEMA = "robot/robot.urdf", "world/mujoco.json", "robotdsl.mujoco_world"
# What stands in a file of an output for the directory itself.
OUTPUT_DIR = "${OUTPUT_DIR}"


def read_world(output: Path) -> Document:
    """The world document. Raises ``OutputError``."""
    return read_document(output, WORLD, SCHEMA)


def output_spec(output: Path, world: Document) -> mujoco.MjSpec:
    """The specification of the robot in its world, open for what else a simulation adds to it.

    Raises ``OutputError`` when a file is missing or damaged.
    """
    try:
        # In a URI, which stands for any folder whatever its name means in XML.
        description = read_description(output / ROBOT, (), {OUTPUT_DIR: quote(str(output.resolve()))})
        spec = load_description(description).spec
        put_robot(spec, world)
        put_scenery(spec, world, output)
    except DescriptionError as error:
        raise OutputError(str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise OutputError(f"{WORLD} is damaged: {type(error).__name__}: {error}") from None
    return spec


def output_model(output: Path) -> mujoco.MjModel:
    """The model of an output. Raises ``OutputError``."""
    spec: Any = output_spec(output, read_world(output))
    try:
        return compiled(spec, str(output))
    except DescriptionError as error:
        raise OutputError(str(error)) from None
