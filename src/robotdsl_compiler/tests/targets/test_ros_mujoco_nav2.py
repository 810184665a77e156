"""The ros-mujoco-nav2 target: its files, that each fact is owned by one of them and the others agree, and what it
refuses.

What the adapters write has tests of their own; here it is what joins them.
"""

from __future__ import annotations

import ast
import json
import math
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.targets.control import binding as control_binding

SOURCE = Path(__file__).parents[3]
TARGET = "ros-mujoco-nav2"
PROGRAMS = (
    "demo", "minimal", "motors", "skid", "sensors", "room", "car", "buggy", "tricycle", "tracked", "crawler",
    "sensor_lidar3d", "sensor_depth_camera", "sensor_rgbd",
)  # fmt: skip
REFUSED = ("mecanum", "omni", "omni_three", "hexapod", "quadruped")


def compiled(name: str, folder: Path, kinematic: bool = False) -> Outcome:
    library = str(SOURCE / "robotdsl_libraries" / "libraries" / "example")
    program = str(SOURCE / "robotdsl_libraries" / "programs" / name)
    return compile_program(Request((program,), (library,), target=TARGET, output=str(folder), kinematic=kinematic))


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    @cache
    def make(name: str) -> Path:
        folder = tmp_path_factory.mktemp(TARGET) / name
        outcome = compiled(name, folder)
        assert [d.message for d in outcome.diagnostics if d.blocking] == []
        return folder

    return make


Output = Callable[[str], Path]


def read(folder: Path, path: str) -> Any:
    text = (folder / path).read_text(encoding="utf-8")
    return yaml.safe_load(text) if path.endswith(".yaml") else json.loads(text)


def robot(folder: Path) -> ElementTree.Element:
    return ElementTree.fromstring((folder / "robot" / "robot.urdf").read_bytes())


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# Its files


def test_the_tree(output: Output) -> None:
    found = set(files(output("car")))
    fixed = {
        "robot/robot.urdf", "robot/controllers.yaml", "robot/steering_drive.json", "robot/base_drive.json",
        "world/mujoco.json", "nav/nav2.base.yaml", "nav/nav2.robot.yaml", "nav/map.pgm", "nav/map.yaml",
        "nav/navigation.json", "task/behavior_tree.xml", "task/mission.json", "task/evaluation.json",
        "launch/bringup.launch.py", "launch/bringup.json", "compile.json",
    }  # fmt: skip
    assert fixed <= found
    rest = {path for path in found - fixed if not path.startswith(("runtime/", "robot/meshes/", "world/meshes/"))}
    assert rest == set()


def test_a_tracked_base_has_no_controllers(output: Output) -> None:
    folder = output("tracked")
    assert not (folder / "robot" / "controllers.yaml").exists()
    assert robot(folder).find("ros2_control") is None
    assert {"track_drive.json", "base_drive.json"} <= {p.name for p in (folder / "robot").iterdir()}


def test_the_meshes_of_objects_lie_in_the_world(output: Output) -> None:
    folder = output("room")
    shown = {e["visual"]["file"] for e in read(folder, "world/mujoco.json")["entities"] if e["visual"]}
    assert shown
    for path in shown:
        assert re.fullmatch(r"world/meshes/\w+/\w+\.glb", path)
        assert (folder / path).read_bytes().startswith(b"glTF")


def test_the_description_has_the_block_of_mujoco_and_topics_for_hardware(output: Output) -> None:
    described = robot(output("demo"))
    compiler = described.find("mujoco/compiler")
    assert compiler is not None
    assert compiler.attrib["inertiafromgeom"] == "false"
    assert described.findtext("ros2_control/hardware/plugin") == "topic_based_ros2_control/TopicBasedSystem"
    assert described.find("gazebo") is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_entry_point_calls_what_is_copied_beside_it(output: Output, name: str) -> None:
    folder = output(name)
    scripts = sorted((folder / "runtime").glob("run_*.py"))
    assert [script.name for script in scripts] == [
        "run_base.py", "run_bringup.py", "run_depth_scan.py", "run_mujoco_sim.py", "run_navigation.py",
        "run_omni_drive.py", "run_range_sensor.py", "run_state_publisher.py", "run_steering_drive.py", "run_task.py",
        "run_track_drive.py",
    ]  # fmt: skip
    for script in (*scripts, folder / "launch" / "bringup.launch.py"):
        called = [
            node
            for node in ast.walk(ast.parse(script.read_bytes()))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("robotdsl_")
        ]
        (node,) = called
        module = folder / "runtime" / Path(*(node.module or "").split(".")).with_suffix(".py")
        defined = {n.name for n in ast.parse(module.read_bytes()).body if isinstance(n, ast.FunctionDef)}
        assert {alias.name for alias in node.names} <= defined, script.name
        if script.parent.name == "runtime":
            # The processes of the plan are these, and a Python that is too old reads them far enough to say so.
            ast.parse(script.read_bytes(), feature_version=(3, 4))


@pytest.mark.parametrize("name", ["mecanum", "omni", "omni_three", "demo"])
def test_a_kinematic_output_carries_any_base_and_says_so(name: str, tmp_path: Path) -> None:
    """Nothing of ros2_control is in it, and wheels that turn on rollers slide under the base."""
    outcome = compiled(name, tmp_path / "out", kinematic=True)
    assert outcome.diagnostics.blocked() is False
    assert not (tmp_path / "out" / "robot" / "controllers.yaml").exists()
    assert "ros2_control" not in (tmp_path / "out" / "robot" / "robot.urdf").read_text()
    bringup = json.loads((tmp_path / "out" / "launch" / "bringup.json").read_text())
    assert bringup["simulator"] == {"type": "mujoco", "drive": "kinematic"}
    said = json.loads((tmp_path / "out" / "compile.json").read_text())["approximations"]
    assert [each["component"] for each in said if each["construct"] == "How the base moves"] == ["base"]
    friction = json.loads((tmp_path / "out" / "world" / "mujoco.json").read_text())["friction"]
    wheels = [values[0] for link, values in friction.items() if link.endswith("wheel")]
    assert wheels and set(wheels) == {1.0 if name == "demo" else 0.01}


@pytest.mark.parametrize("target", ["embedded", "mjcf", "ros-gz-nav2"])
def test_a_target_that_carries_no_base_says_so(target: str, tmp_path: Path) -> None:
    sources = str(SOURCE / "robotdsl_libraries" / "programs" / "demo")
    library = str(SOURCE / "robotdsl_libraries" / "libraries" / "example")
    outcome = compile_program(
        Request((sources,), (library,), target=target, output=str(tmp_path / "o"), kinematic=True)
    )
    (found,) = outcome.diagnostics
    assert found.code.name == "invocation.unknown_target"
    assert found.message.startswith(f"target `{target}` cannot carry a base as its wheels are told")
    assert found.help == ("targets that can: ros-mujoco-nav2",)
    assert not (tmp_path / "o").exists()


def test_the_runtime_is_whole_and_without_what_no_output_needs(output: Output) -> None:
    runtime = output("demo") / "runtime"
    found = {p.relative_to(runtime).as_posix() for p in runtime.rglob("*.py")}
    for package in ("robotdsl_runtime", "robotdsl_mujoco_sim"):
        source = SOURCE / package / package
        own = {f"{package}/{p.relative_to(source).as_posix()}" for p in source.rglob("*.py")}
        left_out = re.compile(
            r"robotdsl_mujoco_sim/(teleop/|node/standalone/|measure\.py)|robotdsl_runtime/task/scripted\.py"
        )
        assert {path for path in own - found if left_out.match(path) is None} == set()
        assert {path for path in found if left_out.match(path)} == set()


@pytest.mark.parametrize("name", ["demo", "car", "tracked"])
def test_the_same_bytes_again_and_no_place_in_them(output: Output, name: str, tmp_path: Path) -> None:
    compiled(name, tmp_path / "again")
    first, again = files(output(name)), files(tmp_path / "again")
    assert first == again
    places = (str(SOURCE), str(tmp_path), str(output(name).parent), os.path.expanduser("~") + "/")  # noqa: PTH111
    for path, data in again.items():
        assert not any(place.encode() in data for place in places), path


def test_the_token_of_the_output_stands_where_a_consumer_needs_it(output: Output) -> None:
    for name in ("demo", "room"):
        holders = {path for path, data in files(output(name)).items() if b"${OUTPUT_DIR}" in data}
        assert {path for path in holders if not path.startswith("runtime/")} == {"robot/robot.urdf"}


# Who owns which fact


@pytest.mark.parametrize("name", ["demo", "skid", "motors", "sensors"])
def test_wheels_of_a_differential_base(output: Output, name: str) -> None:
    folder = output(name)
    controllers, base = read(folder, "robot/controllers.yaml"), read(folder, "robot/base_drive.json")
    drive = controllers["drive_controller"]["ros__parameters"]
    assert (drive["wheel_separation"], drive["wheel_radius"]) == (base["separation"], base["radius"])
    joints = drive["left_wheel_names"] + drive["right_wheel_names"]
    assert sorted(joints) == sorted(wheel["joint"] for wheel in base["wheels"])
    assert [w["actuator"] for w in base["wheels"]] == [w["joint"] for w in base["wheels"]]
    commanded = {
        j.attrib["name"]
        for j in robot(folder).iterfind("ros2_control/joint")
        if j.find("command_interface") is not None
    }
    assert commanded == set(joints)
    assert base["turning_center"] == read(folder, "nav/navigation.json")["turning_center_m"]
    # The speeds that are driven at are those of the wheels.
    limits = read(folder, "nav/navigation.json")
    nav = read(folder, "nav/nav2.robot.yaml")["controller_server"]["ros__parameters"]["FollowPath"]
    fastest = (limits["max_speed_mps"], limits["max_turn_radps"])
    if name == "skid":
        # Its follower keeps something of both in hand.
        assert 0.0 < nav["desired_linear_vel"] < fastest[0]
        assert 0.0 < nav["rotate_to_heading_angular_vel"] < fastest[1]
    else:
        assert (nav["vx_max"], nav["wz_max"]) == fastest
    speeds = [wheel["max_speed"] for wheel in base["wheels"] if wheel["max_speed"] is not None]
    if speeds:
        assert fastest[0] <= min(speeds) * base["radius"] + 1e-9


@pytest.mark.parametrize("name", ["car", "buggy"])
def test_wheels_of_a_car(output: Output, name: str) -> None:
    folder = output(name)
    layout, base = read(folder, "robot/steering_drive.json"), read(folder, "robot/base_drive.json")
    for key in ("kinematics", "axle_x", "min_turning_radius"):
        assert layout[key] == base[key]
    for key in ("wheels", "kingpins"):
        assert [{k: v for k, v in each.items() if k != "actuator"} for each in layout[key]] == [
            {k: v for k, v in each.items() if k != "actuator"} for each in base[key]
        ]
    controllers = read(folder, "robot/controllers.yaml")
    driven = controllers["drive_controller"]["ros__parameters"]["joints"]
    steered = controllers["steering_controller"]["ros__parameters"]["joints"]
    assert driven == [wheel["joint"] for wheel in layout["wheels"]]
    assert steered == [pin["joint"] for pin in layout["kingpins"]]
    planner = read(folder, "nav/nav2.robot.yaml")["planner_server"]["ros__parameters"]["GridBased"]
    assert planner["minimum_turning_radius"] == layout["min_turning_radius"]
    assert read(folder, "nav/navigation.json")["min_turning_radius_m"] == layout["min_turning_radius"]


@pytest.mark.parametrize(
    ("name", "path"),
    [("car", "robot/steering_drive.json"), ("buggy", "robot/base_drive.json"), ("tricycle", "robot/base_drive.json")],
)
def test_a_steering_base_tells_its_odometry_by_its_rear_wheels(output: Output, name: str, path: str) -> None:
    """Driven or not: those of the tricycle only roll, and are observed."""
    folder = output(name)
    document = read(folder, path)
    told = document["odometry"]
    assert told["kinematics"] == "differential"
    assert [wheel["joint"] for wheel in told["wheels"]] == ["rear_left_wheel_joint", "rear_right_wheel_joint"]
    (left, right) = (wheel["y"] for wheel in told["wheels"])
    assert left == pytest.approx(-right) and left > 0.0
    observed = {j.attrib["name"] for j in robot(folder).iterfind("ros2_control/joint")}
    assert {wheel["joint"] for wheel in told["wheels"]} <= observed


def test_belts_of_a_tracked_base(output: Output) -> None:
    folder = output("tracked")
    layout, base = read(folder, "robot/track_drive.json"), read(folder, "robot/base_drive.json")
    own = {"schema", "version", "turning_center"}
    assert {k: v for k, v in layout.items() if k not in own} == {k: v for k, v in base.items() if k not in own}
    tracks = read(folder, "world/mujoco.json")["tracks"]
    assert tracks["topic"] == "/tracks/cmd_vel"
    assert [b["component"] for b in tracks["belts"]] == [b["component"] for b in layout["belts"]]
    assert sorted(math.copysign(1.0, belt["y"]) for belt in layout["belts"]) == [-1.0, 1.0]


@pytest.mark.parametrize("name", PROGRAMS)
def test_joints_have_one_name(output: Output, name: str) -> None:
    folder = output(name)
    described = {j.attrib["name"]: j.attrib["type"] for j in robot(folder).iterfind("joint")}
    moving = {joint for joint, type in described.items() if type != "fixed"}
    commanded = {j.attrib["name"] for j in robot(folder).iterfind("ros2_control/joint")}
    driven = {a["joint"] for a in read(folder, "world/mujoco.json")["actuators"]}
    assert driven <= commanded <= moving
    base = read(folder, "robot/base_drive.json")
    told = {each["joint"] for key in ("wheels", "kingpins") for each in base.get(key, ())}
    assert told == driven


@pytest.mark.parametrize("name", PROGRAMS)
def test_topics_and_frames_of_sensors(output: Output, name: str) -> None:
    folder = output(name)
    links = {link.attrib["name"] for link in robot(folder).iterfind("link")}
    published: dict[str, set[str]] = {}
    for sensor in read(folder, "world/mujoco.json")["sensors"]:
        assert sensor["body"] in links
        for carried, topic in sensor["topics"].items():
            published.setdefault(carried, set()).add(topic)
    document = read(folder, "launch/bringup.json")
    ranges = document["ranges"]
    assert {each["range"] for each in ranges} == published.get("range", set())
    assert {each["points"] for each in ranges} <= published.get("points", set())
    assert {each["frame"] for each in ranges} <= links
    made = set() if document["depth_scan"] is None else {document["depth_scan"]["scan"]}
    nav = read(folder, "nav/nav2.robot.yaml")
    scan = document["navigation"]["scan"]
    if scan is None:
        assert "amcl" not in nav
    else:
        assert scan["scan"] == nav["amcl"]["ros__parameters"]["scan_topic"]
        assert scan["scan"] in published.get("scan", set()) | made
    costmap = nav["local_costmap"]["local_costmap"]["ros__parameters"]
    for layer in ("obstacle_layer", "voxel_layer"):
        for source in costmap.get(layer, {}).get("observation_sources", "").split():
            assert costmap[layer][source]["topic"] in set().union(*published.values()) | made
    assert set(costmap.get("range_layer", {}).get("topics", ())) == published.get("range", set())


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_spawn(output: Output, name: str) -> None:
    folder = output(name)
    spawn = read(folder, "task/mission.json")["spawn"]["pose"]
    assert read(folder, "world/mujoco.json")["spawn"] == spawn
    amcl = read(folder, "nav/nav2.robot.yaml").get("amcl")
    if amcl is not None:
        start = amcl["ros__parameters"]["initial_pose"]
        assert [start["x"], start["y"], start["z"]] == spawn[:3]
        assert start["yaw"] == pytest.approx(2.0 * math.atan2(spawn[5], spawn[6]))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_footprint_is_stated_once_for_each_costmap(output: Output, name: str) -> None:
    folder = output(name)
    nav = read(folder, "nav/nav2.robot.yaml")
    stated = {nav[c][c]["ros__parameters"]["footprint"] for c in ("local_costmap", "global_costmap")}
    (footprint,) = stated
    assert json.loads(footprint) == read(folder, "nav/navigation.json")["footprint"]
    assert re.search(r"^\s*footprint:", (folder / "nav" / "nav2.base.yaml").read_text(), re.MULTILINE) is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_servers_that_are_started_are_those_that_are_managed(output: Output, name: str) -> None:
    folder = output(name)
    manager = read(folder, "nav/nav2.robot.yaml")["lifecycle_manager"]["ros__parameters"]["node_names"]
    assert read(folder, "launch/bringup.json")["navigation"]["servers"] == manager
    assert read(folder, "nav/nav2.base.yaml")["lifecycle_manager"]["ros__parameters"]["autostart"] is False


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_controllers_that_are_spawned_are_those_that_are_configured(output: Output, name: str) -> None:
    folder = output(name)
    drive = read(folder, "launch/bringup.json")["drive"]
    if not drive["controllers"]:
        assert not (folder / "robot" / "controllers.yaml").exists()
        return
    controllers = read(folder, "robot/controllers.yaml")
    typed = {k for k, v in controllers["controller_manager"]["ros__parameters"].items() if isinstance(v, dict)}
    assert set(drive["controllers"]) == typed
    assert drive["controllers"][0] == "joint_state_broadcaster"
    # Either a controller takes /cmd_vel itself or a drive of the runtime does.
    takes = any(heard == "/cmd_vel" for _, heard in drive["remappings"])
    assert takes != (drive["node"] is not None)
    assert drive["node"] is None or (folder / "robot" / f"{drive['node']}.json").is_file()


def test_bumpers_are_heard_where_the_simulator_tells_of_them(output: Output) -> None:
    folder = output("sensors")
    stated = read(folder, "task/evaluation.json")["bumpers"]
    told = {
        s["name"]: {"topic": s["topics"]["contacts"], "rate_hz": s["rate_hz"]}
        for s in read(folder, "world/mujoco.json")["sensors"]
        if s["type"] == "Bumper"
    }
    assert stated == told
    assert stated
    assert read(output("demo"), "task/evaluation.json")["bumpers"] == {}


def test_the_wheels_limits_reach_what_drives_them(output: Output) -> None:
    folder = output("motors")
    limits = {j.attrib["name"]: j.find("limit") for j in robot(folder).iterfind("joint")}
    for wheel in read(folder, "robot/base_drive.json")["wheels"]:
        stated = limits[wheel["joint"]]
        assert stated is not None
        assert (float(stated.attrib["velocity"]), float(stated.attrib["effort"])) == (
            wheel["max_speed"], wheel["max_torque"],
        )  # fmt: skip
    actuators = {a["joint"]: a for a in read(folder, "world/mujoco.json")["actuators"]}
    for wheel in read(folder, "robot/base_drive.json")["wheels"]:
        actuator = actuators[wheel["joint"]]
        assert (actuator["command_limit"], actuator["force_limit"]) == (wheel["max_speed"], wheel["max_torque"])


# What it refuses


@pytest.mark.parametrize("name", REFUSED)
def test_a_base_that_it_does_not_drive(name: str, tmp_path: Path) -> None:
    outcome = compiled(name, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    blocking = [d for d in outcome.diagnostics if d.blocking]
    assert {d.code.name for d in blocking} == {"target.unsupported"}
    assert any(d.primary is not None and " base(ref = " in d.primary.span.text for d in blocking)


Refused = Callable[..., list[tuple[str, str, str, str]]]


@pytest.mark.parametrize(
    ("name", "why"),
    [("bot", "the robot"), ("ground_plane", "the floor")],
)
def test_an_entity_with_the_name_of_another_model(refused: Refused, texts: dict[str, str], name: str, why: str) -> None:
    ((code, message, text, phase),) = refused(target=TARGET, world=texts["world"].replace("crate", name))
    assert (code, phase) == ("target.unsupported", "target_binding")
    assert message == f"Obstacle `{name}` has the name of {why}, and contacts are reported by names"
    assert text.startswith(f"Obstacle {name}(")


def test_an_object_that_only_shows_and_not_in_gltf(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace(
        "Obstacle crate(", 'Marker picture(ref = "poster", pos = (1, 1, 0, 0, 0, 0, 1)) Obstacle crate('
    )
    ((code, message, text, phase),) = refused(target=TARGET, world=world)
    assert (code, phase) == ("target.unsupported", "target_binding")
    assert message == ("Marker `picture` only shows, by a mesh in DAE, and of meshes this target shows glTF")
    assert text.startswith("Marker picture(")


@pytest.mark.parametrize(
    ("core", "said"),
    [
        ('Attachment gun(ref = "turret", mount = "top_1")\n', "declares a revolute joint"),
        ('Attachment sheet(ref = "ghost", mount = "top_1")\n', "declares neither a collision box nor a hull"),
        ('Lidar base_footprint(ref = "laser", mount = "top_1")\n', "is taken by the link for"),
    ],
)
def test_what_no_model_of_the_robot_can_hold(refused: Refused, texts: dict[str, str], core: str, said: str) -> None:
    ((code, message, _, _),) = refused(target=TARGET, core=texts["duo"] + core)
    assert code == "target.unsupported"
    assert said in message


def test_a_joint_check_on_a_part_that_does_not_move(refused: Refused) -> None:
    ((code, message, text, _),) = refused(target=TARGET, eval="Evaluate e { Check_vel(target = @core/laser, max = 3) }")
    assert (code, text) == ("target.unsupported", "@core/laser")
    assert "has no moving joint" in message


def test_a_driven_wheel_that_no_controller_commands(
    refused: Refused, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_binding, "left_out", lambda robot, made: ("left_wheel",))
    ((code, message, text, _),) = refused(target=TARGET, core=texts["duo"] + texts["laser"])
    assert (code, text.partition("(")[0]) == ("target.unsupported", "Standard left_wheel")
    assert message.startswith("wheel `left_wheel` is driven, and no controller of Diff_two_caster")


# What it stands in for


def approximations(folder: Path) -> list[tuple[str, str]]:
    return [(a["component"], a["construct"]) for a in read(folder, "compile.json")["approximations"]]


def test_stand_ins_are_declared(output: Output) -> None:
    demo = approximations(output("demo"))
    assert {("left_wheel", "A wheel"), ("left_wheel", "The drive of a wheel"), ("caster", "A caster")} <= set(demo)
    assert any(construct == "The navigation stack, with navigation:=embedded" for _, construct in demo)
    tracked = {construct for _, construct in approximations(output("tracked"))}
    assert {"A track", "The drive of a track", "A tracked base", "The odometry of a tracked base"} <= tracked
    assert "A skid-steer base" in {construct for _, construct in approximations(output("skid"))}
    sensors = dict(approximations(output("sensors")))
    assert "An ultrasonic range finder" in sensors.values()
    assert "What a camera sees of its own robot" in {c for _, c in approximations(output("sensors"))}
    room = approximations(output("room"))
    assert any(construct.startswith("The object `") for _, construct in room)


def test_a_car_and_a_tricycle(output: Output) -> None:
    car = {construct for _, construct in approximations(output("car"))}
    assert {"A steered wheel", "An Ackermann base"} <= car
    tricycle = {a["construct"]: a["emitted"] for a in read(output("tricycle"), "compile.json")["approximations"]}
    assert "with control:=embedded" in tricycle["A tricycle"]


@pytest.mark.parametrize("kind", ["spinner", "depth", "rgbd"])
def test_the_scan_of_a_robot_without_a_laser(build: Any, texts: dict[str, str], kind: str) -> None:
    type = {"spinner": "Lidar3D", "depth": "DepthCamera", "rgbd": "RGBD"}[kind]
    built = build(TARGET, core=f'{texts["duo"]}{type} eye(ref = "{kind}", mount = "top_0")\n')
    document = built.json("launch/bringup.json")
    declared = [a["construct"] for a in built.json("compile.json")["approximations"] if a["component"] == "eye"]
    if kind == "spinner":
        assert document["depth_scan"] is None
        assert document["navigation"]["scan"] == {"scan": "/lidar3d/scan"}
        assert "A spinning lidar as the only planar range sensor" in declared
    else:
        role = {"depth": "depth", "rgbd": "rgbd"}[kind]
        assert document["depth_scan"] == {"points": f"/{role}/points", "scan": "/scan", "range_max": 5.0}
        assert document["navigation"]["scan"] == {"scan": "/scan", "field_of_view": 1.089, "facing": 0.0}
        assert any(construct.endswith("camera as the only range sensor") for construct in declared)


def test_a_robot_that_measures_no_distance_navigates_blind(build: Any, texts: dict[str, str]) -> None:
    blind = build(TARGET, core=texts["duo"])
    (warning,) = [d for d in blind.outcome.diagnostics if d.code.name == "target.blind_navigation"]
    assert warning.primary.span.text.startswith("Navigate")
    assert blind.json("launch/bringup.json")["navigation"]["scan"] is None
    seeing = build(TARGET, core=texts["duo"] + 'Ultrasonic ear(ref = "sonar", mount = "top_0")\n')
    assert [d.code.name for d in seeing.outcome.diagnostics] == []


@pytest.mark.parametrize("target", ["embedded", TARGET, "ros-gz-nav2"])
@pytest.mark.parametrize(("chassis", "left"), [("lopsided_duo", 0.06), ("aside_duo", 0.18)])
def test_a_base_whose_origin_does_not_lie_midway(
    build: Callable[..., Any], texts: dict[str, str], target: str, chassis: str, left: float
) -> None:
    """It turns about the middle between its wheels, which is said to whoever follows it, and declared where a
    controller takes the base's origin to lie there.
    """
    built = build(target, core=texts["duo"].replace('"duo"', f'"{chassis}"') + texts["laser"])
    assert built.json("nav/navigation.json")["turning_center_m"] == pytest.approx([0.0, left])
    stated = [a for a in built.json("compile.json")["approximations"] if "turns about a point" in a["construct"]]
    if target == "embedded":
        assert stated == []
        return
    drive = read(built.folder, "robot/controllers.yaml")["drive_controller"]["ros__parameters"]
    assert (drive["left_wheel_names"], drive["right_wheel_names"]) == (["left_wheel_joint"], ["right_wheel_joint"])
    assert (drive["wheel_separation"], drive["base_frame_id"]) == (pytest.approx(0.26), "base_footprint")
    ((told),) = stated
    assert told["component"] == "base"
    assert f"that point's, {left * 1000.0:g} mm to its left: the odometry is off by up to" in told["emitted"]
    if target == TARGET:
        base = built.json("robot/base_drive.json")
        assert base["turning_center"] == pytest.approx([0.0, left])
        assert [wheel["y"] for wheel in base["wheels"]] == pytest.approx([0.13, -0.13])


def test_what_a_controller_takes_the_bases_origin_for_is_declared(output: Output) -> None:
    told = {a["construct"]: a["emitted"] for a in read(output("tricycle"), "compile.json")["approximations"]}
    assert (
        "that point's, 130 mm behind: the odometry is off by up to 260 mm"
        in told["A base that turns about a point beside its origin"]
    )
    # The drive of the runtime tells of base_footprint itself.
    assert not any("turns about a point" in construct for _, construct in approximations(output("car")))
    assert not any("turns about a point" in construct for _, construct in approximations(output("demo")))


def test_what_a_part_states_of_a_camera_is_taken_or_declared(build: Callable[..., Any], texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + 'Camera cam(ref = "noisy_camera", mount = "top_1")\n'
    built = build(TARGET, core=core)
    (cam,) = (s for s in built.json("world/mujoco.json")["sensors"] if s["name"] == "cam")
    assert (cam["range_min_m"], cam["range_max_m"]) == (0.3, 10.0)
    told = {
        a["construct"]: a["emitted"] for a in built.json("compile.json")["approximations"] if a["component"] == "cam"
    }
    assert told["The noise of a Camera"] == "None"
    (assumed,) = (construct for construct in told if "does not state" in construct)
    assert "range_min_m" not in assumed and "range_max_m" in assumed
