"""What can go wrong for reasons that lie outside the code."""

from __future__ import annotations


class OutputError(Exception):
    """The output directory is damaged or not one that this version reads; the message names the file and the fault."""


class SimulationError(Exception):
    """The physics broke down: MuJoCo reported a warning, after which its state means nothing."""


class MujocoVersionError(Exception):
    """The MuJoCo that is installed is not one that this package runs on."""


class DescriptionError(Exception):
    """A robot description cannot be built as it stands; the message names the file or the link, the fault and, where
    there is one, the way to mend it.
    """
