"""A base that is told to move by hand on /cmd_vel: whether it does, by the simulator's poses; whether its odometry
tells so; and whether it stops when it is told nothing any more.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from robotdsl_runtime.geometry import Vec2

from robotdsl_tests.launched.build import Built
from robotdsl_tests.launched.cases import Driven, Motion
from robotdsl_tests.launched.motion import motion_of, since

if TYPE_CHECKING:
    from robotdsl_tests.launched.listener import Listener

# A motion is told for so long, and measured over the last of it, s of the simulation.
TOLD_S, MEASURED_S = 3.0, 1.5
# The contract: a command lives 0.5 s. By then and the time that braking takes, the base stands: s, m/s.
STALE_S, STANDING = 1.5, 0.02
# What a motion that it was not told may come to, m/s and rad/s.
CREEP, DRIFT = 0.03, 0.05
# How far odometry may be off: of the way, and in turning, of the turn.
ODOMETRY = 0.1


def judge(listener: Listener, built: Built) -> list[str]:
    """What is wrong with how the base drives, a line each."""
    assert built.case.driven is not None
    fields = json.loads((built.output / "nav" / "navigation.json").read_text(encoding="utf-8"))
    ahead, left = map(float, fields["turning_center_m"])
    listener.ready()
    # It settles on its wheels.
    listener.pause(1.0)
    driven, center = built.case.driven, (ahead, left)
    return [wrong for told in driven.motions for wrong in _motion(listener, driven, told, center)]


def _motion(listener: Listener, driven: Driven, told: Motion, center: Vec2) -> list[str]:
    listener.drive(told, TOLD_S)
    end = listener.now
    moved = motion_of(since(listener.truth, end - MEASURED_S, end), center)
    guessed = motion_of(since(listener.odometry, end - MEASURED_S, end), center)
    listener.pause(STALE_S)
    resting = motion_of(since(listener.truth, listener.now - 0.5), center)
    found = [*compare(told, moved, driven), *(_odometry(moved, guessed) if driven.steady else ())]
    if math.hypot(*resting) >= STANDING:
        found.append(f"{STALE_S} s after the last command it moves {_words(resting)}")
    return [f"told {_words(told)}: {wrong}" for wrong in found]


def compare(told: Motion, moved: Motion, driven: Driven) -> list[str]:
    """What of a motion was not as it was told."""
    found = []
    size = math.hypot(*told[:2])
    # Along the way that it was told, and beside it.
    along = (told[0] * moved[0] + told[1] * moved[1]) / size if size else 0.0
    beside = math.hypot(moved[0] - along * told[0] / size, moved[1] - along * told[1] / size) if size else 0.0
    if size and not driven.speed[0] * size <= along <= driven.speed[1] * size:
        found.append(f"it moves {_words(moved)}")
    if beside > CREEP or (not size and math.hypot(*moved[:2]) > CREEP):
        found.append(f"it moves aside, {_words(moved)}")
    if told[2]:
        if not driven.turn[0] <= moved[2] / told[2] <= driven.turn[1]:
            found.append(f"it turns by {moved[2]:.3f} rad/s")
    elif abs(moved[2]) > DRIFT:
        found.append(f"it turns by {moved[2]:.3f} rad/s")
    return found


def _odometry(moved: Motion, guessed: Motion) -> list[str]:
    off = max(math.dist(moved[:2], guessed[:2]), abs(moved[2] - guessed[2]))
    if off <= ODOMETRY * max(math.hypot(*moved[:2]), abs(moved[2])) + CREEP:
        return []
    return [f"odometry says {_words(guessed)}, and it moves {_words(moved)}"]


def _words(motion: Motion) -> str:
    return f"({motion[0]:.3f} m/s, {motion[1]:.3f} m/s, {motion[2]:.3f} rad/s)"
