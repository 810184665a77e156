"""runtime/run_depth_scan.py: the scan of a robot whose only look ahead is a depth camera, for localizer and costmaps.

    run_depth_scan.py --points /depth/points --scan /scan --range-max 5

It takes the camera's cloud (sensor_msgs/PointCloud2) and publishes a sensor_msgs/LaserScan in base_footprint, on the
camera's stamps. The camera's place comes from /tf_static; what the scan is made of, ``sensing.planar`` says.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import LaserScan, PointCloud2

from robotdsl_runtime.nodes.listening import REPEATED, Transforms
from robotdsl_runtime.nodes.messages import FOOTPRINT, NEWEST_SEEN, points_of
from robotdsl_runtime.nodes.process import own_arguments, run_node
from robotdsl_runtime.sensing.cloud import CloudError
from robotdsl_runtime.sensing.planar import ANGLE_INCREMENT, ANGLE_MIN, BEAMS, REACH_M, planar_scan

ENTRY = "run_depth_scan.py"


class DepthScan:
    """The cloud on ``points`` as a scan on ``scan``, within ``reach`` metres."""

    def __init__(self, node: Node, points: str, scan: str, reach: float) -> None:
        self._node, self._reach = node, reach
        self._transforms = Transforms(node)
        # Reliable, which those who ask for no more than best effort hear too.
        self._scans = node.create_publisher(LaserScan, scan, QoSProfile(depth=10))
        node.create_subscription(PointCloud2, points, self._take, NEWEST_SEEN)

    def _take(self, cloud: Any) -> None:
        place = self._transforms.tree.lookup(FOOTPRINT, cloud.header.frame_id)
        if place is None:
            self._node.get_logger().warning(
                f"nothing says where {cloud.header.frame_id} is: its clouds wait for it",
                throttle_duration_sec=5.0,
                skip_first=True,
            )
            return
        try:
            ranges = planar_scan(place.apply(points_of(cloud)), self._reach)
        except CloudError as error:
            self._node.get_logger().warning(str(error), **REPEATED)
            return
        message = LaserScan(
            angle_min=ANGLE_MIN,
            angle_max=ANGLE_MIN + (BEAMS - 1) * ANGLE_INCREMENT,
            angle_increment=ANGLE_INCREMENT,
            range_min=0.0,
            range_max=self._reach,
            ranges=ranges.tolist(),
        )
        message.header.stamp, message.header.frame_id = cloud.header.stamp, FOOTPRINT
        self._scans.publish(message)


def main(output: Path, argv: Sequence[str]) -> int:
    options = _parser().parse_args(own_arguments(ENTRY, argv))
    return run_node(
        ENTRY,
        argv,
        "robotdsl_depth_scan",
        lambda node: DepthScan(node, options.points, options.scan, options.range_max),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=ENTRY, description="Project a depth camera's cloud onto a planar scan.")
    parser.add_argument("--points", required=True, metavar="TOPIC", help="the camera's cloud")
    parser.add_argument("--scan", default="/scan", metavar="TOPIC", help="where the scan goes (%(default)s)")
    parser.add_argument(
        "--range-max", type=_distance, default=REACH_M, metavar="M", help="how far it looks (%(default)g)"
    )
    return parser


def _distance(text: str) -> float:
    value = float(text)
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no distance")
    return value
