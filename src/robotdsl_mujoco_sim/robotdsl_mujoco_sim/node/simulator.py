"""The node of an output: what ``stepping.py`` does, and the true pose, the sensors, the cameras and the belts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from geometry_msgs.msg import Twist
from rclpy.node import Node
from rclpy.qos import QoSProfile
from tf2_msgs.msg import TFMessage

from robotdsl_mujoco_sim.node import messages
from robotdsl_mujoco_sim.node.cameras import Cameras
from robotdsl_mujoco_sim.node.channels import BodySensor, CameraSensor, Topics
from robotdsl_mujoco_sim.node.commands import Belts, JointCommands
from robotdsl_mujoco_sim.node.drawing_process import Order, Picture
from robotdsl_mujoco_sim.node.lens import KINDS
from robotdsl_mujoco_sim.node.numbers import NUMBERS
from robotdsl_mujoco_sim.node.stepping import EVERY, SteppingNode
from robotdsl_mujoco_sim.node.world import LoadedWorld

# A camera's process that nobody has wanted a picture of for so long, s of simulated time, is ended.
_IDLE_S = 10.0
# So that a recorder that falls behind misses no pose.
_DEEP = QoSProfile(depth=100)
PARAMETERS: Mapping[str, float] = {**NUMBERS, "pose_rate": 50.0}


class Simulator(SteppingNode):
    """``node`` speaks for ``world``. ``run`` steps until it is told to stop; ``close`` puts everything away."""

    def __init__(self, node: Node, world: LoadedWorld) -> None:
        """Raises ``ValueError`` for a parameter that makes no sense, ``PluginError`` for a plugin that is not ready."""
        simulation = self._simulation = world.simulation
        super().__init__(node, PARAMETERS, simulation, JointCommands(simulation.model, world.actuators))
        self._world = world
        self.cameras = Cameras(world.path, self._drawn, self.log.error)
        self._belts = Belts(simulation.driver)
        self._looks: list[CameraSensor] = []
        self._wants: list[tuple[str, bool, bool, bool]] = []
        self._camera_wanted_at = 0.0
        self._poses = node.create_publisher(TFMessage, world.pose_topic, _DEEP)
        self.tell_at(self.numbers["pose_rate"], self._tell_pose)
        for spec in world.sensors:
            topics = Topics(node, self.outlet, spec)
            if spec.type in KINDS:
                camera = CameraSensor(topics)
                self._looks.append(camera)
                self.tell_at(spec.rate_hz, partial(self._look, camera))
            else:
                self.tell_at(spec.rate_hz, partial(BodySensor(topics, world.robot).measure, simulation))
        if world.track_topic is not None:
            node.create_subscription(Twist, world.track_topic, self._hear_belts, EVERY)
        self.listen()

    def before_steps(self) -> None:
        self._belts.check(self._simulation.time)

    def told(self, stamp: int) -> None:
        """Have drawn at once what this moment wants of all cameras."""
        wants, self._wants = self._wants, []
        if wants:
            self._camera_wanted_at = self._simulation.time
            self.cameras.order(Order(stamp, self._simulation.data.qpos.copy(), tuple(wants)))
        elif self.cameras.started and self._simulation.time - self._camera_wanted_at > _IDLE_S:
            self.cameras.rest()

    def was_reset(self) -> None:
        self._belts.reset()
        self._camera_wanted_at = 0.0

    def put_away(self) -> None:
        self.cameras.close()

    def _look(self, camera: CameraSensor, stamp: int) -> None:
        wanted = camera.wants()
        if wanted is None or self.cameras.failed:
            camera.describe(stamp)
        else:
            self._wants.append(wanted)

    def _drawn(self, picture: Picture) -> None:
        for camera in self._looks:
            if camera.lens.name == picture.camera:
                camera.publish(picture)

    def _tell_pose(self, stamp: int) -> None:
        place, world = self._simulation.pose(), self._world
        self.outlet.put(lambda: self._poses.publish(messages.pose(stamp, world.name, world.robot, place)))

    def _hear_belts(self, message: Any) -> None:
        v, w = message.linear.x, message.angular.z

        def take() -> str | None:
            if self._belts.take(v, w, self._simulation.time):
                return None
            return "a motion of the belts that is not finite is dropped"

        self.hear(take)
