"""Each package.xml names what the package's code and tests import, and what its outputs start, and nothing else."""

from __future__ import annotations

import ast
import configparser
import re
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from robotdsl_runtime.nodes.bringup.arguments import complete
from robotdsl_runtime.nodes.bringup.plan import bringup_plan
from robotdsl_tests.launched.build import build
from robotdsl_tests.launched.cases import CASES, Kind

SOURCE = Path(__file__).resolve().parents[2]
PACKAGES = (
    "robotdsl_compiler", "robotdsl_runtime", "robotdsl_mujoco_sim", "robotdsl_web", "robotdsl_libraries",
    "robotdsl_tests",
)  # fmt: skip
# rosdep's keys for third parties. interegular, which one test asks for and skips without, has none.
KEYS = {
    "PIL": "python3-pil",
    "hypothesis": "python3-hypothesis",
    "jsonschema": "python3-jsonschema",
    "lark": "python3-lark-parser",
    "mujoco": "python3-mujoco-pip",
    "numpy": "python3-numpy",
    "pytest": "python3-pytest",
    "trimesh": "python3-trimesh-pip",
    "yaml": "python3-yaml",
    # ROS's own packages are their own keys.
    **{
        name: name
        for name in (
            "rclpy", "action_msgs", "builtin_interfaces", "geometry_msgs", "launch", "launch_ros", "launch_testing",
            "nav2_msgs", "nav_msgs", "rcl_interfaces", "ros_gz_interfaces", "rosgraph_msgs", "sensor_msgs", "std_msgs",
            "std_srvs", "tf2_msgs",
        )
    },
}  # fmt: skip
# What a package needs at run time without importing it: the compiler copies them into an output.
COPIED = {"robotdsl_compiler": {"robotdsl_runtime", "robotdsl_mujoco_sim"}}
# Names a plugin of ros2_control's topic-based hardware, in the package that has it in Jazzy since its old one was given
# up; it keeps the old name.
RENAMED = {"topic_based_ros2_control": "joint_state_topic_hardware_interface"}
# "package::Class" and "package/Class" of ROS's plugins, in YAML and in XML.
PLUGIN = re.compile(
    r"""[>"' ](nav2_\w+|gz_ros2_control|\w+_controllers?|\w+_broadcaster|\w*ros2_control)(?:::|/)[A-Z]"""
)


def imported(folder: Path) -> set[str]:
    """The top-level names that the Python files below a folder import, ``pytest.importorskip`` included."""
    return {name.partition(".")[0] for file in folder.rglob("*.py") for name in _names(ast.parse(file.read_text()))}


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Call) and _skips_without(node):
            yield ast.literal_eval(node.args[0])


def _skips_without(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "importorskip"


def needed(folder: Path, package: str) -> set[str]:
    names = imported(folder) - sys.stdlib_module_names - {package}
    return {KEYS.get(name, name) for name in names if name in KEYS or name in PACKAGES}


def declared(package: str, *kinds: str) -> set[str]:
    manifest = ElementTree.parse(SOURCE / package / "package.xml").getroot()
    return {(element.text or "").strip() for kind in kinds for element in manifest.iter(kind)}


def brought_up(output: Path) -> set[str]:
    """The packages whose executables an output's bring-up starts, and those whose plugins its files name."""
    arguments = complete({})
    started = {process.package for process in bringup_plan(output, arguments).processes if process.package}
    files = [*(output / "robot").glob("*.*"), *(output / "nav").glob("*.yaml")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in (".urdf", ".yaml")]
    return started | {RENAMED.get(name, name) for text in texts for name in PLUGIN.findall(text)}


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What the outputs of every base start, and those of a robot that nothing localizes."""
    found: set[str] = set()
    for case in CASES.values():
        if case.kind is Kind.DRIVE or (case.kind, case.program) == (Kind.SENSOR, "sensor_imu"):
            found |= brought_up(build(case, tmp_path_factory.mktemp("case")).output)
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_imported_or_started_is_declared(package: str, started: set[str]) -> None:
    code = needed(SOURCE / package / package, package) | COPIED.get(package, set())
    code |= needed(SOURCE / package / "share", package)
    if package == "robotdsl_runtime":
        code |= {"ros2launch"} | started
    tests = set().union(*(needed(SOURCE / package / folder, package) for folder in ("tests", "tools", "launch_tests")))
    assert declared(package, "exec_depend", "depend") == code
    assert declared(package, "test_depend") == tests - code


def test_what_bases_start_is_found(started: set[str]) -> None:
    assert {
        "controller_manager", "ros_gz_sim", "nav2_amcl", "nav2_mppi_controller", "nav2_smac_planner",
        "diff_drive_controller", "joint_state_topic_hardware_interface", "gz_ros2_control",
    } <= started  # fmt: skip


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_is_tested_alike_in_any_workspace(package: str) -> None:
    """Its own settings of pytest are the workspace's, which do not go with it."""
    own = configparser.ConfigParser()
    own.read(SOURCE / package / "setup.cfg")
    ours = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"][
        "ini_options"
    ]
    assert own["tool:pytest"]["addopts"] == ours["addopts"]
    assert own["tool:pytest"]["markers"].strip().splitlines() == ours["markers"]
