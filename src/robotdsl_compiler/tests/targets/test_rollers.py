"""The shape of mecanum and omni wheels' rollers, by the contract's figures."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.model.geometry import add, dot, norm, scale, sub
from robotdsl_compiler.targets.mujoco.rollers import Rollers, Unbuildable, roller_places, rollers

RADII = st.floats(0.01, 0.5)
DIAGONAL = math.sqrt(0.5)


def wheel(type: str, radius: float, width: float, axle: Any = (0.0, 1.0, 0.0), lying: Any = None) -> Any:
    ahead = (axle[1], -axle[0], 0.0)
    return SimpleNamespace(
        component=SimpleNamespace(type=type), radius=radius, width=width, axle=axle, rolling=ahead,
        center=(0.2, -0.1, radius), roller_axis=lying,
    )  # fmt: skip


@given(radius=RADII, share=st.floats(0.1085, 0.6655))
def test_a_mecanum_wheels_rollers(radius: float, share: float) -> None:
    shape = rollers(wheel("Mecanum", radius, share * 2.0 * radius))
    assert isinstance(shape, Rollers)
    span = 0.95 * share * 2.0 * radius
    assert shape.lean == math.pi / 4.0
    assert shape.middle_radius == pytest.approx(min(radius, span) / 4.0)
    assert shape.middle_radius + shape.middle == pytest.approx(radius)
    assert len(shape.balls) == 5
    steps = [b - a for (a, _), (b, _) in zip(shape.balls, shape.balls[1:], strict=False)]
    assert steps == pytest.approx([steps[0]] * 4)
    for along, ball in shape.balls:
        # Along the axle and round the rim a roller reaches equally far from the middle of the wheel.
        aside = along * DIAGONAL
        assert math.hypot(aside, shape.middle) + ball == pytest.approx(radius)
        assert abs(aside) + ball <= span / 2.0 * (1.0 + 1e-9)
    assert shape.balls[-1][0] * DIAGONAL + shape.end_radius == pytest.approx(span / 2.0)
    assert shape.end_radius == shape.balls[-1][1] >= 0.2 * shape.middle_radius * (1.0 - 1e-9)
    overlap = shape.count * 2.0 * math.atan(span / 2.0 / shape.middle) / (2.0 * math.pi)
    assert overlap >= 1.1 * (1.0 - 1e-9)
    assert shape.count == 12 or (shape.count - 1) / shape.count * overlap < 1.1
    assert 12 <= shape.count <= 32
    assert shape.ahead == 0.0


@given(radius=RADII, share=st.floats(0.6665, 3.0))
def test_one_that_is_too_wide(radius: float, share: float) -> None:
    assert rollers(wheel("Mecanum", radius, share * 2.0 * radius)) == Unbuildable(wide=True)


@given(radius=RADII, share=st.floats(0.001, 0.108))
def test_one_that_is_too_narrow(radius: float, share: float) -> None:
    assert rollers(wheel("Mecanum", radius, share * 2.0 * radius)) == Unbuildable(wide=False)


@given(radius=RADII, share=st.floats(0.02, 3.0))
def test_an_omni_wheels_rollers(radius: float, share: float) -> None:
    width = share * 2.0 * radius
    shape = rollers(wheel("Omni_wheel", radius, width))
    assert isinstance(shape, Rollers)
    assert shape.lean == math.pi / 2.0
    assert shape.middle_radius == pytest.approx(min(radius / 4.0, 0.95 * width / 2.0))
    assert shape.end_radius >= 0.5 * shape.middle_radius
    for along, ball in shape.balls:
        assert math.hypot(along, shape.middle) + ball == pytest.approx(radius)
    assert shape.count * 2.0 * math.atan(shape.balls[-1][0] / shape.middle) == pytest.approx(2.2 * math.pi)
    # It starts between two balls of a roller.
    assert 0.0 < shape.ahead < math.atan(shape.balls[3][0] / shape.middle)


@pytest.mark.parametrize("lying", [(DIAGONAL, -DIAGONAL, 0.0), (DIAGONAL, DIAGONAL, 0.0)])
@pytest.mark.parametrize("turn", [0.0, 0.05, -0.08])
def test_where_a_mecanum_wheels_rollers_lie(lying: tuple[float, float, float], turn: float) -> None:
    """At 45 degrees to the axle, however that is turned, on the side of the mount's own line, and each a twelfth of a
    turn further round."""
    axle = (-math.sin(turn), math.cos(turn), 0.0)
    given_wheel = wheel("Mecanum", 0.05, 0.04, axle, lying)
    shape = rollers(given_wheel)
    assert isinstance(shape, Rollers)
    places = list(roller_places(given_wheel, shape))
    assert len(places) == shape.count
    middle, under = places[0]
    assert middle == pytest.approx((0.2, -0.1, shape.middle_radius))
    assert abs(dot(under, axle)) == pytest.approx(DIAGONAL)
    assert under[2] == pytest.approx(0.0, abs=1e-12)
    assert abs(dot(under, lying)) == pytest.approx(math.cos(turn))
    for place, axis in places:
        arm = sub(place, given_wheel.center)
        assert norm(arm) == pytest.approx(shape.middle)
        assert dot(arm, axle) == pytest.approx(0.0, abs=1e-12)
        assert dot(arm, axis) == pytest.approx(0.0, abs=1e-12)
        assert dot(axis, axle) == pytest.approx(dot(under, axle))
    # The next one has turned as the wheel does when it rolls ahead: from under the hub to behind it.
    assert dot(sub(places[1][0], middle), given_wheel.rolling) < 0.0


def test_an_omni_wheels_rollers_lie_along_its_rim() -> None:
    given_wheel = wheel("Omni_wheel", 0.05, 0.03, (0.6, 0.8, 0.0))
    shape = rollers(given_wheel)
    assert isinstance(shape, Rollers)
    for place, axis in roller_places(given_wheel, shape):
        assert dot(axis, given_wheel.axle) == pytest.approx(0.0, abs=1e-12)
        assert dot(axis, sub(place, given_wheel.center)) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("type", "width"), [("Mecanum", 0.02), ("Mecanum", 0.06), ("Omni_wheel", 0.03)])
def test_the_rollers_close_the_rim(type: str, width: float) -> None:
    """Turned through a full turn, the wheel never reaches further than its radius and dips by no more than its balls
    leave between them: under a fortieth of it for the widest."""
    given_wheel = wheel(type, 0.05, width, lying=(DIAGONAL, DIAGONAL, 0.0))
    shape = rollers(given_wheel)
    assert isinstance(shape, Rollers)
    balls = [
        (sub(add(place, scale(axis, along)), given_wheel.center), ball)
        for place, axis in roller_places(given_wheel, shape)
        for along, ball in shape.balls
    ]
    lows = []
    for step in range(3600):
        angle = 2.0 * math.pi * step / 3600
        down = (math.sin(angle), 0.0, -math.cos(angle))
        lows.append(max(dot(place, down) + ball for place, ball in balls))
    assert max(lows) <= 0.05 * (1.0 + 1e-12)
    assert min(lows) >= 0.05 * (1.0 - 0.025)
