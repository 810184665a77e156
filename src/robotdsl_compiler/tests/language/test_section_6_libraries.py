"""Section 6 of the language: every field of every file of a library, read and refused."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.library.fields import Fields as FieldsReader

sys.path.insert(0, str(Path(__file__).parent))
from entries import (
    ENTRIES,
    INERTIA,
    changed,
    dotted,
    field_of,
    places,
    read,
    written,
)

PATHS = {name: dict(places(entry)) for name, entry in ENTRIES.items()}


@dataclass(frozen=True)
class Row:
    """A field: ``other`` is another sound value, of which another record comes; ``bad`` are values of its type that
    are refused, each with its code; ``must`` whether a file has to state it."""

    other: object
    bad: dict[str, list[object]] = field(default_factory=dict)
    must: bool = True
    # Where it stands but not in the first file that has it, or not with the first value there.
    at: str = ""


def optional(other: object, at: str = "", **bad: list[object]) -> Row:
    return Row(other, bad, False, at)


def required(other: object, at: str = "", **bad: list[object]) -> Row:
    return Row(other, bad, True, at)


POSITIVE: dict[str, list[object]] = {"invalid_value": [0, -1]}
NOT_NEGATIVE: dict[str, list[object]] = {"invalid_value": [-0.1]}
UNIT: dict[str, list[object]] = {"not_unit_vector": [[0, 0, 0], [0, 0, 2]], "wrong_type": [[0, 1]]}
VECTOR: dict[str, list[object]] = {"wrong_type": [[1, 2], [1, 2, 3, 4]]}
NAME: dict[str, list[object]] = {"invalid_value": ["", "nothing of that name"]}
TEXT: dict[str, list[object]] = {"invalid_value": ["", " "]}
# A mapping that the fields below it say everything of.
GROUP = object()

PLACE = {"xyz": optional([1, 2, 3], **VECTOR), "rpy": optional([1, 0.5, 0], **VECTOR)}
INERTIAL = {
    "": required(GROUP),
    ".mass": required(3, **POSITIVE),
    ".origin_xyz": required([1, 2, 3], **VECTOR),
    ".inertia": required({**INERTIA, "ixx": 0.03}, invalid_value=[{**INERTIA, "ixx": 1}, {**INERTIA, "ixx": -0.02}]),
    **{f".inertia.{term}": required(value * 1.01) for term, value in INERTIA.items()},
    ".source": required("placeholder", **NAME),
    ".basis": required("another guess", **TEXT),
}


def under(path: str, rows: dict[str, Row]) -> dict[str, Row]:
    return {f"{path}{name}": row for name, row in rows.items()}


COMMAND = {
    "": required(GROUP),
    **{
        f".{name}": required([-0.3, 0.3], invalid_value=[[0.1, 0.2], [-2, -1]], wrong_type=[[1], [1, 2, 3]])
        for name in ("ahead", "aside", "turn")
    },
}
COMPONENT = {
    "schema_version": required(GROUP, unsupported=[0, 2], invalid_value=[1.5]),
    "id": required(GROUP, id_mismatch=["another"], **TEXT),
    "category": required(GROUP, invalid_value=["", "wheels"]),
    "description": required("Another thing", **TEXT),
    "visual": optional(GROUP),
    "visual.file": required("other.glb", invalid_value=["", "../thing/thing.glb", "/etc/hostname", "a\x00b"],
                            asset_missing=["gone.glb", "."]),
    **under("visual.", PLACE),
    "collision": optional(GROUP),
    "collision.type": required(GROUP, invalid_value=["sphere", ""]),
    "collision.size": required([3, 2, 1], **VECTOR),
    "collision.origin_xyz": required([3, 2, 1], **VECTOR),
    "hull": optional(GROUP),
    "hull.vertices": required(
        [[0, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1]],
        invalid_value=[[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]],
    ),
    **under("inertial", {**INERTIAL, "": optional(GROUP)}),
    "wheel": required(GROUP),
    "wheel.radius": required(0.07, **POSITIVE),
    "wheel.width": required(0.07, **POSITIVE),
    "track": required(GROUP),
    "track.run_start": required([-2, 0, 0], **VECTOR),
    "track.run_end": required([2, 0, 0], **VECTOR),
    "track.width": required(0.07, **POSITIVE),
    "track.travel_per_turn": optional(0.07, **POSITIVE),
    "motor": required(GROUP),
    "motor.stall_torque": required(0.07, **POSITIVE),
    "motor.no_load_speed": required(0.07, **POSITIVE),
    "range": required(GROUP, at="Range"),
    "range.min_m": required(0.2, **NOT_NEGATIVE),
    "range.max_m": required(4, **POSITIVE),
    "range.field_of_view_rad": required(0.5, invalid_value=[0, 3.2]),
    "range.rate_hz": required(0.5, **POSITIVE),
    "sensor": optional(GROUP),
    "sensor.samples": optional(7, invalid_value=[0, 2.5]),
    "sensor.horizontal_fov_rad": optional(1, invalid_value=[0, 6.3]),
    "sensor.rings": optional(7, invalid_value=[0, 2.5]),
    "sensor.vertical_fov_rad": optional(1, invalid_value=[0, 3.2]),
    "sensor.width": optional(7, invalid_value=[0, 2.5]),
    "sensor.height": optional(7, invalid_value=[0, 2.5]),
    "sensor.range_min_m": optional(0.2, **NOT_NEGATIVE),
    "sensor.range_max_m": optional(4, invalid_value=[0, -1, 0.05]),
    "sensor.rate_hz": optional(4, **POSITIVE),
    "sensor.noise_stddev": optional(4, **NOT_NEGATIVE),
    "connectors": required(GROUP, at="wheel", invalid_value=[{}]),
    "connectors.*": optional(GROUP, at="two faces n_other"),
    "connectors.*.pos": required([1, 2, 3], **VECTOR),
    "connectors.*.dir": required([0, 0.6, 0.8], at="motor", **UNIT),
    "connectors.*.up": optional([0, 1, 0], at="motor", invalid_value=[[0, 0, 1]], **UNIT),
    "connectors.*.joint": optional(GROUP),
    "connectors.*.joint.type": required("revolute", invalid_value=["", "floating"]),
    "connectors.*.joint.axis": required([0, 0.6, 0.8], **UNIT),
    "connectors.*.steering": required(GROUP),
    "connectors.*.steering.axis": required([0, 0.6, 0.8], **UNIT),
    "connectors.*.steering.max_angle_rad": required(0.2, invalid_value=[0, 3.3]),
    "drivelines": optional([]),
    "drivelines[]": optional(GROUP),
    "drivelines[].motor": required("n_left", unknown_connector=["n_tail"], invalid_value=[""]),
    "drivelines[].drives": required(["rear_left_wheel"], unknown_connector=[["middle"]], invalid_value=[[]]),
    "drivelines[].reduction": optional(2, **POSITIVE),
    "contacts": optional([]),
    "contacts[]": optional(GROUP),
    "contacts[].xyz": required([1, 2, 3], **VECTOR),
    "contacts[].radius": required(2, **POSITIVE),
    "contacts[].note": optional("another", **TEXT),
    "links": optional({}, at="attachment with links"),
    "links.*": optional(GROUP, at="attachment with links n_shin"),
    "links.*.parent": required("base", at="gait n_shin", **NAME),
    **under("links.*.", PLACE),
    "links.*.joint": required({"type": "fixed"}, at="gait n_shin"),
    "links.*.joint.type": required(GROUP, at="gait n_shin", invalid_value=["continuous", ""]),
    "links.*.joint.axis": required([0, 0.6, 0.8], **UNIT),
    "links.*.joint.range": required([0, 1], invalid_value=[[1, 1], [2, -1]], wrong_type=[[1]]),
    "links.*.joint.servo": optional(GROUP, at="gait"),
    "links.*.joint.servo.kp": required(2, **POSITIVE),
    "links.*.joint.servo.effort": required(2, **POSITIVE),
    "links.*.joint.servo.hold": required(1, invalid_value=[2.1, -1.1]),
    "links.*.joint.servo.damping": required(2, **NOT_NEGATIVE),
    "links.*.joint.servo.armature": required(2, **NOT_NEGATIVE),
    "links.*.joint.servo.frictionloss": required(2, **NOT_NEGATIVE),
    **under("links.*.inertial", INERTIAL),
    "links.*.shapes": optional([], at="attachment with links"),
    "links.*.shapes[]": optional(GROUP, at="attachment with links"),
    "links.*.shapes[].name": required("another", at="attachment with links", **TEXT),
    "links.*.shapes[].type": required(GROUP, invalid_value=["cone", ""]),
    "links.*.shapes[].size": required([1, 2, 3], invalid_value=[[0, 1, 1]], **VECTOR),
    "links.*.shapes[].radius": required(2, **POSITIVE),
    "links.*.shapes[].height": required(2, **POSITIVE),
    "links.*.shapes[].length": required(2, **POSITIVE),
    **under("links.*.shapes[].", PLACE),
    "feet": required(GROUP, at="leg"),
    "feet.*": optional(GROUP, at="gait"),
    "feet.*.link": required(GROUP, **NAME),
    "feet.*.shape": required("bone", **NAME),
    "feet.*.friction": required(2, **POSITIVE),
    "controller": optional(GROUP),
    "controller.gait": required(GROUP),
    "controller.gait.standing": required(2, **POSITIVE),
    "controller.gait.control": required(2, **POSITIVE),
    "controller.gait.period": required(2, **POSITIVE),
    "controller.gait.duty": required(0.5, invalid_value=[0, 1]),
    "controller.gait.step_height": required(2, **POSITIVE),
    **under("controller.gait.command", COMMAND),
    **{f"controller.gait.{group}": required(GROUP) for group in ("slew", "settle", "lead", "balance")},
    **{f"controller.gait.slew.{name}": required(3, **POSITIVE) for name in ("ahead", "aside", "turn")},
    "controller.gait.settle.speed": required(3, **POSITIVE),
    "controller.gait.settle.turn": required(3, **POSITIVE),
    "controller.gait.lead.distance": required(3, **NOT_NEGATIVE),
    "controller.gait.lead.yaw": required(3, **NOT_NEGATIVE),
    "controller.gait.balance.frequency": required(2, **POSITIVE),
    "controller.gait.balance.damping": required(2, **NOT_NEGATIVE),
    "controller.policy": required(GROUP),
    "controller.policy.file": required("other.onnx", invalid_value=["", "../x.onnx"], asset_missing=["gone.onnx"]),
    "controller.policy.period": required(0.04, invalid_value=[0, 0.005]),
    "controller.policy.action_scale": required(2, **POSITIVE),
    "controller.policy.observation": required(["phase"], invalid_value=[[], ["weather"], ["phase", "phase"]]),
    "controller.policy.hidden": optional([], invalid_value=[["n_hip"]]),
    **under("controller.policy.command", COMMAND),
    "controller.policy.imu": required(GROUP),
    "controller.policy.imu.link": required("n_hip", **NAME),
    "controller.policy.imu.xyz": required([1, 2, 3], **VECTOR),
    "controller.policy.imu.rpy": required([1, 0.5, 0], **VECTOR),
    "controller.policy.phase": required(GROUP),
    "controller.policy.phase.frequency": required(2, **POSITIVE),
    "controller.policy.phase.offsets": required(GROUP),
    "controller.policy.phase.offsets.*": required(2),
    "controller.policy.phase.still_at": required(2),
    "controller.policy.phase.still_below": required(2, **NOT_NEGATIVE),
    "controller.policy.simulator": required(GROUP),
    "controller.policy.simulator.timestep": required(0.002, **POSITIVE),
    "controller.policy.simulator.integrator": required("RK4", **NAME),
    "controller.policy.simulator.iterations": required(2, invalid_value=[0, 1.5]),
    "controller.policy.simulator.ls_iterations": required(2, invalid_value=[0, 1.5]),
    "controller.policy.simulator.eulerdamp": required(True),
    "profiles": required({}, at="wheel"),
    "profiles.*": optional(GROUP, at="wheel"),
    "profiles.*.mounts": required(GROUP, at="chassis"),
    "profiles.*.port_roles": optional({}),
    "provenance": optional(GROUP),
    **{f"provenance.{name}": optional(None) for name in ("name", "manufacturer", "source_url", "license")},
}  # fmt: skip
OBJECT = {
    **{name: COMPONENT[name] for name in ("schema_version", "id", "description", "provenance", "provenance.license")},
    "visual": required(GROUP),
    "visual.file": required("other.glb", invalid_value=["", "../thing/thing.glb"], asset_missing=["gone.glb"]),
    **under("visual.", PLACE),
    "collision": required([]),
    "collision[]": optional(GROUP),
    "collision[].type": required(GROUP, invalid_value=["capsule", ""]),
    "collision[].size": required([3, 2, 1], invalid_value=[[1, 0, 1]], **VECTOR),
    "collision[].radius": required(3, **POSITIVE),
    "collision[].height": required(3, **POSITIVE),
    **under("collision[].", PLACE),
}
ENVIRONMENT = {
    **{name: COMPONENT[name] for name in ("id", "description", "provenance", "provenance.license")},
    "schema_version": optional(GROUP, unsupported=[2]),
    "ground_plane": required(False),
    "entities": required([]),
    "entities[]": optional(GROUP),
    "entities[].type": required("SupportSurface", invalid_value=["Wall", ""]),
    "entities[].name": required("another", invalid_value=["", "two words", "mark"]),
    "entities[].shape": required(GROUP),
    "entities[].shape.type": required(GROUP, invalid_value=["cone", ""]),
    "entities[].shape.size": required([3, 2, 1], invalid_value=[[1, 0, 1]], **VECTOR),
    "entities[].shape.radius": required(3, **POSITIVE),
    "entities[].shape.height": required(3, **POSITIVE),
    "entities[].ref": required("bench", **TEXT),
    "entities[].pose": required([3, 2, 1, 0, 0, 0, 1], not_unit_vector=[[3, 2, 1, 0, 0, 0, 2]], wrong_type=[[1, 2, 3]]),
    "entities[].is_static": optional(False),
    "entities[].collision": optional(True),
}
IDS: dict[str, list[object]] = {
    "invalid_value": [["../x"], [""], [".x"]],
    "duplicate_part": [["x", "x"]],
    "wrong_type": [[5]],
}
LIBRARY = {
    "name": required("other", **TEXT),
    **{name: optional(["x"], **IDS) for name in ("parts", "objects", "environments", "walkers")},
}
ROWS = {
    **{f"component.{path}": row for path, row in COMPONENT.items()},
    **{f"object.{path}": row for path, row in OBJECT.items()},
    **{f"environment.{path}": row for path, row in ENVIRONMENT.items()},
    **{f"library.{path}": row for path, row in LIBRARY.items()},
}
WHOLE = ("object", "environment", "library")
# An attachment may hang links from itself, and does not need them as a leg does.
ENTRIES["attachment with links"] = {**ENTRIES["attachment"], "links": ENTRIES["leg"]["links"]}
ENTRIES["two faces"] = changed(ENTRIES["motor"], ("connectors", "n_other"), {"pos": [1, 0, 0], "dir": [1, 0, 0]})
PATHS["two faces"] = dict(places(ENTRIES["two faces"]))
PATHS["attachment with links"] = dict(places(ENTRIES["attachment with links"]))


def file_of(name: str) -> str:
    return name if name in WHOLE else "component"


@cache
def found(row: str) -> tuple[str, tuple[str | int, ...], object]:
    """The entry that states the field of a row, where it does, and its value there."""
    file, _, path = row.partition(".")
    wanted, _, inside = ROWS[row].at.partition(" n_")
    for name, inner in PATHS.items():
        if file_of(name) != file or (wanted and name != wanted):
            continue
        for at, value in inner.items():
            if field_of(at) == path and (not inside or f"n_{inside}" in at):
                return name, at, value
    raise LookupError(row)


# What the files do not fix: mounts, ports and provenance's own keys are a file's own words, items have no names.
def is_field(path: str) -> bool:
    item_of_a_list = path.endswith("[]") and not re.search(
        r"(drivelines|contacts|shapes|collision|entities)\[\]$", path
    )
    return not item_of_a_list and not re.search(r"(mounts|port_roles)\.\w+$", path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("thing")


def test_every_field_that_the_files_state_has_its_row() -> None:
    stated = {f"{file_of(name)}.{field_of(at)}" for name, inner in PATHS.items() for at in inner}
    assert {path for path in stated if is_field(path)} == set(ROWS)


def test_every_field_that_the_readers_know_is_stated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held against the names that the readers themselves compare a file's keys with."""
    known: set[str] = set()
    plain = FieldsReader.__init__
    current = ""

    def listen(self: Any, file: Any, path: str, tree: Any, anchor: Any, names: Any) -> None:
        names = list(names)
        at = re.sub(r"\[\d+\]", "[]", re.sub(r"\bn_\w+", "*", path))
        at = re.sub(r"^profiles\.\w+", "profiles.*", at)
        known.update(f"{current}.{at}.{name}".replace("..", ".") for name in names)
        plain(self, file, path, tree, anchor, names)

    monkeypatch.setattr(FieldsReader, "__init__", listen)
    for name, entry in ENTRIES.items():
        current = file_of(name)
        assert read(name, written(entry), tmp_path).told == []
    rows = {re.sub(r"offsets\.\*$", "offsets.*", path) for path in ROWS}
    assert {re.sub(r"offsets\.\w+$", "offsets.*", path) for path in known} - rows == set()


@pytest.mark.parametrize("row", ROWS)
def test_a_field_is_read(folder: Path, row: str) -> None:
    """Another value makes another record. A group is read by the fields in it; two of a head cannot be another."""
    name, at, _ = found(row)
    sound = read(name, written(ENTRIES[name]), folder)
    assert sound.told == []
    if ROWS[row].other is GROUP:
        assert sound.record is not None
        return
    other = read(name, written(changed(ENTRIES[name], at, ROWS[row].other)), folder)
    assert other.told == []
    assert repr(other.record) != repr(sound.record)


@pytest.mark.parametrize("row", ROWS)
def test_a_field_may_or_must_be_stated(folder: Path, row: str) -> None:
    name, at, _ = found(row)
    said = read(name, written(changed(ENTRIES[name], at, ...)), folder)
    if not ROWS[row].must:
        assert said.told == []
        assert said.record is not None
        return
    assert said.record is None
    assert {code for code, _, _ in said.told} == {"library.missing_field"}


@pytest.mark.parametrize("row", ROWS)
def test_a_value_of_another_type_is_refused_where_it_stands(folder: Path, row: str) -> None:
    name, at, value = found(row)
    for wrong in (5, "x", True, None, [[]], {"q": 1}):
        if fits(wrong, value, row):
            continue
        said = read(name, written(changed(ENTRIES[name], at, wrong)), folder)
        assert said.record is None
        assert [t[:2] for t in said.told] == [("library.wrong_type", written(wrong))], wrong
        assert f"`{dotted(at)}" in said.told[0][2] or at[-1] == 0


def fits(wrong: object, value: object, row: str) -> bool:
    """Whether a value is of the type of the one that it stands for. Every mapping is a group, every text a text."""
    if ".provenance." in row and (wrong is None or isinstance(wrong, str)):
        return True
    kinds: tuple[type, ...] = (bool, str, list, dict)
    for kind in kinds:
        if isinstance(value, kind) or isinstance(wrong, kind):
            return isinstance(value, kind) and isinstance(wrong, kind)
    return isinstance(wrong, int) and not isinstance(value, type(None))


@pytest.mark.parametrize("row", [row for row in ROWS if ROWS[row].bad])
def test_a_value_out_of_bounds_is_refused_where_it_stands(folder: Path, row: str) -> None:
    name, at, _ = found(row)
    for code, values in ROWS[row].bad.items():
        for bad in values:
            said = read(name, written(changed(ENTRIES[name], at, bad)), folder)
            assert said.record is None, bad
            assert [t[0] for t in said.told] == [f"library.{code}"], bad
            text = said.told[0][1]
            # The value, a number within it, or the key of a group whose numbers belong together.
            assert text in written(bad) or text == f'"{at[-1]}"' or text.strip('"') in map(str, at), text


@pytest.mark.parametrize("name", [n for n in ENTRIES if " " not in n])
def test_a_key_that_no_field_has_and_one_twice(folder: Path, name: str) -> None:
    entry = ENTRIES[name]
    groups = [at for at, value in {(): entry, **PATHS[name]}.items() if isinstance(value, dict)]
    for at in groups:
        last = str(at[-1]) if at else ""
        if last in ("provenance", "offsets") or last in (
            "connectors",
            "links",
            "feet",
            "profiles",
            "mounts",
            "port_roles",
        ):
            continue
        said = read(name, written(changed(entry, (*at, "colour"), "red")), folder)
        assert [t[:2] for t in said.told] == [("library.unknown_field", '"colour"')], at
        assert said.record is None
    text = written(entry)
    first = next(iter(entry))
    said = read(name, text.replace("{", "{" + f'"{first}": {written(entry[first])}, ', 1), folder)
    assert [t[:2] for t in said.told] == [("library.duplicate_key", f'"{first}"')]


# The words of YAML that are not what they are elsewhere.
WORDS = {
    "yes": "yes", "on": "on", "~": "~", "True": "True", "1e-3": 1e-3, "1.": "1.", "0x10": "0x10", "1_000": "1_000",
    "2024-01-01": "2024-01-01", "1:30": "1:30", ".inf": ".inf", "true": True, "null": None, "-0.5e+2": -50.0,
}  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_yaml_is_read_as_json(tmp_path: Path, word: str) -> None:
    text = written(ENTRIES["wheel"]).replace('"license": "x"', f'"year": {word}')
    said = read("wheel", text, tmp_path)
    assert said.told == []
    record: Any = said.record
    assert record.provenance["year"] == WORDS[word]
    assert type(record.provenance["year"]) is type(WORDS[word])


# What a program is told of a library -----------------------------------------------------------------------------

Compile = Callable[..., Any]
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "part": ({"extra": ({"id": "odd"},)}, 'IMU i(ref = "odd", mount = "top_1")'),
    "object": ({"objects": ({"id": "odd"},)}, 'Obstacle o(ref = "odd", pos = (3, 0, 0, 0, 0, 0, 1))'),
    "environment": ({"environments": ({"id": "odd"},)}, 'Scenario s(ref = "odd")'),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_program_that_names_a_broken_entry_is_told_why(compiled: Compile, texts: dict[str, str], kind: str) -> None:
    given, statement = BROKEN[kind]
    extra = given.get("extra", ())
    rest = {name: value for name, value in given.items() if name != "extra"}
    core = texts["duo"] + texts["laser"] + (statement if kind == "part" else "")
    world = texts["world"]
    if kind == "object":
        world = world.replace("Marker flag", f"{statement} Marker flag")
    if kind == "environment":
        world = world.replace("Goal there", f"{statement} Goal there")
    said = compiled(core, *extra, world=world, **rest)
    errors = [d for d in said.outcome.diagnostics if d.blocking]
    assert [(d.code.name, d.primary.span.text) for d in errors] == [("name.unknown_part", '"odd"')]
    assert errors[0].message == f"the {kind} `odd` was left out of its library because of faults"
    assert any(note.startswith("library.missing_field: ") for note in errors[0].notes)
    warnings = [d for d in said.outcome.diagnostics if not d.blocking]
    assert {d.code.name for d in warnings} == {"library.missing_field"}


@pytest.mark.parametrize("kind", ["part", "object", "environment"])
def test_an_id_of_two_libraries_is_ambiguous(
    compiled: Compile, texts: dict[str, str], kind: str, box_part: Any
) -> None:
    core, world = texts["duo"] + texts["laser"], texts["world"]
    given: dict[str, Any] = {}
    extra: tuple[Any, ...] = ()
    if kind == "part":
        extra = (box_part("imu", "sensor", 0.1, (0.1, 0.1, 0.1), profiles={"IMU": {}},
                          connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, -1]}}),)  # fmt: skip
        core += 'IMU i(ref = "imu", mount = "top_1")'
    elif kind == "object":
        given["objects"] = ({**ENTRIES["object"], "id": "bench"},)
        world = world.replace("Marker flag", 'Obstacle o(ref = "bench", pos = (3, 0, 0, 0, 0, 0, 1)) Marker flag')
    else:
        given["environments"] = ({**ENTRIES["environment"], "id": "yard"},)
        world = world.replace("Goal there", 'Scenario s(ref = "yard") Goal there')
    said = compiled(core, *extra, world=world, **given)
    text = {"part": '"imu"', "object": '"bench"', "environment": '"yard"'}[kind]
    assert [t[:2] for t in said.told] == [("name.ambiguous_part", text)]


def test_what_a_library_does_not_list_does_not_exist(compiled: Compile, texts: dict[str, str], tmp_path: Path) -> None:
    core = texts["duo"] + 'IMU i(ref = "unlisted", mount = "top_1")'
    folder = tmp_path / "extra" / "parts" / "unlisted"
    folder.mkdir(parents=True)
    (folder / "component.yaml").write_text(written(ENTRIES["Lidar"]), encoding="utf-8")
    said = compiled(core, objects=({**ENTRIES["object"], "id": "thing"},))
    assert [t[:2] for t in said.told] == [("name.unknown_part", '"unlisted"')]


def test_a_broken_manifest_blocks(compiled: Compile, workshop: Any) -> None:
    (workshop.library / "library.yaml").write_text("name: [mine]\n", encoding="utf-8")
    from robotdsl_compiler.driver.pipeline import compile_program
    from robotdsl_compiler.driver.request import Request

    outcome = compile_program(Request(workshop.program(), (str(workshop.library),), check=True))
    assert [(d.code.name, d.blocking) for d in outcome.diagnostics] == [("library.wrong_type", True)]
