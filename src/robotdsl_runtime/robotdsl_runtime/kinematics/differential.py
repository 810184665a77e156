"""The differential drive: two wheels or two rows of them, turned at the speeds that carry the base as told.

A driven wheel whose contact lies ``y`` metres to the left of the base's origin (minus: to the right) rolls at

    (v - w * y) / radius                                                                                (1)

for a base that moves ahead at ``v`` and turns to the left at ``w``: its contact's own speed over the wheel's radius.
This is the rule of ros2_controllers' ``diff_drive_controller``, as the output contract words it.
"""

from __future__ import annotations

from robotdsl_runtime.kinematics.fields import Entry, entries, number, wheel
from robotdsl_runtime.kinematics.rows import RowDrive


def differential_drive(document: Entry) -> RowDrive:
    """Raises ``DriveError`` for a wheel that lacks one of its fields, or wheels that all run on one line."""
    found = entries(document, "wheels", "driven wheel")
    wheels = [wheel(entry) for entry in found]
    places = [number(entry, "y", "driven wheel") for entry in found]
    rows = [(1.0 / driven.radius, 0.0, -y / driven.radius) for driven, y in zip(wheels, places, strict=True)]
    return RowDrive.of(wheels, rows, "a differential drive needs driven wheels on two sides")
