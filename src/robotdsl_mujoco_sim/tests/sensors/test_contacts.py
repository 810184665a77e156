"""Bumpers and the ground, by driving into things."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handmade_output import BUMPER, Entity
from robotdsl_mujoco_sim.sensors.contacts import Bumper
from robotdsl_mujoco_sim.simulation import Simulation

Loader = Callable[..., Simulation]


def pressed(sim: Simulation, seconds: float) -> tuple[str, ...]:
    sim.command_wheels((4.0, 4.0))
    sim.advance(seconds)
    return sim.sensor("bumper", Bumper).read()


def test_a_free_bumper_reports_nothing_though_the_robot_stands(simulation: Loader) -> None:
    sim = simulation()
    sim.advance(0.5)
    assert sim.contacts.on_ground()
    assert sim.sensor("bumper", Bumper).read() == ()


def test_pressing_a_box(simulation: Loader) -> None:
    # The bumper's face is 0.16 m ahead; the box's is 0.3 m ahead.
    sim = simulation(entities=(Entity("crate", (0.2, 0.5, 0.4), (0.4, 0.0, 0.2)),))
    sim.advance(0.3)
    assert pressed(sim, 0.3) == ()
    assert pressed(sim, 1.0) == ("crate",)
    sim.command_wheels((-4.0, -4.0))
    sim.advance(0.6)
    assert sim.sensor("bumper", Bumper).read() == ()


def test_where_it_is_pressed(simulation: Loader) -> None:
    sim = simulation(entities=(Entity("crate", (0.2, 0.5, 0.4), (0.4, 0.0, 0.2)),))
    sim.advance(0.3)
    bumper = sim.sensor("bumper", Bumper)
    assert bumper.touches() == ()
    assert pressed(sim, 1.3) == ("crate",)
    touches = bumper.touches()
    assert {(touch.own, touch.entity, touch.other) for touch in touches} == {
        ("bumper_collision", "crate", "crate::link")
    }
    for touch in touches:
        assert touch.position[0] == pytest.approx(0.3, abs=0.002)
        # Away from the box, back to the robot.
        assert touch.normal == pytest.approx((-1.0, 0.0, 0.0), abs=1e-6)
        assert 0.0 <= touch.depth < 0.002


def test_two_boxes_are_named_in_order(simulation: Loader) -> None:
    boxes = tuple(Entity(name, (0.2, 0.1, 0.4), (0.4, y, 0.2)) for name, y in (("right", -0.08), ("left", 0.08)))
    sim = simulation(entities=boxes)
    sim.advance(0.3)
    assert pressed(sim, 1.3) == ("left", "right")


def test_a_mark_presses_nothing(simulation: Loader) -> None:
    sim = simulation(entities=(Entity("mark", (0.2, 0.5, 0.4), (0.4, 0.0, 0.2), type="Marker"),))
    sim.advance(0.3)
    assert pressed(sim, 1.0) == ()


def test_only_the_bumpers_own_geoms_count(simulation: Loader) -> None:
    # The box touches the wheel and the chassis from the side, not the bumper ahead.
    sim = simulation(entities=(Entity("crate", (0.2, 0.2, 0.4), (0.0, 0.275, 0.2)),))
    assert sim.sensor("bumper", Bumper).read() == ()
    wheel = sim.model.geom("left_wheel_collision").id
    assert sim.contacts.touching([wheel]) == ("crate",)


def test_no_ground_in_the_air(simulation: Loader) -> None:
    assert simulation(spawn=(0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)).contacts.on_ground() == ()


def test_a_support_surface_is_an_entity(simulation: Loader) -> None:
    ramp = Entity("pad", (2.0, 2.0, 0.1), (0.0, 0.0, 0.0), type="SupportSurface")
    sim = simulation(entities=(ramp,), spawn=(0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 1.0), sensors=(BUMPER,))
    sim.advance(0.5)
    assert sim.contacts.on_ground() == ()
    assert sim.contacts.touching([sim.model.geom("caster_collision").id]) == ("pad",)
