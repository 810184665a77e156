"""How a parameter file is written: YAML in the order of its values, floating-point numbers always as such.

Nav2 declares each parameter with a type and refuses a whole number where it declared a floating-point one, so the
YAML library's own writing of numbers, which keeps the point, is used and not the number formatter of the other files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from robotdsl_compiler.targets.contract import File

Parameters = dict[str, Any]


def node(parameters: Parameters) -> Parameters:
    """The parameters of one node, which runs on simulated time."""
    return {"ros__parameters": {"use_sim_time": True, **parameters}}


def parameter_file(path: str, nodes: Mapping[str, Any]) -> File:
    """``nodes`` by name as a YAML file; lists of numbers and of names stay on one line."""
    text = yaml.dump(dict(nodes), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1000)
    return File(path, text.encode("utf-8"))


class _Dumper(yaml.SafeDumper):
    """Block style throughout but for lists, and no anchors: two equal values are written twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _flow_list(dumper: yaml.SafeDumper, data: list[Any]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True)


_Dumper.add_representer(list, _flow_list)
