"""Section 7 of the language: every rule on programs that pass it, fail it, leave it open, and do not concern it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from robotdsl_compiler.support.catalogue import CATALOGUE, Level
from robotdsl_compiler.validation import RULES

Compile = Callable[..., Any]
Fields = dict[str, Any]

BASE = 'Diff_two_caster base(ref = "duo")'
LEFT = 'Standard l(ref = "wheel", mount = "left_wheel")'
RIGHT = 'Standard r(ref = "wheel", mount = "right_wheel")'
CASTER = 'Caster c(ref = "caster", mount = "under")'
DUO = f"{BASE} {LEFT} {RIGHT} {CASTER}"
ASTRAY = 'Standard r(ref = "wheel", glue = (0, -0.12, 1, 0, -1, 0))'
MOTORED = f"""{BASE} Motor ml(ref = "motor", mount = "left_wheel") Motor mr(ref = "motor", mount = "right_wheel")
    Standard l(ref = "wheel", mount = "ml.shaft") Standard r(ref = "wheel", mount = "mr.shaft") {CASTER}"""
GHOST = 'Attachment g(ref = "ghost", mount = "top_1")'
WALKER = 'Legged base(ref = "stool")'
OMNI = "".join(f'Omni_wheel w_{m}(ref = "roller", mount = "{m}_wheel") ' for m in ("front", "rear_left", "rear_right"))
TRIKE = OMNI.replace("Omni_wheel", "Standard").replace('"roller"', '"wheel"')
BELTS = 'Track l(ref = "belt", mount = "left_track") Track r(ref = "belt", mount = "right_track")'
GEARED = f"""Diff_two_caster base(ref = "geared")
    Motor ml(ref = "motor", mount = "left_motor") Motor mr(ref = "motor", mount = "right_motor")
    {LEFT} {RIGHT} {CASTER}"""


def world(*items: str, spawn: str = "(0, 0, 0, 0, 0, 0, 1)", floor: str = "true") -> str:
    return f"""World hall {{ spawn(robot = @core/bot, pose = {spawn})
        Scenario room(ref = "empty", ground_plane = {floor}) {{ {" ".join(items)} }}
        Goal there(pose = (2, 0, 0, 0, 0, 0, 1)) }}"""


def box(name: str, x: float, y: float, size: str = "(0.3, 0.3, 0.5)", z: float = 0.25, type: str = "Obstacle") -> str:
    return f'{type} {name}(type = "box", size = {size}, pos = ({x}, {y}, {z}, 0, 0, 0, 1))'


EMPTY = world()
STAND, DRIVE = "Task t { Stop() }", "Task t { Navigate(goal = @world/there) }"
FAST, SLOW = (
    "Task t { Advance(distance_m = 1, speed_mps = 0.7) }",
    "Task t { Advance(distance_m = 1, speed_mps = 0.2) }",
)
RING = [box("n", 2, 0.6, "(1.3, 0.1, 1)"), box("s", 2, -0.6, "(1.3, 0.1, 1)"),
        box("e", 2.6, 0, "(0.1, 1.3, 1)"), box("w", 1.4, 0, "(0.1, 1.3, 1)")]  # fmt: skip


class Case(NamedTuple):
    """A program with the verdict that a rule comes to; where it reports something, the text that it points at and a
    piece of what it says."""

    verdict: str
    core: str = DUO
    world: str = EMPTY
    task: str = STAND
    text: str = ""
    says: str = ""


def passes(core: str = DUO, world: str = EMPTY, task: str = STAND) -> Case:
    return Case("pass", core, world, task)


def fails(text: str, says: str, core: str = DUO, world: str = EMPTY, task: str = STAND) -> Case:
    return Case("fail", core, world, task, text, says)


def undecided(core: str = DUO, world: str = EMPTY, task: str = STAND, text: str = "", says: str = "") -> Case:
    return Case("unknown", core, world, task, text, says)


def apart(core: str = DUO, world: str = EMPTY, task: str = STAND) -> Case:
    return Case("not_applicable", core, world, task)


ROWS: dict[str, list[Case]] = {
    "assembly.glue_on_connector": [
        passes(f'{DUO} IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1))'),
        fails("(0.1, 0, 0.06, 0, 0, 1)", "the nearest is `top_0` of `base`, 10.0 mm away",
              f'{DUO} IMU i(ref = "imu", glue = (0.1, 0, 0.06, 0, 0, 1))'),
    ],
    "assembly.one_part_per_connector": [
        passes(f'{DUO} IMU a(ref = "imu", mount = "top_0") IMU b(ref = "imu", mount = "top_1")'),
        fails('"top_0"', "`b` takes `top_0` of `base`, where `a` already sits",
              f'{DUO} IMU a(ref = "imu", mount = "top_0") IMU b(ref = "imu", mount = "top_0")'),
    ],
    "assembly.wheel_mounts_filled": [
        passes(),
        fails(BASE, "the mount `right_wheel` of the chassis carries no wheel", f"{BASE} {LEFT} {CASTER}"),
        undecided(f"{BASE} {LEFT} {ASTRAY} {CASTER}"),
        apart(WALKER),
    ],
    "assembly.wheel_type_matches_chassis": [
        passes(),
        fails('Caster r(ref = "caster", mount = "right_wheel")', "takes a `Standard` wheel, not a `Caster`",
              f'{BASE} {LEFT} Caster r(ref = "caster", mount = "right_wheel") {CASTER}'),
        apart(f"{BASE} {CASTER}"),
    ],
    "assembly.steering_declared": [
        passes(f'Tricycle base(ref = "pinned") {TRIKE}'),
        fails('"unpinned"', "the steered mount `front_wheel` of the part `unpinned` declares no kingpin",
              f'Tricycle base(ref = "unpinned") {TRIKE}'),
        fails('"leaning"', "declares a kingpin that does not stand upright",
              f'Tricycle base(ref = "leaning") {TRIKE}'),
        apart(),
    ],
    "assembly.axles_horizontal": [
        passes(),
        fails(LEFT, "the axle of `l` is tilted by 5.0 degrees", DUO.replace('"duo"', '"cambered"')),
        apart(WALKER),
    ],
    "assembly.wheels_touch_one_plane": [
        passes(DUO.replace('l(ref = "wheel"', 'l(ref = "nearly"')),
        fails('Standard l(ref = "small", mount = "left_wheel")', "`l` hangs 3.0 mm above the ground",
              DUO.replace('l(ref = "wheel"', 'l(ref = "small"')),
        undecided(f'{BASE} {LEFT} Caster r(ref = "caster", mount = "right_wheel") {CASTER}'),
    ],
    "assembly.shapes_clear_the_ground": [
        passes(),
        fails('Attachment a(ref = "anchor", mount = "under")', "reaches 5.0 mm below",
              DUO.replace(CASTER, 'Attachment a(ref = "anchor", mount = "under")')),
        undecided(DUO.replace(CASTER, 'Attachment a(ref = "skate", mount = "under")'),
                  text='Attachment a(ref = "skate", mount = "under")', says="`a`"),
        undecided(f'{BASE} {LEFT} Attachment a(ref = "anchor", mount = "under")'),
        apart(WALKER),
    ],
    "assembly.tracks_parallel": [
        passes(f'Tracked base(ref = "crawler") {BELTS}'),
        fails('Track l(ref = "askew", mount = "left_track")', "the belt of `l` runs 5.7 degrees off the way ahead",
              f'Tracked base(ref = "crawler") {BELTS}'.replace('"belt"', '"askew"')),
        undecided('Tracked base(ref = "crawler")'),
        apart(),
    ],
    "assembly.footprint_known": [
        passes(),
        undecided(f"{DUO} {GHOST}", text=GHOST, says="the part `ghost` of `g` declares no collision shape"),
    ],
    "kinematics.omni_wheels_span_the_plane": [
        passes(f'Omni_three_wheel base(ref = "star") {OMNI}'),
        fails("base", "all wheels roll along one line", f'Omni_three_wheel base(ref = "row") {OMNI}'),
        undecided('Omni_three_wheel base(ref = "star")'),
        apart(),
    ],
    "kinematics.every_driven_wheel_commanded": [
        passes(MOTORED),
        fails("base", "no motor turns a wheel on the right side",
              MOTORED.replace('Motor mr(ref = "motor", mount = "right_wheel")', "").replace("mr.shaft", "right_wheel")),
        fails('Standard r(ref = "stiff_wheel", mount = "right_wheel")', "cannot turn: its part is joined rigidly",
              DUO.replace('r(ref = "wheel"', 'r(ref = "stiff_wheel"')),
        undecided(f"{BASE} {LEFT} {ASTRAY} {CASTER}"),
    ],
    "kinematics.spin_supported": [
        passes(task="Task t { Spin(angle_rad = 1) }"),
        fails("Spin(angle_rad = 1)", "a `Tricycle` cannot turn in place",
              f'Tricycle base(ref = "pinned") {TRIKE}', task="Task t { Spin(angle_rad = 1) }"),
        apart(f'Tricycle base(ref = "pinned") {TRIKE}'),
    ],
    "kinematics.strafe_supported": [
        passes(f'Omni_three_wheel base(ref = "star") {OMNI}', task="Task t { Strafe(distance_m = 1) }"),
        fails("Strafe(distance_m = 1)", "a `Diff_two_caster` cannot move sideways",
              task="Task t { Strafe(distance_m = 1) }"),
        apart(),
    ],
    "statics.mass_inside_the_wheel_contacts": [
        passes(),
        fails("base", "the robot tips", f'{DUO} Attachment b(ref = "ballast", mount = "nose")'),
        undecided(f"{BASE} {LEFT} {RIGHT}", text="base", says="all that touches the ground lies on one line"),
        undecided(f'{DUO} Attachment b(ref = "weightless", mount = "top_2")', says="states no mass",
                  text='Attachment b(ref = "weightless", mount = "top_2")'),
        undecided(f"{BASE} {LEFT} {CASTER}"),
    ],
    "sensing.range_clears_the_ground": [
        passes(f'{DUO} Range e(ref = "short_eye", mount = "top_0")'),
        fails('Range e(ref = "eye", mount = "top_0")', "meets the floor at 0.80 m, within its range of 1.5 m",
              f'{DUO} Range e(ref = "eye", mount = "top_0")'),
        apart(),
    ],
    "world.spawn_clear": [
        passes(world=world(box("crate", 1, 0))),
        fails("spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))", "the robot starts in the obstacle `crate`",
              world=world(box("crate", 0.2, 0))),
        undecided(f"{DUO} {GHOST}", world(box("crate", 1, 0))),
        apart(),
    ],
    "world.spawn_supported": [
        passes(),
        passes(world=world(box("plate", 0, 0, "(1, 1, 0.1)", -0.05, "SupportSurface"), floor="false")),
        fails("spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))", "there is no ground under the robot",
              world=world(floor="false")),
        fails("spawn(robot = @core/bot, pose = (0, 0, 0.5, 0, 0, 0, 1))", "0.50 m above the floor",
              world=world(spawn="(0, 0, 0.5, 0, 0, 0, 1)")),
        undecided(world=world(box("crate", 0, 0), spawn="(0, 0, 0.1, 0, 0, 0, 1)")),
        fails("physics(gravity = (0, 0, 0))", "does not hold the robot on the ground",
              world=EMPTY.replace("{ spawn", "{ physics(gravity = (0, 0, 0)) spawn")),
    ],
    "world.goal_reachable": [
        passes(world=world(*RING[:3]), task=DRIVE),
        fails("@world/there", "the robot cannot reach `there`", world=world(*RING), task=DRIVE),
        undecided(f"{DUO} {GHOST}", task=DRIVE),
        undecided(world=world(box("crate", 0.2, 0)), task=DRIVE),
        apart(world=world(*RING)),
    ],
    "world.entities_overlap": [
        passes(world=world(box("a", 3, 3), box("b", 3.4, 3))),
        fails("b", "`a` and `b` stand in one another", world=world(box("a", 3, 3), box("b", 3.1, 3))),
        apart(world=world(box("a", 3, 3), box("b", 3.1, 3, type="Marker"))),
    ],
    "drive.speed_reachable": [
        passes(MOTORED, task=SLOW),
        fails("0.7", "`Advance` asks for 0.7 m/s, and the motors reach 0.60 m/s unloaded", MOTORED, task=FAST),
        undecided(GEARED, task=SLOW, text="0.2", says="0.2 m/s"),
        apart(task=FAST),
        apart(MOTORED),
    ],
    "power.motor_margin": [
        passes(MOTORED),
        fails("base", "the motors push with 4.0 N at stall, and 3.9 N are needed",
              MOTORED.replace('"motor"', '"weak"')),
        undecided(GEARED, text=LEFT, says="l"),
        undecided(f'{MOTORED} Attachment b(ref = "weightless", mount = "top_2")'),
        apart(),
    ],
}  # fmt: skip


# Parts ------------------------------------------------------------------------------------------------------------


def side(x: float, y: float, **fields: Any) -> Fields:
    return {"pos": [x, y, 0], "dir": [0, math.copysign(1, y), 0], **fields}


def front(**fields: Any) -> Fields:
    return {"front_wheel": {"pos": [0.15, 0.01, 0], "dir": [0, 1, 0], **fields},
            "rear_left_wheel": side(-0.15, 0.1), "rear_right_wheel": side(-0.15, -0.1)}  # fmt: skip


@pytest.fixture
def parts(box_part: Callable[..., Fields]) -> tuple[Fields, ...]:
    """What the rows name beside the shelf."""
    cube = {"type": "box", "size": [0.03, 0.03, 0.03], "origin_xyz": [0, 0, 0]}
    deck = {"type": "box", "size": [0.3, 0.16, 0.08], "origin_xyz": [0, 0, 0]}
    spin = {"type": "continuous", "axis": [0, 1, 0]}

    def frame(id: str, type: str, mounts: Fields, **fields: Any) -> Fields:
        return box_part(id, "chassis", 3.0, (0.3, 0.2, 0.08), collision=deck, connectors=mounts, **fields,
                        profiles={type: {"mounts": {name: name for name in mounts}}})  # fmt: skip

    def round_(id: str, radius: float, type: str = "Standard") -> Fields:
        hub = {"pos": [0, -0.01, 0], "dir": [0, -1, 0], "joint": spin}
        return box_part(id, "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": radius, "width": 0.02},
                        connectors={"hub": hub}, profiles={type: {}})  # fmt: skip

    def belt(id: str, y: float) -> Fields:
        run = {"run_start": [-0.1, y, -0.045], "run_end": [0.1, 0, -0.045], "width": 0.03, "travel_per_turn": 0.2}
        axle = {"pos": [0, -0.015, 0], "dir": [0, -1, 0], "up": [0, 0, 1]}
        return box_part(id, "track", 0.5, (0.25, 0.03, 0.08), track=run, connectors={"axle": axle},
                        profiles={"Track": {}})  # fmt: skip

    def load(id: str, mass: float, dir: list[float], **fields: Any) -> Fields:
        return box_part(id, "attachment", mass, (0.05, 0.05, 0.05), collision=cube, profiles={"Attachment": {}},
                        connectors={"base": {"pos": [0, 0, 0], "dir": dir}}, **fields)  # fmt: skip

    ring = {name: {"pos": [0.15 * math.cos(a), 0.15 * math.sin(a), 0], "dir": [math.cos(a), math.sin(a), 0]}
            for name, a in (("front_wheel", 0.0), ("rear_left_wheel", 2.1), ("rear_right_wheel", -2.1))}  # fmt: skip
    under = {"under": {"pos": [-0.12, 0, -0.04], "dir": [0, 0, -1]}}
    tilt = math.radians(5)
    wheels = {"left_wheel": side(0, 0.12), "right_wheel": side(0, -0.12)}
    motors = {f"{s}_motor": {"pos": [0.1, y, 0.04], "dir": [0, 0, 1]} for s, y in (("left", 0.05), ("right", -0.05))}
    weightless = load("weightless", 1.0, [0, 0, -1])
    del weightless["inertial"]
    weak = box_part("weak", "motor", 0.15, (0.03, 0.03, 0.03), collision=cube,
                    motor={"stall_torque": 0.1, "no_load_speed": 20.0},
                    connectors={"body": {"pos": [0, -0.015, 0], "dir": [0, -1, 0]},
                                "shaft": {"pos": [0, 0.015, 0], "dir": [0, 1, 0]}},
                    profiles={"Motor": {"mounts": {"base": "body", "shaft": "shaft"}}})  # fmt: skip
    short = box_part("short_eye", "sensor", 0.05, (0.04, 0.04, 0.04), collision=cube, profiles={"Range": {}},
                     range={"min_m": 0.02, "max_m": 0.5, "field_of_view_rad": 0.3, "rate_hz": 20},
                     connectors={"base": {"pos": [0, 0, -0.02], "dir": [0, 0, -1]}})  # fmt: skip
    return (
        frame("stool", "Legged", {"top": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}}),
        frame("pinned", "Tricycle", front(steering={"axis": [0, 0, 1], "max_angle_rad": 0.6})),
        frame("leaning", "Tricycle", front(steering={"axis": [0, 0.6, 0.8], "max_angle_rad": 0.6})),
        frame("unpinned", "Tricycle", front()),
        frame("cambered", "Diff_two_caster", {
            "left_wheel": {"pos": [0, 0.12, 0], "dir": [0, math.cos(tilt), math.sin(tilt)]},
            "right_wheel": side(0, -0.12), **under,
        }),
        frame("crawler", "Tracked", {
            "left_track": side(0, 0.1, up=[0, 0, 1]), "right_track": side(0, -0.1, up=[0, 0, 1]),
        }),
        frame("star", "Omni_three_wheel", ring),
        frame("row", "Omni_three_wheel", front()),
        frame("geared", "Diff_two_caster", {**wheels, **motors, **under}, drivelines=[
            {"motor": f"{s}_motor", "drives": [f"{s}_wheel"]} for s in ("left", "right")
        ]),
        round_("nearly", 0.0485), round_("small", 0.047), round_("roller", 0.05, "Omni_wheel"),
        belt("belt", 0.0), belt("askew", 0.02),
        load("skate", 0.1, [0, 0, 1]) | {"collision": {**cube, "size": [0.02, 0.02, 0.02]}},
        load("ballast", 4.0, [-1, 0, 0]), load("anchor", 0.1, [0, 0, 1]), weightless, weak, short,
    )  # fmt: skip


# Tests ------------------------------------------------------------------------------------------------------------

RULE = {rule.name: rule for rule in RULES}
CASES = [(name, case) for name, cases in ROWS.items() for case in cases]


def test_every_rule_has_its_rows() -> None:
    """Every rule is passed somewhere, fails somewhere if it can, and is undecided somewhere if it says so."""
    assert set(ROWS) == set(RULE)
    for name, cases in ROWS.items():
        shown = {case.verdict for case in cases}
        assert "pass" in shown
        assert "fail" in shown or name == "assembly.footprint_known"
        assert ("unknown" in shown) is (RULE[name].unknown_when != "never"), name


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}: {case.verdict}" for name, case in CASES])
def test_a_rule(compiled: Compile, parts: tuple[Fields, ...], name: str, case: Case) -> None:
    said = compiled(case.core, *parts, world=case.world, task=case.task)
    (finding,) = [f for f in said.outcome.findings if f.rule == name]
    assert finding.verdict.value == case.verdict, finding
    assert finding.evidence
    reported = [d for d in said.outcome.diagnostics if d.code.name == RULE[name].code]
    if not case.says:
        # Nothing is wrong, or another rule's report says why this one cannot tell.
        assert reported == []
        assert (finding.caused_by is not None) is (case.verdict == "unknown")
        return
    first = reported[0]
    assert first.primary.span.text == case.text
    assert case.says in first.message
    assert first.notes[-1] == f"evidence: {finding.evidence}"
    assert finding.missing or case.verdict == "fail"
    blocks = case.verdict == "fail" and not RULE[name].advisory
    assert first.blocking is blocks
    assert first.level is (Level.ERROR if blocks else Level.WARNING)
    assert CATALOGUE[RULE[name].code].blocking is not RULE[name].advisory
    assert said.ok is not any(d.blocking for d in said.outcome.diagnostics)
