"""What Nav2 cannot do for a robot."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Node
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.nav2.sources import clouds_of, cones_of, scan_of


def warn(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.blind_navigation`` of a robot that drives to a goal without a sensor that measures distances."""
    robot = facts.robot
    sees = scan_of(robot) is not None or clouds_of(robot) or cones_of(robot)
    if "Navigate" not in facts.task.uses or sees:
        return
    node = _first(facts.program.task.root, "Navigate")
    diagnostics.report(
        "target.blind_navigation",
        Phase.TARGET_BINDING,
        "the task drives to a goal, and no sensor of the robot measures how far away obstacles are",
        facts.program.task.span if node is None else node.span,
        label="drives by the map and odometry alone",
        help="add a Lidar, a Lidar3D, a DepthCamera, an RGBD, an Ultrasonic or a Range",
    )


def _first(node: Node, kind: str) -> Node | None:
    if node.type == kind:
        return node
    return next((found for child in node.children if (found := _first(child, kind)) is not None), None)
