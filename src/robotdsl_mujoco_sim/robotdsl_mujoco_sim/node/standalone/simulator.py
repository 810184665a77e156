"""The node of described robots: what ``stepping.py`` does, and requests to load, to save and to change the model."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rcl_interfaces.srv import SetParametersAtomically
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.saving import BINARY, save_model
from robotdsl_mujoco_sim.node.numbers import NUMBERS
from robotdsl_mujoco_sim.node.parameters import declared
from robotdsl_mujoco_sim.node.standalone.described import Described
from robotdsl_mujoco_sim.node.standalone.settings import ROBOTS, SETTINGS, build, changed, is_setting, misspelt
from robotdsl_mujoco_sim.node.standalone.viewer import Viewer
from robotdsl_mujoco_sim.node.stepping import SteppingNode

VIEWER = "viewer"


class DescriptionSimulator(SteppingNode):
    """``node`` speaks for the robots that its parameters describe."""

    def __init__(self, node: Node) -> None:
        """Raises ``DescriptionError`` for a description that cannot be loaded, ``ValueError`` for a parameter that
        makes no sense, ``PluginError`` for a plugin that is not ready.
        """
        for name in node.get_parameters_by_prefix(""):
            if (wrong := misspelt(name)) is not None:
                raise ValueError(wrong)
        self._settings = {name: declared(node, name, default) for name, default in SETTINGS.items()}
        for name, each in node.get_parameters_by_prefix(ROBOTS).items():
            self._settings[f"{ROBOTS}.{name}"] = each.value
        self.robot = Described(build(self._settings))
        shown = declared(node, VIEWER, False)
        if not isinstance(shown, bool):
            raise ValueError(f"{VIEWER} is true or false, and not {shown!r}")
        super().__init__(node, NUMBERS, self.robot, self.robot.commands)
        self._viewer = Viewer() if shown else None
        if self._viewer is not None:
            self._viewer.open(self.robot)
        for note in self.robot.built.notes:
            self.log.info(note)
        for name, act in (
            ("load_model_from_description", self._load),
            ("save_model", self._save),
            ("set_geom_properties", self._set_geoms),
        ):
            node.create_service(SetParametersAtomically, f"~/{name}", self._server(act))
        self.listen()

    def reads_once(self, name: str) -> bool:
        return name == VIEWER or is_setting(name)

    def told(self, stamp: int) -> None:
        if self._viewer is not None:
            self._viewer.show()

    def put_away(self) -> None:
        if self._viewer is not None:
            self._viewer.close()

    def _server(self, act: Callable[[Mapping[str, Any], list[str]], str | None]) -> Callable[[Any, Any], Any]:
        """Serves a request whose arguments come as parameters. ``act`` is done between two steps: what it returns is
        why it was not done, and what it adds to its list is told of one that was.
        """

        def serve(request: Any, response: Any) -> Any:
            arguments = {each.name: parameter_value_to_python(each.value) for each in request.parameters}
            said: list[str] = []
            why_not = self.ask(lambda: act(arguments, said))
            response.result.successful = why_not is None
            response.result.reason = "; ".join(said) if why_not is None else why_not
            return response

        return serve

    def _load(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        try:
            settings = changed(self._settings, arguments)
            robot = Described(build(settings))
        except DescriptionError as error:
            return str(error)
        why_not = self.simulate(robot, robot.commands)
        if why_not is None:
            self._settings, self.robot = settings, robot
            said += robot.built.notes
            self._show(robot)
        return why_not

    def _show(self, robot: Described) -> None:
        if self._viewer is None:
            return
        try:
            self._viewer.open(robot)
        except DescriptionError as error:
            # The display may be gone; the simulation is not.
            self.log.error(str(error))

    def _save(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        path = arguments.get("path", "")
        if set(arguments) - {"path"} or not isinstance(path, str):
            return "a model is saved to path, a text; nothing else is asked for"
        if not path:
            with tempfile.NamedTemporaryFile(prefix="robotdsl_", suffix=BINARY, delete=False) as file:
                path = file.name
        built = self.robot.built
        try:
            save_model(built.spec, built.model, Path(path))
        except DescriptionError as error:
            return str(error)
        said.append(path)
        return None

    def _set_geoms(self, arguments: Mapping[str, Any], said: list[str]) -> str | None:
        return self.robot.set_geoms(arguments)
