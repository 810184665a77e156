"""nav/nav2.base.yaml: the choice of plugins and the constants, the same for every robot.

Times in seconds, lengths in metres, angles in radians, rates in hertz. A parameter that is left out keeps the value
that Nav2 Jazzy declares.
"""

from __future__ import annotations

from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.names import FOOTPRINT_LINK
from robotdsl_compiler.targets.nav2.parameters import Parameters, node, parameter_file
from robotdsl_compiler.targets.topics import ODOMETRY

MAP_FRAME, ODOM_FRAME = "map", "odom"
# How near to a goal counts as there. The evaluation allows the true pose twice the distance.
GOAL_TOLERANCE_M = 0.15
GOAL_TOLERANCE_RAD = 0.15
RESOLUTION = 0.05
# The controller's rate, and the step of its model, which has to be one period.
CONTROLLER_RATE = 20.0
CONTROLLER_PERIOD = 1.0 / CONTROLLER_RATE
# How many of those steps the controller looks ahead.
CONTROLLER_STEPS = 56
# The heights between which what a point cloud shows is an obstacle.
LOWEST_OBSTACLE, HIGHEST_OBSTACLE = 0.05, 2.0
_VOXELS = 16

PLANNER, FOLLOWER, GOAL_CHECKER, PROGRESS_CHECKER = "GridBased", "FollowPath", "goal_checker", "progress_checker"


def base_parameters() -> File:
    return parameter_file(
        "nav/nav2.base.yaml",
        {
            "amcl": node(_AMCL),
            "map_server": node({"frame_id": MAP_FRAME, "topic_name": "map"}),
            "bt_navigator": node(_BT_NAVIGATOR),
            "planner_server": node({"expected_planner_frequency": 1.0, "planner_plugins": [PLANNER]}),
            "controller_server": node(_CONTROLLER_SERVER),
            "behavior_server": node(_BEHAVIOR_SERVER),
            "local_costmap": {"local_costmap": node(_LOCAL_COSTMAP)},
            "global_costmap": {"global_costmap": node(_GLOBAL_COSTMAP)},
            # The task runtime starts the servers, once the manager answers it.
            "lifecycle_manager": node({"autostart": False, "bond_timeout": 4.0}),
        },
    )


_AMCL: Parameters = {
    "base_frame_id": FOOTPRINT_LINK,
    "global_frame_id": MAP_FRAME,
    "odom_frame_id": ODOM_FRAME,
    "laser_model_type": "likelihood_field",
    "max_beams": 180,
    "min_particles": 500,
    "max_particles": 2000,
    # A robot that turns or drives this much gets a new estimate.
    "update_min_a": 0.1,
    "update_min_d": 0.1,
    "tf_broadcast": True,
    "transform_tolerance": 1.0,
    "set_initial_pose": True,
}

_BT_NAVIGATOR: Parameters = {
    "global_frame": MAP_FRAME,
    "robot_base_frame": FOOTPRINT_LINK,
    "odom_topic": ODOMETRY,
    "bt_loop_duration": 10,
    # How long a server has to answer, in ms of the machine's clock. The tree ticks on meanwhile; with the 20 that Nav2
    # gives, a goal is lost whenever a machine that simulates as well is busy.
    "default_server_timeout": 1000,
    "wait_for_service_timeout": 1000,
    "navigators": ["navigate_to_pose", "navigate_through_poses"],
    "navigate_to_pose": {"plugin": "nav2_bt_navigator::NavigateToPoseNavigator"},
    "navigate_through_poses": {"plugin": "nav2_bt_navigator::NavigateThroughPosesNavigator"},
    "error_code_names": ["compute_path_error_code", "follow_path_error_code"],
}

_CONTROLLER_SERVER: Parameters = {
    "controller_frequency": CONTROLLER_RATE,
    # The base takes commands with a stamp, by which it tells a stale one.
    "enable_stamped_cmd_vel": True,
    "odom_topic": ODOMETRY,
    "failure_tolerance": 0.3,
    "progress_checker_plugins": [PROGRESS_CHECKER],
    "goal_checker_plugins": [GOAL_CHECKER],
    "controller_plugins": [FOLLOWER],
    # A base that turns on the spot makes progress too.
    PROGRESS_CHECKER: {"plugin": "nav2_controller::PoseProgressChecker", "required_movement_angle": 0.5},
    GOAL_CHECKER: {
        "stateful": True,
        "xy_goal_tolerance": GOAL_TOLERANCE_M,
        "yaw_goal_tolerance": GOAL_TOLERANCE_RAD,
    },
    # Of MPPI, where it follows; another follower reads none of it.
    FOLLOWER: {
        "model_dt": CONTROLLER_PERIOD,
        "time_steps": CONTROLLER_STEPS,
        "batch_size": 2000,
        "iteration_count": 1,
        "temperature": 0.3,
        "gamma": 0.015,
        "visualize": False,
        "transform_tolerance": 0.1,
        "ConstraintCritic": {"enabled": True, "cost_power": 1, "cost_weight": 4.0},
        "GoalCritic": {"enabled": True, "cost_power": 1, "cost_weight": 5.0, "threshold_to_consider": 1.4},
        "GoalAngleCritic": {"enabled": True, "cost_power": 1, "cost_weight": 3.0, "threshold_to_consider": 0.5},
        "PreferForwardCritic": {"enabled": True, "cost_power": 1, "cost_weight": 5.0, "threshold_to_consider": 0.5},
        "CostCritic": {
            "enabled": True,
            "cost_power": 1,
            "cost_weight": 3.81,
            "critical_cost": 300.0,
            "collision_cost": 1000000.0,
            # Footprints here are boxes, and a disc about one is much wider than it.
            "consider_footprint": True,
            "near_goal_distance": 1.0,
            "trajectory_point_step": 2,
        },
        "PathAlignCritic": {
            "enabled": True,
            "cost_power": 1,
            "cost_weight": 14.0,
            "max_path_occupancy_ratio": 0.05,
            "trajectory_point_step": 4,
            "threshold_to_consider": 0.5,
            "offset_from_furthest": 20,
        },
        "PathFollowCritic": {
            "enabled": True,
            "cost_power": 1,
            "cost_weight": 5.0,
            "offset_from_furthest": 5,
            "threshold_to_consider": 1.4,
        },
        "PathAngleCritic": {
            "enabled": True,
            "cost_power": 1,
            "cost_weight": 2.0,
            "offset_from_furthest": 4,
            "threshold_to_consider": 0.5,
            "max_angle_to_furthest": 1.0,
        },
        "TwirlingCritic": {"enabled": True, "cost_power": 1, "cost_weight": 10.0},
    },
}

_BEHAVIOR_SERVER: Parameters = {
    "cycle_frequency": 10.0,
    "enable_stamped_cmd_vel": True,
    "local_costmap_topic": "local_costmap/costmap_raw",
    "global_costmap_topic": "global_costmap/costmap_raw",
    "local_footprint_topic": "local_costmap/published_footprint",
    "global_footprint_topic": "global_costmap/published_footprint",
    "local_frame": ODOM_FRAME,
    "global_frame": MAP_FRAME,
    "robot_base_frame": FOOTPRINT_LINK,
    "transform_tolerance": 0.1,
    "simulate_ahead_time": 2.0,
    # Nav2's own tree asks for all four when a robot is stuck, and does not load where one is missing.
    "behavior_plugins": ["spin", "backup", "drive_on_heading", "wait"],
    "spin": {"plugin": "nav2_behaviors::Spin"},
    "backup": {"plugin": "nav2_behaviors::BackUp"},
    "drive_on_heading": {"plugin": "nav2_behaviors::DriveOnHeading"},
    "wait": {"plugin": "nav2_behaviors::Wait"},
}

_LAYERS: Parameters = {
    "obstacle_layer": {
        "plugin": "nav2_costmap_2d::ObstacleLayer",
        "enabled": True,
        "footprint_clearing_enabled": True,
        "max_obstacle_height": HIGHEST_OBSTACLE,
    },
    # Clouds are cleared along their own rays in space: a scan's ray that passes below a table top clears nothing of it.
    "voxel_layer": {
        "plugin": "nav2_costmap_2d::VoxelLayer",
        "enabled": True,
        "footprint_clearing_enabled": True,
        "min_obstacle_height": LOWEST_OBSTACLE,
        "max_obstacle_height": HIGHEST_OBSTACLE,
        "origin_z": 0.0,
        "z_resolution": HIGHEST_OBSTACLE / _VOXELS,
        "z_voxels": _VOXELS,
        "mark_threshold": 0,
    },
    "range_layer": {
        "plugin": "nav2_costmap_2d::RangeSensorLayer",
        "enabled": True,
        "input_sensor_type": "ALL",
        # A reading at the maximum range says that the cone is free.
        "clear_on_max_reading": True,
        "clear_threshold": 0.2,
        "mark_threshold": 0.8,
        "no_readings_timeout": 0.0,
    },
    "inflation_layer": {"plugin": "nav2_costmap_2d::InflationLayer", "enabled": True, "cost_scaling_factor": 3.0},
}

_COSTMAP: Parameters = {
    "robot_base_frame": FOOTPRINT_LINK,
    "resolution": RESOLUTION,
    "footprint_padding": 0.01,
    "transform_tolerance": 0.3,
    "always_send_full_costmap": True,
}

_LOCAL_COSTMAP: Parameters = {
    "global_frame": ODOM_FRAME,
    "rolling_window": True,
    "update_frequency": 5.0,
    "publish_frequency": 2.0,
    **_COSTMAP,
    **_LAYERS,
}

_GLOBAL_COSTMAP: Parameters = {
    "global_frame": MAP_FRAME,
    "update_frequency": 1.0,
    "publish_frequency": 1.0,
    "track_unknown_space": True,
    **_COSTMAP,
    "static_layer": {
        "plugin": "nav2_costmap_2d::StaticLayer",
        "enabled": True,
        "map_subscribe_transient_local": True,
    },
    **_LAYERS,
}
