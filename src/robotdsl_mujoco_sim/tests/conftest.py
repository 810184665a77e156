"""Puts the tests' own modules on the path, and writes outputs by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))

from handmade_output import Setup, write_output
from robotdsl_mujoco_sim.simulation import Simulation

Writer = Callable[..., Path]
Loader = Callable[..., Simulation]


@pytest.fixture
def output(tmp_path: Path) -> Writer:
    """Writes an output directory: ``output(entities=…, sensors=…)``, every argument a field of ``Setup``."""

    def write(name: str = "out", **fields: Any) -> Path:
        return write_output(tmp_path / name, Setup(**fields))

    return write


@pytest.fixture
def simulation(output: Writer) -> Loader:
    """Loads such an output: ``simulation(entities=…, seed=…)``."""

    def load(seed: int = 0, **fields: Any) -> Simulation:
        return Simulation.load(output(**fields), seed)

    return load
