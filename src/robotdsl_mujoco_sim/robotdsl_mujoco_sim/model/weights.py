"""How the links of a description weigh: as they state, and nothing by their shapes.

Most tensors are left to MuJoCo's reader. Set by hand are those that it would refuse or turn wrong: an inertial whose
frame is turned, a tensor whose rounding breaks MuJoCo's bound on principal moments, a point mass, a link without an
inertial, and links of which only the rigid group that they are fixed in weighs as a body can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.numbers import origin, real

Element = ElementTree.Element
Array = npt.NDArray[np.float64]
_TERMS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
# By how much of the largest principal moment a tensor may miss what a body's must satisfy and be taken for one that was
# written with few digits.
_FEW_DIGITS = 2e-3
# kg m²: below this a moment is what rounding left of none.
_NOTHING = 1e-12
_MEND = "correct its <inertia>, whose six terms are about its centre of mass, by its shape and its mass"
# Within this share of its bound MuJoCo's own rounding may break it.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Weight:
    """``mass`` in kg at ``center`` (3,) and ``tensor`` (3, 3) about it in kg m², in the link's frame.

    ``by_hand``: MuJoCo's reader would not make this of what the description states.
    """

    mass: float
    center: Array
    tensor: Array
    by_hand: bool

    @property
    def principal(self) -> tuple[Array, Array]:
        """The moments (3,), ascending and held to what a body can have, and the axes, the columns of a turn (3, 3)."""
        moments, axes = np.linalg.eigh(self.tensor)
        low, middle = max(float(moments[0]), 0.0), max(float(moments[1]), 0.0)
        held = np.array([low, middle, min(max(float(moments[2]), 0.0), low + middle)])
        return held, axes if np.linalg.det(axes) > 0.0 else -axes


NOTHING = Weight(0.0, np.zeros(3), np.zeros((3, 3)), True)


def weights(root: Element, where: str) -> tuple[dict[str, Weight], tuple[str, ...]]:
    """Of each link of a description, and what has to be said about them.

    Raises ``DescriptionError`` with the link and the number for what no body can weigh.
    """
    named = {link.attrib["name"]: link for link in root.findall("link")}
    found = {name: _stated(link, f"{where}: link {name!r}") for name, link in named.items()}
    notes = []
    for group in _rigid_groups(root, where, found):
        # The lightest first: what inherits from one that is no body's alone is looked at afterwards.
        for name in sorted(group, key=lambda each: found[each].mass):
            wrong, heir = fault(found[name]), _heir(group, name, found)
            if wrong is None:
                continue
            both = None if heir is None else _together(found[heir], found[name], group[heir], group[name])
            # A heavier one is looked at in its turn, with all that it has been given.
            if heir is None or both is None or (found[heir].mass <= found[name].mass and fault(both) is not None):
                raise DescriptionError(f"{where}: link {name!r} {wrong}")
            found[heir], found[name] = both, NOTHING
            notes.append(f"link {name!r}: its weight, which is no body's alone, is carried by {heir!r}, fixed to it")
    return {name: _settled(weight) for name, weight in found.items()}, tuple(notes)


def fault(weight: Weight) -> str | None:
    """What is wrong with a weight, ``None`` when a body can have it."""
    if weight.mass < 0.0:
        return f"weighs {weight.mass:g} kg, which is less than nothing: state a mass of 0 or more"
    low, middle, high = np.linalg.eigvalsh(weight.tensor).tolist()
    if low < -max(_FEW_DIGITS * abs(high), _NOTHING):
        return f"has a principal moment of inertia of {low:.6g} kg m²: no body's is below zero; {_MEND}"
    if high - low - middle > max(_FEW_DIGITS * high, _NOTHING):
        return (
            f"has principal moments of inertia of {low:.6g}, {middle:.6g} and {high:.6g} kg m²: no body's largest is "
            f"more than the other two together, {low + middle:.6g}; {_MEND}"
        )
    return None


def _stated(link: Element, who: str) -> Weight:
    inertial = link.find("inertial")
    if inertial is None:
        return NOTHING
    mass, inertia = inertial.find("mass"), inertial.find("inertia")
    center, turn = origin(inertial, who)
    ixx, iyy, izz, ixy, ixz, iyz = (
        0.0 if inertia is None else real(inertia, key, f"{who}: its {key}", 0.0) for key in _TERMS
    )
    tensor = np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])
    turned = not np.array_equal(turn, np.eye(3))
    kilograms = 0.0 if mass is None else real(mass, "value", f"{who}: its mass", 0.0)
    return Weight(kilograms, center, turn @ tensor @ turn.T if turned else tensor, turned)


def _settled(weight: Weight) -> Weight:
    """``weight``, marked where MuJoCo's own decomposition of it may not do."""
    low, middle, high = np.linalg.eigvalsh(weight.tensor).tolist()
    diagonal = np.array_equal(weight.tensor, np.diag(np.diag(weight.tensor)))
    near = low + middle - high < (0.0 if diagonal else _ROUNDING * high)
    return replace(weight, by_hand=weight.by_hand or near or low < _NOTHING or weight.mass == 0.0)


def _rigid_groups(root: Element, where: str, links: Mapping[str, Weight]) -> Iterator[dict[str, tuple[Array, Array]]]:
    """The links that are fixed to one another, each with its place and turn in the frame of the group's first."""
    fixed: dict[str, list[tuple[str, Array, Array]]] = {}
    below: set[str] = set()
    for joint in root.findall("joint"):
        parent, child = joint.find("parent"), joint.find("child")
        if joint.attrib.get("type") != "fixed" or parent is None or child is None:
            continue
        place, turn = origin(joint, f"{where}: joint {joint.attrib.get('name', '')!r}")
        fixed.setdefault(parent.attrib["link"], []).append((child.attrib["link"], place, turn))
        below.add(child.attrib["link"])
    for first in (link for link in links if link not in below):
        group, pending = {first: (np.zeros(3), np.eye(3))}, [first]
        while pending:
            at = pending.pop()
            place, turn = group[at]
            for link, offset, turned in fixed.get(at, ()):
                group[link] = (place + turn @ offset, turn @ turned)
                pending.append(link)
        yield group


def _heir(group: Mapping[str, object], name: str, links: Mapping[str, Weight]) -> str | None:
    """The heaviest of the links that ``name`` is fixed to."""
    others = [each for each in group if each != name and links[each].mass > 0.0]
    return max(others, key=lambda each: links[each].mass, default=None)


def _together(one: Weight, other: Weight, at: tuple[Array, Array], there: tuple[Array, Array]) -> Weight:
    """``one`` with ``other`` added to it, in the frame of ``one``; ``at`` and ``there`` place their frames."""
    turn = at[1].T @ there[1]
    center = at[1].T @ (there[0] + there[1] @ other.center - at[0])
    mass = one.mass + other.mass
    middle = (one.mass * one.center + other.mass * center) / mass
    tensor = one.tensor + turn @ other.tensor @ turn.T
    for kilograms, place in ((one.mass, one.center), (other.mass, center)):
        away = place - middle
        tensor = tensor + kilograms * (away @ away * np.eye(3) - np.outer(away, away))
    return Weight(mass, middle, tensor, True)
