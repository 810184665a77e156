"""launch/bringup.json: which processes drive, localize and sense. What each of them reads stays in the files that own
it; how they are started, and what their ends mean, is the runtime's plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.values import json_file

PATH = "launch/bringup.json"


@dataclass(frozen=True, slots=True)
class Driving:
    """``node`` is the runtime's drive that turns commands into those of the ``controllers``, ``None`` where they take
    them themselves; the controllers are spawned in order. ``remappings`` give their topics the names that all speak.
    """

    node: str | None
    controllers: tuple[str, ...]
    remappings: tuple[tuple[str, str], ...]


def bringup_document(
    driving: Driving,
    servers: Iterable[str],
    scan: Mapping[str, object] | None,
    depth_scan: Mapping[str, object] | None,
    ranges: Iterable[Mapping[str, object]],
) -> File:
    """``servers`` are Nav2's. ``scan`` is what the embedded navigator is told of the scan that the robot is localized
    by, ``None`` for a robot that nothing localizes; ``depth_scan`` and ``ranges`` are the arguments of the nodes that
    make a scan and readings of clouds.
    """
    return json_file(
        PATH,
        "bringup",
        {
            "drive": {
                "node": driving.node,
                "controllers": list(driving.controllers),
                "remappings": [list(pair) for pair in driving.remappings],
            },
            "navigation": {"servers": list(servers), "scan": scan},
            "depth_scan": depth_scan,
            "ranges": list(ranges),
        },
    )
