"""docs/reference/vocabulary.md, made from the tables of ``vocabulary.py``; what they cannot say is said here.

``python -m robotdsl_compiler.model.vocabulary_page > docs/reference/vocabulary.md`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import (
    CHASSIS_PARAMETERS,
    CHECK_TYPES,
    COMPONENT_PARAMETERS,
    COMPONENT_TYPES,
    ENTITY_PARAMETERS,
    ENTITY_TYPES,
    GOAL_PARAMETERS,
    NODE_TYPES,
    PHYSICS_PARAMETERS,
    SCENARIO_PARAMETERS,
    SPAWN_PARAMETERS,
    TASK_PARAMETERS,
    CheckType,
    NodeType,
    Parameter,
    Role,
)

MEANINGS: dict[str, str] = {
    # components
    "Diff_two_caster": "Two driven wheels, and a caster or a skid that keeps it level.",
    "Diff_drive": "Four driven wheels; turns by dragging them sideways (skid steer).",
    "Mecanum_four_wheel": "Four mecanum wheels on a rectangle.",
    "Omni_drive": "Four omni wheels.",
    "Omni_three_wheel": "Three omni wheels.",
    "Tricycle": "A front wheel that steers and drives, two rear wheels that roll.",
    "Ackermann": "A car: the front pair steers, the rear pair or the wheels of the driveline drive.",
    "Tracked": "Two belts.",
    "Legged": "Walks on feet.",
    "Standard": "A plain wheel.",
    "Mecanum": "A wheel with rollers at 45 degrees round its rim.",
    "Omni_wheel": "A wheel with rollers across its rim.",
    "Caster": "A passive support that slides or swivels; on any connector that is no wheel mount.",
    "Track": "A belt unit.",
    "Motor": "Turns the wheel on its shaft, or the wheels that a driveline of the chassis joins it to.",
    "Leg": "A leg with links and a foot.",
    "Lidar": "A laser that scans one plane.",
    "Lidar3D": "A spinning laser of several rings.",
    "Camera": "A colour camera.",
    "DepthCamera": "A camera that measures depth.",
    "RGBD": "A colour camera with a depth picture that fits onto the colours.",
    "IMU": "Measures turn rates and accelerations.",
    "Ultrasonic": "A range finder by sound: the nearest return of its cone, the floor left out.",
    "Range": "A range finder by light: the nearest return of its cone, the floor too.",
    "Bumper": "A contact switch over its own shape.",
    "Attachment": "Whatever is carried: it adds mass and shape and does nothing.",
    # entities
    "Obstacle": "Must not be touched: touching it fails the run. Drawn into the map.",
    "SupportSurface": "A floor, a ramp or a pad to drive on; touching it is expected.",
    "Marker": "Only shown, unless it states `collision = true`.",
    # nodes
    "Sequence": "Runs its children in order and fails at the first that fails.",
    "Fallback": "Runs its children in order and succeeds at the first that succeeds.",
    "Parallel": "Runs its children at once.",
    "Retry": "Runs its child again until it succeeds, `count` times at most.",
    "Repeat": "Runs its child `count` times and fails when it fails.",
    "Timeout": "Fails when its child takes longer than `timeout_s`.",
    "Inverter": "Swaps success and failure of its child.",
    "Navigate": "Drives to a goal around obstacles.",
    "Wait": "Does nothing for a while.",
    "Stop": "Brings the robot to rest.",
    "Spin": "Turns in place; left is positive.",
    "Advance": "Drives straight ahead.",
    "BackUp": "Drives straight back.",
    "Strafe": "Drives sideways; left is positive. Needs a holonomic base.",
    "GoalReached": "Whether the robot is at a goal.",
    "DistanceTraveled": "Whether the robot has come this far since the task began, along its path.",
    "TimeExpired": "Whether this much time has passed since the task began.",
    # checks
    "Check_vel": "The speed of a joint: every sample, by magnitude.",
    "Check_acc": "The acceleration of a joint, by the difference of successive speeds: every sample, by magnitude.",
    "Check_jerk": "The jerk of a joint, by the second difference of its speeds: every sample, by magnitude.",
    "Check_effort": "The torque of a joint: every sample, by magnitude.",
    "Check_distance": "The distance to a place: `min` holds for the closest approach, `max` for the end of the run.",
    "Check_clearance": "The closest approach to one obstacle, or to any where none is named.",
    "Check_contact": "Seconds in which a part touches entities other than support surfaces.",
    "Check_time": "How long the task takes.",
}

# (owner, parameter) or the parameter alone.
PARAMETERS: dict[tuple[str, str] | str, str] = {
    "ref": "The part's id in a library.",
    ("Scenario", "ref"): '`"empty"`, or the id of an environment of a library.',
    ("entity", "ref"): "The id of an object of a library.",
    "glue": "The point and the unit normal of a connector, in the chassis frame, and a roll about it in radians.",
    "mount": 'A mount of the chassis, `"left_wheel"`, or of another component, `"motor_l.shaft"`.',
    "gravity": "In m/s²; standard gravity when it is not stated.",
    "robot": "The robot of the `.core` file.",
    ("spawn", "pose"): "Where the robot starts.",
    ("Goal", "pose"): "The place itself.",
    ("Goal", "target"): "The entity whose place it is.",
    "ground_plane": "Lays the floor at z = 0; one scenario of a world may. Default `false`.",
    "type": "The shape.",
    "size": "In metres. A sphere takes its diameter from x; a cylinder its diameter from x and its height from z.",
    "pos": "Where it stands in the world.",
    "is_static": "`false` is refused by every target: an entity states no mass. Default `true`.",
    "collision": "Whether it collides. Default `true`, and `false` for a `Marker`.",
    ("Task", "timeout_s"): "The whole task has to end within this many seconds.",
    ("Timeout", "timeout_s"): "Seconds.",
    "policy": "When it succeeds.",
    "count": "How often.",
    "goal": "The place, or the entity whose place it is.",
    "duration_s": "Seconds.",
    "angle_rad": "Radians.",
    "distance_m": "Metres.",
    "speed_mps": "Metres per second; 0.15 when it is not stated.",
    "target": "What is judged.",
    ("Check_clearance", "target"): "The obstacle; a place that is no obstacle stands for every one of them.",
    "source": "The part that is measured from; the whole robot when it is not stated.",
    ("Check_contact", "source"): "A part of the robot that feels the touch in the target's stead, such as its bumper; "
    "or the one entity whose touch counts. The target feels every entity when it is not stated.",
}
# Said once of all checks.
BOUNDS = ("min", "max")

_HEAD = """\
# Vocabulary

Every name that a program may use beside the grammar's own words, with what it takes. This page is made from
`robotdsl_compiler/model/vocabulary.py`; a test compares it (`python -m robotdsl_compiler.model.vocabulary_page` prints
it anew).

Units ride on the parameters' names: `_s` seconds, `_m` metres, `_rad` radians, `_mps` metres per second. A pose is
`(x, y, z, qx, qy, qz, qw)`, metres and a unit quaternion; no rotation is `0, 0, 0, 1`.
"""


def vocabulary_page() -> str:
    """The page as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield "## Components (`.core`)\n"
    yield "A component's `ref` names a library part of the type's category that has a profile for the type.\n"
    types = COMPONENT_TYPES.values()
    yield from _table(
        ("type", "category", "what it is"),
        ((f"`{t.name}`", t.category.value, MEANINGS[t.name]) for t in types),
    )
    yield "\nParameters of a chassis:\n"
    yield from _parameters("component", CHASSIS_PARAMETERS)
    yield "\nParameters of every other component; exactly one of `glue` and `mount`:\n"
    yield from _parameters("component", COMPONENT_PARAMETERS)
    yield "\n### Chassis types\n"
    yield "Which wheels drive is said for a robot without motors; on one with motors, those drive that a motor turns.\n"
    yield from _table(
        ("chassis", "wheel mounts", "drive", "steer", "wheel type", "turns in place", "moves sideways"),
        (
            (
                f"`{t.name}`",
                _names(t.mounts or {}),
                _names(m for m, role in (t.mounts or {}).items() if role is Role.DRIVEN),
                _names(t.steered),
                f"`{t.wheel_type}`" if t.wheel_type else "none",
                _yes(t.turns_in_place),
                _yes(t.holonomic),
            )
            for t in types
            if t.category is Category.CHASSIS
        ),
    )
    yield "\n## World (`.world`)\n"
    for owner, parameters, note in (
        ("physics", PHYSICS_PARAMETERS, "once at most, without a name"),
        ("spawn", SPAWN_PARAMETERS, "exactly once, without a name"),
        ("Scenario", SCENARIO_PARAMETERS, "holds entities in braces"),
        ("Goal", GOAL_PARAMETERS, "exactly one of `pose` and `target`"),
    ):
        yield f"### `{owner}`\n\n{note[0].upper()}{note[1:]}.\n"
        yield from _parameters(owner, parameters)
        yield ""
    yield "### Entities\n"
    yield from _table(("type", "what it is"), ((f"`{name}`", MEANINGS[name]) for name in ENTITY_TYPES))
    yield "\nParameters of each; exactly one of `type`, with `size`, and `ref`:\n"
    yield from _parameters("entity", ENTITY_PARAMETERS)
    yield "\n## Task (`.task`)\n\n### `Task`\n"
    yield from _parameters("Task", TASK_PARAMETERS)
    for category, heading in (
        ("composite", "Composites, with one child or more"),
        ("decorator", "Decorators, with exactly one child"),
        ("action", "Actions"),
        ("condition", "Conditions"),
    ):
        yield f"\n### {heading}\n"
        yield from _calls(t for t in NODE_TYPES.values() if t.category == category)
    yield "\n## Evaluation (`.eval`)\n"
    yield "Every check takes the numbers `min`, the least value that passes, `max`, the greatest, or both.\n"
    yield from _calls(CHECK_TYPES.values())


def _calls(types: Iterable[NodeType | CheckType]) -> Iterator[str]:
    """Each type with its parameters in rows below it."""
    rows: list[tuple[str, ...]] = []
    for type in types:
        unit = f" In {type.unit}." if isinstance(type, CheckType) else ""
        rows.append((f"**`{type.name}`**", "", "", MEANINGS[type.name] + unit))
        rows += _rows(type.name, (p for p in type.parameters if p.name not in BOUNDS))
    yield from _table(("", "takes", "required", "meaning"), rows)


def _parameters(owner: str, parameters: Iterable[Parameter]) -> Iterator[str]:
    yield from _table(("parameter", "takes", "required", "meaning"), _rows(owner, parameters))


def _rows(owner: str, parameters: Iterable[Parameter]) -> list[tuple[str, ...]]:
    return [
        (
            f"`{p.name}`",
            _takes(p),
            _yes(p.required),
            PARAMETERS.get((owner, p.name)) or PARAMETERS[p.name],
        )
        for p in parameters
    ]


def _takes(parameter: Parameter) -> str:
    if parameter.choices:
        return " or ".join(f'`"{choice}"`' for choice in parameter.choices)
    if parameter.refers_to:
        return f"`{parameter.reference_form}`"
    return parameter.kind.value + (", above 0" if parameter.positive else ", not 0" if parameter.non_zero else "")


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


def _yes(value: bool, no: str = "no") -> str:
    return "yes" if value else no


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    print(vocabulary_page(), end="")
