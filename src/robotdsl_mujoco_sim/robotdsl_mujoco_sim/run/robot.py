"""The robot as the task sees it: motions in simulation, steered by what the robot's own sensors say.

What it believes of its pose is odometry, from how far its wheels have turned, corrected by matching scans to the
map. Ground truth is for the judges and never enters here.
"""

from __future__ import annotations

import math

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.kinematics.actuation import Actuation
from robotdsl_runtime.kinematics.controller import DriveController
from robotdsl_runtime.kinematics.drive import Drive
from robotdsl_runtime.kinematics.odometry import Odometry
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.behaviors import DriveBehavior, SpinBehavior
from robotdsl_runtime.navigation.limits import STANDING, Velocity
from robotdsl_runtime.navigation.localizer import Localizer
from robotdsl_runtime.navigation.motion import Motion, NavigationStatus
from robotdsl_runtime.navigation.navigator import Navigator
from robotdsl_runtime.task.mission import planar
from robotdsl_runtime.task.robot import Action, ActionState
from robotdsl_runtime.task.status import Status

from robotdsl_mujoco_sim.run.loading import LoadedOutput
from robotdsl_mujoco_sim.run.sight import Sight
from robotdsl_mujoco_sim.simulation import Simulation

# Slower than this the robot stands, m/s and rad/s.
STANDING_MPS, STANDING_RADPS = 0.01, 0.02

_STATUS = {
    NavigationStatus.RUNNING: Status.RUNNING,
    NavigationStatus.REACHED: Status.SUCCESS,
    NavigationStatus.FAILED: Status.FAILURE,
    # A motion that was given up is no success.
    NavigationStatus.IDLE: Status.FAILURE,
}


class EmbeddedRobot:
    """Both of the robot's sides: the task's port (``robotdsl_runtime.task.robot.Robot``) and what the run loop calls
    (``robotdsl_mujoco_sim.run.loop.ControlledRobot``).

    One motion moves it at a time; asking for another ends the one in progress.
    """

    def __init__(
        self,
        simulation: Simulation,
        drive: Drive,
        base: Base,
        navigator: Navigator,
        localizer: Localizer,
        sight: Sight | None,
    ) -> None:
        self._simulation = simulation
        self._drive = drive
        self._base = base
        self._navigator = navigator
        self._localizer = localizer
        self._sight = sight
        self._controller = DriveController(drive)
        # Of the point that the wheels turn the base about, in the frame that base_footprint starts in.
        self._start: Pose2 = (*base.center, 0.0)
        self._odometry = Odometry(self._start)
        self._turned = simulation.wheel_positions()
        self._velocity: Velocity = STANDING
        # Worked out when it is asked for; the wheels are measured more often.
        self._believed: Pose2 | None = None
        self._action: MotionAction | None = None

    @classmethod
    def of(cls, loaded: LoadedOutput) -> EmbeddedRobot:
        """The robot of a loaded output, which believes that it stands at the spawn pose."""
        sensor = loaded.scan
        sight = None if sensor is None else Sight(loaded.simulation, sensor)
        if sight is None:
            navigator = Navigator(loaded.grid, loaded.base)
        else:
            navigator = Navigator(loaded.grid, loaded.base, sight.beam_spacing)
        localizer = Localizer(loaded.grid, loaded.base, planar(loaded.mission.spawn))
        return cls(loaded.simulation, loaded.simulation.kinematics, loaded.base, navigator, localizer, sight)

    # The task's side

    def now(self) -> float:
        return self._simulation.time

    def pose(self) -> Pose2:
        if self._believed is None:
            self._believed = self._localizer.pose(self._measured())
        return self._believed

    def distance(self) -> float:
        """The path of the point that the base turns about: a turn in place adds nothing to it."""
        return self._odometry.distance

    def _measured(self) -> Pose2:
        """Where odometry alone has base_footprint, in the frame that it starts in."""
        return self._base.footprint(self._odometry.pose)

    def goal_tolerance(self) -> tuple[float, float]:
        return self._base.goal_tolerance_m, self._base.goal_tolerance_rad

    def navigate(self, goal: Pose2) -> Action:
        action = self._begin(self._navigator)
        self._navigator.go_to(goal)
        return action

    def spin(self, angle_rad: float) -> Action:
        return self._begin(SpinBehavior(angle_rad, self._base, self._navigator.obstacles))

    def drive(self, forward_m: float, left_m: float, speed_mps: float | None) -> Action:
        return self._begin(DriveBehavior(forward_m, left_m, speed_mps, self._base, self._navigator.obstacles))

    def stop(self) -> None:
        """Zero velocity, now. A motion that is still in progress drives on with its next command."""
        action = self._action
        if action is not None and action.motion.status is not NavigationStatus.RUNNING:
            action.motion.halt()
            self._action = None
        self._controller.command(self._simulation.time, 0.0, 0.0, 0.0)
        self.actuate()

    @property
    def standing(self) -> bool:
        """Whether the wheels say that it stands."""
        v, left, w = self._velocity
        return math.hypot(v, left) < STANDING_MPS and abs(w) < STANDING_RADPS

    def moves_for_another(self, action: MotionAction) -> bool:
        """Whether a motion other than ``action`` moves the robot."""
        return self._action is not None and self._action is not action

    def _begin(self, motion: Motion) -> MotionAction:
        if self._action is not None:
            self._action.end(ActionState(Status.FAILURE, "another motion took over"))
            if self._action.motion is not motion:
                self._action.motion.halt()
        self._action = MotionAction(self, motion)
        return self._action

    # The run loop's side

    @property
    def scan_rate_hz(self) -> float | None:
        return None if self._sight is None else self._sight.rate_hz

    def begin(self) -> None:
        """Odometry starts from rest: what the wheels turned while the robot was settling is none of its path."""
        self._turned = self._simulation.wheel_positions()
        self._odometry.reset(self._start)
        self._velocity = STANDING
        self._believed = None

    def sense(self, dt: float) -> None:
        """Odometry over ``dt`` s, from the wheels' mean speeds: how far they turned, as encoders count."""
        turned = self._simulation.wheel_positions()
        speeds = [(now - before) / dt for now, before in zip(turned, self._turned, strict=True)]
        self._turned = turned
        simulation = self._simulation
        measured = Actuation(tuple(speeds), simulation.kingpin_angles(), simulation.belt_motion())
        v, left, w = self._velocity = self._drive.motion(measured)
        self._odometry.update(v, w, dt, left)
        self._believed = None

    def look(self) -> None:
        """A scan, for the belief and for the navigator."""
        if self._sight is None:
            return
        points = self._sight.look()
        pose = self._believed = self._localizer.update(self._measured(), points)
        if self._action is None or self._action.motion is not self._navigator:
            # It tells the time by its updates, and dates what it observes by them.
            self._navigator.update(self._simulation.time, pose, self._velocity)
        sight = self._sight
        self._navigator.observe(pose, points, sight.origin, sight.range_max, sight.field_of_view, sight.facing)

    def steer(self) -> None:
        """The command of the motion in progress; one that has ended brings the robot to rest and is let go."""
        action = self._action
        if action is None:
            return
        time = self._simulation.time
        command = action.motion.update(time, self.pose(), self._velocity)
        self._controller.command(time, command.v, command.left, command.w)
        if action.motion.status is not NavigationStatus.RUNNING:
            action.poll()
            if action.motion.stopped:
                self._action = None

    def actuate(self) -> None:
        self._simulation.command(self._controller.actuation(self._simulation.time))


class MotionAction:
    """A motion of the robot as the task's tree holds it."""

    def __init__(self, robot: EmbeddedRobot, motion: Motion) -> None:
        self.motion = motion
        self._robot = robot
        # Kept from then on: the navigator, which many actions share, goes on to other goals.
        self._end: ActionState | None = None

    def poll(self) -> ActionState:
        if self._end is not None:
            return self._end
        motion = self.motion
        message = motion.message
        if motion.reason is not None:
            message = f"{motion.reason.value}: {message}"
        state = ActionState(_STATUS[motion.status], message)
        if state.status is not Status.RUNNING:
            self._end = state
        return state

    def cancel(self) -> None:
        if self.poll().status is Status.RUNNING:
            self.end(ActionState(Status.FAILURE, "cancelled"))
            self.motion.cancel()

    def end(self, state: ActionState) -> None:
        """End it from outside, unless it has ended already."""
        if self._end is None:
            self._end = state

    @property
    def stopped(self) -> bool:
        return self._end is not None and (self._robot.standing or self._robot.moves_for_another(self))
