"""The keys of the ``drive`` verb: each press changes the motion that the base is told by a step.

MuJoCo's viewer reports presses alone, no releases, so a key cannot be held down to drive.
"""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_runtime.kinematics.actuation import STANDSTILL, Motion
from robotdsl_runtime.kinematics.drive import Drive

# Presses from a standstill to the full speed.
STEPS = 5
# What a base is driven at by hand at the most, m/s and rad/s, whatever its motors could do.
SPEED_MPS, TURN_RADPS = 1.0, 2.0

# GLFW's codes: a letter's is its ASCII code.
_RIGHT, _LEFT, _DOWN, _UP, _SPACE = 262, 263, 264, 265, 32
# Backspace: what the viewer's own reset is called by.
START_AGAIN = 259
_AHEAD, _ASIDE, _TURN = 0, 1, 2
# Which term of the motion (ahead, to the left, turn to the left) a key changes, and which way.
_KEYS: Mapping[int, tuple[int, int]] = {
    _UP: (_AHEAD, 1),
    _DOWN: (_AHEAD, -1),
    _LEFT: (_TURN, 1),
    _RIGHT: (_TURN, -1),
    ord("W"): (_AHEAD, 1),
    ord("S"): (_AHEAD, -1),
    ord("A"): (_TURN, 1),
    ord("D"): (_TURN, -1),
    ord("Q"): (_ASIDE, 1),
    ord("E"): (_ASIDE, -1),
}


class Keys:
    """The motion that the keys pressed so far ask for, within ``limits``."""

    def __init__(self, limits: Motion) -> None:
        self._limits = limits
        self._steps = [0, 0, 0]

    def press(self, key: int) -> bool:
        """Take GLFW's code of a key that was pressed; whether it is one of these."""
        if key == _SPACE:
            self.stop()
            return True
        if key not in _KEYS:
            return False
        term, way = _KEYS[key]
        self._steps[term] = max(-STEPS, min(STEPS, self._steps[term] + way))
        return True

    def stop(self) -> None:
        self._steps = [0, 0, 0]

    @property
    def motion(self) -> Motion:
        v, left, w = (limit * step / STEPS for limit, step in zip(self._limits, self._steps, strict=True))
        return v, left, w


def hand_limits(drive: Drive) -> Motion:
    """How fast a base is driven by hand each way, by its drive's own limits and these; 0 for what it cannot do."""
    v = abs(drive.motion(drive.command((SPEED_MPS, 0.0, 0.0)))[0])
    left = abs(drive.motion(drive.command((0.0, SPEED_MPS, 0.0)))[1])
    # A car turns only as it drives.
    w = max(abs(drive.motion(drive.command((ahead, 0.0, TURN_RADPS)))[2]) for ahead in (0.0, v))
    return v, left, w


def help_lines(drive: Drive) -> list[tuple[str, str]]:
    """The keys and what they do on this base."""
    v, left, w = hand_limits(drive)
    if (v, left, w) == STANDSTILL:
        return [("no keys", "nothing drives this base: it stands")]
    lines = [
        ("Up, Down, W, S", f"faster ahead or back, up to {v:.2f} m/s"),
        ("Left, Right, A, D", f"turn more to the left or right, up to {w:.2f} rad/s"),
    ]
    if left:
        lines.append(("Q, E", f"to the left or right side, up to {left:.2f} m/s"))
    lines += [
        ("", f"each press is one part in {STEPS} of that"),
        ("Space", "stop"),
        ("Backspace", "back to the start"),
        ("a gamepad", "the left stick drives, the right one turns"),
    ]
    if drive.kingpins:
        lines.append(("", "it steers: it turns only as it drives"))
    return lines
