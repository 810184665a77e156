"""What an object.yaml may hold: the record of a sound file, and each fault with its code, place and words."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.object import read_object
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Sphere
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

SOUND = """\
schema_version: 1
id: thing
description: A thing
visual: {file: it.glb, xyz: [0, 0, 0.1], rpy: [1.5, 0, 0]}
collision:
  - {type: box, size: [1, 2, 3]}
  - {type: sphere, radius: 0.5, xyz: [0, 0, 1]}
  - {type: cylinder, radius: 0.2, height: 2, xyz: [1, 0, 0], rpy: [0, 1.5707963267948966, 0]}
provenance: {license: Apache-2.0, anything: [1, {else: null}]}
"""


def read(folder: Path, text: str) -> tuple[LibraryObject | None, tuple[Diagnostic, ...]]:
    folder.mkdir(exist_ok=True)
    for name in ("it.glb", "it.OBJ", "it.gltf"):
        (folder / name).write_bytes(b"mesh")
    (folder.parent / "outside.glb").write_bytes(b"mesh")
    findings = Findings()
    found = read_object(Source("object.yaml", text.encode()), "thing", "some", folder, findings)
    return found, findings.flush(Diagnostics())


def test_a_sound_object(tmp_path: Path) -> None:
    found, said = read(tmp_path / "thing", SOUND)
    assert said == ()
    assert found is not None
    assert (found.id, found.library, found.description) == ("thing", "some", "A thing")
    assert found.directory == tmp_path / "thing"
    assert found.visual == Visual("it.glb", (0.0, 0.0, 0.1), (1.5, 0.0, 0.0))
    assert found.shapes == (
        PlacedShape(Box((1.0, 2.0, 3.0)), Pose()),
        PlacedShape(Sphere(0.5), Pose((0.0, 0.0, 1.0))),
        PlacedShape(Cylinder(0.2, 2.0), Pose.from_xyz_rpy((1.0, 0.0, 0.0), (0.0, math.pi / 2, 0.0))),
    )
    assert found.provenance == {"license": "Apache-2.0", "anything": [1, {"else": None}]}
    assert found.span.text == "thing"


def test_an_object_may_be_only_shown_and_say_nothing_of_where_it_comes_from(tmp_path: Path) -> None:
    text = "schema_version: 1\nid: thing\ndescription: A mark\nvisual: {file: it.OBJ}\ncollision: []\n"
    found, said = read(tmp_path / "thing", text)
    assert said == ()
    assert found is not None
    assert (found.shapes, found.provenance, found.visual.xyz) == ((), None, None)


# What is put in the place of what, and what comes of it.
FAULTS = [
    ("id: thing\n", "", "library.missing_field", "`id` is missing", "schema_version"),
    ("id: thing", "id: thong", "library.id_mismatch", "`id` is `thong`, but the object's folder is `thing`", "thong"),
    ("schema_version: 1", "schema_version: 2", "library.unsupported",
     "`schema_version` 2 is not supported: this compiler reads version 1", "2"),
    ("schema_version: 1\n", "", "library.missing_field", "`schema_version` is missing", "id"),
    ("description: A thing", "description: ''", "library.invalid_value", "`description` must not be empty", "''"),
    ("description: A thing", "category: thing\ndescription: x", "library.unknown_field", "unknown field `category`",
     "category"),
    ("file: it.glb, ", "", "library.missing_field", "`visual.file` is missing", "visual"),
    ("it.glb", "gone.glb", "library.asset_missing", "the object's folder has no file `gone.glb`", "gone.glb"),
    ("it.glb", "../outside.glb", "library.invalid_value",
     "`visual.file` must be a path inside the object's folder, not `../outside.glb`", "../outside.glb"),
    ("it.glb", "/etc/hostname", "library.invalid_value",
     "`visual.file` must be a path inside the object's folder, not `/etc/hostname`", "/etc/hostname"),
    ("it.glb", "it.gltf", "library.unsupported", "an object cannot be shown by `it.gltf`", "visual"),
    ("xyz: [0, 0, 0.1]", "xyz: [0, 0]", "library.wrong_type",
     "`visual.xyz` must be a list of 3 numbers [x, y, z], not a list of 2", "[0, 0]"),
    ("{type: box, size: [1, 2, 3]}", "{size: [1, 2, 3]}", "library.missing_field", "`collision[0].type` is missing",
     "{size: [1, 2, 3]}"),
    ("type: box", "type: bix", "library.invalid_value",
     "`collision[0].type` must be `box`, `sphere` or `cylinder`, not `bix`", "bix"),
    ("type: box", "type: 3", "library.wrong_type", "`collision[0].type` must be a string, not the number 3", "3"),
    ("type: sphere", "type: cylinder", "library.missing_field", "`collision[1].height` is missing",
     "{type: cylinder, radius: 0.5, xyz: [0, 0, 1]}"),
    ("radius: 0.5", "radius: 0", "library.invalid_value", "`collision[1].radius` must be above 0, not 0", "0"),
    ("[1, 2, 3]", "[1, -2, 3]", "library.invalid_value", "`collision[0].size[1]` must be above 0, not -2", "-2"),
    ("height: 2,", "length: 2, height: 2,", "library.unknown_field", "unknown field `length` in `collision[2]`",
     "length"),
    ("size: [1, 2, 3]", "size: [1, 2, 3], radius: 1", "library.unknown_field",
     "unknown field `radius` in `collision[0]`", "radius"),
    ("  - {type: box, size: [1, 2, 3]}", "  - box", "library.wrong_type",
     '`collision[0]` must be a mapping, not the string "box"', "box"),
    ("provenance: {license: Apache-2.0, anything: [1, {else: null}]}", "provenance: mine", "library.wrong_type",
     '`provenance` must be a mapping, not the string "mine"', "mine"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "spanned"), FAULTS, ids=[f"{f[0]} -> {f[1]}" for f in FAULTS]
)
def test_one_fault_is_told_once(tmp_path: Path, old: str, new: str, code: str, message: str, spanned: str) -> None:
    assert old in SOUND
    found, said = read(tmp_path / "thing", SOUND.replace(old, new, 1))
    assert found is None
    assert [(d.code.name, d.message) for d in said] == [(code, message)]
    assert said[0].primary is not None
    assert said[0].primary.span.text == spanned


@pytest.mark.parametrize(
    ("collision", "message"),
    [
        ("", "`collision` is missing"),
        ("collision: {type: box, size: [1, 1, 1]}\n",
         "`collision` must be a list of shapes; an empty one for an object that is only shown, not a mapping"),
    ],
)  # fmt: skip
def test_the_shapes_are_a_list(tmp_path: Path, collision: str, message: str) -> None:
    text = f"schema_version: 1\nid: thing\ndescription: A thing\nvisual: {{file: it.glb}}\n{collision}"
    found, said = read(tmp_path / "thing", text)
    assert found is None
    assert [d.message for d in said] == [message]


@pytest.mark.parametrize("text", ["", "[]", "thing", "- 1\n- 2\n", "id: [", "null"])
def test_a_file_that_is_no_mapping(tmp_path: Path, text: str) -> None:
    found, said = read(tmp_path / "thing", text)
    assert found is None
    assert len(said) == 1


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thing").mkdir()
    (tmp_path / "thing" / "link.glb").symlink_to(tmp_path / "outside.glb")
    found, said = read(tmp_path / "thing", SOUND.replace("it.glb", "link.glb"))
    assert found is None
    assert [d.message for d in said] == ["`link.glb` is a link out of the object's folder"]
