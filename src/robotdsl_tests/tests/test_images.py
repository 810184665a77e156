"""The images are made of all the packages, and the workflow builds all the images."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml
from robotdsl_compiler.driver.registry import TARGETS

ROOT = Path(__file__).resolve().parents[3]
IMAGES = sorted((ROOT / "docker").glob("*/jazzy/Dockerfile"))
PACKAGES = {path.parent.name for path in (ROOT / "src").glob("*/package.xml")}
# What the other image's simulator needs, by the image.
SIMULATORS = {
    "ros-mujoco-nav2": {"joint_state_topic_hardware_interface"},
    "ros-gz-nav2": {"gz_ros2_control", "ros_gz_bridge", "ros_gz_sim"},
}
# By pip, in the release that the project pins or not at all.
BY_PIP = {"python3-mujoco-pip", "python3-trimesh-pip"}


def target(image: Path) -> str:
    return image.parents[1].name


def test_every_target_of_ros_has_its_image() -> None:
    assert [target(image) for image in IMAGES] == sorted(name for name in TARGETS if name.startswith("ros-"))


@pytest.mark.parametrize("image", IMAGES, ids=target)
def test_an_image_asks_for_what_every_package_declares(image: Path) -> None:
    text = image.read_text(encoding="utf-8")
    copied = re.findall(r"^COPY src/(\w+)/package\.xml src/\1/$", text, re.MULTILINE)
    assert sorted(copied) == sorted(PACKAGES)
    (skipped,) = re.findall(r'--skip-keys "([^"]+)"', text)
    others = set().union(*(keys for name, keys in SIMULATORS.items() if name != target(image)))
    assert set(skipped.split()) == others | BY_PIP
    manifests = [ElementTree.parse(ROOT / "src" / name / "package.xml").getroot() for name in PACKAGES]
    declared = {element.text for root in manifests for element in root if element.tag.endswith("depend")}
    assert set(skipped.split()) <= declared


@pytest.mark.parametrize("image", IMAGES, ids=target)
def test_what_an_image_copies_is_in_its_context(image: Path) -> None:
    let_in = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
    }
    sources = re.findall(r"^COPY (?:--\S+ )*(\S+) \S+$", image.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(sources) > len(PACKAGES)
    for source in sources:
        assert (ROOT / source).exists(), source
        assert any(source == each or source.startswith(f"{each}/") for each in let_in), source


def test_the_workflow_builds_every_image() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert sorted(workflow["jobs"]["images"]["strategy"]["matrix"]["target"]) == [target(image) for image in IMAGES]
