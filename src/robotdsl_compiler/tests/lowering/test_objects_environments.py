"""Entities that are objects of a library, and scenarios that take an environment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.program import World
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape

Lower = Callable[..., Any]
POSE = "(0, 0, 0, 0, 0, 0, 1)"
SPAWN = f"spawn(robot = @core/bot, pose = {POSE})"
STOP = "Task fetch { Stop() }"


def world(items: str) -> str:
    return f"World hall {{ {SPAWN} {items} }}"


def sound(lower_texts: Lower, items: str, **more: Any) -> World:
    lowered = lower_texts(world=world(items), **{"task": STOP, **more})
    assert lowered.told == []
    found = lowered.program.world
    assert isinstance(found, World)
    return found


def faults(lower_texts: Lower, items: str, **more: Any) -> Any:
    lowered = lower_texts(world=world(items), **{"task": STOP, **more})
    assert lowered.program is None
    return lowered


def related(lowered: Any) -> list[tuple[str, str]]:
    """The related spans of the only diagnostic."""
    (diagnostic,) = lowered.diagnostics
    return [(label.span.text, label.message) for label in diagnostic.related]


# Objects ------------------------------------------------------------------------------------------------------------


def test_the_same_object_is_an_obstacle_here_and_a_mark_there(lower_texts: Lower) -> None:
    found = sound(
        lower_texts,
        'Scenario s(ref = "empty") { Obstacle a(ref = "bench", pos = (1, 0, 0, 0, 0, 0, 1))'
        ' Marker b(ref = "bench", pos = (2, 0, 0, 0, 0, 0, 1))'
        ' Marker c(ref = "bench", pos = (3, 0, 0, 0, 0, 0, 1), collision = true)'
        ' SupportSurface d(ref = "wedge", pos = (4, 0, 0, 0, 0, 0, 1), collision = false)'
        ' Marker e(ref = "poster", pos = (5, 0, 0, 0, 0, 0, 1)) }',
    )
    a, b, c, d, e = found.entities
    assert a.object is not None
    assert a.object is b.object is c.object
    assert (a.object.id, a.object.library) == ("bench", "test")
    assert a.shapes == (
        PlacedShape(Box((0.1, 0.4, 0.4)), Pose((-0.5, 0.0, 0.2))),
        PlacedShape(Box((0.1, 0.4, 0.4)), Pose((0.5, 0.0, 0.2))),
    )
    assert [x.collision for x in (a, b, c, d, e)] == [True, False, True, False, False]
    assert e.shapes == ()
    assert a.pose == Pose((1.0, 0.0, 0.0))
    assert a.declared_span == a.name_span


def test_a_part_is_no_object_and_an_object_no_part(lower_texts: Lower) -> None:
    lowered = lower_texts(
        core='Robot bot { Diff_two_caster base(ref = "duo") Lidar l(ref = "bench", mount = "top_0") }',
        world=world(f'Scenario s(ref = "empty") {{ Obstacle o(ref = "laser", pos = {POSE}) }}'),
        task=STOP,
    )
    assert lowered.told == [
        ("name.unknown_part", '"bench"', "no given library holds a part `bench`"),
        ("name.unknown_part", '"laser"', "no given library holds an object `laser`"),
    ]


def test_an_id_of_two_libraries_is_ambiguous(lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]) -> None:
    bench = {"id": "bench", "description": "another", "visual": {"file": "b.stl"}, "collision": []}
    other = furnished("attic", (bench,))
    items = f'Scenario s(ref = "den") {{ Obstacle o(ref = "bench", pos = {POSE}) }}'
    lowered = faults(lower_texts, items, libraries=[shelf, other])
    message = "`bench` is an object of more than one library: `test` and `attic`"
    assert lowered.told == [
        ("name.ambiguous_part", '"den"', message),
        ("name.ambiguous_part", '"bench"', message),
    ]
    by_environment, by_program = lowered.diagnostics
    assert [label.message for label in by_environment.related] == [
        "placed by the environment `den`", "in library `test`", "in library `attic`",
    ]  # fmt: skip
    assert [label.message for label in by_program.related] == ["in library `test`", "in library `attic`"]


def test_a_broken_object_says_why(lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]) -> None:
    broken = {"id": "lamp", "description": "a lamp", "visual": {"file": "l.glb"}, "collision": [{"type": "cone"}]}
    room = {
        "id": "lit", "description": "a room", "ground_plane": True,
        "entities": [{"type": "Obstacle", "name": "light", "ref": "lamp", "pose": [0, 0, 0, 0, 0, 0, 1]}],
    }  # fmt: skip
    other = furnished("attic", (broken,), (room,))
    items = f'Scenario s(ref = "empty") {{ Obstacle o(ref = "lamp", pos = {POSE}) }} Scenario t(ref = "lit")'
    lowered = faults(lower_texts, items, libraries=[shelf, other])
    why = "the object `lamp` was left out of its library because of a fault"
    assert lowered.told == [("name.unknown_part", '"lamp"', why), ("name.unknown_part", '"lit"', why)]
    assert lowered.diagnostics[0].notes == (
        "library.invalid_value: `collision[0].type` must be `box`, `sphere` or `cylinder`, not `cone`",
    )
    assert [(label.span.text, label.message) for label in lowered.diagnostics[0].related] == [
        ('"cone"', "`collision[0].type` must be `box`, `sphere` or `cylinder`, not `cone`")
    ]
    assert lowered.diagnostics[1].related[0].message == "placed by the environment `lit`"


def test_near_names_are_suggested(lower_texts: Lower) -> None:
    lowered = faults(lower_texts, f'Scenario s(ref = "emty") {{ Obstacle o(ref = "bensh", pos = {POSE}) }}')
    assert [d.help for d in lowered.diagnostics] == [("did you mean `empty`?",), ("did you mean `bench`?",)]


def test_without_objects_the_help_says_so(lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]) -> None:
    bare = furnished("bare")
    items = f'Scenario s(ref = "den") {{ Obstacle o(ref = "bench", pos = {POSE}) }}'
    lowered = faults(lower_texts, items, libraries=[bare], core=None)
    assert [d.help for d in lowered.diagnostics] == [("no library was given; name one with --library",)] * 2


# Environments -------------------------------------------------------------------------------------------------------


def test_an_environment_brings_its_floor_and_its_entities(lower_texts: Lower) -> None:
    found = sound(
        lower_texts,
        'Scenario room(ref = "den") { Obstacle mine(type = "box", size = (1, 1, 1), pos = (3, -1, 0.5, 0, 0, 0, 1)) }'
        " Goal a(target = @world/spot) Goal b(target = @world/mine)",
        task="Task fetch { Navigate(goal = @world/spot) Navigate(goal = @world/a) }",
        eval="Evaluate e { Check_clearance(target = @world/seat, min = 0.1) }",
    )
    assert found.floor
    assert [(e.name, e.type, e.scenario) for e in found.entities] == [
        ("north", "Obstacle", "room"), ("seat", "Obstacle", "room"), ("spot", "Marker", "room"),
        ("mine", "Obstacle", "room"),
    ]  # fmt: skip
    north, seat, spot, _ = found.entities
    assert north.shapes == (PlacedShape(Box((4.0, 0.1, 1.0)), Pose()),)
    assert north.object is None
    assert seat.object is not None
    assert (seat.object.id, seat.pose.position) == ("bench", (2.0, 0.8, 0.0))
    assert (spot.collision, spot.shapes) == (False, ())
    assert [goal.pose for goal in found.goals] == [spot.pose, Pose((3.0, -1.0, 0.5))]
    assert [(p.scenario, p.environment.id, p.environment.library) for p in found.environments] == [
        ("room", "den", "test")
    ]
    # Diagnostics point at where the program takes it; where the name is written lies in the environment's file.
    assert (seat.span.text, seat.name_span.text, seat.declared_span.text) == ('"den"', '"den"', '"seat"')


def test_an_environment_without_floor_leaves_it_to_the_scenario(lower_texts: Lower) -> None:
    assert not sound(lower_texts, 'Scenario s(ref = "yard")').floor
    found = sound(lower_texts, 'Scenario s(ref = "yard", ground_plane = true)')
    assert found.floor
    assert found.entities[0].shapes == (PlacedShape(Cylinder(0.1, 1.0), Pose()),)


FLOOR = "name.duplicate"


def test_an_environment_s_floor_and_ground_plane_are_two(lower_texts: Lower) -> None:
    lowered = faults(lower_texts, 'Scenario s(ref = "den", ground_plane = true)')
    message = "a world has one floor, and the environment `den` brings it"
    assert lowered.told == [(FLOOR, "ground_plane = true", message)]
    assert related(lowered) == [('"den"', "taken here"), ('"ground_plane"', "brings the floor")]


@pytest.mark.parametrize("first", [True, False])
def test_the_floor_of_any_scenario_s_environment_counts(lower_texts: Lower, first: bool) -> None:
    scenarios = ['Scenario a(ref = "den")', 'Scenario b(ref = "empty", ground_plane = true)']
    lowered = faults(lower_texts, " ".join(scenarios if first else reversed(scenarios)))
    message = "a world has one floor, and the environment `den` brings it"
    assert lowered.told == [(FLOOR, "ground_plane = true", message)]


def test_the_floors_of_two_environments_are_one(
    lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]
) -> None:
    other = furnished("attic", (), ({"id": "loft", "description": "l", "ground_plane": True, "entities": []},))
    items = 'Scenario a(ref = "den") Scenario b(ref = "loft") Scenario c(ref = "yard", ground_plane = false)'
    found = sound(lower_texts, items, libraries=[shelf, other])
    assert found.floor
    assert [p.environment.id for p in found.environments] == ["den", "loft", "yard"]


def test_ground_plane_is_told_at_each_scenario(lower_texts: Lower) -> None:
    items = 'Scenario a(ref = "den", ground_plane = true) Scenario b(ref = "empty", ground_plane = true)'
    assert len(faults(lower_texts, items).told) == 2


@pytest.mark.parametrize(
    ("items", "name"),
    [
        (f'Scenario s(ref = "den") {{ Obstacle seat(type = "box", size = (1, 1, 1), pos = {POSE}) }}', "seat"),
        (f'Scenario t(ref = "empty") {{ Marker spot(ref = "poster", pos = {POSE}) }} Scenario s(ref = "den")', "spot"),
        (f'Goal seat(pose = {POSE}) Scenario s(ref = "den")', "seat"),
    ],
)
def test_a_name_that_the_environment_holds_is_taken(lower_texts: Lower, items: str, name: str) -> None:
    lowered = faults(lower_texts, items)
    message = f"the name `{name}` is taken by an entity of the environment `den`"
    assert lowered.told == [("name.duplicate", name, message)]
    assert related(lowered) == [('"den"', "the environment is taken here"), (f'"{name}"', "and holds the name")]


def test_the_scenario_may_share_a_name_with_an_entity_of_its_environment(lower_texts: Lower) -> None:
    assert sound(lower_texts, 'Scenario seat(ref = "den")').entities[1].scenario == "seat"


def test_one_environment_taken_twice(lower_texts: Lower) -> None:
    lowered = faults(lower_texts, 'Scenario a(ref = "den") Scenario b(ref = "den")')
    assert lowered.told == [("name.duplicate", '"den"', "the environment `den` is taken twice")]
    assert related(lowered) == [('"den"', "the first time")]


def test_two_environments_that_share_names(lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]) -> None:
    box = {"type": "box", "size": [1, 1, 1]}
    entities = [
        {"type": "Obstacle", "name": name, "shape": box, "pose": [9, i, 0.5, 0, 0, 0, 1]}
        for i, name in enumerate(("seat", "own", "north"))
    ]
    other = furnished("attic", (), ({"id": "loft", "description": "l", "ground_plane": True, "entities": entities},))
    lowered = faults(lower_texts, 'Scenario a(ref = "den") Scenario b(ref = "loft")', libraries=[shelf, other])
    message = "the environments `den` and `loft` both hold `seat` and `north`"
    assert lowered.told == [("name.duplicate", '"loft"', message)]
    assert related(lowered) == [('"den"', "taken here"), ('"seat"', "first here"), ('"seat"', "again here")]


def test_names_of_an_unknown_environment_are_not_missed(lower_texts: Lower) -> None:
    lowered = faults(
        lower_texts,
        'Scenario s(ref = "dem") Goal a(target = @world/spot) Goal b(target = @world/a)',
        task="Task fetch { Navigate(goal = @world/dock) Navigate(goal = @world/s) }",
        eval="Evaluate e { Check_distance(target = @world/wall, max = 1) }",
    )
    assert lowered.told == [
        ("name.unknown_part", '"dem"', "no given library holds an environment `dem`"),
        ("type.wrong_reference", "@world/a", "`target` of `Goal` takes @world/<entity>, and `a` is a goal"),
        (
            "type.wrong_reference",
            "@world/s",
            "`goal` of `Navigate` takes @world/<goal or entity>, and `s` is a scenario",
        ),
    ]
    assert lowered.diagnostics[0].help == ("did you mean `den`?",)


def test_an_environment_in_two_libraries_is_ambiguous(
    lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]
) -> None:
    other = furnished("attic", (), ({"id": "den", "description": "l", "ground_plane": True, "entities": []},))
    lowered = faults(lower_texts, 'Scenario a(ref = "den")', libraries=[shelf, other])
    message = "`den` is an environment of more than one library: `test` and `attic`"
    assert lowered.told == [("name.ambiguous_part", '"den"', message)]


def test_what_an_environment_places_wrongly_is_told_once_for_each_object(
    lower_texts: Lower, shelf: Path, furnished: Callable[..., Path]
) -> None:
    at = [0, 0, 0, 0, 0, 0, 1]
    entities = [
        {"type": "Obstacle", "name": "a", "ref": "sofa", "pose": at},
        {"type": "Obstacle", "name": "b", "ref": "sofa", "pose": at},
        {"type": "Obstacle", "name": "c", "ref": "poster", "pose": at},
        {"type": "Marker", "name": "d", "ref": "poster", "pose": at, "collision": True},
    ]
    other = furnished("attic", (), ({"id": "loft", "description": "l", "ground_plane": True, "entities": entities},))
    lowered = faults(lower_texts, 'Scenario a(ref = "loft") Goal g(target = @world/a)', libraries=[shelf, other])
    assert lowered.told == [
        ("name.unknown_part", '"loft"', "no given library holds an object `sofa`"),
        (
            "name.type_not_supported",
            '"loft"',
            "the object `poster` declares no collision, so it cannot be used as `Obstacle`",
        ),
        (
            "name.type_not_supported",
            '"loft"',
            "the object `poster` declares no collision, so this `Marker` cannot collide",
        ),
    ]
    assert [(d.related[0].span.text, d.related[0].message) for d in lowered.diagnostics] == [
        (f'"{id}"', "placed by the environment `loft`") for id in ("sofa", "poster", "poster")
    ]
