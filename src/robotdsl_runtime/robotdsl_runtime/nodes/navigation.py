"""runtime/run_navigation.py: the embedded navigator behind Nav2's names, for machines without Nav2.

    run_navigation.py --scan /scan

It reads nav/navigation.json, its map and the spawn of task/mission.json. It answers Nav2's actions navigate_to_pose,
spin, backup and drive_on_heading, and the services of its lifecycle manager, /lifecycle_manager/is_active and
manage_nodes; it publishes the base's commands on /cmd_vel while it drives, map -> odom on /tf, /map, and either
costmap with the robot's footprint. Left without --scan it sees nothing and localizes by odometry alone.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from geometry_msgs.msg import TwistStamped
from nav2_msgs.srv import ManageLifecycleNodes
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import LaserScan
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.navigation.base import Base, BaseError
from robotdsl_runtime.navigation.grid import MapError, OccupancyGrid
from robotdsl_runtime.navigation.pilot import Pilot
from robotdsl_runtime.nodes.costmaps import GLOBAL_RATE_HZ, LOCAL_RATE_HZ, Costmaps
from robotdsl_runtime.nodes.goals import MOTIONS, GoalServer, navigation
from robotdsl_runtime.nodes.listening import Transforms
from robotdsl_runtime.nodes.messages import (
    COMMAND_TOPIC,
    FOOTPRINT,
    MAP,
    NEWEST,
    NEWEST_SEEN,
    ODOM,
    ODOMETRY_TOPIC,
    command,
    planar_transform,
    pose_of,
    seconds,
    transform_message,
)
from robotdsl_runtime.nodes.process import NodeFault, own_arguments, run_node
from robotdsl_runtime.sensing.returns import scan_returns
from robotdsl_runtime.task.mission import TaskError, planar, read_mission

ENTRY = "run_navigation.py"
# Commands, and the frame of the map.
RATE_HZ = 20.0
_MANAGER = "/lifecycle_manager"
_UP = (ManageLifecycleNodes.Request.STARTUP, ManageLifecycleNodes.Request.RESUME)


class NavigationNode:
    """``view`` is the field of view of a scan whose message tells of more, and where its middle faces in
    base_footprint, rad; ``None`` where the message is right.
    """

    def __init__(
        self,
        node: Node,
        grid: OccupancyGrid,
        base: Base,
        spawn: Pose2,
        scan: str | None,
        view: tuple[float, float] | None = None,
    ) -> None:
        self._node, self._grid, self._base, self._spawn, self._view = node, grid, base, spawn, view
        # Made with the first scan, whose beams' spacing it has to know.
        self._pilot = Pilot(grid, base, spawn) if scan is None else None
        self._up = False
        self._transforms = Transforms(node)
        self._commands = node.create_publisher(TwistStamped, COMMAND_TOPIC, 10)
        self._frames = node.create_publisher(TFMessage, "/tf", QoSProfile(depth=100))
        self._costmaps = Costmaps(node, grid, base)
        node.create_subscription(Odometry, ODOMETRY_TOPIC, self._move, NEWEST)
        if scan is not None:
            node.create_subscription(LaserScan, scan, self._see, NEWEST_SEEN)
        node.create_service(Trigger, f"{_MANAGER}/is_active", self._is_active)
        node.create_service(ManageLifecycleNodes, f"{_MANAGER}/manage_nodes", self._manage)
        kinds = (navigation(self._transforms.tree), *MOTIONS)
        self._servers = [GoalServer(node, kind, self._driver, self._now) for kind in kinds]
        for rate, act in (
            (RATE_HZ, self._steer),
            (LOCAL_RATE_HZ, self._tell_local),
            (GLOBAL_RATE_HZ, self._tell_global),
        ):
            node.create_timer(1.0 / rate, act)

    def _now(self) -> float:
        return float(self._node.get_clock().now().nanoseconds) * 1e-9

    @property
    def active(self) -> bool:
        """Whether goals are taken: it was started, and what it drives by has arrived."""
        return self._up and self._pilot is not None and self._pilot.pose is not None

    def _driver(self) -> Pilot | None:
        return self._pilot if self.active else None

    def close(self) -> None:
        """Leave a base that stands."""
        if self._pilot is not None and self._pilot.steer(self._now()) is not None:
            self._tell(0.0, 0.0, 0.0)

    # What is measured

    def _move(self, message: Any) -> None:
        pose, twist = pose_of(message.pose.pose).planar, message.twist.twist
        velocity = (twist.linear.x, twist.linear.y, twist.angular.z)
        if not all(map(math.isfinite, (*pose, *velocity))):
            return
        time = seconds(message.header.stamp)
        self._transforms.tree.set(ODOM, FOOTPRINT, planar_transform(pose), time)
        if self._pilot is not None:
            self._pilot.move(time, pose, velocity)
            self._transforms.tree.set(MAP, ODOM, planar_transform(self._pilot.map_from_odometry), time)

    def _see(self, message: Any) -> None:
        place = self._transforms.tree.lookup(FOOTPRINT, message.header.frame_id)
        if place is None:
            self._node.get_logger().warning(
                f"nothing says where {message.header.frame_id} is: its scans wait for it",
                throttle_duration_sec=5.0,
                skip_first=True,
            )
            return
        if self._pilot is None:
            self._pilot = Pilot(self._grid, self._base, self._spawn, abs(message.angle_increment) or None)
        returns = scan_returns(
            np.asarray(message.ranges, dtype=np.float64),
            message.angle_min,
            message.angle_increment,
            (message.range_min, message.range_max),
            place.position,
            place.matrix,
            self._view,
        )
        self._pilot.see(seconds(message.header.stamp), returns)

    # What is told

    def _steer(self) -> None:
        pilot = self._pilot
        if pilot is None or pilot.pose is None:
            return
        if self._up:
            told = pilot.steer(self._now())
            if told is not None:
                self._tell(told.v, told.left, told.w)
        for server in self._servers:
            server.update()
        stamp, place = self._node.get_clock().now().to_msg(), planar_transform(pilot.map_from_odometry)
        self._frames.publish(TFMessage(transforms=[transform_message(MAP, ODOM, stamp, place)]))

    def _tell(self, v: float, left: float, w: float) -> None:
        self._commands.publish(command(self._node.get_clock().now(), v, left, w))

    def _tell_local(self) -> None:
        if self.active and self._pilot is not None:
            self._costmaps.tell_local(self._pilot)

    def _tell_global(self) -> None:
        if self.active and self._pilot is not None:
            self._costmaps.tell_global(self._pilot)

    # Nav2's lifecycle manager

    def _is_active(self, _: Any, response: Any) -> Any:
        response.success = self.active
        response.message = "" if self.active else "started, without odometry or a scan yet" if self._up else "inactive"
        return response

    def _manage(self, request: Any, response: Any) -> Any:
        up = request.command in _UP
        if up and not self._up:
            self._costmaps.tell_map()
        elif self._up and not up and self._pilot is not None:
            self._pilot.halt("navigation was ended")
            self._tell(0.0, 0.0, 0.0)
        self._up = up
        response.success = True
        return response


def main(output: Path, argv: Sequence[str]) -> int:
    options = _parser().parse_args(own_arguments(ENTRY, argv))

    def build(node: Node) -> NavigationNode:
        return navigation_node(node, output, options)

    return run_node(ENTRY, argv, "robotdsl_navigation", build)


def navigation_node(node: Node, output: Path, options: argparse.Namespace) -> NavigationNode:
    """The navigation of the output at ``output``. Raises ``NodeFault``."""
    try:
        base = Base.load(output / "nav" / "navigation.json")
        if base.map_file is None:
            raise NodeFault("nav/navigation.json names no map")
        grid = OccupancyGrid.load(base.map_file)
        spawn = planar(read_mission(output / "task" / "mission.json").spawn)
    except (BaseError, MapError, TaskError, OSError) as error:
        raise NodeFault(str(error)) from None
    view = None if options.field_of_view is None else (options.field_of_view, options.facing)
    return NavigationNode(node, grid, base, spawn, options.scan, view)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=ENTRY, description="Navigate by the runtime's own navigator.")
    parser.add_argument("--scan", metavar="TOPIC", help="the scan to localize and look with (none: odometry alone)")
    parser.add_argument(
        "--field-of-view",
        type=float,
        metavar="RAD",
        help="of a scan made of a camera's cloud, which tells nothing beside the camera's view (the message's)",
    )
    parser.add_argument(
        "--facing", type=float, default=0.0, metavar="RAD", help="where the middle of that view faces (ahead)"
    )
    return parser
