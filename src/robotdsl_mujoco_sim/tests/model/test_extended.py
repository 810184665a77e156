"""Extended parameters of an SRDF, the actuators made of <ros2_control>, and the prefix of several robots in one world.
Each test is called after the sentence that it holds.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model import extended
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.extended import Context, read_extended, register_extended_params_handler
from robotdsl_mujoco_sim.model.load import Loaded, Options, load_description
from robotdsl_mujoco_sim.model.triangles import write_stl

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
LIMIT = '<limit lower="-1" upper="2" effort="7" velocity="3"/>'

TWICE = '<extended_params name="j"/>'


def urdf(limit: str = LIMIT, kind: str = "revolute", control: str = "", extra: str = "") -> str:
    return (
        f'<robot name="r"><link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link>'
        f'<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{limit}</joint>{extra}{control}</robot>'
    )


def control(*interfaces: str, joint: str = "j") -> str:
    commands = "".join(f'<command_interface name="{each}"/>' for each in interfaces)
    return f'<ros2_control name="c" type="system"><joint name="{joint}">{commands}</joint></ros2_control>'


def load(text: str, **options: Any) -> Loaded:
    return load_description(Description(text, "the robot"), Options(**options))


def srdf(inside: str, joint: str = "j") -> str:
    return f'<robot name="r"><extended_params name="{joint}">{inside}</extended_params></robot>'


def test_actuators_are_made_only_where_they_are_asked_for() -> None:
    assert load(urdf(control=control("position"))).model().nu == 0
    assert load(urdf(control=control("position")), actuators=True).model().nu == 1


def test_one_actuator_for_each_joint_and_command_interface_named_after_both() -> None:
    model = load(urdf(control=control("position", "velocity", "effort")), actuators=True).model()
    assert [model.actuator(i).name for i in range(model.nu)] == ["j_act_pos", "j_act_vel", "j_act_eff"]
    assert {model.joint(int(each)).name for each in model.actuator_trnid[:, 0]} == {"j"}


def test_ranges_come_from_the_limit_alone() -> None:
    model = load(urdf(control=control("position", "velocity", "effort")), actuators=True).model()
    assert model.actuator_ctrlrange.tolist() == [[-1.0, 2.0], [-3.0, 3.0], [-7.0, 7.0]]
    assert model.actuator_forcerange.tolist() == [[-7.0, 7.0]] * 3


@pytest.mark.parametrize(
    ("interface", "limit", "message"),
    [
        ("position", "", "states no limit"),
        ("effort", '<limit velocity="1"/>', "its limit states no effort"),
        ("position", '<limit effort="1" upper="1"/>', "its limit states no lower"),
        ("position", '<limit effort="1" lower="-1"/>', "its limit states no upper"),
        ("velocity", '<limit effort="1"/>', "its limit states no velocity"),
        ("acceleration", LIMIT, "none of position, velocity, effort"),
    ],
)
def test_a_limit_that_an_interface_needs_and_that_is_missing_is_an_error(
    interface: str, limit: str, message: str
) -> None:
    with pytest.raises(DescriptionError, match=f"joint 'j' by {interface}.*{message}"):
        load(urdf(limit, "continuous", control(interface)), actuators=True)


def test_a_follower_that_is_claimed_by_ros2_control_is_an_error() -> None:
    follower = (
        f'<link name="c">{INERTIAL}</link><joint name="k" type="revolute"><parent link="a"/><child link="c"/>'
        f'<mimic joint="j"/>{LIMIT}</joint>'
    )
    with pytest.raises(DescriptionError, match="joint 'k' by position, and it mimics another"):
        load(urdf(extra=follower, control=control("position", joint="k")), actuators=True)


@pytest.mark.parametrize("twice", [control("effort", "effort"), control("effort") + control("velocity", "effort")])
def test_an_interface_that_is_claimed_twice_is_an_error(twice: str) -> None:
    with pytest.raises(DescriptionError, match="joint 'j' by effort a second time"):
        load(urdf(control=twice), actuators=True)


def test_a_claimed_joint_that_does_not_move_is_an_error() -> None:
    with pytest.raises(DescriptionError, match="joint 'nope' by position, and no joint of that name moves"):
        load(urdf(control=control("position", joint="nope")), actuators=True)


def test_gains_are_overridden_one_by_one() -> None:
    text = urdf(control=control("position", "velocity"))
    plain = load(text, actuators=True).model()
    model = load(text, actuators=True, srdf=srdf('<mujoco_actuator kp="11" armature="0.5"/>')).model()
    assert plain.actuator_gainprm[:, 0].tolist() == [50.0, 5.0]
    assert model.actuator_gainprm[:, 0].tolist() == [11.0, 5.0]
    assert model.actuator_biasprm[0, :3].tolist() == [0.0, -11.0, -5.0]
    assert (plain.dof_armature.tolist(), model.dof_armature.tolist()) == ([0.0], [0.5])
    velocity = load(text, actuators=True, srdf=srdf('<mujoco_actuator kv="3"/>')).model()
    assert velocity.actuator_gainprm[:, 0].tolist() == [50.0, 3.0]


def test_gravcomp_is_applied_to_the_joints_parent_body() -> None:
    model = load(urdf(), srdf=srdf('<mujoco_gravcomp value="0.7"/>')).model()
    assert model.body_gravcomp.tolist() == [0.0, 0.7, 0.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (srdf('<mujoco_actuator kp="-1"/>'), "kp of <mujoco_actuator> is -1, which is less than 0"),
        (srdf('<mujoco_actuator kv="inf"/>'), "kv of <mujoco_actuator> is 'inf', not a finite number"),
        (srdf('<mujoco_actuator armature="x"/>'), "armature of <mujoco_actuator> is 'x'"),
        (srdf("<mujoco_gravcomp/>"), "value of <mujoco_gravcomp> is None"),
        (
            srdf('<mujoco_actuator forcerange="1 2"/>'),
            "<mujoco_actuator> has no attribute 'forcerange', only kp, kv, armature; ranges are those of the",
        ),
        (srdf("", joint="nope"), "extended_params for 'nope', and the description has no such joint"),
        ('<extended_params name="j"/>', "its root is <extended_params>; extended_params stand in a <robot>"),
        ("<robot", "is not XML"),
        (f"<robot>{TWICE * 2}</robot>", "two extended_params for joint 'j'"),
    ],
)
def test_built_in_values_are_validated(text: str, message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        load(urdf(), srdf=text)


def test_custom_tags_are_kept_as_they_stand() -> None:
    stated = read_extended(srdf('<motor gear="x-y"><deep a="1"/></motor>'), "s", frozenset({"j"}))["j"]
    (tag,) = stated.custom
    assert ElementTree.tostring(tag, encoding="unicode") == '<motor gear="x-y"><deep a="1" /></motor>'


def test_a_custom_tag_is_sent_to_the_handler_that_is_registered_for_it() -> None:
    calls: list[tuple[str, str, str]] = []

    def handle(joint: str, tag: str, element: ElementTree.Element, context: Context) -> None:
        calls.append((joint, tag, element.attrib["loss"]))
        context.spec.joint(joint).frictionloss = float(element.attrib["loss"])

    register_extended_params_handler("friction_parameters", handle)
    model = load(urdf(), srdf=srdf('<friction_parameters loss="0.3"/>')).model()
    assert calls == [("j", "friction_parameters", "0.3")]
    assert model.dof_frictionloss.tolist() == [0.3]


def slow_down(joint: str, tag: str, element: ElementTree.Element, context: Context) -> None:
    context.spec.joint(joint).frictionloss = float(element.attrib["k"])


def test_a_handler_is_found_by_the_entry_point_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    found = EntryPoints([EntryPoint("drag", f"{__name__}:slow_down", extended.HANDLERS)])
    monkeypatch.setattr(extended, "entry_points", lambda group, name: found.select(group=group, name=name))
    assert load(urdf(), srdf=srdf('<drag k="4"/>')).model().dof_frictionloss.tolist() == [4.0]


def test_a_custom_tag_without_a_handler_is_warned_of_and_skipped() -> None:
    loaded = load(urdf(), srdf=srdf('<compliance x="1"/>'))
    assert "joint 'j': nothing handles <compliance>, and it is passed over" in loaded.notes
    # Nothing of it becomes damping, friction or anything else.
    assert loaded.spec.to_xml() == load(urdf()).spec.to_xml()


def test_a_single_robot_has_unprefixed_names_by_default() -> None:
    model = load(urdf()).model()
    assert model.body("b").id and model.joint("j").id == 0


@pytest.mark.filterwarnings("ignore:Attaching a spec with an empty prefix")
def test_an_explicit_prefix_tells_several_robots_apart(tmp_path: Path) -> None:
    loaded = []
    for number, size in enumerate((0.1, 0.3)):
        folder = tmp_path / str(number)
        folder.mkdir()
        points = np.array([[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]])
        (folder / "m.stl").write_bytes(write_stl(points[[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]]))
        shape = '<visual><geometry><mesh filename="m.stl"/></geometry></visual>'
        text = urdf(control=control("position")).replace(INERTIAL, INERTIAL + shape, 1)
        options = Options(prefix=f"r{number}_", actuators=True)
        loaded.append(load_description(Description(text, "the robot", folder), options))
    assert [each.root for each in loaded] == ["r0_a", "r1_a"]
    world = loaded[0].spec
    world.attach(loaded[1].spec, prefix="", frame=world.worldbody.add_frame(pos=[1, 0, 0]))
    model = world.compile()
    assert [model.actuator(i).name for i in range(model.nu)] == ["r0_j_act_pos", "r1_j_act_pos"]
    assert {model.joint(i).name for i in range(model.njnt)} == {"r0_j", "r1_j"}
    reach = [float(np.ptp(model.mesh_vert[first : first + 4])) for first in model.mesh_vertadr]
    assert reach[1] == pytest.approx(3 * reach[0], rel=1e-5)


def test_a_prefixed_robot_is_the_same_robot() -> None:
    plain, prefixed = load(urdf()).model(), load(urdf(), prefix="x_").model()
    assert prefixed.body_mass.tolist() == plain.body_mass.tolist()
    assert prefixed.jnt_range.tolist() == plain.jnt_range.tolist()
    data = mujoco.MjData(prefixed)
    mujoco.mj_step(prefixed, data, nstep=10)
    assert not data.warning.number.any()


def test_the_programs_of_the_reference_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).parents[4] / "docs" / "reference" / "urdf.md"
    one, two = (part.partition("```")[0] for part in page.read_text(encoding="utf-8").split("```python\n")[1:])
    ball = '<visual><geometry><sphere radius="1"/></geometry></visual>'
    (tmp_path / "robot.urdf").write_text(urdf(control=control("velocity")).replace(INERTIAL, INERTIAL + ball, 1))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(one, str(page), "exec"), names)
    assert names["model"].nu == 1
    assert capsys.readouterr().out == "link 'a' collides by its visual primitives, since it has no collision\n"
    exec(compile(two, str(page), "exec"), names)
    assert capsys.readouterr().out == "('r0_a', 'r1_a') 5\n"
