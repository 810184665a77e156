"""Objects seen from above: a region for each shape, where it stands."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Disc, Polygon, bounding_box

FactsOf = Callable[..., Facts]
SPAWN = "spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))"
QUARTER = math.sqrt(0.5)


def facts(facts_of: FactsOf, texts: Any, items: str, scenario: str = 'ref = "empty"') -> Facts:
    world = f"World hall {{ {SPAWN} Scenario room({scenario}) {{ {items} }} }}"
    return facts_of(texts["duo"], world=world, task="Task t { Stop() }")


def box_of(region: Any) -> tuple[float, ...]:
    found = bounding_box([region])
    assert found is not None
    return tuple(round(v, 9) for v in found)


def test_a_gate_is_its_two_posts_and_not_the_way_between(facts_of: FactsOf, texts: Any) -> None:
    found = facts(facts_of, texts, f'Obstacle gate(ref = "bench", pos = (2, 1, 0, 0, 0, {QUARTER}, {QUARTER}))')
    (gate,) = found.world.entities
    assert [box_of(region) for region in gate.regions] == [(1.8, 0.45, 2.2, 0.55), (1.8, 1.45, 2.2, 1.55)]
    assert all(isinstance(region, Polygon) for region in gate.regions)


def test_each_shape_is_taken_at_its_full_pose(facts_of: FactsOf, texts: Any) -> None:
    """The bollard lies along x; stood up about y its cylinder is a disc and the ball comes to lie over it."""
    lying, standing = (
        facts(facts_of, texts, f'Obstacle b(ref = "bollard", pos = (1, 0, 0, 0, {q[0]}, 0, {q[1]}))').world.entities[0]
        for q in ((0, 1), (-QUARTER, QUARTER))
    )
    cylinder, ball = lying.regions
    low_x, low_y, high_x, high_y = box_of(cylinder)
    assert (low_x, high_x) == pytest.approx((0.6, 1.4))
    assert -0.1005 < low_y <= -0.1 and 0.1 <= high_y < 0.1005
    assert ball == Disc((pytest.approx(1.4), pytest.approx(0.0)), 0.12)
    upright, above = standing.regions
    assert isinstance(upright, Disc)
    assert upright.radius == 0.1
    assert upright.center == pytest.approx((0.9, 0.0))
    assert isinstance(above, Disc)
    assert above.center == pytest.approx((0.88, 0.0))


def test_what_does_not_collide_covers_nothing_and_is_still_on_the_map(facts_of: FactsOf, texts: Any) -> None:
    found = facts(
        facts_of,
        texts,
        'Marker a(ref = "poster", pos = (7, 0, 0, 0, 0, 0, 1)) Marker b(ref = "bench", pos = (0, 5, 0, 0, 0, 0, 1))',
    )
    assert [entity.regions for entity in found.world.entities] == [(), ()]
    (x, y), (width, height) = found.world.map_origin, found.world.map_size
    # Two metres beyond the poster's place, and beyond the bench's far leg.
    assert x + width == pytest.approx(9.0)
    assert y + height == pytest.approx(7.2)


def test_an_environment_s_entities_are_the_world_s(facts_of: FactsOf, texts: Any) -> None:
    found = facts(facts_of, texts, "", 'ref = "den"')
    north, seat, spot = found.world.entities
    assert box_of(north.regions[0]) == (-1.0, 1.45, 3.0, 1.55)
    assert [box_of(region) for region in seat.regions] == [(1.45, 0.6, 1.55, 1.0), (2.45, 0.6, 2.55, 1.0)]
    assert spot.regions == ()
