"""The rules on a world of objects and environments: each looks at every shape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Pose, Quaternion, Vec3
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Shape, Sphere
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.validation import Finding, overlap, validate
from robotdsl_compiler.validation.overlap import DEPTH, holding

FactsOf = Callable[..., Facts]
SPAN = Source("w.world", b"x").span(0, 1)


def judge(
    facts_of: FactsOf,
    texts: Any,
    items: str,
    *,
    ref: str = "empty",
    task: str = "Stop()",
    extra: str = "",
    floor: bool = True,
) -> tuple[dict[str, Finding], list[tuple[str, str, str]], Diagnostics]:
    world = (
        f"World hall {{ spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1)) "
        f'Scenario room(ref = "{ref}", ground_plane = {"true" if floor else "false"}) {{ {items} }} {extra} }}'
    )
    diagnostics = Diagnostics()
    facts = facts_of(texts["duo"], world=world, task=f"Task t {{ {task} }}")
    findings = {f.rule: f for f in validate(facts, diagnostics)}
    told = [
        (d.code.name.removeprefix("validation."), d.primary.span.text if d.primary else "", d.message)
        for d in diagnostics
    ]
    return findings, told, diagnostics


def test_the_robot_may_start_in_a_gate(facts_of: FactsOf, texts: Any) -> None:
    """The posts stand 0.9 m apart; the robot's wheels reach 0.18 m to each side."""
    quarter = f"0, 0, {math.sqrt(0.5)}, {math.sqrt(0.5)}"
    findings, told, _ = judge(facts_of, texts, f'Obstacle gate(ref = "bench", pos = (0, 0, 0, {quarter}))')
    assert told == []
    assert findings["world.spawn_clear"].evidence == "the nearest obstacle, gate, is 0.270 m away"
    _, told, _ = judge(facts_of, texts, 'Obstacle gate(ref = "bench", pos = (0.5, 0, 0, 0, 0, 0, 1))')
    assert [(code, message) for code, _, message in told] == [
        ("world.spawn_clear", "the robot starts in the obstacle `gate`")
    ]


def test_the_robot_drives_through_a_gate_and_not_through_a_post(facts_of: FactsOf, texts: Any) -> None:
    wall = "".join(
        f'Obstacle {n}(type = "box", size = (0.1, {s}, 1), pos = ({x}, {y}, 0.5, 0, 0, 0, 1)) '
        for n, x, y, s in (("l", 1, 1.35, 2.3), ("r", 1, -1.35, 2.3))
    ) + "".join(
        f'Obstacle {n}(type = "box", size = ({s}, {t}, 1), pos = ({x}, {y}, 0.5, 0, 0, 0, 1)) '
        for n, x, y, s, t in (
            ("n", 1, 2.55, 6, 0.1), ("s", 1, -2.55, 6, 0.1), ("w", -2, 0, 0.1, 5.2), ("e", 4, 0, 0.1, 5.2),
        )
    )  # fmt: skip
    goal = "Goal g(pose = (2.5, 0, 0, 0, 0, 0, 1))"
    quarter = f"0, 0, {math.sqrt(0.5)}, {math.sqrt(0.5)}"
    for pose, verdict in ((f"1, 0, 0, {quarter}", "pass"), (f"1, 0.5, 0, {quarter}", "fail")):
        findings, _, _ = judge(
            facts_of, texts, f'{wall} Obstacle gate(ref = "bench", pos = ({pose}))', task="Navigate(goal = @world/g)",
            extra=goal,
        )  # fmt: skip
        assert findings["world.goal_reachable"].verdict.value == verdict


def test_an_obstacle_of_an_environment_is_shown_where_it_is_written(facts_of: FactsOf, texts: Any) -> None:
    items = 'Obstacle mine(type = "box", size = (0.3, 0.3, 0.3), pos = (1.5, 0.8, 0.2, 0, 0, 0, 1))'
    _, told, diagnostics = judge(facts_of, texts, items, ref="den", floor=False)
    assert told == [("world.entities_overlap", "mine", "`seat` and `mine` stand in one another")]
    (diagnostic,) = diagnostics
    assert [(label.span.text, label.span.source.name.rpartition("/")[2]) for label in diagnostic.related] == [
        ('"seat"', "environment.yaml")
    ]


def test_things_that_stand_under_and_on_one_another_do_not_overlap(facts_of: FactsOf, texts: Any) -> None:
    items = (
        'Obstacle seat(ref = "bench", pos = (2, 0, 0, 0, 0, 0, 1))'
        ' Obstacle under(type = "box", size = (0.5, 0.2, 0.2), pos = (2, 0, 0.1, 0, 0, 0, 1))'
    )
    findings, told, _ = judge(facts_of, texts, items)
    assert told == []
    assert findings["world.entities_overlap"].evidence == "0 pairs in one another, of 2 colliding entities"


def test_the_slope_is_that_of_the_object_s_box(facts_of: FactsOf, texts: Any) -> None:
    core = (
        texts["duo"]
        .replace(
            '    Standard left_wheel(ref = "wheel", mount = "left_wheel")\n',
            '    Motor m(ref = "motor", mount = "left_wheel") Standard left_wheel(ref = "wheel", mount = "m.shaft")\n'
            '    Motor n(ref = "motor", mount = "right_wheel")\n',
        )
        .replace('mount = "right_wheel")\n    Caster', 'mount = "n.shaft")\n    Caster')
    )
    world = (
        "World hall { spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1)) "
        'Scenario s(ref = "empty") { SupportSurface up(ref = "wedge", pos = (3, 0, 0, 0, 0, 0, 1)) } }'
    )
    facts = facts_of(core, world=world, task="Task t { Stop() }")
    findings = {f.rule: f for f in validate(facts, Diagnostics())}
    assert "up 11 degrees (up)" in findings["power.motor_margin"].evidence


def entity(name: str, *shapes: tuple[Shape, Vec3], pose: Pose | None = None) -> Entity:
    return Entity(
        name, "Obstacle", tuple(PlacedShape(s, Pose(at)) for s, at in shapes), None, pose or Pose(), True, True, "s",
        SPAN, SPAN, SPAN, None,
    )  # fmt: skip


def test_every_kind_of_shape_can_hold_a_centre() -> None:
    inside = entity("i", (Sphere(0.01), (0.0, 0.0, 0.0)))
    for shape in (Box((1.0, 1.0, 1.0)), Sphere(0.5), Cylinder(0.5, 1.0)):
        outer = entity("o", (Box((0.1, 0.1, 0.1)), (9.0, 0.0, 0.0)), (shape, (0.3, 0.2, 0.1)))
        assert holding([outer, inside]) == {(0, 1)}
        far = entity("o", (shape, (0.6, 0.6, 0.0)))
        assert holding([inside, far]) == set()
        # On its rim is not inside.
        rim = entity("o", (shape, (0.5, 0.0, 0.0)))
        assert holding([inside, rim]) == set()


numbers = st.floats(-2.0, 2.0)
shapes = st.one_of(
    st.builds(Box, st.tuples(*[st.floats(0.1, 2.0)] * 3)),
    st.builds(Sphere, st.floats(0.1, 1.0)),
    st.builds(Cylinder, st.floats(0.1, 1.0), st.floats(0.1, 2.0)),
)
turns = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(c * c for c in q) > 0.1)


def pose_of(at: Vec3, turn: Quaternion) -> Pose:
    return Pose.from_numbers((*at, *turn))


@settings(max_examples=80)
@given(st.lists(st.tuples(shapes, st.tuples(*[numbers] * 3), turns), min_size=2, max_size=6))
def test_the_sweep_finds_what_trying_all_pairs_finds(placed: list[tuple[Shape, Vec3, Quaternion]]) -> None:
    entities = [
        entity(f"e{i}", (shape, (0.0, 0.0, 0.0)), pose=pose_of(at, q)) for i, (shape, at, q) in enumerate(placed)
    ]

    def holds(outer: Entity, inner: Entity) -> bool:
        x, y, z = outer.pose.inverse().apply(inner.pose.position)
        shape = outer.shapes[0].shape
        if isinstance(shape, Box):
            return all(abs(v) < s / 2.0 - DEPTH for v, s in zip((x, y, z), shape.size, strict=True))
        if isinstance(shape, Cylinder):
            return math.hypot(x, y) < shape.radius - DEPTH and abs(z) < shape.height / 2.0 - DEPTH
        return math.sqrt(x * x + y * y + z * z) < shape.radius - DEPTH

    every = {(i, j) for i, a in enumerate(entities) for j, b in enumerate(entities) if i != j and holds(a, b)}
    assert holding(entities) == every


def test_only_neighbours_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    racks = [
        entity(
            f"r{i}", *((Box((0.1, 0.1, 2.0)), (0.3 * k, 0.0, 1.0)) for k in range(20)), pose=Pose((i * 7.0, 0.0, 0.0))
        )
        for i in range(1000)
    ]
    tried: list[Vec3] = []
    holds = overlap._holds
    monkeypatch.setattr(overlap, "_holds", lambda shape, point: tried.append(point) or holds(shape, point))
    assert holding(racks) == set()
    assert len(tried) <= 1000 * 20 * 4


@pytest.mark.parametrize("ref", ["den", "yard"])
def test_the_test_environments_are_sound(facts_of: FactsOf, texts: Any, ref: str) -> None:
    _, told, _ = judge(facts_of, texts, "", ref=ref, floor=ref == "yard")
    assert told == []
