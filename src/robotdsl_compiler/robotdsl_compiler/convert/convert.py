"""The entry of the converter: a URDF in; a library, a robot made of it, and an account of what was left behind out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from robotdsl_compiler.convert.groups import (
    Group,
    find_groups,
    hull_points,
    light_body,
    look,
    sound_body,
)
from robotdsl_compiler.convert.left_behind import left_behind
from robotdsl_compiler.convert.markup import read_markup
from robotdsl_compiler.convert.mass import Body, moved, together
from robotdsl_compiler.convert.parts import (
    AHEAD,
    DOWN,
    UP,
    Chassis,
    Made,
    caster_part,
    chassis_part,
    sensor_part,
    wheel_part,
)
from robotdsl_compiler.convert.remarks import Remark, Remarks
from robotdsl_compiler.convert.running_gear import TOUCHES, Gear, find_gear
from robotdsl_compiler.convert.sensors import Sensor, find_sensors
from robotdsl_compiler.convert.shapes import Meshes, box_about
from robotdsl_compiler.convert.tree import BASE_LINK, Tree, build_tree
from robotdsl_compiler.convert.urdf import MISSING, read_urdf
from robotdsl_compiler.convert.wheels import Wheel
from robotdsl_compiler.convert.writing import connector, core_text, yaml_text
from robotdsl_compiler.model.geometry import Pose, Vec3, add, rotation_between, scale
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.support.source import Source

LIBRARY = "library"
REPORT = "conversion.json"
# Names that components cannot have: the compiler's own links, and the chassis.
_TAKEN = ("base", "base_link", "base_footprint", "world", "map", "odom")
# How far above the wheels' plane a base is cut off that is drawn down to it, in metres.
CLEAR = 5e-3
_HALF_TURN = Pose((0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
# More corners than this are put into one box.
_MOST_CORNERS = 1000


# A component: its type, its name, its part, and its mount but for the chassis.
Row = tuple[str, str, str, str | None]


@dataclass(frozen=True, slots=True)
class Options:
    """``wheels`` are the links that are driven, where that shall not be found out; ``packages`` are folders in which
    packages lie. ``name`` is an identifier, or ``None`` for the URDF's own.
    """

    wheels: tuple[str, ...] = ()
    packages: tuple[Path, ...] = ()
    name: str | None = None


@dataclass(frozen=True, eq=False)
class Conversion:
    """``files`` by their path in the output; ``core`` is the path of the ``.core`` file among them."""

    name: str
    type: str
    mass: float
    files: dict[str, bytes]
    core: str
    parts: int
    remarks: tuple[Remark, ...]


def convert(source: Source, path: Path, options: Options, diagnostics: Diagnostics) -> Conversion | None:
    """The library and the robot of a URDF that lies at ``path``; ``None`` after reporting why there is none."""
    root = read_markup(source, diagnostics)
    urdf = None if root is None else read_urdf(root, diagnostics)
    tree = None if urdf is None else build_tree(urdf, diagnostics)
    if tree is None:
        return None
    remarks = Remarks()
    meshes = Meshes(path, options.packages)
    gear = find_gear(tree, options.wheels, meshes, remarks, diagnostics)
    if gear is None:
        return None
    left_behind(tree, gear, remarks)
    return _Assembly(tree, gear, meshes, remarks, options.name or _identifier(tree.urdf.name), path.name).made(
        diagnostics
    )


def _identifier(text: str) -> str:
    word = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "robot"
    return f"_{word}" if word[0].isdigit() else word


@dataclass(eq=False)
class _Assembly:
    tree: Tree
    gear: Gear
    meshes: Meshes
    remarks: Remarks
    name: str
    source: str
    chassis: Chassis = field(default_factory=Chassis)
    parts: list[Made] = field(default_factory=list)
    # Component name -> links that it is made of.
    links: dict[str, list[str]] = field(default_factory=dict)

    def made(self, diagnostics: Diagnostics) -> Conversion | None:
        tree, gear = self.tree, self.gear
        base = BASE_LINK if not any(j.moves for j in tree.chain(BASE_LINK)) and BASE_LINK in tree.poses else ""
        base = base or tree.root.name
        wheels = frozenset(w.head for w in (*gear.driven, *gear.casters))
        sensors = find_sensors(tree, wheels, base, gear.ground, self.remarks)
        heads = [*wheels, *(s.head for s in sensors if s.head is not None)]
        groups = find_groups(tree, heads, base)
        body = groups[base].body
        massless = [w for w in (*gear.driven, *gear.casters) if groups[w.head].body is None]
        lent = [light_body(w.shape.center) for w in massless]
        lent += [light_body(s.pose.position) for s in sensors if s.head is None or groups[s.head].body is None]
        if body is None or body.mass <= 2.0 * sum(b.mass for b in lent):
            how_little = "no mass" if body is None else "hardly a mass"
            diagnostics.report(
                MISSING,
                Phase.PARSE,
                f"the base, `{base}` and what is fixed to it, states {how_little}",
                tree.link(base).element.span,
                label="the base",
            )
            return None
        # What has no mass of its own gets a little of the base's, so that the whole weighs what it did.
        body = together([body, *(Body(-b.mass, b.center, tuple(-i for i in b.inertia)) for b in lent)])  # type: ignore[arg-type]  # six of six
        names = _Names(self.remarks)
        rows = [
            self._driven(groups),
            [self._caster(wheel, groups[wheel.head], names) for wheel in gear.casters],
            [self._sensor(s, None if s.head is None else groups[s.head], names) for s in sensors],
        ]
        self._base(groups[base], body)
        chassis = [(gear.type, "base", self.parts[-1].id, None)]
        core = core_text(self.name, self.source, [chassis, *(row for row in rows if row)])
        total = sum(i.mass for link in tree.urdf.links.values() if (i := link.inertial) is not None)
        return self._conversion(core, total)

    # Parts ----------------------------------------------------------------------------------------------------------

    @property
    def _wheel_type(self) -> str:
        type = COMPONENT_TYPES[self.gear.type].wheel_type
        assert type is not None
        return type

    def _driven(self, groups: dict[str, Group]) -> list[Row]:
        """The driven wheels; those that are the same are one part."""
        rows: list[Row] = []
        kept: list[Made] = []
        for wheel in self.gear.driven:
            made = self._driven_part(wheel, groups[wheel.head])
            same = next((other for other in kept if other.content == made.content), None)
            if same is None:
                kept.append(made)
            rows.append((self._wheel_type, wheel.mount, (same or made).id, wheel.mount))
        if len(kept) > 1:
            self.parts += kept
            return rows
        id = f"{self.name}_wheel"
        self.parts.append(Made(id, {**kept[0].fields, "id": id}, kept[0].mesh))
        return [(type, name, id, mount) for type, name, _, mount in rows]

    def _driven_part(self, wheel: Wheel, group: Group) -> Made:
        left = wheel.shape.center[1] > 0.0
        frame = Pose(wheel.shape.center, rotation_between((0.0, 1.0, 0.0), wheel.axis))
        frame = frame if left else frame @ _HALF_TURN
        outward = frame.turn((0.0, 1.0, 0.0))
        inner = add(wheel.shape.center, scale(outward, -wheel.shape.width / 2.0))
        self.chassis.add(wheel.mount, connector(inner, outward, frame.turn(UP)))
        body = self._own_body(group, frame, wheel.shape.center)
        shown = look(self.tree, group, frame, self.meshes, self.remarks)
        self.links[wheel.mount] = [link.name for link in group.links]
        id, what = f"{self.name}_{wheel.mount}", f"Driven wheel of {self.source}"
        return wheel_part(id, self._wheel_type, what, wheel.shape, body, shown, self.source)

    def _caster(self, wheel: Wheel, group: Group, names: _Names) -> Row:
        name = names.given(wheel.joint.child, wheel.joint.line)
        frame = Pose(wheel.shape.center)
        top = add(wheel.shape.center, (0.0, 0.0, wheel.shape.radius))
        self.chassis.add(name, connector(top, DOWN, AHEAD))
        body = self._own_body(group, frame, wheel.shape.center)
        made = caster_part(
            f"{self.name}_{name}", f"Caster, {wheel.joint.child} of {self.source}", wheel.shape, body,
            look(self.tree, group, frame, self.meshes, self.remarks), self.source,
        )  # fmt: skip
        self.parts.append(made)
        self.links[name] = [link.name for link in group.links]
        return "Caster", name, made.id, name

    def _sensor(self, sensor: Sensor, group: Group | None, names: _Names) -> Row:
        name = names.given(sensor.link if group is not None else f"{sensor.link}_{sensor.type.lower()}", sensor.line)
        frame = sensor.pose
        self.chassis.add(name, connector(frame.position, frame.turn(UP), frame.turn(AHEAD)))
        points: list[Vec3] = []
        shown = None
        if group is not None:
            shapes = hull_points(self.tree, group, (), self.meshes, self.remarks)
            points = [frame.inverse().apply(point) for _, shape in shapes for point in shape]
            shown = look(self.tree, group, frame, self.meshes, self.remarks)
        if not points:
            self.remarks.add(sensor.line, f"`{sensor.link}` has no shape of its own", "a cube of 20 mm, to collide by")
        body = moved(light_body(frame.position), frame.inverse())
        if group is not None:
            body = self._own_body(group, frame, frame.position)
        what = f"{sensor.type}, {sensor.link} of {self.source}"
        made = sensor_part(f"{self.name}_{name}", what, sensor, points, body, shown, self.source)
        self.parts.append(made)
        self.links[name] = [] if group is None else [link.name for link in group.links]
        return sensor.type, name, made.id, name

    def _base(self, group: Group, body: Body) -> None:
        skipped = [contact.geometry for contact in self.gear.contacts]
        shapes = hull_points(self.tree, group, skipped, self.meshes, self.remarks)
        points = [point for _, shape in shapes for point in shape]
        held = [shape for _, shape in shapes]
        if len(points) > _MOST_CORNERS:
            low, high = box_about(points)
            held = [[low, high]]
        self._tell_of_shapes([geometry.kind for geometry, _ in shapes], group, len(points) > _MOST_CORNERS)
        ground = self.gear.ground
        below = ground - min((p[2] for p in points), default=ground + 1.0)
        if below > TOUCHES:
            what = f"the base's shapes reach {below * 1000:.1f} mm below the wheels' plane"
            self.remarks.add(group.head.line, what, "kept as it is")
        elif below > -TOUCHES:
            what = "the base's shapes reach down to the wheels' plane, where they would drag"
            self.remarks.add(group.head.line, what, f"cut off {CLEAR * 1000:.0f} mm above it")
            held = [[(x, y, max(z, ground + CLEAR)) for x, y, z in shape] for shape in held]
        body = sound_body(body, points, group.head.line, group.head.name, self.remarks)
        what = f"Base of {self.source}"
        self.parts.append(
            chassis_part(
                f"{self.name}_chassis", what, self.gear.type, self.chassis, self.gear.contacts, held, body,
                look(self.tree, group, Pose(), self.meshes, self.remarks), self.source,
            )
        )  # fmt: skip
        self.links["base"] = [link.name for link in group.links]

    def _tell_of_shapes(self, kinds: list[str], group: Group, boxed: bool) -> None:
        if not kinds:
            self.remarks.add(group.head.line, "the base has no shape that can be carried", "its outline is not known")
        elif len(kinds) > 1:
            became = "the box about them" if boxed else "their convex hull"
            self.remarks.add(group.head.line, f"the base collides by {len(kinds)} shapes", became)
        elif kinds[0] != "box":
            self.remarks.add(group.head.line, f"the base collides by a {kinds[0]}", "the box about it")

    def _own_body(self, group: Group, frame: Pose, center: Vec3) -> Body:
        """The body of a part in its own frame."""
        body = group.body
        if body is None:
            self.remarks.add(group.head.line, f"`{group.head.name}` states no mass", "1 g of the base's")
            body = light_body(center)
        shapes = hull_points(self.tree, group, (), self.meshes, Remarks())
        points = [frame.inverse().apply(point) for _, shape in shapes for point in shape]
        return sound_body(moved(body, frame.inverse()), points, group.head.line, group.head.name, self.remarks)

    # Files ----------------------------------------------------------------------------------------------------------

    def _conversion(self, core: str, total: float) -> Conversion:
        files: dict[str, bytes] = {}
        ids = [part.id for part in reversed(self.parts)]
        core_path = f"{self.name}.core"
        files[core_path] = core.encode()
        manifest = "\n".join([f"name: {self.name}", "", "parts:", *(f"  - {id}" for id in ids)]) + "\n"
        files[f"{LIBRARY}/library.yaml"] = manifest.encode()
        for part in reversed(self.parts):
            folder = f"{LIBRARY}/parts/{part.id}"
            files[f"{folder}/component.yaml"] = yaml_text(part.fields).encode()
            if part.mesh is not None:
                files[f"{folder}/{part.mesh.name}"] = part.mesh.data
        remarks = self.remarks.in_order()
        files[REPORT] = json_text(
            {
                "schema": "robotdsl.conversion",
                "version": 1,
                "source": self.source,
                "robot": self.name,
                "chassis": self.gear.type,
                "mass_kg": float(total),
                "components": self.links,
                "remarks": [{"line": r.line, "what": r.what, "became": r.became} for r in remarks],
            }
        ).encode()
        return Conversion(self.name, self.gear.type, total, files, core_path, len(self.parts), remarks)


class _Names:
    """Hands out names for components, each once and none that is taken."""

    def __init__(self, remarks: Remarks) -> None:
        self._taken = set(_TAKEN) | {f"{e}{s}_wheel" for e in ("", "front_", "rear_") for s in ("left", "right")}
        self._remarks = remarks

    def given(self, link: str, line: int) -> str:
        word = name = _identifier(link)
        count = 2
        while name in self._taken:
            name = f"{word}_{count}"
            count += 1
        self._taken.add(name)
        if name != link:
            self._remarks.add(line, f"`{link}`", f"called `{name}`")
        return name
