from setuptools import find_packages, setup

PACKAGE = "robotdsl_mujoco_sim"

setup(
    name=PACKAGE,
    version="0.1.0",
    description="The MuJoCo simulation of a compiled robot, and the run in one process.",
    license="Apache-2.0",
    maintainer="RobotDSL maintainers",
    maintainer_email="maintainers@robotdsl.example",
    packages=find_packages(exclude=["tests", "tests.*"]),
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
        (
            f"share/{PACKAGE}/launch",
            ["share/launch/simple_visual_robot.launch.py", "share/launch/simple_visual_robot.launch.xml"],
        ),
        (
            f"share/{PACKAGE}/examples/robot_description",
            ["share/examples/robot_description/simple_visual_robot.urdf"],
        ),
    ],
    entry_points={
        "console_scripts": [
            "drive = robotdsl_mujoco_sim.teleop.command:main",
            "node = robotdsl_mujoco_sim.node.main:command",
            "description_node = robotdsl_mujoco_sim.node.standalone.main:command",
        ],
        "robotdsl_mujoco_sim.plugins": [
            "BaseVelocityPlugin = robotdsl_mujoco_sim.plugins.base_velocity:BaseVelocityPlugin",
        ],
    },
    python_requires=">=3.11",
    extras_require={"test": ["pytest"]},
    zip_safe=False,
)
