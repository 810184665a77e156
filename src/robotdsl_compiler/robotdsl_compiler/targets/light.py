"""The one light that every world has, since a program states none; the output contract's numbers, linear."""

from __future__ import annotations

AMBIENT = 0.4
SUN = 1.0
# Where the sun's rays go.
SUN_DIRECTION = (-0.5, 0.1, -0.9)
SKY = (0.7, 0.75, 0.85)
# Greys: of the floor, and of a shape that a program states.
FLOOR, SHAPE = 0.8, 0.5
