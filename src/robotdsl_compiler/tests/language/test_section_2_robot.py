"""Section 2 of the language: every component type and every parameter of a component, taken and refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from robotdsl_compiler.model.geometry import Pose, rotate
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_PARAMETERS, COMPONENT_TYPES, Role

Compile = Callable[..., Any]
Part = Callable[..., dict[str, Any]]

LEFT_RIGHT = ("left_wheel", "right_wheel")
CORNERS = ("front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel")
FRONT, REAR = CORNERS[:2], CORNERS[2:]
BELTS = ("left_track", "right_track")


@dataclass(frozen=True)
class Chassis:
    """A row of the table: an example program that has it, the wheel type and the mounts that it takes, and which of
    them are driven and steered."""

    program: str
    takes: str
    mounts: tuple[str, ...]
    driven: tuple[str, ...]
    steered: tuple[str, ...] = ()
    turns_in_place: bool = True
    holonomic: bool = False


CHASSIS = {
    "Diff_two_caster": Chassis("demo", "Standard", LEFT_RIGHT, LEFT_RIGHT),
    "Diff_drive": Chassis("skid", "Standard", CORNERS, CORNERS),
    "Mecanum_four_wheel": Chassis("mecanum", "Mecanum", CORNERS, CORNERS, holonomic=True),
    "Omni_drive": Chassis("omni", "Omni_wheel", CORNERS, CORNERS, holonomic=True),
    "Omni_three_wheel": Chassis(
        "omni_three", "Omni_wheel", ("front_wheel", *REAR), ("front_wheel", *REAR), holonomic=True
    ),
    "Tricycle": Chassis("tricycle", "Standard", ("front_wheel", *REAR), ("front_wheel",), ("front_wheel",), False),
    "Ackermann": Chassis("car", "Standard", CORNERS, REAR, FRONT, False),
    "Ackermann, all driven": Chassis("buggy", "Standard", CORNERS, CORNERS, FRONT, False),
    "Tracked": Chassis("tracked", "Track", BELTS, BELTS),
    "Legged": Chassis("quadruped", "", (), ()),
}
MOUNTED = [name for name, row in CHASSIS.items() if row.mounts]
# Another wheel or track of the example library, to put where it does not belong.
OTHER = {
    "Standard": 'Omni_wheel {}(ref = "omni_bot_wheel", mount = "{}")',
    "Mecanum": 'Standard {}(ref = "diff_bot_wheel", mount = "{}")',
    "Omni_wheel": 'Standard {}(ref = "diff_bot_wheel", mount = "{}")',
    "Track": 'Standard {}(ref = "diff_bot_wheel", mount = "{}")',
}
# What each type that is no chassis is shown by: a part of the shelf or of the example library.
SENSORS = {
    "Lidar": ("laser", "scan"),
    "Lidar3D": ("spinner", "lidar3d"),
    "Camera": ("camera", "camera"),
    "DepthCamera": ("depth", "depth"),
    "RGBD": ("rgbd", "rgbd"),
    "IMU": ("imu", "imu"),
    "Ultrasonic": ("sonar", "ultrasonic"),
    "Range": ("eye", "range"),
    "Bumper": ("bumper", "bumper"),
}
CARRIED = ("Standard", "Mecanum", "Omni_wheel", "Caster", "Track", "Motor", "Leg", "Attachment")
TASK = "Task go {{ {} Stop() }}"
SPIN, STRAFE = "kinematics.spin_supported", "kinematics.strafe_supported"


def test_every_component_type_has_its_row() -> None:
    assert {*(name.partition(",")[0] for name in CHASSIS), *SENSORS, *CARRIED} == set(COMPONENT_TYPES)
    for name, row in CHASSIS.items():
        assert COMPONENT_TYPES[name.partition(",")[0]].category is Category.CHASSIS
        assert tuple(COMPONENT_TYPES[name.partition(",")[0]].mounts or ()) == row.mounts


def line_of(body: str, mount: str) -> str:
    return next(line for line in body.splitlines() if f'mount = "{mount}"' in line)


# Chassis ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHASSIS)
def test_a_chassis_drives_and_steers_by_the_mounts_of_its_row(
    compiled: Compile, robot_of: Callable[[str], str], name: str
) -> None:
    row = CHASSIS[name]
    sound = compiled(robot_of(row.program), example=True)
    assert sound.told == []
    robot = sound.facts.robot
    assert robot.part("base").component.type == name.partition(",")[0]
    carried = {each.mount: each for each in (*robot.wheels, *robot.belts) if each.mount is not None}
    assert set(carried) == set(row.mounts)
    assert {mount for mount, each in carried.items() if each.role is Role.DRIVEN} == set(row.driven)
    assert {pin.mount for pin in robot.kingpins} == set(row.steered)
    drive = robot.drive
    assert (drive.turns_in_place, drive.holonomic) == (row.turns_in_place, row.holonomic)


@pytest.mark.parametrize("name", CHASSIS)
def test_a_chassis_turns_in_place_and_moves_sideways_or_is_told_that_it_cannot(
    compiled: Compile, robot_of: Callable[[str], str], name: str
) -> None:
    row = CHASSIS[name]
    for rule, node, able in (
        (SPIN, "Spin(angle_rad = 1)", row.turns_in_place),
        (STRAFE, "Strafe(distance_m = 1)", row.holonomic),
    ):
        said = compiled(robot_of(row.program), example=True, task=TASK.format(node))
        assert said.verdict(rule) == ("pass" if able else "fail")
        assert [(code, text) for code, text, _ in said.told] == ([] if able else [(f"validation.{rule}", node)])


@pytest.mark.parametrize("name", MOUNTED)
def test_a_chassis_misses_what_is_not_mounted(compiled: Compile, robot_of: Callable[[str], str], name: str) -> None:
    row = CHASSIS[name]
    body = robot_of(row.program)
    for mount in row.mounts:
        if mount in body:
            said = compiled(body.replace(line_of(body, mount), ""), example=True)
            (told,) = [t for t in said.told if t[0] == "validation.assembly.wheel_mounts_filled"]
            noun = "track" if row.takes == "Track" else "wheel"
            assert told[1].startswith(name.partition(",")[0])
            assert told[2] == f"the mount `{mount}` of the chassis carries no {noun}"


@pytest.mark.parametrize("name", MOUNTED)
def test_a_chassis_refuses_another_type_of_wheel(compiled: Compile, robot_of: Callable[[str], str], name: str) -> None:
    row = CHASSIS[name]
    body = robot_of(row.program)
    mount = row.mounts[-1]
    wrong = OTHER[row.takes].format(mount, mount)
    said = compiled(body.replace(line_of(body, mount).strip(), wrong), example=True)
    (told,) = [t for t in said.told if t[0] == "validation.assembly.wheel_type_matches_chassis"]
    assert told[1] == wrong
    assert f"the mount `{mount}` of " in told[2] and f"`{row.takes}`" in told[2]


@pytest.mark.parametrize("name", CHASSIS)
@pytest.mark.parametrize("placement", ["glue = (0, 0, 0, 0, 0, 1)", 'mount = "left_wheel"'])
def test_a_chassis_is_placed_on_nothing(
    compiled: Compile, robot_of: Callable[[str], str], name: str, placement: str
) -> None:
    body = robot_of(CHASSIS[name].program)
    ref = f"{COMPONENT_TYPES[name.partition(',')[0]].name} base(ref = "
    at = body.index(")", body.index(ref))
    said = compiled(f"{body[:at]}, {placement}{body[at:]}", example=True)
    parameter = placement.split()[0]
    assert [t[:2] for t in said.told] == [("type.unknown_parameter", parameter)]


# What a chassis carries -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMPONENT_TYPES)
def test_a_type_takes_a_part_of_its_category_that_has_its_profile(compiled: Compile, name: str, box_part: Part) -> None:
    """Of a wrong category, of the right one without the profile, and of one without any profile."""
    category = COMPONENT_TYPES[name].category
    wrong = "wheel" if category is not Category.WHEEL else "imu"
    placement = "" if category is Category.CHASSIS else ', mount = "nose"'
    said = compiled(f'{DUO} {name} x(ref = "{wrong}"{placement})')
    what = "a wheel" if wrong == "wheel" else "a sensor"
    assert ("name.part_category_mismatch", f'"{wrong}"', f"`{name}` takes a part of category {category.value}, "
            f"and `{wrong}` is {what}") in said.told  # fmt: skip

    bare = box_part("bare", category.value, 1.0, (0.1, 0.1, 0.1), **BARE.get(category, {}), profiles={}, connectors=ONE)
    said = compiled(f'{DUO} {name} x(ref = "bare"{placement})', bare)
    assert ("name.type_not_supported", '"bare"', f"the part `bare` cannot be used as `{name}`") in said.told


ONE = {"base": {"pos": [0, 0, 0], "dir": [0, 0, -1]}}
BARE: dict[Category, dict[str, Any]] = {
    Category.WHEEL: {"wheel": {"radius": 0.1, "width": 0.1}},
    Category.TRACK: {"track": {"run_start": [0, 0, 0], "run_end": [1, 0, 0], "width": 0.1}},
    Category.MOTOR: {"motor": {"stall_torque": 1, "no_load_speed": 1}},
    Category.LEG: {"links": {}, "feet": {}},
}
BASE = 'Diff_two_caster base(ref = "duo")'
WHEELS = 'Standard l(ref = "wheel", mount = "left_wheel") Standard r(ref = "wheel", mount = "right_wheel")'
CASTER = 'Caster c(ref = "caster", mount = "under")'
DUO = f"{BASE} {WHEELS} {CASTER}"


@pytest.mark.parametrize("name", SENSORS)
def test_a_sensor(compiled: Compile, name: str) -> None:
    """It sits on any connector, has its role, and a second one its name behind it; on a wheel mount it is no wheel."""
    part, role = SENSORS[name]
    said = compiled(f'{DUO} {name} one(ref = "{part}", mount = "nose") {name} two(ref = "{part}", mount = "top_1")')
    assert [code for code in said.codes if code != "validation.sensing.range_clears_the_ground"] == []
    assert [(s.type, s.role) for s in said.facts.robot.sensors] == [(name, role), (name, f"{role}_two")]
    assert said.facts.robot.sensors[0].pose.position[0] == pytest.approx(0.15 + 0.02)
    said = compiled(f'{BASE} {CASTER} {WHEELS.split(") ")[0]}) {name} one(ref = "{part}", mount = "right_wheel")')
    message = "the mount `right_wheel` carries `one`, and no wheel"
    assert ("validation.assembly.wheel_mounts_filled", "one", message) in said.told


@pytest.mark.parametrize("name", ["Standard", "Mecanum", "Omni_wheel"])
def test_a_wheel_belongs_on_a_wheel_mount(compiled: Compile, box_part: Part, name: str) -> None:
    roller = box_part(
        "roller", "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": 0.05, "width": 0.02},
        connectors={"hub": {"pos": [0, 0, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}}},
        profiles={name: {}},
    )  # fmt: skip
    said = compiled(f'{DUO} {name} spare(ref = "roller", mount = "nose")', roller)
    message = "the wheel `spare` sits on no wheel mount of the chassis"
    assert ("validation.assembly.wheel_mounts_filled", "spare", message) in said.told


@pytest.mark.parametrize("name", ["Caster"])
def test_a_caster_supports_where_no_drive_sits(compiled: Compile, name: str) -> None:
    said = compiled(DUO)
    caster = next(w for w in said.facts.robot.wheels if w.component.name == "c")
    assert (caster.mount, caster.role) == (None, None)
    assert said.told == []
    said = compiled(f'{BASE} {CASTER} {WHEELS.split(") ")[0]}) Caster wrong(ref = "caster", mount = "right_wheel")')
    assert said.codes == ["validation.assembly.wheel_type_matches_chassis"]


@pytest.mark.parametrize("name", ["Track"])
def test_a_track_is_a_belt_of_a_tracked_base(compiled: Compile, robot_of: Callable[[str], str], name: str) -> None:
    said = compiled(robot_of("crawler"), example=True)
    left, right = said.facts.robot.belts
    assert left.start[1] == pytest.approx(-right.start[1]) and left.start[2] == pytest.approx(0.0, abs=1e-6)
    said = compiled(f'{DUO} Track spare(ref = "track_unit", mount = "nose")', example=True)
    assert ("validation.assembly.wheel_mounts_filled", "spare") in [t[:2] for t in said.told]


MOTORED = (
    'Motor ml(ref = "motor", mount = "left_wheel") Motor mr(ref = "motor", mount = "right_wheel") '
    'Standard l(ref = "wheel", mount = "ml.shaft") Standard r(ref = "wheel", mount = "mr.shaft")'
)


@pytest.mark.parametrize("name", ["Motor"])
def test_a_motor_turns_what_mates_onto_its_shaft_or_what_a_driveline_joins_it_to(
    compiled: Compile, robot_of: Callable[[str], str], name: str
) -> None:
    on_shafts = compiled(f"{BASE} {MOTORED} {CASTER}").facts.robot.wheels
    assert [(w.motor, w.role, w.limits.effort, w.limits.velocity) for w in on_shafts if w.mount] == [
        ("ml", Role.DRIVEN, 1.2, 12.0),
        ("mr", Role.DRIVEN, 1.2, 12.0),
    ]
    joined = compiled(robot_of("buggy"), example=True).facts.robot.wheels
    assert {w.motor for w in joined} == {"motor"}
    assert {(w.limits.effort, w.limits.velocity) for w in joined} == {(0.9 * 2.0 / 4, 16.0 / 2.0)}
    # A robot with motors drives no wheel that none of them turns.
    one = compiled(f"{BASE} {MOTORED} {CASTER}".replace("mr.shaft", "right_wheel").replace(
        'Motor mr(ref = "motor", mount = "right_wheel")', ""))  # fmt: skip
    assert one.codes == ["validation.kinematics.every_driven_wheel_commanded"]
    assert [w.role for w in one.facts.robot.wheels if w.mount] == [Role.DRIVEN, Role.ROLLING]


@pytest.mark.parametrize("name", ["Leg"])
def test_a_leg_brings_links_and_a_foot(compiled: Compile, robot_of: Callable[[str], str], name: str) -> None:
    walker = robot_of("hexapod")
    robot = compiled(walker, example=True).facts.robot
    assert [foot.component.type for foot in robot.feet] == ["Leg"] * 6
    assert len(robot.links) == 18
    said = compiled(walker.replace("Leg ", "Lidar "), example=True)
    assert set(said.codes) == {"name.part_category_mismatch"}


@pytest.mark.parametrize("name", ["Attachment"])
def test_an_attachment_adds_mass_and_shape_and_nothing_else(compiled: Compile, name: str) -> None:
    without = compiled(DUO).facts.robot
    carried = compiled(f'{DUO} Attachment crate(ref = "wedge", mount = "top_0")').facts.robot
    assert carried.mass == pytest.approx(without.mass + 0.3)
    assert carried.height > without.height
    for untouched in ("wheels", "sensors", "kingpins", "belts", "links", "feet", "contacts"):
        assert len(getattr(carried, untouched)) == len(getattr(without, untouched))


# Parameters and mating --------------------------------------------------------------------------------------------

PARAMETERS = {
    "ref": ('IMU i(ref = "imu", mount = "top_0")', 'IMU i(mount = "top_0")', "type.missing_parameter", "IMU"),
    "glue": (
        'IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1))',
        'IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0))',
        "type.wrong_tuple_length",
        "(0.1, 0, 0.05, 0, 0)",
    ),
    "mount": (
        'IMU i(ref = "imu", mount = "top_0")',
        'IMU i(ref = "imu", mount = "roof")',
        "name.unknown_reference",
        '"roof"',
    ),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_of_a_component(compiled: Compile, name: str) -> None:
    taken, refused, code, text = PARAMETERS[name]
    sound = compiled(f"{DUO} {taken}")
    assert sound.told == []
    assert sound.facts.robot.part("i").base_connector.name == "top_0"
    assert [t[:2] for t in compiled(f"{DUO} {refused}").told] == [(code, text)]


def test_every_parameter_of_a_component_has_its_row() -> None:
    assert set(PARAMETERS) == {parameter.name for parameter in COMPONENT_PARAMETERS}


EITHER = ['IMU i(ref = "imu")', 'IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1), mount = "top_0")']


@pytest.mark.parametrize("statement", EITHER, ids=["neither", "both"])
def test_glue_and_mount_exclude_each_other(compiled: Compile, statement: str) -> None:
    assert compiled(f"{DUO} {statement}").codes == ["type.exactly_one_of"]


@pytest.mark.parametrize(
    ("core", "owner"),
    [('Motor m(ref = "motor", mount = "nose") IMU i(ref = "imu", mount = "m.shaft")', "m"),
     ('Motor m(ref = "motor", mount = "nose") IMU i(ref = "imu", glue = (0.18, 0, 0, 1, 0, 0))', "m"),
     ('IMU i(ref = "imu", mount = "base.nose")', "base"),
     ('IMU i(ref = "imu", mount = "nose")', "base")],
    ids=["mount of a part", "glue on a part", "mount of the chassis by name", "mount of the chassis"],
)  # fmt: skip
def test_what_a_part_may_sit_on(compiled: Compile, core: str, owner: str) -> None:
    said = compiled(f"{DUO} {core}")
    assert {code.partition(".")[0] for code in said.codes} <= {"validation"}
    assert said.verdict("assembly.glue_on_connector") == "pass"
    assert said.facts.robot.part("i").parent == owner


MATING = {
    "anti-parallel": "points together, directions facing",
    "up": "where both connectors state it, up lines up",
    "smallest turn": "else the smallest turn that faces the directions",
    "roll": "about the base connector's direction",
}


def pad(part: Part, id: str, up: list[float] | None = None, category: str = "attachment", **fields: Any) -> Any:
    mate: dict[str, Any] = {"pos": [0, 0, -0.02], "dir": [0, 0, -1]} | ({"up": up} if up else {})
    return part(
        id, category, 0.001, (0.04, 0.04, 0.04),
        collision={"type": "box", "size": [0.04] * 3, "origin_xyz": [0, 0, 0]},
        connectors={"base": mate}, profiles={"Attachment": {}}, **fields,
    )  # fmt: skip


def shelf_with_ups(part: Part) -> Any:
    """A chassis with one side port that states its up and one that does not."""
    return part(
        "platform", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05,
        collision={"type": "box", "size": [0.3, 0.2, 0.08], "origin_xyz": [0, 0, 0]},
        connectors={
            "l": {"pos": [0, 0.12, 0], "dir": [0, 1, 0]}, "r": {"pos": [0, -0.12, 0], "dir": [0, -1, 0]},
            "under": {"pos": [-0.12, 0, -0.04], "dir": [0, 0, -1]},
            "told": {"pos": [0.15, 0, 0], "dir": [1, 0, 0], "up": [0, 1, 0]},
            "untold": {"pos": [-0.15, 0, 0], "dir": [-1, 0, 0]},
        },
        profiles={"Diff_two_caster": {"mounts": {"left_wheel": "l", "right_wheel": "r"}}},
    )  # fmt: skip


@pytest.mark.parametrize("name", MATING)
def test_mating(compiled: Compile, box_part: Part, name: str) -> None:
    core = DUO.replace('"duo"', '"platform"')
    placed = {
        "anti-parallel": 'mount = "told"',
        "up": 'mount = "told"',
        "smallest turn": 'mount = "untold"',
        "roll": "glue = (0.15, 0, 0, 1, 0, 0, 0.5)",
    }[name]
    said = compiled(
        f'{core} Attachment pad(ref = "pad", {placed})',
        shelf_with_ups(box_part), pad(box_part, "pad", [1, 0, 0]),
    )  # fmt: skip
    assert said.told == []
    pose: Pose = said.facts.robot.part("pad").pose
    out = -1.0 if name == "smallest turn" else 1.0
    assert pose.position == pytest.approx((0.17 * out, 0.0, 0.0), abs=1e-9)
    assert rotate(pose.orientation, (0, 0, -1)) == pytest.approx((-out, 0.0, 0.0), abs=1e-9)
    up = rotate(pose.orientation, (1, 0, 0))
    wanted = {
        "anti-parallel": (0.0, 1.0, 0.0),
        "up": (0.0, 1.0, 0.0),
        # Down to forward, the short way: about y, which x turns with.
        "smallest turn": (0.0, 0.0, 1.0),
        # y turned about x.
        "roll": (0.0, math.cos(0.5), math.sin(0.5)),
    }[name]
    assert up == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("glue", "fits"),
    [("0.1009, 0, 0.05, 0, 0, 1", True), ("0.1011, 0, 0.05, 0, 0, 1", False),
     ("0.1, 0, 0.05, 0.0016, 0, 1", True), ("0.1, 0, 0.05, 0.0020, 0, 1", False)],
    ids=["0.9 mm", "1.1 mm", "0.09 degrees", "0.11 degrees"],
)  # fmt: skip
def test_a_glue_matches_within_a_millimetre_and_a_tenth_of_a_degree(compiled: Compile, glue: str, fits: bool) -> None:
    said = compiled(f'{DUO} IMU i(ref = "imu", glue = ({glue}))')
    assert said.codes == ([] if fits else ["validation.assembly.glue_on_connector"])
    assert (said.facts.robot.part("i").pose is not None) is fits
    if not fits:
        assert "the nearest is `top_0` of `base`" in said.told[0][2]
