"""What analysis works out of a program, once: read by validation and by every target, never worked out again.

Frames: ``base_link`` is the chassis part's own frame. ``base_footprint`` is its projection onto the ground: same x
and y and turn, z = 0 where the lowest wheel touches. Unless a field says otherwise, robot facts are stated in
``base_footprint`` and world facts in the world frame; metres, radians, kilograms, seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from robotdsl_compiler.model.drives import DriveFact, KingpinFact
from robotdsl_compiler.model.geometry import Pose, Region, Vec2, Vec3, cross, unit
from robotdsl_compiler.model.hull import HullMesh
from robotdsl_compiler.model.part import Connector, Foot, JointType, Link, SensorRating
from robotdsl_compiler.model.program import Component, Entity, Program
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.value import value


@value
class JointLimits:
    """What a motor can do at the joint: ``effort`` in N m and ``velocity`` in rad/s; ``None`` where not known."""

    effort: float | None
    velocity: float | None


@dataclass(frozen=True, eq=False)
class PlacedPart:
    """A component where it sits. ``pose`` is of the part's frame in ``base_link``; ``None`` for an unplaced one,
    whose glue or mount matches no connector. ``parent`` names the component that it is mated onto; the chassis has
    none. ``joint`` is the joint between the two, and ``joint_axis`` its unit axis in the part's frame, a wheel's
    turned to point left of the robot, so that a positive turn about it rolls the robot forward.
    """

    component: Component
    pose: Pose | None
    parent: str | None
    base_connector: Connector | None
    own_connector: Connector | None
    joint: JointType
    joint_axis: Vec3 | None
    # Why it is unplaced: the nearest connector's component, name and distance in metres, where there is one.
    nearest: tuple[str, str, float] | None = None
    # The component that already holds the connector, when two parts claim it.
    taken_by: str | None = None
    # The unplaced component whose connector this one would take: its own placement is not to blame.
    waits_for: str | None = None

    @property
    def has_moving_joint(self) -> bool:
        """Whether a joint check has something to measure: the part turns or slides on what it is mated onto."""
        return self.pose is not None and self.joint is not JointType.FIXED


@dataclass(frozen=True, eq=False)
class WheelFact:
    """A wheel in ``base_footprint``: ``center``, unit ``axle`` (pointing left of the robot, so that a positive turn
    about it rolls the robot forward), ``role`` driven or rolling; a caster is neither and has ``mount`` ``None``.
    """

    component: Component
    mount: str | None
    role: Role | None
    center: Vec3
    axle: Vec3
    radius: float
    width: float
    limits: JointLimits
    # The motor component that turns it, if one does.
    motor: str | None
    # The axis of the roller under the hub of a mecanum wheel, unit.
    roller_axis: Vec3 | None = None
    # Whether it turns about a kingpin.
    steered: bool = False

    @property
    def rolling(self) -> Vec3:
        """The unit direction in which it rolls when it turns ahead: the axle turned a quarter about up."""
        return unit(cross(self.axle, (0.0, 0.0, 1.0)))


@dataclass(frozen=True, eq=False)
class ContactFact:
    """A declared ground contact: a sphere about ``center`` in ``base_footprint``; ``index`` counts from 0 within its
    part.
    """

    component: Component
    index: int
    center: Vec3
    radius: float


@dataclass(frozen=True, eq=False)
class BeltFact:
    """The belt of a track: its run on the ground from ``start`` to ``end`` in ``base_footprint``, its ``width``, and
    ``left``, the unit direction across it. ``travel_per_turn`` in metres and ``height`` in metres, that of a wheel
    which travels as far per turn, are ``None`` where the part states no travel. ``limits`` are the motor's at what
    drives the belt, and ``max_speed`` in m/s what the belt reaches by it.
    """

    component: Component
    mount: str | None
    role: Role | None
    start: Vec3
    end: Vec3
    left: Vec3
    width: float
    travel_per_turn: float | None
    height: float | None
    limits: JointLimits
    motor: str | None
    max_speed: float | None


@dataclass(frozen=True, eq=False)
class LinkFact:
    """A link that a part has of its own: ``parent`` is the link that it hangs from, ``None`` for the part's frame.
    ``pose`` and the unit ``axis`` of its hinge are in ``base_footprint``, every servo at its hold and every other
    hinge at zero; ``angle`` is the hinge's there.
    """

    component: Component
    link: Link
    parent: str | None
    pose: Pose
    axis: Vec3 | None
    angle: float


@dataclass(frozen=True, eq=False)
class FootFact:
    """A foot: ``center`` of its shape and the height ``low`` of its lowest point in ``base_footprint``, as its servos
    hold it. ``joints`` are the links with a hinge between the part's frame and the foot, from the frame down.
    """

    component: Component
    foot: Foot
    center: Vec3
    low: float
    joints: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SensorFact:
    """A sensor: ``type`` is its component type, ``role`` the stem of its topics ("scan", "imu", "camera"...; a second
    of a kind is suffixed with its component's name), ``pose`` in ``base_footprint``. ``rating`` is complete for its
    type: what the part does not state is filled by the contract's stand-in and named in ``assumed``.
    """

    component: Component
    type: str
    role: str
    pose: Pose
    rating: SensorRating
    assumed: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class RobotFacts:
    """``base_height`` is that of ``base_link``'s origin above ``base_footprint``. ``mass`` and ``center_of_mass``
    are ``None`` when a placed part states no inertial. ``support`` is the polygon of wheels, belts, feet and declared
    contacts.
    ``footprint`` is the contract's box about every collision shape (the wheels' spheres included); ``outline`` the
    convex hull of the same shapes. Both are counter-clockwise, and ``None`` when a placed part declares no shape.
    ``regions`` are each component's shapes seen from above; a part without a shape is a point.
    """

    name: str
    parts: tuple[PlacedPart, ...]
    base_height: float
    wheels: tuple[WheelFact, ...]
    contacts: tuple[ContactFact, ...]
    drive: DriveFact | None
    mass: float | None
    center_of_mass: Vec3 | None
    support: tuple[Vec2, ...]
    footprint: tuple[Vec2, ...] | None
    outline: tuple[Vec2, ...] | None
    height: float
    regions: dict[str, tuple[Region, ...]]
    sensors: tuple[SensorFact, ...]
    # Placed parts without collision shape, which leave the footprint unknown.
    shapeless: tuple[str, ...]
    kingpins: tuple[KingpinFact, ...] = ()
    belts: tuple[BeltFact, ...] = ()
    links: tuple[LinkFact, ...] = ()
    feet: tuple[FootFact, ...] = ()
    # The hull that each component declares, in its part's frame.
    hulls: dict[str, HullMesh] = field(default_factory=dict)

    def part(self, name: str) -> PlacedPart:
        return next(p for p in self.parts if p.component.name == name)


@dataclass(frozen=True, eq=False)
class EntityFact:
    """An entity and the regions of the floor that it covers seen from above at its full pose; empty for one that
    does not collide.
    """

    entity: Entity
    regions: tuple[Region, ...]


@dataclass(frozen=True, eq=False)
class WorldFacts:
    """``map_origin`` is the lower left corner of the map and ``map_size`` its extent in metres: around everything
    that the program places, with a margin.
    """

    entities: tuple[EntityFact, ...]
    map_origin: Vec2
    map_size: Vec2


@dataclass(frozen=True, eq=False)
class TaskFacts:
    """``goals`` are the names that the task refers to, in order of first use. ``uses`` are the node types used."""

    goals: tuple[str, ...]
    uses: frozenset[str]


@dataclass(frozen=True, eq=False)
class Facts:
    program: Program
    robot: RobotFacts
    world: WorldFacts
    task: TaskFacts
