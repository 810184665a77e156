"""The node of any description, as far as it needs no ROS: its settings, its robot, and the example that ships."""

from __future__ import annotations

import ast
import contextlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.node.numbers import NUMBERS
from robotdsl_mujoco_sim.node.standalone.described import Described
from robotdsl_mujoco_sim.node.standalone.settings import SETTINGS, build, changed
from robotdsl_mujoco_sim.node.standalone.viewer import Viewer

PACKAGE = Path(__file__).resolve().parents[2]
SHARE = PACKAGE / "share"
EXAMPLE = SHARE / "examples" / "robot_description" / "simple_visual_robot.urdf"
LAUNCH_PY, LAUNCH_XML = (SHARE / "launch" / f"simple_visual_robot.launch.{kind}" for kind in ("py", "xml"))
# What launch_xml (with launch_ros) knows of the elements that the example uses.
KNOWN = {
    "launch": set[str](),
    "arg": {"name", "default", "description", "value"},
    "node": {"pkg", "exec", "name", "namespace", "output", "args", "respawn", "if", "unless"},
    "param": {"name", "value", "from", "type"},
}


def settings(**more: Any) -> dict[str, Any]:
    return {**SETTINGS, "description.path": str(EXAMPLE), **{k.replace("__", "."): v for k, v in more.items()}}


def test_the_example_uses_primitive_visuals_only_and_its_root_is_not_base_link() -> None:
    root = ElementTree.parse(EXAMPLE).getroot()
    assert {shape.tag for link in root.iter("geometry") for shape in link} == {"box", "cylinder"}
    assert list(root.iter("collision")) == []
    assert [link.attrib["name"] for link in root.iter("link")] == ["chassis", "mast"]


def test_the_example_stands_on_its_floor() -> None:
    robot = Described(build(settings(description__floating=True, description__generate_actuators=True)))
    robot.step(2000)
    assert robot.data.body("chassis").xpos == pytest.approx([0.0, 0.0, 0.0], abs=2e-3)
    assert robot.data.joint("tilt").qpos == pytest.approx([0.0], abs=2e-2)
    assert robot.time == pytest.approx(2.0)


def test_a_joint_on_a_fixed_base_moves_freely() -> None:
    """The mast stands on the chassis, whose shape it touches."""
    robot = Described(build(settings(floor=False)))
    robot.data.joint("tilt").qvel[0] = 1.0
    robot.step(1)
    assert robot.data.ncon == 0
    robot.step(2000)
    assert abs(robot.data.joint("tilt").qpos[0]) == pytest.approx(1.2, abs=0.05)


def test_a_position_is_where_the_root_is() -> None:
    model = build(settings(description__position=[1.0, -2.0, 0.5])).model
    assert model.body("chassis").pos.tolist() == [1.0, -2.0, 0.5]


def test_a_request_replaces_the_description_however_it_was_given() -> None:
    before = settings()
    after = changed(before, {"robot_description": "<robot/>"})
    assert (after["robot_description"], after["description.path"]) == ("<robot/>", "")
    assert changed(after, {"description.path": "x.urdf"})["robot_description"] == ""
    assert changed(before, {"floor": False}) == {**before, "floor": False}


def test_a_root_link_that_is_the_world_cannot_move() -> None:
    text = '<robot name="r"><link name="world"/></robot>'
    for more in ({"description.floating": True}, {"description.position": [0.0, 0.0, 1.0]}):
        with pytest.raises(DescriptionError, match="world"):
            build({**SETTINGS, "robot_description": text, **more})


@pytest.mark.parametrize("name", SETTINGS)
def test_each_setting_is_held_to_its_kind(name: str) -> None:
    with pytest.raises(DescriptionError, match=f"^{name} is "):
        build({**settings(), name: object()})


@pytest.mark.parametrize("timestep", [1e-300, 9e-7, 1.5, 1e300])
def test_a_step_that_nobody_waits_for_is_refused(timestep: float, tmp_path: Path) -> None:
    with pytest.raises(DescriptionError, match=r"^a timestep of .* s cannot be simulated"):
        build(settings(timestep=timestep))
    # That of a world as well, which the parameter overrules.
    world = tmp_path / "world.xml"
    world.write_text(f'<mujoco><option timestep="{timestep}"/></mujoco>')
    with pytest.raises(DescriptionError, match=r"^a timestep of .* s cannot be simulated"):
        build(settings(world__path=str(world)))
    assert build(settings(world__path=str(world), timestep=0.5)).model.opt.timestep == 0.5


def test_commands_of_every_kind_reach_their_actuators() -> None:
    text = EXAMPLE.read_text().replace(
        '<command_interface name="position"/>',
        "".join(f'<command_interface name="{kind}"/>' for kind in ("position", "velocity", "effort")),
    )
    own = {"description.path": "", "robot_description": text, "description.generate_actuators": True}
    robot = Described(build({**settings(), **own}))
    told = {"position": [0.2], "velocity": [0.3], "effort": [4.0]}
    assert robot.commands.take(robot.data.ctrl, ["tilt"], told) is None
    ctrl = {robot.model.actuator(k).name: robot.data.ctrl[k] for k in range(robot.model.nu)}
    assert ctrl == {"tilt_act_pos": 0.2, "tilt_act_vel": 0.3, "tilt_act_eff": 4.0}


def test_what_is_fixed_to_the_world_collides_with_no_neighbour() -> None:
    """A foot is fixed to the base, and a finger to the arm: both count as one with what they are fixed to."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    shape = '<collision><geometry><sphere radius="0.2"/></geometry></collision>'
    names = ("base", "foot", "arm", "finger", "tip")
    links = "".join(f'<link name="{name}">{inertial}{shape}</link>' for name in names)
    joints = "".join(
        f'<joint name="to_{child}" type="{kind}"><parent link="{parent}"/><child link="{child}"/></joint>'
        for parent, child, kind in (
            ("base", "foot", "fixed"), ("base", "arm", "continuous"), ("arm", "finger", "fixed"),
            ("arm", "tip", "continuous"),
        )
    )  # fmt: skip
    text = f'<robot name="r">{links}{joints}</robot>'
    model = build({**SETTINGS, "robot_description": text, "floor": False}).model
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    touching = {
        frozenset(model.body(int(model.geom_bodyid[geom])).name for geom in contact.geom) for contact in data.contact
    }
    # The tip hangs from the arm: the base is no neighbour of its.
    assert touching and all("tip" in pair and "arm" not in pair and "finger" not in pair for pair in touching)


class FakeWindow:
    """What is asked of MuJoCo's passive viewer, which needs a display."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, panels: bool) -> None:
        self.model, self.panels, self.opt = model, panels, mujoco.MjvOption()
        self.synced, self.closed = 0, False

    def lock(self) -> Any:
        return contextlib.nullcontext()

    def sync(self) -> None:
        self.synced += 1

    def is_running(self) -> bool:
        return not self.closed

    def close(self) -> None:
        self.closed = True


def test_the_viewer_hides_collision_hulls_and_has_the_panel_to_show_them(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[FakeWindow] = []

    def open_viewer(model: mujoco.MjModel, data: mujoco.MjData, panels: bool) -> FakeWindow:
        opened.append(FakeWindow(model, data, panels))
        return opened[-1]

    monkeypatch.setattr("robotdsl_mujoco_sim.node.standalone.viewer.open_viewer", open_viewer)
    viewer = Viewer()
    viewer.show()
    viewer.open(Described(build(settings())))
    (first,) = opened
    default = mujoco.MjvOption().geomgroup.tolist()
    assert first.panels
    # Groups that MuJoCo shows on its own, but for the one of what robots collide by.
    assert (default[1], default[2]) == (1, 1)
    assert first.opt.geomgroup.tolist() == [*default[:2], 0, *default[3:]]
    viewer.show()
    viewer.open(Described(build(settings())))
    assert (first.synced, first.closed, opened[1].closed) == (1, True, False)
    viewer.close()
    assert opened[1].closed


def test_a_viewer_without_a_display_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(DescriptionError, match=r"viewer: there is no display .*; viewer:=false does without"):
        Viewer().open(Described(build(settings())))


def _xml() -> ElementTree.Element:
    return ElementTree.parse(LAUNCH_XML).getroot()


def test_the_xml_launch_file_is_of_what_launch_xml_knows() -> None:
    for element in _xml().iter():
        assert set(element.attrib) <= KNOWN[element.tag], element.tag
    args = {arg.attrib["name"] for arg in _xml().iter("arg")}
    for param in _xml().iter("param"):
        value = param.attrib["value"]
        assert value.startswith(("$(var ", "$(find-pkg-share robotdsl_mujoco_sim)/"))
        if value.startswith("$(var "):
            assert value.removeprefix("$(var ").rstrip(")") in args
        else:
            assert (SHARE / value.partition("/")[2]).is_file()


def test_both_launch_files_say_the_same() -> None:
    calls = [node for node in ast.walk(ast.parse(LAUNCH_PY.read_text())) if isinstance(node, ast.Call)]
    declared = [call for call in calls if getattr(call.func, "id", "") == "DeclareLaunchArgument"]
    arguments = {
        ast.literal_eval(call.args[0]): {each.arg: ast.literal_eval(each.value) for each in call.keywords}
        for call in declared
    }
    assert arguments == {
        arg.attrib["name"]: {"default_value": arg.attrib["default"], "description": arg.attrib["description"]}
        for arg in _xml().iter("arg")
    }
    (node,) = (call for call in calls if getattr(call.func, "id", "") == "Node")
    stated = {each.arg: each.value for each in node.keywords}
    (xml,) = _xml().iter("node")
    for python, name in (("package", "pkg"), ("executable", "exec"), ("name", "name"), ("output", "output")):
        assert ast.literal_eval(stated[python]) == xml.attrib[name]
    parameters = {ast.literal_eval(key) for each in stated["parameters"].elts for key in each.keys}
    assert parameters == {param.attrib["name"] for param in xml.iter("param")}
    assert parameters <= {*SETTINGS, *NUMBERS}


def test_the_example_is_installed_with_its_launch_files() -> None:
    script = (PACKAGE / "setup.py").read_text()
    for file in (EXAMPLE, LAUNCH_PY, LAUNCH_XML):
        assert f'"{file.relative_to(PACKAGE).as_posix()}"' in script
    assert '"description_node = robotdsl_mujoco_sim.node.standalone.main:command"' in script
