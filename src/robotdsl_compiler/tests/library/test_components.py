"""What a component.yaml may hold: the record of a sound file, and what beside it may be named."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotdsl_compiler.library.fields import Fields, File
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import Mapping, read_yaml
from robotdsl_compiler.model.part import (
    Category,
    CollisionBox,
    Connector,
    Driveline,
    GroundContact,
    Hull,
    Inertial,
    JointType,
    MotorRating,
    Profile,
    RangeRating,
    SensorRating,
    Steering,
    Visual,
    WheelShape,
)
from robotdsl_compiler.support.source import Source

from .reading import CHASSIS, CRATE, LIDAR, MOTOR, RANGER, WHEEL, read, sound


def test_a_chassis(tmp_path: Path) -> None:
    part = sound(tmp_path, CHASSIS)
    assert (part.id, part.library, part.category, part.description) == ("thing", "some", Category.CHASSIS, "A thing")
    assert part.directory == tmp_path / "thing"
    assert part.visual == Visual("thing.glb", (0.0, 0.0, 0.1), (0.0, 0.0, 1.0))
    assert part.collision == CollisionBox((1.0, 2.0, 3.0), (0.0, 0.0, 0.5))
    assert part.inertial == Inertial(2.0, (0.0, 0.0, 0.1), (2.0, 2.0, 3.0, 0.0, 0.0, 0.0), "measured", None)
    assert part.connectors["left"] == Connector(
        "left", (0.0, 1.0, 0.0), (0.0, 1.0, 0.0), None, JointType.FIXED, None, Steering((0.0, 0.0, 1.0), 0.6)
    )
    assert list(part.connectors) == ["left", "right", "engine"]
    assert part.drivelines == (Driveline("engine_mount", ("left_wheel", "right_wheel"), 4.0),)
    assert part.contacts == (GroundContact((-1.0, 0.0, 0.0), 0.02, "skid"),)
    assert part.profiles == {
        "Diff_two_caster": Profile(
            {"left_wheel": "left", "right_wheel": "right", "engine_mount": "engine"},
            {"left_wheel": "steered_drive"},
        )
    }
    assert part.provenance == {"name": "Thing", "license": None, "year": 2020, "anything": [1, {"else": None}]}
    assert part.span.text == "thing"
    assert (part.wheel, part.motor, part.range, part.sensor, part.hull) == (None,) * 5


def test_a_wheel(tmp_path: Path) -> None:
    part = sound(tmp_path, WHEEL)
    assert part.wheel == WheelShape(0.05, 0.02)
    assert part.connectors["hub"].joint is JointType.CONTINUOUS
    assert part.connectors["hub"].joint_axis == (0.0, 1.0, 0.0)
    assert part.profiles == {"Standard": Profile({"base": "hub"}), "Caster": Profile({})}
    assert part.provenance is None


def test_a_motor_a_ranger_and_a_crate(tmp_path: Path) -> None:
    motor = sound(tmp_path, MOTOR)
    assert motor.motor == MotorRating(1.5, 20.0)
    assert (motor.visual, motor.inertial) == (None, None)
    assert sound(tmp_path, RANGER).range == RangeRating(0.0, 2.0, 0.4, 20.0)
    assert sound(tmp_path, CRATE).hull == Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))


def test_a_sensor_states_what_it_states_and_no_more(tmp_path: Path) -> None:
    rating = sound(tmp_path, LIDAR).sensor
    assert rating == SensorRating(
        range_min_m=0.1,
        range_max_m=8.0,
        samples=720,
        horizontal_fov_rad=6.283185307179586,
        noise_stddev=0.0,
    )
    assert isinstance(rating.samples, int)
    assert sound(tmp_path, LIDAR.replace("sensor: {samples", "# sensor: {samples")).sensor is None


def test_a_rounded_direction_comes_out_at_length_one_and_its_up_square_to_it(tmp_path: Path) -> None:
    text = CRATE.replace("dir: [0, 0, -1], up: [1, 0, 0]", "dir: [0.707, 0, 0.707], up: [-0.707, 0, 0.708]")
    connector = sound(tmp_path, text).connectors["base"]
    assert connector.dir == pytest.approx((0.5**0.5, 0.0, 0.5**0.5), abs=1e-15)
    assert connector.up is not None
    assert sum(a * b for a, b in zip(connector.up, connector.dir, strict=True)) == pytest.approx(0.0, abs=1e-16)
    assert sum(c * c for c in connector.up) == pytest.approx(1.0, abs=1e-15)


def test_a_part_without_profiles_is_sound_though_no_program_can_use_it(tmp_path: Path) -> None:
    assert sound(tmp_path, CRATE.replace("{Attachment: {}}", "{}")).profiles == {}


def test_a_part_without_profiles_may_state_what_any_sensor_states(tmp_path: Path) -> None:
    text = LIDAR.replace("{Lidar: {mounts: {base: base}}}", "{}").replace("samples: 720", "width: 3, rings: 4")
    assert sound(tmp_path, text).sensor is not None


def test_a_drivelines_motor_may_sit_on_a_connector_that_has_no_mount(tmp_path: Path) -> None:
    text = CHASSIS.replace(", engine_mount: engine", "").replace("motor: engine_mount", "motor: engine")
    assert sound(tmp_path, text).drivelines[0].motor == "engine"


def test_types_that_no_target_builds_yet_are_still_types(tmp_path: Path) -> None:
    assert list(sound(tmp_path, WHEEL.replace("Caster", "Mecanum")).profiles) == ["Standard", "Mecanum"]


def test_equal_limits_make_a_fixed_distance_sensor(tmp_path: Path) -> None:
    assert sound(tmp_path, RANGER.replace("min_m: 0,", "min_m: 2,")).range == RangeRating(2.0, 2.0, 0.4, 20.0)


def test_a_link_inside_the_folder_is_followed_and_one_out_of_it_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "thing"
    folder.mkdir()
    (tmp_path / "outside.glb").write_bytes(b"glTF")
    (folder / "inside.glb").symlink_to("thing.glb")
    (folder / "out.glb").symlink_to(tmp_path / "outside.glb")
    (folder / "circle.glb").symlink_to("circle.glb")
    part, _, _ = read(folder, WHEEL.replace("thing.glb", "inside.glb"))
    assert part is not None
    for name, message in (
        ("out.glb", "`out.glb` is a link out of the part's folder"),
        ("circle.glb", "the part's folder has no file `circle.glb`"),
        ("x" * 5000, f"the part's folder has no file `{'x' * 5000}`"),
    ):
        _, _, found = read(folder, WHEEL.replace("thing.glb", name))
        assert [(d.code.name, d.message) for d in found] == [("library.asset_missing", message)]


def test_a_part_folder_that_is_a_link_itself_is_fine(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "thing").symlink_to(real)
    assert read(tmp_path / "thing", WHEEL)[0] is not None


def test_a_missing_field_is_labelled_where_it_belongs() -> None:
    """The caret alone, under the file's first line, would make that line the fault."""
    for text, code in (("id: x\n", "`a` is missing in this file"), ("b: {}\n", "`c` is missing in this mapping")):
        findings = Findings()
        file = File(Source("t.yaml", text.encode()), findings)
        tree = read_yaml(file.source, findings)
        assert isinstance(tree, Mapping)
        entry = next(iter(tree.entries.values()))
        if isinstance(entry.value, Mapping):
            Fields(file, "b", entry.value, entry, ("c",)).required("c")
        else:
            Fields(file, "", tree, entry, ("id", "a")).required("a")
        assert [f.label for f in findings._items] == [code]
