"""The topics that a robot of any ROS target speaks on: those of the base, and those of each sensor by its role."""

from __future__ import annotations

from robotdsl_compiler.model.facts import SensorFact

CLOCK, COMMAND, ODOMETRY = "/clock", "/cmd_vel", "/odom"
JOINT_STATES, JOINT_COMMANDS = "/mujoco/joint_states", "/mujoco/joint_commands"
TRACK_COMMAND = "/tracks/cmd_vel"

# Per sensor type, each topic by what it carries: the role, and what follows it.
_TOPICS: dict[str, dict[str, str]] = {
    "Lidar": {"scan": ""},
    "Lidar3D": {"scan": "/scan", "points": "/points"},
    "IMU": {"imu": ""},
    "Camera": {"image": "/image_raw", "camera_info": "/camera_info"},
    "DepthCamera": {"depth": "/image_raw", "points": "/points"},
    "RGBD": {
        "image": "/image_raw",
        "camera_info": "/camera_info",
        "depth": "/depth/image_raw",
        "points": "/points",
    },
    "Ultrasonic": {"range": "/range", "points": "/points"},
    "Range": {"range": "", "points": "/points"},
    "Bumper": {"contacts": ""},
}


def pose_topic(robot: str) -> str:
    """Where the simulator publishes the robot's true pose."""
    return f"/model/{robot}/pose"


def sensor_topics(sensor: SensorFact) -> dict[str, str]:
    """The topics of a sensor by what each carries."""
    return {carried: f"/{sensor.role}{tail}" for carried, tail in _TOPICS[sensor.type].items()}
