"""The page's kinematics and the runtime's are the same: one drive document, one motion, the same commands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.kinematics.drive import drive_of
from robotdsl_runtime.kinematics.tracks import BeltSurfaces

from .conftest import BASES, Ask

SAME = 1e-9


def motions() -> list[tuple[float, float, float]]:
    """Standstill, each motion alone, and mixtures below and above what motors reach."""
    some = random.Random(7)
    alone = [(v, 0.0, 0.0) for v in (0.3, -0.3, 5.0)] + [(0.0, 0.4, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -9.0)]
    mixed = [(some.uniform(-2, 2), some.uniform(-2, 2), some.uniform(-4, 4)) for _ in range(200)]
    return [(0.0, 0.0, 0.0), *alone, *mixed]


def test_wheels_and_kingpins_are_told_the_same(ask: Ask, drives: Mapping[str, dict[str, Any]]) -> None:
    asked = motions()
    answers = ask("controls", drives=list(drives.values()), motions=asked)
    compared = 0
    for name, answer in zip(drives, answers, strict=True):
        drive = drive_of(drives[name])
        for motion, told in zip(asked, answer, strict=True):
            wanted = drive.command(motion)
            parts = list(zip(drive.wheels, wanted.wheels, strict=True))
            if motion != (0.0, 0.0, 0.0):
                parts += zip(drive.kingpins, wanted.kingpins, strict=True)
            found = {one["actuator"]: one["value"] for one in told}
            if drive.kingpins and len(found) == len(drive.wheels):
                # A car that is told to turn on the spot stands, and keeps its kingpins as they are.
                assert motion[0] == 0.0 and wanted.kingpins == (0.0,) * len(drive.kingpins)
                parts = parts[: len(drive.wheels)]
            assert found == pytest.approx({part.actuator: value for part, value in parts}, abs=SAME), (name, motion)
            compared += len(found)
    assert compared > 100 * len(BASES)


def test_belts_move_the_same(ask: Ask) -> None:
    some = np.random.default_rng(3)
    centers = some.uniform(-0.5, 0.5, (6, 3))
    rotations = np.linalg.qr(some.normal(size=(6, 3, 3)))[0]
    limits = [None, 0.4, 0.4, 1.5, None, 0.8]
    surfaces = BeltSurfaces(centers, rotations, limits)
    asked = [(v, w) for v, _, w in motions()]
    geoms = [
        {"center": center, "turn": turn, "max_speed": limit}
        for center, turn, limit in zip(centers.tolist(), rotations.reshape(6, 9).tolist(), limits, strict=True)
    ]
    for (v, w), found in zip(asked, ask("surfaces", geoms=geoms, motions=asked), strict=True):
        assert np.array(found) == pytest.approx(surfaces.motion(*surfaces.held(v, w)), abs=SAME)
