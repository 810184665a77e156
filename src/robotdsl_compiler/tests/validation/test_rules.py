"""Every rule with its verdicts, the place that it points at, and what is reported of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.catalogue import CATALOGUE, Level
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.validation import RULES, Finding, Verdict, validate, validation_document

FactsOf = Callable[..., Facts]
Part = Callable[..., dict[str, Any]]

RANGE = "sensing.range_clears_the_ground"
BASE = 'Diff_two_caster base(ref = "duo")'
LEFT = 'Standard l(ref = "wheel", mount = "left_wheel")'
RIGHT = 'Standard r(ref = "wheel", mount = "right_wheel")'
CASTER = 'Caster c(ref = "caster", mount = "under")'
DUO = f"{BASE} {LEFT} {RIGHT} {CASTER}"
MOTORED = f"""{BASE} Motor ml(ref = "motor", mount = "left_wheel") Motor mr(ref = "motor", mount = "right_wheel")
    Standard l(ref = "wheel", mount = "ml.shaft") Standard r(ref = "wheel", mount = "mr.shaft") {CASTER}"""
SPAWN = "spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))"


def judge(facts: Facts) -> tuple[dict[str, Finding], list[tuple[str, str, str]], Diagnostics]:
    """The findings by rule, and each report as its code without ``validation.``, its text and its message."""
    diagnostics = Diagnostics()
    findings = {f.rule: f for f in validate(facts, diagnostics)}
    told = [
        (d.code.name.removeprefix("validation."), d.primary.span.text if d.primary else "", d.message)
        for d in diagnostics
    ]
    return findings, told, diagnostics


def verdict(facts: Facts, rule: str) -> str:
    return judge(facts)[0][rule].verdict.value


def room(items: str, extra: str = "") -> str:
    return f'World hall {{ {SPAWN} Scenario room(ref = "empty", ground_plane = true) {{ {items} }} {extra} }}'


def test_every_rule_has_its_code_at_its_level() -> None:
    codes = {code for code in CATALOGUE if code.startswith("validation.")}
    assert [rule.code for rule in RULES if rule.code not in codes] == []
    assert codes == {rule.code for rule in RULES}
    for rule in RULES:
        assert CATALOGUE[rule.code].level is (Level.WARNING if rule.advisory else Level.ERROR)


def test_a_sound_program_fails_nothing(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    for core in (DUO + texts["laser"], texts["quad"], MOTORED):
        findings, told, _ = judge(facts_of(core))
        assert told == []
        assert list(findings) == [rule.name for rule in RULES]
        assert {f.verdict for f in findings.values()} == {Verdict.PASS, Verdict.NOT_APPLICABLE}
        assert all(f.evidence for f in findings.values())


# Assembly ---------------------------------------------------------------------------------------------------------


def test_a_misplaced_part_is_told_with_the_nearest_connector(facts_of: FactsOf) -> None:
    findings, told, diagnostics = judge(facts_of(f'{DUO} IMU i(ref = "imu", glue = (0.1, 0, 0.042, 0, 0, 1, 0.5))'))
    assert findings["assembly.glue_on_connector"].verdict is Verdict.FAIL
    message = "the glue of `i` meets no free connector; the nearest is `top_0` of `base`, 8.0 mm away"
    assert told == [("assembly.glue_on_connector", "(0.1, 0, 0.042, 0, 0, 1, 0.5)", message)]
    (diagnostic,) = diagnostics
    assert (diagnostic.level, diagnostic.blocking, diagnostic.phase) == (Level.ERROR, True, Phase.VALIDATION)
    assert diagnostic.help == ()  # the edit says it already
    assert [(e.span.text, e.replacement) for e in diagnostic.edits] == [
        ("(0.1, 0, 0.042, 0, 0, 1, 0.5)", "(0.1, 0, 0.05, 0, 0, 1, 0.5)")
    ]


@pytest.mark.parametrize(
    ("glue", "connector", "sure"),
    [
        ("(0.1, 0, 0.05, 0, 0, -1)", "top_0", True),  # the right point, the normal the wrong way round
        ("(0.082, 0, 0.05, 0, 0, 1)", "top_0", False),  # not much nearer than another
        ("(0.1, 0, 0.09, 0, 0, 1)", "top_0", False),  # too far
        ("(0.1, 0.01, 0.05, 0, 1, 0)", "top_0", False),  # another direction
    ],
)
def test_an_edit_is_offered_only_where_it_is_certain(facts_of: FactsOf, glue: str, connector: str, sure: bool) -> None:
    _, _, diagnostics = judge(facts_of(f'{DUO} IMU i(ref = "imu", glue = {glue})'))
    (diagnostic,) = diagnostics
    assert f"the nearest is `{connector}` of `base`" in diagnostic.message
    assert (bool(diagnostic.edits), bool(diagnostic.help)) == (sure, not sure)


def test_the_offered_glue_places_the_part(facts_of: FactsOf) -> None:
    _, _, diagnostics = judge(facts_of(f'{MOTORED} IMU i(ref = "imu", glue = (0.148, 0.003, 0, 1, 0, 0))'))
    (edit,) = next(iter(diagnostics)).edits
    again = facts_of(f'{MOTORED} IMU i(ref = "imu", glue = {edit.replacement})')
    assert again.robot.part("i").base_connector.name == "nose"


def test_a_part_on_a_misplaced_one_is_not_told_of(facts_of: FactsOf) -> None:
    findings, told, _ = judge(
        facts_of(
            f'{BASE} {CASTER} {RIGHT} Motor m(ref = "motor", glue = (0.003, 0.12, 0, 0, 1, 0)) '
            'Standard l(ref = "wheel", mount = "m.shaft")'
        )
    )
    assert [(code, text) for code, text, _ in told] == [("assembly.glue_on_connector", "(0.003, 0.12, 0, 0, 1, 0)")]
    # What hangs on it is undecided, and says because of what.
    for rule in ("assembly.wheel_mounts_filled", "statics.mass_inside_the_wheel_contacts"):
        assert (findings[rule].verdict, findings[rule].caused_by) == (Verdict.UNKNOWN, "assembly.glue_on_connector")
    assert findings["kinematics.every_driven_wheel_commanded"].caused_by == "assembly.glue_on_connector"


def test_a_circle_of_mounts_is_told_once(facts_of: FactsOf) -> None:
    _, told, _ = judge(
        facts_of(f'{DUO} Motor a(ref = "motor", mount = "b.shaft") Motor b(ref = "motor", mount = "a.shaft")')
    )
    message = "`a` and `b` are mounted on each other, and none of them on the chassis"
    assert told == [("assembly.glue_on_connector", '"b.shaft"', message)]


def test_without_a_free_connector(facts_of: FactsOf, box_part: Part) -> None:
    bare = box_part(
        "bare", "chassis", 3.0, (0.3, 0.2, 0.08), collision={"type": "box", "size": [1, 1, 1], "origin_xyz": [0, 0, 0]},
        connectors={"l": {"pos": [0, 0.12, 0], "dir": [0, 1, 0]}, "r": {"pos": [0, -0.12, 0], "dir": [0, -1, 0]}},
        profiles={"Diff_two_caster": {"mounts": {"left_wheel": "l", "right_wheel": "r"}}},
    )  # fmt: skip
    core = f'{DUO.replace("duo", "bare").replace(CASTER, "")} IMU i(ref = "imu", glue = (0, 0, 1, 0, 0, 1))'
    _, told, diagnostics = judge(facts_of(core, bare))
    assert told[0] == ("assembly.glue_on_connector", "(0, 0, 1, 0, 0, 1)", "the glue of `i` meets no free connector")
    assert next(iter(diagnostics)).help == ("every connector of the robot is taken",)


def test_two_parts_on_one_connector(facts_of: FactsOf) -> None:
    findings, told, diagnostics = judge(
        facts_of(f'{DUO} IMU a(ref = "imu", mount = "top_0") IMU b(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1))')
    )
    assert findings["assembly.one_part_per_connector"].verdict is Verdict.FAIL
    message = "`b` takes `top_0` of `base`, where `a` already sits"
    assert told == [("assembly.one_part_per_connector", "(0.1, 0, 0.05, 0, 0, 1)", message)]
    assert [(label.span.text, label.message) for label in next(iter(diagnostics)).related] == [
        ('"top_0"', "`a` sits here")
    ]


def test_an_empty_wheel_mount(facts_of: FactsOf) -> None:
    _, told, diagnostics = judge(facts_of(f"{BASE} {LEFT} {CASTER}"))
    message = "the mount `right_wheel` of the chassis carries no wheel"
    assert told == [("assembly.wheel_mounts_filled", BASE, message)]
    assert next(iter(diagnostics)).help == (
        'add a `Standard` wheel with `mount = "right_wheel"`, or `glue = (0, -0.12, 0, 0, -1, 0)`',
    )
    # Neither the drive nor the balance says anything of it.
    findings, _, _ = judge(facts_of(f"{BASE} {LEFT} {CASTER}"))
    for rule in ("kinematics.every_driven_wheel_commanded", "statics.mass_inside_the_wheel_contacts"):
        assert findings[rule].caused_by == "assembly.wheel_mounts_filled"


def test_a_caster_in_the_place_of_a_wheel_is_told_once(facts_of: FactsOf) -> None:
    wrong = 'Caster r(ref = "caster", mount = "right_wheel")'
    findings, told, _ = judge(facts_of(f"{BASE} {LEFT} {wrong} {CASTER}"))
    message = "the mount `right_wheel` of a `Diff_two_caster` takes a `Standard` wheel, not a `Caster`"
    assert told == [("assembly.wheel_type_matches_chassis", wrong, message)]
    assert findings["assembly.wheel_type_matches_chassis"].evidence == "1 of 2 mounted wheels of the type `Standard`"
    assert findings["assembly.wheel_mounts_filled"].caused_by == "assembly.wheel_type_matches_chassis"
    assert Verdict.PASS is not findings["statics.mass_inside_the_wheel_contacts"].verdict


def test_one_wrong_wheel_hides_no_empty_mount(facts_of: FactsOf) -> None:
    _, told, _ = judge(facts_of(f'{BASE} Caster r(ref = "caster", mount = "right_wheel") {CASTER}'))
    assert [message for code, _, message in told if code == "assembly.wheel_mounts_filled"] == [
        "the mount `left_wheel` of the chassis carries no wheel"
    ]


def test_a_motor_without_a_wheel(facts_of: FactsOf) -> None:
    _, told, _ = judge(facts_of(f'{BASE} {LEFT} Motor m(ref = "motor", mount = "right_wheel") {CASTER}'))
    assert ("assembly.wheel_mounts_filled", "m", "the mount `right_wheel` carries `m`, and no wheel") in told


def test_a_wheel_that_is_on_no_mount(facts_of: FactsOf) -> None:
    _, told, _ = judge(facts_of(f'{DUO} Standard spare(ref = "wheel", mount = "nose")'))
    message = "the wheel `spare` sits on no wheel mount of the chassis"
    assert [t for t in told if t[0] == "assembly.wheel_mounts_filled"] == [
        ("assembly.wheel_mounts_filled", "spare", message)
    ]


def test_two_wheels_on_one_mount(facts_of: FactsOf, box_part: Part) -> None:
    twin = box_part(
        "twin", "motor", 0.15, (0.03, 0.03, 0.03), motor={"stall_torque": 1.0, "no_load_speed": 10.0},
        collision={"type": "box", "size": [0.03, 0.03, 0.03], "origin_xyz": [0, 0, 0]},
        connectors={
            "body": {"pos": [0, -0.015, 0], "dir": [0, -1, 0]}, "out": {"pos": [0, 0.015, 0], "dir": [0, 1, 0]},
            "up": {"pos": [0, 0, 0.015], "dir": [0, 0, 1]},
        },
        profiles={"Motor": {"mounts": {"base": "body"}}},
    )  # fmt: skip
    _, told, _ = judge(
        facts_of(
            f'{BASE} {RIGHT} {CASTER} Motor m(ref = "twin", mount = "left_wheel") '
            'Standard l(ref = "wheel", mount = "m.out") Standard x(ref = "wheel", mount = "m.up")',
            twin,
        )
    )
    assert ("assembly.wheel_mounts_filled", "x", "the mount `left_wheel` carries a second wheel, `x`") in told


def test_a_caster_on_a_wheel_mount(facts_of: FactsOf) -> None:
    caster = 'Caster r(ref = "caster", mount = "right_wheel")'
    findings, told, _ = judge(facts_of(f"{BASE} {LEFT} {caster} {CASTER}"))
    assert findings["assembly.wheel_type_matches_chassis"].verdict is Verdict.FAIL
    message = "the mount `right_wheel` of a `Diff_two_caster` takes a `Standard` wheel, not a `Caster`"
    assert ("assembly.wheel_type_matches_chassis", caster, message) in told


def test_a_tilted_axle(facts_of: FactsOf) -> None:
    facts = facts_of(DUO)
    left = next(w for w in facts.robot.wheels if w.mount == "left_wheel")
    tilted = replace(left, axle=(0.0, 0.9962, 0.0872))
    wheels = tuple(tilted if w is left else w for w in facts.robot.wheels)
    findings, told, _ = judge(replace(facts, robot=replace(facts.robot, wheels=wheels)))
    assert findings["assembly.axles_horizontal"].verdict is Verdict.FAIL
    assert told == [("assembly.axles_horizontal", LEFT, "the axle of `l` is tilted by 5.0 degrees")]


def test_wheels_of_two_sizes(facts_of: FactsOf, box_part: Part) -> None:
    def wheel(radius: float) -> dict[str, Any]:
        return box_part(
            "other", "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": radius, "width": 0.02},
            connectors={
                "hub": {"pos": [0, -0.01, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}}
            },
            profiles={"Standard": {}},
        )  # fmt: skip

    core = DUO.replace('l(ref = "wheel"', 'l(ref = "other"')
    findings, _, _ = judge(facts_of(core, wheel(0.0485)))
    assert findings["assembly.wheels_touch_one_plane"].verdict is Verdict.PASS
    assert (
        findings["assembly.wheels_touch_one_plane"].evidence
        == "3 wheels, at most 1.5 mm above the lowest, where 2.0 mm are allowed"
    )


def test_a_wheel_that_hangs(facts_of: FactsOf, box_part: Part) -> None:
    small = box_part(
        "small", "wheel", 0.2, (0.1, 0.02, 0.1), wheel={"radius": 0.047, "width": 0.02},
        connectors={
            "hub": {"pos": [0, -0.01, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}}
        },
        profiles={"Standard": {}},
    )  # fmt: skip
    _, told, _ = judge(facts_of(DUO.replace('l(ref = "wheel"', 'l(ref = "small"'), small))
    message = "`l` hangs 3.0 mm above the ground on which the lowest wheel stands"
    assert told == [("assembly.wheels_touch_one_plane", LEFT.replace('"wheel"', '"small"'), message)]


def test_a_contact_that_lifts_the_wheels(facts_of: FactsOf) -> None:
    facts = facts_of(f'Diff_two_caster base(ref = "skid_duo") {LEFT} {RIGHT}')
    assert verdict(facts, "assembly.wheels_touch_one_plane") == "pass"
    low = tuple(replace(c, center=(c.center[0], c.center[1], c.radius - 0.004)) for c in facts.robot.contacts[:1])
    _, told, _ = judge(replace(facts, robot=replace(facts.robot, contacts=low)))
    message = "the ground contact 0 of `base` reaches 4.0 mm below the wheels"
    assert told == [("assembly.wheels_touch_one_plane", 'Diff_two_caster base(ref = "skid_duo")', message)]


def test_an_unknown_footprint_warns(facts_of: FactsOf) -> None:
    findings, told, diagnostics = judge(facts_of(f'{DUO} Attachment g(ref = "ghost", mount = "top_0")'))
    finding = findings["assembly.footprint_known"]
    assert (finding.verdict, finding.missing) == (Verdict.UNKNOWN, ("a collision shape of g",))
    message = "the part `ghost` of `g` declares no collision shape, so the robot's outline is not known"
    assert told == [("assembly.footprint_known", 'Attachment g(ref = "ghost", mount = "top_0")', message)]
    (diagnostic,) = diagnostics
    assert (diagnostic.level, diagnostic.blocking) == (Level.WARNING, False)
    # It is a warning from the start, and no error that was let off.
    assert diagnostic.reason is None
    assert not diagnostic.code.blocking


# Kinematics -------------------------------------------------------------------------------------------------------


def test_a_wheel_that_cannot_turn(facts_of: FactsOf) -> None:
    stiff = 'Standard r(ref = "stiff_wheel", mount = "right_wheel")'
    _, told, _ = judge(facts_of(f"{BASE} {LEFT} {stiff} {CASTER}"))
    message = "the driven wheel `r` cannot turn: its part is joined rigidly"
    assert told == [("kinematics.every_driven_wheel_commanded", stiff, message)]


def test_a_side_that_no_motor_drives(facts_of: FactsOf) -> None:
    _, told, _ = judge(
        facts_of(
            f'{BASE} Motor m(ref = "motor", mount = "left_wheel") Standard l(ref = "wheel", mount = "m.shaft") '
            f"{RIGHT} {CASTER}"
        )
    )
    message = "no motor turns a wheel on the right side, so the base cannot be driven"
    assert told == [("kinematics.every_driven_wheel_commanded", "base", message)]


def test_the_sides_are_those_of_the_wheels_wherever_the_origin_lies(facts_of: FactsOf) -> None:
    base = BASE.replace('"duo"', '"aside_duo"')
    assert base != BASE
    facts = facts_of(f"{base} {LEFT} {RIGHT} {CASTER}")
    _, told, _ = judge(facts)
    assert told == []
    assert facts.robot.drive is not None and facts.robot.drive.turning_center == pytest.approx((0.0, 0.18))
    motored = (
        f'{base} Motor m(ref = "motor", mount = "left_wheel") Standard l(ref = "wheel", mount = "m.shaft") {RIGHT}'
    )
    _, told, _ = judge(facts_of(f"{motored} {CASTER}"))
    assert [message for rule, _, message in told if rule.startswith("kinematics")] == [
        "no motor turns a wheel on the right side, so the base cannot be driven"
    ]


def test_a_driven_wheel_that_no_base_commands(facts_of: FactsOf) -> None:
    _, told, _ = judge(
        facts_of(f'{MOTORED} Motor m(ref = "motor", mount = "nose") Standard x(ref = "wheel", mount = "m.shaft")')
    )
    message = "`m` turns `x`, which sits on no wheel mount: no base commands it"
    assert [t for t in told if t[0].startswith("kinematics")] == [
        ("kinematics.every_driven_wheel_commanded", 'Standard x(ref = "wheel", mount = "m.shaft")', message)
    ]


def test_a_driven_wheel_that_rolls_across(facts_of: FactsOf) -> None:
    facts = facts_of(DUO)
    wheels = tuple(replace(w, axle=(1.0, 0.0, 0.0)) if w.mount == "left_wheel" else w for w in facts.robot.wheels)
    _, told, _ = judge(replace(facts, robot=replace(facts.robot, wheels=wheels)))
    message = "the driven wheel `l` does not roll along the robot, where a differential drive cannot use it"
    assert told == [("kinematics.every_driven_wheel_commanded", LEFT, message)]


def test_spin_and_strafe(facts_of: FactsOf) -> None:
    facts = facts_of(DUO, task="Task fetch { Spin(angle_rad = 1) Strafe(distance_m = 1) Strafe(distance_m = -1) }")
    findings, told, diagnostics = judge(facts)
    assert findings["kinematics.spin_supported"].verdict is Verdict.PASS
    message = "a `Diff_two_caster` cannot move sideways, and the task asks for it"
    assert told == [
        ("kinematics.strafe_supported", "Strafe(distance_m = 1)", message),
        ("kinematics.strafe_supported", "Strafe(distance_m = -1)", message),
    ]
    assert [label.span.text for label in next(iter(diagnostics)).related] == ["base"]
    assert verdict(facts_of(DUO), "kinematics.spin_supported") == "not_applicable"


# Statics ----------------------------------------------------------------------------------------------------------


def test_a_robot_that_tips(facts_of: FactsOf, box_part: Part) -> None:
    """A caster behind the axle carries nothing while the weight is ahead of it."""
    nose = box_part(
        "ballast", "attachment", 4.0, (0.05, 0.05, 0.05),
        collision={"type": "box", "size": [0.05, 0.05, 0.05], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, 0], "dir": [-1, 0, 0]}}, profiles={"Attachment": {}},
    )  # fmt: skip
    findings, told, _ = judge(facts_of(f'{DUO} Attachment b(ref = "ballast", mount = "nose")', nose))
    x = (3.0 * -0.05 + 0.0005 * -0.12 + 4.0 * 0.15) / 7.4005
    finding = findings["statics.mass_inside_the_wheel_contacts"]
    assert finding.verdict is Verdict.FAIL
    assert finding.evidence == f"centre of mass at x = {x:.4f}, y = 0.0000 m, {x * 1000:.1f} mm outside"
    message = f"the robot tips: its centre of mass lies {x * 1000:.1f} mm outside the area that it stands on"
    assert told == [("statics.mass_inside_the_wheel_contacts", "base", message)]


def test_balance_on_the_very_edge_is_a_fail(facts_of: FactsOf) -> None:
    facts = facts_of(DUO)
    edge = replace(facts.robot, center_of_mass=(0.0, 0.0, 0.05))
    assert verdict(replace(facts, robot=edge), "statics.mass_inside_the_wheel_contacts") == "fail"
    inside = replace(facts.robot, center_of_mass=(-0.0001, 0.0, 0.05))
    assert verdict(replace(facts, robot=inside), "statics.mass_inside_the_wheel_contacts") == "pass"


def test_two_wheels_alone_leave_the_balance_open(facts_of: FactsOf) -> None:
    findings, told, diagnostics = judge(facts_of(f"{BASE} {LEFT} {RIGHT}"))
    assert findings["statics.mass_inside_the_wheel_contacts"].verdict is Verdict.UNKNOWN
    message = "whether the robot stands cannot be told: all that touches the ground lies on one line"
    assert told == [("statics.mass_inside_the_wheel_contacts", "base", message)]
    assert [d.level for d in diagnostics] == [Level.WARNING]


def test_an_unknown_mass_leaves_the_balance_open(facts_of: FactsOf) -> None:
    facts = facts_of(DUO)
    findings, _, _ = judge(replace(facts, robot=replace(facts.robot, mass=None, center_of_mass=None)))
    assert findings["statics.mass_inside_the_wheel_contacts"].verdict is Verdict.UNKNOWN


# Sensing ----------------------------------------------------------------------------------------------------------


def test_a_range_finder_that_sees_the_floor(facts_of: FactsOf) -> None:
    """At 0.12 m, half the cone of 0.3 rad below the horizon: 0.12 / sin(0.15) = 0.803 m, within 1.5 m."""
    eye = 'Range e(ref = "eye", mount = "top_0")'
    findings, told, diagnostics = judge(facts_of(f"{DUO} {eye}"))
    assert findings["sensing.range_clears_the_ground"].verdict is Verdict.FAIL
    assert findings["sensing.range_clears_the_ground"].evidence == "e meets the floor at 0.80 m"
    message = "the lowest beam of `e` meets the floor at 0.80 m, within its range of 1.5 m"
    assert told == [("sensing.range_clears_the_ground", eye, message)]
    (diagnostic,) = diagnostics
    assert (diagnostic.level, diagnostic.blocking) == (Level.WARNING, False)


def test_a_range_finder_that_looks_up_is_clear(facts_of: FactsOf, box_part: Part) -> None:
    raised = box_part(
        "raised", "sensor", 0.05, (0.04, 0.04, 0.04),
        collision={"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0]},
        range={"min_m": 0.02, "max_m": 1.5, "field_of_view_rad": 0.3, "rate_hz": 20},
        connectors={"base": {"pos": [0, 0, -0.02], "dir": [-0.8, 0, -0.6]}}, profiles={"Range": {}},
    )  # fmt: skip
    finding = judge(facts_of(f'{DUO} Range e(ref = "raised", mount = "top_0")', raised))[0][RANGE]
    assert (finding.verdict, finding.evidence) == (Verdict.PASS, "e never looks down")


def test_a_range_finder_that_ends_before_the_floor_is_clear(facts_of: FactsOf, box_part: Part) -> None:
    short = box_part(
        "short_eye", "sensor", 0.05, (0.04, 0.04, 0.04),
        collision={"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0]},
        range={"min_m": 0.02, "max_m": 0.8, "field_of_view_rad": 0.3, "rate_hz": 20},
        connectors={"base": {"pos": [0, 0, -0.02], "dir": [0, 0, -1]}}, profiles={"Range": {}},
    )  # fmt: skip
    assert (
        verdict(
            facts_of(f'{DUO} Range e(ref = "short_eye", mount = "top_0")', short), "sensing.range_clears_the_ground"
        )
        == "pass"
    )


def test_the_document_of_findings(facts_of: FactsOf) -> None:
    findings, _, _ = judge(facts_of(f"{BASE} {LEFT} {RIGHT}"))
    document = validation_document(findings.values())
    assert [entry["rule"] for entry in document] == [rule.name for rule in RULES]
    advisory = [entry["rule"] for entry in document if entry.get("advisory")]
    assert advisory == [rule.name for rule in RULES if rule.advisory]
    entry = next(e for e in document if e["rule"] == "statics.mass_inside_the_wheel_contacts")
    assert entry == {
        "rule": "statics.mass_inside_the_wheel_contacts",
        "status": "unknown",
        "evidence": ["all that touches the ground lies on one line"],
        "missing": ["a third point of support"],
        "places": [{"source": "p.core", "line": 2, "column": 17, "start": 28, "end": 32}],
    }
