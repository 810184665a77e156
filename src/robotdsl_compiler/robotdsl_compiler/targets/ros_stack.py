"""What the outputs of the ROS targets share: everything but the simulator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.targets import stand_ins, world_binding
from robotdsl_compiler.targets.bringup.document import Driving, bringup_document
from robotdsl_compiler.targets.contract import Approximation, File
from robotdsl_compiler.targets.control import binding as control_binding
from robotdsl_compiler.targets.control.files import controllers, layouts
from robotdsl_compiler.targets.control.plan import JOINT_STATES, Plan, plan
from robotdsl_compiler.targets.description.robot import description_meshes
from robotdsl_compiler.targets.mission import binding as mission_binding
from robotdsl_compiler.targets.mission.evaluation import evaluation
from robotdsl_compiler.targets.mission.mission import mission
from robotdsl_compiler.targets.mission.tree import behavior_tree
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

# After those of the simulator: what of the robot in its world no stack drives, judges or navigates.
REFUSALS = (
    world_binding.refuse,
    world_binding.refuse_entity_names,
    control_binding.refuse,
    navigation_binding.refuse_size,
    mission_binding.refuse,
    nav2_binding.warn,
)
# How the two kinds of range finder measure, as sensor_msgs/Range tells them apart.
_RADIATION = {"Ultrasonic": "ultrasound", "Range": "infrared"}


def stack(
    facts: Facts, driven: Plan, simulator: Mapping[str, object], remappings: tuple[tuple[str, str], ...] = ()
) -> tuple[File, ...]:
    """All but the description, the world and what a simulator's own nodes read. ``simulator`` is what the bring-up is
    told of it; ``remappings`` are those of the controllers' topics where the bring-up starts them.
    """
    robot, program = facts.robot, facts.program
    assert robot.drive is not None
    mujoco = simulator["type"] == "mujoco"
    return (
        *description_meshes(robot),
        *controllers(driven),
        *layouts(driven),
        base_parameters(),
        robot_parameters(facts),
        *occupancy_map(facts.world),
        navigation(robot, robot.drive, program.robot.chassis.type),
        behavior_tree(program.task),
        mission(program),
        evaluation(facts, _bumpers(robot, silent=not mujoco)),
        launch_file(),
        bringup_document(
            simulator,
            _driving(driven, remappings),
            servers(robot),
            _scan(robot),
            _depth_scan(robot),
            _ranges(robot),
        ),
        *runtime_files(ros=True, mujoco=mujoco),
        *node_entry_points(mujoco=mujoco),
    )


def approximations(facts: Facts) -> Iterator[Approximation]:
    """What the stack stands in for, whatever the simulator."""
    robot = facts.robot
    driven = plan(robot)
    # A drive of the runtime tells of base_footprint, wherever the base turns.
    if driven is not None and driven.controllers and driven.layout is None:
        yield from stand_ins.turning_center(facts, driven.controllers[0].type)
    yield from nav2_approximations(robot)


def _driving(driven: Plan, remappings: tuple[tuple[str, str], ...]) -> Driving:
    names = tuple(controller.name for controller in driven.controllers)
    # What measures the joints before what drives them.
    spawned = (JOINT_STATES, *names) if names else ()
    return Driving(None if driven.layout is None else driven.layout.name, spawned, remappings)


def _bumpers(robot: RobotFacts, silent: bool) -> dict[str, dict[str, object]]:
    """``silent``: a bumper reports in every step of the simulation while it is pressed and not at all while it is free,
    as Gazebo's contact system does whatever rate a sensor states.
    """
    return {
        sensor.component.name: {
            "topic": sensor_topics(sensor)["contacts"],
            "rate_hz": sensor.rating.rate_hz,
            **({"silent_when_free": True} if silent else {}),
        }
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
