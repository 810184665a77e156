"""When the task may start: the conditions, in the order in which they come about, and the start of Nav2's servers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import PolygonStamped
from nav_msgs.msg import OccupancyGrid
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from std_srvs.srv import Trigger

# How long a run waits to start, in s of the simulation.
START_LIMIT_S = 120.0
# How often the manager is asked whether its servers are active, in s of the machine's clock.
_ASKING_S = 0.5
_LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
_COSTMAPS = ("local_costmap", "global_costmap")


class Costmaps:
    """Whether each costmap has told its map and the robot's footprint, against which Nav2 checks a goal."""

    def __init__(self, node: Node) -> None:
        self._heard: set[tuple[str, str]] = set()
        for costmap in _COSTMAPS:
            self._listen(node, OccupancyGrid, costmap, "costmap", _LATCHED)
            self._listen(node, PolygonStamped, costmap, "published_footprint", QoSProfile(depth=1))

    def _listen(self, node: Node, type: Any, costmap: str, what: str, qos: QoSProfile) -> None:
        node.create_subscription(type, f"/{costmap}/{what}", lambda _: self._heard.add((costmap, what)), qos)

    @property
    def missing(self) -> str | None:
        """What has not been heard yet, in words."""
        for costmap in _COSTMAPS:
            for what, words in (("costmap", "map"), ("published_footprint", "footprint of the robot")):
                if (costmap, what) not in self._heard:
                    return f"the {words} of {costmap}"
        return None


class Lifecycle:
    """Nav2's lifecycle manager. With ``start`` it is asked to bring its servers up, ``start_after`` seconds of the
    machine's clock or more after its first answer: its clients find the servers within that time, and a reply to one
    that has not found its server is lost for good.
    """

    def __init__(
        self,
        node: Node,
        manager: str,
        start: bool,
        start_after: float,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._start_after = start_after
        self._ask = node.create_client(Trigger, f"/{manager}/is_active")
        self._startup: Any = None
        if start:
            # Nav2's interfaces may be missing where nobody starts it.
            from nav2_msgs.srv import ManageLifecycleNodes

            self._startup = ManageLifecycleNodes.Request(command=ManageLifecycleNodes.Request.STARTUP)
            self._manage = node.create_client(ManageLifecycleNodes, f"/{manager}/manage_nodes")
        self.active = False
        # Set once the manager has answered that it could not bring its servers up.
        self.failed = False
        self._answered_at: float | None = None
        self._asked_at = -float("inf")
        self._asking: Any = None
        self._starting: Any = None

    def update(self) -> None:
        """Carry on; never waits."""
        if self.active or self.failed:
            return
        self._hear()
        if self._startup is not None and self._starting is None and self._answered_at is not None:
            waited = self._wall() - self._answered_at
            if waited >= self._start_after and self._manage.service_is_ready():
                self._starting = self._manage.call_async(self._startup)
        if self._asking is None and self._wall() - self._asked_at >= _ASKING_S and self._ask.service_is_ready():
            self._asked_at = self._wall()
            self._asking = self._ask.call_async(Trigger.Request())

    def _hear(self) -> None:
        if self._starting is not None and self._starting.done() and not self._starting.result().success:
            self.failed = True
        if self._asking is not None and self._asking.done():
            if self._answered_at is None:
                self._answered_at = self._wall()
            self.active = bool(self._asking.result().success)
            self._asking = None
        elif self._asking is not None and self._wall() - self._asked_at > 10.0 * _ASKING_S:
            # A question that was lost: ask again.
            self._asking = None

    @property
    def missing(self) -> str | None:
        if self.active:
            return None
        if self._answered_at is None:
            return "an answer of Nav2's lifecycle manager"
        return "Nav2's servers, which are not active yet"


class StartConditions:
    """What a task waits for before it starts. ``missing`` says what is still to come, ``None`` when nothing is;
    ``failure`` why it never will.
    """

    def __init__(
        self,
        odometry: Callable[[], bool],
        pose: Callable[[], bool],
        lifecycle: Lifecycle | None,
        costmaps: Costmaps | None,
    ) -> None:
        self._odometry, self._pose = odometry, pose
        self._lifecycle, self._costmaps = lifecycle, costmaps

    def update(self) -> None:
        if self._lifecycle is not None:
            self._lifecycle.update()

    @property
    def failure(self) -> str | None:
        if self._lifecycle is not None and self._lifecycle.failed:
            return "Nav2's lifecycle manager could not start its servers"
        return None

    @property
    def missing(self) -> str | None:
        if not self._odometry():
            return "the drive's odometry"
        if self._lifecycle is not None and self._lifecycle.missing is not None:
            return self._lifecycle.missing
        if not self._pose():
            return "the robot's pose in the map"
        return None if self._costmaps is None else self._costmaps.missing
