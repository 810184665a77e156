"""The ``ros-mujoco-nav2`` target: a robot stack of ROS 2 Jazzy, ros2_control and Nav2 on the MuJoCo simulation node."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.bringup.document import Driving, bringup_document
from robotdsl_compiler.targets.contract import Approximation, Bound, File
from robotdsl_compiler.targets.control.base import base_drive
from robotdsl_compiler.targets.control.files import TOPIC_HARDWARE, controllers, layouts, remappings, ros2_control
from robotdsl_compiler.targets.control.plan import JOINT_STATES, Plan, plan
from robotdsl_compiler.targets.description.robot import description, description_meshes
from robotdsl_compiler.targets.mission import binding as mission_binding
from robotdsl_compiler.targets.mission.evaluation import evaluation
from robotdsl_compiler.targets.mission.mission import mission
from robotdsl_compiler.targets.mission.tree import behavior_tree
from robotdsl_compiler.targets.mujoco import binding as mujoco_binding
from robotdsl_compiler.targets.mujoco import limits as mujoco_limits
from robotdsl_compiler.targets.mujoco import node_binding, world_binding
from robotdsl_compiler.targets.mujoco.approximations import of_node
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes
from robotdsl_compiler.targets.nav2 import binding as nav2_binding
from robotdsl_compiler.targets.nav2.approximations import approximations as nav2_approximations
from robotdsl_compiler.targets.nav2.base import base_parameters
from robotdsl_compiler.targets.nav2.robot import robot_parameters, servers
from robotdsl_compiler.targets.nav2.sources import scan_of
from robotdsl_compiler.targets.navigation import binding as navigation_binding
from robotdsl_compiler.targets.navigation.base import navigation
from robotdsl_compiler.targets.navigation.map import occupancy_map
from robotdsl_compiler.targets.payload.entry import launch_file, node_entry_points
from robotdsl_compiler.targets.payload.runtime import runtime_files
from robotdsl_compiler.targets.topics import sensor_topics
from robotdsl_compiler.targets.values import clean

_REFUSALS = (
    mujoco_binding.refuse,
    world_binding.refuse,
    node_binding.refuse,
    mujoco_limits.refuse,
    navigation_binding.refuse_size,
    mission_binding.refuse,
    nav2_binding.warn,
)
# How the two kinds of range finder measure, as sensor_msgs/Range tells them apart.
_RADIATION = {"Ultrasonic": "ultrasound", "Range": "infrared"}


class RosMujocoNav2:
    """Needs ROS 2 Jazzy and MuJoCo; Nav2 and ros2_control where they are not done without."""

    name = "ros-mujoco-nav2"
    summary = "a ROS 2 stack of ros2_control and Nav2, simulated in MuJoCo"

    def bind(self, facts: Facts, diagnostics: Diagnostics) -> Bound | None:
        for refuse in _REFUSALS:
            refuse(facts, diagnostics)
        if diagnostics.blocked(Phase.TARGET_BINDING) or diagnostics.blocked(Phase.WORLD_REALIZATION):
            return None
        return Bound(self.name, facts, tuple(_approximations(facts)))

    def render(self, bound: Bound) -> tuple[File, ...]:
        facts = bound.facts
        robot, program = facts.robot, facts.program
        driven = plan(robot)
        assert robot.drive is not None and driven is not None
        blocks = (compiler_block(), *ros2_control(driven, robot.name, TOPIC_HARDWARE))
        return (
            description(robot, blocks),
            *description_meshes(robot),
            *controllers(driven),
            *layouts(driven),
            base_drive(robot),
            mujoco_document(facts),
            *object_meshes(facts),
            base_parameters(),
            robot_parameters(facts),
            *occupancy_map(facts.world),
            navigation(robot, robot.drive, program.robot.chassis.type),
            behavior_tree(program.task),
            mission(program),
            evaluation(facts, _bumpers(robot)),
            launch_file(),
            bringup_document(_driving(driven), servers(robot), _scan(robot), _depth_scan(robot), _ranges(robot)),
            *runtime_files(ros=True),
            *node_entry_points(),
        )


def _driving(driven: Plan) -> Driving:
    names = tuple(controller.name for controller in driven.controllers)
    # What measures the joints before what drives them.
    spawned = (JOINT_STATES, *names) if names else ()
    return Driving(None if driven.layout is None else driven.layout.name, spawned, remappings(driven))


def _bumpers(robot: RobotFacts) -> dict[str, dict[str, object]]:
    return {
        sensor.component.name: {"topic": sensor_topics(sensor)["contacts"], "rate_hz": sensor.rating.rate_hz}
        for sensor in robot.sensors
        if sensor.type == "Bumper"
    }


def _scan(robot: RobotFacts) -> dict[str, object] | None:
    scan = scan_of(robot)
    if scan is None:
        return None
    if not scan.projected:
        return {"scan": scan.topic}
    # A scan made of a cloud goes all the way round and tells of the camera's view alone.
    return {
        "scan": scan.topic,
        "field_of_view": scan.sensor.rating.horizontal_fov_rad,
        "facing": clean(scan.sensor.pose.yaw),
    }


def _depth_scan(robot: RobotFacts) -> dict[str, object] | None:
    scan = scan_of(robot)
    if scan is None or not scan.projected:
        return None
    return {
        "points": sensor_topics(scan.sensor)["points"],
        "scan": scan.topic,
        "range_max": clean(scan.range_max),
    }


def _ranges(robot: RobotFacts) -> Iterator[dict[str, object]]:
    for sensor in robot.sensors:
        radiation, topics, rating = _RADIATION.get(sensor.type), sensor_topics(sensor), sensor.rating
        if radiation is not None:
            yield {
                "points": topics["points"],
                "range": topics["range"],
                "frame": sensor.component.name,
                "radiation": radiation,
                "field_of_view": rating.horizontal_fov_rad,
                "range_min": rating.range_min_m,
                "range_max": rating.range_max_m,
            }


def _approximations(facts: Facts) -> Iterator[Approximation]:
    yield from of_node(facts)
    yield from nav2_approximations(facts.robot)
    yield Approximation(
        facts.program.task.name,
        "The navigation stack, with navigation:=embedded",
        "A navigator and a localizer of the runtime's own behind the names of Nav2's actions",
        "They run where Nav2 is not installed",
    )
