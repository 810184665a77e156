"""The names of the language: component, entity, node and check types with their parameters. The one place for each.

New vocabulary is a row of a table here; the grammar never changes for it.
"""

from __future__ import annotations

from enum import Enum

from robotdsl_compiler.model.part import Category
from robotdsl_compiler.support.value import value


class Kind(Enum):
    """What the value of a parameter must be; the value is how a message names it."""

    STRING = "a string"
    NUMBER = "a number"
    INTEGER = "a whole number"
    BOOLEAN = "true or false"
    VECTOR = "a tuple of 3 numbers (x, y, z)"
    POSE = "a pose (x, y, z, qx, qy, qz, qw)"
    GLUE = "a tuple (x, y, z, nx, ny, nz) or (x, y, z, nx, ny, nz, roll)"
    CORE_REFERENCE = "a reference @core/<name>"
    WORLD_REFERENCE = "a reference @world/<name>"
    TASK_REFERENCE = "a reference @task/<name>"
    CORE_OR_WORLD_REFERENCE = "a reference @core/<name> or @world/<name>"


# The namespace in which a reference finds a thing of each kind.
NAMESPACE_OF = {"robot": "core", "component": "core", "entity": "world", "goal": "world", "task": "task"}


@value
class Parameter:
    """One parameter. ``choices`` closes the set of strings; ``positive`` asks for values above zero, of every item
    of a tuple; ``refers_to`` says what a reference may name: robot, component, entity,
    goal, task.
    """

    name: str
    kind: Kind
    required: bool = True
    choices: tuple[str, ...] = ()
    positive: bool = False
    non_zero: bool = False
    refers_to: tuple[str, ...] = ()

    @property
    def namespaces(self) -> dict[str, tuple[str, ...]]:
        """For a reference: the namespaces that it may look into, with the kinds of thing that it may find there."""
        return {
            namespace: tuple(kind for kind in self.refers_to if NAMESPACE_OF[kind] == namespace)
            for namespace in dict.fromkeys(NAMESPACE_OF[kind] for kind in self.refers_to)
        }

    @property
    def reference_form(self) -> str:
        """How a reference that the parameter takes is written: ``@world/<goal or entity>``."""
        return " or ".join(f"@{namespace}/<{' or '.join(kinds)}>" for namespace, kinds in self.namespaces.items())


class Role(Enum):
    """What a wheel of a mount does."""

    DRIVEN = "driven"
    ROLLING = "rolling"


@value
class ComponentType:
    """A component type. For a chassis: its wheel mounts with the role that each has on a robot without motors, the
    wheel type that the mounts take, the kinematics and whether it can turn in place or move sideways.
    """

    name: str
    category: Category
    mounts: dict[str, Role] | None = None
    wheel_type: str | None = None
    kinematics: str | None = None
    turns_in_place: bool = False
    holonomic: bool = False
    # The mounts that turn about a kingpin.
    steered: tuple[str, ...] = ()
    # Whether the wheels that its driveline turns are its driven ones, where the part states a driveline.
    geared: bool = False


def _chassis(
    name: str,
    kinematics: str,
    mounts: dict[str, Role],
    wheel_type: str | None,
    *,
    turns_in_place: bool = True,
    holonomic: bool = False,
    steered: tuple[str, ...] = (),
    geared: bool = False,
) -> ComponentType:
    return ComponentType(
        name, Category.CHASSIS, mounts, wheel_type, kinematics, turns_in_place, holonomic, steered, geared
    )


_D, _R = Role.DRIVEN, Role.ROLLING
_FOUR = {"front_left_wheel": _D, "front_right_wheel": _D, "rear_left_wheel": _D, "rear_right_wheel": _D}

COMPONENT_TYPES: dict[str, ComponentType] = {
    t.name: t
    for t in (
        _chassis("Diff_two_caster", "differential", {"left_wheel": _D, "right_wheel": _D}, "Standard"),
        _chassis("Diff_drive", "differential", _FOUR, "Standard"),
        _chassis("Mecanum_four_wheel", "holonomic", _FOUR, "Mecanum", holonomic=True),
        _chassis("Omni_drive", "omni", _FOUR, "Omni_wheel", holonomic=True),
        _chassis(
            "Omni_three_wheel",
            "omni",
            {"front_wheel": _D, "rear_left_wheel": _D, "rear_right_wheel": _D},
            "Omni_wheel",
            holonomic=True,
        ),
        _chassis(
            "Tricycle",
            "steering",
            {"front_wheel": _D, "rear_left_wheel": _R, "rear_right_wheel": _R},
            "Standard",
            turns_in_place=False,
            steered=("front_wheel",),
        ),
        _chassis(
            "Ackermann",
            "steering",
            {"front_left_wheel": _R, "front_right_wheel": _R, "rear_left_wheel": _D, "rear_right_wheel": _D},
            "Standard",
            turns_in_place=False,
            steered=("front_left_wheel", "front_right_wheel"),
            geared=True,
        ),
        _chassis("Tracked", "tracks", {"left_track": _D, "right_track": _D}, "Track"),
        _chassis("Legged", "legged", {}, None),
        ComponentType("Standard", Category.WHEEL),
        ComponentType("Mecanum", Category.WHEEL),
        ComponentType("Omni_wheel", Category.WHEEL),
        ComponentType("Caster", Category.WHEEL),
        ComponentType("Track", Category.TRACK),
        ComponentType("Motor", Category.MOTOR),
        ComponentType("Leg", Category.LEG),
        ComponentType("Lidar", Category.SENSOR),
        ComponentType("Lidar3D", Category.SENSOR),
        ComponentType("Camera", Category.SENSOR),
        ComponentType("DepthCamera", Category.SENSOR),
        ComponentType("RGBD", Category.SENSOR),
        ComponentType("IMU", Category.SENSOR),
        ComponentType("Ultrasonic", Category.SENSOR),
        ComponentType("Range", Category.SENSOR),
        ComponentType("Bumper", Category.SENSOR),
        ComponentType("Attachment", Category.ATTACHMENT),
    )
}

# Parameters of components. A chassis takes ``ref`` alone; the others add exactly one of ``glue`` and ``mount``.
REF = Parameter("ref", Kind.STRING)
CHASSIS_PARAMETERS = (REF,)
COMPONENT_PARAMETERS = (
    REF,
    Parameter("glue", Kind.GLUE, required=False),
    Parameter("mount", Kind.STRING, required=False),
)
PLACEMENT_PARAMETERS = ("glue", "mount")


# The world --------------------------------------------------------------------------------------------------------

ENTITY_TYPES = ("Obstacle", "SupportSurface", "Marker")
SHAPE_TYPES = ("box", "sphere", "cylinder")

PHYSICS_PARAMETERS = (Parameter("gravity", Kind.VECTOR, required=False),)
SPAWN_PARAMETERS = (
    Parameter("robot", Kind.CORE_REFERENCE, refers_to=("robot",)),
    Parameter("pose", Kind.POSE),
)
SCENARIO_PARAMETERS = (
    Parameter("ref", Kind.STRING),
    Parameter("ground_plane", Kind.BOOLEAN, required=False),
)
# Exactly one of ``type`` (with ``size``) and ``ref``.
ENTITY_PARAMETERS = (
    Parameter("type", Kind.STRING, required=False, choices=SHAPE_TYPES),
    Parameter("size", Kind.VECTOR, required=False, positive=True),
    Parameter("ref", Kind.STRING, required=False),
    Parameter("pos", Kind.POSE),
    Parameter("is_static", Kind.BOOLEAN, required=False),
    Parameter("collision", Kind.BOOLEAN, required=False),
)
# Exactly one of the two.
GOAL_PARAMETERS = (
    Parameter("pose", Kind.POSE, required=False),
    Parameter("target", Kind.WORLD_REFERENCE, required=False, refers_to=("entity",)),
)

STANDARD_GRAVITY = (0.0, 0.0, -9.81)


# The task ---------------------------------------------------------------------------------------------------------


class Children(Enum):
    NONE = "none"
    ONE = "one"
    MANY = "one or more"


@value
class NodeType:
    name: str
    parameters: tuple[Parameter, ...]
    children: Children
    # "composite", "decorator", "action" or "condition".
    category: str


_GOAL = Parameter("goal", Kind.WORLD_REFERENCE, refers_to=("goal", "entity"))
_SPEED = Parameter("speed_mps", Kind.NUMBER, required=False, positive=True)

TASK_PARAMETERS = (Parameter("timeout_s", Kind.NUMBER, required=False, positive=True),)

NODE_TYPES: dict[str, NodeType] = {
    t.name: t
    for t in (
        NodeType("Sequence", (), Children.MANY, "composite"),
        NodeType("Fallback", (), Children.MANY, "composite"),
        NodeType(
            "Parallel",
            (Parameter("policy", Kind.STRING, choices=("success_on_all", "success_on_one")),),
            Children.MANY,
            "composite",
        ),
        NodeType("Retry", (Parameter("count", Kind.INTEGER, positive=True),), Children.ONE, "decorator"),
        NodeType("Repeat", (Parameter("count", Kind.INTEGER, positive=True),), Children.ONE, "decorator"),
        NodeType("Timeout", (Parameter("timeout_s", Kind.NUMBER, positive=True),), Children.ONE, "decorator"),
        NodeType("Inverter", (), Children.ONE, "decorator"),
        NodeType("Navigate", (_GOAL,), Children.NONE, "action"),
        NodeType("Wait", (Parameter("duration_s", Kind.NUMBER, positive=True),), Children.NONE, "action"),
        NodeType("Stop", (), Children.NONE, "action"),
        NodeType("Spin", (Parameter("angle_rad", Kind.NUMBER, non_zero=True),), Children.NONE, "action"),
        NodeType("Advance", (Parameter("distance_m", Kind.NUMBER, positive=True), _SPEED), Children.NONE, "action"),
        NodeType("BackUp", (Parameter("distance_m", Kind.NUMBER, positive=True), _SPEED), Children.NONE, "action"),
        NodeType("Strafe", (Parameter("distance_m", Kind.NUMBER, non_zero=True), _SPEED), Children.NONE, "action"),
        NodeType("GoalReached", (_GOAL,), Children.NONE, "condition"),
        NodeType(
            "DistanceTraveled", (Parameter("distance_m", Kind.NUMBER, positive=True),), Children.NONE, "condition"
        ),
        NodeType("TimeExpired", (Parameter("duration_s", Kind.NUMBER, positive=True),), Children.NONE, "condition"),
    )
}


# The evaluation ---------------------------------------------------------------------------------------------------


@value
class CheckType:
    """``needs_joint``: the target must be a part with a moving joint. ``unit`` is that of the judged value."""

    name: str
    parameters: tuple[Parameter, ...]
    unit: str
    needs_joint: bool = False


_BOUNDS = (Parameter("min", Kind.NUMBER, required=False), Parameter("max", Kind.NUMBER, required=False))
_JOINT_TARGET = Parameter("target", Kind.CORE_REFERENCE, refers_to=("component",))
_SOURCE = Parameter("source", Kind.CORE_REFERENCE, required=False, refers_to=("component", "robot"))
_PLACE = ("goal", "entity")

CHECK_TYPES: dict[str, CheckType] = {
    t.name: t
    for t in (
        CheckType("Check_vel", (_JOINT_TARGET, *_BOUNDS), "rad/s", needs_joint=True),
        CheckType("Check_acc", (_JOINT_TARGET, *_BOUNDS), "rad/s^2", needs_joint=True),
        CheckType("Check_jerk", (_JOINT_TARGET, *_BOUNDS), "rad/s^3", needs_joint=True),
        CheckType("Check_effort", (_JOINT_TARGET, *_BOUNDS), "N m", needs_joint=True),
        CheckType(
            "Check_distance",
            (Parameter("target", Kind.WORLD_REFERENCE, refers_to=_PLACE), _SOURCE, *_BOUNDS),
            "m",
        ),
        CheckType(
            "Check_clearance",
            # A target that is no Obstacle (a goal) stands for every obstacle, as the public programs write it.
            (Parameter("target", Kind.WORLD_REFERENCE, required=False, refers_to=_PLACE), _SOURCE, *_BOUNDS),
            "m",
        ),
        CheckType(
            "Check_contact",
            (
                Parameter("target", Kind.CORE_REFERENCE, refers_to=("component", "robot")),
                # A part that feels the touch in the target's stead, or the one entity whose touch counts.
                Parameter(
                    "source",
                    Kind.CORE_OR_WORLD_REFERENCE,
                    required=False,
                    refers_to=("component", "robot", "entity"),
                ),
                *_BOUNDS,
            ),
            "s",
        ),
        CheckType("Check_time", (Parameter("target", Kind.TASK_REFERENCE, refers_to=("task",)), *_BOUNDS), "s"),
    )
}


# Every parameter that takes a reference, wherever it stands, with the namespaces that it may look into.
REFERENCE_NAMESPACES: dict[str, tuple[str, ...]] = {}
for _parameters in (
    SPAWN_PARAMETERS,
    GOAL_PARAMETERS,
    *(t.parameters for t in NODE_TYPES.values()),
    *(t.parameters for t in CHECK_TYPES.values()),
):
    for _parameter in _parameters:
        if _parameter.refers_to:
            _known = REFERENCE_NAMESPACES.get(_parameter.name, ())
            REFERENCE_NAMESPACES[_parameter.name] = tuple(dict.fromkeys((*_known, *_parameter.namespaces)))
