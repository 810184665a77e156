"""The node: steps the simulation at its pace, tells what it measures, and takes commands and requests.

Three threads share the work. The one that calls ``run`` steps; nothing else touches the simulation. One publishes what
was measured, and one hears what arrives and leaves it in the inbox, which is emptied between two steps.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from geometry_msgs.msg import Twist
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64
from std_srvs.srv import SetBool, Trigger
from tf2_msgs.msg import TFMessage

from robotdsl_mujoco_sim.node import messages
from robotdsl_mujoco_sim.node.cameras import Cameras
from robotdsl_mujoco_sim.node.channels import BodySensor, CameraSensor, Topics
from robotdsl_mujoco_sim.node.commands import Belts, JointCommands
from robotdsl_mujoco_sim.node.drawing_process import Order, Picture
from robotdsl_mujoco_sim.node.inbox import Inbox
from robotdsl_mujoco_sim.node.lens import KINDS
from robotdsl_mujoco_sim.node.outlet import Outlet
from robotdsl_mujoco_sim.node.pacing import SLOW, Pacer
from robotdsl_mujoco_sim.node.plugging import Subscriptions, plugin_parameters
from robotdsl_mujoco_sim.node.rates import Rate
from robotdsl_mujoco_sim.node.world import LoadedWorld
from robotdsl_mujoco_sim.plugins.host import Plugins

JOINT_STATES, JOINT_COMMANDS, CLOCK = "/mujoco/joint_states", "/mujoco/joint_commands", "/clock"
# What is told of a simulation that stands still, s of the wall clock apart: whoever comes late learns the time.
_STANDING_S = 0.1
# A camera's process that nobody has wanted a picture of for so long, s of simulated time, is ended.
_IDLE_S = 10.0
# Of the looks at a simulation that stays slow, one in so many is told.
_SAID_EVERY = 5
_EVERY = QoSProfile(depth=10)
# So that a recorder that falls behind misses no pose.
_DEEP = QoSProfile(depth=100)
# Parameters with their defaults. Rates are in Hz of simulated time, the period in s.
PARAMETERS: dict[str, float] = {
    "real_time_factor": 1.0,
    "clock_rate": 200.0,
    "joint_state_rate": 100.0,
    "pose_rate": 50.0,
    "step_period": 0.02,
}


@dataclass(frozen=True, eq=False)
class _Due:
    """What is done whenever ``rate`` falls due, with the stamp in ns."""

    rate: Rate
    act: Callable[[int], None]


class Simulator:
    """``node`` speaks for ``world``. ``run`` steps until it is told to stop; ``close`` puts everything away."""

    def __init__(self, node: Node, world: LoadedWorld) -> None:
        """Raises ``ValueError`` for a parameter that makes no sense, ``PluginError`` for a plugin that is not ready."""
        self._node, self._world = node, world
        self._simulation = world.simulation
        self._log = node.get_logger()
        values = _declared(node)
        self.pacer = Pacer(values["real_time_factor"])
        self._inbox = Inbox()
        self._paused = False
        self._complaints: set[str] = set()
        self._slow = 0
        simulation = self._simulation
        self._plugins = Plugins(
            plugin_parameters(node), simulation.model, simulation.data, self._complain, node,
            Subscriptions(node, self._inbox.put).subscribe,
        )  # fmt: skip
        if len(self._plugins):
            simulation.call_around_steps(self._plugins.pre_step, self._plugins.post_step)
        self.outlet = Outlet(self._log.error)
        self.cameras = Cameras(world.path, self._drawn, self._log.error)
        self._commands = JointCommands(self._simulation.model, world.actuators)
        self._belts = Belts(self._simulation.driver)
        self._cameras_of: list[tuple[Rate, CameraSensor]] = []
        self._camera_wanted_at = 0.0
        self._due: list[_Due] = []
        self._publish_all(values)
        self._listen()
        node.add_on_set_parameters_callback(self._set_parameters)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()

    @property
    def paused(self) -> bool:
        return self._paused

    def run(self, stopped: Callable[[], bool]) -> None:
        """Step until ``stopped``. Raises ``SimulationError`` when the physics break down."""
        self._tell(0)
        while not stopped():
            if self._paused:
                self._stand()
                continue
            self.pacer.hold(self._next * self._simulation.timestep)
            self._inbox.empty()
            if not self._paused:
                self._advance(self._next)

    def close(self) -> None:
        """Stop hearing, publish what waits, and end what draws."""
        self._inbox.close()
        self._executor.shutdown(timeout_sec=5.0)
        self._hearing.join(5.0)
        self._plugins.cleanup(self._log.error)
        self.cameras.close()
        self.outlet.close()

    # Stepping

    @property
    def _next(self) -> int:
        """The step at which something falls due."""
        return min([each.due for each in self._rates])

    def _stamp(self) -> int:
        return round(self._simulation.time * 1e9)

    def _advance(self, step: int) -> None:
        """Step until ``step`` and tell what is due there."""
        simulation = self._simulation
        self._belts.check(simulation.time)
        self._plugins.update_write()
        simulation.step(step - simulation.steps)
        self._tell(step)
        self._watch_speed()

    def _tell(self, step: int) -> None:
        stamp = self._stamp()
        for each in self._due:
            if each.rate.falls_on(step):
                each.act(stamp)
        self._draw(step, stamp)
        # Last of all: whoever wakes by the clock finds what was measured until then.
        if self._clock_rate.falls_on(step) or step == 0:
            self.outlet.put(lambda: self._clock.publish(messages.clock(stamp)))

    def _draw(self, step: int, stamp: int) -> None:
        wants = []
        for rate, camera in self._cameras_of:
            if not rate.falls_on(step):
                continue
            wanted = camera.wants()
            if wanted is None or self.cameras.failed:
                camera.describe(stamp)
            else:
                wants.append(wanted)
        if wants:
            self._camera_wanted_at = self._simulation.time
            self.cameras.order(Order(stamp, self._simulation.data.qpos.copy(), tuple(wants)))
        elif self.cameras.started and self._simulation.time - self._camera_wanted_at > _IDLE_S:
            self.cameras.rest()

    def _drawn(self, picture: Picture) -> None:
        for _, camera in self._cameras_of:
            if camera.lens.name == picture.camera:
                camera.publish(picture)

    def _stand(self) -> None:
        """Paused: take what arrives, and tell the time for those who have just come."""
        if not self._inbox.wait(_STANDING_S):
            stamp = self._stamp()
            self.outlet.put(lambda: self._clock.publish(messages.clock(stamp)))

    def _watch_speed(self) -> None:
        factor = self.pacer.reached(self._simulation.time)
        if factor is None:
            return
        self.outlet.put(lambda: self._speed.publish(Float64(data=factor)))
        slow = factor < SLOW * self.pacer.factor
        if slow and self._slow % _SAID_EVERY == 0:
            self._log.warning(f"slower than asked for: {factor:.2f} times real time, not {self.pacer.factor:g}")
        self._slow = self._slow + 1 if slow else 0
        if self._node.count_publishers(CLOCK) > 1:
            self._complain(
                f"another node publishes {CLOCK}: two simulations in one ROS domain mislead everyone in it; "
                "end one of them, or give each its own ROS_DOMAIN_ID"
            )

    # What is published

    def _publish_all(self, values: dict[str, float]) -> None:
        node, world = self._node, self._world
        per_second = 1.0 / self._simulation.timestep
        self._clock = node.create_publisher(Clock, CLOCK, _EVERY)
        self._speed = node.create_publisher(Float64, "~/real_time_factor", _EVERY)
        self._states = node.create_publisher(JointState, JOINT_STATES, _EVERY)
        self._poses = node.create_publisher(TFMessage, world.pose_topic, _DEEP)
        self._clock_rate = Rate(values["clock_rate"], per_second)
        self._due.append(_Due(Rate(values["joint_state_rate"], per_second), self._tell_joints))
        self._due.append(_Due(Rate(values["pose_rate"], per_second), self._tell_pose))
        for spec in world.sensors:
            topics, rate = Topics(node, self.outlet, spec), Rate(spec.rate_hz, per_second)
            if spec.type in KINDS:
                self._cameras_of.append((rate, CameraSensor(topics)))
            else:
                sensor = BodySensor(topics, world.robot)
                self._due.append(_Due(rate, partial(sensor.measure, self._simulation)))
        self._rates = [self._clock_rate, *(each.rate for each in self._due), *(rate for rate, _ in self._cameras_of)]

    def _tell_joints(self, stamp: int) -> None:
        self._plugins.update_read()
        names = self._simulation.joint_names
        if names:
            states = self._simulation.joint_states()
            self.outlet.put(lambda: self._states.publish(messages.joint_states(stamp, names, states)))

    def _tell_pose(self, stamp: int) -> None:
        place, world = self._simulation.pose(), self._world
        self.outlet.put(lambda: self._poses.publish(messages.pose(stamp, world.name, world.robot, place)))

    # What arrives

    def _listen(self) -> None:
        node = self._node
        if self._world.actuators:
            node.create_subscription(JointState, JOINT_COMMANDS, self._hear_joints, _EVERY)
        if self._world.track_topic is not None:
            node.create_subscription(Twist, self._world.track_topic, self._hear_belts, _EVERY)
        node.create_service(SetBool, "~/pause", self._serve_pause)
        node.create_service(Trigger, "~/reset", self._serve_reset)
        node.create_service(Trigger, "~/step", self._serve_step)

    def _hear(self) -> None:
        with contextlib.suppress(ExternalShutdownException):
            self._executor.spin()

    def _hear_joints(self, message: Any) -> None:
        values = {"position": message.position, "velocity": message.velocity}

        def take() -> None:
            complaint = self._commands.take(self._simulation.data.ctrl, message.name, values)
            if complaint is not None:
                self._complain(complaint)

        self._inbox.put(take)

    def _hear_belts(self, message: Any) -> None:
        v, w = message.linear.x, message.angular.z

        def take() -> None:
            if not self._belts.take(v, w, self._simulation.time):
                self._complain("a motion of the belts that is not finite is dropped")

        self._inbox.put(take)

    def _complain(self, message: str) -> None:
        """Once: commands come many times a second."""
        if message not in self._complaints:
            self._complaints.add(message)
            self._log.warning(message)

    # What is asked for

    def _asked(self, act: Callable[[], str | None], response: Any) -> Any:
        """Have ``act`` done between two steps; what it says is why it was not."""
        why_not = self._inbox.ask(act)
        response.success, response.message = why_not is None, why_not or f"at {self._simulation.time:.3f} s"
        return response

    def _serve_pause(self, request: Any, response: Any) -> Any:
        def pause() -> None:
            self._paused = request.data
            self.pacer.rest()

        return self._asked(pause, response)

    def _serve_reset(self, request: Any, response: Any) -> Any:
        def reset() -> None:
            self._simulation.reset()
            self._belts.reset()
            self._plugins.on_reset()
            self._camera_wanted_at = 0.0
            for rate in self._rates:
                rate.restart(0)
            self.pacer.rest()
            self._tell(0)

        return self._asked(reset, response)

    def _serve_step(self, request: Any, response: Any) -> Any:
        period = float(self._node.get_parameter("step_period").value)

        def step() -> str | None:
            if not self._paused:
                return "the simulation is not paused"
            simulation = self._simulation
            end = simulation.steps + max(1, round(period / simulation.timestep))
            while simulation.steps < end:
                self._advance(min(end, self._next))
            return None

        return self._asked(step, response)

    def _set_parameters(self, parameters: Any) -> Any:
        for each in parameters:
            if each.name not in PARAMETERS:
                continue
            if each.name not in ("real_time_factor", "step_period"):
                return SetParametersResult(successful=False, reason=f"{each.name} is read at the start alone")
            if (wrong := _wrong(each.name, each.value)) is not None:
                return SetParametersResult(successful=False, reason=wrong)
        for each in parameters:
            if each.name == "real_time_factor":
                self._inbox.put(partial(setattr, self.pacer, "factor", float(each.value)))
        return SetParametersResult(successful=True)


def _declared(node: Node) -> dict[str, float]:
    """The values of the parameters at the start; one may be given as a whole number. ``ValueError`` for a wrong one."""
    free = ParameterDescriptor(dynamic_typing=True)
    # A node may have declared on its own what it was started with.
    values = {
        name: (
            node.get_parameter(name) if node.has_parameter(name) else node.declare_parameter(name, value, free)
        ).value
        for name, value in PARAMETERS.items()
    }
    for name, value in values.items():
        if (wrong := _wrong(name, value)) is not None:
            raise ValueError(wrong)
    return {name: float(value) for name, value in values.items()}


def _wrong(name: str, value: object) -> str | None:
    """What is wrong with a parameter's value; ``None`` when it serves."""
    unbounded = name == "real_time_factor"
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if 0.0 < number < math.inf or (number == 0.0 and unbounded):
        return None
    return f"{name} is a number above 0{', or 0 for no limit' if unbounded else ''}, and not {value!r}"
