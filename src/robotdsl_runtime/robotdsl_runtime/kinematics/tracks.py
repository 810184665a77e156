"""The tracked drive: belts whose surfaces move as the base's motion requires at every point of them.

A belt has no joint. Its surface moves against the base's motion, along the run at the speed of its side and across it
as the turn swings the point round, so that what touches the floor stands still on it (the output contract's rule).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robotdsl_runtime.kinematics.actuation import Actuation, Belt, DrivenWheel, Kingpin, Motion
from robotdsl_runtime.kinematics.fields import Entry, belt, entries

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrackDrive:
    """The kinematics of one base. How far its belts' motors hold it depends on where the shapes of its belts lie, so
    ``BeltSurfaces.held`` does that. What is measured is what the surfaces were given: no joint tells more.
    """

    belts: tuple[Belt, ...]
    wheels: tuple[DrivenWheel, ...] = ()
    kingpins: tuple[Kingpin, ...] = ()

    def command(self, motion: Motion, kingpins: Sequence[float] = ()) -> Actuation:
        """``left`` of the motion is nothing that the base can do."""
        v, _, w = motion
        return Actuation(belts=(v, w))

    def motion(self, measured: Actuation) -> Motion:
        v, w = measured.belts
        return v, 0.0, w


def track_drive(document: Entry) -> TrackDrive:
    """Raises ``DriveError`` for a belt that lacks one of its fields."""
    return TrackDrive(tuple(belt(entry) for entry in entries(document, "belts", "belt")))


class BeltSurfaces:
    """The surfaces of all belts of a base, one for each shape of each belt."""

    def __init__(self, centers: Array, rotations: Array, max_speeds: Sequence[float | None]) -> None:
        """``centers`` (n, 3): each shape's centre in the base's frame, metres; ``rotations`` (n, 3, 3): from that
        frame into the shape's own; ``max_speeds`` (n): its belt's, m/s, ``None`` where nothing bounds it.
        """
        zero, one = np.zeros(len(centers)), np.ones(len(centers))
        x, y = centers[:, 0], centers[:, 1]
        # The surface's velocities in the base's frame, for v = 1 and for w = 1.
        linear = np.stack([np.stack([-one, zero, zero], 1), np.stack([y, -x, zero], 1)])
        angular = np.stack([np.stack([zero, zero, zero], 1), np.stack([zero, zero, -one], 1)])
        turned = [np.einsum("nij,mnj->mni", rotations, part) for part in (linear, angular)]
        self._basis: Array = np.concatenate(turned, axis=2)
        self._limits = [(float(c), limit) for c, limit in zip(y, max_speeds, strict=True) if limit is not None]

    def held(self, v: float, w: float) -> tuple[float, float]:
        """The motion slowed by one factor so that no belt passes its speed: the base keeps its path."""
        scale = 1.0
        for y, limit in self._limits:
            speed = abs(v - w * y)
            if speed * scale > limit:
                scale = limit / speed
        return scale * v, scale * w

    def motion(self, v: float, w: float) -> Array:
        """(n, 6): each surface's linear (m/s) and angular (rad/s) velocity in its shape's frame, for a base that moves
        ahead at ``v`` and turns to the left at ``w``, in MuJoCo's order (``geom_surfacevel``).
        """
        ahead, turn = self._basis
        surfaces: Array = v * ahead + w * turn
        return surfaces
