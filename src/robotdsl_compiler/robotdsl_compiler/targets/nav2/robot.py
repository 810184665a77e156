"""nav/nav2.robot.yaml: everything of navigation that the robot decides, and nothing else says.

Lengths in metres, speeds in m/s and rad/s, accelerations per second more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    DriveFact,
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.nav2.base import (
    CONTROLLER_PERIOD,
    CONTROLLER_RATE,
    CONTROLLER_STEPS,
    FOLLOWER,
    GOAL_CHECKER,
    HIGHEST_OBSTACLE,
    LOWEST_OBSTACLE,
    PLANNER,
    PROGRESS_CHECKER,
)
from robotdsl_compiler.targets.nav2.parameters import Parameters, parameter_file
from robotdsl_compiler.targets.nav2.sources import clouds_of, cones_of, scan_of
from robotdsl_compiler.targets.values import clean

# Metres beyond the circle that the footprint turns in within which a planner prefers to keep away from obstacles.
CLEARANCE = 0.3
# A base is driven backwards at this share of its speed: few sensors look that way.
_REVERSE = 0.5
# The shares of its speeds at which a base that drags its wheels pursues a path and turns into it: it turns slowly, and
# from the one to the other at once.
_PURSUIT, _PURSUIT_TURN = 0.5, 0.8
# How far the controller's samples spread, as shares of the limits.
_SPREAD = 0.4
_TURN_SPREAD = 0.2
# The most that a local costmap measures to a side, m.
_WIDEST_WINDOW = 10
# A scan marks what lies this much nearer than its range: at the end of it a return and none are told apart badly.
_MARKING = 0.95
# The time in s that a robot has to move half a metre, or half a radian, before it counts as stuck: several times what
# its speed takes for that, at the least the ten that Nav2 gives.
_PATIENCE = 4.0
_LEAST_ALLOWANCE = 10.0
_PROGRESS = 0.5


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a kind of base is planned for and followed. ``amcl`` is the model of its odometry, ``motion`` the
    controller's, ``critics`` what weighs the controller's samples, ``heading`` whether a goal's heading is held.
    """

    amcl: str
    motion: str
    critics: tuple[str, ...]
    heading: bool = True


_CRITICS = (
    "ConstraintCritic",
    "CostCritic",
    "GoalCritic",
    "GoalAngleCritic",
    "PathAlignCritic",
    "PathFollowCritic",
    "PathAngleCritic",
    "PreferForwardCritic",
)
_DIFFERENTIAL = _Kind("nav2_amcl::DifferentialMotionModel", "DiffDrive", _CRITICS)
_HOLONOMIC = _Kind("nav2_amcl::OmniMotionModel", "Omni", (*_CRITICS, "TwirlingCritic"))
_STEERING = _Kind(
    "nav2_amcl::DifferentialMotionModel",
    "Ackermann",
    # No goal's heading is held. Its planner's paths go backwards where they have to; without a price on that the
    # follower goes to and fro beside a goal that it has passed, which takes it six times as long.
    tuple(critic for critic in _CRITICS if critic != "GoalAngleCritic"),
    heading=False,
)
_KINDS: dict[type[DriveFact], _Kind] = {
    DifferentialDrive: _DIFFERENTIAL,
    TrackDrive: _DIFFERENTIAL,
    MecanumDrive: _HOLONOMIC,
    OmniDrive: _HOLONOMIC,
    SteeringDrive: _STEERING,
}
# What odometry leaves open, as AMCL takes it: the squares of a turn's share of a turn, of a drive's in turning (rad/m),
# of a drive's share of a drive, of a turn's in driving (m/rad), and of a sideways drive's share. Wheels that roll are
# read to a hundredth; in a world with little to see, more noise than there is takes the belief away from where odometry
# had it.
_NOISE: Parameters = {"alpha1": 0.01, "alpha2": 0.002, "alpha3": 0.01, "alpha4": 0.002, "alpha5": 0.01}
# A belt's turn falls short of what it is told by a sixth at the most.
_TRACK_NOISE: Parameters = {**_NOISE, "alpha1": 0.05}
# Four wheels that cannot steer drag sideways as the base turns, so that their turns say little of its turn.
_DRAGGED_NOISE: Parameters = {"alpha1": 0.7, "alpha2": 0.2, "alpha3": 0.2, "alpha4": 0.2, "alpha5": 0.2}


def robot_parameters(facts: Facts) -> File:
    """The file of a robot on wheels or tracks whose footprint is known; one that walks has no navigation."""
    robot, drive = facts.robot, facts.robot.drive
    assert drive is not None and robot.footprint is not None and not isinstance(drive, LeggedDrive)
    kind = _KINDS[type(drive)]
    nodes: dict[str, object] = {}
    if scan_of(robot) is not None:
        nodes["amcl"] = _of(_amcl(facts, kind))
    nodes |= {
        "planner_server": _of({PLANNER: _planner(drive)}),
        "controller_server": _of(_controller(robot, drive, kind)),
        "behavior_server": _of(_behaviors(drive)),
        "local_costmap": {"local_costmap": _of(_local_costmap(robot, drive))},
        "global_costmap": {"global_costmap": _of(_costmap(robot, ["static_layer"]))},
        "lifecycle_manager": _of({"node_names": servers(robot)}),
    }
    return parameter_file("nav/nav2.robot.yaml", nodes)


def inflation_radius(robot: RobotFacts) -> float:
    """Round an obstacle, the distance within which passing costs: the footprint's circumscribed radius and more, so
    that no pose of the footprint beside an obstacle is free of cost.
    """
    return clean(circumscribed_radius(robot) + CLEARANCE)


def circumscribed_radius(robot: RobotFacts) -> float:
    assert robot.footprint is not None
    return max(math.hypot(x, y) for x, y in robot.footprint)


def _of(parameters: Parameters) -> Parameters:
    return {"ros__parameters": parameters}


def servers(robot: RobotFacts) -> list[str]:
    """The servers in the order in which they are brought up: the map before what reads it."""
    localizer = ["amcl"] if scan_of(robot) is not None else []
    return ["map_server", *localizer, "planner_server", "controller_server", "behavior_server", "bt_navigator"]


def _amcl(facts: Facts, kind: _Kind) -> Parameters:
    scan, spawn = scan_of(facts.robot), facts.program.world.spawn
    assert scan is not None
    x, y, z = spawn.position
    return {
        "scan_topic": scan.topic,
        "laser_max_range": clean(scan.range_max),
        "robot_model_type": kind.amcl,
        **_noise(facts.robot),
        "initial_pose": {"x": clean(x), "y": clean(y), "z": clean(z), "yaw": clean(spawn.yaw)},
    }


def _noise(robot: RobotFacts) -> Parameters:
    match robot.drive:
        case TrackDrive():
            return _TRACK_NOISE
        case _ if drags(robot):
            return _DRAGGED_NOISE
        case _:
            return _NOISE


def drags(robot: RobotFacts) -> bool:
    """Whether its wheels slide sideways as it turns: four that cannot steer."""
    return isinstance(robot.drive, DifferentialDrive) and len(_driven(robot)) > 2


def _driven(robot: RobotFacts) -> list[str]:
    return [w.component.name for w in robot.wheels if w.role is not None and w.role.value == "driven"]


def _planner(drive: DriveFact) -> Parameters:
    if not isinstance(drive, SteeringDrive):
        return {
            "plugin": "nav2_navfn_planner::NavfnPlanner",
            "tolerance": 0.25,
            "use_astar": True,
            "allow_unknown": True,
        }
    radius = clean(drive.min_turning_radius)
    return {
        "plugin": "nav2_smac_planner::SmacPlannerHybrid",
        # A car leaves a wall that it faces backwards.
        "motion_model_for_search": "REEDS_SHEPP",
        "minimum_turning_radius": radius,
        "angle_quantization_bins": 72,
        "tolerance": 0.25,
        "allow_unknown": True,
        "max_planning_time": 5.0,
        "reverse_penalty": 2.1,
        "change_penalty": 0.2,
        "non_straight_penalty": 1.2,
        "cost_penalty": 2.0,
        "analytic_expansion_ratio": 3.5,
        # A circle and a half at the least, or the last stretch to a goal is never drawn.
        "analytic_expansion_max_length": clean(max(3.0, 10.0 * radius)),
        # Metres round the goal that its table of distances covers; the default's table takes seconds to make.
        "lookup_table_size": 5.0,
        "smooth_path": True,
    }


def _controller(robot: RobotFacts, drive: DriveFact, kind: _Kind) -> Parameters:
    checker = "nav2_controller::SimpleGoalChecker" if kind.heading else "nav2_controller::PositionGoalChecker"
    slowest = min(drive.max_speed, drive.max_turn) if drive.turns_in_place else drive.max_speed
    return {
        GOAL_CHECKER: {"plugin": checker},
        PROGRESS_CHECKER: {
            "required_movement_radius": _PROGRESS,
            "movement_time_allowance": clean(max(_LEAST_ALLOWANCE, _PATIENCE * _PROGRESS / slowest)),
        },
        FOLLOWER: _pursuit(drive) if drags(robot) else _mppi(drive, kind),
    }


def _pursuit(drive: DriveFact) -> Parameters:
    """Pure pursuit, for a base that turns less than it is told. MPPI starts from the speed that it measures and takes
    it to obey: as dragged wheels hardly turn the base at a small command, its commands come to rest there.
    """
    speed, turn = clean(_PURSUIT * drive.max_speed), clean(_PURSUIT_TURN * drive.max_turn)
    return {
        "plugin": "nav2_regulated_pure_pursuit_controller::RegulatedPurePursuitController",
        "desired_linear_vel": speed,
        "use_velocity_scaled_lookahead_dist": True,
        "lookahead_time": 1.5,
        "min_lookahead_dist": 0.3,
        "max_lookahead_dist": 0.9,
        "use_rotate_to_heading": True,
        "rotate_to_heading_min_angle": 0.5,
        "rotate_to_heading_angular_vel": turn,
        # It too is counted from the speed that is measured: a whole turn's speed within a period or two.
        "max_angular_accel": clean(2.0 * CONTROLLER_RATE * turn),
        "use_cost_regulated_linear_velocity_scaling": False,
        "regulated_linear_scaling_min_radius": 0.5,
        "regulated_linear_scaling_min_speed": clean(speed / 3.0),
        "approach_velocity_scaling_dist": 0.6,
        "min_approach_linear_velocity": 0.05,
    }


def _mppi(drive: DriveFact, kind: _Kind) -> Parameters:
    speed, acceleration = clean(drive.max_speed), clean(drive.max_acceleration)
    side = clean(drive.max_side_speed) if isinstance(drive, (MecanumDrive, OmniDrive)) else 0.0
    reverse = clean(-speed if isinstance(drive, SteeringDrive) else -_REVERSE * speed)
    parameters: Parameters = {
        "plugin": "nav2_mppi_controller::MPPIController",
        "motion_model": kind.motion,
        "vx_max": speed,
        "vx_min": reverse,
        "vy_max": side,
        "wz_max": clean(drive.max_turn),
        "ax_max": acceleration,
        "ax_min": -acceleration,
        "ay_max": acceleration,
        "ay_min": -acceleration,
        "az_max": clean(drive.max_turn_acceleration),
        "vx_std": clean(_SPREAD * speed),
        "vy_std": clean(_SPREAD * side),
        "wz_std": clean(_TURN_SPREAD * drive.max_turn),
        # As far as it sees ahead at full speed.
        "prune_distance": clean(_horizon(drive)),
        "critics": list(kind.critics),
    }
    if isinstance(drive, SteeringDrive):
        parameters["enforce_path_inversion"] = True
        parameters["AckermannConstraints"] = {"min_turning_r": clean(drive.min_turning_radius)}
    return parameters


def _horizon(drive: DriveFact) -> float:
    """How far the base gets within the controller's look ahead, 1.5 m at the least."""
    return max(1.5, drive.max_speed * CONTROLLER_STEPS * CONTROLLER_PERIOD)


def _behaviors(drive: DriveFact) -> Parameters:
    turn = clean(drive.max_turn)
    return {
        "max_rotational_vel": turn,
        "min_rotational_vel": clean(min(0.4, 0.5 * turn)),
        "rotational_acc_lim": clean(drive.max_turn_acceleration),
    }


def _local_costmap(robot: RobotFacts, drive: DriveFact) -> Parameters:
    # Whole metres, both ways as far as the controller looks and the footprint then reaches.
    window = min(_WIDEST_WINDOW, 2 * math.ceil(_horizon(drive) + circumscribed_radius(robot)))
    return {"width": window, "height": window, **_costmap(robot, [])}


def _costmap(robot: RobotFacts, below: list[str]) -> Parameters:
    """A costmap's footprint and layers: those of ``below``, one per kind of sensor the robot has, and the inflation."""
    assert robot.footprint is not None
    scan, clouds, cones = scan_of(robot), clouds_of(robot), cones_of(robot)
    layers: Parameters = {}
    if scan is not None:
        layers["obstacle_layer"] = {
            "observation_sources": "scan",
            "scan": _source(scan.topic, "LaserScan", scan.range_max, inf_is_valid=True),
        }
    if clouds:
        layers["voxel_layer"] = {
            "observation_sources": " ".join(name for name, _, _ in clouds),
            **{
                name: {
                    **_source(topic, "PointCloud2", reach),
                    "min_obstacle_height": LOWEST_OBSTACLE,
                }
                for name, topic, reach in clouds
            },
        }
    if cones:
        layers["range_layer"] = {"topics": list(cones)}
    corners = ", ".join(f"[{clean(x)!r}, {clean(y)!r}]" for x, y in robot.footprint)
    return {
        "footprint": f"[{corners}]",
        "plugins": [*below, *layers, "inflation_layer"],
        **layers,
        "inflation_layer": {"inflation_radius": inflation_radius(robot)},
    }


def _source(topic: str, kind: str, reach: float, **more: object) -> Parameters:
    return {
        "topic": topic,
        "data_type": kind,
        "marking": True,
        "clearing": True,
        "max_obstacle_height": HIGHEST_OBSTACLE,
        "obstacle_max_range": clean(_MARKING * reach),
        "raytrace_max_range": clean(reach),
        **more,
    }
