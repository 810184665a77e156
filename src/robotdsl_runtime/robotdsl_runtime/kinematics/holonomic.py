"""The holonomic drive: wheels that roll one way and slide or roll on the other, so that the base moves every way.

Each driven wheel states its row (a, b, c): it turns at a v + b left + c w. A mecanum wheel's is that of the mecanum
controller of ros2_controllers, (1, ±1, ±k) over its radius with the lever arm k, as the output contract words it; an
omni wheel's follows from where it stands and the way that it rolls.
"""

from __future__ import annotations

from robotdsl_runtime.kinematics.actuation import DriveError
from robotdsl_runtime.kinematics.fields import Entry, entries, numbers, wheel
from robotdsl_runtime.kinematics.rows import RowDrive


def holonomic_drive(document: Entry) -> RowDrive:
    """Raises ``DriveError`` for a wheel that lacks one of its fields, or wheels that leave a motion undetermined."""
    found = entries(document, "wheels", "driven wheel")
    rows = []
    for entry in found:
        a, b, c = numbers(entry, "row", "driven wheel", 3)
        rows.append((a, b, c))
    drive = RowDrive.of([wheel(entry) for entry in found], rows, _UNDETERMINED)
    if any(not any(row[term] for row in rows) for term in range(3)):
        raise DriveError(_UNDETERMINED)
    return drive


_UNDETERMINED = "the driven wheels do not move the base every way: ahead, to the side and turning"
