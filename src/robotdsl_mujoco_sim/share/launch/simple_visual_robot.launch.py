"""The two-link example on the simulation node: ``ros2 launch robotdsl_mujoco_sim simple_visual_robot.launch.py``."""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare


def generate_launch_description() -> LaunchDescription:
    """The node, with the description that ships with it."""
    share = FindPackageShare("robotdsl_mujoco_sim")
    urdf = PathJoinSubstitution([share, "examples", "robot_description", "simple_visual_robot.urdf"])
    factor = ParameterValue(LaunchConfiguration("real_time_factor"), value_type=float)
    actuators = ParameterValue(LaunchConfiguration("generate_actuators"), value_type=bool)
    floating = ParameterValue(LaunchConfiguration("floating"), value_type=bool)
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "real_time_factor", default_value="1.0", description="simulated seconds per second; 0.0: no limit"
            ),
            DeclareLaunchArgument(
                "generate_actuators", default_value="true", description="make the actuators that ros2_control asks for"
            ),
            DeclareLaunchArgument("floating", default_value="true", description="whether the robot stands on its own"),
            Node(
                package="robotdsl_mujoco_sim",
                executable="description_node",
                name="mujoco_sim",
                output="screen",
                parameters=[
                    {
                        "description.path": urdf,
                        "description.generate_actuators": actuators,
                        "description.floating": floating,
                        "real_time_factor": factor,
                    }
                ],
            ),
        ]
    )
