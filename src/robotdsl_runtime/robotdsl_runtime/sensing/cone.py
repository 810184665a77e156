"""The reading of a range finder: the nearest return of the cone of beams that stands in for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats

# Returns of a pulse nearer to the ground than this, m, are the floor's, off which a pulse glances without an echo.
FLOOR_M = 0.05


@dataclass(frozen=True, slots=True)
class Cone:
    """A range finder's limits, metres. With equal limits it measures no distance and only says whether something is
    within them. ``drops_floor``: it does not hear the floor, as an ultrasonic one; light comes back from it.
    """

    range_min: float
    range_max: float
    drops_floor: bool

    @property
    def fixed(self) -> bool:
        return self.range_min == self.range_max

    def reading(self, points: Floats, heights: Floats) -> float:
        """The distance in metres that the sensor tells of its returns ``points`` ``(n, 3)``, in its own frame, with
        their ``heights`` ``(n,)`` above the ground.

        Without a return it is ``range_max``, which says that the cone is free. Something nearer than ``range_min`` is
        told at it: a reading below is one that nobody heeds. A sensor of fixed distance tells -inf for something
        within it and +inf for nothing (REP 117).
        """
        returns = points[heights >= FLOOR_M] if self.drops_floor else points
        nearest = math.sqrt(float(np.einsum("ij,ij->i", returns, returns).min())) if len(returns) else math.inf
        if self.fixed:
            return -math.inf if nearest <= self.range_max else math.inf
        return min(max(nearest, self.range_min), self.range_max)
