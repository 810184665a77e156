"""The parts of the library, as fields of ``component.yaml``, with the mesh that lies beside each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from robotdsl_compiler.convert.groups import Look
from robotdsl_compiler.convert.mass import Body
from robotdsl_compiler.convert.meshes import Mesh
from robotdsl_compiler.convert.running_gear import Contact
from robotdsl_compiler.convert.sensors import Sensor
from robotdsl_compiler.convert.shapes import Round, box_about
from robotdsl_compiler.convert.writing import Flow, connector, place, rpy, tensor
from robotdsl_compiler.model.geometry import Vec3, add, scale, sub
from robotdsl_compiler.model.hull import hull_mesh

UP: Vec3 = (0.0, 0.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)
AHEAD: Vec3 = (1.0, 0.0, 0.0)
# A shape that a sensor has where none is stated: a cube of this side, in metres.
STAND_IN = 0.02
# How thin a part may be, in metres.
THIN = 1e-4
# The sensors whose figures are the field `range`.
_CONES = ("Ultrasonic", "Range")


@dataclass(frozen=True, eq=False)
class Made:
    """A part that is to be written."""

    id: str
    fields: dict[str, object]
    mesh: Mesh | None

    @property
    def content(self) -> tuple[dict[str, object], Mesh | None]:
        """What makes two parts the same but for what they are called."""
        return {key: value for key, value in self.fields.items() if key not in ("id", "description")}, self.mesh


@dataclass(slots=True)
class Chassis:
    """What grows as wheels and sensors find their place on the chassis."""

    connectors: dict[str, object] = field(default_factory=dict)
    mounts: dict[str, object] = field(default_factory=dict)

    def add(self, name: str, stated: dict[str, object]) -> None:
        self.connectors[name] = stated
        self.mounts[name] = name


def _part(id: str, category: str, what: str, look: Look | None, source: str, body: Body) -> dict[str, object]:
    """The fields that every part begins with. The shape follows, then what joins it."""
    fields: dict[str, object] = {"schema_version": 1, "id": id, "category": category, "description": what}
    if look is not None:
        fields["visual"] = {
            "file": look.mesh.name, "xyz": place(look.pose.position), "rpy": place(rpy(look.pose)),
        }  # fmt: skip
    fields["inertial"] = {
        "mass": body.mass, "origin_xyz": place(body.center), "inertia": tensor(body.inertia),
        "source": "estimated", "basis": f"as {source} states it, its fixed links added up",
    }  # fmt: skip
    return fields


def _box(low: Vec3, high: Vec3) -> dict[str, object]:
    size = [max(side, THIN) for side in sub(high, low)]
    return {"type": "box", "size": place(size), "origin_xyz": place(scale(add(low, high), 0.5))}


def _corners(points: Sequence[Vec3]) -> tuple[Vec3, ...] | None:
    """The corners of the convex hull; ``None`` where all lies in one plane, a box about which still has a thickness."""
    try:
        return hull_mesh([(x, y, z) for x, y, z in map(place, points)]).vertices
    except ValueError:
        return None


def wheel_part(id: str, type: str, what: str, shape: Round, body: Body, look: Look | None, source: str) -> Made:
    """A driven wheel of a type: its frame lies in its middle, y along the axle, away from the base."""
    fields = _part(id, "wheel", what, look, source, body)
    fields["wheel"] = Flow({"radius": shape.radius, "width": shape.width})
    hub = connector((0.0, -shape.width / 2.0, 0.0), (0.0, -1.0, 0.0), UP, (0.0, 1.0, 0.0))
    fields["connectors"] = {"hub": hub}
    fields["profiles"] = {type: {"mounts": Flow({"base": "hub"})}}
    return Made(id, fields, None if look is None else look.mesh)


def caster_part(id: str, what: str, shape: Round, body: Body, look: Look | None, source: str) -> Made:
    """A wheel that supports: its frame lies in its middle, along the chassis' axes."""
    fields = _part(id, "wheel", what, look, source, body)
    fields["wheel"] = Flow({"radius": shape.radius, "width": shape.width})
    fields["connectors"] = {"stem": connector((0.0, 0.0, shape.radius), UP, AHEAD)}
    fields["profiles"] = {"Caster": {"mounts": Flow({"base": "stem"})}}
    return Made(id, fields, None if look is None else look.mesh)


def sensor_part(
    id: str, what: str, sensor: Sensor, points: Sequence[Vec3], body: Body, look: Look | None, source: str
) -> Made:
    """A sensor: its frame lies where it looks from, x ahead. ``points`` enclose it there."""
    fields = _part(id, "sensor", what, look, source, body)
    half = STAND_IN / 2.0
    low, high = box_about(points) if points else ((-half, -half, -half), (half, half, half))
    fields["collision"] = _box(low, high)
    if sensor.rating:
        fields["range" if sensor.type in _CONES else "sensor"] = dict(sensor.rating)
    fields["connectors"] = {"base": connector((0.0, 0.0, 0.0), DOWN, AHEAD)}
    fields["profiles"] = {sensor.type: {"mounts": Flow({"base": "base"})}}
    return Made(id, fields, None if look is None else look.mesh)


def chassis_part(
    id: str,
    what: str,
    type: str,
    chassis: Chassis,
    contacts: Sequence[Contact],
    shapes: Sequence[Sequence[Vec3]],
    body: Body,
    look: Look | None,
    source: str,
) -> Made:
    """The base. One shape becomes the box about it, several the convex hull of all of them, of which the corners are
    kept.
    """
    fields = _part(id, "chassis", what, look, source, body)
    points = [point for shape in shapes for point in shape]
    corners = _corners(points) if len(shapes) > 1 else None
    if corners is not None:
        fields["hull"] = {"vertices": [list(corner) for corner in corners]}
    elif points:
        fields["collision"] = _box(*box_about(points))
    fields["connectors"] = chassis.connectors
    if contacts:
        fields["contacts"] = [
            Flow({"xyz": place(c.center), "radius": c.radius, "note": f"{c.geometry.kind} of {c.link}"})
            for c in contacts
        ]
    fields["profiles"] = {type: {"mounts": chassis.mounts}}
    return Made(id, fields, None if look is None else look.mesh)
