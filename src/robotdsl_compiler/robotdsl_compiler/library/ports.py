"""How a part meets others: its connectors, the profiles that component types use it by, a chassis's drivelines, and
what of it touches the ground.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.library.fields import Fields, File, Number, open_fields
from robotdsl_compiler.library.yaml_spans import Entry, Items, Node
from robotdsl_compiler.model.geometry import Vec3, dot, scale, sub, unit
from robotdsl_compiler.model.part import (
    Category,
    Connector,
    Driveline,
    GroundContact,
    JointType,
    Profile,
    Steering,
)
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.support.suggest import did_you_mean, listing

# How far from a right angle ``up`` may lie to ``dir``, as the cosine: the rounding that a direction may have.
_PERPENDICULAR = 2e-3

_STEERING_ANGLE = Number(above=0.0, most=3.2)
_REDUCTION = Number(above=0.0)
_RADIUS = Number(above=0.0)
_PORT_ROLES = ("steered_drive", "steered_free")


def read_connectors(file: File, entry: Entry, category: Category) -> dict[str, Connector]:
    connectors: dict[str, Connector] = {}
    before = len(file.findings)
    for each in file.names("connectors", entry.value, "a mapping from names to connectors"):
        connector = _connector(file, each, category)
        if connector is not None:
            connectors[each.key] = connector
    if not connectors and file.sound_since(before):
        file.report("library.invalid_value", "a part has at least one connector", entry)
    return connectors


def _connector(file: File, entry: Entry, category: Category) -> Connector | None:
    path = f"connectors.{entry.key}"
    fields = open_fields(file, path, entry.value, entry, ("pos", "dir", "up", "joint", "steering"))
    if fields is None:
        return None
    before = len(file.findings)
    pos, direction = fields.vector("pos"), fields.direction("dir")
    up = fields.optional_direction("up")
    if up is not None and file.sound_since(before):
        up = _perpendicular(fields, direction, up)
    joint, axis = _joint(fields)
    steering = _steering(fields, category)
    return Connector(entry.key, pos, direction, up, joint, axis, steering) if file.sound_since(before) else None


def _perpendicular(fields: Fields, direction: Vec3, up: Vec3) -> Vec3:
    """``up`` at a right angle to ``direction``, its rounding taken out."""
    lean = dot(up, direction)
    if abs(lean) > _PERPENDICULAR:
        stated = fields.optional("up")
        assert stated is not None
        fields.file.report(
            "library.invalid_value",
            f"`{fields.path_of('up')}` must be perpendicular to `{fields.path_of('dir')}`",
            stated.value,
            label=f"the cosine of the angle between them is {lean:.3g}",
        )
        return up
    # Twice, as Gram and Schmidt need it where the first pass leaves a rounding.
    for _ in range(2):
        up = sub(up, scale(direction, dot(up, direction)))
    return unit(up)


def _joint(fields: Fields) -> tuple[JointType, Vec3 | None]:
    entry = fields.optional("joint")
    if entry is None:
        return JointType.FIXED, None
    joint = open_fields(fields.file, fields.path_of("joint"), entry.value, entry, ("type", "axis"))
    if joint is None:
        return JointType.FIXED, None
    before = len(fields.file.findings)
    name = joint.choice("type", [t.value for t in JointType])
    sound = fields.file.sound_since(before)
    kind = JointType(name) if name else JointType.FIXED
    axis = joint.optional_direction("axis")
    stated = joint.optional("axis")
    if kind is not JointType.FIXED:
        joint.required("axis")
    elif sound and stated is not None:
        fields.file.report(
            "library.unsupported", f"`{joint.path_of('axis')}`: a fixed joint turns about no axis", stated
        )
        return kind, None
    return kind, axis


def _steering(fields: Fields, category: Category) -> Steering | None:
    entry = fields.optional("steering")
    if entry is None:
        return None
    if category is not Category.CHASSIS:
        fields.file.report(
            "library.unsupported", f"`{fields.path_of('steering')}`: only a chassis has steered connectors", entry
        )
        return None
    steering = open_fields(fields.file, fields.path_of("steering"), entry.value, entry, ("axis", "max_angle_rad"))
    if steering is None:
        return None
    return Steering(steering.direction("axis"), steering.number("max_angle_rad", _STEERING_ANGLE))


def read_profiles(
    file: File, entry: Entry, category: Category, connectors: dict[str, Connector] | None
) -> dict[str, Profile]:
    """The profiles by component type. ``connectors`` is ``None`` where they could not be read, and mounts are then
    not compared with them.
    """
    types = [t.name for t in COMPONENT_TYPES.values() if t.category is category]
    profiles: dict[str, Profile] = {}
    for each in file.names("profiles", entry.value, "a mapping from component types to profiles"):
        known = COMPONENT_TYPES.get(each.key)
        if known is None:
            file.report(
                "library.unknown_field",
                f"`{each.key}` is no component type",
                each,
                help=did_you_mean(each.key, types) or f"the types of this category are {listing(types, 'and')}",
            )
        elif known.category is not category:
            file.report(
                "library.invalid_value",
                f"a part of category `{category.value}` has no profile `{each.key}`",
                each,
                label=f"a type of category `{known.category.value}`",
            )
        else:
            profile = _profile(file, each, category, connectors)
            if profile is not None:
                profiles[each.key] = profile
    return profiles


def _profile(file: File, entry: Entry, category: Category, connectors: dict[str, Connector] | None) -> Profile | None:
    path = f"profiles.{entry.key}"
    fields = open_fields(file, path, entry.value, entry, ("mounts", "port_roles"))
    if fields is None:
        return None
    before = len(file.findings)
    mounts: dict[str, str] = {}
    stated = fields.optional("mounts")
    if stated is not None:
        wanted = "a mapping from mount names to connectors"
        for mount in file.names(fields.path_of("mounts"), stated.value, wanted):
            if not file.is_identifier(mount, "a mount"):
                continue
            connector = file.text(f"{path}.mounts.{mount.key}", mount.value)
            other = next((name for name, taken in mounts.items() if connector and taken == connector), None)
            mounts[mount.key] = connector
            if connector and connectors is not None and connector not in connectors:
                _unknown(file, mount.value, "connector", connector, connectors)
            elif other is not None:
                file.report(
                    "library.invalid_value",
                    f"the mounts `{other}` and `{mount.key}` share the connector `{connector}`",
                    mount.value,
                    label="taken already",
                )
    for needed in COMPONENT_TYPES[entry.key].mounts or {}:
        if needed not in mounts and file.sound_since(before):
            file.report(
                "library.missing_field",
                f"`{path}.mounts.{needed}` is missing: `{entry.key}` has a wheel there",
                stated or entry,
            )
    ports = fields.optional("port_roles")
    known = mounts if file.sound_since(before) else None
    roles = _port_roles(fields, ports, category, known, connectors or {}) if ports is not None else {}
    return Profile(mounts, roles) if file.sound_since(before) else None


def _port_roles(
    fields: Fields,
    entry: Entry,
    category: Category,
    mounts: dict[str, str] | None,
    connectors: dict[str, Connector],
) -> dict[str, str]:
    """What the part was built for: which of a chassis's mounts steer, and whether the wheel there is driven too.
    ``mounts`` is ``None`` where they have a fault.
    """
    file, path = fields.file, fields.path_of("port_roles")
    if category is not Category.CHASSIS:
        file.report("library.unsupported", f"`{path}`: only a chassis has mounts that steer", entry)
        return {}
    roles: dict[str, str] = {}
    for port in file.names(path, entry.value, "a mapping from mounts to roles"):
        roles[port.key] = file.choice(f"{path}.{port.key}", port.value, _PORT_ROLES)
        if mounts is None:
            continue
        connector = connectors.get(mounts.get(port.key, ""))
        if port.key not in mounts:
            _unknown(file, port, "mount", port.key, mounts)
        elif connector is not None and connector.steering is None:
            file.report(
                "library.missing_field",
                f"`connectors.{connector.name}.steering` is missing: the mount `{port.key}` steers",
                port,
            )
    return roles


def _unknown(file: File, place: Node | Entry, what: str, name: str, candidates: Iterable[str]) -> None:
    names = list(candidates)
    file.report(
        "library.unknown_connector",
        f"the part has no {what} `{name}`",
        place,
        help=did_you_mean(name, names) or (f"it has {listing(names, 'and')}" if names else ()),
    )


def read_drivelines(
    file: File, entry: Entry, mounts: Iterable[str] | None, connectors: Iterable[str]
) -> tuple[Driveline, ...]:
    """``mounts`` are the logical mounts of every profile; ``None`` where they could not be read. A motor may also sit
    on one of the ``connectors`` that has no mount.
    """
    wheels = None if mounts is None else list(dict.fromkeys(mounts))
    motors = None if wheels is None else list(dict.fromkeys([*wheels, *connectors]))

    def mount(path: str, node: Node, known: list[str] | None) -> str:
        name = file.text(path, node)
        if name and known is not None and name not in known:
            _unknown(file, node, "mount", name, known)
        return name

    drivelines = []
    for i, node in enumerate(file.items("drivelines", entry.value, "a list of drivelines")):
        path = f"drivelines[{i}]"
        fields = open_fields(file, path, node, node, ("motor", "drives", "reduction"))
        if fields is None:
            continue
        motor, drives = fields.required("motor"), fields.required("drives")
        reduction = fields.optional("reduction")
        motor_mount = mount(f"{path}.motor", motor.value, motors) if motor else ""
        driven: list[str] = []
        if drives is not None:
            nodes = file.items(f"{path}.drives", drives.value, "a list of mounts")
            driven = [mount(f"{path}.drives[{k}]", each, wheels) for k, each in enumerate(nodes)]
            if not nodes and isinstance(drives.value, Items):
                file.report("library.invalid_value", f"`{path}.drives` must name a mount", drives.value)
        ratio = file.number(f"{path}.reduction", reduction.value, _REDUCTION) if reduction else None
        drivelines.append(Driveline(motor_mount, tuple(driven), ratio))
    return tuple(drivelines)


def read_contacts(file: File, entry: Entry) -> tuple[GroundContact, ...]:
    contacts = []
    for i, node in enumerate(file.items("contacts", entry.value, "a list of ground contacts")):
        fields = open_fields(file, f"contacts[{i}]", node, node, ("xyz", "radius", "note"))
        if fields is not None:
            xyz, radius = fields.vector("xyz"), fields.number("radius", _RADIUS)
            contacts.append(GroundContact(xyz, radius, fields.optional_text("note")))
    return tuple(contacts)
