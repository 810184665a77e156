"""The text of ``component.yaml``, ``library.yaml`` and the ``.core`` file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import asin, atan2, ceil, log10, pi

from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.support.numbers import number

# Decimals of metres and of the components of directions: what is smaller is the rounding of angles that the URDF
# writes with as many digits.
_FINE = 10


@dataclass(frozen=True, slots=True)
class Flow:
    """A mapping that stands on one line."""

    entries: Mapping[str, object]


def place(vector: Iterable[float]) -> list[float]:
    """Lengths or a direction, without the rounding of turning them about."""
    return [round(value, _FINE) + 0.0 for value in vector]


def tensor(inertia: Sequence[float]) -> Flow:
    """An inertia tensor; what is beyond its largest moment's precision is nothing, so that two wheels that only turn
    the other way round are the same part.
    """
    largest = max(abs(value) for value in inertia)
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    fine = 12 - ceil(log10(largest)) if largest > 0.0 else 0
    kept = [round(value, fine) + 0.0 for value in inertia]
    return Flow(dict(zip(names, kept, strict=True)))


def connector(pos: Vec3, direction: Vec3, up: Vec3, axis: Vec3 | None = None) -> dict[str, object]:
    stated: dict[str, object] = {"pos": place(pos), "dir": place(direction), "up": place(up)}
    return stated if axis is None else {**stated, "joint": Flow({"type": "continuous", "axis": place(axis)})}


def yaml_text(fields: Mapping[str, object]) -> str:
    """``fields`` as the YAML that libraries are written in; every string in quotes."""
    return "\n".join(_lines(fields, "")) + "\n"


def _lines(fields: Mapping[str, object], indent: str) -> list[str]:
    lines: list[str] = []
    for key, value in fields.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{key}:", *_lines(value, indent + "  ")]
        elif isinstance(value, list) and value and isinstance(value[0], list | Flow):
            lines += [f"{indent}{key}:", *(f"{indent}  - {_inline(item)}" for item in value)]
        else:
            lines.append(f"{indent}{key}: {_inline(value)}")
    return lines


def _inline(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, Flow):
        return _inline(dict(value.entries))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inline(item)}" for key, item in value.items()) + "}"
    assert isinstance(value, list | tuple), value
    return "[" + ", ".join(_inline(item) for item in value) + "]"


def rpy(pose: Pose) -> Vec3:
    """Fixed-axis roll, pitch, yaw of a turn; with the nose straight up or down the roll is 0."""
    x, y, z, w = pose.orientation
    sine = max(-1.0, min(1.0, 2.0 * (w * y - z * x)))
    if abs(sine) > 1.0 - 1e-12:
        return (0.0, sine * pi / 2.0, -2.0 * atan2(x, w) * (1.0 if sine > 0.0 else -1.0))
    return (
        atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)),
        asin(sine),
        atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    )


def core_text(name: str, source: str, groups: Sequence[Sequence[tuple[str, str, str, str | None]]]) -> str:
    """The robot; each group of components (type, name, part, mount) stands apart from the next."""
    lines = [f"// Made of {source} by `robotdsl convert`.", "", f"Robot {name} {{"]
    for i, group in enumerate(groups):
        lines += [""] if i else []
        for type, component, part, mount in group:
            at = "" if mount is None else f', mount = "{mount}"'
            lines.append(f'    {type} {component}(ref = "{part}"{at})')
    return "\n".join([*lines, "}"]) + "\n"
