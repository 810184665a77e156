"""runtime/run_range_sensor.py: the reading of one range finder, from the cone of beams that stands in for it.

    run_range_sensor.py --points /ultrasonic/points --range /ultrasonic/range --frame sonar --radiation ultrasound
                        --field-of-view 0.52 --range-min 0.02 --range-max 4

It takes the cone's returns (sensor_msgs/PointCloud2) and publishes a sensor_msgs/Range in the sensor's frame, on their
stamps. With --range-min equal to --range-max it is a sensor of fixed distance. An ultrasonic sensor's returns near the
floor are dropped, for which /tf_static has to say where it is; what a reading is, ``sensing.cone`` says.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import PointCloud2, Range

from robotdsl_runtime.nodes.listening import REPEATED, Transforms
from robotdsl_runtime.nodes.messages import FOOTPRINT, NEWEST_SEEN, points_of
from robotdsl_runtime.nodes.process import own_arguments, run_node
from robotdsl_runtime.sensing.cloud import CloudError
from robotdsl_runtime.sensing.cone import Cone

ENTRY = "run_range_sensor.py"
_RADIATION = {"ultrasound": Range.ULTRASOUND, "infrared": Range.INFRARED}


class RangeSensor:
    """One range finder by the arguments of the entry point."""

    def __init__(self, node: Node, options: argparse.Namespace) -> None:
        self._node, self._options = node, options
        self._ultrasound = options.radiation == "ultrasound"
        self._cone = Cone(options.range_min, options.range_max, drops_floor=self._ultrasound)
        self._transforms = Transforms(node)
        self._readings = node.create_publisher(Range, options.range, QoSProfile(depth=10))
        node.create_subscription(PointCloud2, options.points, self._take, NEWEST_SEEN)

    def _take(self, cloud: Any) -> None:
        options, log = self._options, self._node.get_logger()
        try:
            points = points_of(cloud)
        except CloudError as error:
            log.warning(str(error), **REPEATED)
            return
        heights = np.zeros(len(points))
        if self._ultrasound:
            place = self._transforms.tree.lookup(FOOTPRINT, cloud.header.frame_id)
            if place is None:
                log.warning(
                    f"nothing says where {cloud.header.frame_id} is: its returns wait for it",
                    throttle_duration_sec=5.0,
                    skip_first=True,
                )
                return
            heights = place.apply(points)[:, 2]
        message = Range(
            radiation_type=_RADIATION[options.radiation],
            field_of_view=options.field_of_view,
            min_range=options.range_min,
            max_range=options.range_max,
            range=self._cone.reading(points, heights),
        )
        message.header.stamp, message.header.frame_id = cloud.header.stamp, options.frame
        self._readings.publish(message)


def main(output: Path, argv: Sequence[str]) -> int:
    parser = argument_parser()
    options = parser.parse_args(own_arguments(ENTRY, argv))
    if options.range_max < options.range_min:
        parser.error("--range-max is less than --range-min")
    # A robot may have several, each with its process.
    name = "robotdsl_range_" + re.sub(r"\W+", "_", options.range).strip("_")
    return run_node(ENTRY, argv, name, lambda node: RangeSensor(node, options))


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=ENTRY, description="Report the nearest return of a range finder's cone.")
    parser.add_argument("--points", required=True, metavar="TOPIC", help="the cone's returns")
    parser.add_argument("--range", required=True, metavar="TOPIC", help="where the reading goes")
    parser.add_argument("--frame", required=True, help="the sensor's frame")
    parser.add_argument("--radiation", required=True, choices=sorted(_RADIATION))
    parser.add_argument("--field-of-view", required=True, type=_number, metavar="RAD", help="the cone's width")
    parser.add_argument("--range-min", required=True, type=_number, metavar="M")
    parser.add_argument("--range-max", required=True, type=_number, metavar="M")
    return parser


def _number(text: str) -> float:
    value = float(text)
    if not 0.0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no size")
    return value
