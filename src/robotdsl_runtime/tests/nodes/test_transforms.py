"""The tree of the latest transforms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.geometry import compose
from robotdsl_runtime.nodes.transforms import Transform, TransformTree

coordinate = st.floats(-10.0, 10.0)
angle = st.floats(-3.0, 3.0)
planar = st.tuples(coordinate, coordinate, angle)


def flat(x: float, y: float, yaw: float) -> Transform:
    return Transform((x, y, 0.0), (0.0, 0.0, math.sin(yaw / 2.0), math.cos(yaw / 2.0)))


@settings(max_examples=60)
@given(planar, planar)
def test_a_chain_is_the_composition_of_its_transforms(
    odom: tuple[float, float, float], base: tuple[float, float, float]
) -> None:
    tree = TransformTree()
    tree.set("map", "odom", flat(*odom))
    tree.set("odom", "base", flat(*base))
    found, back = tree.lookup("map", "base"), tree.lookup("base", "map")
    assert found is not None and back is not None
    x, y, yaw = compose(odom, base)
    assert found.planar[:2] == pytest.approx((x, y), abs=1e-9)
    assert math.cos(found.planar[2] - yaw) == pytest.approx(1.0, abs=1e-9)
    assert (found @ back).position == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_frames_of_one_parent_are_joined_through_it() -> None:
    tree = TransformTree()
    tree.set("base", "camera", flat(0.2, 0.0, 0.0))
    tree.set("base", "laser", flat(-0.1, 0.05, math.pi / 2.0))
    found = tree.lookup("laser", "camera")
    assert found is not None
    # Ahead of the base is to the right of a laser that looks left.
    assert found.planar == pytest.approx((-0.05, -0.3, -math.pi / 2.0))


def test_the_last_word_counts_and_nonsense_does_not() -> None:
    tree = TransformTree()
    tree.set("odom", "base", flat(1.0, 0.0, 0.0), 1.0)
    tree.set("odom", "base", flat(2.0, 0.0, 0.0), 2.0)
    tree.set("odom", "base", Transform((math.nan, 0.0, 0.0)), 3.0)
    tree.set("odom", "base", Transform((3.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)), 3.0)
    tree.set("base", "base", flat(0.0, 0.0, 0.0))
    found = tree.lookup("odom", "base")
    assert found is not None and found.position[0] == 2.0
    assert tree.time("base") == 2.0
    # A rotation that is not of length 1 is brought to it.
    tree.set("odom", "base", Transform((0.0, 0.0, 0.0), (0.0, 0.0, 2.0, 2.0)))
    turned = tree.lookup("odom", "base")
    assert turned is not None and turned.planar[2] == pytest.approx(math.pi / 2.0)


def test_what_nothing_joins_is_not_known() -> None:
    tree = TransformTree()
    assert tree.lookup("map", "base") is None
    same = tree.lookup("base", "base")
    assert same is not None and same.position == (0.0, 0.0, 0.0)
    tree.set("odom", "base", flat(1.0, 0.0, 0.0))
    assert tree.lookup("map", "base") is None
    assert tree.time("odom") is None
    # A ring, which no sound robot publishes, ends all the same.
    tree.set("base", "odom", flat(1.0, 0.0, 0.0))
    assert tree.lookup("map", "base") is None
