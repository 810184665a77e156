"""The processes of an output's bring-up: what each is, when it starts and what its end means.

The plan is read from the files of the output: launch/bringup.json says what drives, localizes and senses, and
task/mission.json where the robot starts. Nothing of ROS is imported.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape

from robotdsl_runtime.nodes.bringup.arguments import EMBEDDED, FALSE, KINEMATIC, ROS2_CONTROL, TRUE, BringupError

DOCUMENT, SCHEMA = "launch/bringup.json", "robotdsl.bringup"
# What stands in a file of an output for the directory itself.
OUTPUT_DIR = "${OUTPUT_DIR}"
SIMULATION, STATES, MANAGER, CONTROLLERS = "simulation", "state_publisher", "controller_manager", "controllers"
BRIDGE, SPAWN = "bridge", "spawn"
# The simulators of an output.
MUJOCO, GAZEBO = "mujoco", "gazebo"
DRIVE, NAVIGATION, TASK = "drive", "navigation", "task"
# Nav2's servers by the package that each is in; the executable has the server's name.
_SERVERS = {
    "map_server": "nav2_map_server",
    "amcl": "nav2_amcl",
    "planner_server": "nav2_planner",
    "controller_server": "nav2_controller",
    "behavior_server": "nav2_behaviors",
    "bt_navigator": "nav2_bt_navigator",
    "lifecycle_manager": "nav2_lifecycle_manager",
}

# How long the spawner waits for the controller manager, for the step of it that makes a controller active, and for its
# answers, s. That step comes with the simulation's clock, which a busy machine may have to wait for longer than the 5 s
# that it would be given.
_PATIENCE = ("--controller-manager-timeout", "60", "--switch-timeout", "60", "--service-call-timeout", "70")

Parameter = bool | int | float | str
# The simulation's plugin that carries a base which its wheels do not; nodes/drive.py tells it how.
_CARRIED: tuple[tuple[str, Parameter], ...] = (
    ("mujoco_plugins.base.type", "BaseVelocityPlugin"),
    ("mujoco_plugins.base.body", "base_footprint"),
    ("mujoco_plugins.base.cmd_vel_topic", "/kinematic/cmd_vel"),
)

# What the runtime's own drive and navigation need of the simulation's clock, Hz: all that they do falls on it, and more
# of it costs every process that listens.
_OWN_RATES: tuple[tuple[str, Parameter], ...] = (("clock_rate", 100.0),)


class End(Enum):
    """What the end of a process means while the run goes on."""

    # Nothing: what waits for it finds out.
    FREE = "free"
    # It is to end by itself, and to have done well.
    PREPARES = "prepares"
    # The run ends, without a result.
    NEEDED = "needed"
    # The run ends; the robot stands, and the task says what came of it until then.
    SERVES = "serves"
    # The task is over.
    TASK = "task"


@dataclass(frozen=True, slots=True)
class Process:
    """A script of the output's runtime (``package`` is ``None``), an executable of a ROS package or, with ``tool``, a
    program on the path.

    ``node`` is the name of its node where that is not its own; ``parameters`` are set, over those of the
    ``parameter_files``, later files winning. It starts once the process ``after`` has ended well, at once without.
    ``end`` is what its end means, and ``loss`` what is lost by it, in words, where it is needed. ``search`` puts a
    folder in front of those that an environment variable lists, and ``libraries`` names one that is to list the folders
    of the shared libraries too.
    """

    name: str
    executable: str
    package: str | None = None
    arguments: tuple[str, ...] = ()
    node: str | None = None
    parameter_files: tuple[Path, ...] = ()
    parameters: tuple[tuple[str, Parameter], ...] = ()
    remappings: tuple[tuple[str, str], ...] = ()
    after: str | None = None
    end: End = End.FREE
    loss: str = ""
    tool: bool = False
    search: tuple[tuple[str, Path], ...] = ()
    libraries: str | None = None

    @property
    def called(self) -> str:
        """What messages call it."""
        return f"{self.name} ({self.executable})"


@dataclass(frozen=True, slots=True)
class Plan:
    """``processes`` in the order in which they start. ``ends_with_task``: whether the task's end ends the run."""

    output: Path
    processes: tuple[Process, ...]
    ends_with_task: bool

    @property
    def task(self) -> Process | None:
        return next((process for process in self.processes if process.end is End.TASK), None)


def bringup_plan(output: Path, arguments: Mapping[str, str]) -> Plan:
    """The plan for complete ``arguments``. Raises ``BringupError``."""
    try:
        document = json.loads((output / DOCUMENT).read_text(encoding="utf-8"))
        mission = json.loads((output / "task" / "mission.json").read_text(encoding="utf-8"))
        if document.get("schema") != SCHEMA:
            raise BringupError(f"{output / DOCUMENT} is no {SCHEMA} document")
        planner = _Planner(output, document, mission["spawn"]["pose"], arguments)
        return Plan(output, planner.processes(), arguments["exit_on_task_end"] == TRUE)
    except OSError as error:
        raise BringupError(f"{error.filename} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BringupError(f"{output}: a file of the bring-up is damaged: {error!r}") from None


class _Planner:
    def __init__(self, output: Path, document: Any, spawn: Any, arguments: Mapping[str, str]) -> None:
        self.output, self.document, self.spawn, self.arguments = output, document, spawn, arguments
        drive, self.simulator = document["drive"], document["simulator"]
        self.gazebo = self.simulator["type"] == GAZEBO
        if self.gazebo:
            _refuse_of_mujoco(arguments)
        self.kinematic = arguments["drive"] == KINEMATIC
        if self.simulator.get("drive") == KINEMATIC and not self.kinematic:
            raise BringupError(
                f"{output} was compiled with --kinematic, and nothing drives its base by its wheels: start it with "
                "drive:=kinematic"
            )
        self.managed = arguments["control"] == ROS2_CONTROL and not self.kinematic
        # A base without joints has no controllers to manage.
        self.controllers: list[str] = drive["controllers"] if self.managed else []
        self.node: str | None = drive["node"] if self.managed else "base"
        # What drives is there once its controllers are, and those of Gazebo once the robot is.
        self.robot = SPAWN if self.gazebo else None
        self.after = CONTROLLERS if self.controllers else self.robot

    def processes(self) -> tuple[Process, ...]:
        navigation = self.arguments["navigation"]
        simulation = self._gazebo() if self.gazebo else [self._simulation(), self._states()]
        found = [*simulation, *self._drive()]
        if navigation != FALSE:
            found += [*self._sensors(), *(self._own_navigation() if navigation == EMBEDDED else self._nav2())]
            found.append(self._task(navigation))
        return tuple(found)

    def _simulation(self) -> Process:
        return Process(
            SIMULATION,
            "run_mujoco_sim.py",
            parameters=(
                ("real_time_factor", float(self.arguments["real_time_factor"])),
                *(() if self.managed else _OWN_RATES),
                *(_CARRIED if self.kinematic else ()),
            ),
            end=End.NEEDED,
            loss="nothing moves the robot and no clock runs any more",
        )

    def _gazebo(self) -> list[Process]:
        """The simulator, the bridge to its topics, and the robot that is put into its world once both it and the
        description are there.
        """
        world = self.output / "world"
        # Without a window its cameras draw all the same.
        shown = ("-s", "--headless-rendering") if self.arguments["headless"] == TRUE else ()
        return [
            Process(
                SIMULATION,
                "gz",
                arguments=("sim", "-r", *shown, str(world / "world.sdf")),
                end=End.NEEDED,
                loss="nothing moves the robot and no clock runs any more",
                tool=True,
                search=(("GZ_SIM_RESOURCE_PATH", world),),
                # Where the system is that ros2_control is in, a library of a ROS package.
                libraries="GZ_SIM_SYSTEM_PLUGIN_PATH",
            ),
            Process(
                BRIDGE,
                "parameter_bridge",
                "ros_gz_bridge",
                node="bridge",
                parameters=(("config_file", str(world / "bridge.yaml")),),
                end=End.NEEDED,
                loss="no clock reaches the controllers any more, by which they end a command",
            ),
            self._states(),
            Process(
                SPAWN,
                "create",
                "ros_gz_sim",
                arguments=(
                    *("-world", str(self.simulator["world"]), "-name", str(self.simulator["robot"])),
                    *("-topic", "robot_description", *_spawn(self.spawn)),
                ),
                end=End.PREPARES,
            ),
        ]

    def _states(self) -> Process:
        if not self.managed:
            return Process(STATES, "run_state_publisher.py")
        description = (self.output / "robot" / "robot.urdf").read_text(encoding="utf-8")
        return Process(
            STATES,
            "robot_state_publisher",
            "robot_state_publisher",
            parameters=(("use_sim_time", True), ("robot_description", _placed(description, self.output, self.gazebo))),
        )

    def _drive(self) -> list[Process]:
        found: list[Process] = []
        if self.controllers and not self.gazebo:
            found.append(
                Process(
                    MANAGER,
                    "ros2_control_node",
                    "controller_manager",
                    parameter_files=(self.output / "robot" / "controllers.yaml",),
                    parameters=(("use_sim_time", True),),
                    remappings=tuple((told, heard) for told, heard in self.document["drive"]["remappings"]),
                    end=End.NEEDED,
                    loss="the joints keep the last commands that its controllers gave them",
                )
            )
        if self.controllers:
            found.append(
                Process(
                    CONTROLLERS,
                    "spawner",
                    "controller_manager",
                    after=self.robot,
                    # In the order given: what measures before what drives.
                    arguments=(*self.controllers, *_PATIENCE),
                    end=End.PREPARES,
                )
            )
        if self.node is not None:
            found.append(
                Process(
                    DRIVE,
                    f"run_{self.node}.py",
                    parameters=(("kinematic", True),) if self.kinematic else (),
                    after=self.after,
                    end=End.NEEDED,
                    loss="nothing would end the command that the base has",
                )
            )
        return found

    def _sensors(self) -> list[Process]:
        found: list[Process] = []
        scan = self.document["depth_scan"]
        if scan is not None:
            found.append(Process("depth_scan", "run_depth_scan.py", arguments=_options(scan), after=self.after))
        found += [
            Process(f"range_{each['frame']}", "run_range_sensor.py", arguments=_options(each), after=self.after)
            for each in self.document["ranges"]
        ]
        return found

    def _own_navigation(self) -> list[Process]:
        scan = self.document["navigation"]["scan"]
        return [
            Process(
                NAVIGATION,
                "run_navigation.py",
                arguments=() if scan is None else _options(scan),
                after=self.after,
                end=End.SERVES,
                loss="nothing answers any more what the task asks of it",
            )
        ]

    def _nav2(self) -> list[Process]:
        nav, found = self.output / "nav", []
        if self.document["navigation"]["scan"] is None:
            found.append(self._map_to_odom())
        for server in (*self.document["navigation"]["servers"], "lifecycle_manager"):
            own: tuple[tuple[str, Parameter], ...] = ()
            if server == "map_server":
                own = (("yaml_filename", str(nav / "map.yaml")),)
            files = (nav / "nav2.base.yaml", nav / "nav2.robot.yaml")
            found.append(
                Process(
                    server,
                    server,
                    _SERVERS[server],
                    node=server,
                    parameter_files=files,
                    parameters=own,
                    after=self.after,
                )
            )
        return found

    def _map_to_odom(self) -> Process:
        """Where odometry starts, for a robot that nothing localizes."""
        axes = zip(("--x", "--y", "--z", "--qx", "--qy", "--qz", "--qw"), self.spawn, strict=True)
        return Process(
            "map_to_odom",
            "static_transform_publisher",
            "tf2_ros",
            arguments=(
                *(word for axis, value in axes for word in (axis, str(float(value)))),
                *("--frame-id", "map", "--child-frame-id", "odom"),
            ),
            after=self.after,
        )

    def _task(self, navigation: str) -> Process:
        told = ["--start-lifecycle"]
        if navigation == EMBEDDED:
            # The wait is for the manager of Nav2, which has to find its servers first.
            told += ["--start-after", "0"]
        if self.arguments["run_dir"]:
            told += ["--run-dir", self.arguments["run_dir"]]
        return Process(TASK, "run_task.py", arguments=tuple(told), after=self.after, end=End.TASK)


def _options(values: Mapping[str, Any]) -> tuple[str, ...]:
    """``{"range_max": 4.0}`` as ``--range-max 4.0``."""
    return tuple(word for name, value in values.items() for word in ("--" + name.replace("_", "-"), str(value)))


def _refuse_of_mujoco(arguments: Mapping[str, str]) -> None:
    """Raises ``BringupError`` for what only the MuJoCo simulation node does."""
    if arguments["control"] != ROS2_CONTROL:
        raise BringupError("control:=embedded drives the MuJoCo simulation alone; Gazebo moves joints by ros2_control")
    if arguments["drive"] == KINEMATIC:
        raise BringupError("drive:=kinematic moves the robot of the MuJoCo simulation alone")
    if float(arguments["real_time_factor"]) != 1.0:
        raise BringupError("real_time_factor is told to the MuJoCo simulation alone; Gazebo runs as its world states")


def _placed(description: str, output: Path, for_gazebo: bool) -> str:
    """The description with the output's place in it: in a URI, which stands for any folder whatever its name means in
    XML, and as a plain path.

    Gazebo undoes no escapes of a URI and takes a plain path in its place, which no other reader does: it gets that
    where the folder's name needs escapes.
    """
    token, uri = f"file://{OUTPUT_DIR}", f"file://{quote(str(output))}"
    path = escape(str(output), {'"': "&quot;"})
    plain = for_gazebo and uri != f"file://{output}"
    return description.replace(token, path if plain else uri).replace(OUTPUT_DIR, path)


def _spawn(pose: Any) -> tuple[str, ...]:
    """The arguments that put a model at ``pose``, [x, y, z, qx, qy, qz, qw]: its turn by roll, pitch and yaw."""
    x, y, z, qx, qy, qz, qw = (float(value) for value in pose)
    roll = math.atan2(2.0 * (qw * qx + qy * qz), 1.0 - 2.0 * (qx * qx + qy * qy))
    pitch = math.asin(max(-1.0, min(1.0, 2.0 * (qw * qy - qz * qx))))
    yaw = math.atan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
    axes = zip(("-x", "-y", "-z", "-R", "-P", "-Y"), (x, y, z, roll, pitch, yaw), strict=True)
    return tuple(word for axis, value in axes for word in (axis, f"{value:.9f}"))
