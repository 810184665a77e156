"""Imports go one way: docs/development/architecture.md draws the layers, this holds the code to them."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]

# What each layer of the compiler may import of the compiler, beside itself.
LAYERS = {
    "support": set(),
    "model": {"support"},
    "frontend": {"support", "model"},
    "library": {"support", "model"},
    "lowering": {"support", "model", "frontend", "library"},
    "analysis": {"support", "model"},
    "validation": {"support", "model", "analysis"},
    "starter": {"support", "model", "frontend", "library", "lowering", "analysis", "validation"},
    "convert": {"support", "model", "library"},
    "targets": {"support", "model"},
    "driver": {"support", "model", "frontend", "library", "lowering", "analysis", "validation", "targets"},
    "cli": {"support", "frontend", "library", "targets", "validation", "starter", "convert", "driver"},
}
# Third parties and packages of the workspace that each package may import; the standard library is everyone's.
PACKAGES = {
    "robotdsl_compiler": {"lark", "yaml"},
    "robotdsl_runtime": {"numpy"},
    "robotdsl_mujoco_sim": {"numpy", "mujoco", "PIL", "robotdsl_runtime"},
    "robotdsl_web": set(),
    "robotdsl_libraries": set(),
    "robotdsl_tests": {
        "numpy", "mujoco", "PIL", "robotdsl_compiler", "robotdsl_libraries", "robotdsl_runtime", "robotdsl_mujoco_sim",
        "robotdsl_web",
    },
}  # fmt: skip
# ROS, and what comes with it, is spoken in these places alone.
ROS = {
    "rclpy", "action_msgs", "builtin_interfaces", "geometry_msgs", "launch", "launch_ros", "nav2_msgs", "nav_msgs",
    "rcl_interfaces", "ros_gz_interfaces", "rosgraph_msgs", "sensor_msgs", "std_msgs", "std_srvs", "tf2_msgs", "yaml",
}  # fmt: skip
SPEAKS_ROS = {
    "robotdsl_runtime": ("nodes",), "robotdsl_mujoco_sim": ("node",), "robotdsl_tests": ("launched", "node"),
}  # fmt: skip


@cache
def imports(file: Path) -> tuple[tuple[int, str], ...]:
    """Every module that a file imports, by absolute name, with its line."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            found.append((node.lineno, node.module or ""))
    return tuple(found)


def modules(package: str) -> list[Path]:
    files = sorted((SOURCE / package / package).rglob("*.py"))
    assert files, package
    return files


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_what_they_declare(package: str) -> None:
    wrong = []
    for file in modules(package):
        speaks_ros = file.relative_to(SOURCE / package / package).parts[0] in SPEAKS_ROS.get(package, ())
        allowed = sys.stdlib_module_names | PACKAGES[package] | {package} | (ROS if speaks_ros else set())
        for line, name in imports(file):
            if name.partition(".")[0] not in allowed:
                wrong.append(f"{file.relative_to(SOURCE)}:{line}: {name}")
    assert wrong == []


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_of_the_compiler(layer: str) -> None:
    root = SOURCE / "robotdsl_compiler" / "robotdsl_compiler"
    wrong = []
    for file in sorted((root / layer).rglob("*.py")):
        for line, name in imports(file):
            parts = name.split(".")
            if parts[0] == "robotdsl_compiler" and len(parts) > 1 and parts[1] not in LAYERS[layer] | {layer}:
                wrong.append(f"{file.relative_to(SOURCE)}:{line}: {name}")
    assert wrong == []


def test_every_folder_of_the_compiler_is_a_layer() -> None:
    root = SOURCE / "robotdsl_compiler" / "robotdsl_compiler"
    assert {p.parent.relative_to(root).parts[0] for p in root.glob("*/*.py")} == LAYERS.keys()


def test_adapters_of_targets_do_not_import_each_other() -> None:
    root = SOURCE / "robotdsl_compiler" / "robotdsl_compiler" / "targets"
    adapters = {p.name for p in root.iterdir() if (p / "__init__.py").exists()}
    wrong = []
    for file in sorted(root.glob("*/**/*.py")):
        own = file.relative_to(root).parts[0]
        for line, name in imports(file):
            parts = name.split(".")
            if parts[:2] == ["robotdsl_compiler", "targets"] and len(parts) > 2 and parts[2] in adapters - {own}:
                wrong.append(f"{file.relative_to(SOURCE)}:{line}: {name}")
    assert wrong == []
