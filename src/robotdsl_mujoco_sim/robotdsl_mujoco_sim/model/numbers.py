"""Numbers of a description, with an error that says where they stand."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.errors import DescriptionError

Element = ElementTree.Element
Array = npt.NDArray[np.float64]


def real(element: Element, key: str, what: str, unstated: float) -> float:
    """A finite number. Raises ``DescriptionError`` for anything else that is stated."""
    text = element.attrib.get(key)
    try:
        value = unstated if text is None else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DescriptionError(f"{what} is {text!r}, not a number")
    return value


def origin(element: Element, who: str) -> tuple[Array, Array]:
    """The place (3,) and the turn (3, 3) of an element's ``<origin>``; none where it has none."""
    stated = element.find("origin")
    if stated is None:
        return np.zeros(3), np.eye(3)
    xyz, rpy = (_three(stated, key, f"{who}: its origin's {key}") for key in ("xyz", "rpy"))
    turn = np.eye(3)
    for axis in (2, 1, 0):
        if rpy[axis]:
            c, s = math.cos(rpy[axis]), math.sin(rpy[axis])
            about = np.eye(3)
            i, j = (axis + 1) % 3, (axis + 2) % 3
            about[i, i], about[i, j], about[j, i], about[j, j] = c, -s, s, c
            turn = turn @ about
    return xyz, turn


def _three(element: Element, key: str, what: str) -> Array:
    try:
        values = np.array([float(word) for word in element.attrib.get(key, "0 0 0").split()])
    except ValueError:
        values = np.zeros(0)
    if values.shape != (3,) or not np.isfinite(values).all():
        raise DescriptionError(f"{what} is {element.attrib.get(key)!r}, not three numbers")
    return values
