"""The parameter files of every example base, held against the names, types and plugins that Nav2 Jazzy declares."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from robotdsl_compiler.model.drives import SteeringDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.targets.nav2.base import base_parameters
from robotdsl_compiler.targets.nav2.robot import circumscribed_radius, drags, robot_parameters
from robotdsl_compiler.targets.nav2.sources import scan_of

from ..examples import facts_of_program

JAZZY = yaml.safe_load((Path(__file__).parent / "jazzy.yaml").read_text(encoding="utf-8"))
PROGRAMS = (
    "demo", "minimal", "motors", "skid", "sensors", "mecanum", "omni", "omni_three", "tricycle", "car", "buggy",
    "tracked", "crawler", "sensor_lidar3d", "sensor_depth_camera", "sensor_rgbd", "sensor_range", "sensor_ultrasonic",
    "sensor_imu",
)  # fmt: skip
STEERED = {"tricycle", "car", "buggy"}
HOLONOMIC = {"mecanum", "omni", "omni_three"}

# What runs in each node: the source files whose parameters it declares.
_COSTMAP = [
    ("nav2_costmap_2d", name)
    for name in (
        "costmap_2d_ros", "static_layer", "obstacle_layer", "voxel_layer", "range_sensor_layer", "inflation_layer",
        "observation_source",
    )
]  # fmt: skip
DECLARING: dict[str, list[tuple[str, str]]] = {
    "amcl": [("nav2_amcl", "amcl_node")],
    "map_server": [("nav2_map_server", "map_server")],
    "bt_navigator": [
        ("nav2_bt_navigator", "bt_navigator"),
        ("nav2_behavior_tree", "bt_action_server_impl"),
        ("nav2_bt_navigator", "navigate_to_pose"),
    ],
    "planner_server": [
        ("nav2_planner", "planner_server"),
        ("nav2_navfn_planner", "navfn_planner"),
        ("nav2_smac_planner", "smac_planner_hybrid"),
    ],
    "controller_server": [
        *(
            ("nav2_controller", name)
            for name in (
                "controller_server", "simple_goal_checker", "position_goal_checker", "simple_progress_checker",
                "pose_progress_checker",
            )
        ),
        *(("nav2_mppi_controller", name) for name in JAZZY["parameters"]["nav2_mppi_controller"]),
        ("nav2_regulated_pure_pursuit_controller", "parameter_handler"),
        ("nav2_dwb_controller/nav_2d_utils", "odom_subscriber"),
        ("nav2_util", "twist_publisher"),
    ],
    "behavior_server": [
        *(("nav2_behaviors", name) for name in ("behavior_server", "spin", "drive_on_heading", "timed_behavior")),
        ("nav2_util", "twist_publisher"),
    ],
    "local_costmap": _COSTMAP,
    "global_costmap": _COSTMAP,
    "lifecycle_manager": [("nav2_lifecycle_manager", "lifecycle_manager")],
}  # fmt: skip
# Of every node.
ANYWHERE = {"use_sim_time", "plugin"}


@pytest.fixture(scope="module", params=PROGRAMS)
def facts(request: pytest.FixtureRequest) -> Facts:
    return facts_of_program(request.param)


def read(data: bytes) -> dict[str, Any]:
    """Node name to its parameters."""
    found = {}
    for name, body in yaml.safe_load(data).items():
        body = body.get(name, body)
        assert set(body) == {"ros__parameters"}
        found[name] = body["ros__parameters"]
    return found


def leaves(parameters: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in parameters.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def joined(facts: Facts) -> dict[str, Any]:
    """Both files as Nav2 reads them: the second over the first."""

    def over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
        merged = dict(below)
        for name, value in above.items():
            merged[name] = over(below.get(name, {}), value) if isinstance(value, dict) else value
        return merged

    return over(read(base_parameters().data), read(robot_parameters(facts).data))


def test_every_name_and_type_is_declared(facts: Facts) -> None:
    for node, parameters in joined(facts).items():
        declared: dict[str, list[Any]] = {}
        for package, file in DECLARING[node]:
            for name, default in JAZZY["parameters"][package][file].items():
                declared.setdefault(name, []).append(default)
        for path, value in leaves(parameters):
            name = path.rpartition(".")[2]
            if name in ANYWHERE:
                continue
            found = next((declared[key] for key in (name, ".".join(path.split(".")[-2:])) if key in declared), None)
            assert found is not None, f"{node} declares no {path}"
            plain = {type(d) for d in found if isinstance(d, (bool, int, float))}
            assert not plain or type(value) in plain, f"{node}: {path} is {value!r}, and {plain} is declared"


def test_every_plugin_exists(facts: Facts) -> None:
    known = {name for names in JAZZY["plugins"].values() for name in names}
    for node, parameters in joined(facts).items():
        for path, value in leaves(parameters):
            if path.endswith("plugin") or path == "robot_model_type":
                assert value in known, f"{node}: {path} is {value}"
    follower = joined(facts)["controller_server"]["FollowPath"]
    critics = {name.rpartition("::")[2] for name in JAZZY["plugins"]["mppi::critics::CriticFunction"]}
    named = follower.get("critics", [])
    assert set(named) <= critics and all(follower[critic]["enabled"] for critic in named)
    assert bool(named) == (not drags(facts.robot))


def test_every_named_plugin_is_configured(facts: Facts) -> None:
    nodes = joined(facts)
    for node, lists in {
        "planner_server": ["planner_plugins"],
        "controller_server": ["controller_plugins", "goal_checker_plugins", "progress_checker_plugins"],
        "behavior_server": ["behavior_plugins"],
        "local_costmap": ["plugins"],
        "global_costmap": ["plugins"],
        "bt_navigator": ["navigators"],
    }.items():
        for names in lists:
            for name in nodes[node][names]:
                assert nodes[node][name]["plugin"], f"{node}: {name}"


def test_a_fact_stands_in_one_file(facts: Facts) -> None:
    """What the robot decides is in the second file and nowhere else."""
    first, second = read(base_parameters().data), read(robot_parameters(facts).data)
    both = [
        (node, path)
        for node in first.keys() & second.keys()
        for path in dict(leaves(first[node])).keys() & dict(leaves(second[node])).keys()
    ]
    assert both == []


def test_one_footprint_and_a_wide_enough_inflation(facts: Facts) -> None:
    nodes = joined(facts)
    assert facts.robot.footprint is not None
    for costmap in ("local_costmap", "global_costmap"):
        corners = yaml.safe_load(nodes[costmap]["footprint"])
        assert corners == [pytest.approx(corner) for corner in facts.robot.footprint]
        assert nodes[costmap]["inflation_layer"]["inflation_radius"] >= circumscribed_radius(facts.robot)
        assert nodes[costmap]["plugins"][-1] == "inflation_layer"


def test_the_controller_s_model_steps_at_its_rate_and_sees_no_further_than_the_window(facts: Facts) -> None:
    nodes = joined(facts)
    server = nodes["controller_server"]
    follower = server["FollowPath"]
    assert follower["model_dt"] * server["controller_frequency"] == pytest.approx(1.0)
    if drags(facts.robot):
        horizon = follower["max_lookahead_dist"]
    else:
        horizon = follower["vx_max"] * follower["model_dt"] * follower["time_steps"]
        assert follower["prune_distance"] >= horizon
    assert nodes["local_costmap"]["width"] / 2 >= horizon + circumscribed_radius(facts.robot)


def test_a_busy_machine_loses_no_goal() -> None:
    """A server that answers late is waited for: 20 ms, which Nav2 gives, are missed beside a simulation."""
    navigator = read(base_parameters().data)["bt_navigator"]
    assert navigator["default_server_timeout"] >= 1000


def test_dragged_wheels_get_a_turn_s_whole_speed_at_once(facts: Facts) -> None:
    """A command that grows from the measured speed alone comes to rest where the wheels do not turn the base yet."""
    if not drags(facts.robot):
        return
    server = joined(facts)["controller_server"]
    follower = server["FollowPath"]
    assert follower["plugin"] == "nav2_regulated_pure_pursuit_controller::RegulatedPurePursuitController"
    assert follower["max_angular_accel"] / server["controller_frequency"] >= follower["rotate_to_heading_angular_vel"]


def test_limits_are_the_drive_s(facts: Facts) -> None:
    drive, nodes = facts.robot.drive, joined(facts)
    assert drive is not None
    follower = nodes["controller_server"]["FollowPath"]
    assert nodes["behavior_server"]["max_rotational_vel"] == pytest.approx(drive.max_turn)
    if drags(facts.robot):
        assert 0.0 < follower["desired_linear_vel"] <= drive.max_speed
        assert 0.0 < follower["rotate_to_heading_angular_vel"] <= drive.max_turn
        return
    assert follower["vx_max"] == pytest.approx(drive.max_speed)
    assert follower["wz_max"] == pytest.approx(drive.max_turn)
    assert -follower["ax_min"] == follower["ax_max"] == pytest.approx(drive.max_acceleration)
    side = getattr(drive, "max_side_speed", 0.0)
    assert (follower["motion_model"] == "Omni") == (side > 0.0)
    assert follower["vy_max"] == pytest.approx(side)


def test_a_base_that_steers(facts: Facts) -> None:
    drive, nodes = facts.robot.drive, joined(facts)
    planner, follower = nodes["planner_server"]["GridBased"], nodes["controller_server"]["FollowPath"]
    checker = nodes["controller_server"]["goal_checker"]["plugin"]
    if not isinstance(drive, SteeringDrive):
        assert planner["plugin"] == "nav2_navfn_planner::NavfnPlanner"
        assert checker == "nav2_controller::SimpleGoalChecker"
        return
    assert planner["plugin"] == "nav2_smac_planner::SmacPlannerHybrid"
    assert planner["minimum_turning_radius"] == follower["AckermannConstraints"]["min_turning_r"]
    assert planner["minimum_turning_radius"] == pytest.approx(drive.min_turning_radius)
    assert planner["lookup_table_size"] == 5.0
    # Its goals are places: it cannot turn on the spot to fix a heading.
    assert checker == "nav2_controller::PositionGoalChecker"
    assert "GoalAngleCritic" not in follower["critics"]
    # It may go backwards, at a price.
    assert follower["vx_min"] < 0.0 and "PreferForwardCritic" in follower["critics"]


def test_what_localises_and_what_marks(facts: Facts) -> None:
    nodes, scan = joined(facts), scan_of(facts.robot)
    servers = nodes["lifecycle_manager"]["node_names"]
    if scan is None:
        # The map meets odometry through a static transform.
        assert "amcl" not in servers
        assert "obstacle_layer" not in nodes["local_costmap"]["plugins"]
        return
    assert nodes["amcl"]["scan_topic"] == scan.topic
    for costmap in ("local_costmap", "global_costmap"):
        assert nodes[costmap]["obstacle_layer"]["scan"]["topic"] == scan.topic
    x, y, _ = facts.program.world.spawn.position
    start = nodes["amcl"]["initial_pose"]
    assert (start["x"], start["y"]) == pytest.approx((x, y))
    assert start["yaw"] == pytest.approx(facts.program.world.spawn.yaw)
    assert servers[:2] == ["map_server", "amcl"]
    assert set(servers) == nodes.keys() - {"local_costmap", "global_costmap", "lifecycle_manager"}


def test_a_costmap_hears_what_the_rest_speaks_of(facts: Facts) -> None:
    """A costmap has a namespace of its own, in which a topic that is not absolute lies: nobody publishes there."""
    nodes = joined(facts)
    for costmap in ("local_costmap", "global_costmap"):
        told = [value for path, value in leaves(nodes[costmap]) if path.rpartition(".")[2] in ("topic", "map_topic")]
        told += nodes[costmap].get("range_layer", {}).get("topics", [])
        assert all(topic.startswith("/") for topic in told)
    assert "map_topic" not in nodes["global_costmap"]["static_layer"]  # the map server's, by default


def test_the_localizer_trusts_odometry_as_far_as_it_goes(facts: Facts) -> None:
    """In a world with little to see the belief strays by the noise of its motions, a step of 0.1 m or 0.1 rad at a
    time: after 3 m of driving, or a whole turn, by less than the goal's tolerance.
    """
    nodes = joined(facts)
    amcl, goal = nodes["amcl"], nodes["controller_server"]["goal_checker"]
    if scan_of(facts.robot) is None:
        # Not started; the robot's file says nothing of it.
        assert "alpha1" not in amcl
        return
    step, steps = amcl["update_min_d"], 3.0 / amcl["update_min_d"]
    if drags(facts.robot):
        # Its wheels turn three times as far as it does.
        assert amcl["alpha1"] >= (2 / 3) ** 2
        return
    turn = math.sqrt(2 * amcl["alpha2"] * steps) * step
    assert turn < goal["xy_goal_tolerance"]
    assert math.sqrt(amcl["alpha3"] * steps) * step < goal["xy_goal_tolerance"] / 2
    assert math.sqrt(amcl["alpha4"] * 2 * math.pi / amcl["update_min_a"]) * amcl["update_min_a"] < 0.1


def test_every_kind_of_sensor(facts: Facts) -> None:
    nodes = joined(facts)
    kinds = {s.type for s in facts.robot.sensors}
    ranges = {"/ultrasonic/range": "Ultrasonic", "/range": "Range"}
    clouds = {"/lidar3d/points": "Lidar3D", "/depth/points": "DepthCamera", "/rgbd/points": "RGBD"}
    layers = nodes["local_costmap"]["plugins"]
    assert ("voxel_layer" in layers) == bool(kinds & {"Lidar3D", "DepthCamera", "RGBD"})
    assert ("range_layer" in layers) == bool(kinds & {"Ultrasonic", "Range"})
    if "range_layer" in layers:
        heard = nodes["local_costmap"]["range_layer"]["topics"]
        assert heard == [topic for topic, kind in ranges.items() if kind in kinds]
    if "voxel_layer" in layers:
        sources = nodes["local_costmap"]["voxel_layer"]["observation_sources"].split()
        voxels = nodes["global_costmap"]["voxel_layer"]
        topics = {voxels[s]["topic"] for s in sources}
        assert topics == {topic for topic, kind in clouds.items() if kind in kinds}
        assert all(voxels[s]["min_obstacle_height"] == 0.05 for s in sources)
        assert voxels["z_resolution"] * voxels["z_voxels"] == pytest.approx(voxels["max_obstacle_height"])


def test_numbers_keep_their_points(facts: Facts) -> None:
    """ROS tells a floating-point parameter from a whole number by the point in its text."""
    text = robot_parameters(facts).data.decode()
    assert "width: " in text and not math.isnan(facts.robot.base_height)
    width = next(line for line in text.splitlines() if "width:" in line)
    assert width.split()[1].isdigit()
    speed = next(line for line in text.splitlines() if "vx_max:" in line or "desired_linear_vel:" in line)
    assert "." in speed


def test_the_files_are_the_same_every_time(facts: Facts) -> None:
    assert robot_parameters(facts).data == robot_parameters(facts).data
    assert base_parameters().data.decode().count("&") == 0
