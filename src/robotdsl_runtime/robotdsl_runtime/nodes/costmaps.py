"""The map and Nav2's costmaps, as the embedded navigator sees the floor."""

from __future__ import annotations

import math
from array import array
from typing import Any

import numpy as np
from geometry_msgs.msg import Point32, PolygonStamped
from nav_msgs.msg import OccupancyGrid as GridMessage
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile

from robotdsl_runtime.geometry import Pose2, transform_points
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.costs import LETHAL, Costs, costs_of, window
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.pilot import Pilot
from robotdsl_runtime.nodes.messages import MAP, ODOM

# How often the costmaps are told, Hz, as the compiled parameters of Nav2 have it, and the local one's side, m.
LOCAL_RATE_HZ, GLOBAL_RATE_HZ = 2.0, 1.0
LOCAL_SIDE_M = 6.0
_LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class Costmaps:
    """Publishes on ``/map``, and on ``costmap`` and ``published_footprint`` of either costmap."""

    def __init__(self, node: Node, grid: OccupancyGrid, base: Base) -> None:
        self._node, self._grid, self._base = node, grid, base
        self._map = node.create_publisher(GridMessage, "/map", _LATCHED)
        self._costs: tuple[int, Costs] | None = None
        self._costmaps, self._footprints = (
            {name: node.create_publisher(kind, f"/{name}/{what}", qos) for name in ("local_costmap", "global_costmap")}
            for kind, what, qos in (
                (GridMessage, "costmap", _LATCHED),
                (PolygonStamped, "published_footprint", QoSProfile(depth=1)),
            )
        )

    def tell_map(self) -> None:
        occupied = self._grid.occupied.astype(np.int8) * LETHAL
        self._map.publish(self._message(MAP, occupied, self._grid.origin))

    def tell_global(self, pilot: Pilot) -> None:
        self._costmaps["global_costmap"].publish(self._message(MAP, self._current(pilot), self._grid.origin))
        if pilot.pose is not None:
            self._tell_footprint("global_costmap", MAP, pilot.pose)

    def tell_local(self, pilot: Pilot) -> None:
        """The costs round the robot, in the frame of odometry."""
        odometry = pilot.odometry
        if odometry is None:
            return
        resolution = self._grid.resolution
        cells = math.ceil(LOCAL_SIDE_M / resolution)
        # Its corner lies on whole cells, so that a robot that stands sees no cell flicker.
        corner_x, corner_y = (
            math.floor((centre - 0.5 * LOCAL_SIDE_M) / resolution) * resolution for centre in odometry[:2]
        )
        costs = window(self._grid, self._current(pilot), pilot.map_from_odometry, (corner_x, corner_y), cells)
        self._costmaps["local_costmap"].publish(self._message(ODOM, costs, (corner_x, corner_y)))
        self._tell_footprint("local_costmap", ODOM, odometry)

    def _current(self, pilot: Pilot) -> Costs:
        layer = pilot.navigator.obstacles.layer
        if self._costs is None or self._costs[0] != layer.version:
            inscribed = self._base.outline.inscribed
            costs = costs_of(self._grid, layer.centers, inscribed, self._base.inflation_radius)
            self._costs = layer.version, costs
        return self._costs[1]

    def _message(self, frame: str, values: Costs, origin: tuple[float, float]) -> Any:
        message = GridMessage()
        message.header.frame_id, message.header.stamp = frame, self._node.get_clock().now().to_msg()
        info = message.info
        info.map_load_time, info.resolution = message.header.stamp, self._grid.resolution
        info.height, info.width = values.shape
        info.origin.position.x, info.origin.position.y = origin
        info.origin.orientation.w = 1.0
        message.data = array("b", values.tobytes())
        return message

    def _tell_footprint(self, costmap: str, frame: str, pose: Pose2) -> None:
        message = PolygonStamped()
        message.header.frame_id, message.header.stamp = frame, self._node.get_clock().now().to_msg()
        corners = transform_points(self._base.turning_center(pose), self._base.outline.vertices)
        message.polygon.points = [Point32(x=x, y=y) for x, y in corners.tolist()]
        self._footprints[costmap].publish(message)
