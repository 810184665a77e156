"""What every drive offers, and the drive that a document states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from robotdsl_runtime.kinematics.actuation import Actuation, Belt, DriveError, DrivenWheel, Kingpin, Motion
from robotdsl_runtime.kinematics.differential import differential_drive
from robotdsl_runtime.kinematics.holonomic import holonomic_drive
from robotdsl_runtime.kinematics.stand import stand
from robotdsl_runtime.kinematics.steering import steering_drive
from robotdsl_runtime.kinematics.tracks import track_drive


class Drive(Protocol):
    """The kinematics of one base: from its motion to what moves it, and back."""

    @property
    def wheels(self) -> tuple[DrivenWheel, ...]:
        """The wheels that it turns."""

    @property
    def kingpins(self) -> tuple[Kingpin, ...]:
        """The joints that it steers."""

    @property
    def belts(self) -> tuple[Belt, ...]:
        """The belts whose surfaces it moves."""

    def command(self, motion: Motion, kingpins: Sequence[float] = ()) -> Actuation:
        """What moves the base as told, or as near to it as it can.

        Parts of the motion that the base cannot do are left out, a turn is held to what the kingpins reach, and where
        a wheel would pass its ``max_speed`` all are slowed by one factor. ``kingpins`` are the angles that the
        kingpins hold now (rad, straight ahead where none are given): a base told to stand keeps them.
        """

    def motion(self, measured: Actuation) -> Motion:
        """The base's motion by how its wheels, kingpins and belts move: what odometry integrates."""


_DRIVES: Mapping[str, Callable[[Mapping[str, Any]], Drive]] = {
    "differential": differential_drive,
    "steering": steering_drive,
    "holonomic": holonomic_drive,
    "tracks": track_drive,
    "stand": stand,
}


def drive_of(document: Mapping[str, Any]) -> Drive:
    """The drive that a ``drive.json`` (schema ``robotdsl.mjcf_drive``) states under ``kinematics``.

    Raises ``DriveError`` for a kind that is none of these, or a document that lacks what its kind needs.
    """
    kinematics = document.get("kinematics")
    make = _DRIVES.get(kinematics) if isinstance(kinematics, str) else None
    if make is None:
        raise DriveError(f"the base is driven as {kinematics!r}, which is none of {', '.join(_DRIVES)}")
    return make(document)
