"""What Nav2's costmaps and localizer look with in place of what they were made for."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.nav2.sources import scan_of


def approximations(robot: RobotFacts) -> Iterator[Approximation]:
    scan = scan_of(robot)
    if scan is None:
        return
    name, kind = scan.sensor.component.name, scan.sensor.type
    if kind == "Lidar3D":
        yield Approximation(
            name,
            "A spinning lidar as the only planar range sensor",
            "Its middle ring as the scan that the costmaps and the localizer read",
            "Nav2 and its localizer read planar scans",
        )
    elif scan.projected:
        yield Approximation(
            name,
            f"{'An RGBD' if kind == 'RGBD' else 'A depth'} camera as the only range sensor",
            f"Its cloud projected onto the floor as a scan, up to {number(scan.range_max)} m, for the costmaps and the "
            "localizer",
            "Nav2 and its localizer read planar scans",
        )
