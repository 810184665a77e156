"""The plugins of one simulation, called together; one that fails is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import mujoco

from robotdsl_mujoco_sim.plugins.finding import instances, plugin_type
from robotdsl_mujoco_sim.plugins.interface import Plugin, PluginContext, PluginError, Subscribe


@dataclass(frozen=True, slots=True)
class _Instance:
    name: str
    type: str
    plugin: Plugin


class Plugins:
    """The instances that ``parameters`` (those below ``mujoco_plugins.``) ask for, in the order of their names, on one
    model and its data.
    """

    def __init__(
        self,
        parameters: Mapping[str, Any],
        model: mujoco.MjModel,
        data: mujoco.MjData,
        warn: Callable[[str], None],
        node: Any = None,
        subscribe: Subscribe | None = None,
    ) -> None:
        """Raises ``PluginError`` for a type that is not there and a plugin that is not ready; those that were get
        their ``cleanup`` first.
        """
        self._model, self._data = model, data
        self._instances: list[_Instance] = []
        asked = instances(parameters)
        types = {name: plugin_type(name, own["type"]) for name, own in asked.items()}
        try:
            for name, own in asked.items():
                heard = None if subscribe is None else _named_messages(name, own["type"], subscribe)
                self._start(name, types[name], PluginContext(name, own, warn, node, heard))
        except PluginError:
            self.cleanup(warn)
            raise

    def __len__(self) -> int:
        return len(self._instances)

    def _start(self, name: str, make: Callable[[], Plugin], context: PluginContext) -> None:
        kind = context.parameters["type"]
        with _named(name, kind, "init"):
            plugin = make()
            ready = plugin.init(context, self._model, self._data)
        if ready is not True:
            raise PluginError(f"plugin {name!r} ({kind}): init returned {ready!r}, and True is what says it is ready")
        self._instances.append(_Instance(name, kind, plugin))

    def pre_step(self) -> None:
        self._call("pre_step", self._data)

    def post_step(self) -> None:
        self._call("post_step", self._data)

    def update_read(self) -> None:
        self._call("update_read", self._model, self._data)

    def update_write(self) -> None:
        self._call("update_write", self._model, self._data)

    def on_reset(self) -> None:
        self._call("on_reset", self._data)

    def cleanup(self, warn: Callable[[str], None]) -> None:
        """Once for each, in the reverse order; what one raises is told to ``warn`` and keeps none of the others."""
        while self._instances:
            each = self._instances.pop()
            try:
                with _named(each.name, each.type, "cleanup"):
                    each.plugin.cleanup()
            except PluginError as error:
                warn(str(error))

    def _call(self, method: str, *arguments: Any) -> None:
        for each in self._instances:
            with _named(each.name, each.type, method):
                getattr(each.plugin, method)(*arguments)


def _named_messages(name: str, kind: str, subscribe: Subscribe) -> Subscribe:
    """``subscribe``, with what a plugin raises over a message named too."""

    def named(type: str, topic: str, heard: Callable[[Any], None]) -> None:
        def take(message: Any) -> None:
            with _named(name, kind, f"a message of {topic}"):
                heard(message)

        subscribe(type, topic, take)

    return named


@contextmanager
def _named(name: str, kind: str, method: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        said = str(error) if isinstance(error, PluginError) else f"{type(error).__name__}: {error}"
        raise PluginError(f"plugin {name!r} ({kind}) failed in {method}: {said}") from error
