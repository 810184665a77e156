"""What an environment.yaml may hold: the record of a sound file, and each fault with its code, place and words."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotdsl_compiler.library.environment import read_environment
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.scenery import Environment
from robotdsl_compiler.model.shapes import Box
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

SOUND = """\
schema_version: 1
id: room
description: A room
ground_plane: true
entities:
  - {type: Obstacle, name: wall, shape: {type: box, size: [1, 2, 3]}, pose: [1, 2, 3, 0, 0, 0, 1]}
  - {type: Marker, name: mark, ref: disc, pose: [0, 0, 0, 0, 0, 0, 1], is_static: true, collision: false}
provenance: {license: Apache-2.0}
"""


def read(text: str) -> tuple[Environment | None, tuple[Diagnostic, ...]]:
    findings = Findings()
    found = read_environment(Source("environment.yaml", text.encode()), "room", "some", Path("room"), findings)
    return found, findings.flush(Diagnostics())


def test_a_sound_environment() -> None:
    found, said = read(SOUND)
    assert said == ()
    assert found is not None
    assert (found.id, found.library, found.description) == ("room", "some", "A room")
    assert found.floor_span is not None
    assert found.floor_span.text == "ground_plane"
    wall, mark = found.entities
    assert (wall.name, wall.type, wall.shape, wall.ref) == ("wall", "Obstacle", Box((1.0, 2.0, 3.0)), None)
    assert (wall.pose, wall.is_static, wall.collision) == (Pose((1.0, 2.0, 3.0)), True, None)
    assert (mark.name, mark.type, mark.shape, mark.ref, mark.collision) == ("mark", "Marker", None, "disc", False)
    assert (mark.name_span.text, mark.made_of_span.text) == ("mark", "disc")
    assert found.provenance == {"license": "Apache-2.0"}


def test_an_environment_may_be_empty_and_without_floor() -> None:
    found, said = read("id: room\ndescription: Outside\nground_plane: false\nentities: []\n")
    assert said == ()
    assert found is not None
    assert (found.floor_span, found.entities, found.provenance) == (None, (), None)


FAULTS = [
    ("id: room", "id: roam", "library.id_mismatch", "`id` is `roam`, but the environment's folder is `room`", "roam"),
    ("ground_plane: true\n", "", "library.missing_field", "`ground_plane` is missing", "schema_version"),
    ("ground_plane: true", "ground_plane: yes", "library.wrong_type",
     '`ground_plane` must be true or false, not the string "yes"', "yes"),
    ("ground_plane: true", "ground_plane: true\nwalls: 4", "library.unknown_field", "unknown field `walls`", "walls"),
    ("type: Obstacle", "type: Obstical", "library.invalid_value",
     "`entities[0].type` must be `Obstacle`, `SupportSurface` or `Marker`, not `Obstical`", "Obstical"),
    ("type: Obstacle, ", "", "library.missing_field", "`entities[0].type` is missing",
     "{name: wall, shape: {type: box, size: [1, 2, 3]}, pose: [1, 2, 3, 0, 0, 0, 1]}"),
    ("name: wall", "name: north wall", "library.invalid_value", "`north wall` is no name for an entity", "north wall"),
    ("name: mark", "name: wall", "library.invalid_value", "two entities are called `wall`", "wall"),
    ("name: wall, ", "", "library.missing_field", "`entities[0].name` is missing",
     "{type: Obstacle, shape: {type: box, size: [1, 2, 3]}, pose: [1, 2, 3, 0, 0, 0, 1]}"),
    ("ref: disc", "ref: disc, shape: {type: sphere, radius: 1}", "library.invalid_value",
     "an entity states `shape` or `ref`, not both", "ref"),
    ("ref: disc, ", "", "library.missing_field", "`entities[1]` says neither by `shape` nor by `ref` what stands there",
     "{type: Marker, name: mark, pose: [0, 0, 0, 0, 0, 0, 1], is_static: true, collision: false}"),
    ("ref: disc", "ref: 3", "library.wrong_type", "`entities[1].ref` must be a string, not the number 3", "3"),
    ("shape: {type: box, size: [1, 2, 3]}", "shape: {type: box}", "library.missing_field",
     "`entities[0].shape.size` is missing", "shape"),
    ("shape: {type: box, size: [1, 2, 3]}", "shape: {type: box, size: [1, 2, 3], xyz: [0, 0, 0]}",
     "library.unknown_field", "unknown field `xyz` in `entities[0].shape`", "xyz"),
    ("pose: [1, 2, 3, 0, 0, 0, 1]", "pose: [1, 2, 3]", "library.wrong_type",
     "`entities[0].pose` must be a list of 7 numbers [x, y, z, qx, qy, qz, qw], not a list of 3", "[1, 2, 3]"),
    ("pose: [1, 2, 3, 0, 0, 0, 1]", "pose: [1, 2, 3, 0, 0, 1, 1]", "library.not_unit_vector",
     "the rotation (qx, qy, qz, qw) of `entities[0].pose` must have length 1, not 1.414", "[1, 2, 3, 0, 0, 1, 1]"),
    (", pose: [1, 2, 3, 0, 0, 0, 1]", "", "library.missing_field", "`entities[0].pose` is missing",
     "{type: Obstacle, name: wall, shape: {type: box, size: [1, 2, 3]}}"),
    ("collision: false", "collision: 0", "library.wrong_type",
     "`entities[1].collision` must be true or false, not the number 0", "0"),
    ("is_static: true", "static: true", "library.unknown_field", "unknown field `static` in `entities[1]`", "static"),
    ("provenance: {license: Apache-2.0}", "provenance: []", "library.wrong_type",
     "`provenance` must be a mapping, not a list", "[]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "spanned"), FAULTS, ids=[f"{f[0]} -> {f[1]}" for f in FAULTS]
)
def test_one_fault_is_told_once(old: str, new: str, code: str, message: str, spanned: str) -> None:
    assert old in SOUND
    found, said = read(SOUND.replace(old, new, 1))
    assert found is None
    assert [(d.code.name, d.message) for d in said] == [(code, message)]
    assert said[0].primary is not None
    assert said[0].primary.span.text == spanned


def test_every_fault_of_a_file_is_told() -> None:
    found, said = read("schema_version: 1\nid: rom\nentities: [1, {type: Marker, ref: x, pose: 0}, {}]\n")
    assert found is None
    assert [(d.code.name.removeprefix("library."), d.message) for d in said] == [
        ("missing_field", "`description` is missing"),
        ("missing_field", "`ground_plane` is missing"),
        ("id_mismatch", "`id` is `rom`, but the environment's folder is `room`"),
        ("wrong_type", "`entities[0]` must be a mapping, not the number 1"),
        ("missing_field", "`entities[1].name` is missing"),
        ("wrong_type", "`entities[1].pose` must be a list of 7 numbers [x, y, z, qx, qy, qz, qw], not the number 0"),
        ("missing_field", "`entities[2].type` is missing"),
        ("missing_field", "`entities[2].name` is missing"),
        ("missing_field", "`entities[2].pose` is missing"),
        ("missing_field", "`entities[2]` says neither by `shape` nor by `ref` what stands there"),
    ]
