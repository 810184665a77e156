"""The rules on bases of every kind: mecanum, omni, steering, tracked and legged."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.validation import Finding, validate

FactsOf = Callable[..., Facts]
Part = Callable[..., dict[str, Any]]
Fields = dict[str, Any]

MOUNTS = "assembly.wheel_mounts_filled"
TYPES = "assembly.wheel_type_matches_chassis"
STEERING = "assembly.steering_declared"
PLANE, BELLY = "assembly.wheels_touch_one_plane", "assembly.shapes_clear_the_ground"
PARALLEL = "assembly.tracks_parallel"
SPAN = "kinematics.omni_wheels_span_the_plane"
COMMANDED = "kinematics.every_driven_wheel_commanded"
STATICS = "statics.mass_inside_the_wheel_contacts"
CORNERS = {
    "front_left_wheel": (0.15, 0.1), "front_right_wheel": (0.15, -0.1),
    "rear_left_wheel": (-0.15, 0.1), "rear_right_wheel": (-0.15, -0.1),
}  # fmt: skip


def judge(facts: Facts) -> tuple[dict[str, Finding], list[tuple[str, str, str]]]:
    diagnostics = Diagnostics()
    findings = {f.rule: f for f in validate(facts, diagnostics)}
    told = [
        (d.code.name.removeprefix("validation."), d.primary.span.text if d.primary else "", d.message)
        for d in diagnostics
    ]
    return findings, told


def frame(part: Part, type: str, mounts: dict[str, Fields], **fields: Any) -> Fields:
    connectors = mounts or {"top": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}}
    return part(
        "frame", "chassis", 6.0, (0.4, 0.2, 0.06),
        collision={"type": "box", "size": [0.4, 0.2, 0.06], "origin_xyz": [0, 0, 0]},
        connectors=connectors, profiles={type: {"mounts": {name: name for name in connectors}}}, **fields,
    )  # fmt: skip


def side(x: float, y: float, **fields: Any) -> Fields:
    return {"pos": [x, y, 0], "dir": [0, math.copysign(1, y), 0], **fields}


def corners(axis: list[float] | None = None) -> dict[str, Fields]:
    pin = {} if axis is None else {"steering": {"axis": axis, "max_angle_rad": 0.5}}
    return {name: side(x, y, **(pin if "front" in name else {})) for name, (x, y) in CORNERS.items()}


def wheel(part: Part, type: str) -> Fields:
    joint = {"type": "continuous", "axis": [0, 1, 0]}
    return part(
        "roller", "wheel", 0.3, (0.1, 0.03, 0.1), wheel={"radius": 0.05, "width": 0.04},
        connectors={"hub": {"pos": [0, -0.02, 0], "dir": [0, -1, 0], "joint": joint}}, profiles={type: {}},
    )  # fmt: skip


def belt(part: Part, start: list[float] | None = None) -> Fields:
    run = {"run_start": start or [-0.1, 0, -0.04], "run_end": [0.1, 0, -0.04], "width": 0.03, "travel_per_turn": 0.2}
    return part(
        "belt", "track", 0.5, (0.25, 0.03, 0.08), track=run,
        connectors={"axle": {"pos": [0, -0.015, 0], "dir": [0, -1, 0], "up": [0, 0, 1]}}, profiles={"Track": {}},
    )  # fmt: skip


def tracked(part: Part) -> Fields:
    return frame(part, "Tracked", {
        "left_track": side(0, 0.1, up=[0, 0, 1]), "right_track": side(0, -0.1, up=[0, 0, 1]),
        "engine": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]},
    }, drivelines=[{"motor": "engine", "drives": ["left_track"], "reduction": 1.0}])  # fmt: skip


def on_corners(type: str, wheel_type: str, skip: str = "") -> str:
    wheels = "\n".join(f'{wheel_type} {m}(ref = "roller", mount = "{m}")' for m in CORNERS if m != skip)
    return f'{type} base(ref = "frame")\n{wheels}\n'


BELTS = 'Tracked base(ref = "frame") Track l(ref = "belt", mount = "left_track") '
TRACKED = BELTS + 'Track r(ref = "belt", mount = "right_track")'


def test_a_sound_mecanum_base(facts_of: FactsOf, box_part: Part) -> None:
    core = on_corners("Mecanum_four_wheel", "Mecanum")
    findings, told = judge(facts_of(core, frame(box_part, "Mecanum_four_wheel", corners()), wheel(box_part, "Mecanum")))
    assert told == []
    assert findings[COMMANDED].evidence == "4 driven wheels"
    assert findings[TYPES].verdict.value == "pass"


def test_a_sound_car(facts_of: FactsOf, box_part: Part) -> None:
    findings, told = judge(facts_of(
        on_corners("Ackermann", "Standard"),
        frame(box_part, "Ackermann", corners([0, 0, 1])), wheel(box_part, "Standard"),
    ))  # fmt: skip
    assert told == []
    assert (findings[STEERING].verdict.value, findings[COMMANDED].evidence) == ("pass", "2 driven wheels")
    assert findings["kinematics.spin_supported"].verdict.value == "not_applicable"


@pytest.mark.parametrize(
    ("axis", "what"),
    [(None, "declares no kingpin"), ([0, 0.6, 0.8], "declares a kingpin that does not stand upright")],
)
def test_a_car_without_upright_kingpins(facts_of: FactsOf, box_part: Part, axis: list[float] | None, what: str) -> None:
    _, told = judge(facts_of(
        on_corners("Ackermann", "Standard"),
        frame(box_part, "Ackermann", corners(axis)), wheel(box_part, "Standard"),
    ))  # fmt: skip
    assert told == [
        (STEERING, '"frame"', f"the steered mount `front_{s}_wheel` of the part `frame` {what}")
        for s in ("left", "right")
    ]


def test_bases_that_cannot_turn_in_place_or_move_sideways(facts_of: FactsOf, box_part: Part) -> None:
    task = "Task fetch { Spin(angle_rad = 1) Strafe(distance_m = 1) }"
    _, told = judge(facts_of(
        on_corners("Ackermann", "Standard"),
        frame(box_part, "Ackermann", corners([0, 0, 1])), wheel(box_part, "Standard"), task=task,
    ))  # fmt: skip
    assert told == [
        ("kinematics.spin_supported", "Spin(angle_rad = 1)",
         "an `Ackermann` cannot turn in place, and the task asks for it"),
        ("kinematics.strafe_supported", "Strafe(distance_m = 1)",
         "an `Ackermann` cannot move sideways, and the task asks for it"),
    ]  # fmt: skip


def test_a_base_that_moves_sideways(facts_of: FactsOf, box_part: Part) -> None:
    findings, told = judge(facts_of(
        on_corners("Mecanum_four_wheel", "Mecanum"),
        frame(box_part, "Mecanum_four_wheel", corners()), wheel(box_part, "Mecanum"),
        task="Task fetch { Spin(angle_rad = 1) Strafe(distance_m = 1) }",
    ))  # fmt: skip
    assert told == []
    assert findings["kinematics.strafe_supported"].verdict.value == "pass"


def test_a_mecanum_base_with_a_wheel_that_no_motor_turns(facts_of: FactsOf, box_part: Part) -> None:
    core = on_corners("Mecanum_four_wheel", "Mecanum", skip="front_left_wheel") + (
        'Motor m(ref = "motor", mount = "front_left_wheel") Mecanum fl(ref = "roller", mount = "m.shaft")'
    )
    facts = facts_of(core, frame(box_part, "Mecanum_four_wheel", corners()), wheel(box_part, "Mecanum"))
    told = [t for t in judge(facts)[1] if t[0] == COMMANDED]
    assert [message for _, _, message in told] == [
        f"no motor turns `{name}`, and a `Mecanum_four_wheel` is driven by all that sits on its mounts"
        for name in ("front_right_wheel", "rear_left_wheel", "rear_right_wheel")
    ]


def test_a_missing_wheel_is_told_once(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        on_corners("Omni_drive", "Omni_wheel", skip="rear_left_wheel"),
        frame(box_part, "Omni_drive", corners()), wheel(box_part, "Omni_wheel"),
    )  # fmt: skip
    findings, told = judge(facts)
    assert [t for t in told if t[0] != SPAN] == [
        (MOUNTS, 'Omni_drive base(ref = "frame")', "the mount `rear_left_wheel` of the chassis carries no wheel")
    ]
    assert findings[MOUNTS].problems[0].help == (
        'add an `Omni_wheel` with `mount = "rear_left_wheel"`, or `glue = (-0.15, 0.1, 0, 0, 1, 0)`',
    )
    assert findings[COMMANDED].caused_by == MOUNTS


def test_omni_wheels_that_all_roll_one_way(facts_of: FactsOf, box_part: Part) -> None:
    _, told = judge(facts_of(
        on_corners("Omni_drive", "Omni_wheel"), frame(box_part, "Omni_drive", corners()), wheel(box_part, "Omni_wheel")
    ))  # fmt: skip
    assert told == [(SPAN, "base", "all wheels roll along one line, so the base cannot move across it")]


def test_belts_are_mounted_and_stand(facts_of: FactsOf, box_part: Part) -> None:
    findings, told = judge(facts_of(TRACKED, tracked(box_part), belt(box_part)))
    assert told == []
    assert findings[MOUNTS].evidence == "2 of 2 track mounts carry a track"
    assert findings[TYPES].evidence == "2 of 2 mounted tracks of the type `Track`"
    assert findings[PLANE].evidence == "2 belts, at most 0.0 mm above the lowest, where 2.0 mm are allowed"
    assert findings[PARALLEL].evidence == "2 belts, at most 0.00 degrees off the way ahead, where 1.00 is allowed"
    assert findings[COMMANDED].evidence == "2 driven belts"
    assert findings[STATICS].evidence.endswith("100.0 mm inside")


def test_a_missing_track(facts_of: FactsOf, box_part: Part) -> None:
    findings, told = judge(facts_of(BELTS, tracked(box_part), belt(box_part)))
    assert told[0] == (MOUNTS, 'Tracked base(ref = "frame")', "the mount `right_track` of the chassis carries no track")
    assert findings[MOUNTS].problems[0].help == (
        'add a `Track` with `mount = "right_track"`, or `glue = (0, -0.1, 0, 0, -1, 0)`',
    )
    assert COMMANDED not in [rule for rule, _, _ in told]


def test_no_track_at_all_is_told_at_the_mounts_alone(facts_of: FactsOf, box_part: Part) -> None:
    findings, _ = judge(facts_of('Tracked base(ref = "frame")', tracked(box_part)))
    assert (findings[PARALLEL].verdict.value, findings[PARALLEL].caused_by) == ("unknown", MOUNTS)


def test_a_belt_that_runs_askew(facts_of: FactsOf, box_part: Part) -> None:
    _, told = judge(facts_of(TRACKED, tracked(box_part), belt(box_part, start=[-0.1, 0.02, -0.04])))
    runs = [t for t in told if t[0] == PARALLEL]
    assert [message for _, _, message in runs] == [
        f"the belt of `{name}` runs 5.7 degrees off the way ahead" for name in ("l", "r")
    ]


def test_a_belt_that_is_tilted(facts_of: FactsOf, box_part: Part) -> None:
    _, told = judge(facts_of(TRACKED, tracked(box_part), belt(box_part, start=[-0.1, 0, -0.03])))
    assert (PLANE, 'Track l(ref = "belt", mount = "left_track")',
            "`l` hangs 10.0 mm above the ground on which the lowest wheel stands") in told  # fmt: skip
    assert len([t for t in told if t[0] == PARALLEL]) == 2


@pytest.mark.parametrize(
    ("lowest", "verdict", "what"),
    [
        (-0.03, "pass", ""),
        (-0.0375, "pass", ""),
        (-0.0385, "unknown", "ends at the belts' plane, within 2.0 mm"),
        (-0.0415, "unknown", "ends at the belts' plane, within 2.0 mm"),
        (-0.046, "fail", "reaches 6.0 mm below the belts"),
    ],
)
def test_a_belly_between_the_belts(facts_of: FactsOf, box_part: Part, lowest: float, verdict: str, what: str) -> None:
    """The belts run 40 mm below the middle of the chassis, whose hull ends at ``lowest``."""
    hull = [[x, y, z] for x in (-0.2, 0.2) for y in (-0.08, 0.08) for z in (lowest, 0.04)]
    base = {k: v for k, v in tracked(box_part).items() if k != "collision"} | {"hull": {"vertices": hull}}
    findings, told = judge(facts_of(TRACKED, base, belt(box_part)))
    assert findings[BELLY].verdict.value == verdict
    gap = abs(lowest + 0.04) * 1000.0
    where = f"{gap:.1f} mm {'above' if lowest > -0.04 else 'below'} the belts' plane"
    assert findings[BELLY].evidence == f"the lowest shape, that of `base`, ends {where}"
    problem = (BELLY, 'Tracked base(ref = "frame")', f"the shape of `base` {what}")
    assert told == ([problem] if what else [])


@pytest.mark.parametrize(("low", "verdict"), [(0.045, "pass"), (0.0505, "unknown"), (0.056, "fail")])
def test_a_link_that_reaches_below_the_wheels(facts_of: FactsOf, box_part: Part, low: float, verdict: str) -> None:
    """A hook of the chassis: a ball of 1 cm, ``low`` less that below the axles of wheels of 5 cm."""
    base = frame(box_part, "Mecanum_four_wheel", corners(), links={"hook": hook(0.01 - low)})
    findings, told = judge(facts_of(on_corners("Mecanum_four_wheel", "Mecanum"), base, wheel(box_part, "Mecanum")))
    assert findings[BELLY].verdict.value == verdict
    message = {
        "unknown": "the shape of `base` ends at the wheels' plane, within 2.0 mm",
        "fail": f"the shape of `base` reaches {(low - 0.05) * 1000:.1f} mm below the wheels",
    }
    assert [text for _, _, text in told] == ([message[verdict]] if verdict in message else [])


def hook(z: float) -> Fields:
    """A link with a ball of 1 cm, ``z`` above its part's frame."""
    inertia = {"ixx": 1e-5, "iyy": 1e-5, "izz": 1e-5, "ixy": 0, "ixz": 0, "iyz": 0}
    return {
        "parent": "base", "xyz": [0, 0, z], "joint": {"type": "fixed"},
        "inertial": {"mass": 0.05, "origin_xyz": [0, 0, 0], "inertia": inertia, "source": "measured"},
        "shapes": [{"name": "ball", "type": "sphere", "radius": 0.01}],
    }  # fmt: skip


@pytest.mark.parametrize(("low", "verdict"), [(0.0, "pass"), (0.0015, "pass"), (0.003, "fail")])
def test_a_shin_may_end_as_low_as_its_foot_and_no_lower(
    facts_of: FactsOf, box_part: Part, low: float, verdict: str
) -> None:
    links = {name: hook(-0.1) for name in ("front", "left", "right")} | {"shin": hook(-0.1 - low)}
    for name, (x, y) in {"front": (0.1, 0.0), "left": (-0.1, 0.1), "right": (-0.1, -0.1), "shin": (0.0, 0.0)}.items():
        links[name] = {**links[name], "xyz": [x, y, links[name]["xyz"][2]]}
    feet = {name: {"link": name, "shape": "ball", "friction": 1.0} for name in ("front", "left", "right")}
    base = frame(box_part, "Legged", {}, links=links, feet=feet)
    findings, told = judge(facts_of('Legged base(ref = "frame")', base))
    assert findings[BELLY].verdict.value == verdict
    assert [text for _, _, text in told] == [
        f"the shape of `base` reaches {low * 1000:.1f} mm below the feet"
    ] * (verdict == "fail")  # fmt: skip


def test_a_belly_waits_for_the_wheels_that_are_missing(facts_of: FactsOf, box_part: Part) -> None:
    base = frame(box_part, "Mecanum_four_wheel", corners(), links={"hook": hook(-0.06)})
    core = on_corners("Mecanum_four_wheel", "Mecanum", skip="front_left_wheel")
    findings, _ = judge(facts_of(core, base, wheel(box_part, "Mecanum")))
    assert (findings[BELLY].verdict.value, findings[BELLY].caused_by) == ("unknown", "assembly.wheel_mounts_filled")


def motored(part: Part) -> Fields:
    engines = {f"{s}_engine": {"pos": [0, y, 0.04], "dir": [0, 0, 1]} for s, y in (("left", 0.05), ("right", -0.05))}
    tracks = {"left_track": side(0, 0.1, up=[0, 0, 1]), "right_track": side(0, -0.1, up=[0, 0, 1])}
    lines = [{"motor": f"{s}_engine", "drives": [f"{s}_track"], "reduction": 1.0} for s in ("left", "right")]
    return frame(part, "Tracked", tracks | engines, drivelines=lines)


SPEED, MARGIN = "drive.speed_reachable", "power.motor_margin"
MOTORED = f'{TRACKED} Motor m(ref = "motor", mount = "left_engine") Motor n(ref = "motor", mount = "right_engine")'
SLOWLY = "Task fetch { Advance(distance_m = 1, speed_mps = 0.2) }"


def test_what_motored_belts_push_and_reach_is_judged(facts_of: FactsOf, box_part: Part) -> None:
    findings, _ = judge(facts_of(MOTORED, motored(box_part), belt(box_part), task=SLOWLY))
    assert {findings[SPEED].verdict.value, findings[MARGIN].verdict.value} <= {"pass", "fail"}


def test_what_a_belt_of_unknown_travel_pushes_and_reaches_is_not_known(facts_of: FactsOf, box_part: Part) -> None:
    mute = belt(box_part)
    del mute["track"]["travel_per_turn"]
    _, told = judge(facts_of(MOTORED, motored(box_part), mute, task=SLOWLY))
    lack = "is not known: its part does not state how far the belt travels per turn"
    assert [(rule, message) for rule, _, message in told if rule in (SPEED, MARGIN)] == [
        (SPEED, "whether the motors reach 0.2 m/s cannot be told: no track states how far its belt travels per turn"),
        (MARGIN, f"what torque reaches `l` {lack}"),
        (MARGIN, f"what torque reaches `r` {lack}"),
    ]


def test_a_belt_that_no_motor_turns(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(f'{TRACKED} Motor m(ref = "motor", mount = "engine")', tracked(box_part), belt(box_part))
    told = [t for t in judge(facts)[1] if t[0] == COMMANDED]
    assert told == [(COMMANDED, 'Track r(ref = "belt", mount = "right_track")',
                     "no motor turns `r`, and a `Tracked` is driven by all that sits on its mounts")]  # fmt: skip


def test_a_wheel_on_a_tracks_mount(facts_of: FactsOf, box_part: Part) -> None:
    core = f'{BELTS} Standard r(ref = "wheel", mount = "right_track")'
    _, told = judge(facts_of(core, tracked(box_part), belt(box_part)))
    assert (TYPES, 'Standard r(ref = "wheel", mount = "right_track")',
            "the mount `right_track` of a `Tracked` takes a `Track`, not a `Standard`") in told  # fmt: skip


def test_a_legged_base_without_legs_cannot_be_told_to_stand(facts_of: FactsOf, box_part: Part) -> None:
    findings, told = judge(facts_of('Legged base(ref = "frame")', frame(box_part, "Legged", {})))
    assert told == [(STATICS, "base", "whether the robot stands cannot be told: nothing touches the ground")]
    for rule in (MOUNTS, TYPES, PLANE, PARALLEL, COMMANDED, STEERING):
        assert findings[rule].verdict.value == "not_applicable"
