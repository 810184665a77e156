"""What of a base or of a part the MuJoCo targets refuse, with the exact words and the place that each points at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from . import undercarriages as bases

Refused = Callable[..., list[tuple[str, str, str, str]]]
UNSUPPORTED, BINDING = "target.unsupported", "target_binding"
TARGETS = pytest.mark.parametrize("target", ["embedded", "mjcf"])
FOUR = [*bases.CORNERS]


@pytest.fixture
def told(refused: Refused, workshop: Any) -> Callable[..., list[tuple[str, str]]]:
    """What a target says of a robot that it refuses: each message and the text that it points at."""

    def ask(target: str, robot: bases.Robot, more: str = "", **texts: str) -> list[tuple[str, str]]:
        parts, core = robot
        workshop.stock(*parts)
        said = refused(target=target, core=core + more, **texts)
        assert {(code, phase) for code, _, _, phase in said} == {(UNSUPPORTED, BINDING)}
        return [(message, text) for _, message, text, _ in said]

    return ask


Told = Callable[..., list[tuple[str, str]]]


@TARGETS
@pytest.mark.parametrize(
    ("width", "message"),
    [
        (0.0668, "is too wide for its rollers: their ends would be pointed"),
        (0.11, "is too wide for its rollers: their ends would be pointed"),
        (0.0107, "is too narrow for its rollers: it would need more than 32 of them"),
    ],
)
def test_a_mecanum_wheel_too_wide_or_too_narrow(told: Told, target: str, width: float, message: str) -> None:
    assert told(target, bases.mecanum(width=width)) == [(f"mecanum wheel `{m}` {message}", '"roller"') for m in FOUR]


@TARGETS
@pytest.mark.parametrize("width", [0.0664, 0.0109])
def test_a_mecanum_wheel_just_within(build: Any, workshop: Any, target: str, width: float) -> None:
    """The contract's bounds: 0.666 and 0.108 of its diameter of 0.1 m."""
    parts, core = bases.mecanum(width=width)
    workshop.stock(*parts)
    assert "front_left_wheel/roller_11" in build(target=target, core=core).named("body")


@TARGETS
def test_a_mecanum_wheel_too_light(told: Told, target: str) -> None:
    assert told(target, bases.mecanum(mass=0.0129)) == [
        (
            f"mecanum wheel `{m}` is too light for its rollers: its part weighs 12.9 g, and 12 rollers of 1 g would "
            "leave its hub less than 1 g",
            '"roller"',
        )
        for m in FOUR
    ]


@TARGETS
def test_a_mecanum_wheel_just_heavy_enough(build: Any, workshop: Any, target: str) -> None:
    parts, core = bases.mecanum(mass=0.013)
    workshop.stock(*parts)
    hub = next(e for e in build(target=target, core=core).scene.iter("body") if e.get("name") == "rear_left_wheel")
    assert float(hub.find("inertial").get("mass")) == pytest.approx(0.001)


@TARGETS
def test_a_mecanum_wheel_that_states_no_mass(told: Told, target: str) -> None:
    parts, core = bases.mecanum()
    del parts[1]["inertial"]
    said = told(target, (parts, core))
    assert said[0] == (
        "mecanum wheel `front_left_wheel` is too light for its rollers: its part states no mass, and 12 rollers of 1 g "
        "would leave its hub less than 1 g",
        '"roller"',
    )
    assert len(said) == 4


@TARGETS
def test_a_link_called_like_a_roller(told: Told, target: str) -> None:
    link = {"parent": "base", "joint": {"type": "fixed"}, "inertial": bases.inertial(0.01)}
    said = told(target, bases.mecanum(links={"roller_3": link, "roller_12": link}))
    collide = [f"link `roller_3` of mecanum wheel `{m}` has the name of one of its rollers" for m in FOUR]
    assert [message for message, _ in said if "rollers" in message] == collide
    assert {text for _, text in said} == {'"roller"'}


def test_an_omni_wheel_too_narrow(told: Told) -> None:
    message = "is too narrow for its rollers: it would need more than 32 of them"
    assert told("embedded", bases.omni(width=0.0009)) == [(f"omni wheel `{m}` {message}", '"roller"') for m in FOUR]


def test_the_robot_alone_has_no_omni_wheels(told: Told) -> None:
    assert told("mjcf", bases.omni()) == [
        (
            "Omni_drive `base` drives on omni wheels, which slide along their axles, and MuJoCo's friction knows no "
            "direction",
            'Omni_drive base(ref = "frame")',
        )
    ]


def test_the_robot_alone_needs_a_floor(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace(", ground_plane = true", "")
    assert refused(target="mjcf", world=world) == [
        (UNSUPPORTED, "world `hall` has no floor, and the robot alone would fall without end", "hall", BINDING)
    ]


@TARGETS
def test_a_track_that_states_no_travel(told: Told, target: str) -> None:
    belt = {key: value for key, value in bases.BELT.items() if key != "travel_per_turn"}
    assert told(target, bases.tracked(belt)) == [
        (
            f"track `{side}_track` has a belt whose height is not known: its part `belt` states no travel per turn",
            '"belt"',
        )
        for side in ("left", "right")
    ]


@TARGETS
def test_a_track_that_does_not_run_along_the_robot(refused: Refused, workshop: Any, target: str) -> None:
    """A rule says so before any target is asked."""
    belt = {**bases.BELT, "run_start": [-0.1, -0.004, -0.04], "run_end": [0.1, 0.004, -0.04]}
    parts, core = bases.tracked(belt)
    workshop.stock(*parts)
    message = "the belt of `left_track` runs 2.3 degrees off the way ahead"
    assert refused(target=target, core=core)[0][:2] == ("validation.assembly.tracks_parallel", message)


@TARGETS
@pytest.mark.parametrize(("aside", "way"), [(0.0021, "right"), (-0.0025, "left")])
def test_tracks_that_are_not_midway(told: Told, target: str, aside: float, way: str) -> None:
    size = abs(aside) * 1000
    message = f"the origin of Tracked `base` lies {size:.1f} mm to the {way} of the middle between its tracks"
    assert told(target, bases.tracked(aside=aside)) == [(message, '"frame"')]


@TARGETS
def test_tracks_within_two_millimetres_of_midway(build: Any, workshop: Any, target: str) -> None:
    parts, core = bases.tracked(aside=0.0019)
    workshop.stock(*parts)
    assert build(target=target, core=core).json("drive.json")["kinematics"] == "tracks"


@TARGETS
@pytest.mark.parametrize("name", ["front_left_wheel_steer", "front_right_wheel_steer"])
def test_a_component_called_like_a_knuckle(told: Told, target: str, name: str) -> None:
    said = told(target, bases.car(), f'    Lidar {name}(ref = "laser", mount = "top")\n')
    owner = name.removesuffix("_steer")
    assert said == [(f"the name `{name}` is taken by the link for the knuckle that steers {owner}", name)]


@TARGETS
def test_a_name_of_a_knuckle_that_the_robot_does_not_have(build: Any, workshop: Any, target: str) -> None:
    parts, core = bases.car()
    workshop.stock(*parts)
    core += '    Lidar rear_left_wheel_steer(ref = "laser", mount = "top")\n'
    assert "rear_left_wheel_steer" in build(target=target, core=core).named("body")


@TARGETS
@pytest.mark.parametrize("name", ["base_link", "base_footprint", "world"])
def test_a_component_called_like_a_link_of_the_target(
    told: Told, texts: dict[str, str], target: str, name: str
) -> None:
    owners = {"base_link": "the chassis", "base_footprint": "the robot's place on the floor", "world": "MuJoCo's world"}
    core = texts["duo"] + f'    Lidar {name}(ref = "laser", mount = "top_0")\n'
    assert told(target, ([], core)) == [(f"the name `{name}` is taken by the link for {owners[name]}", name)]


@TARGETS
def test_a_part_without_a_shape(told: Told, texts: dict[str, str], target: str) -> None:
    core = texts["duo"] + texts["laser"] + '    Attachment sheet(ref = "ghost", mount = "top_1")\n'
    message = "part `ghost` declares neither a collision box nor a hull, so `sheet` has no shape to collide by"
    assert told(target, ([], core)) == [(message, '"ghost"')]


@TARGETS
def test_a_moving_joint_that_would_be_held(told: Told, texts: dict[str, str], target: str) -> None:
    core = texts["duo"] + texts["laser"] + '    Attachment gun(ref = "turret", mount = "top_1")\n'
    message = "connector `base` of `gun` declares a revolute joint that this target would hold fixed"
    assert told(target, ([], core)) == [(message, '"top_1"')]
    core = texts["duo"].replace('"duo"', '"swivel_duo"') + '    Lidar laser(ref = "laser", mount = "mast")\n'
    message = (
        "`laser` is mated onto connector `mast` of `base`, which declares a revolute joint that this target would "
    )
    assert told(target, ([], core)) == [(message + "hold fixed", '"mast"')]


def test_links_are_built_by_the_robot_alone(told: Told, texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + '    Attachment grip(ref = "arm", mount = "top_1")\n'
    message = "part `arm` of `grip` has links of its own, which this target does not move"
    assert told("embedded", ([bases.arm()], core)) == [(message, '"arm"')]


def test_so_is_a_legged_base(told: Told) -> None:
    said = told("embedded", bases.legged())
    links = [(f"part `limb` of `{m}` has links of its own, which this target does not move", '"limb"') for m in FOUR]
    message = "Legged `base` walks on feet, and this target drives wheels and belts only"
    assert said == [*links, (message, 'Legged base(ref = "frame")')]


def test_two_feet_of_one_shape(told: Told) -> None:
    limb = bases.leg()
    limb["feet"]["heel"] = {"link": "shin", "shape": "toe", "friction": 0.2}
    message = "feet `tip` and `heel` of `{}` are the same shape"
    assert told("mjcf", bases.legged(limb)) == [(message.format(m), '"limb"') for m in FOUR]


def test_a_legged_base_without_a_foot(told: Told) -> None:
    """Nothing else of it meets the floor."""
    parts, core = bases.legged()
    core = core.partition("\n")[0] + "\n"
    message = "Legged `base` has no foot, and would fall through the floor"
    assert told("mjcf", (parts, core)) == [(message, 'Legged base(ref = "frame")')]


def test_a_link_of_no_size(refused: Refused, workshop: Any, texts: dict[str, str]) -> None:
    arm = bases.arm()
    arm["links"]["boom"]["shapes"][1]["radius"] = 1e-9
    workshop.stock(arm)
    core = texts["duo"] + '    Attachment grip(ref = "arm", mount = "top_1")\n'
    message = "the shape of `grip/boom` has a size outside 1e-06 to 1000000 m, which cannot be simulated"
    assert refused(target="mjcf", core=core) == [(UNSUPPORTED, message, '"arm"', "world_realization")]


@TARGETS
@pytest.mark.parametrize(("place", "size"), [(0.0, 5e-6), (3e4, 5e-4)])
def test_a_hull_that_mujoco_finds_flat(
    refused: Refused, workshop: Any, texts: dict[str, str], target: str, place: float, size: float
) -> None:
    """Too small, or so far from its frame that corners in single precision fall together."""
    workshop.stock(bases.hulled(place, size))
    core = texts["duo"] + '    Attachment chip(ref = "chip", mount = "top_1")\n'
    message = "the hull of `chip` has no volume that can be simulated"
    assert refused(target=target, core=core) == [(UNSUPPORTED, message, '"chip"', "world_realization")]


@pytest.mark.parametrize(("place", "size"), [(0.0, 5e-5), (100.0, 1e-2)])
def test_a_hull_just_large_enough(build: Any, workshop: Any, texts: dict[str, str], place: float, size: float) -> None:
    mujoco = pytest.importorskip("mujoco")
    workshop.stock(bases.hulled(place, size))
    built = build(target="mjcf", core=texts["duo"] + '    Attachment chip(ref = "chip", mount = "top_1")\n')
    assert mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml")).nmesh == 1


def test_the_robot_alone_takes_any_world_and_any_task(build: Any, texts: dict[str, str]) -> None:
    """What stands in the world and what the task asks is in none of its files."""
    world = texts["world"].replace("size = (0.3, 0.3, 0.5))", "size = (0.3, 0.3, 0.5), is_static = false)")
    world = world.replace("pos = (2.5, 0, 0.01", "pos = (2500, 2500, 0.01")
    eval = "Evaluate e { Check_vel(target = @core/laser, max = 3) }"
    built = build(target="mjcf", world=world, eval=eval)
    assert built.outcome.written == ("scene.xml", "drive.json", "compile.json")
    assert [d.message for d in built.outcome.diagnostics] == []
