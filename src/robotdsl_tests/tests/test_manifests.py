"""Each package.xml names what the package's code and tests import, and nothing that they do not."""

from __future__ import annotations

import ast
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

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
            "rclpy", "action_msgs", "builtin_interfaces", "geometry_msgs", "launch", "launch_ros", "nav2_msgs",
            "nav_msgs", "rcl_interfaces", "ros_gz_interfaces", "rosgraph_msgs", "sensor_msgs", "std_msgs", "std_srvs",
            "tf2_msgs",
        )
    },
}  # fmt: skip
# What a package needs at run time without importing it: the compiler copies them into an output.
COPIED = {"robotdsl_compiler": {"robotdsl_runtime", "robotdsl_mujoco_sim"}}


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


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_imported_is_declared(package: str) -> None:
    code = needed(SOURCE / package / package, package) | COPIED.get(package, set())
    code |= needed(SOURCE / package / "share", package)
    tests = needed(SOURCE / package / "tests", package) | needed(SOURCE / package / "tools", package)
    assert declared(package, "exec_depend", "depend") == code
    assert declared(package, "test_depend") == tests - code
