"""What the judges of launched outputs find wrong, without anything launched."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from robotdsl_runtime.nodes.transforms import Transform
from robotdsl_tests.launched.build import build
from robotdsl_tests.launched.cases import CASES, Driven, Motion
from robotdsl_tests.launched.drive import compare
from robotdsl_tests.launched.motion import Track, motion_of, since

DRIVEN = Driven(())


def arc(v: float, w: float, ahead: float, left: float = 0.0) -> Track:
    """A base whose point ``ahead`` of it and to its ``left`` moves along an arc, over 2 s."""
    found: Track = []
    for k in range(101):
        t = 0.02 * k
        yaw = w * t
        x, y = (v / w * math.sin(yaw), v / w * (1.0 - math.cos(yaw))) if w else (v * t, 0.0)
        cos, sin = math.cos(yaw), math.sin(yaw)
        place = (x - ahead * cos + left * sin, y - ahead * sin - left * cos, 0.0)
        found.append((10.0 + t, Transform(place, (0.0, 0.0, math.sin(0.5 * yaw), math.cos(0.5 * yaw)))))
    return found


@pytest.mark.parametrize(("v", "w"), [(0.3, 0.0), (0.2, 0.5), (-0.25, -1.2)])
@pytest.mark.parametrize("center", [(0.0, 0.0), (-0.13, 0.0), (0.05, 0.2)])
def test_a_motion_is_that_of_the_point_that_the_base_turns_about(
    v: float, w: float, center: tuple[float, float]
) -> None:
    assert motion_of(arc(v, w, *center), center) == pytest.approx((v, 0.0, w), abs=1e-4)


def test_a_part_of_a_track() -> None:
    assert [round(t, 2) for t, _ in since(arc(0.3, 0.0, 0.0), 11.0, 11.04)] == [11.0, 11.02, 11.04]


@pytest.mark.parametrize(
    ("told", "moved"),
    [
        ((0.3, 0.0, 0.0), (0.29, 0.01, 0.02)),
        ((0.0, 0.0, 0.6), (0.01, 0.01, 0.57)),
        ((0.15, -0.15, 0.0), (0.15, -0.14, 0.0)),
        ((-0.25, 0.0, 0.2), (-0.24, 0.0, 0.19)),
    ],
)
def test_a_base_that_moves_as_it_is_told(told: Motion, moved: Motion) -> None:
    assert compare(told, moved, DRIVEN) == []


@pytest.mark.parametrize(
    ("told", "moved", "said"),
    [
        ((0.3, 0.0, 0.0), (0.2, 0.0, 0.0), "it moves (0.200"),
        ((0.3, 0.0, 0.0), (-0.3, 0.0, 0.0), "it moves (-0.300"),
        ((0.3, 0.0, 0.0), (0.3, 0.1, 0.0), "it moves aside"),
        ((0.3, 0.0, 0.0), (0.3, 0.0, 0.2), "it turns by 0.200"),
        ((0.0, 0.0, 0.6), (0.1, 0.0, 0.6), "it moves aside"),
        ((0.0, 0.0, 0.6), (0.0, 0.0, -0.6), "it turns by -0.600"),
        ((0.2, 0.0, 0.6), (0.2, 0.0, 0.3), "it turns by 0.300"),
    ],
)
def test_a_base_that_does_not(told: Motion, moved: Motion, said: str) -> None:
    (found,) = compare(told, moved, DRIVEN)
    assert found.startswith(said)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    built = build(CASES["gz-drive-demo"], tmp_path)
    missing = built.missing({}, {"PATH": "", "AMENT_PREFIX_PATH": ""})
    assert missing is not None and missing.endswith("is not installed")
