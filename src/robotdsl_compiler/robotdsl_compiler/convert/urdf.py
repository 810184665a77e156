"""The records of a URDF, as far as a mobile base needs them, and reading them. SI units; angles in radians."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from robotdsl_compiler.convert.markup import MALFORMED, Element
from robotdsl_compiler.model.geometry import Pose, Vec3, norm, unit
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.suggest import did_you_mean, listing

MISSING, INVALID, WRONG_TYPE = "library.missing_field", "library.invalid_value", "library.wrong_type"
DUPLICATE, UNSUPPORTED = "library.duplicate_key", "library.unsupported"

JOINT_TYPES = ("fixed", "continuous", "revolute", "prismatic", "floating", "planar")
LARGEST = 1e9
# A moment of inertia below zero by less than this, in kg m², is the rounding of what wrote the file.
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Geometry:
    """``kind`` is box, cylinder, sphere or mesh. ``size`` holds its three sides, its radius and length, or its
    radius; of a mesh the three factors that it is scaled by.
    """

    kind: str
    size: tuple[float, ...]
    file: str
    pose: Pose
    line: int


@dataclass(frozen=True, slots=True)
class Inertial:
    """``inertia`` about the centre of mass as ixx, iyy, izz, ixy, ixz, iyz, along the axes of ``pose``."""

    mass: float
    inertia: tuple[float, float, float, float, float, float]
    pose: Pose


@dataclass(frozen=True, eq=False)
class Link:
    name: str
    inertial: Inertial | None
    collisions: tuple[Geometry, ...]
    visuals: tuple[Geometry, ...]
    element: Element

    @property
    def line(self) -> int:
        return self.element.line


@dataclass(frozen=True, eq=False)
class Joint:
    """``pose`` is that of the child in the parent at zero; ``axis`` a unit vector in the child's frame."""

    name: str
    type: str
    parent: str
    child: str
    pose: Pose
    axis: Vec3
    element: Element

    @property
    def line(self) -> int:
        return self.element.line

    @property
    def moves(self) -> bool:
        return self.type != "fixed"


@dataclass(frozen=True, eq=False)
class Urdf:
    """``others`` are the elements beside links and joints."""

    name: str
    links: dict[str, Link]
    joints: tuple[Joint, ...]
    others: tuple[Element, ...]
    root: Element


def read_urdf(root: Element, diagnostics: Diagnostics) -> Urdf | None:
    """The records of a file; ``None`` after reporting every value that cannot be read."""
    if root.tag != "robot":
        diagnostics.report(
            MALFORMED, Phase.PARSE, f"a URDF is a <robot>, not a <{root.tag}>", root.span,
            help=_other_format(root.tag),
        )  # fmt: skip
        return None
    if not _expanded(root, diagnostics):
        return None
    reader = _Reader(diagnostics)
    name = reader.text(root, "name")
    links: dict[str, Link] = {}
    joints: dict[str, Joint] = {}
    for element in root.all("link"):
        link = reader.link(element)
        reader.once(link.name, "link", element, links)
        links.setdefault(link.name, link)
    for element in root.all("joint"):
        joint = reader.joint(element)
        reader.once(joint.name, "joint", element, joints)
        joints.setdefault(joint.name, joint)
    if not links and not diagnostics.blocked():
        reader.report(MISSING, "the robot has no link", root)
    others = tuple(child for child in root.children if child.tag not in ("link", "joint"))
    return None if diagnostics.blocked() else Urdf(name, links, tuple(joints.values()), others, root)


def _other_format(tag: str) -> tuple[str, ...]:
    known = {"sdf": "SDF", "mujoco": "MJCF", "COLLADA": "a Collada mesh"}
    return (f"this is {known[tag]}; convert reads URDF alone",) if tag in known else ()


def _expanded(root: Element, diagnostics: Diagnostics) -> bool:
    """Whether no macro is left in the file; reports the first one that is."""
    for element in root.walk():
        macro = element.tag.startswith("xacro:") or any(
            "${" in value or "$(" in value for value in element.attributes.values()
        )
        if macro:
            name = element.span.source.name
            diagnostics.report(
                UNSUPPORTED, Phase.PARSE, "the file holds xacro macros, which are not expanded here", element.span,
                label="a macro",
                help=(f"expand it first: xacro {name} > {_plain_name(name)}",),
            )  # fmt: skip
            return False
    return True


def _plain_name(name: str) -> str:
    stem = name.rsplit("/", 1)[-1].removesuffix(".xacro").removesuffix(".urdf")
    return f"{stem}_expanded.urdf"


class _Reader:
    """Reads typed values, each fault reported where it stands; a stand-in is answered so that reading goes on."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    def report(self, code: str, message: str, element: Element, help: Iterable[str] = (), label: str = "") -> None:
        self.diagnostics.report(code, Phase.PARSE, message, element.span, help=help, label=label)

    def once(self, name: str, what: str, element: Element, known: Iterable[str]) -> None:
        if name and name in known:
            self.report(DUPLICATE, f"two {what}s are called `{name}`", element, label="again here")

    def text(self, element: Element, attribute: str) -> str:
        value = element.attributes.get(attribute, "")
        if not value.strip():
            self.report(MISSING, f"<{element.tag}> has no `{attribute}`", element)
        return value

    def numbers(
        self, element: Element | None, attribute: str, count: int, default: tuple[float, ...] | None
    ) -> tuple[float, ...]:
        text = None if element is None else element.attributes.get(attribute)
        stand_in = default or (1.0,) * count
        if element is None:
            return stand_in
        if text is None:
            if default is None:
                self.report(MISSING, f"<{element.tag}> has no `{attribute}`", element)
            return stand_in
        words = text.split()
        try:
            values = tuple(float(word.replace("_", "?")) for word in words)
        except ValueError:
            values = ()
        if len(values) != count or not all(math.isfinite(v) and abs(v) <= LARGEST for v in values):
            wanted = "a number" if count == 1 else f"{count} numbers"
            if len(values) == count and all(math.isfinite(v) for v in values):
                wanted += f" of at most {LARGEST:g}"
            self.report(WRONG_TYPE, f"`{attribute}` of <{element.tag}> must be {wanted}, not `{text[:40]}`", element)
            return stand_in
        return values

    def number(self, element: Element | None, attribute: str, default: float | None = None) -> float:
        return self.numbers(element, attribute, 1, None if default is None else (default,))[0]

    def positive(self, element: Element, attribute: str) -> float:
        value = self.number(element, attribute)
        if value <= 0.0:
            self.report(INVALID, f"`{attribute}` of <{element.tag}> must be above 0, not {value:g}", element)
            return 1.0
        return value

    def vector(self, element: Element | None, attribute: str, default: Vec3 = (0.0, 0.0, 0.0)) -> Vec3:
        x, y, z = self.numbers(element, attribute, 3, default)
        return (x, y, z)

    def pose(self, element: Element) -> Pose:
        origin = element.first("origin")
        return Pose.from_xyz_rpy(self.vector(origin, "xyz"), self.vector(origin, "rpy"))

    def link(self, element: Element) -> Link:
        inertial = element.first("inertial")
        return Link(
            self.text(element, "name"),
            None if inertial is None else self.inertial(inertial),
            tuple(g for e in element.all("collision") if (g := self.geometry(e)) is not None),
            tuple(g for e in element.all("visual") if (g := self.geometry(e)) is not None),
            element,
        )

    def inertial(self, element: Element) -> Inertial:
        mass, inertia = element.first("mass"), element.first("inertia")
        value = 0.0
        if mass is None:
            self.report(MISSING, "<inertial> has no <mass>", element)
        else:
            value = self.number(mass, "value")
            if value < 0.0:
                self.report(INVALID, f"a mass must not be negative, and this one is {value:g} kg", mass)
        if inertia is None and mass is not None and value > 0.0:
            self.report(MISSING, "<inertial> has no <inertia>", element)
        xx, yy, zz = (self.number(inertia, name) if inertia is not None else 0.0 for name in ("ixx", "iyy", "izz"))
        xy, xz, yz = (self.number(inertia, name, 0.0) for name in ("ixy", "ixz", "iyz"))
        for name, moment in (("ixx", xx), ("iyy", yy), ("izz", zz)):
            if moment < -ROUNDING and inertia is not None:
                self.report(INVALID, f"`{name}` of <inertia> must not be negative, and is {moment:g}", inertia)
        return Inertial(value, (xx, yy, zz, xy, xz, yz), self.pose(element))

    def geometry(self, element: Element) -> Geometry | None:
        holder = element.first("geometry")
        shape = None if holder is None or not holder.children else holder.children[0]
        if shape is None:
            self.report(MISSING, f"<{element.tag}> has no geometry", element)
            return None
        pose, line = self.pose(element), element.line
        match shape.tag:
            case "box":
                x, y, z = self.numbers(shape, "size", 3, None)
                if min(x, y, z) <= 0.0:
                    self.report(INVALID, "the sides of a <box> must be above 0", shape)
                return Geometry("box", (x, y, z), "", pose, line)
            case "cylinder":
                size = (self.positive(shape, "radius"), self.positive(shape, "length"))
                return Geometry("cylinder", size, "", pose, line)
            case "sphere":
                return Geometry("sphere", (self.positive(shape, "radius"),), "", pose, line)
            case "mesh":
                scale = self.vector(shape, "scale", (1.0, 1.0, 1.0))
                return Geometry("mesh", scale, self.text(shape, "filename"), pose, line)
        kinds = ("box", "cylinder", "sphere", "mesh")
        self.report(
            UNSUPPORTED, f"the shape <{shape.tag}> is not known", shape,
            help=did_you_mean(shape.tag, kinds) or (f"a shape is {listing(kinds)}",),
        )  # fmt: skip
        return None

    def joint(self, element: Element) -> Joint:
        name, type = self.text(element, "name"), self.text(element, "type")
        if type and type not in JOINT_TYPES:
            self.report(
                INVALID, f"`{type}` is no type of joint", element,
                help=did_you_mean(type, JOINT_TYPES) or (f"a joint is {listing(JOINT_TYPES)}",),
            )  # fmt: skip
        ends = []
        for tag in ("parent", "child"):
            end = element.first(tag)
            if end is None:
                self.report(MISSING, f"the joint `{name}` has no <{tag}>", element)
            ends.append("" if end is None else self.text(end, "link"))
        axis_element = element.first("axis")
        axis = self.vector(axis_element, "xyz", (1.0, 0.0, 0.0))
        if norm(axis) < 1e-9:
            if axis_element is not None and type != "fixed":
                self.report(INVALID, f"the axis of the joint `{name}` has no direction", axis_element)
            axis = (1.0, 0.0, 0.0)
        return Joint(name, type, ends[0], ends[1], self.pose(element), unit(axis), element)
