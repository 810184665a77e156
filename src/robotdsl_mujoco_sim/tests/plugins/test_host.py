"""Plugins as a simulation has them: found, called in turn, and named when they fail."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import mujoco
import pytest
from robotdsl_mujoco_sim.plugins import finding
from robotdsl_mujoco_sim.plugins.base_velocity import BaseVelocityPlugin
from robotdsl_mujoco_sim.plugins.host import Plugins
from robotdsl_mujoco_sim.plugins.interface import Plugin, PluginContext, PluginError

MODEL = '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
CALLS = ("pre_step", "post_step", "update_read", "update_write", "on_reset")


class Recorder(Plugin):
    """Writes down what it is called for; fails where its parameter says."""

    log: list[tuple[str, ...]] = []  # noqa: RUF012 - cleared by each test

    def init(self, context: PluginContext, model: mujoco.MjModel, data: mujoco.MjData) -> bool:
        self.name, self.failing = context.name, context.parameters.get("fails", "")
        self.context = context
        assert isinstance(model, mujoco.MjModel) and isinstance(data, mujoco.MjData)
        self._note("init")
        return context.parameters.get("ready", True)

    def _note(self, call: str) -> None:
        self.log.append((self.name, call))
        if call == self.failing:
            raise ZeroDivisionError("by nought")

    def pre_step(self, data: mujoco.MjData) -> None:
        self._note("pre_step")

    def post_step(self, data: mujoco.MjData) -> None:
        self._note("post_step")

    def update_read(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._note("update_read")

    def update(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._note("update_write")

    def on_reset(self, data: mujoco.MjData) -> None:
        self._note("on_reset")

    def cleanup(self) -> None:
        self._note("cleanup")


class Broken:
    def __init__(self) -> None:
        raise OSError("no licence")


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that offers plugins."""
    Recorder.log.clear()
    group = finding.PLUGINS
    found = EntryPoints(
        [
            EntryPoint("Recorder", f"{__name__}:Recorder", group),
            EntryPoint("Broken", f"{__name__}:Broken", group),
            EntryPoint("Lost", "robotdsl_mujoco_sim.no_such_module:Lost", group),
        ]
    )
    monkeypatch.setattr(finding, "entry_points", lambda group: found.select(group=group))


def host(said: list[str] | None = None, **parameters: Any) -> Plugins:
    model = mujoco.MjModel.from_xml_string(MODEL)
    named = {name.replace("__", "."): value for name, value in parameters.items()}
    return Plugins(named, model, mujoco.MjData(model), (said if said is not None else []).append)


def test_instances_under_mujoco_plugins_are_called_in_the_order_of_their_names() -> None:
    plugins = host(b__type="Recorder", a__type="Recorder")
    for call in CALLS:
        getattr(plugins, call)()
    plugins.cleanup(lambda said: None)
    expected = [(name, call) for call in ("init", *CALLS) for name in ("a", "b")]
    assert Recorder.log == [*expected, ("b", "cleanup"), ("a", "cleanup")]


def test_a_plugin_gets_its_own_parameters_alone() -> None:
    plugins = host(a__type="Recorder", a__gain=2.5, a__deep__er=1, b__type="Recorder")
    assert plugins._instances[0].plugin.context.parameters == {"type": "Recorder", "gain": 2.5, "deep.er": 1}


def test_discovered_by_entry_points_of_other_packages() -> None:
    assert len(host(a__type="Recorder")) == 1


@pytest.mark.parametrize("name", ["BaseVelocityPlugin", "mujoco_ros2_control_plugins/BaseVelocityPlugin"])
def test_own_plugins_are_known_without_an_installation(name: str) -> None:
    assert finding.plugin_type("drive", name) is BaseVelocityPlugin


def test_no_plugins_is_none() -> None:
    assert len(host()) == 0


@pytest.mark.parametrize("call", CALLS)
def test_an_exception_in_a_plugin_names_it(call: str) -> None:
    plugins = host(good__type="Recorder", odd__type="Recorder", odd__fails=call)
    with pytest.raises(
        PluginError, match=rf"^plugin 'odd' \(Recorder\) failed in {call}.*: ZeroDivisionError: by nought$"
    ):
        getattr(plugins, call)()


def test_an_init_that_fails_cleans_up_those_before_it() -> None:
    with pytest.raises(PluginError, match=r"plugin 'b' \(Recorder\) failed in init: ZeroDivisionError"):
        host(a__type="Recorder", b__type="Recorder", b__fails="init", c__type="Recorder")
    assert Recorder.log == [("a", "init"), ("b", "init"), ("a", "cleanup")]


@pytest.mark.parametrize("answer", [False, None])
def test_init_returns_true_if_it_was_successful(answer: object) -> None:
    with pytest.raises(PluginError, match=rf"plugin 'a' \(Recorder\): init returned {answer}"):
        host(a__type="Recorder", a__ready=answer)


def test_a_cleanup_that_fails_is_told_and_the_others_are_cleaned_up() -> None:
    said: list[str] = []
    plugins = host(a__type="Recorder", b__type="Recorder", b__fails="cleanup")
    plugins.cleanup(said.append)
    assert said == ["plugin 'b' (Recorder) failed in cleanup: ZeroDivisionError: by nought"]
    assert Recorder.log[-1] == ("a", "cleanup")
    plugins.cleanup(said.append)
    assert len(said) == 1


def test_default_calls_do_nothing() -> None:
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    before = data.qpos.copy(), data.qvel.copy()
    plugin = Plugin()
    plugin.pre_step(data)
    plugin.post_step(data)
    plugin.update_read(model, data)
    plugin.update_write(model, data)
    plugin.update(model, data)
    plugin.on_reset(data)
    plugin.cleanup()
    assert (data.qpos == before[0]).all() and (data.qvel == before[1]).all()


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"a__body": "x"}, r"plugin 'a': mujoco_plugins.a.type names no plugin"),
        ({"a__type": 3}, r"plugin 'a': mujoco_plugins.a.type names no plugin"),
        ({"a": "x"}, r"mujoco_plugins.a is not of the form mujoco_plugins.<instance>.<parameter>"),
        (
            {"a__type": "Nothing"},
            r"plugin 'a': there is no plugin of the type 'Nothing'; known are .*BaseVelocityPlugin",
        ),
        (
            {"a__type": "Lost"},
            r"plugin 'a': the type 'Lost' cannot be imported from robotdsl_mujoco_sim.no_such_module",
        ),
        ({"a__type": "Broken"}, r"plugin 'a' \(Broken\) failed in init: OSError: no licence"),
    ],
)
def test_what_cannot_be_found_is_named(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(PluginError, match=said):
        host(**parameters)
