"""What stands for a steered wheel's knuckle and its steering actuator, which no library states: the output contract's
figures, and a moment of inertia for its 10 g.
"""

from __future__ import annotations

# kg, and kg m² about each axis: 10 g within about a centimetre.
MASS = 0.010
MOMENT = 1e-6
# N m and rad/s at the kingpin.
EFFORT = 50.0
SPEED = 3.0
