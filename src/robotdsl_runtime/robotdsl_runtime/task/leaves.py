"""The leaves: what the task does through the `Robot` port, and what it asks.

Each execution of a leaf, from its first tick to its end, leaves one event. A leaf that raises ends the task: the
exception goes up as a `TreeError` that names it.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping

from robotdsl_runtime.geometry import normalize_angle
from robotdsl_runtime.task.node import Context, Event, HaltedAction, Node, ParameterValue, TreeError, describe
from robotdsl_runtime.task.robot import Action, ActionState
from robotdsl_runtime.task.status import Status

# m/s: of straight motions whose speed the program does not state.
DEFAULT_SPEED_MPS = 0.15
# How long Stop commands zero velocity, in s.
STOP_DURATION_S = 0.5

RUNNING = ActionState(Status.RUNNING)
SUCCESS = ActionState(Status.SUCCESS)


class Leaf(Node):
    """A node without children. ``begin`` is its first tick of an execution, ``proceed`` every later one, and
    ``release`` lets go of what it holds when it is halted or has raised.
    """

    def __init__(self) -> None:
        super().__init__()
        self._event: Event | None = None

    @abstractmethod
    def begin(self, context: Context) -> ActionState: ...

    def proceed(self, context: Context) -> ActionState:
        """A leaf that never answers RUNNING has no later tick."""
        raise NotImplementedError

    def release(self, context: Context) -> None:
        """Nothing is held by default. May raise: the caller reports it."""

    def failed(self, context: Context) -> None:
        """What a failure takes. May raise."""

    def update(self, context: Context) -> Status:
        try:
            if self._event is not None:
                state = self.proceed(context)
            else:
                # Running from here on, so that an interrupt within the tick still halts what was begun.
                self.status = Status.RUNNING
                self._event = Event(self.kind, self.path, self.parameters, context.robot.now())
                context.events.append(self._event)
                state = self.begin(context)
            if state.status is Status.FAILURE:
                self.failed(context)
                context.reason = f"{self.label} failed" + (f": {state.message}" if state.message else "")
            if state.status.completed:
                self._close(context, state.status.value, state.message)
        except Exception as error:
            raise self._raised(context, error) from error
        return state.status

    def halt(self, context: Context) -> None:
        self._let_go(context)
        self._close(context, "halted", "")

    def _raised(self, context: Context, error: Exception) -> TreeError:
        text = describe(error)
        self._let_go(context)
        self._close(context, Status.FAILURE.value, text)
        self.status = Status.FAILURE
        return TreeError(f"{self.label} raised {text}")

    def _let_go(self, context: Context) -> None:
        try:
            self.release(context)
        except Exception as error:  # the rest of the tree is still to be halted
            context.faults.append(f"{self.label} could not be halted: {describe(error)}")

    def _close(self, context: Context, outcome: str, message: str) -> None:
        if self._event is not None:
            try:
                # No event ends before it began, though the clock is set back.
                time = max(self._event.started_at, context.robot.now())
            except Exception:  # the clock itself failed; the event at least ends
                time = self._event.started_at
            self._event.close(outcome, message, time)
            self._event = None


class Motion(Leaf):
    """A leaf that waits for an `Action`. It stops the robot when it fails, and cancels the action and stops the
    robot when it is halted or raises.
    """

    def __init__(self) -> None:
        super().__init__()
        self._action: Action | None = None

    @abstractmethod
    def request(self, context: Context) -> Action:
        """Ask the robot for the action."""

    def begin(self, context: Context) -> ActionState:
        self._action = self.request(context)
        return RUNNING

    def proceed(self, context: Context) -> ActionState:
        assert self._action is not None
        state = self._action.poll()
        if state.status is Status.IDLE:
            raise ValueError("its action answered a poll with idle")
        if state.status.completed:
            self._action = None
        return state

    def failed(self, context: Context) -> None:
        context.robot.stop()

    def release(self, context: Context) -> None:
        action, self._action = self._action, None
        try:
            if action is not None:
                # Listed first: an action that refuses its cancellation may well go on.
                context.halted.append(HaltedAction(self.label, action))
                action.cancel()
        finally:
            context.robot.stop()


class Navigate(Motion):
    """Drive to a goal or an entity of the world."""

    kind = "Navigate"

    def __init__(self, goal: str) -> None:
        super().__init__()
        self._goal = goal

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"goal": self._goal}

    def request(self, context: Context) -> Action:
        return context.robot.navigate(context.places[self._goal])


class Spin(Motion):
    """Turn in place; positive is to the left."""

    kind = "Spin"

    def __init__(self, angle_rad: float) -> None:
        super().__init__()
        self._angle = angle_rad

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"angle_rad": self._angle}

    def request(self, context: Context) -> Action:
        return context.robot.spin(self._angle)


class _Straight(Motion):
    """A straight motion; (``forward``, ``left``) is the direction of a positive distance."""

    forward = 0.0
    left = 0.0

    def __init__(self, distance_m: float, speed_mps: float = DEFAULT_SPEED_MPS) -> None:
        super().__init__()
        self._distance = distance_m
        self._speed = speed_mps

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"distance_m": self._distance, "speed_mps": self._speed}

    def request(self, context: Context) -> Action:
        # Adding zero keeps the axis that does not move from reading -0.0.
        forward = self.forward * self._distance + 0.0
        left = self.left * self._distance + 0.0
        return context.robot.drive(forward, left, self._speed)


class Advance(_Straight):
    """Drive straight ahead."""

    kind = "Advance"
    forward = 1.0


class BackUp(_Straight):
    """Drive straight back."""

    kind = "BackUp"
    forward = -1.0


class Strafe(_Straight):
    """Move sideways; a positive distance is to the left, a negative one to the right."""

    kind = "Strafe"
    left = 1.0


class Wait(Leaf):
    """Let time pass."""

    kind = "Wait"

    def __init__(self, duration_s: float) -> None:
        super().__init__()
        self._duration = duration_s
        self._started_at = 0.0

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"duration_s": self._duration}

    def begin(self, context: Context) -> ActionState:
        self._started_at = context.robot.now()
        return RUNNING

    def proceed(self, context: Context) -> ActionState:
        return SUCCESS if context.due(self._started_at, self._duration) else RUNNING


class Stop(Leaf):
    """Command zero velocity for half a second, at every tick."""

    kind = "Stop"

    def __init__(self) -> None:
        super().__init__()
        self._started_at = 0.0

    def begin(self, context: Context) -> ActionState:
        self._started_at = context.robot.now()
        context.robot.stop()
        return RUNNING

    def proceed(self, context: Context) -> ActionState:
        context.robot.stop()
        return SUCCESS if context.due(self._started_at, STOP_DURATION_S) else RUNNING


class Condition(Leaf):
    """A question, answered at once: SUCCESS for yes."""

    @abstractmethod
    def holds(self, context: Context) -> tuple[bool, str]:
        """The answer and, for a no, how things stand."""

    def begin(self, context: Context) -> ActionState:
        yes, why = self.holds(context)
        return SUCCESS if yes else ActionState(Status.FAILURE, why)


class GoalReached(Condition):
    """Whether the pose that the robot believes it has is within the goal tolerance, in position and in heading.

    Both are judged as Nav2's SimpleGoalChecker does: the distance first, then the smaller angle between the headings.
    """

    kind = "GoalReached"

    def __init__(self, goal: str) -> None:
        super().__init__()
        self._goal = goal

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"goal": self._goal}

    def holds(self, context: Context) -> tuple[bool, str]:
        pose = context.robot.pose()
        if pose is None:
            return False, "the robot does not know its pose"
        goal = context.places[self._goal]
        position_tolerance, heading_tolerance = context.robot.goal_tolerance()
        distance = math.hypot(pose[0] - goal[0], pose[1] - goal[1])
        if not distance <= position_tolerance:
            return False, f"{distance:.3f} m away"
        turn = abs(normalize_angle(pose[2] - goal[2]))
        return turn <= heading_tolerance, f"turned {turn:.3f} rad away"


class DistanceTraveled(Condition):
    """Whether the robot has driven that far, by odometry, since the task started."""

    kind = "DistanceTraveled"

    def __init__(self, distance_m: float) -> None:
        super().__init__()
        self._distance = distance_m

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"distance_m": self._distance}

    def holds(self, context: Context) -> tuple[bool, str]:
        driven = context.robot.distance() - context.start_distance
        return driven >= self._distance, f"{driven:.3f} m driven"


class TimeExpired(Condition):
    """Whether that much time has passed since the task started."""

    kind = "TimeExpired"

    def __init__(self, duration_s: float) -> None:
        super().__init__()
        self._duration = duration_s

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"duration_s": self._duration}

    def holds(self, context: Context) -> tuple[bool, str]:
        passed = context.robot.now() - context.started_at
        return context.due(context.started_at, self._duration), f"{passed:.3f} s have passed"
