"""The run loop: the robot settles, the task runs to its end, and what happened is recorded.

Every control period the wheels' turning is measured and ground truth recorded; then whatever has fallen due since the
last one: a scan is taken, the tree ticks, the motion in progress is carried on; then the wheels are told. So a scan and
a command are always of the moment at which the wheels were measured. Between two periods the physics run undisturbed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from robotdsl_runtime.evaluation.record import Evidence, Recorder
from robotdsl_runtime.task.runner import ERROR, INTERRUPTED, NOT_STARTED, TICK_RATE_HZ, TaskRunner

from robotdsl_mujoco_sim.errors import SimulationError
from robotdsl_mujoco_sim.run.monitors import Active, Monitor
from robotdsl_mujoco_sim.run.schedule import Periodic
from robotdsl_mujoco_sim.sensors.contacts import Bumper
from robotdsl_mujoco_sim.simulation import Simulation

# Odometry, drive, ground truth and bumpers.
CONTROL_RATE_HZ = 50.0
# The motion in progress: a path followed, a turn, a straight drive.
STEERING_RATE_HZ = 20.0

# The output contract: a task that cannot start within 120 s of simulated time is not started.
SETTLING_LIMIT_S = 120.0
# A robot is at rest that stays below these for a fifth of a second.
REST_SPEED_MPS = 0.01
REST_TURN_RADPS = 0.02
REST_TIME_S = 0.2

# Nothing is this far, in metres, below the floor and the place where a robot was put: one that gets there falls on.
FALLEN_M = 100.0
_FELL = f"the robot fell by more than {FALLEN_M:g} m: there is nothing below it to stand on"

# A robot that leans this far, for this long, has tipped over.
TIPPED_RAD = 0.5
TIPPED_TIME_S = 0.5
_TIPPED_COSINE = math.cos(TIPPED_RAD)


class ControlledRobot(Protocol):
    """What the loop asks of the robot beside the task's own port."""

    @property
    def scan_rate_hz(self) -> float | None:
        """How often ``look`` is due; ``None`` for a robot that looks at nothing."""

    def begin(self) -> None:
        """The robot has come to rest and its task is about to start."""

    def sense(self, dt: float) -> None:
        """Measure the wheels after ``dt`` seconds."""

    def look(self) -> None:
        """Take a scan."""

    def steer(self) -> None:
        """Carry on the motion in progress."""

    def actuate(self) -> None:
        """Tell the wheels."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """How a run ended: the document of task_result.json and the evidence recorded meanwhile."""

    result: dict[str, Any]
    evidence: Evidence


class RunLoop:
    """One run of ``runner`` on ``robot`` in ``simulation``.

    ``interrupted`` is asked once each control period; once it answers true, the task is ended with status
    interrupted and the robot is stopped. ``monitors`` look on.
    """

    def __init__(
        self,
        simulation: Simulation,
        robot: ControlledRobot,
        runner: TaskRunner,
        monitors: Sequence[Monitor] = (),
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._simulation = simulation
        self._robot = robot
        self._runner = runner
        self._monitors = monitors
        self._interrupted = interrupted
        self._control_steps = simulation.steps_in(1.0 / CONTROL_RATE_HZ)
        self._bumpers = [(name, sensor) for name, sensor in simulation.sensors.items() if isinstance(sensor, Bumper)]
        self._recorder = Recorder(simulation.joint_names, {name: CONTROL_RATE_HZ for name, _ in self._bumpers})
        self._leaning_since: float | None = None
        self._lowest = min(simulation.pose()[2], 0.0) - FALLEN_M

    def run(self) -> Outcome:
        """Run to the end. What breaks down on the way ends the run and is in its result; nothing is raised for it."""
        try:
            if self._settle():
                self._robot.begin()
                self._runner.start()
                self._follow()
        except SimulationError as error:
            self._runner.abort(ERROR, str(error))
        return Outcome(self._runner.result(), self._recorder.evidence())

    def _settle(self) -> bool:
        """Let the robot come to rest where it was placed; whether it did."""
        simulation = self._simulation
        rested = 0.0
        period = self._control_steps * simulation.timestep
        while rested < REST_TIME_S - 0.5 * period:
            if self._interrupted():
                self._runner.abort(INTERRUPTED, f"interrupted at {simulation.time:.2f} s, before the task started")
                return False
            if simulation.time >= SETTLING_LIMIT_S:
                self._runner.abort(NOT_STARTED, self._still_moving())
                return False
            if self._has_fallen():
                self._runner.abort(NOT_STARTED, _FELL)
                return False
            simulation.step(self._control_steps)
            self._tell_monitors(lambda: ("settling",))
            rested = rested + period if self._at_rest() else 0.0
        return True

    def _at_rest(self) -> bool:
        twist = self._simulation.twist()
        return max(map(abs, twist.linear)) < REST_SPEED_MPS and max(map(abs, twist.angular)) < REST_TURN_RADPS

    def _has_fallen(self) -> bool:
        return self._simulation.pose()[2] < self._lowest

    def _still_moving(self) -> str:
        twist, z = self._simulation.twist(), self._simulation.pose()[2]
        speed = sum(part * part for part in twist.linear) ** 0.5
        return (
            f"the robot did not come to rest within {SETTLING_LIMIT_S:g} s where it was placed: it moves at "
            f"{speed:.3g} m/s, {z:.3g} m above the ground"
            + ("" if self._uprightness() >= _TIPPED_COSINE else ", and has tipped over")
        )

    def _uprightness(self) -> float:
        """The cosine of the robot's tilt."""
        _, _, _, qx, qy, _, _ = self._simulation.pose()
        return 1.0 - 2.0 * (qx * qx + qy * qy)

    def _follow(self) -> None:
        """Run the task from its start to its end."""
        simulation, robot, runner = self._simulation, self._robot, self._runner
        start, timestep = simulation.steps, simulation.timestep
        tick = Periodic.at_rate(TICK_RATE_HZ, timestep, start)
        steering = Periodic.at_rate(STEERING_RATE_HZ, timestep, start)
        look = Periodic.at_rate(robot.scan_rate_hz, timestep, start) if robot.scan_rate_hz is not None else None
        dt = self._control_steps * timestep
        while True:
            now = simulation.steps
            if now > start:
                robot.sense(dt)
            upright = self._record()
            self._watch(upright)
            if look is not None and look.falls_on(now):
                robot.look()
            if tick.falls_on(now):
                runner.tick()
                if runner.done:
                    return
            if steering.falls_on(now):
                robot.steer()
            robot.actuate()
            simulation.step(self._control_steps)

    def _record(self) -> float:
        """Take a sample; how upright the robot stands, the cosine of its tilt."""
        simulation = self._simulation
        time, pose = simulation.time, simulation.pose()
        joints = simulation.live_joint_states()
        self._recorder.sample(time, pose, joints.position, joints.velocity, joints.effort)
        for name, bumper in self._bumpers:
            self._recorder.contact(time, name, bumper.read())
        return self._uprightness()

    def _watch(self, upright: float) -> None:
        """End the task when it was interrupted or the robot lies on its side; let the monitors look."""
        simulation, runner = self._simulation, self._runner
        time = simulation.time
        if upright >= _TIPPED_COSINE:
            self._leaning_since = None
        elif self._leaning_since is None:
            self._leaning_since = time
        elif time - self._leaning_since >= TIPPED_TIME_S - 0.5 * simulation.timestep:
            runner.abort(
                ERROR,
                f"the robot tipped over: it leans by more than {TIPPED_RAD:g} rad since {self._leaning_since:.2f} s",
            )
        if self._has_fallen():
            runner.abort(ERROR, _FELL)
        if self._interrupted():
            runner.abort(INTERRUPTED, f"interrupted at {time:.2f} s")
        if self._monitors:
            self._tell_monitors(lambda: runner.active)

    def _tell_monitors(self, active: Active) -> None:
        for monitor in self._monitors:
            monitor.update(self._simulation.time, active)
