"""The node that simulates any description, over real DDS: the two-link example, services, parameters and plugins."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mujoco
import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")

from geometry_msgs.msg import Twist
from rcl_interfaces.srv import SetParametersAtomically
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from robotdsl_mujoco_sim.errors import DescriptionError, SimulationError
from robotdsl_mujoco_sim.node.standalone.simulator import DescriptionSimulator
from robotdsl_mujoco_sim.plugins import finding
from robotdsl_mujoco_sim.plugins.interface import Plugin, PluginContext, PluginError
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, Trigger

DEADLINE_S = 60.0
EXAMPLE = (
    Path(__file__).resolve().parents[3]
    / "robotdsl_mujoco_sim/share/examples/robot_description/simple_visual_robot.urdf"
)
STATES, COMMANDS = "/mujoco/joint_states", "/mujoco/joint_commands"
DRIVE = {"mujoco_plugins.drive.type": "BaseVelocityPlugin", "mujoco_plugins.drive.body": "chassis"}
BALL = """<robot name="ball"><link name="ball"><inertial><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
<visual><geometry><sphere radius="0.1"/></geometry></visual></link></robot>"""
HALL = """<mujoco><option timestep="0.002"/><default><geom friction="0.5"/></default><worldbody>
<geom name="floor" type="plane" size="9 9 1"/><body name="pillar" pos="0 3 1"><geom type="box" size="0.2 0.2 1"/></body>
</worldbody></mujoco>"""
pytestmark = pytest.mark.usefixtures("ros")


class Run:
    """The node, which runs in a thread, and another one that talks to it."""

    def __init__(self, **parameters: Any) -> None:
        values = {"description.path": str(EXAMPLE), "real_time_factor": 0.0, **parameters}
        overrides = [Parameter(name, value=value) for name, value in values.items() if value is not None]
        self.node = rclpy.create_node(
            "mujoco_sim", parameter_overrides=overrides, automatically_declare_parameters_from_overrides=True
        )
        try:
            self.simulator = DescriptionSimulator(self.node)
        except Exception:
            self.node.destroy_node()
            raise
        self.other = rclpy.create_node("listener")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.other)
        self._stop = threading.Event()
        self.error: list[BaseException] = []
        self._closed = False
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.simulator.run(self._stop.is_set)
        except SimulationError as error:
            self.error.append(error)

    def start(self) -> Run:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.stop()
        self.simulator.close()
        self._executor.shutdown()
        self.node.destroy_node()
        self.other.destroy_node()

    def hear(self, type: Any, topic: str) -> list[Any]:
        heard: list[Any] = []
        self.other.create_subscription(type, topic, heard.append, 100)
        return heard

    def until(self, condition: Callable[[], Any], what: str) -> None:
        limit = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < limit, f"waited for {what}"
            self._executor.spin_once(timeout_sec=0.02)

    def call(self, type: Any, name: str, **request: Any) -> Any:
        client = self.other.create_client(type, f"/mujoco_sim/{name}")
        self.until(client.service_is_ready, name)
        future = client.call_async(type.Request(**request))
        self.until(future.done, f"the answer of {name}")
        return future.result()

    def ask(self, name: str, **arguments: Any) -> tuple[bool, str]:
        """A request whose arguments are parameters; a name's dots are written as two underscores."""
        parameters = [Parameter(n.replace("__", "."), value=v).to_parameter_msg() for n, v in arguments.items()]
        result = self.call(SetParametersAtomically, name, parameters=parameters).result
        return result.successful, result.reason


@pytest.fixture
def run() -> Iterator[Callable[..., Run]]:
    made: list[Run] = []

    def make(**parameters: Any) -> Run:
        made.append(Run(**parameters))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_the_two_link_example_has_real_geoms_and_an_inferred_root(run: Callable[..., Run]) -> None:
    one = run()
    states, clock = one.hear(JointState, STATES), one.hear(Clock, "/clock")
    built = one.simulator.robot.built
    assert built.roots == ("chassis",)
    # Each drawn and collided with, and the floor.
    assert built.model.ngeom == 5
    one.start()
    one.until(lambda: len(states) > 3 and len(clock) > 3, "states and the time")
    assert list(states[0].name) == ["tilt"]
    assert len(states[0].position) == len(states[0].velocity) == len(states[0].effort) == 1


def test_joint_commands_move_the_actuators_of_ros2_control(run: Callable[..., Run]) -> None:
    one = run(**{"description.generate_actuators": True})
    states = one.hear(JointState, STATES)
    tell = one.other.create_publisher(JointState, COMMANDS, 10)
    one.start()

    def reached() -> bool:
        tell.publish(JointState(name=["tilt"], position=[0.3]))
        return bool(states) and states[-1].position[0] > 0.25

    one.until(reached, "the mast to lean")


def test_the_robot_description_parameter_is_taken(run: Callable[..., Run]) -> None:
    one = run(**{"description.path": None, "robot_description": EXAMPLE.read_text()})
    assert one.simulator.robot.built.name == "robot_description"


def test_attach_prefix_goes_before_every_name(run: Callable[..., Run]) -> None:
    one = run(**{"description.attach_prefix": "r0_", "description.floating": True})
    model = one.simulator.robot.model
    assert one.simulator.robot.joint_names == ("r0_tilt",)
    assert [model.joint(k).name for k in range(model.njnt)] == ["r0_root", "r0_tilt"]


def test_srdf_path_is_read(run: Callable[..., Run], tmp_path: Path) -> None:
    srdf = tmp_path / "robot.srdf"
    srdf.write_text('<robot name="r"><extended_params name="tilt"><mujoco_actuator kp="77"/></extended_params></robot>')
    one = run(**{"srdf.path": str(srdf), "description.generate_actuators": True})
    assert one.simulator.robot.model.actuator("tilt_act_pos").gainprm[0] == 77.0


def test_load_model_from_description_replaces_the_robot(run: Callable[..., Run]) -> None:
    one = run().start()
    assert one.ask("load_model_from_description", robot_description=BALL, description__floating=True)[0]
    assert one.simulator.robot.built.roots == ("ball",)
    one.until(lambda: one.simulator.robot.steps > 100, "steps of the new one")
    done, reason = one.ask("load_model_from_description", robot_description="<robot/>")
    assert not done and reason
    assert one.simulator.robot.built.roots == ("ball",)
    done, reason = one.ask("load_model_from_description", urdf="x")
    assert not done and reason.startswith("nothing is called urdf; there are robot_description, description.path")


def test_generate_actuators_and_the_prefix_can_be_asked_for_with_the_load(run: Callable[..., Run]) -> None:
    one = run().start()
    assert one.simulator.robot.model.nu == 0
    done, _ = one.ask(
        "load_model_from_description", description__generate_actuators=True, description__attach_prefix="r1_"
    )
    assert done
    assert one.simulator.robot.model.actuator(0).name == "r1_tilt_act_pos"


@pytest.mark.parametrize("suffix", ["mjb", "xml"])
def test_save_model(run: Callable[..., Run], tmp_path: Path, suffix: str) -> None:
    one = run(**{"description.floating": True}).start()
    path = tmp_path / f"robot.{suffix}"
    assert one.ask("save_model", path=str(path)) == (True, str(path))
    read = mujoco.MjModel.from_binary_path if suffix == "mjb" else mujoco.MjModel.from_xml_path
    model, own = read(str(path)), one.simulator.robot.model
    assert (model.nbody, model.ngeom, model.njnt) == (own.nbody, own.ngeom, own.njnt)
    assert model.body_mass == pytest.approx(own.body_mass)
    assert model.opt.timestep == own.opt.timestep


def test_save_model_without_a_path_writes_a_temporary_mjb(run: Callable[..., Run]) -> None:
    one = run().start()
    done, path = one.ask("save_model")
    try:
        assert done and path.endswith(".mjb")
        assert mujoco.MjModel.from_binary_path(path).nbody == one.simulator.robot.model.nbody
    finally:
        Path(path).unlink()


def test_save_model_says_what_is_wrong(run: Callable[..., Run], tmp_path: Path) -> None:
    one = run().start()
    assert "ends neither in .mjb" in one.ask("save_model", path=str(tmp_path / "robot.usd"))[1]
    assert "cannot be written" in one.ask("save_model", path=str(tmp_path / "none" / "robot.mjb"))[1]
    assert "cannot be written" in one.ask("save_model", path=str(tmp_path / "none" / "robot.xml"))[1]


def test_set_geom_properties_overrides_the_friction_since_it_writes_after_load(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    one = run().start()
    assert one.ask("set_geom_properties", body="mast", friction=[0.3, 0.02, 0.001]) == (True, "")
    model = one.simulator.robot.model
    mast = [k for k in range(model.ngeom) if model.geom_bodyid[k] == model.body("mast").id]
    assert len(mast) == 2
    for geom in mast:
        assert model.geom_friction[geom].tolist() == [0.3, 0.02, 0.001]
    assert model.geom("floor").friction.tolist() == [1.0, 0.005, 0.0001]
    assert one.ask("set_geom_properties", geom="floor", conaffinity=3, rgba=[1.0, 0.0, 0.0, 1.0])[0]
    assert model.geom("floor").conaffinity.tolist() == [3]
    # A model that is saved has them too.
    assert one.ask("save_model", path=str(tmp_path / "robot.xml"))[0]
    saved = mujoco.MjModel.from_xml_path(str(tmp_path / "robot.xml"))
    assert saved.geom_friction == pytest.approx(model.geom_friction)
    assert saved.geom_rgba == pytest.approx(model.geom_rgba)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"geom": "nothing", "friction": [1.0, 1.0, 1.0]}, "the model has no geom 'nothing'"),
        ({"friction": [1.0, 1.0, 1.0]}, "either geom or body says which geoms are meant"),
        ({"geom": "floor"}, "a geom's properties to set are friction, rgba, contype, conaffinity, and not none"),
        ({"geom": "floor", "weight": 3.0}, "and not weight"),
        ({"geom": "floor", "friction": [1.0]}, "friction is 3 numbers of 0 or more"),
        ({"geom": "floor", "friction": [1.0, math.nan, 0.0]}, "friction is 3 numbers of 0 or more"),
        ({"geom": "floor", "contype": 0.5}, "contype is a whole number"),
    ],
)
def test_set_geom_properties_says_what_is_wrong(run: Callable[..., Run], arguments: dict[str, Any], said: str) -> None:
    done, reason = run().start().ask("set_geom_properties", **arguments)
    assert not done and said in reason


def test_pause_step_and_reset(run: Callable[..., Run]) -> None:
    one = run(**{"description.floating": True, "description.position": [0.0, 0.0, 1.0]}).start()
    assert not one.call(Trigger, "step").success
    one.until(lambda: one.simulator.robot.steps > 50, "steps")
    assert one.call(SetBool, "pause", data=True).success
    steps = one.simulator.robot.steps
    assert one.call(Trigger, "step").success
    assert one.simulator.robot.steps == steps + 20
    assert one.call(Trigger, "reset").success
    assert one.simulator.robot.steps == 0
    assert one.simulator.robot.data.qpos[2] == 1.0
    assert one.call(SetBool, "pause", data=False).success
    one.until(lambda: one.simulator.robot.steps > 5, "steps after the pause")


def test_the_plugin_drives_the_described_robot(run: Callable[..., Run]) -> None:
    one = run(**DRIVE, **{"description.floating": True, "mujoco_plugins.drive.cmd_timeout": 1e6}).start()
    told = one.other.create_publisher(Twist, "/cmd_vel", 10)
    message = Twist()
    message.linear.x, message.angular.z = 0.4, 0.5

    def moving() -> bool:
        told.publish(message)
        return bool(one.simulator.robot.data.qvel[5] == pytest.approx(0.5, abs=1e-9))

    one.until(moving, "the base to turn")
    # A new model has the plugin anew, and the old subscription is gone.
    assert one.ask("load_model_from_description", description__position=[0.0, 0.0, 0.3])[0]
    assert one.simulator.robot.data.qvel[5] == pytest.approx(0.0, abs=1e-9)
    one.until(moving, "the base to turn again")
    assert one.node.count_subscribers("/cmd_vel") == 1


class Witness(Plugin):
    """Writes down each call with its thread, the time and the first command."""

    seen: list[tuple[str, int, float, float]] = []  # noqa: RUF012 - cleared by its test

    def init(self, context: PluginContext, model: mujoco.MjModel, data: mujoco.MjData) -> bool:
        assert context.node.get_name() == "mujoco_sim" and model.nu == 1
        self.data = data
        return True

    def _note(self, call: str) -> None:
        self.seen.append((call, threading.get_ident(), float(self.data.time), float(self.data.ctrl[0])))

    def pre_step(self, data: mujoco.MjData) -> None:
        self._note("pre_step")

    def update_read(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._note("update_read")

    def update(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._note("update")

    def on_reset(self, data: mujoco.MjData) -> None:
        self._note("on_reset")

    def cleanup(self) -> None:
        self._note("cleanup")


def test_a_plugin_is_called_at_each_of_its_moments_by_the_thread_that_steps(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    Witness.seen.clear()
    monkeypatch.setitem(finding._OWN, "Witness", Witness)
    one = run(**{"description.generate_actuators": True, "mujoco_plugins.eye.type": "Witness"})
    tell = one.other.create_publisher(JointState, COMMANDS, 10)
    one.start()

    def commanded() -> bool:
        tell.publish(JointState(name=["tilt"], position=[0.3]))
        return any(ctrl == 0.3 and call == "pre_step" for call, _, _, ctrl in list(Witness.seen))

    one.until(commanded, "a step with the command")
    assert one.call(SetBool, "pause", data=True).success
    taken = one.simulator.robot.steps
    calls = [call for call, *_ in Witness.seen]
    assert calls.count("pre_step") == taken
    # A command is there when commands are handed over, before the step that it is taken in.
    first = next(k for k, (_, _, _, ctrl) in enumerate(Witness.seen) if ctrl == 0.3)
    assert calls[first : first + 2] == ["update", "pre_step"]
    # Before each state, a hundred times a second, and at the start.
    read = [round(moment * 1000) for call, _, moment, _ in Witness.seen if call == "update_read"]
    assert read == [10 * k for k in range(len(read))] and len(read) == 1 + taken // 10
    assert one.call(Trigger, "reset").success
    assert [(call, moment, ctrl) for call, _, moment, ctrl in Witness.seen if call == "on_reset"] == [
        ("on_reset", 0.0, 0.0)
    ]
    assert {thread for _, thread, *_ in Witness.seen} == {one._thread.ident}
    one.close()
    assert [call for call, *_ in Witness.seen].count("cleanup") == 1


def test_a_model_that_a_plugin_is_not_ready_for_is_refused_and_the_old_one_goes_on(run: Callable[..., Run]) -> None:
    one = run(**DRIVE, **{"description.floating": True}).start()
    done, reason = one.ask("load_model_from_description", robot_description=BALL)
    assert not done and "plugin 'drive' (BaseVelocityPlugin) failed in init" in reason
    steps = one.simulator.robot.steps
    one.until(lambda: one.simulator.robot.steps > steps + 20, "steps of the old one")
    assert one.simulator.robot.built.roots == ("chassis",)
    assert one.error == []


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"description.path": None}, DescriptionError, "and neither is given"),
        ({"robot_description": BALL}, DescriptionError, "and both is given"),
        ({"description.path": "/no/such.urdf"}, DescriptionError, "/no/such.urdf cannot be read"),
        ({"description.path": "/no/such.xacro"}, DescriptionError, "/no/such.xacro cannot be read"),
        ({"srdf.path": "/no/such.srdf"}, DescriptionError, "/no/such.srdf cannot be read"),
        ({"description.position": [1.0, 2.0]}, DescriptionError, "description.position is three numbers"),
        ({"description.floating": "yes"}, DescriptionError, "description.floating is true or false"),
        ({"timestep": -0.001}, DescriptionError, "timestep is a number above 0"),
        ({"clock_rate": -1.0}, ValueError, "clock_rate is a number above 0"),
        ({"world.path": "/no/such.xml"}, DescriptionError, "/no/such.xml cannot be read"),
        (
            {"robots.two.description.path": str(EXAMPLE)},
            DescriptionError,
            "its body 'chassis' has the name of another one .* by description.attach_prefix, such as r1_",
        ),
        (
            {"description.floatng": True},
            ValueError,
            "no parameter description.floatng: did you mean description.floating",
        ),
        ({"robots.two.path": str(EXAMPLE)}, DescriptionError, "robots.two.path is no parameter: a robot's are robot_"),
        (DRIVE, PluginError, "body 'chassis' has no free joint"),
    ],
)
def test_what_cannot_be_used_is_refused(parameters: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Run(**parameters)


@pytest.mark.parametrize(
    "name",
    ["description.path", "robots.two.description.path", "world.path", "clock_rate", "mujoco_plugins.drive.body"],
)
def test_a_parameter_that_is_read_once_cannot_be_set_later(run: Callable[..., Run], name: str) -> None:
    prefix = {"robots.two.description.path": str(EXAMPLE), "robots.two.description.attach_prefix": "r1_"}
    one = run(**DRIVE, **prefix, **{"description.floating": True})
    value = 2.0 if name == "clock_rate" else "mast"
    (result,) = one.node.set_parameters([Parameter(name, value=value)])
    assert (result.successful, result.reason) == (False, f"{name} is read at the start alone")


def test_the_pace_can_be_set_while_it_runs(run: Callable[..., Run]) -> None:
    one = run().start()
    done = one.node.set_parameters([Parameter("real_time_factor", value=2.0), Parameter("step_period", value=0.05)])
    assert [each.successful for each in done] == [True, True]
    one.until(lambda: one.simulator.pacer.factor == 2.0, "the pace")
    (refused,) = one.node.set_parameters([Parameter("step_period", value=0.0)])
    assert refused.reason == "step_period is a number above 0, and not 0.0"
    assert one.call(SetBool, "pause", data=True).success
    steps = one.simulator.robot.steps
    assert one.call(Trigger, "step").success
    assert one.simulator.robot.steps == steps + 50


def test_several_robots_in_the_world_of_a_file_are_told_apart_by_their_prefixes(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    world = tmp_path / "hall.xml"
    world.write_text(HALL)
    one = run(
        **{
            "world.path": str(world),
            "description.attach_prefix": "r0_",
            "description.generate_actuators": True,
            "description.floating": True,
            "robots.other.description.path": str(EXAMPLE),
            "robots.other.description.attach_prefix": "r1_",
            "robots.other.description.position": [2.0, 0.0, 0.0],
            "robots.other.description.generate_actuators": True,
        }
    )
    model = one.simulator.robot.model
    assert model.opt.timestep == 0.002
    assert [model.body(k).name for k in range(model.nbody)] == [
        "world", "pillar", "r0_chassis", "r0_mast", "r1_chassis", "r1_mast",
    ]  # fmt: skip
    states = one.hear(JointState, STATES)
    tell = one.other.create_publisher(JointState, COMMANDS, 10)
    one.start()

    def reached() -> bool:
        tell.publish(JointState(name=["r0_tilt", "r1_tilt"], position=[0.3, -0.3]))
        tilts = dict(zip(states[-1].name, states[-1].position, strict=True)) if states else {"r0_tilt": 0.0}
        return tilts["r0_tilt"] > 0.25 and tilts["r1_tilt"] < -0.25

    one.until(reached, "both masts to lean")
    # One of them is replaced; the world and the other stay.
    assert one.ask("load_model_from_description", robots__other__robot_description=BALL, timestep=0.001)[0]
    model = one.simulator.robot.model
    assert one.simulator.robot.built.roots == ("r0_chassis", "r1_ball")
    assert model.body("r1_ball").pos.tolist() == [2.0, 0.0, 0.0] and model.opt.timestep == 0.001
    assert one.ask("save_model", path=str(tmp_path / "all.xml"))[0]
    saved = mujoco.MjModel.from_xml_path(str(tmp_path / "all.xml"))
    assert saved.nbody == model.nbody and saved.geom_friction == pytest.approx(model.geom_friction)


COMMAND = [sys.executable, "-m", "robotdsl_mujoco_sim.node.standalone.main"]


@pytest.mark.parametrize(
    "told",
    [
        # So slowly that its first step would last for years, and so seldom telling that nothing falls due for as long.
        ["real_time_factor:=1.0e-12"],
        ["real_time_factor:=0.0", "clock_rate:=1.0e-12", "joint_state_rate:=1.0e-12"],
    ],
)
def test_the_process_ends_cleanly_when_it_is_asked_to(told: list[str]) -> None:
    parameters = [word for each in (f"description.path:={EXAMPLE}", *told) for word in ("-p", each)]
    process = subprocess.Popen([*COMMAND, "--ros-args", *parameters], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert any("simple_visual_robot.urdf on MuJoCo" in line for line in process.stderr)
    # As a launch does: by the terminal, which asks all that run in it, and by itself.
    for _ in range(2):
        process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    assert (process.wait(30), "Traceback" in rest) == (0, False)
    process.stderr.close()


def test_the_process_refuses_plainly() -> None:
    for words, said in (
        ([], "error: a description comes by description.path or by"),
        (["--ros-args", "-p", "description.path:="], "error: arguments of ROS: "),
    ):
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert done.stderr.strip().splitlines()[-1].startswith(said) and "Traceback" not in done.stderr
