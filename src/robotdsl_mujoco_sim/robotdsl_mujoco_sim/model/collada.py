"""Reading Collada (.dae): the triangles of its visual scene, in metres, about the axes that the file has.

The specification is Khronos' "COLLADA 1.4". Materials, controllers and animation are left aside. As in ROS's viewers,
``up_axis`` is not applied: a URDF's mesh is placed by the description alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.model.triangles import Corners, MeshError, checked

Array = npt.NDArray[np.float64]
Element = ElementTree.Element
_DEEPEST = 200


def read_collada(data: bytes) -> Corners:
    """The corners (n, 3, 3) of the triangles of a Collada file. Raises ``MeshError``."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise MeshError(f"it is not Collada: {error}") from None
    # The tags without the namespace, which differs between versions.
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    if root.tag != "COLLADA":
        raise MeshError(f"it is not Collada: its root is <{root.tag}>")
    try:
        found = list(_File(root).corners())
    except (KeyError, IndexError, ValueError, TypeError) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError(f"it is not sound Collada: {type(error).__name__}: {error}") from None
    return checked(np.concatenate(found) if found else np.zeros((0, 3, 3)))


class _File:
    def __init__(self, root: Element) -> None:
        self.root = root
        self.by_id = {each.attrib["id"]: each for each in root.iter() if "id" in each.attrib}
        unit = root.find("asset/unit")
        self.metre = float(unit.attrib.get("meter", "1")) if unit is not None else 1.0

    def corners(self) -> Iterator[Corners]:
        start = np.diag([self.metre, self.metre, self.metre, 1.0])
        shown = self.root.find("scene/instance_visual_scene")
        if shown is None:
            for geometry in self.root.iter("geometry"):
                yield from _placed(self._geometry(geometry), start)
            return
        for node in self._of(shown).findall("node"):
            yield from self._node(node, start, 0)

    def _of(self, element: Element) -> Element:
        return self.by_id[element.attrib["url"].removeprefix("#")]

    def _node(self, node: Element, above: Array, depth: int) -> Iterator[Corners]:
        if depth > _DEEPEST:
            raise MeshError("its nodes hang from each other in a circle")
        place = above
        for step in node:
            place = place @ _step(step)
        for child in node:
            if child.tag == "instance_geometry":
                yield from _placed(self._geometry(self._of(child)), place)
            elif child.tag == "instance_controller":
                skin = self._of(child).find("skin")
                if skin is not None:
                    source = self.by_id[skin.attrib["source"].removeprefix("#")]
                    yield from _placed(self._geometry(source), place)
            elif child.tag == "instance_node":
                yield from self._node(self._of(child), place, depth + 1)
            elif child.tag == "node":
                yield from self._node(child, place, depth + 1)

    def _geometry(self, geometry: Element) -> Iterator[Corners]:
        for mesh in geometry.findall("mesh"):
            for primitive in mesh:
                if primitive.tag in ("triangles", "polylist", "polygons", "trifans", "tristrips"):
                    yield from self._primitive(primitive)

    def _primitive(self, primitive: Element) -> Iterator[Corners]:
        inputs = primitive.findall("input")
        width = 1 + max(int(each.attrib.get("offset", "0")) for each in inputs)
        vertex = next(each for each in inputs if each.attrib["semantic"] == "VERTEX")
        at = int(vertex.attrib.get("offset", "0"))
        points = self._positions(self.by_id[vertex.attrib["source"].removeprefix("#")])
        for faces in _faces(primitive, [_whole(p.text)[at::width] for p in primitive.findall("p")]):
            yield points[faces]

    def _positions(self, vertices: Element) -> Array:
        entry = next(each for each in vertices.findall("input") if each.attrib["semantic"] == "POSITION")
        source = self.by_id[entry.attrib["source"].removeprefix("#")]
        accessor = source.find("technique_common/accessor")
        values = source.find("float_array")
        if accessor is None or values is None:
            raise MeshError("its positions are not an array of numbers")
        stride, offset = int(accessor.attrib.get("stride", "1")), int(accessor.attrib.get("offset", "0"))
        numbers = np.array((values.text or "").split(), dtype=np.float64)[offset:]
        return numbers[: len(numbers) // stride * stride].reshape(-1, stride)[:, :3]


def _faces(primitive: Element, indices: list[npt.NDArray[np.int64]]) -> Iterator[npt.NDArray[np.int64]]:
    """The triangles (m, 3) of a primitive; a polygon is a fan about its first corner."""
    tag = primitive.tag
    if tag == "triangles":
        for each in indices:
            yield each[: len(each) // 3 * 3].reshape(-1, 3)
    elif tag == "polylist":
        counts = _whole(primitive.findtext("vcount"))
        ends = np.cumsum(counts)
        whole = indices[0] if indices else np.zeros(0, np.int64)
        for count in np.unique(counts[counts >= 3]):
            rows = whole[(ends - counts)[counts == count][:, None] + np.arange(count)]
            yield _fans(rows)
    elif tag == "tristrips":
        for each in indices:
            faces = np.stack([each[:-2], each[1:-1], each[2:]], axis=1)
            faces[1::2] = faces[1::2, ::-1]
            yield faces
    else:
        for each in indices:
            if len(each) >= 3:
                yield _fans(each[None, :])


def _fans(polygons: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Polygons (k, n) as triangles (k (n - 2), 3)."""
    first = np.repeat(polygons[:, :1], polygons.shape[1] - 2, axis=1)
    return np.stack([first, polygons[:, 1:-1], polygons[:, 2:]], axis=2).reshape(-1, 3)


def _whole(text: str | None) -> npt.NDArray[np.int64]:
    return np.array((text or "").split(), dtype=np.int64)


def _placed(parts: Iterator[Corners], place: Array) -> Iterator[Corners]:
    mirrored = np.linalg.det(place[:3, :3]) < 0.0
    for corners in parts:
        moved = corners @ place[:3, :3].T + place[:3, 3]
        yield moved[:, ::-1] if mirrored else moved


def _step(step: Element) -> Array:
    """What an element of a node does to the node's frame; nothing where it is no transformation."""
    place = np.eye(4)
    numbers = (step.text or "").split()
    if step.tag == "matrix":
        place = np.array(numbers, dtype=np.float64).reshape(4, 4)
    elif step.tag == "translate":
        place[:3, 3] = [float(each) for each in numbers]
    elif step.tag == "scale":
        place[:3, :3] = np.diag([float(each) for each in numbers])
    elif step.tag == "rotate":
        x, y, z, angle = (float(each) for each in numbers)
        length = math.sqrt(x * x + y * y + z * z)
        if length > 0.0:
            k = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]) / length
            a = math.radians(angle)
            place[:3, :3] += math.sin(a) * k + (1.0 - math.cos(a)) * (k @ k)
    return place
