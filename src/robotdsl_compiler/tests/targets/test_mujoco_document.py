"""world/mujoco.json: what surrounds the robot in the simulation of a ROS target, and what moves it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes

from .examples import facts_of_program

FactsOf = Callable[..., Facts]


def document(facts: Facts) -> dict[str, Any]:
    file = mujoco_document(facts)
    assert file.path == "world/mujoco.json"
    found: dict[str, Any] = json.loads(file.data)
    return found


def test_what_it_states(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    stated = document(facts_of(texts["duo"]))
    assert list(stated) == [
        "schema", "version", "robot", "world", "root", "pose_topic", "spawn", "gravity", "timestep", "ground",
        "light", "friction", "actuators", "tracks", "sensors", "entities",
    ]  # fmt: skip
    assert (stated["schema"], stated["version"]) == ("robotdsl.mujoco_world", 1)
    assert (stated["robot"], stated["root"], stated["pose_topic"]) == ("bot", "base_footprint", "/model/bot/pose")
    assert stated["spawn"] == [0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0]
    assert stated["gravity"] == [0.0, 0.0, -9.81]
    assert stated["timestep"] == 0.001
    assert stated["ground"] == {"name": "ground_plane"}
    assert stated["tracks"] is None


def test_the_worlds_light_is_the_contracts(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    light = document(facts_of(texts["duo"]))["light"]
    assert (light["ambient"], light["sun"], light["direction"]) == (0.4, 0.5, [-0.5, 0.1, -0.9])
    for key, linear in (("background", (0.7, 0.75, 0.85)), ("ground", (0.8,) * 3), ("shape", (0.5,) * 3)):
        assert light[key] == pytest.approx([value ** (1 / 2.2) for value in linear], abs=1e-4)
    assert light["gamma"] == 2.2


def test_a_driven_wheel_and_a_kingpin_are_turned_as_the_contract_says() -> None:
    stated = document(facts_of_program("car"))
    by_joint = {each["joint"]: each for each in stated["actuators"]}
    assert list(by_joint) == [
        "rear_left_wheel_joint", "rear_right_wheel_joint", "front_left_wheel_steer_joint",
        "front_right_wheel_steer_joint",
    ]  # fmt: skip
    wheel = by_joint["rear_left_wheel_joint"]
    assert (wheel["name"], wheel["type"], wheel["armature"]) == ("rear_left_wheel_joint_actuator", "velocity", 1e-4)
    assert wheel["gain"] >= 0.5
    assert by_joint["front_left_wheel_steer_joint"] == {
        "name": "front_left_wheel_steer_joint_actuator", "joint": "front_left_wheel_steer_joint", "type": "position",
        "gain": 50.0, "damping": 2.0, "command_limit": 0.5, "force_limit": None, "armature": None,
    }  # fmt: skip


def test_wheels_grip_and_casters_and_contacts_slide(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    grip, slide = [1.0, 0.005, 0.0001], [0.01, 0.005, 0.0001]
    assert document(facts_of(texts["duo"]))["friction"] == {"left_wheel": grip, "right_wheel": grip, "caster": slide}
    assert document(facts_of(texts["skid"]))["friction"] == {
        "left_wheel": grip, "right_wheel": grip, "base_link_contact_0": slide, "base_link_contact_1": slide,
    }  # fmt: skip


def test_a_tracked_bases_belts_and_their_topic() -> None:
    stated = document(facts_of_program("tracked"))
    assert stated["actuators"] == []
    assert stated["tracks"]["topic"] == "/tracks/cmd_vel"
    assert [(b["component"], b["body"]) for b in stated["tracks"]["belts"]] == [
        ("left_track", "left_track"), ("right_track", "right_track"),
    ]  # fmt: skip
    assert stated["friction"]["left_track"] == [1.0, 0.005, 0.0001]


@pytest.mark.parametrize(
    ("type", "part", "topics"),
    [
        ("Lidar", "laser", {"scan": "/scan"}),
        ("Lidar3D", "spinner", {"scan": "/lidar3d/scan", "points": "/lidar3d/points"}),
        ("IMU", "imu", {"imu": "/imu"}),
        ("Camera", "camera", {"image": "/camera/image_raw", "camera_info": "/camera/camera_info"}),
        ("DepthCamera", "depth", {"depth": "/depth/image_raw", "points": "/depth/points"}),
        ("RGBD", "rgbd", {"image": "/rgbd/image_raw", "camera_info": "/rgbd/camera_info",
                          "depth": "/rgbd/depth/image_raw", "points": "/rgbd/points"}),
        ("Ultrasonic", "sonar", {"range": "/ultrasonic/range", "points": "/ultrasonic/points"}),
        ("Range", "eye", {"range": "/range", "points": "/range/points"}),
        ("Bumper", "bumper", {"contacts": "/bumper"}),
    ],
)  # fmt: skip
def test_sensors_publish_under_their_role(
    facts_of: FactsOf, texts: Mapping[str, str], type: str, part: str, topics: dict[str, str]
) -> None:
    core = texts["duo"] + f'{type} a(ref = "{part}", mount = "top_0") {type} b(ref = "{part}", mount = "top_1")\n'
    first, second = document(facts_of(core))["sensors"]
    assert (first["name"], first["body"], first["topics"]) == ("a", "a", topics)
    stem = next(iter(topics.values())).split("/")[1]
    assert second["topics"] == {key: topic.replace(f"/{stem}", f"/{stem}_b", 1) for key, topic in topics.items()}


def test_an_object_in_gltf_is_shown_by_its_mesh_and_any_other_by_its_shapes(
    facts_of: FactsOf, texts: Mapping[str, str]
) -> None:
    world = texts["world"].replace(
        "Marker flag",
        'Obstacle bench(ref = "bench", pos = (3, 1, 0, 0, 0, 0, 1))\n'
        'Marker sign(ref = "poster", pos = (3, 2, 0, 0, 0, 0, 1))\nMarker flag',
    )
    facts = facts_of(texts["duo"], world=world)
    by_name = {each["name"]: each for each in document(facts)["entities"]}
    bench, sign, crate, flag = (by_name[name] for name in ("bench", "sign", "crate", "flag"))
    assert bench["body"] == "bench::link"
    assert bench["visual"]["file"] == "world/meshes/bench/it.glb"
    assert bench["visual"]["pose"] == pytest.approx([0, 0, 0, 0.5**0.5, 0, 0, 0.5**0.5])
    assert [shape["name"] for shape in bench["shapes"]] == ["bench::link_0", "bench::link_1"]
    assert (sign["visual"], sign["shapes"], sign["collision"]) == (None, [], False)
    assert crate["shapes"] == [
        {"name": "crate::link", "type": "box", "size": [0.3, 0.3, 0.5], "pose": [0.0] * 6 + [1.0]}
    ]
    assert (flag["collision"], flag["shapes"][0]["radius"], flag["shapes"][0]["height"]) == (False, 0.15, 0.02)
    assert [file.path for file in object_meshes(facts)] == ["world/meshes/bench/it.glb"]
