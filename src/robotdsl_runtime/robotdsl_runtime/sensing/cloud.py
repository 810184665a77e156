"""Points out of the bytes of a point cloud, laid out as a sensor_msgs/PointCloud2 says."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from robotdsl_runtime.geometry import Floats

_AXES = ("x", "y", "z")


class CloudError(ValueError):
    """A cloud that holds no points as it says; the message tells why."""


def cloud_points(
    data: bytes, width: int, height: int, point_step: int, row_step: int, offsets: Mapping[str, int], bigendian: bool
) -> Floats:
    """The finite points ``(n, 3)`` of a cloud whose points have float32 ``x``, ``y`` and ``z`` at ``offsets``, bytes
    from the start of each. Raises ``CloudError``.
    """
    if width * height == 0:
        return np.zeros((0, 3))
    missing = [axis for axis in _AXES if axis not in offsets]
    if missing:
        raise CloudError(f"the cloud's points have no {missing[0]}")
    if any(not 0 <= offsets[axis] <= point_step - 4 for axis in _AXES) or row_step < width * point_step:
        raise CloudError("the cloud's points reach beyond their own bytes")
    # The last row needs no more than its points.
    if len(data) < (height - 1) * row_step + width * point_step:
        raise CloudError(f"the cloud has {len(data)} bytes, fewer than its {width * height} points take")
    float32 = np.dtype(">f4" if bigendian else "<f4")
    columns = [
        np.ndarray((height, width), float32, buffer=data, offset=offsets[axis], strides=(row_step, point_step)).ravel()
        for axis in _AXES
    ]
    # What is no number may be one that numpy warns of.
    with np.errstate(invalid="ignore"):
        points: Floats = np.stack(columns, axis=1).astype(np.float64)
    finite: Floats = points[np.isfinite(points).all(axis=1)]
    return finite
