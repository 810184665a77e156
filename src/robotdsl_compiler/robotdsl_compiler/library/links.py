"""The links that a part has of its own: how each hangs from another, turns, weighs and collides."""

from __future__ import annotations

from robotdsl_compiler.library.fields import Fields, File, Number, open_fields
from robotdsl_compiler.library.inertials import read_inertial
from robotdsl_compiler.library.shapes import KINDS, Kind
from robotdsl_compiler.library.yaml_spans import Entry, Mapping, Node
from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.part import Capsule, Hinge, Link, LinkShape, Servo
from robotdsl_compiler.model.shapes import Shape
from robotdsl_compiler.support.suggest import did_you_mean, listing

# How a link calls the part's own frame as what it hangs from.
BASE = "base"

_POSITIVE, _NOT_NEGATIVE = Number(above=0.0), Number(least=0.0)
_SERVO = {
    "kp": _POSITIVE,
    "effort": _POSITIVE,
    "hold": Number(),
    "damping": _NOT_NEGATIVE,
    "armature": _NOT_NEGATIVE,
    "frictionloss": _NOT_NEGATIVE,
}
_ORIGIN: Vec3 = (0.0, 0.0, 0.0)
# The fields of a joint that only a turning one has.
_TURNING = ("axis", "range", "servo")


# A link takes the shapes of the world and capsules.
_SHAPES: dict[str, Kind[Shape | Capsule]] = {
    **KINDS,
    "capsule": Kind(
        ("radius", "length"), lambda f: Capsule(f.number("radius", _POSITIVE), f.number("length", _POSITIVE))
    ),
}


def read_links(file: File, entry: Entry) -> dict[str, Link]:
    """The links by name, each after the one that it hangs from, as the file has to state them."""
    links: dict[str, Link] = {}
    stated = list(file.names("links", entry.value, "a mapping from names to links"))
    above: list[str] = []
    for each in stated:
        if not file.is_identifier(each, "a link"):
            continue
        if each.key == BASE:
            file.report("library.invalid_key", f"`{BASE}` is the part itself and no name for a link", each)
            continue
        link = _link(file, each, above, [other.key for other in stated])
        above.append(each.key)
        if link is not None:
            links[each.key] = link
    return links


def _link(file: File, entry: Entry, above: list[str], all_names: list[str]) -> Link | None:
    path = f"links.{entry.key}"
    fields = open_fields(file, path, entry.value, entry, ("parent", "xyz", "rpy", "joint", "inertial", "shapes"))
    if fields is None:
        return None
    before = len(file.findings)
    parent = _parent(fields, above, all_names)
    pose = _pose(fields)
    joint, shapes = fields.required("joint"), fields.optional("shapes")
    hinge = _hinge(fields, joint) if joint is not None else None
    inertial = read_inertial(fields, fields.required("inertial"))
    found = _shapes(file, f"{path}.shapes", shapes) if shapes is not None else ()
    if inertial is None or not file.sound_since(before):
        return None
    return Link(entry.key, parent, pose, hinge, inertial, found)


def _parent(fields: Fields, above: list[str], all_names: list[str]) -> str | None:
    entry = fields.required("parent")
    if entry is None:
        return None
    file, path = fields.file, fields.path_of("parent")
    name = file.text(path, entry.value)
    if name and name != BASE and name not in above:
        file.report(
            "library.invalid_value",
            f"`{path}` must be {listing([BASE, *above])}, not `{name}`",
            entry.value,
            label="stated no earlier than this link" if name in all_names else "no link of the part",
            help="a link stands below the one that it hangs from"
            if name in all_names
            else did_you_mean(name, [BASE, *above]),
        )
    return None if name == BASE else name


def _pose(fields: Fields) -> Pose:
    """Where something sits, at the origin of what it hangs from where it does not say."""
    return Pose.from_xyz_rpy(fields.optional_vector("xyz") or _ORIGIN, fields.optional_vector("rpy") or _ORIGIN)


def _hinge(fields: Fields, entry: Entry) -> Hinge | None:
    file, path = fields.file, fields.path_of("joint")
    joint = open_fields(file, path, entry.value, entry, ("type", *_TURNING))
    if joint is None:
        return None
    before = len(file.findings)
    kind = joint.choice("type", ("fixed", "revolute"))
    if kind != "revolute":
        # What a joint of an unknown type has is not known.
        for name in _TURNING if file.sound_since(before) else ():
            stated = joint.optional(name)
            if stated is not None:
                file.report("library.unsupported", f"a fixed joint has no `{name}`", stated)
        return None
    axis, reach, servo = joint.direction("axis"), joint.required("range"), joint.optional("servo")
    low, high = read_span(file, f"{path}.range", reach.value) if reach is not None else (0.0, 1.0)
    return Hinge(axis, (low, high), _servo(joint, servo, low, high) if servo is not None else None)


def read_span(file: File, path: str, node: Node) -> tuple[float, float]:
    """A list ``[low, high]`` of which the first is less."""
    before = len(file.findings)
    low, high = file.numbers(path, node, 2, Number(), "[low, high]")
    if file.sound_since(before) and not low < high:
        file.report(
            "library.invalid_value",
            f"`{path}` must be [low, high] with the first below the second, not [{low:g}, {high:g}]",
            node,
        )
    return low, high


def _servo(joint: Fields, entry: Entry, low: float, high: float) -> Servo | None:
    file, path = joint.file, joint.path_of("servo")
    before = len(file.findings)
    fields = open_fields(file, path, entry.value, entry, _SERVO)
    values = fields.record(_SERVO) if fields is not None else {}
    if fields is None or not file.sound_since(before):
        return None
    hold = fields.optional("hold")
    if hold is not None and low < high and not low <= values["hold"] <= high:
        file.report(
            "library.invalid_value",
            f"`{path}.hold` must lie within the joint's range, {low:g} to {high:g}, not {values['hold']:g}",
            hold.value,
        )
    return Servo(**values)


def _shapes(file: File, path: str, entry: Entry) -> tuple[LinkShape, ...]:
    shapes: list[LinkShape] = []
    names: dict[str, Node] = {}
    for i, node in enumerate(file.items(path, entry.value, "a list of shapes")):
        shape = _shape(file, f"{path}[{i}]", node, names)
        if shape is not None:
            shapes.append(shape)
    return tuple(shapes)


def _shape(file: File, path: str, node: Node, names: dict[str, Node]) -> LinkShape | None:
    before = len(file.findings)
    # Only the type says which other fields there are.
    kind = node.entries.get("type") if isinstance(node, Mapping) else None
    chosen = file.choice(f"{path}.type", kind.value, _SHAPES) if kind is not None else None
    if not file.sound_since(before):
        return None
    sizes = _SHAPES[chosen].fields if chosen else tuple(n for k in _SHAPES.values() for n in k.fields)
    fields = open_fields(file, path, node, node, ("name", "type", *sizes, "xyz", "rpy"))
    if fields is None:
        return None
    if chosen is None:
        fields.required("type")
    stated = fields.required("name")
    name = file.text(f"{path}.name", stated.value) if stated is not None else ""
    if stated is not None and name in names:
        file.report(
            "library.invalid_value",
            f"the shape `{name}` is stated twice",
            stated.value,
            related=((names[name], "first here"),),
        )
    elif stated is not None:
        names[name] = stated.value
    pose = _pose(fields)
    shape = _SHAPES[chosen].read(fields) if chosen else None
    return LinkShape(name, shape, pose) if shape is not None and file.sound_since(before) else None
