"""The numbers among a simulation node's parameters, and which values serve. Free of ROS."""

from __future__ import annotations

import math
from collections.abc import Mapping

FACTOR, STEP_PERIOD = "real_time_factor", "step_period"
# Numbers of every node with their defaults: simulated seconds per second, Hz of simulated time, and s.
NUMBERS: Mapping[str, float] = {FACTOR: 1.0, "clock_rate": 200.0, "joint_state_rate": 100.0, STEP_PERIOD: 0.02}
# Those that may be set while it runs.
SETTABLE = (FACTOR, STEP_PERIOD)


def wrong(name: str, value: object) -> str | None:
    """What is wrong with a number; ``None`` when it serves."""
    unbounded = name == FACTOR
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if 0.0 < number < math.inf or (number == 0.0 and unbounded):
        return None
    return f"{name} is a number above 0{', or 0 for no limit' if unbounded else ''}, and not {value!r}"
