"""Everything that ros-gz-nav2 refuses, with its exact words and the place that it points at; of some the checks of the
program say so before any target is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.control import binding as control_binding
from robotdsl_compiler.targets.control.plan import left_out, plan

from .. import undercarriages as bases

TARGET, UNSUPPORTED = "ros-gz-nav2", "target.unsupported"
TWO = ("left", "right")
Found = list[tuple[str, str, str]]
Told = Callable[..., Found]


@pytest.fixture
def told(refused: Callable[..., list[tuple[str, str, str, str]]], workshop: Any) -> Told:
    """What is said of a robot of ``parts`` and the body ``core``: the code, the message and the text of each."""

    def ask(robot: bases.Robot, more: str = "", **texts: str) -> Found:
        parts, core = robot
        workshop.stock(*parts)
        return [each[:3] for each in refused(target=TARGET, core=core + more, **texts)]

    return ask


@pytest.fixture
def duo(texts: dict[str, str]) -> bases.Robot:
    return [], texts["duo"]


def unsupported(message: str, text: str) -> tuple[str, str, str]:
    return UNSUPPORTED, message, text


# Bases


def test_omni_wheels_that_roll_one_way_alone(told: Told) -> None:
    along = {name: {**at, "dir": [0, math.copysign(1, at["pos"][1]), 0]} for name, at in bases.CORNERS.items()}
    robot = [bases.frame("Omni_drive", along), bases.roller("Omni_wheel")], bases.omni()[1]
    message = "all wheels roll along one line, so the base cannot move across it"
    assert told(robot) == [("validation.kinematics.omni_wheels_span_the_plane", message, "base")]


def test_a_base_that_steers_without_a_kingpin(told: Told) -> None:
    robot = [bases.frame("Ackermann", bases.CORNERS), bases.roller("Standard")], bases.car()[1]
    assert told(robot) == [
        (
            "validation.assembly.steering_declared",
            f"the steered mount `front_{side}_wheel` of the part `frame` declares no kingpin",
            '"frame"',
        )
        for side in TWO
    ]


def test_a_track_that_states_no_travel(told: Told) -> None:
    belt = {key: value for key, value in bases.BELT.items() if key != "travel_per_turn"}
    message = "has a belt whose height is not known: its part `belt` states no travel per turn"
    assert told(bases.tracked(belt)) == [unsupported(f"track `{side}_track` {message}", '"belt"') for side in TWO]


def test_a_track_that_runs_askew(told: Told) -> None:
    """By a quarter of a degree, which the checks of the program let pass."""
    belt = {**bases.BELT, "run_start": [-0.1, -0.0004, -0.04], "run_end": [0.1, 0.0004, -0.04]}
    assert told(bases.tracked(belt)) == [
        unsupported(
            f"the run of track `{side}_track` does not lie along the robot, and its belt would push it aside",
            f'Track {side}_track(ref = "belt", mount = "{side}_track")',
        )
        for side in TWO
    ]


@pytest.mark.parametrize(("aside", "way"), [(0.0021, "right"), (-0.0021, "left")])
def test_tracks_that_are_not_midway(told: Told, aside: float, way: str) -> None:
    message = f"the origin of Tracked `base` lies 2.1 mm to the {way} of the middle between its tracks"
    assert told(bases.tracked(aside=aside)) == [unsupported(message, '"frame"')]


def test_tracks_that_are_midway_within_two_millimetres(build: Any, workshop: Any) -> None:
    parts, core = bases.tracked(aside=0.0019)
    workshop.stock(*parts)
    build(TARGET, core=core)


def test_a_wheel_that_no_controller_commands(
    facts_of: Any, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No base is bound like that, so the binding is broken here."""
    facts = facts_of(texts["quad"])
    made = plan(facts.robot)
    assert made is not None
    (controller,) = made.controllers
    names = [name for name in controller.parameters["left_wheel_names"] if name != "rl_joint"]
    broken = replace(
        made, controllers=(replace(controller, parameters={**controller.parameters, "left_wheel_names": names}),)
    )
    assert (left_out(facts.robot, made), left_out(facts.robot, broken)) == ((), ("rl",))
    monkeypatch.setattr(control_binding, "plan", lambda robot: broken)
    diagnostics = Diagnostics()
    control_binding.refuse(facts, diagnostics)
    ((code, message, text),) = ((d.code.name, d.message, d.primary.span.text) for d in diagnostics if d.primary)
    assert (code, message, text) == (
        UNSUPPORTED,
        "wheel `rl` is driven, and no controller of Diff_drive `base` commands it",
        'Standard rl(ref = "wheel", mount = "rear_left_wheel")',
    )


# Parts


def test_a_part_with_links_of_its_own(told: Told, duo: bases.Robot) -> None:
    message = "part `arm` of `boom` has links of its own, which this target does not move"
    robot = [bases.arm()], duo[1]
    assert told(robot, 'Attachment boom(ref = "arm", mount = "top_1")\n') == [unsupported(message, '"arm"')]


def test_a_moving_joint_on_a_parts_own_connector(told: Told, duo: bases.Robot) -> None:
    message = "connector `base` of `gun` declares a revolute joint that this target would hold fixed"
    assert told(duo, 'Attachment gun(ref = "turret", mount = "top_1")\n') == [unsupported(message, '"top_1"')]


def test_a_moving_joint_on_the_connector_that_is_mated_onto(told: Told, duo: bases.Robot) -> None:
    robot = [], duo[1].replace('"duo"', '"swivel_duo"')
    message = (
        "`laser` is mated onto connector `mast` of `base`, which declares a revolute joint that this target would hold "
        "fixed"
    )
    assert told(robot, 'Lidar laser(ref = "laser", mount = "mast")\n') == [unsupported(message, '"mast"')]


WITHOUT_MASS = "states no mass, and Gazebo takes no link without one"


@pytest.mark.parametrize(
    ("part", "components"), [("duo", ["base"]), ("wheel", ["left_wheel", "right_wheel"]), ("bumper", ["feeler"])]
)
def test_a_link_of_its_own_that_weighs_nothing(
    told: Told, duo: bases.Robot, box_part: Any, stocked: Any, part: str, components: list[str]
) -> None:
    light = {key: value for key, value in stocked(part).items() if key != "inertial"}
    assert told(([light], duo[1]), 'Bumper feeler(ref = "bumper", mount = "nose")\n') == [
        unsupported(f"part `{part}` of `{component}` {WITHOUT_MASS}", f'"{part}"') for component in components
    ]


def test_a_track_that_weighs_nothing(told: Told) -> None:
    parts, core = bases.tracked()
    del parts[1]["inertial"]
    assert told((parts, core)) == [
        unsupported(f"part `belt` of `{side}_track` {WITHOUT_MASS}", '"belt"') for side in TWO
    ]


def test_what_is_fixed_to_another_may_weigh_nothing(build: Any, workshop: Any, stocked: Any) -> None:
    """Gazebo merges its link into the other's."""
    workshop.stock({key: value for key, value in stocked("laser").items() if key != "inertial"})
    build(TARGET)


def test_a_bumper_that_nothing_can_press(told: Told, duo: bases.Robot, stocked: Any) -> None:
    bare = {key: value for key, value in stocked("bumper").items() if key != "collision"}
    assert told(([bare], duo[1]), 'Bumper feeler(ref = "bumper", mount = "nose")\n') == [
        unsupported("part `bumper` of `feeler` has no shape, and nothing can press it", '"bumper"')
    ]


# Names


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("base_footprint", "the robot's place on the floor"),
        ("base_link", "the chassis"),
        ("base_link_contact_1", "a ground contact of base"),
        ("world", "Gazebo's world"),
        ("left_wheel_joint", "the joint of left_wheel"),
    ],
)
def test_a_component_named_like_a_link_or_joint(told: Told, texts: dict[str, str], name: str, owner: str) -> None:
    message = f"the name `{name}` is taken by the link for {owner}"
    more = f'Lidar {name}(ref = "laser", mount = "top_0")\n'
    assert told(([], texts["skid"]), more) == [unsupported(message, name)]


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("front_left_wheel_steer", "the knuckle that steers front_left_wheel"),
        ("front_left_wheel_steer_joint", "the kingpin of front_left_wheel"),
    ],
)
def test_a_component_named_like_a_knuckle(told: Told, name: str, owner: str) -> None:
    message = f"the name `{name}` is taken by the link for {owner}"
    assert told(bases.car(), f'Lidar {name}(ref = "laser", mount = "top")\n') == [unsupported(message, name)]


CRATE = '{}(type = "box", pos = (1.2, 0, 0.25, 0, 0, 0, 1), size = (0.3, 0.3, 0.5))'


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bot", "has the name of the robot, and contacts are reported by names"),
        ("ground_plane", "has the name of the floor, and contacts are reported by names"),
        ("world", "has a name that Gazebo keeps for itself"),
        ("__crate__", "has a name that Gazebo keeps for itself"),
    ],
)
def test_an_entity_with_a_name_that_is_taken(
    told: Told, duo: bases.Robot, texts: dict[str, str], name: str, why: str
) -> None:
    world = texts["world"].replace("crate", name)
    said = told(duo, texts["laser"], world=world)
    assert said == [unsupported(f"Obstacle `{name}` {why}", f"Obstacle {CRATE.format(name)}")]


def test_the_name_of_a_floor_that_is_not_there(build: Any, texts: dict[str, str]) -> None:
    world = texts["world"].replace("crate", "ground_plane").replace("ground_plane = true", "ground_plane = false")
    build(TARGET, world=world)


# The world and the evaluation


def test_an_entity_that_would_have_to_move(told: Told, duo: bases.Robot, texts: dict[str, str]) -> None:
    world = texts["world"].replace("size = (0.3, 0.3, 0.5)", "size = (0.3, 0.3, 0.5), is_static = false")
    message = "Obstacle `crate` is declared movable, and no entity states the mass to move it with"
    assert told(duo, texts["laser"], world=world) == [unsupported(message, "false")]


@pytest.mark.parametrize("check", ["Check_vel", "Check_acc", "Check_jerk", "Check_effort"])
def test_a_check_on_the_joint_of_a_part_that_has_none(
    told: Told, duo: bases.Robot, texts: dict[str, str], check: str
) -> None:
    text = f"Evaluate e {{ {check}(target = @core/laser, max = 3) {check}(target = @core/left_wheel, max = 30) }}"
    message = f"{check} judges how a joint moves, and `laser` has no moving joint"
    assert told(duo, texts["laser"], eval=text) == [unsupported(message, "@core/laser")]


def test_a_belt_is_no_joint(told: Told) -> None:
    text = "Evaluate e { Check_vel(target = @core/left_track, max = 3) }"
    message = "Check_vel judges how a joint moves, and `left_track` has no moving joint"
    assert told(bases.tracked(), eval=text) == [unsupported(message, "@core/left_track")]
