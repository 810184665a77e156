"""A base over ROS: commands in, what moves its joints or belts out, odometry from what they did. Free of ROS; ``drive``
is the node round it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from robotdsl_runtime.geometry import Pose2, Vec2, compose
from robotdsl_runtime.kinematics.actuation import Actuation, DriveError, Motion
from robotdsl_runtime.kinematics.controller import DriveController
from robotdsl_runtime.kinematics.drive import Drive, drive_of
from robotdsl_runtime.kinematics.odometry import Odometry
from robotdsl_runtime.kinematics.tracks import BeltSurfaces

# A gap between two measurements longer than this is no period: what the wheels did in it is taken as one motion all
# the same, but no speed is told of it. In s.
_LONGEST_PERIOD_S = 0.5


@dataclass(frozen=True, slots=True)
class OdometryState:
    """``pose`` of base_footprint in the frame that it started in, and its ``motion`` in its own: m/s and rad/s."""

    pose: Pose2
    motion: Motion


class BaseDriver:
    """One base. Times are seconds of the run's clock.

    ``center`` is where in base_footprint the point lies that the base turns about, metres ahead and to the left.
    ``odometry`` are the wheels that tell of its motion, where they are others than those that it turns.
    """

    def __init__(
        self,
        drive: Drive,
        center: Vec2 = (0.0, 0.0),
        belts: BeltSurfaces | None = None,
        odometry: Drive | None = None,
    ) -> None:
        self.drive = drive
        self._controller = DriveController(drive)
        self._center = center
        self._belts = belts
        self._teller = drive if odometry is None else odometry
        self._odometry = Odometry((*center, 0.0))
        self._measured_at: float | None = None
        self._positions: tuple[float, ...] = ()
        self._motion: Motion = (0.0, 0.0, 0.0)
        self._wheels = tuple(wheel.joint for wheel in self._teller.wheels)
        self._kingpins = tuple(pin.joint for pin in self._teller.kingpins)

    @staticmethod
    def from_document(document: Mapping[str, Any]) -> BaseDriver:
        """The base of a layout. Raises ``DriveError``."""
        drive = drive_of(document)
        try:
            ahead, left = map(float, document.get("turning_center", (document.get("axle_x", 0.0), 0.0)))
            # Each belt runs at the speed of its side, a half separation from the base's origin.
            sides = [
                math.copysign(float(document["separation"]) / 2.0, float(b["y"])) for b in document.get("belts", ())
            ]
        except (KeyError, TypeError, ValueError):
            raise DriveError(
                "the layout states no number for its turning centre, its separation or a belt's y"
            ) from None
        if not drive.belts:
            told = document.get("odometry")
            return BaseDriver(drive, (ahead, left), odometry=None if told is None else drive_of(told))
        places = np.array([[0.0, side, 0.0] for side in sides])
        limits = [belt.max_speed for belt in drive.belts]
        return BaseDriver(drive, (ahead, left), BeltSurfaces(places, np.stack([np.eye(3)] * len(sides)), limits))

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that it commands: its wheels', then its kingpins'."""
        return *(wheel.joint for wheel in self.drive.wheels), *(pin.joint for pin in self.drive.kingpins)

    def command(self, time: float, v: float, left: float, w: float) -> bool:
        """Take a command to base_footprint; ``False`` when it was dropped as not finite."""
        if self._belts is not None:
            v, w = self._belts.held(v, w)
        return self._controller.command(time, v, left, w)

    def actuation(self, time: float) -> Actuation:
        """What the base is to do at ``time``; a command older than its lifetime stops it."""
        return self._controller.actuation(time)

    def motion_of(self, told: Actuation) -> Motion:
        """The motion of base_footprint (m/s, rad/s) when wheels, kingpins and belts do what they are ``told``."""
        return self._of_footprint(self.drive.motion(told))

    def stop(self) -> None:
        """Forget the command: the base stands until the next one."""
        self._controller.stop()

    def measure(self, time: float, positions: Mapping[str, float]) -> OdometryState | None:
        """Follow the joints, whose angles (rad) are ``positions`` by name at ``time``. ``None`` while a joint of the
        base is missing, and for what is no later than the last.
        """
        if not all(joint in positions for joint in self._wheels + self._kingpins):
            return None
        turned = tuple(positions[joint] for joint in self._wheels)
        before, self._positions = self._positions, turned
        since, self._measured_at = self._measured_at, time
        if since is None or time < since:
            # The first word, or the clock was set back: nothing has been driven yet.
            self._motion = (0.0, 0.0, 0.0)
            return self.state
        dt = time - since
        if dt == 0.0:
            return None
        speeds = tuple((now - then) / dt for now, then in zip(turned, before, strict=True))
        angles = tuple(positions[joint] for joint in self._kingpins)
        self._follow(self._teller.motion(Actuation(speeds, angles)), dt)
        return self.state

    def follow(self, time: float) -> OdometryState:
        """Follow what the base was told, for one whose belts no joint tells of."""
        since, self._measured_at = self._measured_at, time
        if since is not None and time > since:
            self._follow(self.drive.motion(self.actuation(time)), time - since)
        return self.state

    @property
    def state(self) -> OdometryState:
        ahead, left = self._center
        return OdometryState(compose(self._odometry.pose, (-ahead, -left, 0.0)), self._of_footprint(self._motion))

    def _of_footprint(self, motion: Motion) -> Motion:
        """A motion is told of the point that the base turns about, which base_footprint is carried round."""
        v, left, w = motion
        return v + w * self._center[1], left - w * self._center[0], w

    def _follow(self, motion: Motion, dt: float) -> None:
        v, left, w = motion
        self._odometry.update(v, w, dt, left)
        self._motion = motion if dt <= _LONGEST_PERIOD_S else (0.0, 0.0, 0.0)
