"""Mesh files that a URDF names: where they lie, what they hold, and what of them is carried."""

from __future__ import annotations

import array
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from robotdsl_compiler.model.geometry import Vec3

MOST_BYTES = 64 * 1024 * 1024
_HEADER, _TRIANGLE = 84, 50
_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
_OBJ_VERTEX = re.compile(rb"^v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)(.*)$", re.MULTILINE)
_KEPT = (".glb", ".obj", ".stl", ".dae")


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh file as it was found: ``name`` is the file's own."""

    name: str
    data: bytes

    @property
    def kind(self) -> str:
        return Path(self.name).suffix.lower()


def find_mesh(address: str, urdf: Path, packages: Sequence[Path]) -> Mesh | str:
    """The file at an address as URDFs write it (``package://``, ``file:``, or a path beside the URDF); what is in the
    way where it cannot be had.
    """
    candidates = list(_candidates(address, urdf, packages))
    for path in candidates:
        try:
            if not path.is_file():
                continue
            if path.stat().st_size > MOST_BYTES:
                return f"{address} is larger than {MOST_BYTES // 1024 // 1024} MiB"
            if path.suffix.lower() not in _KEPT:
                return f"{address} is none of {', '.join(_KEPT)}"
            return Mesh(re.sub(r"[^A-Za-z0-9_.-]", "_", path.name).lstrip(".-") or "mesh", path.read_bytes())
        except (OSError, ValueError):
            continue
    if address.startswith(("package://", "model://")):
        package = address.split("//", 1)[1].split("/", 1)[0]
        return f"{address} was not found; say where the package `{package}` lies with --package-path"
    return f"{address} was not found"


def _candidates(address: str, urdf: Path, packages: Sequence[Path]) -> Iterable[Path]:
    if "\0" in address:
        return
    scheme = re.match(r"(package|model)://([^/]+)/(.+)", address)
    if scheme:
        package, rest = scheme.group(2), unquote(scheme.group(3))
        if ".." in Path(rest).parts or package in (".", ".."):
            return
        for root in packages:
            yield root / package / rest
            if root.resolve().name == package:
                yield root / rest
        for folder in urdf.resolve().parents:
            if folder.name == package:
                yield folder / rest
        return
    path = Path(unquote(re.sub(r"^file:(//)?", "", address)))
    yield path if path.is_absolute() else urdf.parent / path


def vertices(mesh: Mesh) -> list[Vec3] | None:
    """The points of an STL or OBJ; ``None`` of another kind, or of a file that is not what its name says."""
    try:
        if mesh.kind == ".stl":
            return _stl(mesh.data)
        if mesh.kind == ".obj":
            found = [(float(x), float(y), float(z)) for x, y, z, _ in _OBJ_VERTEX.findall(mesh.data)]
            return found or None
    except ValueError:
        return None
    return None


def _stl(data: bytes) -> list[Vec3] | None:
    count = int.from_bytes(data[80:_HEADER], "little") if len(data) >= _HEADER else -1
    if count > 0 and len(data) >= _HEADER + count * _TRIANGLE:
        points: list[Vec3] = []
        for k in range(count):
            at = _HEADER + k * _TRIANGLE + 12
            corner = array.array("f", data[at : at + 36])
            if sys.byteorder == "big":
                corner.byteswap()
            points += [(corner[i], corner[i + 1], corner[i + 2]) for i in (0, 3, 6)]
        return points
    found = [(float(x), float(y), float(z)) for x, y, z in _VERTEX.findall(data)]
    return found or None


def scaled(mesh: Mesh, factors: Vec3) -> Mesh | None:
    """The mesh with its points multiplied; ``None`` where this kind of file cannot be rewritten."""
    if factors == (1.0, 1.0, 1.0):
        return mesh
    if mesh.kind == ".obj":
        return Mesh(mesh.name, _OBJ_VERTEX.sub(lambda match: _obj_vertex(match, factors), mesh.data))
    points = vertices(mesh)
    if mesh.kind != ".stl" or points is None:
        return None
    count = len(points) // 3
    numbers = array.array("f")
    out = bytearray(b"scaled".ljust(80, b"\0") + count.to_bytes(4, "little"))
    for k in range(count):
        numbers = array.array("f", [0.0, 0.0, 0.0])
        for point in points[3 * k : 3 * k + 3]:
            numbers.extend(value * factor for value, factor in zip(point, factors, strict=True))
        if sys.byteorder == "big":
            numbers.byteswap()
        out += numbers.tobytes() + b"\0\0"
    return Mesh(mesh.name, bytes(out))


def _obj_vertex(match: re.Match[bytes], factors: Vec3) -> bytes:
    values = [float(match.group(k + 1)) * factors[k] for k in range(3)]
    return b"v " + " ".join(repr(v) for v in values).encode() + match.group(4)
