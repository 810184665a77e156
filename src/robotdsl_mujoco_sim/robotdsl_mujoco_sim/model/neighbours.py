"""Links that a joint joins do not collide; MuJoCo sees to it but for those that are fixed to the world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mujoco


def part_fixed_neighbours(spec: mujoco.MjSpec, root: str) -> None:
    """Have nothing that hangs by a joint from a part of the robot that is fixed to the world collide with that part.
    ``root`` is the robot's root body, which has no joint.
    """
    fixed = list(_rigid(spec.body(root)))
    for body in fixed:
        for child in body.bodies:
            if not child.joints:
                continue
            for moving in _rigid(child):
                for still in fixed:
                    spec.add_exclude(bodyname1=still.name, bodyname2=moving.name)


def _rigid(body: Any) -> Iterator[Any]:
    """The body and those that are fixed to it."""
    yield body
    for child in body.bodies:
        if not child.joints:
            yield from _rigid(child)
