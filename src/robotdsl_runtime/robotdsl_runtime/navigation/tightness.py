"""How close a pose brings the robot's outline to drawn obstacles, in grades."""

from __future__ import annotations

import numpy as np

from robotdsl_runtime.geometry import Floats
from robotdsl_runtime.navigation.field import PlanningField

# Coming nearer than so much to what is drawn, m, costs so much more for each metre of way: the middle of a gap is the
# cheapest way through it.
GRADES = ((0.05, 1.0), (0.03, 1.5), (0.015, 2.5), (0.0, 4.0))


class Tightness:
    """Outlines one around the other, each with what it costs when it touches something.

    ``rings`` are points ``(m, 2)`` of the robot along each, ``penalties`` ``(r,)`` their costs; those that the field's
    own margin covers are left out, since nothing passes there.
    """

    def __init__(self, field: PlanningField) -> None:
        self._field = field
        grown = [(field.outline.grown(margin), penalty) for margin, penalty in GRADES if margin > field.margin]
        self.rings = [outline.samples(0.8 * field.grid.resolution) for outline, _ in grown]
        self.penalties = np.array([penalty for _, penalty in grown])

    def of(self, poses: Floats) -> Floats:
        """The cost of each of ``poses`` ``(n, 3)`` per metre of way beside the way's own, 0 with room all round."""
        total = np.zeros(len(poses))
        close = self._field.clearance_at(poses[:, 0], poses[:, 1]) < self._field.turning + GRADES[0][0] + 0.05
        if close.any():
            near = poses[close]
            cost = np.zeros(len(near))
            for ring, penalty in zip(self.rings, self.penalties.tolist(), strict=True):
                cost += penalty * self._field.hits(near, ring)
            total[close] = cost
        return total
