"""A gamepad, read by GLFW, which MuJoCo's viewer brings: no library of its own is needed."""

from __future__ import annotations

from typing import Any

from robotdsl_runtime.kinematics.actuation import STANDSTILL, Motion

# A stick at rest does not stand quite in its middle.
DEAD_ZONE = 0.15


class Gamepad:
    """The first gamepad that is plugged in, for as long as it is: left stick ahead and to the side, right stick turn.

    On a base that does not move sideways the left stick turns it too.
    """

    def __init__(self, limits: Motion, glfw: Any) -> None:
        self._limits = limits
        self._glfw = glfw

    def motion(self) -> Motion | None:
        """The motion that its sticks ask for; ``None`` where there is none or they are let go."""
        found = self._first()
        state = None if found is None else self._glfw.get_gamepad_state(found)
        if not state:
            return None
        axes = state.axes
        # GLFW's axes point right and down.
        side = _beyond_rest(-axes[self._glfw.GAMEPAD_AXIS_LEFT_X])
        ahead = _beyond_rest(-axes[self._glfw.GAMEPAD_AXIS_LEFT_Y])
        turn = _beyond_rest(-axes[self._glfw.GAMEPAD_AXIS_RIGHT_X])
        v, left, w = self._limits
        if not left:
            turn = max(-1.0, min(1.0, turn + side))
        asked = (ahead * v, side * left, turn * w)
        return None if asked == STANDSTILL else asked

    def _first(self) -> int | None:
        glfw = self._glfw
        return next((j for j in range(glfw.JOYSTICK_LAST + 1) if glfw.joystick_is_gamepad(j)), None)


def _beyond_rest(value: float) -> float:
    size = min(1.0, abs(value))
    return 0.0 if size <= DEAD_ZONE else (size - DEAD_ZONE) / (1.0 - DEAD_ZONE) * (1.0 if value > 0.0 else -1.0)
