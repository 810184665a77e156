"""The geom groups of a robot, by which a viewer shows what it looks like and hides what it collides by."""

from __future__ import annotations

import mujoco

# MuJoCo's viewers show groups 0 to 2 unless they are told otherwise; this package's own leave out the second of these.
SHOWN, HIDDEN = 1, 2


def put_groups(spec: mujoco.MjSpec) -> None:
    """What meets nothing is looked at, and in the group that is shown; all else is in the hidden one, but for a robot
    that has nothing else to look at.
    """
    geoms = [geom for body in spec.bodies for geom in body.geoms]
    visual = [not geom.contype and not geom.conaffinity for geom in geoms]
    for geom, only_shown in zip(geoms, visual, strict=True):
        geom.group = SHOWN if only_shown or not any(visual) else HIDDEN
