"""What is wrong with a component.yaml: each fault with its code, place and words."""

from __future__ import annotations

from pathlib import Path

import pytest

from .reading import BASE, BOX, CHASSIS, CRATE, LIDAR, MOTOR, RANGER, WHEEL, has_one_fault, read

# A name, the file, its edits with the primary span between « and », the code without its family, and the message.
FAULTS: list[tuple[str, str, list[tuple[str, str]], str, str]] = [
    # Every file's head.
    ("version", CRATE, [("version: 1", "version: «2»")], "unsupported",
     "`schema_version` 2 is not supported: this compiler reads version 1"),
    ("version text", CRATE, [("version: 1", 'version: «"1"»')], "wrong_type",
     '`schema_version` must be a number, not the string "1"'),
    ("no version", CRATE, [("schema_version: 1\nid", "«id»")], "missing_field", "`schema_version` is missing"),
    ("no id", CRATE, [("schema_version", "«schema_version»"), ("id: thing\n", "")], "missing_field",
     "`id` is missing"),
    ("id", CRATE, [("id: thing", "id: «things»")], "id_mismatch", "`id` is `things`, but the part's folder is `thing`"),
    ("id number", CRATE, [("id: thing", "id: «5»")], "wrong_type", "`id` must be a string, not the number 5"),
    ("description empty", CRATE, [("A thing", "«' '»")], "invalid_value", "`description` must not be empty"),
    ("category", CRATE, [("attachment", "«attachement»")], "invalid_value",
     "`category` must be `chassis`, `wheel`, `track`, `motor`, `leg`, `sensor` or `attachment`, not `attachement`"),
    ("not a mapping", "«- a»\n", [], "wrong_type", "`component.yaml` must be a mapping of fields, not a list"),
    ("nothing", "«»", [], "wrong_type", "`component.yaml` must be a mapping of fields, not nothing"),
    ("syntax", CRATE, [("A thing", "A thing«:» here")], "yaml_syntax",
     "the text of `description` holds a colon, which YAML takes for the end of a key"),
    ("duplicate", CRATE, [("hull", "description: again\nhull"), ("description: again", "«description»: again")],
     "duplicate_key", "the key `description` stands twice in one mapping"),
    # Which category has which field.
    ("unknown", CRATE, [("hull", "«colision»: {}\nhull")], "unknown_field", "unknown field `colision`"),
    ("wheel box", WHEEL, [("wheel: {", BOX.replace("collision", "«collision»") + "wheel: {")], "unsupported",
     "a part of category `wheel` has no field `collision`"),
    ("crate wheel", CRATE, [("hull", "«wheel»: {radius: 1, width: 1}\nhull")], "unsupported",
     "a part of category `attachment` has no field `wheel`"),
    ("crate feet", CRATE, [("hull", "«feet»: {}\nhull")], "unsupported",
     "a part of category `attachment` has no field `feet`"),
    ("feet on wheels", CHASSIS, [("contacts", "«feet»: {}\ncontacts")], "unsupported",
     "a chassis that is `Diff_two_caster` has no field `feet`"),
    ("controller on wheels", CHASSIS, [("contacts", "«controller»: {}\ncontacts")], "unsupported",
     "a chassis that is `Diff_two_caster` has no field `controller`"),
    ("crate contacts", CRATE, [("hull", "«contacts»: []\nhull")], "unsupported",
     "a part of category `attachment` has no field `contacts`"),
    ("no wheel", WHEEL, [("schema_version", "«schema_version»"), ("wheel: {radius: 0.05, width: 0.02}\n", "")],
     "missing_field", "`wheel` is missing"),
    ("no motor", MOTOR, [("schema_version", "«schema_version»"), ("motor: {stall_torque: 1.5, no_load_speed: 20}\n",
     "")], "missing_field", "`motor` is missing"),
    ("no connectors", CRATE, [("schema_version", "«schema_version»"), (BASE, "")], "missing_field",
     "`connectors` is missing"),
    ("no profiles", CRATE, [("schema_version", "«schema_version»"), ("profiles: {Attachment: {}}\n", "")],
     "missing_field", "`profiles` is missing"),
    # The mesh.
    ("asset", WHEEL, [("file: thing.glb", "file: «other.glb»")], "asset_missing",
     "the part's folder has no file `other.glb`"),
    ("asset folder", WHEEL, [("file: thing.glb", 'file: «"."»')], "asset_missing", "the part's folder has no file `.`"),
    ("asset up", WHEEL, [("file: thing.glb", "file: «../thing/thing.glb»")], "invalid_value",
     "`visual.file` must be a path inside the part's folder, not `../thing/thing.glb`"),
    ("asset absolute", WHEEL, [("file: thing.glb", "file: «/etc/hostname»")], "invalid_value",
     "`visual.file` must be a path inside the part's folder, not `/etc/hostname`"),
    ("no asset", WHEEL, [("visual: {file: thing.glb, ", "«visual»: {")], "missing_field", "`visual.file` is missing"),
    ("rpy", WHEEL, [("rpy: [0, 0, 1]", "rpy: «[0, 0]»")], "wrong_type",
     "`visual.rpy` must be a list of 3 numbers [x, y, z], not a list of 2"),
    # Shapes.
    ("box type", MOTOR, [("type: box", "type: «sphere»")], "invalid_value",
     "`collision.type` must be `box`, not `sphere`"),
    ("box size", MOTOR, [("[1, 2, 3]", "[1, «0», 3]")], "invalid_value",
     "`collision.size[1]` must be above 0, not 0"),
    ("no origin", MOTOR, [("collision: {", "«collision»: {"), (", origin_xyz: [0, 0, 0.5]", "")], "missing_field",
     "`collision.origin_xyz` is missing"),
    ("both", CRATE, [("hull", BOX + "«hull»")], "invalid_value", "a part states `collision` or `hull`, not both"),
    ("hull flat", CRATE, [("vertices", "«vertices»"), ("[0, 0, 1]]", "[1, 1, 0]]")], "invalid_value",
     "`hull.vertices` must be four or more points that are not all in one plane"),
    ("hull few", CRATE, [("vertices", "«vertices»"), (", [0, 0, 1]]", "]")], "invalid_value",
     "`hull.vertices` must be four or more points that are not all in one plane"),
    ("hull point", CRATE, [("[0, 0, 1]]", "[0, 0, «up»]]")], "wrong_type",
     '`hull.vertices[3][2]` must be a number, not the string "up"'),
    # Inertials.
    ("mass", WHEEL, [("mass: 2", "mass: «0»")], "invalid_value", "`inertial.mass` must be above 0, not 0"),
    ("mass word", WHEEL, [("mass: 2", "mass: «heavy»")], "wrong_type",
     '`inertial.mass` must be a number, not the string "heavy"'),
    ("mass nothing", WHEEL, [("mass: 2", "mass:«»")], "wrong_type",
     "`inertial.mass` must be a number, not nothing"),
    ("mass true", WHEEL, [("mass: 2", "mass: «true»")], "wrong_type", "`inertial.mass` must be a number, not true"),
    ("mass loose", WHEEL, [("mass: 2", "mass: «.5»")], "wrong_type",
     '`inertial.mass` must be a number, not the string ".5"'),
    ("mass tiny", WHEEL, [("mass: 2", "mass: «1e-101»")], "invalid_value",
     "`inertial.mass` must be 0 or between 1e-100 and 1e+30 in size, not 1e-101"),
    ("mass huge", WHEEL, [("mass: 2", "mass: «2e30»")], "invalid_value",
     "`inertial.mass` must be 0 or between 1e-100 and 1e+30 in size, not 2e+30"),
    ("inertia triangle", WHEEL, [("inertia:", "«inertia»:"), ("izz: 3", "izz: 5")], "invalid_value",
     "`inertial.inertia` is that of no body"),
    ("inertia negative", WHEEL, [("inertia:", "«inertia»:"), ("ixy: 0", "ixy: 3")], "invalid_value",
     "`inertial.inertia` is that of no body"),
    ("inertia term", WHEEL, [("inertia:", "«inertia»:"), (", iyz: 0", "")], "missing_field",
     "`inertial.inertia.iyz` is missing"),
    ("inertia list", WHEEL, [("{ixx: 2, iyy: 2, izz: 3, ixy: 0, ixz: 0, iyz: 0}", "«[2, 2, 3, 0, 0, 0]»")],
     "wrong_type", "`inertial.inertia` must be a mapping, not a list"),
    ("source", WHEEL, [("source: measured", "source: «mesured»")], "invalid_value",
     "`inertial.source` must be `measured`, `datasheet`, `cad_measured`, `estimated` or `placeholder`, not `mesured`"),
    ("basis", WHEEL, [("source: measured", "source: «estimated»")], "missing_field",
     "`inertial.basis` is missing: a value that is `estimated` says what it rests on"),
    ("basis placeholder", WHEEL, [("source: measured", "source: «placeholder»")], "missing_field",
     "`inertial.basis` is missing: a value that is `placeholder` says what it rests on"),
    # Numbers of their own category.
    ("radius", WHEEL, [("radius: 0.05", "radius: «-0.05»")], "invalid_value",
     "`wheel.radius` must be above 0, not -0.05"),
    ("torque", MOTOR, [("stall_torque: 1.5, ", ""), ("\nmotor", "\n«motor»")], "missing_field",
     "`motor.stall_torque` is missing"),
    ("motor typo", MOTOR,
     [("no_load_speed", "«noload_speed»"), ("stall_torque: 1.5", "no_load_speed: 3, stall_torque: 1")], "unknown_field",
     "unknown field `noload_speed` in `motor`"),
    # Sensing.
    ("range missing", RANGER, [("schema_version", "«schema_version»"),
     ("range: {min_m: 0, max_m: 2, field_of_view_rad: 0.4, rate_hz: 20}\n", "")], "missing_field",
     "`range` is missing: a `Range` sensor states its cone"),
    ("range order", RANGER, [("\nrange", "\n«range»"), ("min_m: 0", "min_m: 3")], "invalid_value",
     "`range.max_m` must be at least `range.min_m`, 3, not 2"),
    ("range cone", RANGER, [("rad: 0.4", "rad: «3.2»")], "invalid_value",
     "`range.field_of_view_rad` must be below 3.14159, not 3.2"),
    ("range of a lidar", LIDAR, [(BASE, "«range»: {min_m: 0, max_m: 2, field_of_view_rad: 0.4, rate_hz: 2}\n" + BASE)],
     "unsupported", "a sensor that is `Lidar` has no field `range`"),
    ("sensor of a ranger", RANGER, [(BASE, "«sensor»: {rate_hz: 2}\n" + BASE)], "unsupported",
     "a sensor that is `Range` has no field `sensor`"),
    ("samples", LIDAR, [("samples: 720", "samples: «0.5»")], "invalid_value",
     "`sensor.samples` must be a whole number, not 0.5"),
    ("rings", LIDAR, [("samples: 720", "«rings»: 16")], "unknown_field", "unknown field `rings` in `sensor`"),
    ("reach", LIDAR, [("range_max_m: 8", "range_max_m: «0.1»")], "invalid_value",
     "`sensor.range_max_m` must be above `sensor.range_min_m`, 0.1, not 0.1"),
    ("view", LIDAR, [("6.2832", "«6.3»")], "invalid_value",
     "`sensor.horizontal_fov_rad` must be at most 6.2832, not 6.3"),
    ("camera view", LIDAR, [("6.2832", "«6.2832»"), ("Lidar: {mounts: {base: base}}", "Lidar: {}, Camera: {}")],
     "invalid_value", "`sensor.horizontal_fov_rad` must be below 3.14159, not 6.2832"),
    # Connectors.
    ("no connector", CRATE, [(BASE, "«connectors»: {}\n"), ("{Attachment: {}}", "{}")], "invalid_value",
     "a part has at least one connector"),
    ("unit", CRATE, [("dir: [0, 0, -1]", "dir: «[0, 0, -2]»")], "not_unit_vector",
     "`connectors.base.dir` must have length 1, not 2"),
    ("unit nearly", CRATE, [("dir: [0, 0, -1]", "dir: «[0, 0, -1.002]»")], "not_unit_vector",
     "`connectors.base.dir` must have length 1, not 1.002"),
    ("zero", CRATE, [("dir: [0, 0, -1]", "dir: «[0, 0, 0]»")], "not_unit_vector",
     "`connectors.base.dir` must have length 1, not 0"),
    ("up", CRATE, [("up: [1, 0, 0]", "up: «[0.6, 0, 0.8]»")], "invalid_value",
     "`connectors.base.up` must be perpendicular to `connectors.base.dir`"),
    ("no pos", CRATE, [("  base: {pos: [0, 0, 0], ", "  «base»: {")], "missing_field",
     "`connectors.base.pos` is missing"),
    ("joint", WHEEL, [("type: continuous", "type: «hinge»")], "invalid_value",
     "`connectors.hub.joint.type` must be `fixed`, `continuous`, `revolute` or `prismatic`, not `hinge`"),
    ("axis", WHEEL, [("joint: {", "«joint»: {"), (", axis: [0, 1, 0]", "")], "missing_field",
     "`connectors.hub.joint.axis` is missing"),
    ("axis unit", WHEEL, [("axis: [0, 1, 0]", "axis: «[0, 1, 1]»")], "not_unit_vector",
     "`connectors.hub.joint.axis` must have length 1, not 1.414"),
    ("axis fixed", WHEEL, [("type: continuous, axis", "type: fixed, «axis»")], "unsupported",
     "`connectors.hub.joint.axis`: a fixed joint turns about no axis"),
    ("steering", CRATE, [("up: [1, 0, 0]", "«steering»: {axis: [0, 0, 1], max_angle_rad: 1}")], "unsupported",
     "`connectors.base.steering`: only a chassis has steered connectors"),
    ("connector list", CRATE, [(BASE, "connectors: «[]»\n"), ("{Attachment: {}}", "{}")], "wrong_type",
     "`connectors` must be a mapping from names to connectors, not a list"),
    # Profiles and what hangs on them.
    ("type", CRATE, [("Attachment", "«Atachment»")], "unknown_field", "`Atachment` is no component type"),
    ("other category", CRATE, [("Attachment", "«Lidar»")], "invalid_value",
     "a part of category `attachment` has no profile `Lidar`"),
    ("connector name", WHEEL, [("base: hub", "base: «hubb»")], "unknown_connector", "the part has no connector `hubb`"),
    ("mount name", WHEEL, [("base: hub", "«base.hub»: hub")], "invalid_key", "`base.hub` is no name for a mount"),
    ("mount missing", CHASSIS,
     [("    mounts: {", "    «mounts»: {"), ("left_wheel: left, ", ""), ("[left_wheel, ", "[")], "missing_field",
     "`profiles.Diff_two_caster.mounts.left_wheel` is missing: `Diff_two_caster` has a wheel there"),
    ("mount shared", CHASSIS, [("engine_mount: engine", "engine_mount: «right»")], "invalid_value",
     "the mounts `right_wheel` and `engine_mount` share the connector `right`"),
    ("roles of a wheel", WHEEL, [("Caster: {}", "Caster: {«port_roles»: {}}")], "unsupported",
     "`profiles.Caster.port_roles`: only a chassis has mounts that steer"),
    ("role", CHASSIS, [("steered_drive", "«steering»")], "invalid_value",
     "`profiles.Diff_two_caster.port_roles.left_wheel` must be `steered_drive` or `steered_free`, not `steering`"),
    ("role of no mount", CHASSIS, [("left_wheel: steered", "«left»: steered")], "unknown_connector",
     "the part has no mount `left`"),
    ("role without a kingpin", CHASSIS, [("left_wheel: steered", "«right_wheel»: steered")], "missing_field",
     "`connectors.right.steering` is missing: the mount `right_wheel` steers"),
    ("driven mount", CHASSIS, [("[left_wheel, right_wheel]", "[left_wheel, «right_weel»]")], "unknown_connector",
     "the part has no mount `right_weel`"),
    ("motor mount", CHASSIS, [("motor: engine_mount", "motor: «engin_mount»")], "unknown_connector",
     "the part has no mount `engin_mount`"),
    ("drives nothing", CHASSIS, [("[left_wheel, right_wheel]", "«[]»")], "invalid_value",
     "`drivelines[0].drives` must name a mount"),
    ("reduction", CHASSIS, [("reduction: 4", "reduction: «0»")], "invalid_value",
     "`drivelines[0].reduction` must be above 0, not 0"),
    ("contact", CHASSIS,
     [("radius: 0.02, ", ""), ("{xyz: [-1, 0, 0], note: skid}", "«{xyz: [-1, 0, 0], note: skid}»")], "missing_field",
     "`contacts[0].radius` is missing"),
    ("provenance", CHASSIS, [("{name: Thing, license: null, year: 2020, anything: [1, {else: null}]}", "«me»")],
     "wrong_type", '`provenance` must be a mapping, not the string "me"'),
    ("provenance name", CHASSIS, [("{name: Thing,", "{name: «7»,")], "wrong_type",
     "`provenance.name` must be a string or null, not the number 7"),
    ("provenance license", CHASSIS, [("license: null", "license: «[MIT]»")], "wrong_type",
     "`provenance.license` must be a string or null, not a list"),
    ("provenance key", CHASSIS, [("year: 2020", "name: Thing"), ("name: Thing, anything", "«name»: Thing, anything")],
     "duplicate_key", "the key `name` stands twice in one mapping"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edits", "code", "message"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_a_fault(tmp_path: Path, text: str, edits: list[tuple[str, str]], code: str, message: str) -> None:
    has_one_fault(tmp_path, text, edits, code, message)


def helps(tmp_path: Path, text: str, old: str, new: str) -> tuple[str, ...]:
    assert old in text
    _, _, found = read(tmp_path / "thing", text.replace(old, new, 1))
    assert len(found) == 1
    return found[0].help


def test_near_misses_are_suggested(tmp_path: Path) -> None:
    assert helps(tmp_path, CRATE, "hull", "hulls: {}\nhull") == ("did you mean `hull`?",)
    assert helps(tmp_path, WHEEL, "base: hub", "base: hubb") == ("did you mean `hub`?",)
    assert helps(tmp_path, WHEEL, "base: hub", "base: middle") == ("it has `hub`",)
    assert helps(tmp_path, CRATE, "Attachment", "Atachment") == ("did you mean `Attachment`?",)
    assert helps(tmp_path, CHASSIS, "motor: engine_mount", "motor: engin_mount") == ("did you mean `engine_mount`?",)
    assert helps(tmp_path, WHEEL, "source: measured", "source: mesured") == ("did you mean `measured`?",)


def test_a_value_that_yaml_would_take_otherwise_is_explained(tmp_path: Path) -> None:
    number = "a number is written as in JSON: finite, without quotes, with digits around the point, without a plus"
    word = "only true and false are booleans and only null is null, in small letters and without quotes"
    assert helps(tmp_path, WHEEL, "mass: 2", "mass: .inf") == (number,)
    assert helps(tmp_path, WHEEL, "mass: 2", 'mass: "2"') == (number,)
    assert helps(tmp_path, WHEEL, "mass: 2", "mass: ~") == (word,)
    assert helps(tmp_path, WHEEL, "mass: 2", "mass: light") == ()


def test_a_direction_of_another_length_is_shown_at_length_one(tmp_path: Path) -> None:
    assert helps(tmp_path, CRATE, "dir: [0, 0, -1]", "dir: [3, 4, 0]") == (
        "the same direction at length 1 is [0.6, 0.8, 0]",
    )


def test_the_label_says_why_an_inertia_is_no_bodys(tmp_path: Path) -> None:
    _, _, found = read(tmp_path / "thing", WHEEL.replace("izz: 3", "izz: 5"))
    assert found[0].primary is not None
    assert found[0].primary.message == "the largest principal moment, 5, is more than the sum of the other two, 4"


def test_two_shapes_point_at_each_other(tmp_path: Path) -> None:
    _, _, found = read(tmp_path / "thing", CRATE.replace("hull", BOX + "hull"))
    assert [(label.span.text, label.message) for label in found[0].related] == [("collision", "the other one")]


def test_everything_wrong_with_a_file_is_said_in_its_order(tmp_path: Path) -> None:
    text = (
        WHEEL.replace("id: thing", "id: thong")
        .replace("mass: 2", "mass: -2")
        .replace("radius: 0.05, ", "")
        .replace("dir: [0, -1, 0]", "dir: [0, -9, 0]")
        .replace("base: hub", "base: hob")
    )
    part, _, found = read(tmp_path / "thing", text)
    assert part is None
    # The mounts are not held against connectors that could not be read.
    assert [d.code.name for d in found] == [
        "library.id_mismatch",
        "library.invalid_value",
        "library.missing_field",
        "library.not_unit_vector",
    ]
    starts = [d.primary.span.start for d in found if d.primary is not None]
    assert starts == sorted(starts)


def test_a_refused_value_is_not_reported_again(tmp_path: Path) -> None:
    _, _, found = read(tmp_path / "thing", WHEEL.replace("mass: 2", "mass: *two"))
    assert [d.code.name for d in found] == ["library.unsupported"]
