"""How a parameter file of Nav2 is laid out: nodes by name, each with its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.yaml_text import yaml_text

Parameters = dict[str, Any]


def node(parameters: Parameters) -> Parameters:
    """The parameters of one node, which runs on simulated time."""
    return {"ros__parameters": {"use_sim_time": True, **parameters}}


def parameter_file(path: str, nodes: Mapping[str, Any]) -> File:
    return File(path, yaml_text(nodes).encode("utf-8"))
