"""Words of Reeds and Shepp against their definition, and against lengths that are known."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.geometry import Pose2, advance, inverse, normalize_angle
from robotdsl_runtime.navigation.reeds_shepp import Word, words

POSES = st.tuples(st.floats(-4.0, 4.0), st.floats(-4.0, 4.0), st.floats(-math.pi, math.pi))


def driven(word: Word, radius: float) -> Pose2:
    pose = (0.0, 0.0, 0.0)
    for steer, length in word:
        pose = advance(pose, length * radius, steer * length)
    return pose


def shortest(goal: Pose2, radius: float = 1.0) -> float:
    return radius * min(sum(abs(length) for _, length in word) for word in words(goal, radius))


@settings(max_examples=200)
@given(POSES, st.floats(0.2, 2.0))
def test_every_word_leads_to_the_goal(goal: Pose2, radius: float) -> None:
    found = list(words(goal, radius))
    assert found
    for word in found:
        end = driven(word, radius)
        assert math.dist(end[:2], goal[:2]) < 1e-6
        assert abs(normalize_angle(end[2] - goal[2])) < 1e-6


@settings(max_examples=100)
@given(POSES)
def test_the_shortest_is_as_long_there_as_back_and_mirrored(goal: Pose2) -> None:
    there = shortest(goal)
    assert there >= math.hypot(goal[0], goal[1]) - 1e-9
    assert there >= abs(goal[2]) - 1e-9
    # Driven from the end backwards, and seen from below.
    assert shortest(inverse(goal)) == pytest.approx(there, abs=1e-6)
    assert shortest((goal[0], -goal[1], -goal[2])) == pytest.approx(there, abs=1e-6)


@pytest.mark.parametrize(
    ("goal", "length"),
    [
        ((3.0, 0.0, 0.0), 3.0),
        ((-3.0, 0.0, 0.0), 3.0),
        ((1.0, 1.0, math.pi / 2.0), math.pi / 2.0),
        # Round on the spot: three arcs of a sixth of a circle each.
        ((0.0, 0.0, math.pi), math.pi),
        ((0.0, 2.0, math.pi), math.pi),
        # Two quarters that face each other.
        ((2.0, 2.0, 0.0), math.pi),
    ],
)
def test_known_lengths(goal: Pose2, length: float) -> None:
    assert shortest(goal) == pytest.approx(length, abs=1e-6)
    assert shortest((0.3 * goal[0], 0.3 * goal[1], goal[2]), 0.3) == pytest.approx(0.3 * length, abs=1e-6)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from((-1, 0, 1)), st.floats(-2.0, 2.0)), min_size=1, max_size=4))
def test_no_way_of_arcs_and_straights_is_shorter(way: list[tuple[int, float]]) -> None:
    """Any way that a car can drive is at least as long as the shortest word to where it ends."""
    end = driven(tuple(way), 1.0)
    assert shortest(end) <= sum(abs(length) for _, length in way) + 1e-6
