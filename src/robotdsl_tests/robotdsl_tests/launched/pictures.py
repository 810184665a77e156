"""Pictures of sensor_msgs as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

RGB, FLOAT = "rgb8", "32FC1"


def rgb_of(image: Any) -> npt.NDArray[np.uint8]:
    """(height, width, 3). Raises ``ValueError`` for an encoding that is not ``rgb8``."""
    if image.encoding != RGB:
        raise ValueError(f"the picture is encoded as {image.encoding}, not {RGB}")
    rows = np.frombuffer(bytes(image.data), dtype=np.uint8).reshape(image.height, image.step)
    return rows[:, : 3 * image.width].reshape(image.height, image.width, 3)


def values_of(image: Any) -> npt.NDArray[np.float32]:
    """(height, width) of a picture of single floats."""
    rows = np.frombuffer(bytes(image.data), dtype=np.uint8).reshape(image.height, image.step)
    order = ">f4" if image.is_bigendian else "<f4"
    found: npt.NDArray[np.float32] = np.ascontiguousarray(rows[:, : 4 * image.width]).view(order).astype(np.float32)
    return found
