"""What the navigator knows of the robot: ``nav/navigation.json`` as a value."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_runtime.geometry import Pose2, Vec2, compose
from robotdsl_runtime.navigation.outline import Outline

_SCHEMA = "robotdsl.navigation"
# Odometry with a larger share of turns uncertain is that of a base that slips as it turns.
_SLIPPERY = 0.3
# How a base moves: it turns in place and drives ahead and back; it steers as it drives; it moves in any direction.
KINEMATICS = ("differential", "steering", "holonomic")


class BaseError(ValueError):
    """A navigation file that cannot be used; the message names the field."""


@dataclass(frozen=True, eq=False)
class Base:
    """A base that drives ahead and back and turns, as ``kinematics`` (one of ``KINEMATICS``) says.

    A steering base turns only as it drives, about points ``min_turning_radius`` metres away at the least; any other
    turns in place. A holonomic one also moves sideways, by ``max_side_speed`` at the most.

    ``outline`` is stated in the frame that the base turns about, which lies at ``center`` (metres ahead and to the
    left) in ``base_footprint``. Speeds are m/s and rad/s, accelerations per second more. ``odometry_turn_noise`` and
    ``odometry_distance_noise`` are the shares of a measured turn and distance that are uncertain (one standard
    deviation). ``goal_tolerance_rad`` is infinite for a base that is not held to a goal's heading. ``map_file`` is the
    map to navigate on and ``scan`` the sensor to localize and look with.
    """

    outline: Outline
    max_speed: float
    max_turn: float
    max_acceleration: float
    max_turn_acceleration: float
    goal_tolerance_m: float = 0.15
    goal_tolerance_rad: float = 0.15
    inflation_radius: float = 0.5
    localization: str = "odometry"
    scan: str | None = None
    odometry_turn_noise: float = 0.05
    odometry_distance_noise: float = 0.05
    center: Vec2 = (0.0, 0.0)
    kinematics: str = "differential"
    min_turning_radius: float = 0.0
    max_side_speed: float = 0.0
    map_file: Path | None = None

    @staticmethod
    def load(path: Path) -> Base:
        """Read ``navigation.json``. Raises ``BaseError``."""
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BaseError(f"{path.name}: cannot be read: {error}") from error
        if not isinstance(fields, dict) or fields.get("schema") != _SCHEMA or fields.get("version") != 1:
            raise BaseError(f"{path.name}: is no {_SCHEMA} document of version 1")
        return Base.from_fields(fields, path)

    @staticmethod
    def from_fields(fields: dict[str, Any], path: Path = Path("navigation.json")) -> Base:
        """The base that a navigation document states; ``path`` is where it stands, for the map beside it."""
        try:
            ahead, left = map(float, fields.get("turning_center_m", (0.0, 0.0)))
            outline = Outline.of([(float(x) - ahead, float(y) - left) for x, y in fields["outline"]])
            kinematics = str(fields["kinematics"])
            if kinematics not in KINEMATICS:
                raise BaseError(f"{path.name}: no base moves as '{kinematics}'")
            if (kinematics == "steering") == bool(fields["turns_in_place"]):
                raise BaseError(f"{path.name}: 'turns_in_place' contradicts 'kinematics'")
            noise, heading = fields["odometry_noise"], fields["goal_tolerance_rad"]
            base = Base(
                outline=outline,
                max_speed=float(fields["max_speed_mps"]),
                max_turn=float(fields["max_turn_radps"]),
                max_acceleration=float(fields["max_acceleration_mps2"]),
                max_turn_acceleration=float(fields["max_turn_acceleration_radps2"]),
                goal_tolerance_m=float(fields["goal_tolerance_m"]),
                goal_tolerance_rad=math.inf if heading is None else float(heading),
                inflation_radius=float(fields["inflation_radius_m"]),
                localization=str(fields["localization"]),
                scan=None if fields["scan"] is None else str(fields["scan"]),
                odometry_turn_noise=float(noise["turn"]),
                odometry_distance_noise=float(noise["distance"]),
                center=(ahead, left),
                kinematics=kinematics,
                min_turning_radius=float(fields["min_turning_radius_m"]),
                max_side_speed=float(fields["max_side_speed_mps"]),
                map_file=path.parent / str(fields["map"]),
            )
        except KeyError as error:
            raise BaseError(f"{path.name}: has no '{error.args[0]}'") from None
        except (TypeError, ValueError) as error:
            if isinstance(error, BaseError):
                raise
            raise BaseError(f"{path.name}: {error}") from error
        limits = (base.max_speed, base.max_turn, base.max_acceleration, base.max_turn_acceleration)
        if min(limits) <= 0.0:
            raise BaseError(f"{path.name}: speeds and accelerations must be greater than 0")
        if base.min_turning_radius < 0.0 or base.max_side_speed < 0.0:
            raise BaseError(f"{path.name}: a turning radius and a speed to the side must not be less than 0")
        if base.holonomic and not base.max_side_speed:
            raise BaseError(f"{path.name}: a holonomic base needs a speed to the side")
        return base

    @property
    def steers(self) -> bool:
        """Whether the base turns only as it drives."""
        return self.kinematics == "steering"

    @property
    def holonomic(self) -> bool:
        """Whether the base also moves sideways."""
        return self.kinematics == "holonomic"

    @property
    def slips(self) -> bool:
        """Whether the base drags its wheels sideways as it turns, so that it turns less than its wheels say."""
        return self.odometry_turn_noise > _SLIPPERY

    def turning_center(self, footprint: Pose2) -> Pose2:
        """The pose of the frame that the base turns about, for a pose of ``base_footprint``."""
        return compose(footprint, (*self.center, 0.0)) if any(self.center) else footprint

    def footprint(self, center: Pose2) -> Pose2:
        """The pose of ``base_footprint`` for one of the frame that the base turns about."""
        ahead, left = self.center
        return compose(center, (-ahead, -left, 0.0)) if ahead or left else center
