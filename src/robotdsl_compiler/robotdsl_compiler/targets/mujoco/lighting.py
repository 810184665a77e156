"""The one light that every world has, since a program states none.

The values are those of a world lit for a simulator that encodes its picture; MuJoCo shows the numbers that it is
given, so colours are written encoded and the sun at half its strength.
"""

from __future__ import annotations

from robotdsl_compiler.targets.light import AMBIENT as AMBIENT
from robotdsl_compiler.targets.light import FLOOR, SHAPE, SKY
from robotdsl_compiler.targets.light import SUN as LIT_SUN
from robotdsl_compiler.targets.light import SUN_DIRECTION as SUN_DIRECTION
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.values import clean

GAMMA = 2.2
SUN = LIT_SUN / 2.0
# Each side of the shadow map in texels, twice MuJoCo's own: thin legs of a table still cast a clean shadow.
SHADOW_SIZE = 8192
# How far shadows reach, in extents: at MuJoCo's own 1 the lit floor shows dark specks short of the horizon.
SHADOW_REACH = 4.0
# A camera sees from 2 cm on, however wide the world is; MuJoCo's own hundredth of the extent would cut off a robot
# that is looked at from a metre away in a world of 100 m.
_NEAR, _NEAR_SHARE = 0.02, 0.01


def _encoded(value: float) -> float:
    return clean(round(value ** (1.0 / GAMMA), 4))


def _grey(value: float) -> tuple[float, float, float, float]:
    shade = _encoded(value)
    return (shade, shade, shade, 1.0)


SKY_COLOUR = (_encoded(SKY[0]), _encoded(SKY[1]), _encoded(SKY[2]))
FLOOR_COLOUR = _grey(FLOOR)
SHAPE_COLOUR = _grey(SHAPE)
UNSEEN = (0.0, 0.0, 0.0, 0.0)


def visual(extent: float | None) -> Element:
    """How the scene is drawn, in a world of ``extent`` metres round its middle, which MuJoCo scales by; ``None`` leaves
    both to MuJoCo.
    """
    dark = (0.0, 0.0, 0.0)
    ambient = (AMBIENT, AMBIENT, AMBIENT)
    near = None if extent is None else clean(min(_NEAR_SHARE, _NEAR / extent))
    return mjcf(
        "visual",
        [
            mjcf("headlight", ambient=ambient, diffuse=dark, specular=dark),
            mjcf("quality", shadowsize=SHADOW_SIZE),
            mjcf("map", znear=near, shadowclip=SHADOW_REACH),
        ],
    )


def sky() -> Element:
    return mjcf("texture", type="skybox", builtin="flat", rgb1=SKY_COLOUR, width=32, height=32)


def sun_position(center: tuple[float, float], height: float) -> tuple[float, float, float]:
    """Where the sun stands so that its rays through there meet the floor in ``center`` (x, y)."""
    x, y, _ = SUN_DIRECTION
    return (clean(center[0] - x * height), clean(center[1] - y * height), clean(height))


def sun(center: tuple[float, float], height: float) -> Element:
    """The sun over ``center`` (x, y) in metres: MuJoCo draws the shadows of what lies round where its light stands,
    ``height`` above the floor, though its rays are parallel.
    """
    return mjcf(
        "light",
        name="sun",
        type="directional",
        castshadow=True,
        pos=sun_position(center, height),
        dir=SUN_DIRECTION,
        diffuse=(SUN, SUN, SUN),
        ambient=(0.0, 0.0, 0.0),
        specular=(0.0, 0.0, 0.0),
    )
