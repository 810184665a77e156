"""A description bundle, brought to what MuJoCo's own URDF reader takes: one text and the meshes that it names, by
names that tell them apart. Every stage passes a thing on as it is or fails and says where; nothing on disk changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.meshes import MANY_TRIANGLES, MOST_CORNERS, Asset, asset
from robotdsl_mujoco_sim.model.triangles import MeshError
from robotdsl_mujoco_sim.model.uris import locate

Element = ElementTree.Element
PRIMITIVES = ("box", "cylinder", "sphere", "capsule")
# What MuJoCo's reader is told where the description does not say it itself: its visuals are kept, each link stays a
# body of its own, and no mass is left out.
_COMPILER = {"discardvisual": "false", "fusestatic": "false", "strippath": "true"}


@dataclass(frozen=True, eq=False)
class Bundle:
    """``urdf`` is the tree of the text that MuJoCo is handed, ``assets`` the meshes by the names in it; those named in
    ``coarse`` collide by a hull of few corners. ``notes`` say what was done on the way, one line each.
    """

    urdf: Element
    assets: dict[str, bytes]
    coarse: frozenset[str]
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        return ElementTree.tostring(self.urdf, encoding="unicode")


def bundle(description: Description, prefix: str = "") -> Bundle:
    """``prefix`` begins the meshes' names, to tell those of several robots apart.

    Raises ``DescriptionError`` when the text is no URDF, or a mesh cannot be had.
    """
    root = parsed(description)
    notes: list[str] = []
    compiler = _compiler(root)
    keeps_visuals = compiler.attrib["discardvisual"] != "true"
    if compiler.attrib["fusestatic"] != "false":
        # A link that is fused loses its name, and one that is fixed to the world its mass.
        compiler.set("fusestatic", "false")
        notes.append("its <mujoco> block has links fuse: each stays a body, and keeps its name and its mass")
    for link in root.findall("link"):
        if not keeps_visuals:
            # Their meshes need not even be there.
            for visual in link.findall("visual"):
                link.remove(visual)
        elif mirrored(link):
            notes.append(f"link {_name(link)!r} collides by its visual primitives, since it has no collision")
    _name_apart(root)
    meshes = _Meshes(description, prefix)
    for link, shape, mesh in _meshes(root):
        name = meshes.named(mesh.attrib.get("filename", ""), _name(link), collides=shape.tag == "collision")
        mesh.set("filename", name)
    return Bundle(root, meshes.assets, frozenset(meshes.coarse), (*notes, *meshes.notes))


def parsed(description: Description) -> Element:
    """The root of a description's text. Raises ``DescriptionError`` when it is not the XML of a robot."""
    try:
        root = ElementTree.fromstring(description.text)
    except ElementTree.ParseError as error:
        raise DescriptionError(f"{description.name} is not XML: {error}") from None
    if root.tag != "robot":
        more = ": world.path takes worlds of MJCF" if root.tag == "mujoco" else ""
        raise DescriptionError(f"{description.name} is no URDF: its root is <{root.tag}>, not <robot>{more}")
    return root


def mirrored(link: Element) -> bool:
    """Give a link without collisions those of its visual primitives; whether there were any."""
    if link.find("collision") is not None:
        return False
    found = False
    for visual in link.findall("visual"):
        geometry = visual.find("geometry")
        if geometry is None or not any(geometry.find(each) is not None for each in PRIMITIVES):
            continue
        collision = ElementTree.SubElement(link, "collision")
        collision.extend(each for each in visual if each.tag in ("origin", "geometry"))
        found = True
    return found


def _name_apart(root: Element) -> None:
    """Take the name from a shape that another one has already: MuJoCo would, and say so on stderr. One without a name
    has an empty one, or MuJoCo would take the last that it has read.
    """
    taken: set[str] = set()
    for link in root.findall("link"):
        for shape in link:
            if shape.tag in ("visual", "collision"):
                shape.set("name", "" if _name(shape) in taken else _name(shape))
                taken.add(_name(shape))


def _compiler(root: Element) -> Element:
    block = root.find("mujoco")
    if block is None:
        block = ElementTree.SubElement(root, "mujoco")
    compiler = block.find("compiler")
    if compiler is None:
        compiler = ElementTree.SubElement(block, "compiler")
    for key, value in _COMPILER.items():
        compiler.attrib.setdefault(key, value)
    # The meshes are handed over by their bare names.
    compiler.set("strippath", "true")
    compiler.attrib.pop("meshdir", None)
    return compiler


def _meshes(root: Element) -> Iterator[tuple[Element, Element, Element]]:
    """Each link with its shape and the mesh in it."""
    for link in root.findall("link"):
        for shape in link:
            if shape.tag in ("visual", "collision"):
                for mesh in shape.iter("mesh"):
                    yield link, shape, mesh


def _name(element: Element) -> str:
    return element.attrib.get("name", "")


@dataclass(eq=False)
class _Meshes:
    description: Description
    prefix: str
    assets: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    coarse: set[str] = field(default_factory=set)
    _names: dict[Path, str] = field(default_factory=dict)
    _faces: dict[Path, int] = field(default_factory=dict)
    _stems: set[str] = field(default_factory=set)

    def named(self, uri: str, link: str, collides: bool) -> str:
        """The name by which MuJoCo is handed the mesh ``uri`` of ``link``. One file has one name, however it is
        spelled; two files have two, even where they are called alike in different folders or formats.
        """
        path = locate(self.description, uri, link).resolve()
        if path not in self._names:
            try:
                made = asset(path, _collision_obj(path))
            except MeshError as error:
                raise DescriptionError(f"{self.description.name}: the mesh {path} of link {link!r}: {error}") from None
            self._names[path] = self._add(path, made)
            self._faces[path] = made.faces
        name = self._names[path]
        # MuJoCo names a mesh by its file without the suffix.
        mesh = name.rpartition(".")[0]
        if collides and self._faces[path] > MANY_TRIANGLES and mesh not in self.coarse:
            self.coarse.add(mesh)
            self.notes.append(
                f"mesh {path}: collides, its {self._faces[path]} faces simplified to a hull of {MOST_CORNERS} corners"
            )
        return name

    def _add(self, path: Path, made: Asset) -> str:
        first = stem = self.prefix + path.stem
        count = 1
        while stem in self._stems:
            count += 1
            stem = f"{first}_{count}"
        self._stems.add(stem)
        name = stem + made.suffix
        self.assets[name] = made.data
        if made.said is not None:
            self.notes.append(f"mesh {path}: {made.said}")
        return name


def _collision_obj(path: Path) -> Path | None:
    """The OBJ of a mesh's name beside it, or beside its folder in one called ``collision``."""
    places = (path.with_suffix(".obj"), path.parent.parent / "collision" / f"{path.stem}.obj")
    return next((each for each in places if each.is_file()), None)
