"""Which of MuJoCo's ways to draw without a window may work here. Only trying one tells."""

from __future__ import annotations

import ctypes.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

VARIABLE = "MUJOCO_GL"  # read by MuJoCo when it is first imported
_LIBRARIES = {"egl": "EGL", "osmesa": "OSMesa"}
OFF = ("0", "disable", "disabled", "off", "false")
INSTALL = "install OSMesa (Debian, Ubuntu: apt install libosmesa6)"


def has_graphics_device(devices: Path = Path("/dev")) -> bool:
    """Whether the machine shows a graphics card."""
    return any(devices.glob("nvidia[0-9]*")) or any(devices.glob("dri/renderD*"))


def candidates(
    environment: Mapping[str, str],
    *,
    platform: str = sys.platform,
    find_library: Callable[[str], str | None] = ctypes.util.find_library,
    graphics_device: Callable[[], bool] = has_graphics_device,
) -> tuple[str, ...]:
    """The values of ``MUJOCO_GL`` to try, the best first; an empty one leaves the choice to MuJoCo.

    What the environment states is the only one. Without that it is EGL and OSMesa, as far as their libraries are
    there: EGL first where there is a graphics card, else OSMesa, since EGL without a card draws more slowly.
    """
    stated = environment.get(VARIABLE, "").strip().lower()
    if stated:
        return () if stated in OFF else (stated,)
    if not platform.startswith("linux"):
        return ("",)
    order = ("egl", "osmesa") if graphics_device() else ("osmesa", "egl")
    return tuple(name for name in order if find_library(_LIBRARIES[name]) is not None)
