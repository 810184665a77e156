"""The weights of a description's links as those of MuJoCo's bodies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import mujoco
import numpy as np

from robotdsl_mujoco_sim.model.weights import Array, Weight

# What a link is given that moves and weighs nothing: kg, kg m². Too little to be felt by what it carries.
_LEAST_MASS, _LEAST_MOMENT = 1e-6, 1e-9
# kg m²: what a tensor written as zero may amount to.
_NO_MOMENT = 1e-13


def put_weights(spec: mujoco.MjSpec, links: Mapping[str, Weight]) -> Iterator[str]:
    """Give every body of ``spec`` the weight of its link. Yields what has to be said about it.

    MuJoCo moves nothing that weighs nothing: a link on a joint that, with all that is fixed to it, states no mass or no
    moment gets a little of it.
    """
    for name, weight in links.items():
        body = spec.body(name)
        if body is not None and weight.by_hand:
            _set(body, weight.mass, weight.center, *weight.principal)
    for name, weight in links.items():
        body = spec.body(name)
        if body is None or not body.joints:
            continue
        rigid = [links[each.name] for each in _rigid(body) if each.name in links]
        if sum(each.mass for each in rigid) <= 0.0:
            _set(body, _LEAST_MASS, np.zeros(3), np.full(3, _LEAST_MOMENT), np.eye(3))
            yield f"link {name!r} moves and weighs nothing: given {_LEAST_MASS:g} kg"
        elif all(each.principal[0][1] <= _NO_MOMENT for each in rigid):
            _set(body, weight.mass, weight.center, np.full(3, _LEAST_MOMENT), np.eye(3))
            yield f"link {name!r} moves and has no moment of inertia: given {_LEAST_MOMENT:g} kg m²"


def weigh_floating(root: Any) -> Iterator[str]:
    """The same for a root body that is given a free joint."""
    if sum(each.mass for each in _rigid(root)) <= 0.0:
        _set(root, _LEAST_MASS, np.zeros(3), np.full(3, _LEAST_MOMENT), np.eye(3))
        yield f"link {root.name!r} floats and weighs nothing: given {_LEAST_MASS:g} kg"
    elif all(_moment(each) <= _NO_MOMENT for each in _rigid(root)):
        _set(root, float(root.mass), np.array(root.ipos), np.full(3, _LEAST_MOMENT), np.eye(3))
        yield f"link {root.name!r} floats and has no moment of inertia: given {_LEAST_MOMENT:g} kg m²"


def _moment(body: Any) -> float:
    full = np.array(body.fullinertia)
    return float(np.max(body.inertia if math.isnan(full[0]) else full[:3]))


def _rigid(body: Any) -> Iterator[Any]:
    """``body`` and what hangs from it without a joint between."""
    yield body
    for child in body.bodies:
        if not child.joints:
            yield from _rigid(child)


def _set(body: Any, mass: float, center: Array, moments: Array, axes: Array) -> None:
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(axes).ravel())
    body.explicitinertial = True
    body.fullinertia = [math.nan] + [0.0] * 5
    body.mass, body.ipos, body.inertia, body.iquat = mass, center, moments, quaternion
