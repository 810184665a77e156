"""Values: what ``dataclass(frozen=True, slots=True)`` makes, with methods that all of them share."""

from __future__ import annotations

import dataclasses

import pytest
from robotdsl_compiler.support.value import value


@value
class Point:
    x: float
    y: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    x: float
    y: float = 0.0


@value
class Twin:
    x: float
    y: float = 0.0


def test_it_is_a_frozen_data_class_with_slots() -> None:
    point = Point(1.0)
    assert [field.name for field in dataclasses.fields(point)] == ["x", "y"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2.0
    with pytest.raises(AttributeError):
        _ = point.__dict__
    with pytest.raises(TypeError):
        Point()


def test_it_is_compared_hashed_and_shown_as_a_data_class_is() -> None:
    assert Point(1.0) == Point(1.0, 0.0)
    assert Point(1.0) != Point(1.0, 2.0)
    assert Point(1.0) != Twin(1.0)
    assert Point(1.0) != (1.0, 0.0)
    assert {Point(1.0): "a"}[Point(1.0, 0.0)] == "a"
    assert hash(Point(1.0, 2.0)) == hash(Made(1.0, 2.0))
    assert repr(Point(1.0, 2.0)) == repr(Made(1.0, 2.0)).replace("Made", "Point")
