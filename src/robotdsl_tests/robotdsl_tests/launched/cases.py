"""The table of what is brought up: which program, for which target, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

MUJOCO, GAZEBO = "ros-mujoco-nav2", "ros-gz-nav2"

# Ahead (m/s), to the left (m/s), turning to the left (rad/s).
Motion = tuple[float, float, float]


class Kind(Enum):
    """What is asked. ``TASK``: the program's own task, judged; ``DRIVE``: commands by hand on /cmd_vel; ``SENSOR``:
    what the robot's sensor tells of a wall; ``COLOURS``: what a camera makes of a scene.
    """

    TASK = "task"
    DRIVE = "drive"
    SENSOR = "sensor"
    COLOURS = "colours"


@dataclass(frozen=True, slots=True)
class Driven:
    """What a base is told, one motion after another, and how far it may be off.

    ``turn`` and ``speed`` are the least and the greatest share of what it was told that it may do; ``steady`` is false
    where its odometry is known not to tell how it turned.
    """

    motions: tuple[Motion, ...]
    turn: tuple[float, float] = (0.9, 1.1)
    speed: tuple[float, float] = (0.9, 1.1)
    steady: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """One launch: the example ``program`` that the robot, or all of it, is taken from."""

    target: str
    kind: Kind
    program: str
    driven: Driven | None = None

    @property
    def name(self) -> str:
        return f"{self.target.split('-')[1]}-{self.kind.value}-{self.program}"


_IN_PLACE: tuple[Motion, ...] = ((0.3, 0.0, 0.0), (0.0, 0.0, 0.6), (0.2, 0.0, -0.4))
_ON_ARCS: tuple[Motion, ...] = ((0.3, 0.0, 0.0), (0.25, 0.0, 0.25), (-0.25, 0.0, 0.2))
_ANY_WAY: tuple[Motion, ...] = ((0.3, 0.0, 0.0), (0.0, 0.2, 0.0), (0.15, -0.15, 0.0), (0.0, 0.0, 0.6))
# Gentle enough for a base of four wheels that are dragged sideways as it turns.
_DRAGGED: tuple[Motion, ...] = ((0.3, 0.0, 0.0), (0.2, 0.0, 0.5))

# Each kind of base by the example that drives on it. In MuJoCo, where friction knows no direction, a skid-steer base
# turns by a seventh to seven tenths of what it is told (the output contract); a tracked base in Gazebo by 0.83 at the
# least of it.
_SKID_MUJOCO = Driven(_DRAGGED, turn=(0.1, 0.75), steady=False)
# The contract states no share for Gazebo's wheel slip; measured, it turns by all that it is told.
_SKID_GAZEBO = Driven(_DRAGGED, turn=(0.8, 1.1), steady=False)
BASES: dict[str, dict[str, Driven]] = {
    "demo": {MUJOCO: Driven(_IN_PLACE), GAZEBO: Driven(_IN_PLACE)},
    "skid": {MUJOCO: _SKID_MUJOCO, GAZEBO: _SKID_GAZEBO},
    "car": {MUJOCO: Driven(_ON_ARCS), GAZEBO: Driven(_ON_ARCS)},
    "buggy": {MUJOCO: Driven(_ON_ARCS), GAZEBO: Driven(_ON_ARCS)},
    "tricycle": {MUJOCO: Driven(_ON_ARCS), GAZEBO: Driven(_ON_ARCS)},
    "tracked": {MUJOCO: Driven(_IN_PLACE), GAZEBO: Driven(_IN_PLACE, turn=(0.8, 1.1))},
    "crawler": {MUJOCO: Driven(_IN_PLACE), GAZEBO: Driven(_IN_PLACE, turn=(0.8, 1.1))},
    # The MuJoCo target refuses wheels on rollers.
    "mecanum": {GAZEBO: Driven(_ANY_WAY)},
    "omni": {GAZEBO: Driven(_ANY_WAY)},
    "omni_three": {GAZEBO: Driven(_ANY_WAY)},
}
# The program of each sensor, whose robot has no other one.
SENSORS: tuple[str, ...] = (
    "sensor_lidar", "sensor_lidar3d", "sensor_camera", "sensor_depth_camera", "sensor_rgbd", "sensor_imu",
    "sensor_ultrasonic", "sensor_range", "sensor_bumper",
)  # fmt: skip
# Whose tasks are run besides those of the bases and of the sensors.
_OTHERS = ("minimal", "motors", "room", "sensors")
# A robot with a plain camera.
COLOURS = "sensor_camera"


def _cases(target: str) -> list[Case]:
    bases = {name: driven[target] for name, driven in BASES.items() if target in driven}
    return [
        *(Case(target, Kind.TASK, name) for name in (*bases, *SENSORS, *_OTHERS)),
        *(Case(target, Kind.DRIVE, name, driven) for name, driven in bases.items()),
        *(Case(target, Kind.SENSOR, name) for name in SENSORS),
        Case(target, Kind.COLOURS, COLOURS),
    ]


CASES: dict[str, Case] = {case.name: case for target in (MUJOCO, GAZEBO) for case in _cases(target)}
