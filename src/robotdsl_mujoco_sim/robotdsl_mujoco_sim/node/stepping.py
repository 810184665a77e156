"""What every simulation node does, whatever it simulates: steps at its pace, tells the time and its joints, and does
what it is asked between two steps.

Three threads share the work. The one that calls ``run`` steps; nothing else touches the simulation. One publishes what
was measured, unless there is no pace to keep. One hears what arrives and leaves it in the inbox, which is emptied
between two steps.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rcl_interfaces.msg import SetParametersResult
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64
from std_srvs.srv import SetBool, Trigger

from robotdsl_mujoco_sim.node import messages
from robotdsl_mujoco_sim.node.commands import JointCommands
from robotdsl_mujoco_sim.node.inbox import Inbox
from robotdsl_mujoco_sim.node.numbers import FACTOR, SETTABLE, STEP_PERIOD, wrong
from robotdsl_mujoco_sim.node.outlet import Outlet
from robotdsl_mujoco_sim.node.pacing import SLOW, Pacer
from robotdsl_mujoco_sim.node.parameters import numbers
from robotdsl_mujoco_sim.node.plugging import Subscriptions, plugin_parameters
from robotdsl_mujoco_sim.node.rates import Rate
from robotdsl_mujoco_sim.plugins.finding import PARAMETERS as PLUGINS
from robotdsl_mujoco_sim.plugins.host import Plugins
from robotdsl_mujoco_sim.plugins.interface import PluginError
from robotdsl_mujoco_sim.stepped import Stepped

JOINT_STATES, JOINT_COMMANDS, CLOCK = "/mujoco/joint_states", "/mujoco/joint_commands", "/clock"
EVERY = QoSProfile(depth=10)
# What is told of a simulation that stands still, s of the wall clock apart: whoever comes late learns the time.
_STANDING_S = 0.1
# At the most so many steps are taken before it is looked whether something was asked for, however little is told.
_STRETCH = 1000
# Of the looks at a simulation that stays slow, one in so many is told.
_SAID_EVERY = 5


@dataclass(frozen=True, eq=False)
class _Due:
    """What is done whenever ``rate`` falls due, with the stamp in ns."""

    rate: Rate
    act: Callable[[int], None]


class SteppingNode:
    """``node`` speaks for what is simulated. A kind of simulation says with ``tell_at`` what it tells beside the time
    and its joints, and overrides the calls at the end of this class.
    """

    def __init__(self, node: Node, defaults: Mapping[str, float], simulated: Stepped, commands: JointCommands) -> None:
        """``defaults`` are those of the numbers among the node's parameters.

        Raises ``ValueError`` for a parameter that makes no sense, ``PluginError`` for a plugin that is not ready.
        """
        self.node, self.log = node, node.get_logger()
        self.numbers = numbers(node, defaults)
        self.pacer = Pacer(self.numbers[FACTOR])
        self.simulated, self._commands = simulated, commands
        self._inbox = Inbox()
        self._subscriptions = Subscriptions(node, self._inbox.put)
        self._paused = False
        self._complaints: set[str] = set()
        self._slow = 0
        self._plugins = self._plugged()
        self.outlet = Outlet(self.log.error)
        self._clock = node.create_publisher(Clock, CLOCK, EVERY)
        self._speed = node.create_publisher(Float64, "~/real_time_factor", EVERY)
        self._states = node.create_publisher(JointState, JOINT_STATES, EVERY)
        self._told: list[tuple[float, Callable[[int], None]]] = []
        self._due: list[_Due] = []
        self._clock_rate = self._rate(self.numbers["clock_rate"])
        self.tell_at(self.numbers["joint_state_rate"], self._tell_joints)
        node.create_subscription(JointState, JOINT_COMMANDS, self._hear_joints, EVERY)
        node.create_service(SetBool, "~/pause", self._serve_pause)
        node.create_service(Trigger, "~/reset", self._serve_reset)
        node.create_service(Trigger, "~/step", self._serve_step)
        node.add_on_set_parameters_callback(self._set_parameters)
        self._executor = SingleThreadedExecutor()
        self._hearing = threading.Thread(target=self._hear, daemon=True)

    def listen(self) -> None:
        """Hear what arrives, once all that is heard and told has been set up."""
        self._executor.add_node(self.node)
        self._hearing.start()

    def tell_at(self, rate_hz: float, act: Callable[[int], None]) -> None:
        """Have ``act`` called with the stamp in ns, ``rate_hz`` times a second of simulated time."""
        self._told.append((rate_hz, act))
        self._due.append(_Due(self._rate(rate_hz), act))

    @property
    def paused(self) -> bool:
        return self._paused

    def run(self, stopped: Callable[[], bool]) -> None:
        """Step until ``stopped``. Raises ``SimulationError`` when the physics break down or a plugin fails."""
        self.pace(self.pacer.factor)
        self._tell(0)
        while not stopped():
            if self._paused:
                self._stand()
                continue
            on_time = self.pacer.hold(self._reach * self.simulated.timestep)
            self._inbox.empty()
            if on_time and not self._paused:
                self._advance(self._reach)

    def pace(self, factor: float) -> None:
        """Go on at ``factor`` times real time, 0 for no limit. By the thread that steps, between two steps."""
        self.pacer.factor = factor
        self.outlet.publish_here(factor == 0.0)

    def close(self) -> None:
        """Stop hearing, have the plugins clean up, and publish what waits."""
        self._inbox.close()
        self._executor.shutdown(timeout_sec=5.0)
        if self._hearing.ident is not None:
            self._hearing.join(5.0)
        self._plugins.cleanup(self.log.error)
        self.put_away()
        self.outlet.close()

    # Stepping

    @property
    def _next(self) -> int:
        """The step at which something falls due."""
        return min(self._clock_rate.due, *[each.rate.due for each in self._due])

    @property
    def _reach(self) -> int:
        """The step until which is stepped at once."""
        return min(self._next, self.simulated.steps + _STRETCH)

    def _rate(self, rate_hz: float) -> Rate:
        return Rate(rate_hz, 1.0 / self.simulated.timestep)

    def stamp(self) -> int:
        """The moment of the simulation, in ns."""
        return round(self.simulated.time * 1e9)

    def _advance(self, step: int) -> None:
        """Step until ``step`` and tell what is due there."""
        self.before_steps()
        self._plugins.update_write()
        self.simulated.step(step - self.simulated.steps)
        self._tell(step)
        self._watch_speed()

    def _tell(self, step: int) -> None:
        stamp = self.stamp()
        if step == 0:
            self._tell_joints(stamp)
        for each in self._due:
            if each.rate.falls_on(step):
                each.act(stamp)
        self.told(stamp)
        # Last of all: whoever wakes by the clock finds what was measured until then.
        if self._clock_rate.falls_on(step) or step == 0:
            self._tell_time(stamp)

    def _tell_time(self, stamp: int) -> None:
        self.outlet.put(lambda: self._clock.publish(messages.clock(stamp)))

    def _tell_joints(self, stamp: int) -> None:
        self._plugins.update_read()
        names = self.simulated.joint_names
        if names:
            states = self.simulated.joint_states()
            self.outlet.put(lambda: self._states.publish(messages.joint_states(stamp, names, states)))

    def _stand(self) -> None:
        """Paused: take what arrives, and tell the time for those who have just come."""
        if not self._inbox.wait(_STANDING_S):
            self._tell_time(self.stamp())

    def _watch_speed(self) -> None:
        factor = self.pacer.reached(self.simulated.time)
        if factor is None:
            return
        self.outlet.put(lambda: self._speed.publish(Float64(data=factor)))
        slow = factor < SLOW * self.pacer.factor
        if slow and self._slow % _SAID_EVERY == 0:
            self.log.warning(f"slower than asked for: {factor:.2f} times real time, not {self.pacer.factor:g}")
        self._slow = self._slow + 1 if slow else 0
        if self.node.count_publishers(CLOCK) > 1:
            self._complain(
                f"another node publishes {CLOCK}: two simulations in one ROS domain mislead everyone in it; "
                "end one of them, or give each its own ROS_DOMAIN_ID"
            )

    # What is simulated

    def _plugged(self) -> Plugins:
        simulated, node = self.simulated, self.node
        plugins = Plugins(
            plugin_parameters(node), simulated.model, simulated.data, self._complain, node,
            self._subscriptions.subscribe,
        )  # fmt: skip
        if len(plugins):
            simulated.call_around_steps(plugins.pre_step, plugins.post_step)
        return plugins

    def simulate(self, simulated: Stepped, commands: JointCommands) -> str | None:
        """Go on with ``simulated`` from its start, the plugins anew; ``None``, or why a plugin is not ready for it. The
        one before then goes on from where it was. Between two steps only.
        """
        before = self.simulated, self._commands
        self._plugins.cleanup(self.log.error)
        self._subscriptions.clear()
        self.simulated, self._commands = simulated, commands
        try:
            self._plugins = self._plugged()
        except PluginError as error:
            # Back to the one that they were ready for, or the node ends.
            self._subscriptions.clear()
            self.simulated, self._commands = before
            self._plugins = self._plugged()
            return str(error)
        self._clock_rate = self._rate(self.numbers["clock_rate"])
        self._due = [_Due(self._rate(rate_hz), act) for rate_hz, act in self._told]
        self.pacer.rest()
        self._tell(0)
        return None

    # What arrives

    def _hear(self) -> None:
        with contextlib.suppress(ExternalShutdownException):
            self._executor.spin()

    def hear(self, take: Callable[[], str | None]) -> None:
        """Have ``take`` done between two steps; what it says is wrong with what it took."""

        def taken() -> None:
            complaint = take()
            if complaint is not None:
                self._complain(complaint)

        self._inbox.put(taken)

    def _hear_joints(self, message: Any) -> None:
        values = {"position": message.position, "velocity": message.velocity, "effort": message.effort}
        self.hear(lambda: self._commands.take(self.simulated.data.ctrl, message.name, values))

    def _complain(self, message: str) -> None:
        """Once: commands come many times a second."""
        if message not in self._complaints:
            self._complaints.add(message)
            self.log.warning(message)

    # What is asked for

    def ask(self, act: Callable[[], str | None]) -> str | None:
        """Have ``act`` done between two steps; what it says, and what this returns, is why it was not done."""
        return self._inbox.ask(act)

    def _answered(self, act: Callable[[], str | None], response: Any) -> Any:
        why_not = self.ask(act)
        response.success, response.message = why_not is None, why_not or f"at {self.simulated.time:.3f} s"
        return response

    def _serve_pause(self, request: Any, response: Any) -> Any:
        def pause() -> None:
            self._paused = request.data
            self.pacer.rest()

        return self._answered(pause, response)

    def _serve_reset(self, request: Any, response: Any) -> Any:
        def reset() -> None:
            self.simulated.reset()
            self.was_reset()
            self._plugins.on_reset()
            for rate in (self._clock_rate, *(each.rate for each in self._due)):
                rate.restart(0)
            self.pacer.rest()
            self._tell(0)

        return self._answered(reset, response)

    def _serve_step(self, request: Any, response: Any) -> Any:
        period = float(self.node.get_parameter(STEP_PERIOD).value)

        def step() -> str | None:
            if not self._paused:
                return "the simulation is not paused"
            simulated = self.simulated
            end = simulated.steps + max(1, round(period / simulated.timestep))
            while simulated.steps < end:
                self._advance(min(end, self._next))
            return None

        return self._answered(step, response)

    def _set_parameters(self, parameters: Any) -> Any:
        for each in parameters:
            if each.name in SETTABLE:
                why_not = wrong(each.name, each.value)
            elif each.name in self.numbers or each.name.startswith(f"{PLUGINS}.") or self.reads_once(each.name):
                # Nobody is left to believe that it has been taken.
                why_not = f"{each.name} is read at the start alone"
            else:
                why_not = None
            if why_not is not None:
                return SetParametersResult(successful=False, reason=why_not)
        for each in parameters:
            if each.name == FACTOR:
                self._inbox.put(partial(self.pace, float(each.value)))
        return SetParametersResult(successful=True)

    # What a kind of simulation adds

    def before_steps(self) -> None:
        """Before each stretch of steps, when what has arrived is taken."""

    def told(self, stamp: int) -> None:
        """When all that was due at a step has been told but the time."""

    def was_reset(self) -> None:
        """When what is simulated is back at its start, before anything is told of it."""

    def put_away(self) -> None:
        """At the end, before the last message goes out."""

    def reads_once(self, name: str) -> bool:
        """Whether a parameter of this kind is of no use once it runs."""
        return False
