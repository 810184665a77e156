"""How a legged part walks: by a trained policy or by a gait. Only the readers of a part that states one need these."""

from __future__ import annotations

from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.support.value import value


@value
class CommandRanges:
    """What a walking controller can be told, each from its least to its greatest: the speed ``ahead`` and ``aside``
    to the left in m/s, and the ``turn`` to the left in rad/s.
    """

    ahead: tuple[float, float]
    aside: tuple[float, float]
    turn: tuple[float, float]


@value
class PolicyPhase:
    """The clock of a policy's gait: ``frequency`` in Hz and each foot's ``offsets`` in rad, by its name. While the
    command is shorter than ``still_below``, every phase is read as ``still_at`` (rad).
    """

    frequency: float
    offsets: dict[str, float]
    still_at: float
    still_below: float


@value
class PolicySimulator:
    """The stepping that a policy was trained under: ``timestep`` in s, MuJoCo's ``integrator``, the solver's
    ``iterations`` and line-search ``ls_iterations``, and whether Euler's implicit damping is on.
    """

    timestep: float
    integrator: str
    iterations: int
    ls_iterations: int
    eulerdamp: bool


@value
class PolicyImu:
    """Where a policy's inertial unit sits: ``pose`` in the frame of ``link``, of the part itself for ``None``."""

    link: str | None
    pose: Pose


@value
class Policy:
    """A trained walking controller: the network in ``file`` (relative to the part's folder), called every ``period``
    seconds with the terms of ``observation`` one after another. Its action times ``action_scale`` (rad) is added to
    the servos' holds, in the order of the links; the angles and speeds of the links in ``hidden`` are read as 0.
    """

    file: str
    period: float
    action_scale: float
    observation: tuple[str, ...]
    hidden: tuple[str, ...]
    command: CommandRanges
    imu: PolicyImu
    phase: PolicyPhase | None
    simulator: PolicySimulator


@value
class GaitSlew:
    """How fast the command that a gait follows may change: m/s², m/s², rad/s²."""

    ahead: float
    aside: float
    turn: float


@value
class GaitSettle:
    """Below which speed (m/s) and turn rate (rad/s) a robot counts as settled."""

    speed: float
    turn: float


@value
class GaitLead:
    """How far ahead of the body the place (m) and the yaw (rad) may be that it is led to."""

    distance: float
    yaw: float


@value
class GaitBalance:
    """The spring that holds the body: natural ``frequency`` in Hz and ``damping`` as a share of critical."""

    frequency: float
    damping: float


@value
class Gait:
    """A walking controller by rule: targets are worked out every ``control`` seconds; a foot's cycle takes ``period``
    seconds, the share ``duty`` of it on the floor, and lifts the foot by ``step_height`` metres; the part's frame
    stands ``standing`` metres above the floor.
    """

    standing: float
    control: float
    period: float
    duty: float
    step_height: float
    command: CommandRanges
    slew: GaitSlew
    settle: GaitSettle
    lead: GaitLead
    balance: GaitBalance


Controller = Policy | Gait
