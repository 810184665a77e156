"""Section 3 of the language: every statement of a world and every parameter of one, taken and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from robotdsl_compiler.model.program import World
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.model.vocabulary import (
    ENTITY_PARAMETERS,
    ENTITY_TYPES,
    GOAL_PARAMETERS,
    PHYSICS_PARAMETERS,
    SCENARIO_PARAMETERS,
    SHAPE_TYPES,
    SPAWN_PARAMETERS,
)

Compile = Callable[..., Any]

AT = "(2, -3, 0.5, 0, 0, 0, 1)"
BODY = 'type = "box", size = (1, 0.4, 0.2)'
SPAWN = "spawn(robot = @core/bot, pose = (2, 1, 0, 0, 0, 0, 1))"


class Row(NamedTuple):
    """What is put into a world, what then holds of it, and its opposite: the code, and the text that is pointed at.
    ``«…»`` in what is refused is the text; statements of a scenario begin with ``in ``."""

    taken: str
    holds: Callable[[World], object]
    refused: str
    code: str


def entity(world: World) -> Any:
    """The one that a row adds."""
    return next(e for e in world.entities if e.name == "it")


def shape(world: World) -> object:
    return entity(world).shapes[0].shape


ROWS = {
    "Obstacle": Row(
        f"in Obstacle it({BODY}, pos = {AT})", lambda w: (entity(w).type, entity(w).collision) == ("Obstacle", True),
        f"«Obstacle» it({BODY}, pos = {AT})", "name.unknown_entity_type",
    ),
    "SupportSurface": Row(
        f"in SupportSurface it({BODY}, pos = {AT})",
        lambda w: (entity(w).type, entity(w).collision) == ("SupportSurface", True),
        f"in «Supportsurface» it({BODY}, pos = {AT})", "name.unknown_entity_type",
    ),
    "Marker": Row(
        f"in Marker it({BODY}, pos = {AT})", lambda w: (entity(w).type, entity(w).collision) == ("Marker", False),
        f"in Obstacle it(ref = «\"poster\"», pos = {AT})", "name.type_not_supported",
    ),
    "box": Row(
        f'in Obstacle it(type = "box", size = (1, 0.4, 0.2), pos = {AT})', lambda w: shape(w) == Box((1.0, 0.4, 0.2)),
        f'in Obstacle it(type = "box", size = («0», 0.4, 0.2), pos = {AT})', "type.not_positive",
    ),
    "sphere": Row(
        f'in Obstacle it(type = "sphere", size = (1, 0.4, 0.2), pos = {AT})', lambda w: shape(w) == Sphere(0.5),
        f'in Obstacle it(type = "sphere", size = «1», pos = {AT})', "type.wrong_value_type",
    ),
    "cylinder": Row(
        f'in Obstacle it(type = "cylinder", size = (1, 0.4, 0.2), pos = {AT})',
        lambda w: shape(w) == Cylinder(0.5, 0.2),
        f'in Obstacle it(type = «"cone"», size = (1, 0.4, 0.2), pos = {AT})', "type.invalid_choice",
    ),
    "entity.type": Row(
        f'in Obstacle it(type = "box", size = (1, 1, 1), pos = {AT})', lambda w: entity(w).object is None,
        f'in Obstacle it(type = "box", size = (1, 1, 1), «ref = "bench"», pos = {AT})', "type.exactly_one_of",
    ),
    "entity.size": Row(
        f'in Obstacle it(type = "box", size = (1, 2, 3), pos = {AT})', lambda w: shape(w) == Box((1.0, 2.0, 3.0)),
        f'in «Obstacle» it(type = "box", pos = {AT})', "type.missing_parameter",
    ),
    "entity.ref": Row(
        f'in Obstacle it(ref = "bench", pos = {AT})',
        lambda w: entity(w).object.id == "bench" and len(entity(w).shapes) == 2,
        f'in Obstacle it(ref = "bench", «size = (1, 1, 1)», pos = {AT})', "type.exactly_one_of",
    ),
    "entity.pos": Row(
        f"in Obstacle it({BODY}, pos = {AT})", lambda w: entity(w).pose.numbers == (2, -3, 0.5, 0, 0, 0, 1),
        f"in Obstacle it({BODY}, pos = «(2, -3, 0.5)»)", "type.wrong_tuple_length",
    ),
    "entity.is_static": Row(
        f"in Obstacle it({BODY}, pos = {AT}, is_static = true)", lambda w: entity(w).is_static,
        f"in Obstacle it({BODY}, pos = {AT}, is_static = «1»)", "type.wrong_value_type",
    ),
    "entity.collision": Row(
        f"in Marker it({BODY}, pos = {AT}, collision = true)", lambda w: entity(w).collision,
        f'in Marker it(ref = "poster", pos = {AT}, collision = «true»)', "name.type_not_supported",
    ),
    "Scenario.ref": Row(
        'Scenario other(ref = "yard")', lambda w: [e.name for e in w.entities] == ["post"],
        'Scenario other(ref = «"backyard"»)', "name.unknown_part",
    ),
    "Scenario.ground_plane": Row(
        'Scenario other(ref = "empty", ground_plane = false)', lambda w: w.floor,
        'Scenario other(ref = "empty", «ground_plane = true»)', "name.duplicate",
    ),
    "Goal.pose": Row(
        f"Goal g(pose = {AT})", lambda w: w.goals[-1].pose.numbers == (2, -3, 0.5, 0, 0, 0, 1),
        "Goal g(pose = (0, 0, 0, «0, 0, 0, 2»))", "type.not_unit_quaternion",
    ),
    "Goal.target": Row(
        f'in Marker it(ref = "poster", pos = {AT}) }} Goal g(target = @world/it) Scenario rest(ref = "empty") {{',
        lambda w: ("it", (2.0, -3.0, 0.5)) in [(g.target, g.pose.position) for g in w.goals],
        "Goal g(target = «@world/there»)", "type.wrong_reference",
    ),
    "physics.gravity": Row(
        "physics(gravity = (0, 0, -1.62))", lambda w: w.gravity == (0.0, 0.0, -1.62),
        "physics(gravity = «-1.62»)", "type.wrong_value_type",
    ),
    "spawn.robot": Row(
        "", lambda w: w.spawn.numbers == (2, 1, 0, 0, 0, 0, 1),
        "instead spawn(robot = «@core/base», pose = (0, 0, 0, 0, 0, 0, 1))", "type.wrong_reference",
    ),
    "spawn.pose": Row(
        "", lambda w: w.spawn.position == (2.0, 1.0, 0.0),
        "instead «spawn»(robot = @core/bot)", "type.missing_parameter",
    ),
}  # fmt: skip


def world(statement: str) -> str:
    """A small world with one more statement, of its scenario or its own, or one ``instead`` of its spawn."""
    where, _, rest = statement.partition(" ")
    inside = rest if where == "in" else ""
    own = statement if where not in ("in", "instead") else ""
    spawn = rest if where == "instead" else SPAWN
    return f"""World w {{ {spawn} {own} Goal there(pose = {AT})
        Scenario room(ref = "empty", ground_plane = true) {{ {inside} }} }}"""


def test_every_statement_and_parameter_of_a_world_has_its_row() -> None:
    owners = {
        "entity": ENTITY_PARAMETERS, "Scenario": SCENARIO_PARAMETERS, "Goal": GOAL_PARAMETERS,
        "physics": PHYSICS_PARAMETERS, "spawn": SPAWN_PARAMETERS,
    }  # fmt: skip
    parameters = {f"{owner}.{p.name}" for owner, table in owners.items() for p in table}
    assert set(ROWS) == {*ENTITY_TYPES, *SHAPE_TYPES, *parameters}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_of_the_world(compiled: Compile, name: str) -> None:
    row = ROWS[name]
    sound = compiled(world=world(row.taken), task="Task t { Stop() }")
    assert sound.told == []
    assert row.holds(sound.program.world)

    refused = compiled(world=world(row.refused.replace("«", "").replace("»", "")))
    text = row.refused[row.refused.index("«") + 1 : row.refused.index("»")]
    assert [t[:2] for t in refused.told] == [(row.code, text)]
    assert not refused.ok


def test_defaults(compiled: Compile) -> None:
    """Standard gravity, nothing movable, no floor, and a mark without collision."""
    plain = compiled(
        world=f'World w {{ {SPAWN} Scenario s(ref = "empty") {{ Marker it({BODY}, pos = {AT}) }}'
        f" Goal there(pose = {AT}) }}"
    )
    assert plain.program.world.gravity == (0.0, 0.0, -9.81)
    assert plain.program.world.floor is False
    it = entity(plain.program.world)
    assert (it.is_static, it.collision) == (True, False)


@pytest.mark.parametrize("kind", ENTITY_TYPES)
def test_what_moves_is_refused_by_a_target_that_cannot_move_it(compiled: Compile, kind: str) -> None:
    text = world(f"in {kind} it({BODY}, pos = {AT}, is_static = false)")
    assert "target.unsupported" not in compiled(world=text).codes
    said = compiled(world=text, target="embedded")
    assert ("target.unsupported", "false") in [t[:2] for t in said.told]


@pytest.mark.parametrize(
    ("statement", "text"), [("Goal", f"Goal g(pose = {AT})"), ("physics", "physics()"), ("spawn", SPAWN)]
)
def test_what_stands_in_the_world_does_not_stand_in_a_scenario(compiled: Compile, statement: str, text: str) -> None:
    told = compiled(world=world(f"in {text}".replace("spawn(", "spawn s(").replace("physics(", "physics p("))).told
    assert [t[:2] for t in told] == [("name.unknown_entity_type", statement)]
