"""The simulation of one compiled output: its model, its state and its time, with commands in and measurements out.

It steps when it is told and never on its own, so the same object serves a run in one process, a test, and a node
that paces it to a wall clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import mujoco
import numpy as np
from robotdsl_runtime.kinematics.actuation import Actuation
from robotdsl_runtime.kinematics.drive import Drive

from robotdsl_mujoco_sim.documents import Document, read_document
from robotdsl_mujoco_sim.driving import DRIVE, DRIVE_SCHEMA, Driver, named, read_scene
from robotdsl_mujoco_sim.engine import require_supported_mujoco
from robotdsl_mujoco_sim.sensors.contacts import FLOOR, Bumper, Contacts
from robotdsl_mujoco_sim.sensors.imu import Imu
from robotdsl_mujoco_sim.sensors.rays import Beams, Lidar, Lidar3D, RangeCone
from robotdsl_mujoco_sim.sensors.spec import SENSORS, SensorSpec, read_sensors
from robotdsl_mujoco_sim.state import Array, selector
from robotdsl_mujoco_sim.stepped import Stepped

Pose7 = tuple[float, float, float, float, float, float, float]
Sensor = Lidar | Lidar3D | RangeCone | Imu | Bumper
_S = TypeVar("_S", Lidar, Lidar3D, RangeCone, Imu, Bumper)
# How far from a whole number of steps a span of time may be and still mean that number.
_STEP_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Twist:
    """The motion of base_footprint in its own frame: ``linear`` (x ahead, y left, z up) of its origin in m/s and
    ``angular`` in rad/s.
    """

    linear: tuple[float, float, float]
    angular: tuple[float, float, float]


class Simulation(Stepped):
    """A robot in its world.

    ``drive`` is the document that says how the base is driven. Sensors are in ``sensors`` by name: each is
    worked out when it is read. Cameras are not among them, since drawing is another module's.
    """

    def __init__(self, model: mujoco.MjModel, drive: Document, sensors: Sequence[SensorSpec], seed: int = 0) -> None:
        """``seed`` fixes the sensors' noise. Raises ``OutputError`` when the documents name what the model lacks."""
        super().__init__(model)
        self.drive = drive
        self.driver = Driver(model, drive)
        self._root_body, qpos, dof = self.driver.root_body, self.driver.root_qpos, self.driver.root_dof
        # Views into the state: they stay good for as long as the data live.
        self._root_qpos: Array = self.data.qpos[qpos : qpos + 7]
        self._root_qvel: Array = self.data.qvel[dof : dof + 6]
        self.wheel_joints: tuple[str, ...] = tuple(wheel.joint for wheel in self.kinematics.wheels)
        self._actuator_of = dict(zip(self.wheel_joints, self.driver.wheel_actuators, strict=True))
        self._wheel_actuators = selector(self.driver.wheel_actuators)
        self._wheel_qpos = [int(model.joint(name).qposadr[0]) for name in self.wheel_joints]
        self._ctrl: Array = self.data.ctrl
        self.contacts = Contacts(self._state)
        self._specs = tuple(sensors)
        self._seed = seed
        self._state.reset()
        self.sensors: dict[str, Sensor] = self._made_sensors()

    @classmethod
    def load(cls, output: Path, seed: int = 0) -> Simulation:
        """The simulation of an output directory, from its scene.xml, drive.json and sensors.json.

        Raises ``OutputError`` when one of them is missing or damaged, ``MujocoVersionError`` on a MuJoCo that it
        does not run on.
        """
        require_supported_mujoco()
        drive = read_document(output, DRIVE, DRIVE_SCHEMA)
        sensors = read_sensors(read_document(output, SENSORS, "robotdsl.sensors"))
        return cls(read_scene(output), drive, sensors, seed)

    # Time

    def steps_in(self, seconds: float) -> int:
        """The whole number of steps that make up ``seconds``; ``ValueError`` when no whole number does."""
        count = seconds / self._timestep
        whole = round(count)
        if whole < 0 or abs(count - whole) > _STEP_TOLERANCE * max(1.0, count):
            raise ValueError(f"{seconds} s is no whole number of steps of {self._timestep} s")
        return whole

    def advance(self, seconds: float) -> None:
        """Step through ``seconds``, a whole number of steps, as ``step`` does."""
        self.step(self.steps_in(seconds))

    def reset(self, seed: int | None = None) -> None:
        """Back to the start: the spawn pose, no commands, time 0, the noise from ``seed`` (the same one again)."""
        if seed is not None:
            self._seed = seed
        super().reset()
        self.driver.command_belts(0.0, 0.0)
        self.sensors = self._made_sensors()

    # Commands

    @property
    def kinematics(self) -> Drive:
        """How the base's motion becomes what its wheels, kingpins and belts do, and back."""
        return self.driver.drive

    def command(self, told: Actuation) -> None:
        """Hold wheels, kingpins and belts to ``told``, each in the order of ``kinematics``."""
        self.driver.actuate(self.data, told)

    def command_wheels(self, speeds: Sequence[float]) -> None:
        """Hold the driven wheels to these speeds in rad/s, in the order of ``wheel_joints``."""
        self._ctrl[self._wheel_actuators] = speeds

    def command_joint(self, joint: str, speed: float) -> None:
        """Hold one driven wheel's joint to ``speed`` in rad/s. ``KeyError`` for a joint that nothing drives,
        ``ValueError`` for a speed that is not finite.
        """
        if not math.isfinite(speed):
            raise ValueError(f"{joint} cannot turn at {speed} rad/s")
        self._ctrl[self._actuator_of[joint]] = speed

    # Ground truth

    def pose(self) -> Pose7:
        """Where base_footprint is in the world: (x, y, z, qx, qy, qz, qw)."""
        x, y, z, qw, qx, qy, qz = self._root_qpos.tolist()
        return x, y, z, qx, qy, qz, qw

    def twist(self) -> Twist:
        """How base_footprint moves, in its own frame.

        MuJoCo states a free joint's linear velocity in the world and its angular velocity in the body.
        """
        _, _, _, qx, qy, qz, qw = self.pose()
        vx, vy, vz, wx, wy, wz = self._root_qvel.tolist()
        return Twist(_turned_back((qx, qy, qz, qw), (vx, vy, vz)), (wx, wy, wz))

    def tilt(self) -> float:
        """The angle between base_footprint's z axis and the world's, in rad."""
        _, _, _, _, qx, qy, _ = self._root_qpos.tolist()
        return math.acos(max(-1.0, min(1.0, 1.0 - 2.0 * (qx * qx + qy * qy))))

    def wheel_positions(self) -> list[float]:
        """How far each driven wheel has turned since the start, in rad, in the order of ``wheel_joints``."""
        qpos: list[float] = self._qpos.tolist()
        return [qpos[address] for address in self._wheel_qpos]

    def kingpin_angles(self) -> tuple[float, ...]:
        """The angles of the kingpins' joints, in rad, in the order of ``kinematics.kingpins``."""
        return self.driver.kingpin_angles(self.data)

    def belt_motion(self) -> tuple[float, float]:
        """The motion (m/s ahead, rad/s to the left) that the belts' surfaces were given."""
        return self.driver.belt_motion

    # Sensors

    def sensor(self, name: str, kind: type[_S]) -> _S:
        """The sensor of this name. ``KeyError`` when there is none, ``TypeError`` when it is of another kind.

        A reset makes the sensors anew: ask again after one.
        """
        sensor = self.sensors[name]
        if not isinstance(sensor, kind):
            raise TypeError(f"{name} is of kind {type(sensor).__name__}, not {kind.__name__}")
        return sensor

    def sensor_in_base(self, name: str) -> tuple[Array, Array]:
        """Where a sensor's frame sits in base_footprint: its origin (3,) in metres and its rotation (3, 3), whose
        columns are the sensor's axes.
        """
        body = self._body(next(spec for spec in self._specs if spec.name == name))
        self._state.place()
        data, root = self.data, self._root_body
        to_base = data.xmat[root].reshape(3, 3).T
        return to_base @ (data.xpos[body] - data.xpos[root]), to_base @ data.xmat[body].reshape(3, 3)

    def beams(self, body: str, directions: Array, reach: float) -> Beams:
        """A set of beams of one's own from a body's origin: unit vectors (n, 3) in the body's frame, ``reach`` in
        metres. ``OutputError`` when the scene holds no such body.
        """
        return Beams(self._state, named(self.model, mujoco.mjtObj.mjOBJ_BODY, body, "beams"), directions, reach)

    def _made_sensors(self) -> dict[str, Sensor]:
        sensors: dict[str, Sensor] = {}
        for index, spec in enumerate(self._specs):
            make = _MAKERS.get(spec.type)
            if make is not None:
                sensors[spec.name] = make(self, spec, self._body(spec), index)
        return sensors

    def _body(self, spec: SensorSpec) -> int:
        return named(self.model, mujoco.mjtObj.mjOBJ_BODY, spec.body, f"{spec.where}: {spec.name}")

    def _rng(self, index: int) -> np.random.Generator:
        """A stream for each sensor: how often one is read changes nothing for another."""
        return np.random.default_rng([self._seed, index])

    def _has_floor(self) -> bool:
        return int(mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_GEOM, FLOOR)) >= 0


_MAKERS: Mapping[str, Callable[[Simulation, SensorSpec, int, int], Sensor]] = {
    "Lidar": lambda sim, spec, body, index: Lidar(sim._state, body, spec, sim._rng(index)),
    "Lidar3D": lambda sim, spec, body, index: Lidar3D(sim._state, body, spec, sim._rng(index)),
    "Ultrasonic": lambda sim, spec, body, index: RangeCone(sim._state, body, spec, sim._has_floor()),
    "Range": lambda sim, spec, body, index: RangeCone(sim._state, body, spec, sim._has_floor()),
    "IMU": lambda sim, spec, body, index: Imu(sim._state, body, spec),
    "Bumper": lambda sim, spec, body, index: Bumper(sim.contacts, sim.model, spec),
}


def _turned_back(
    quaternion: tuple[float, float, float, float], vector: tuple[float, float, float]
) -> tuple[float, float, float]:
    """``vector`` in the frame that ``quaternion`` (x, y, z, w) turns into the one it is stated in."""
    x, y, z, w = quaternion
    vx, vy, vz = vector
    # v' = v + 2 q x (q x v + w v) with the conjugate's q = (-x, -y, -z).
    tx, ty, tz = 2.0 * (z * vy - y * vz), 2.0 * (x * vz - z * vx), 2.0 * (y * vx - x * vy)
    return vx + w * tx + z * ty - y * tz, vy + w * ty + x * tz - z * tx, vz + w * tz + y * tx - x * ty
