"""Point clouds as the bytes of a message: points of float32 x, y and z, and what else is known of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# The kinds of field of sensor_msgs/PointField, by numpy's names.
UINT16, FLOAT32 = 4, 7
_KINDS = {"<u2": UINT16, "<f4": FLOAT32}


@dataclass(frozen=True, eq=False)
class PackedCloud:
    """``fields`` are (name, offset, kind) of each; ``height`` is 1 for a cloud without an order. ``dense``: every point
    is finite.
    """

    width: int
    height: int
    point_step: int
    fields: tuple[tuple[str, int, int], ...]
    data: bytes
    dense: bool


_XYZ = [("x", "<f4"), ("y", "<f4"), ("z", "<f4")]


def of_points(points: npt.NDArray[np.floating]) -> PackedCloud:
    """``points`` (m, 3)."""
    return _packed(points, [], {}, True)


def of_rings(points: npt.NDArray[np.floating], rings: npt.NDArray[np.integer]) -> PackedCloud:
    """``points`` (m, 3), each of the ring of that number, counted from the lowest."""
    return _packed(points, [("ring", "<u2")], {"ring": rings}, True)


def of_picture(points: npt.NDArray[np.float32], colours: npt.NDArray[np.uint8] | None) -> PackedCloud:
    """``points`` (height, width, 3), NaN where nothing was seen, in the order of a picture; ``colours`` its RGB."""
    if colours is None:
        return _packed(points, [], {}, False)
    red, green, blue = (colours[..., k].astype(np.uint32) for k in range(3))
    # PCL's: 0x00rrggbb in the bits of a float.
    packed = ((red << 16) | (green << 8) | blue).astype("<u4").view("<f4")
    return _packed(points, [("rgb", "<f4")], {"rgb": packed}, False)


def _packed(
    points: npt.NDArray[np.floating],
    more: list[tuple[str, str]],
    values: dict[str, npt.NDArray[np.generic]],
    dense: bool,
) -> PackedCloud:
    # Four floats to a point, as PCL and the processors have it.
    layout = np.dtype(
        {
            "names": [name for name, _ in (*_XYZ, *more)],
            "formats": [kind for _, kind in (*_XYZ, *more)],
            "offsets": [4 * k for k in range(3 + len(more))],
            "itemsize": 16,
        }
    )
    table = np.zeros(points.shape[:-1], dtype=layout)
    for k, (name, _) in enumerate(_XYZ):
        table[name] = points[..., k]
    for name, column in values.items():
        table[name] = column
    height, width = points.shape[:2] if points.ndim == 3 else (1, len(points))
    fields = tuple((name, 4 * k, _KINDS[kind]) for k, (name, kind) in enumerate((*_XYZ, *more)))
    return PackedCloud(width, height, layout.itemsize, fields, table.tobytes(), dense)
