"""The node of a described robot: steps it at its pace, tells its joints and the time, and does what is asked for."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from builtin_interfaces.msg import Time
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rcl_interfaces.srv import SetParametersAtomically
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, Trigger

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.saving import BINARY, save_model
from robotdsl_mujoco_sim.node.inbox import Inbox
from robotdsl_mujoco_sim.node.pacing import Pacer
from robotdsl_mujoco_sim.node.plugging import Subscriptions, plugin_parameters
from robotdsl_mujoco_sim.node.rates import Rate
from robotdsl_mujoco_sim.node.standalone.described import Described
from robotdsl_mujoco_sim.node.standalone.settings import NUMBERS, SETTINGS, build, changed
from robotdsl_mujoco_sim.plugins.finding import PARAMETERS
from robotdsl_mujoco_sim.plugins.host import Plugins
from robotdsl_mujoco_sim.plugins.interface import PluginError

JOINT_STATES, JOINT_COMMANDS, CLOCK = "/mujoco/joint_states", "/mujoco/joint_commands", "/clock"
_STANDING_S = 0.1
_EVERY = QoSProfile(depth=10)


class DescriptionSimulator:
    """``node`` speaks for the robot that its parameters describe."""

    def __init__(self, node: Node) -> None:
        """Raises ``DescriptionError`` for a description that cannot be loaded and a parameter that makes no sense,
        ``PluginError`` for a plugin that is not ready.
        """
        self._node, self._log = node, node.get_logger()
        numbers = _numbers(node)
        self._settings = {name: _declared(node, name, default) for name, default in SETTINGS.items()}
        self._step_period = numbers["step_period"]
        self._inbox, self._paused = Inbox(), False
        self._complaints: set[str] = set()
        self._rates_hz = (numbers["clock_rate"], numbers["joint_state_rate"])
        self._subscriptions = Subscriptions(node, self._inbox.put)
        self._take(Described(build(self._settings)))
        self._plugins = self._plugged()
        self.pacer = Pacer(numbers["real_time_factor"])
        self._clock = node.create_publisher(Clock, CLOCK, _EVERY)
        self._states = node.create_publisher(JointState, JOINT_STATES, _EVERY)
        self._listen()
        node.add_on_set_parameters_callback(_refuse)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()

    def run(self, stopped: Callable[[], bool]) -> None:
        """Step until ``stopped``. Raises ``SimulationError`` when the physics break down or a plugin fails."""
        self._tell(0)
        while not stopped():
            if self._paused:
                if not self._inbox.wait(_STANDING_S):
                    self._clock.publish(Clock(clock=self._stamp()))
                continue
            self.pacer.hold(self._next * self.robot.timestep)
            self._inbox.empty()
            if not self._paused:
                self._advance(self._next)

    def close(self) -> None:
        """Stop hearing, and have the plugins clean up."""
        self._inbox.close()
        self._executor.shutdown(timeout_sec=5.0)
        self._hearing.join(5.0)
        self._plugins.cleanup(self._log.error)

    # Stepping

    @property
    def _next(self) -> int:
        return min(self._clock_rate.due, self._state_rate.due)

    def _advance(self, step: int) -> None:
        self._plugins.update_write()
        self.robot.step(step - self.robot.steps)
        self._tell(step)

    def _tell(self, step: int) -> None:
        stamp = self._stamp()
        if self._state_rate.falls_on(step) or step == 0:
            self._plugins.update_read()
            names = self.robot.joint_names
            if names:
                states = self.robot.joint_states()
                message = JointState(name=list(names))
                message.header.stamp = stamp
                message.position, message.velocity = states.position.tolist(), states.velocity.tolist()
                message.effort = states.effort.tolist()
                self._states.publish(message)
        # Last of all: whoever wakes by the clock finds what was measured until then.
        if self._clock_rate.falls_on(step) or step == 0:
            self._clock.publish(Clock(clock=stamp))

    def _stamp(self) -> Any:
        whole = round(self.robot.time * 1e9)
        return Time(sec=whole // 1_000_000_000, nanosec=whole % 1_000_000_000)

    def _take(self, robot: Described) -> None:
        """Simulate ``robot`` from its start."""
        self.robot = robot
        per_second = 1.0 / robot.timestep
        self._clock_rate, self._state_rate = (Rate(hz, per_second) for hz in self._rates_hz)
        for note in robot.built.notes:
            self._log.info(note)

    def _plugged(self) -> Plugins:
        robot, node = self.robot, self._node
        plugins = Plugins(
            plugin_parameters(node), robot.model, robot.data, self._complain, node, self._subscriptions.subscribe
        )
        if len(plugins):
            robot.call_around_steps(plugins.pre_step, plugins.post_step)
        return plugins

    # What arrives

    def _listen(self) -> None:
        node = self._node
        node.create_subscription(JointState, JOINT_COMMANDS, self._hear_joints, _EVERY)
        node.create_service(SetBool, "~/pause", self._serve_pause)
        node.create_service(Trigger, "~/reset", self._serve_reset)
        node.create_service(Trigger, "~/step", self._serve_step)
        for name, act in (
            ("load_model_from_description", self._load),
            ("save_model", self._save),
            ("set_geom_properties", self._set_geoms),
        ):
            node.create_service(SetParametersAtomically, f"~/{name}", self._server(act))

    def _hear(self) -> None:
        with contextlib.suppress(ExternalShutdownException):
            self._executor.spin()

    def _hear_joints(self, message: Any) -> None:
        values = {"position": message.position, "velocity": message.velocity, "effort": message.effort}

        def take() -> None:
            complaint = self.robot.commands.take(self.robot.data.ctrl, message.name, values)
            if complaint is not None:
                self._complain(complaint)

        self._inbox.put(take)

    def _complain(self, message: str) -> None:
        """Once: messages come many times a second."""
        if message not in self._complaints:
            self._complaints.add(message)
            self._log.warning(message)

    # What is asked for

    def _server(self, act: Callable[[Mapping[str, Any], list[str]], str | None]) -> Callable[[Any, Any], Any]:
        """Serves a request whose arguments come as parameters. ``act`` is done between two steps: what it returns is
        why it was not done, and what it adds to its list is told of one that was.
        """

        def serve(request: Any, response: Any) -> Any:
            arguments = {each.name: parameter_value_to_python(each.value) for each in request.parameters}
            said: list[str] = []
            why_not = self._inbox.ask(lambda: act(arguments, said))
            response.result.successful = why_not is None
            response.result.reason = "; ".join(said) if why_not is None else why_not
            return response

        return serve

    def _load(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        try:
            settings = changed(self._settings, arguments)
            robot = Described(build(settings))
        except DescriptionError as error:
            return str(error)
        before = self.robot
        self._unplug()
        self._take(robot)
        try:
            self._plugins = self._plugged()
        except PluginError as error:
            # Back to the one that it was ready for, or the node ends.
            self._subscriptions.clear()
            self.robot = before
            self._plugins = self._plugged()
            self._restart_rates()
            return str(error)
        self._settings = settings
        said += robot.built.notes
        self.pacer.rest()
        self._tell(0)
        return None

    def _unplug(self) -> None:
        self._plugins.cleanup(self._log.error)
        self._subscriptions.clear()

    def _restart_rates(self) -> None:
        per_second, steps = 1.0 / self.robot.timestep, self.robot.steps
        self._clock_rate, self._state_rate = (Rate(hz, per_second) for hz in self._rates_hz)
        for rate in (self._clock_rate, self._state_rate):
            rate.restart(steps)

    def _save(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        path = arguments.get("path", "")
        if set(arguments) - {"path"} or not isinstance(path, str):
            return "a model is saved to path, a text; nothing else is asked for"
        if not path:
            with tempfile.NamedTemporaryFile(prefix="robotdsl_", suffix=BINARY, delete=False) as file:
                path = file.name
        built = self.robot.built
        try:
            save_model(built.spec, built.model, Path(path))
        except DescriptionError as error:
            return str(error)
        said.append(path)
        return None

    def _set_geoms(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        return self.robot.set_geoms(arguments)

    def _answer(self, act: Callable[[], str | None], response: Any) -> Any:
        why_not = self._inbox.ask(act)
        response.success, response.message = why_not is None, why_not or f"at {self.robot.time:.3f} s"
        return response

    def _serve_pause(self, request: Any, response: Any) -> Any:
        def pause() -> None:
            self._paused = request.data
            self.pacer.rest()

        return self._answer(pause, response)

    def _serve_reset(self, request: Any, response: Any) -> Any:
        def reset() -> None:
            self.robot.reset()
            self._plugins.on_reset()
            self._restart_rates()
            self.pacer.rest()
            self._tell(0)

        return self._answer(reset, response)

    def _serve_step(self, request: Any, response: Any) -> Any:
        def step() -> str | None:
            if not self._paused:
                return "the simulation is not paused"
            end = self.robot.steps + max(1, round(self._step_period / self.robot.timestep))
            while self.robot.steps < end:
                self._advance(min(end, self._next))
            return None

        return self._answer(step, response)


def _refuse(parameters: Any) -> Any:
    """Nobody is left to believe that a parameter which is read once has been taken."""
    for each in parameters:
        if each.name in SETTINGS or each.name in NUMBERS or each.name.startswith(f"{PARAMETERS}."):
            return SetParametersResult(successful=False, reason=f"{each.name} is read at the start alone")
    return SetParametersResult(successful=True)


def _declared(node: Node, name: str, default: Any) -> Any:
    """The value of a parameter, which the node may have declared on its own from what it was started with."""
    if not node.has_parameter(name):
        return node.declare_parameter(name, default, ParameterDescriptor(dynamic_typing=True)).value
    return node.get_parameter(name).value


def _numbers(node: Node) -> dict[str, float]:
    values = {name: _declared(node, name, default) for name, default in NUMBERS.items()}
    for name, value in values.items():
        least = "0 or more" if name == "real_time_factor" else "above 0"
        number = isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value < float("inf")
        if not number or (value == 0.0 and least == "above 0"):
            raise DescriptionError(f"{name} is a number {least}, and not {value!r}")
    return {name: float(value) for name, value in values.items()}
