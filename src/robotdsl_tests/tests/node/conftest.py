"""Puts the tests' own modules on the path; ROS, and outputs of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))

from outputs import composed


@pytest.fixture(scope="module")
def ros() -> Iterator[None]:
    """ROS in a domain of this process's own, also for the processes that it starts. Tests that run beside one another
    share none: those of the runtime have 1 to 40, these 41 to 60, and those of whole outputs 61 to 100.
    """
    import rclpy

    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    os.environ["ROS_DOMAIN_ID"] = str(41 + os.getpid() % 20)
    rclpy.init(domain_id=int(os.environ["ROS_DOMAIN_ID"]))
    yield
    rclpy.shutdown()


@pytest.fixture(scope="session")
def output(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    made: dict[str, Path] = {}

    def make(name: str) -> Path:
        if name not in made:
            made[name] = composed(name, tmp_path_factory.mktemp(name) / "out")
        return made[name]

    return make


@pytest.fixture
def trial(ros: None, output: Callable[[str], Path]) -> Iterator[Callable[..., Any]]:
    """Makes a ``Trial`` of a program, with the node's parameters; it is put away in the end."""
    from trial import Trial

    made: list[Any] = []

    def make(name: str, **parameters: float) -> Any:
        made.append(Trial(output(name), **parameters))
        return made[-1]

    yield make
    for one in made:
        one.close()
