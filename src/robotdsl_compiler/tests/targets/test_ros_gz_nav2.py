"""The ros-gz-nav2 target: its files, what they say to Gazebo and to the bridge, and what it refuses.

Gazebo itself is not needed: sdformat's checker reads the world and makes SDF of the description as Gazebo does, where
it is installed (Debian's libsdformat-dev and ignition-tools).
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request

SOURCE = Path(__file__).parents[3]
TARGET = "ros-gz-nav2"
WHEELED = (
    "demo", "minimal", "motors", "skid", "sensors", "room", "car", "buggy", "tricycle", "mecanum", "omni", "omni_three",
)  # fmt: skip
TRACKED = ("tracked", "crawler")
SENSORS = ("bumper", "camera", "depth_camera", "imu", "lidar", "lidar3d", "range", "rgbd", "ultrasonic")
PROGRAMS = (*WHEELED, *TRACKED, *(f"sensor_{name}" for name in SENSORS))
REFUSED = ("hexapod", "quadruped")
EXPRESSED_IN = "{http://gazebosim.org/schema}expressed_in"
PAIRS = Path(__file__).with_name("ros_gz_bridge_jazzy.yaml")

Xml = ElementTree.Element
Output = Callable[[str], Path]


def compiled(name: str, folder: Path, target: str = TARGET) -> Outcome:
    library = str(SOURCE / "robotdsl_libraries" / "libraries" / "example")
    program = str(SOURCE / "robotdsl_libraries" / "programs" / name)
    return compile_program(Request((program,), (library,), target=target, output=str(folder)))


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Output:
    @cache
    def make(name: str) -> Path:
        folder = tmp_path_factory.mktemp(TARGET) / name
        outcome = compiled(name, folder)
        assert [d.message for d in outcome.diagnostics if d.blocking] == []
        return folder

    return make


def read(folder: Path, path: str) -> Any:
    text = (folder / path).read_text(encoding="utf-8")
    return yaml.safe_load(text) if path.endswith(".yaml") else json.loads(text)


def xml(folder: Path, path: str) -> Xml:
    return ElementTree.fromstring((folder / path).read_bytes())


def robot(folder: Path) -> Xml:
    return xml(folder, "robot/robot.urdf")


def sensors(folder: Path) -> list[tuple[str, Xml]]:
    return [(g.attrib["reference"], s) for g in robot(folder).iterfind("gazebo") for s in g.iterfind("sensor")]


def systems(folder: Path) -> dict[str, list[Xml]]:
    found: dict[str, list[Xml]] = {}
    for plugin in robot(folder).iterfind("gazebo/plugin"):
        found.setdefault(plugin.attrib["name"].rsplit("::", 1)[1], []).append(plugin)
    return found


# sdformat's own checker


# The frame of what a sensor tells, which Gazebo's sensors read and SDF does not have, and what Harmonic's sdformat (14)
# has and Debian's (12) does not yet.
NEWER = ("XML Element[gz_frame_id]", "XML Element[visibility_mask], child of element[lidar]")


def sdformat(*words: str) -> str:
    """What sdformat's tool prints and what it writes to its log alone: warnings, and elements that SDF does not have.
    That its own backtraces are not installed is left out, and so are the elements that it does not know and Harmonic
    does.
    """
    tool = shutil.which("gz") or shutil.which("ign")
    if tool is None:
        pytest.skip("sdformat's checker is not installed (Debian's libsdformat-dev and ignition-tools)")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home}
        done = subprocess.run(
            [tool, "sdf", *words], capture_output=True, text=True, timeout=60, check=False, env=environment
        )
        logged = [line for log in Path(home).rglob("*.log") for line in log.read_text().splitlines()]
    said = [line for line in (done.stderr + done.stdout).splitlines() if "Improved backtrace generation" not in line]
    heard = [line for line in logged if line.startswith("Warning") or "not defined in SDF" in line]
    return "\n".join([*(line for line in heard if not any(known in line for known in NEWER)), *said])


@cache
def as_sdf(folder: Path) -> Xml:
    """The description as Gazebo has it."""
    text = sdformat("-p", str(folder / "robot" / "robot.urdf"))
    assert text.startswith("<sdf"), text.partition("<sdf")[0]
    return ElementTree.fromstring(text.replace("<sdf ", '<sdf xmlns:gz="http://gazebosim.org/schema" ', 1))


@pytest.mark.parametrize("name", PROGRAMS)
def test_sdformat_finds_nothing_to_say(output: Output, name: str, tmp_path: Path) -> None:
    folder = output(name)
    assert sdformat("-k", str(folder / "world" / "world.sdf")) == "Valid."
    # What is wrong with the description, or a warning of its conversion, would stand before the document.
    (tmp_path / "robot.sdf").write_text(ElementTree.tostring(as_sdf(folder), encoding="unicode"))
    assert sdformat("-k", str(tmp_path / "robot.sdf")) == "Valid."


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('name="box"', 'name="flag"', "Error"),
        ("<static>", "<statique>", "not defined in SDF"),
        ("<pose>0 0 10 0 0 0</pose>", "<pose>0 0 10 0</pose>", "Error"),
    ],
)
def test_the_checker_finds_what_is_wrong(output: Output, tmp_path: Path, right: str, wrong: str, said: str) -> None:
    text = (output("demo") / "world" / "world.sdf").read_text()
    assert right in text
    broken = tmp_path / "world.sdf"
    broken.write_text(text.replace(right, wrong).replace(right.replace("<", "</"), wrong.replace("<", "</")))
    assert said in sdformat("-k", str(broken))


@pytest.mark.parametrize("name", PROGRAMS)
def test_urdfdom_takes_the_description(output: Output, name: str) -> None:
    tool = shutil.which("check_urdf")
    if tool is None:
        pytest.skip("check_urdf is not installed (Debian: liburdfdom-tools)")
    file = output(name) / "robot" / "robot.urdf"
    done = subprocess.run([tool, str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "root Link: base_footprint has 1 child(ren)" in done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_frictions_reach_the_shapes_that_gazebo_has(output: Output, name: str) -> None:
    """Links that are fixed are merged there, and their shapes are called otherwise."""
    model = as_sdf(output(name)).find("model")
    assert model is not None
    links = {link.attrib["name"] for link in model.iterfind("link")}
    reached = {}
    for collision in model.iterfind("link/collision"):
        ode = collision.find("surface/friction/ode")
        if ode is not None and ode.find("mu") is not None:
            reached[collision.attrib["name"]] = ode
    stated = frictions(output(name))
    assert len(reached) == len(stated)
    for link, (mu, mu2, along) in stated.items():
        (ode,) = (ode for shape, ode in reached.items() if f"__{link}_collision" in f"__{shape}")
        assert (float(ode.findtext("mu") or "nan"), float(ode.findtext("mu2") or "nan")) == (mu, mu2)
        direction = ode.find("fdir1")
        assert (direction is None) == (along is None)
        if direction is not None:
            assert tuple(map(float, (direction.text or "").split())) == along
            assert direction.attrib[EXPRESSED_IN] in links


@pytest.mark.parametrize("name", PROGRAMS)
def test_lasers_and_cameras_look_past_their_own_robot(output: Output, name: str) -> None:
    """And see everything else: what has no flags of its own has them all. A window looks for any of the first 28."""
    model, world = as_sdf(output(name)).find("model"), xml(output(name), "world/world.sdf")
    assert model is not None
    looking = [s for s in model.iterfind("link/sensor") if s.attrib["type"] in ("gpu_lidar", "camera")]
    masks = [int(mask.text or "") for mask in model.iterfind("link/sensor//visibility_mask")]
    assert len(masks) == len(looking)
    if not looking:
        return
    flags = [int(visual.findtext("visibility_flags") or 0xFFFFFFFF) for visual in model.iterfind("link/visual")]
    assert flags
    assert not [(flag, mask) for flag in flags for mask in masks if flag & mask]
    assert all(0 < mask <= 0x0FFFFFFF for mask in masks)
    # Among them the one by which a window picks things.
    assert all(flag & 0x0FFFFFFF & 2 for flag in flags)
    assert world.find(".//visibility_flags") is None


def test_a_bumper_names_a_shape_of_its_own_link(output: Output) -> None:
    model = as_sdf(output("sensors")).find("model")
    assert model is not None
    (link,) = (link for link in model.iterfind("link") if link.find("sensor[@type='contact']") is not None)
    assert link.attrib["name"] == "bumper"
    named = link.findtext("sensor/contact/collision")
    assert [shape.attrib["name"] for shape in link.iterfind("collision")] == [named]


def test_silence_of_a_bumper_is_told_to_who_judges(output: Output, tmp_path: Path) -> None:
    """Gazebo's contact system tells nothing while nothing touches; the other simulation tells that as well."""
    bumpers = read(output("skid"), "task/evaluation.json")["bumpers"]
    assert bumpers == {"bumper": {"topic": "/bumper", "rate_hz": 50.0, "silent_when_free": True}}
    compiled("skid", tmp_path, "ros-mujoco-nav2")
    assert read(tmp_path, "task/evaluation.json")["bumpers"] == {"bumper": {"topic": "/bumper", "rate_hz": 50.0}}


def test_systems_find_their_links_in_what_gazebo_has(output: Output) -> None:
    for name in ("skid", *TRACKED):
        model = as_sdf(output(name)).find("model")
        assert model is not None
        links = {link.attrib["name"] for link in model.iterfind("link")}
        named = {e.text for e in model.iterfind("plugin//link")} | {e.text for e in model.iterfind("plugin/body_link")}
        named |= {wheel.attrib["link_name"] for wheel in model.iterfind("plugin/wheel")}
        assert named
        assert named <= links


# Its files


def test_the_tree(output: Output) -> None:
    folder = output("car")
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    fixed = {
        "robot/robot.urdf", "robot/controllers.yaml", "robot/steering_drive.json", "world/world.sdf",
        "world/bridge.yaml", "nav/nav2.base.yaml", "nav/nav2.robot.yaml", "nav/map.pgm", "nav/map.yaml",
        "nav/navigation.json", "task/behavior_tree.xml", "task/mission.json", "task/evaluation.json",
        "launch/bringup.launch.py", "launch/bringup.json", "compile.json",
    }  # fmt: skip
    rest = {path for path in found - fixed if not path.startswith(("runtime/", "robot/meshes/", "world/meshes/"))}
    assert (fixed - found, rest) == (set(), set())
    # Nothing of the other simulator.
    assert not [path for path in found if "mujoco" in path]


@pytest.mark.parametrize("name", ["demo", "mecanum", "tracked"])
def test_the_same_bytes_again_and_no_place_in_them(output: Output, name: str, tmp_path: Path) -> None:
    compiled(name, tmp_path / "again")
    for path in sorted((tmp_path / "again").rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            assert data == (output(name) / path.relative_to(tmp_path / "again")).read_bytes()
            assert str(tmp_path).encode() not in data


def test_the_token_of_the_output_stands_in_the_description_alone(output: Output) -> None:
    folder = output("room")
    holders = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and b"${OUTPUT_DIR}" in path.read_bytes()
    }
    assert {path for path in holders if not path.startswith("runtime/")} == {"robot/robot.urdf"}
    parameters = robot(folder).findtext("gazebo/plugin/parameters")
    assert parameters == "${OUTPUT_DIR}/robot/controllers.yaml"


@pytest.mark.parametrize("name", ["demo", "skid", "sensors", "car", "tricycle", "tracked"])
def test_the_robot_is_the_one_of_the_other_simulator(output: Output, name: str, tmp_path: Path) -> None:
    """Links, joints, masses and shapes to the byte; they differ in what they say to a simulator."""
    compiled(name, tmp_path / "other", "ros-mujoco-nav2")
    own = [ElementTree.tostring(e) for tag in ("link", "joint") for e in robot(output(name)).iterfind(tag)]
    other = [ElementTree.tostring(e) for tag in ("link", "joint") for e in robot(tmp_path / "other").iterfind(tag)]
    assert own == other
    for path in ("nav/nav2.robot.yaml", "task/mission.json"):
        assert (output(name) / path).read_bytes() == (tmp_path / "other" / path).read_bytes()
    judged = read(output(name), "task/evaluation.json")
    # Of a bumper they say what the simulator's silence means.
    for bumper in judged["bumpers"].values():
        del bumper["silent_when_free"]
    assert judged == read(tmp_path / "other", "task/evaluation.json")
    if name != "tracked":
        path = "robot/controllers.yaml"
        assert (output(name) / path).read_bytes() == (tmp_path / "other" / path).read_bytes()


# Frictions, by a calculation of their own


def frictions(folder: Path) -> dict[str, tuple[float, float, tuple[float, ...] | None]]:
    """By link: mu, mu2 and the first direction in base_footprint."""
    found: dict[str, tuple[float, float, tuple[float, ...] | None]] = {}
    for block in robot(folder).iterfind("gazebo"):
        link, ode = block.attrib.get("reference", ""), block.find("collision/surface/friction/ode")
        if block.find("mu1") is not None:
            assert link not in found
            found[link] = (float(block.findtext("mu1") or ""), float(block.findtext("mu2") or ""), None)
        elif ode is not None:
            direction = ode.find("fdir1")
            assert direction is not None
            assert direction.attrib == {EXPRESSED_IN: "base_footprint"}
            along = tuple(map(float, (direction.text or "").split()))
            found[link] = (float(ode.findtext("mu") or ""), float(ode.findtext("mu2") or ""), along)
    return found


def rotation(rpy: list[float]) -> np.ndarray[Any, Any]:
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    roll = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    pitch = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    yaw = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return np.asarray(yaw @ pitch @ roll)


def axle(folder: Path, link: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Where a wheel's link stands in base_footprint and what it turns about, as the description's joints place it."""
    joints = {j.find("child").attrib["link"]: j for j in robot(folder).iterfind("joint")}
    stated = joints[link].find("axis")
    turned, place = np.eye(3), np.zeros(3)
    axis = np.array([float(v) for v in ("0 0 1" if stated is None else stated.attrib["xyz"]).split()])
    while link in joints:
        origin = joints[link].find("origin")
        attributes = {} if origin is None else origin.attrib
        turn = rotation([float(v) for v in attributes.get("rpy", "0 0 0").split()])
        place = np.array([float(v) for v in attributes.get("xyz", "0 0 0").split()]) + turn @ place
        turned = turn @ turned
        parent = joints[link].find("parent")
        assert parent is not None
        link = parent.attrib["link"]
    assert link == "base_footprint"
    return place, turned @ axis


def wheels(folder: Path) -> Iterator[str]:
    for joint in robot(folder).iterfind("ros2_control/joint"):
        name = joint.attrib["name"].removesuffix("_joint")
        if not name.endswith("_steer"):
            yield name


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in ("skid", "mecanum", "omni", "omni_three")])
def test_what_turns_grips_what_is_fixed_slides_and_belts_are_between(output: Output, name: str) -> None:
    """By how each shape that may stand on the floor hangs, whatever its part: spheres on joints that turn, fixed
    spheres, and the boxes of belts.
    """
    folder = output(name)
    joints = {j.find("child").attrib["link"]: j.attrib["type"] for j in robot(folder).iterfind("joint")}
    belts = {e.text for e in robot(folder).iterfind("gazebo/plugin/link")}
    expected = dict.fromkeys(belts, (1.0, 1.0, None))
    for link in robot(folder).iterfind("link"):
        if link.find("collision/geometry/sphere") is not None:
            each = 3.0 if joints[link.attrib["name"]] == "continuous" else 0.01
            expected[link.attrib["name"]] = (each, each, None)
    assert frictions(folder) == expected
    assert expected


def test_a_mecanum_wheel_grips_along_its_roller(output: Output) -> None:
    folder = output("mecanum")
    stated = frictions(folder)
    assert len(stated) == 4
    for link, (mu, mu2, along) in stated.items():
        place, _ = axle(folder, link)
        assert (mu, mu2) == (1.0, 0.0)
        # The rollers under the hubs make an X seen from below, an O from above.
        assert along == ((1.0, -1.0, 0.0) if place[0] * place[1] > 0.0 else (1.0, 1.0, 0.0))


@pytest.mark.parametrize(("name", "count"), [("omni", 4), ("omni_three", 3)])
def test_an_omni_wheel_grips_where_it_rolls(output: Output, name: str, count: int) -> None:
    folder = output(name)
    directed = {link: each for link, each in frictions(folder).items() if each[2] is not None}
    assert len(directed) == count
    for link, (mu, mu2, along) in directed.items():
        _, about = axle(folder, link)
        assert (mu, mu2) == (1.0, 0.0)
        assert abs(np.dot(np.asarray(along), about)) < 1e-9
        assert np.asarray(along) == pytest.approx(np.cross(about, [0.0, 0.0, 1.0]), abs=1e-9)


def test_a_skid_steer_wheel_slips_along_its_axle(output: Output) -> None:
    folder = output("skid")
    stated = frictions(folder)
    driven = list(wheels(folder))
    assert len(driven) == 4
    for link in driven:
        _, about = axle(folder, link)
        mu, mu2, along = stated[link]
        assert (mu, mu2) == (1.0, 3.0)
        assert np.cross(np.asarray(along), about) == pytest.approx(np.zeros(3), abs=1e-9)
    (system,) = systems(folder)["WheelSlip"]
    assert [wheel.attrib["link_name"] for wheel in system.iterfind("wheel")] == driven
    mass = sum(float(m.attrib["value"]) for m in robot(folder).iterfind("link/inertial/mass"))
    ahead = [axle(folder, link)[0][0] for link in driven]
    aside = [axle(folder, link)[0][1] for link in driven]
    longer = max(1.0, (max(ahead) - min(ahead)) / (max(aside) - min(aside)))
    for wheel in system.iterfind("wheel"):
        assert float(wheel.findtext("slip_compliance_lateral") or "") == pytest.approx(2.0 * longer**2)
        assert float(wheel.findtext("slip_compliance_longitudinal") or "") == 0.0
        assert float(wheel.findtext("wheel_normal_force") or "") == pytest.approx(mass * 9.81 / 4.0)
        sphere = robot(folder).find(f"link[@name='{wheel.attrib['link_name']}']/collision/geometry/sphere")
        assert sphere is not None
        assert wheel.findtext("wheel_radius") == sphere.attrib["radius"]


def test_a_base_that_is_longer_than_wide_slips_more(
    workshop: Any, build: Any, texts: dict[str, str], box_part: Any
) -> None:
    """Its wheelbase is 0.6 m and its track 0.28 m: the mounts at 0.13 m and a wheel's half width of 0.01 m outside."""
    mounts = {
        f"{end}_{side}_wheel": {"pos": [x, y, 0], "dir": [0, math.copysign(1, y), 0]}
        for end, x in (("front", 0.3), ("rear", -0.3))
        for side, y in (("left", 0.13), ("right", -0.13))
    }
    long = box_part(
        "long_quad", "chassis", 6.0, (0.7, 0.22, 0.08), connectors=mounts,
        collision={"type": "box", "size": [0.7, 0.22, 0.08], "origin_xyz": [0, 0, 0]},
        profiles={"Diff_drive": {"mounts": {name: name for name in mounts}}},
    )  # fmt: skip
    workshop.stock(long)
    built = build(TARGET, core=texts["quad"].replace('"quad"', '"long_quad"'))
    slip = xml(built.folder, "robot/robot.urdf").findall(".//wheel/slip_compliance_lateral")
    assert [float(e.text or "") for e in slip] == [pytest.approx(2.0 * (0.6 / 0.28) ** 2)] * 4


@pytest.mark.parametrize("name", TRACKED)
def test_a_belt_moves_its_surface(output: Output, name: str) -> None:
    folder = output(name)
    layout = read(folder, "robot/track_drive.json")
    belts = {belt["body"]: belt for belt in layout["belts"]}
    stated = frictions(folder)
    assert {stated[link] for link in belts} == {(1.0, 1.0, None)}
    found = systems(folder)
    (vehicle,) = found["TrackedVehicle"]
    for side, sign in (("left", 1.0), ("right", -1.0)):
        links = [e.text or "" for e in vehicle.iterfind(f"{side}_track/link")]
        assert sorted(links) == sorted(link for link, belt in belts.items() if belt["y"] * sign > 0.0)
    assert float(vehicle.findtext("tracks_separation") or "") == layout["separation"]
    assert vehicle.findtext("topic") == "/tracks/cmd_vel"
    assert float(vehicle.findtext("steering_efficiency") or "") == 1.0
    boxes = {link: robot(folder).find(f"link[@name='{link}']/collision/geometry/box") for link in belts}
    heights = {float(box.attrib["size"].split()[2]) for box in boxes.values() if box is not None}
    assert heights == {float(vehicle.findtext("track_height") or "")}
    kept = {g.attrib["reference"] for g in robot(folder).iterfind("gazebo") if g.find("preserveFixedJoint") is not None}
    assert {f"{belt['component']}_joint" for belt in layout["belts"]} <= kept
    controllers = {system.findtext("link"): system for system in found["TrackController"]}
    assert controllers.keys() == belts.keys()
    for link, system in controllers.items():
        assert float(system.findtext("max_command_age") or "") == 0.5
        most = system.findtext("max_velocity")
        assert (None if most is None else float(most)) == pytest.approx(belts[link or ""]["max_speed"])
        # What the system takes for ahead, x of its orientation in the belt's link, is ahead of the robot.
        joint = robot(folder).find(f"joint[@name='{link}_joint']/origin")
        turn = rotation([float(v) for v in (joint.attrib if joint is not None else {}).get("rpy", "0 0 0").split()])
        own = rotation([float(v) for v in (system.findtext("track_orientation") or "0 0 0").split()])
        # And what it takes for left, along which it turns the belt, is left.
        assert turn @ own == pytest.approx(np.eye(3), abs=1e-9)
    assert "GazeboSimROS2ControlPlugin" not in found
    assert not (folder / "robot" / "controllers.yaml").exists()


# Sensors and the bridge


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_bridge_and_the_sensors_say_the_same(output: Output, name: str) -> None:
    folder = output(name)
    known = {tuple(pair.split(" <-> ")) for pair in yaml.safe_load(PAIRS.read_text())["pairs"]}
    entries = read(folder, "world/bridge.yaml")
    for entry in entries:
        assert (entry["ros_type_name"], entry["gz_type_name"]) in known
        commands = entry["ros_topic_name"] == "/tracks/cmd_vel"
        assert entry["direction"] == ("ROS_TO_GZ" if commands else "GZ_TO_ROS")
    for side in ("ros_topic_name", "gz_topic_name"):
        topics = [entry[side] for entry in entries]
        assert len(topics) == len(set(topics))
    # What Gazebo's sensors tell, each by where its topics follow from its own (gz-sensors 8).
    told = {"/clock", f"/model/{robot(folder).attrib['name']}/pose"}
    tails = {
        "camera": [""], "imu": [""], "depth_camera": ["", "/points"],
        "rgbd_camera": ["/image", "/depth_image", "/points", "/camera_info"],
    }  # fmt: skip
    for _, sensor in sensors(folder):
        kind, topic = sensor.attrib["type"], sensor.findtext("topic") or ""
        if kind == "contact":
            told.add(sensor.findtext("contact/topic") or "")
        elif kind == "gpu_lidar":
            planar = sensor.find("lidar/scan/vertical") is None
            cone = topic.startswith(("/ultrasonic", "/range"))
            told |= {topic} if planar else {f"{topic}/points"} if cone else {topic, f"{topic}/points"}
        else:
            told |= {topic + tail for tail in tails[kind]}
        if kind == "camera":
            told.add(f"{topic.rpartition('/')[0]}/camera_info")
    if systems(folder).get("TrackedVehicle"):
        told.add("/tracks/cmd_vel")
    assert {entry["gz_topic_name"] for entry in entries} == told


def test_topics_stand_where_ros_looks(output: Output) -> None:
    topics = {entry["ros_topic_name"] for entry in read(output("sensors"), "world/bridge.yaml")}
    assert topics == {
        "/clock", "/model/sensor_bot/pose", "/scan", "/lidar3d/scan", "/lidar3d/points", "/imu", "/camera/image_raw",
        "/camera/camera_info", "/depth/image_raw", "/depth/points", "/rgbd/image_raw", "/rgbd/depth/image_raw",
        "/rgbd/points", "/rgbd/camera_info", "/ultrasonic/points", "/range/points", "/bumper",
    }  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_named_exists(output: Output, name: str) -> None:
    folder = output(name)
    described = robot(folder)
    links = {link.attrib["name"] for link in described.iterfind("link")}
    joints = {joint.attrib["name"] for joint in described.iterfind("joint")}
    assert {joint.attrib["name"] for joint in described.iterfind("ros2_control/joint")} <= joints
    for block in described.iterfind("gazebo"):
        reference = block.attrib.get("reference")
        known = joints if block.find("preserveFixedJoint") is not None else links
        assert reference is None or reference in known
    for link, sensor in sensors(folder):
        assert (sensor.findtext("gz_frame_id"), sensor.attrib["name"]) == (link, link)
        assert float(sensor.findtext("update_rate") or "") > 0.0
    nav = read(folder, "nav/nav2.robot.yaml")
    document = read(folder, "launch/bringup.json")
    bridged = {entry["ros_topic_name"] for entry in read(folder, "world/bridge.yaml")}
    made = {each["range"] for each in document["ranges"]} | ({"/scan"} if document["depth_scan"] else set())
    assert {each["points"] for each in document["ranges"]} <= bridged
    costmap = nav["local_costmap"]["local_costmap"]["ros__parameters"]
    for layer in ("obstacle_layer", "voxel_layer"):
        for source in costmap.get(layer, {}).get("observation_sources", "").split():
            assert costmap[layer][source]["topic"] in bridged | made


def test_ranges_and_beams(output: Output) -> None:
    found = dict(sensors(output("sensors")))

    def numbers(link: str, *paths: str) -> list[float]:
        return [float(found[link].findtext(path) or "nan") for path in paths]

    view = ("lidar/scan/horizontal/min_angle", "lidar/scan/horizontal/max_angle", "lidar/scan/horizontal/samples")
    first, last, samples = numbers("lidar", *view)
    # No direction twice: the step from the last beam on to the first is that between any two.
    assert (last - first) / (samples - 1) == pytest.approx(2.0 * math.pi / samples)
    assert numbers("spinner", "lidar/scan/vertical/samples") == [16]
    for cone in ("sonar", "feeler"):
        ways = [
            numbers(cone, *(f"lidar/scan/{way}/{each}" for each in ("samples", "min_angle", "max_angle")))
            for way in ("horizontal", "vertical")
        ]
        assert ways[0] == ways[1]
        assert ways[0][0] == 9
        assert ways[0][1] == -ways[0][2]
    (fixed,) = (each for each in read(output("sensors"), "launch/bringup.json")["ranges"] if each["frame"] == "feeler")
    assert numbers("feeler", "lidar/range/min", "lidar/range/max") == [fixed["range_min"], fixed["range_max"]]
    assert numbers("eye", "camera/clip/near", "camera/clip/far") == [0.1, 10.0]


def test_an_imu_tells_how_it_is_turned_in_the_world(output: Output) -> None:
    """Gazebo's tell how they have turned since the start where nothing is said."""
    model = as_sdf(output("sensors")).find("model")
    assert model is not None
    (frame,) = model.iterfind("link/sensor[@type='imu']/imu/orientation_reference_frame")
    assert frame.findtext("localization") == "ENU"


def test_a_sensor_of_one_distance_begins_close_by(
    workshop: Any, build: Any, texts: dict[str, str], box_part: Any
) -> None:
    fixed = box_part(
        "switch", "sensor", 0.05, (0.04, 0.04, 0.04),
        collision={"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, -0.02], "dir": [0, 0, -1]}}, profiles={"Range": {}},
        range={"min_m": 0.2, "max_m": 0.2, "field_of_view_rad": 0.1, "rate_hz": 10},
    )  # fmt: skip
    core = texts["duo"] + texts["laser"] + 'Range switch(ref = "switch", mount = "top_1")\n'
    workshop.stock(fixed)
    built = build(TARGET, core=core)
    described = xml(built.folder, "robot/robot.urdf")
    reach = described.find("gazebo[@reference='switch']/sensor/lidar/range")
    assert reach is not None
    assert (reach.findtext("min"), reach.findtext("max")) == ("0.01", "0.2")


# The world


def declared(built: Any, component: str) -> set[str]:
    return {a["construct"] for a in built.json("compile.json")["approximations"] if a["component"] == component}


def test_no_two_cameras_share_a_link(output: Output) -> None:
    """Gazebo takes the second camera of a link for the right eye of a stereo pair, and shifts its camera info."""
    cameras = ("camera", "depth_camera", "rgbd_camera")
    holders = [
        [sensor.get("type") for sensor in link.findall("sensor") if sensor.get("type") in cameras]
        for link in as_sdf(output("sensors")).iter("link")
    ]
    assert sorted(found for types in holders for found in types) == sorted(cameras)
    assert max(len(types) for types in holders) == 1


def test_a_second_camera_that_weighs_nothing_is_declared(
    workshop: Any, build: Any, texts: dict[str, str], box_part: Any
) -> None:
    fields: dict[str, Any] = {
        "collision": {"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0]},
        "connectors": {"base": {"pos": [0, 0, -0.02], "dir": [0, 0, -1]}}, "profiles": {"Camera": {}},
    }  # fmt: skip
    light = box_part("second", "sensor", 0.05, (0.04, 0.04, 0.04), **fields)
    del light["inertial"]
    workshop.stock(box_part("first", "sensor", 0.05, (0.04, 0.04, 0.04), **fields), light)
    core = (
        texts["duo"] + 'Camera first(ref = "first", mount = "top_1")\nCamera second(ref = "second", mount = "top_2")\n'
    )
    built = build(TARGET, core=core)
    said = "A second camera without mass"
    assert (said in declared(built, "first"), said in declared(built, "second")) == (False, True)
    # Its link is merged all the same, as what weighs nothing is.
    kept = {
        each.get("reference") for each in xml(built.folder, "robot/robot.urdf").findall("gazebo[preserveFixedJoint]")
    }
    assert kept == set()


@pytest.mark.parametrize(("stated", "emitted"), [(250, "250"), (2000, "250"), (1e-30, "1e-09"), (30, "30")])
def test_a_sensor_is_read_no_more_than_once_in_a_step(
    workshop: Any, build: Any, texts: dict[str, str], box_part: Any, stated: float, emitted: str
) -> None:
    """Gazebo, told of more than 1000 Hz, waits for ever: the period of its sensor is no whole number of ms."""
    gyro = box_part(
        "gyro", "sensor", 0.05, (0.04, 0.04, 0.04),
        collision={"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, -0.02], "dir": [0, 0, -1]}}, profiles={"IMU": {}},
        sensor={"rate_hz": stated},
    )  # fmt: skip
    workshop.stock(gyro)
    built = build(TARGET, core=texts["duo"] + texts["laser"] + 'IMU gyro(ref = "gyro", mount = "top_1")\n')
    described = xml(built.folder, "robot/robot.urdf")
    assert described.findtext("gazebo[@reference='gyro']/sensor/update_rate") == emitted
    assert (float(emitted) != stated) == (f"A rate of {stated:g} Hz" in declared(built, "gyro"))


def test_the_world_as_the_contract_has_it(output: Output) -> None:
    world = xml(output("demo"), "world/world.sdf").find("world")
    assert world is not None
    step = float(world.findtext("physics/max_step_size") or "")
    assert 0.02 / step == pytest.approx(round(0.02 / step))
    rate = read(output("demo"), "robot/controllers.yaml")["controller_manager"]["ros__parameters"]["update_rate"]
    assert 1.0 / rate / step == pytest.approx(round(1.0 / rate / step))
    assert world.findtext("scene/ambient") == "0.4 0.4 0.4 1"
    assert world.findtext("scene/background") == "0.7 0.75 0.85 1"
    assert world.findtext("light/diffuse") == "1 1 1 1"
    assert world.findtext("light/direction") == "-0.5 0.1 -0.9"
    assert world.findtext("light/cast_shadows") == "true"
    assert world.findtext("model[@name='ground_plane']/link/visual/material/diffuse") == "0.8 0.8 0.8 1"
    assert world.findtext("model[@name='box']/link/visual/material/diffuse") == "0.5 0.5 0.5 1"
    loaded = {plugin.attrib["filename"] for plugin in world.iterfind("plugin")}
    assert loaded == {
        f"gz-sim-{each}-system"
        for each in ("physics", "user-commands", "scene-broadcaster", "sensors", "imu", "contact")
    }  # fmt: skip
    assert world.findtext("plugin/render_engine") == "ogre2"
    # A mark only shows.
    assert world.find("model[@name='flag']/link/collision") is None
    assert world.find("model[@name='flag']/link/visual") is not None
    assert all(model.findtext("static") == "true" for model in world.iterfind("model"))


def test_what_a_wheel_stands_on_grips_as_the_wheel_does(build: Any, texts: dict[str, str]) -> None:
    stage = 'SupportSurface stage(type = "box", pos = (4, 0, 0.05, 0, 0, 0, 1), size = (1, 1, 0.1)) Marker flag('
    built = build(TARGET, world=texts["world"].replace("Marker flag(", stage))
    world = xml(built.folder, "world/world.sdf").find("world")
    assert world is not None
    gripping = {
        model.attrib["name"]: [ode.findtext(mu) for ode in model.iterfind("link/collision/surface/friction/ode")]
        for model in world.iterfind("model")
        for mu in ("mu", "mu2")
    }
    assert gripping == {"ground_plane": ["3"], "crate": [], "stage": ["3"], "flag": []}


def test_objects_are_shown_by_meshes_and_collide_by_shapes(output: Output) -> None:
    folder = output("room")
    world = xml(folder, "world/world.sdf").find("world")
    assert world is not None
    uris = {uri.text or "" for uri in world.iterfind("model/link/visual/geometry/mesh/uri")}
    assert uris
    for uri in uris:
        assert uri.startswith("meshes/")
        assert (folder / "world" / uri).is_file()
    assert world.find("model/link/collision/geometry/mesh") is None
    models = {model.attrib["name"]: model for model in world.iterfind("model")}
    for entity in read(folder, "task/mission.json")["entities"].items():
        name, stated = entity
        place = [float(v) for v in (models[name].findtext("pose") or "0 0 0 0 0 0").split()]
        assert place[:3] == pytest.approx(stated["pose"][:3])
        assert place[5] == pytest.approx(2.0 * math.atan2(stated["pose"][5], stated["pose"][6]), abs=1e-9)


def test_a_world_without_a_floor(build: Any, texts: dict[str, str]) -> None:
    built = build(TARGET, world=texts["world"].replace("ground_plane = true", "ground_plane = false"))
    world = xml(built.folder, "world/world.sdf")
    assert world.find("world/model[@name='ground_plane']") is None


# Driving and the bring-up


@pytest.mark.parametrize("name", WHEELED)
def test_who_takes_the_commands(output: Output, name: str) -> None:
    folder = output(name)
    assert robot(folder).findtext("ros2_control/hardware/plugin") == "gz_ros2_control/GazeboSimSystem"
    (plugin,) = systems(folder)["GazeboSimROS2ControlPlugin"]
    told = [tuple((e.text or "").split(":=")) for e in plugin.iterfind("ros/remapping")]
    document = read(folder, "launch/bringup.json")
    drive = document["drive"]
    # Those of the controllers are the simulator's to tell: no manager is started beside it.
    assert drive["remappings"] == []
    heard = [name for _, name in told]
    assert heard[:2] == ([] if drive["node"] else ["/cmd_vel", "/odom"])
    if name == "mecanum":
        assert told == [
            ("/drive_controller/reference", "/cmd_vel"),
            ("/drive_controller/odometry", "/odom"),
            ("/drive_controller/tf_odometry", "/tf"),
        ]
    types = read(folder, "robot/controllers.yaml")["controller_manager"]["ros__parameters"]
    assert set(drive["controllers"]) == {key for key, value in types.items() if isinstance(value, dict)}
    assert document["simulator"] == {
        "type": "gazebo",
        "world": xml(folder, "world/world.sdf").find("world").attrib["name"],
        "robot": robot(folder).attrib["name"],
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_true_pose_is_told(output: Output, name: str) -> None:
    (system,) = systems(output(name))["PosePublisher"]
    assert {child.tag: child.text for child in system} == {
        "publish_link_pose": "false", "publish_model_pose": "true", "use_pose_vector_msg": "true",
        "update_frequency": "50",
    }  # fmt: skip


# What it refuses and stands in for


@pytest.mark.parametrize("name", REFUSED)
def test_a_base_that_walks(name: str, tmp_path: Path) -> None:
    outcome = compiled(name, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert {d.code.name for d in outcome.diagnostics if d.blocking} == {"target.unsupported"}


def test_a_part_without_a_shape_collides_by_its_mesh_or_not_at_all(build: Any, texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + 'Attachment sheet(ref = "ghost", mount = "top_1")\n'
    built = build(TARGET, core=core)
    (declared,) = (a for a in built.json("compile.json")["approximations"] if a["component"] == "sheet")
    assert declared["emitted"] == "Nothing to collide by; the footprint reaches to its frame"


def test_a_part_that_states_its_mesh_alone_collides_by_it(
    workshop: Any, build: Any, texts: dict[str, str], stocked: Any
) -> None:
    workshop.stock({**stocked("ghost"), "visual": {"file": "ghost.stl", "xyz": [0, 0, 0.1]}})
    (workshop.library / "parts" / "ghost" / "ghost.stl").write_bytes(b"mesh")
    core = texts["duo"] + texts["laser"] + 'Attachment sheet(ref = "ghost", mount = "top_1")\n'
    built = build(TARGET, core=core)
    shapes = [robot(built.folder).find(f"link[@name='sheet']/{kind}") for kind in ("visual", "collision")]
    shown, hit = ([ElementTree.tostring(e) for e in shape] for shape in shapes if shape is not None)
    assert shown == hit
    assert b"${OUTPUT_DIR}/robot/meshes/ghost/ghost.stl" in b"".join(hit)
    (declared,) = (
        a for a in built.json("compile.json")["approximations"] if a["construct"] == "A part without a collision shape"
    )
    assert declared["component"] == "sheet"
    assert declared["emitted"] == "Its visual mesh to collide by; the footprint reaches to its frame"
