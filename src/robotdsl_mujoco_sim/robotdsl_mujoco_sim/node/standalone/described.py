"""Described robots as they are simulated: steps, joints and shapes. Free of ROS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import mujoco
import numpy as np

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.compose import Composed
from robotdsl_mujoco_sim.node.commands import JointCommands
from robotdsl_mujoco_sim.stepped import Stepped

_KINDS = {"_act_pos": "position", "_act_vel": "velocity", "_act_eff": "effort"}
# What can be set of a shape while it is simulated, by the specification's names: the model's array and its width.
_PROPERTIES: Mapping[str, tuple[str, int]] = {
    "friction": ("geom_friction", 3),
    "rgba": ("geom_rgba", 4),
    "contype": ("geom_contype", 1),
    "conaffinity": ("geom_conaffinity", 1),
}


class Described(Stepped):
    """``built`` and the state that it is in."""

    def __init__(self, built: Composed) -> None:
        super().__init__(built.model)
        self.built = built
        self.commands = JointCommands(self.model, _actuators(self.model))
        self._state.reset()

    def set_geoms(self, request: Mapping[str, Any]) -> str | None:
        """Set ``friction``, ``rgba``, ``contype`` or ``conaffinity`` of the geom ``geom``, or of every geom of the body
        ``body``; why not, in words, or ``None``.
        """
        stated = {name: value for name, value in request.items() if name not in ("geom", "body")}
        unknown = sorted(set(stated) - set(_PROPERTIES))
        if unknown or not stated:
            return f"a geom's properties to set are {', '.join(_PROPERTIES)}, and not {', '.join(unknown) or 'none'}"
        try:
            geoms = self._geoms(request)
            values = {name: _values(name, value) for name, value in stated.items()}
        except DescriptionError as error:
            return str(error)
        # By their numbers in the model, so that a model that is saved has them too.
        specified = {geom.id: geom for geom in self.built.spec.geoms}
        for name, numbers in values.items():
            getattr(self.model, _PROPERTIES[name][0])[geoms] = numbers if len(numbers) > 1 else numbers[0]
            for geom in geoms:
                setattr(specified[geom], name, numbers if len(numbers) > 1 else numbers[0])
        return None

    def _geoms(self, request: Mapping[str, Any]) -> list[int]:
        if ("geom" in request) == ("body" in request):
            raise DescriptionError("either geom or body says which geoms are meant")
        kind = "geom" if "geom" in request else "body"
        name = request[kind]
        found = mujoco.mjtObj.mjOBJ_GEOM if kind == "geom" else mujoco.mjtObj.mjOBJ_BODY
        number = mujoco.mj_name2id(self.model, found, name) if isinstance(name, str) and name else -1
        if number < 0:
            raise DescriptionError(f"the model has no {kind} {name!r}")
        if kind == "geom":
            return [number]
        geoms: list[int] = np.nonzero(self.model.geom_bodyid == number)[0].tolist()
        if not geoms:
            raise DescriptionError(f"the body {name!r} has no geoms")
        return geoms


def _values(name: str, value: Any) -> list[Any]:
    count = _PROPERTIES[name][1]
    numbers = [value] if isinstance(value, int | float) else list(value) if hasattr(value, "__len__") else []
    whole = count == 1
    if len(numbers) != count or any(isinstance(n, bool | str) or not np.isfinite(n) or n < 0 for n in numbers):
        raise DescriptionError(f"{name} is {count} number{'' if whole else 's'} of 0 or more, and not {value!r}")
    if whole and not isinstance(numbers[0], int):
        raise DescriptionError(f"{name} is a whole number, and not {value!r}")
    return numbers if whole else [float(n) for n in numbers]


def _actuators(model: mujoco.MjModel) -> Sequence[Mapping[str, Any]]:
    """Those that were made of <ros2_control>, as ``JointCommands`` wants them."""
    found = []
    for number in range(model.nu):
        name = model.actuator(number).name
        kind = next((kind for suffix, kind in _KINDS.items() if name.endswith(suffix)), None)
        if kind is not None and int(model.actuator_trntype[number]) == int(mujoco.mjtTrn.mjTRN_JOINT):
            joint = model.joint(int(model.actuator_trnid[number][0])).name
            found.append({"name": name, "joint": joint, "type": kind})
    return found
