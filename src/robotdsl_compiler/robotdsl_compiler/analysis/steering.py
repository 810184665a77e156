"""How a base steers: its unsteered axle, its kingpins and the tightest circle that they allow."""

from __future__ import annotations

import math
from collections.abc import Iterable

from robotdsl_compiler.model.drives import KingpinFact, PathWheel
from robotdsl_compiler.model.facts import WheelFact
from robotdsl_compiler.model.geometry import dot, sub


def axle_x(wheels: Iterable[WheelFact]) -> float | None:
    """Where the unsteered axle lies: the mean over the mounted wheels that do not steer; ``None`` without any."""
    places = [w.center[0] for w in wheels if w.mount is not None and not w.steered]
    return sum(places) / len(places) if places else None


def min_turning_radius(kingpins: Iterable[KingpinFact], axle: float) -> float:
    """Of the tightest circle that the middle of the unsteered axle at ``axle`` follows with every kingpin within its
    limit: for each, its distance ahead of the axle over the tangent of its limit, plus its distance from the centre
    line. A kingpin that turns a quarter or more is bounded by the latter alone.
    """
    return max(_radius(pin, axle) for pin in kingpins)


def _radius(pin: KingpinFact, axle: float) -> float:
    x, y, _ = pin.position
    ahead = abs(x - axle) / math.tan(pin.limit) if pin.limit < math.pi / 2.0 else 0.0
    return ahead + abs(y)


def path_wheel(wheel: WheelFact, kingpins: Iterable[KingpinFact]) -> PathWheel:
    """A driven wheel as the steering drive needs it: see ``PathWheel``."""
    pin = next((p for p in kingpins if wheel.steered and p.mount == wheel.mount), None)
    place = wheel.center if pin is None else pin.position
    return PathWheel(
        component=wheel.component,
        center=(place[0], place[1]),
        offset=0.0 if pin is None else dot(sub(wheel.center, pin.position), wheel.axle),
        radius=wheel.radius,
        steered=pin is not None,
    )
