"""Which plugins are asked for, and the classes behind their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

from robotdsl_mujoco_sim.plugins.base_velocity import BaseVelocityPlugin
from robotdsl_mujoco_sim.plugins.interface import Plugin, PluginError

# The group of entry points by which a package offers plugins; the name of each is a type.
PLUGINS = "robotdsl_mujoco_sim.plugins"
PARAMETERS = "mujoco_plugins"
# Known without an installation. The second is the name that the C++ bridges give it.
_OWN: Mapping[str, type[Plugin]] = {
    "BaseVelocityPlugin": BaseVelocityPlugin,
    "mujoco_ros2_control_plugins/BaseVelocityPlugin": BaseVelocityPlugin,
}


def instances(parameters: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The parameters of each instance, from those named ``<instance>.<parameter>`` below ``mujoco_plugins.``, in the
    order of the instances' names.

    Raises ``PluginError`` for a parameter of no instance and an instance without a ``type``.
    """
    found: dict[str, dict[str, Any]] = {}
    for name in sorted(parameters):
        instance, dot, parameter = name.partition(".")
        if not (instance and dot and parameter):
            raise PluginError(f"{PARAMETERS}.{name} is not of the form {PARAMETERS}.<instance>.<parameter>")
        found.setdefault(instance, {})[parameter] = parameters[name]
    for instance, own in found.items():
        kind = own.get("type")
        if not isinstance(kind, str) or not kind:
            raise PluginError(f"plugin {instance!r}: {PARAMETERS}.{instance}.type names no plugin")
    return found


def plugin_type(instance: str, name: str) -> Callable[[], Plugin]:
    """What makes a plugin of the type ``name``: an entry point's, or one of this package's own.

    Raises ``PluginError`` when there is none of that name, or it cannot be imported.
    """
    offered = {each.name: each for each in entry_points(group=PLUGINS)}
    if name in offered:
        try:
            made: Callable[[], Plugin] = offered[name].load()
        except Exception as error:
            raise PluginError(
                f"plugin {instance!r}: the type {name!r} cannot be imported from {offered[name].value}: "
                f"{type(error).__name__}: {error}"
            ) from error
        return made
    if name in _OWN:
        return _OWN[name]
    known = ", ".join(sorted({*offered, *_OWN}))
    raise PluginError(f"plugin {instance!r}: there is no plugin of the type {name!r}; known are {known}")
