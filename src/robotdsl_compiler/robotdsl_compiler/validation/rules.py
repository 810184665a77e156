"""The table of rules, and running them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value
from robotdsl_compiler.validation import assembly_rules as assembly
from robotdsl_compiler.validation import base_rules as base
from robotdsl_compiler.validation import ground_rules as ground
from robotdsl_compiler.validation import world_rules as world
from robotdsl_compiler.validation.finding import Finding, Verdict


@value
class Rule:
    """One rule. ``question`` is what it asks, ``unknown_when`` what leaves it undecided. An ``advisory`` rule warns
    where another one refuses.
    """

    name: str
    check: Callable[[Facts], Finding]
    question: str
    unknown_when: str = "never"
    advisory: bool = False

    @property
    def code(self) -> str:
        return f"validation.{self.name}"


_UNPLACED = "a part has no place yet"

RULES: tuple[Rule, ...] = (
    Rule(
        assembly.GLUE_ON_CONNECTOR,
        assembly.glue_on_connector,
        "Does every component sit on a connector of the chassis or of another placed part, within 1 mm and 0.1 degree?",
    ),
    Rule(
        assembly.ONE_PART_PER_CONNECTOR,
        assembly.one_part_per_connector,
        "Does every connector carry at most one part?",
    ),
    Rule(
        assembly.WHEEL_MOUNTS_FILLED,
        assembly.wheel_mounts_filled,
        "Does each mount of the chassis type carry one wheel or track, and does none but a `Caster` sit elsewhere?",
        "as many wheels or tracks as are missing have no place yet, or a `Caster` sits on the mount",
    ),
    Rule(
        assembly.WHEEL_TYPE_MATCHES_CHASSIS,
        assembly.wheel_type_matches_chassis,
        "Is each wheel or track on a mount of the type that the chassis type takes?",
    ),
    Rule(
        ground.STEERING_DECLARED,
        ground.steering_declared,
        "Does each steered mount of the chassis declare an upright kingpin?",
    ),
    Rule(
        ground.AXLES_HORIZONTAL,
        ground.axles_horizontal,
        "Is the axle of each mounted wheel level within a degree?",
    ),
    Rule(
        ground.WHEELS_TOUCH_ONE_PLANE,
        ground.wheels_touch_one_plane,
        "Do all wheels and belts reach one plane within 2 mm, and does no declared contact reach below it?",
        "they do not, but one on a mount is of a wrong type",
    ),
    Rule(
        ground.SHAPES_CLEAR_THE_GROUND,
        ground.shapes_clear_the_ground,
        "Does every shape but the wheels, belts, feet and declared contacts end above the plane that these stand on?",
        "a shape ends within 2 mm of the plane, or one reaches below it but a wheel is missing or of a wrong type",
    ),
    Rule(
        ground.TRACKS_PARALLEL,
        ground.tracks_parallel,
        "Do the belts of a tracked base run level along the robot, side by side?",
        "no track is placed",
    ),
    Rule(
        assembly.FOOTPRINT_KNOWN,
        assembly.footprint_known,
        "Do the parts' collision shapes tell the robot's outline on the floor?",
        "a placed part declares no shape",
        # It never fails: an outline that is not known may be any.
        advisory=True,
    ),
    Rule(
        base.OMNI_WHEELS_SPAN_THE_PLANE,
        base.omni_wheels_span_the_plane,
        "Do the rolling directions of an omni base reach every direction?",
        "no driven omni wheel is placed",
    ),
    Rule(
        base.EVERY_DRIVEN_WHEEL_COMMANDED,
        base.every_driven_wheel_commanded,
        "Does the base's kinematics turn everything that is driven, and is everything driven that it turns?",
        _UNPLACED,
    ),
    Rule(
        base.SPIN_SUPPORTED,
        base.spin_supported,
        "Where the task turns in place, can the base?",
    ),
    Rule(
        base.STRAFE_SUPPORTED,
        base.strafe_supported,
        "Where the task moves sideways, can the base?",
    ),
    Rule(
        base.MASS_INSIDE_THE_WHEEL_CONTACTS,
        base.mass_inside_the_wheel_contacts,
        "Does the centre of mass stand strictly inside the polygon of wheels, belts, feet and declared contacts?",
        "what touches the ground lies on one line, a part states no mass, a mount is empty, or a part has no place yet",
    ),
    Rule(
        base.RANGE_CLEARS_THE_GROUND,
        base.range_clears_the_ground,
        "Does the cone of each light range finder stay off the floor within its range?",
        advisory=True,
    ),
    Rule(
        world.SPAWN_CLEAR,
        world.spawn_clear,
        "Does the robot start clear of every obstacle, seen from above?",
        "no known shape is near an obstacle, but a part declares none",
        advisory=True,
    ),
    Rule(
        world.SPAWN_SUPPORTED,
        world.spawn_supported,
        "Is there ground under the robot's middle where it starts, not more than 100 mm below it, and gravity that "
        "holds the robot on it?",
        unknown_when="the robot starts in an obstacle",
        advisory=True,
    ),
    Rule(
        world.GOAL_REACHABLE,
        world.goal_reachable,
        "Does a way lead to every goal that the task drives to, for the largest disc inside the robot's outline?",
        "the outline is not known, the robot starts in an obstacle, or the world is too large to search",
        advisory=True,
    ),
    Rule(
        world.ENTITIES_OVERLAP,
        world.entities_overlap,
        "Does no colliding entity hold the centre of another one?",
        advisory=True,
    ),
    Rule(
        world.SPEED_REACHABLE,
        world.speed_reachable,
        "Do the motors reach the speeds that the task states?",
        "a driveline states no reduction",
        advisory=True,
    ),
    Rule(
        world.MOTOR_MARGIN,
        world.motor_margin,
        "Is the motors' stall force at least twice what moves the robot up 5 degrees, or up the steepest ramp?",
        "a driveline states no reduction, or a part states no mass",
        advisory=True,
    ),
)


def validate(facts: Facts, diagnostics: Diagnostics) -> tuple[Finding, ...]:
    """The findings of every rule in the order of the table.

    Reports the problems of a rule that fails (an error, or a warning for an advisory one), and of one that is
    undecided a warning, unless another rule's report already says why.
    """
    findings = []
    for rule in RULES:
        finding = rule.check(facts)
        findings.append(finding)
        undecided = finding.verdict is Verdict.UNKNOWN and finding.caused_by is None
        if finding.verdict is not Verdict.FAIL and not undecided:
            continue
        for problem in finding.problems:
            diagnostics.report(
                rule.code,
                Phase.VALIDATION,
                problem.message,
                problem.span,
                label=problem.label,
                related=problem.related,
                help=problem.help,
                notes=f"evidence: {finding.evidence}",
                edits=problem.edits,
                level=Level.WARNING if undecided else None,
                reason="the rule cannot decide" if undecided else None,
            )
    return tuple(findings)


def validation_document(findings: Iterable[Finding]) -> list[dict[str, object]]:
    """The findings as plain values for ``compile.json`` and the JSON form: ``rule``, ``status``, ``advisory`` where it
    is true, ``evidence``, ``missing`` and the ``places`` in the program, with one-based lines and columns.
    """
    advisory = {rule.name for rule in RULES if rule.advisory}
    return [
        {"rule": f.rule, "status": f.verdict.value}
        | ({"advisory": True} if f.rule in advisory else {})
        | {"evidence": [f.evidence], "missing": list(f.missing), "places": [_place(span) for span in f.spans]}
        for f in findings
    ]


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    return {"source": span.source.name, "line": line, "column": column, "start": span.start, "end": span.end}
