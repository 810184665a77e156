"""The page docs/reference/measured-motion.md: what every example base does when it is told to move."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path

from robotdsl_tests.motion.bases import Base, bases
from robotdsl_tests.motion.trials import Rest, Stand, Trial

_HEAD = """\
# Measured motion

`./robotdsl motion --write` makes this page anew. It compiles every example base, tells it to move and measures by the
simulator's ground truth what it does. A base is told at once, from rest, and left to itself for one second; the figures
are means over the half second after that. Velocities are those of the point that the base turns about, in its own
frame: ahead and to the left in m/s, turning to the left in rad/s. "Told" is what the drive makes of the command, within
the motors' speeds and what the kingpins can steer. "Off" is the difference of the velocities along the floor over the
one told, and of the rates of turn. "Leans" is the greatest angle off the upright, the jerk of the start included.

Bases are built by the target `mjcf`; those on omni wheels, which it refuses, by `embedded`, with their wheels on free
rollers.
"""
_RESTS = """\
## At rest

A base that is told nothing settles within 15 s, and is then watched for 60 s more. One on rollers starts on the crest
of a roller's ball and rolls into the dip beside it; one on legs sinks into its servos.

| base | chassis | program | settles by | leans then | drifts in 60 s |
|---|---|---|---|---|---|
"""
_ROWS = """\
| told: ahead | left | turn | measured: ahead | left | turn | off: speed | turn | leans |
|---|---|---|---|---|---|---|---|---|
"""


def page(folder: Path, told: Callable[[str], None] = lambda line: None) -> str:
    """The page, its bases compiled below ``folder``. ``told`` hears which base is being measured."""
    stands = []
    for base in bases(folder):
        told(base.program)
        stands.append((Stand(base), base))
    rests = [_rest(base, stand.rest()) for stand, base in stands]
    moving = [(stand, base) for stand, base in stands if base.moves]
    return "".join((_HEAD, "\n", _RESTS, *rests, *(_section(stand, base) for stand, base in moving)))


def _rest(base: Base, rest: Rest) -> str:
    figures = (_millimetres(rest.settled), _degrees(rest.lean), _millimetres(rest.drift))
    return f"| {base.type} | `{base.chassis}` | `{base.program}` | {' | '.join(figures)} |\n"


def _section(stand: Stand, base: Base) -> str:
    v, left, w = base.speeds
    limits = [f"{v:.2f} m/s ahead", f"{left:.2f} m/s to the side", f"{w:.2f} rad/s"]
    if not left:
        del limits[1]
    trials = [stand.trial(motion) for motion in stand.grid()]
    lines = [f"\n## {base.type}, `{base.chassis}`\n\n"]
    lines.append(f"Program `{base.program}`, target `{base.target}`; its limits are {', '.join(limits)}.\n\n")
    lines.append(_ROWS)
    lines += [_row(trial) for trial in trials]
    lines += [f"\n{text}\n" for text in _remarks(stand, base, trials)]
    return "".join(lines)


def _row(trial: Trial) -> str:
    numbers = [_number(value) for value in (*trial.told, *trial.measured)]
    return f"| {' | '.join((*numbers, _share(trial.speed_error), _share(trial.turn_error), _degrees(trial.lean)))} |\n"


def _remarks(stand: Stand, base: Base, trials: Iterable[Trial]) -> Iterable[str]:
    if base.skid_steer:
        shares = [trial.measured[2] / trial.told[2] for trial in trials if trial.told[2]]
        yield (
            f"It turns at {min(shares):.2f} to {max(shares):.2f} of the rate that it is told: MuJoCo's friction is the "
            "same in every direction, and a wheel dragged across its rolling direction is resisted as much as it grips "
            "along it."
        )
    if base.radius:
        for hand, side in ((1.0, "left"), (-1.0, "right")):
            geometry, driven = stand.circle(stand.tightest(hand))
            off = _share(abs(driven - geometry) / geometry)
            yield (
                f"Its tightest circle to the {side} has a radius of {driven:.3f} m; by its geometry, {geometry:.3f} m "
                f"({off} off)."
            )
    if base.speeds[1]:
        yield (
            "A square of 0.5 m driven ahead, left, back and right at half the speed closes within "
            f"{_share(stand.square())} of its length."
        )


def _number(value: float) -> str:
    text = f"{value:.3f}"
    return text.removeprefix("-") if not float(text) else text


def _share(value: float | None) -> str:
    return "" if value is None else f"{100.0 * value:.1f} %"


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.2f}°"


def _millimetres(distance: float) -> str:
    return f"{1000.0 * distance:.3f} mm"
