"""The plugin that moves a base as it is told. Each test is called after the sentence that it holds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.plugins.host import Plugins
from robotdsl_mujoco_sim.plugins.interface import PluginError

ARM = """
<body name="arm" pos="0 0 0.1"><joint name="swing" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 0 0.1 0.5" size="0.03" mass="8"/></body>
"""
WORLD = """
<mujoco><option timestep="0.002" integrator="{integrator}"/><worldbody>
  <geom name="floor" type="plane" size="20 20 1" euler="0 {slope} 0"/>
  <body name="base" pos="0 0 {height}" euler="0 {slope} 0"><freejoint/>
    <geom type="box" size="0.3 0.2 0.1" mass="10" friction="1"/>{extra}</body>
  <body name="bolted" pos="3 3 1"><geom size="0.1"/></body>
  <body name="hinged" pos="5 5 1"><joint/><geom size="0.1"/></body>
</worldbody></mujoco>
"""
SLOPE = 10.0
COMMANDS = [(vx, vy, w) for vx in (-0.7, 0.0, 1.2) for vy in (-0.4, 0.0, 0.9) for w in (-1.5, 0.0, 0.8)]


class Base:
    """The plugin on a base, stepped as a node does."""

    def __init__(
        self, slope: float = 0.0, height: float = 0.11, extra: str = "", integrator: str = "Euler", **parameters: Any
    ) -> None:
        text = WORLD.format(slope=slope, height=height, extra=extra, integrator=integrator)
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)
        self.topics: list[tuple[str, str]] = []
        self.hear: Callable[[Any], None] = lambda message: None
        self.warnings: list[str] = []
        own = {
            f"drive.{name}": value
            for name, value in {"type": "BaseVelocityPlugin", "body": "base", **parameters}.items()
        }
        self.plugins = Plugins(own, self.model, self.data, self.warnings.append, None, self._subscribe)
        self.plugin: Any = self.plugins._instances[0].plugin
        mujoco.mj_forward(self.model, self.data)

    def _subscribe(self, type: str, topic: str, heard: Callable[[Any], None]) -> None:
        self.topics.append((type, topic))
        self.hear = heard

    def step(self, count: int = 1) -> None:
        for _ in range(count):
            self.plugins.pre_step()
            mujoco.mj_step(self.model, self.data)
            self.plugins.post_step()

    def rotation(self) -> Any:
        turned = np.empty(9)
        mujoco.mju_quat2Mat(turned, self.data.qpos[3:7])
        return turned.reshape(3, 3)

    def driven(self) -> tuple[float, float, float]:
        """What the three driven freedoms are: x and y in the world, and the rate about the body's z."""
        return float(self.data.qvel[0]), float(self.data.qvel[1]), float(self.data.qvel[5])

    def wanted(self, vx: float, vy: float, w: float) -> tuple[float, float, float]:
        x, y, _ = self.rotation() @ [vx, vy, 0.0]
        return x, y, w


GROUNDS = {
    "floor": {},
    "ramp": {"slope": SLOPE, "height": 0.12},
    "arm swinging on the base": {"extra": ARM},
}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_measured_velocity_is_exactly_the_commanded_one_on_the_very_next_step(
    command: tuple[float, float, float], ground: str
) -> None:
    base = Base(**GROUNDS[ground])
    base.step(100)
    base.plugin.command(*command)
    for _ in range(100):
        base.step()
        assert base.driven() == pytest.approx(base.wanted(*command), abs=1e-9)
    assert np.abs(base.data.qvel).max() < 50.0
    if ground == "floor":
        # A level base: in its own frame, all of it.
        assert (base.rotation().T @ base.data.qvel[:3])[:2] == pytest.approx(command[:2], abs=1e-2)


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
def test_the_base_goes_as_far_as_the_velocity_says(integrator: str) -> None:
    """On a floor with friction, and with an arm that falls over."""
    base = Base(extra=ARM, integrator=integrator)
    base.step(200)
    x, y = base.data.qpos[:2].copy()
    base.plugin.command(0.5, 0.0, 0.0)
    base.step(200)
    yaw = math.atan2(base.rotation()[1, 0], base.rotation()[0, 0])
    assert (base.data.qpos[0] - x, base.data.qpos[1] - y) == pytest.approx((0.2, 0.0), abs=5e-3)
    base.plugin.command(0.0, 0.0, 1.0)
    base.step(200)
    assert math.atan2(base.rotation()[1, 0], base.rotation()[0, 0]) - yaw == pytest.approx(0.4, abs=5e-3)


def test_there_is_no_convergence_delay() -> None:
    base = Base()
    base.plugin.command(1.0, 0.0, 0.0)
    base.step()
    assert base.driven() == pytest.approx((1.0, 0.0, 0.0), abs=1e-9)
    base.plugin.command(-1.0, 0.0, 0.0)
    base.step()
    assert base.driven() == pytest.approx((-1.0, 0.0, 0.0), abs=1e-9)


def test_the_driven_freedoms_cannot_be_influenced_by_contacts_or_forces() -> None:
    base = Base()
    base.plugin.command(0.3, 0.0, 0.2)
    body = base.model.body("base").id
    base.data.xfrc_applied[body] = [400.0, -300.0, 0.0, 0.0, 0.0, 200.0]
    for _ in range(50):
        base.step()
        assert base.driven() == pytest.approx(base.wanted(0.3, 0.0, 0.2), abs=1e-9)


def test_the_commanded_body_frame_velocity_is_converted_by_the_current_orientation() -> None:
    base = Base()
    base.data.qpos[3:7] = [math.cos(math.pi / 4), 0.0, 0.0, math.sin(math.pi / 4)]
    base.plugin.command(1.0, 0.5, 0.0)
    base.step()
    assert base.driven() == pytest.approx((-0.5, 1.0, 0.0), abs=1e-9)


def test_vertical_velocity_is_left_untouched_so_the_base_falls_and_settles() -> None:
    base = Base(height=1.0)
    base.plugin.cmd_timeout = math.inf
    base.plugin.command(0.5, 0.0, 0.0)
    base.step(50)
    assert base.data.qvel[2] == pytest.approx(-9.81 * 0.1, rel=1e-6)
    base.plugin.command(0.0, 0.0, 0.0)
    base.step(2000)
    assert base.data.qpos[2] == pytest.approx(0.1, abs=2e-3)
    assert abs(base.data.qvel[2]) < 1e-2


def test_local_roll_and_pitch_are_left_untouched() -> None:
    base = Base(height=5.0)
    base.data.qvel[3:5] = [0.3, -0.2]
    base.plugin.command(0.5, 0.0, 0.0)
    base.step(50)
    # In the air nothing slows them; a box of unequal sides spins on nearly as it did.
    assert base.data.qvel[3:5] == pytest.approx([0.3, -0.2], abs=1e-3)
    assert base.rotation()[2, 1] == pytest.approx(0.3 * 0.1, abs=2e-3)


def test_body_is_required() -> None:
    with pytest.raises(PluginError, match=r"plugin 'drive' \(BaseVelocityPlugin\) failed in init: .*body is required"):
        Base(body=None)


@pytest.mark.parametrize("body", ["bolted", "hinged", "world"])
def test_init_fails_for_a_body_without_a_freejoint(body: str) -> None:
    with pytest.raises(PluginError, match=f"body '{body}' has no free joint"):
        Base(body=body)


def test_init_fails_for_a_body_that_is_not_there() -> None:
    with pytest.raises(PluginError, match="body is 'nobody', and the model has no body of that name"):
        Base(body="nobody")


def test_cmd_vel_topic_is_cmd_vel_and_a_twist_unless_told_otherwise() -> None:
    base = Base()
    assert base.topics == [("geometry_msgs/msg/Twist", "cmd_vel")]
    base.hear(_twist(0.4, 0.1, -0.3))
    base.step()
    assert base.driven() == pytest.approx(base.wanted(0.4, 0.1, -0.3), abs=1e-9)


def test_use_stamped_twist_subscribes_to_a_twist_stamped() -> None:
    base = Base(use_stamped_twist=True, cmd_vel_topic="/told")
    assert base.topics == [("geometry_msgs/msg/TwistStamped", "/told")]
    base.hear(_Fields(twist=_twist(0.4, 0.0, 0.0)))
    base.step()
    assert base.driven() == pytest.approx((0.4, 0.0, 0.0), abs=1e-9)


def test_max_linear_velocity_scales_the_planar_speed_and_keeps_its_direction() -> None:
    base = Base(max_linear_velocity=1.0)
    base.plugin.command(3.0, -4.0, 0.0)
    base.step()
    assert base.driven() == pytest.approx((0.6, -0.8, 0.0), abs=1e-9)
    base.plugin.command(0.6, 0.7, 0.0)
    base.step()
    assert base.driven() == pytest.approx((0.6, 0.7, 0.0), abs=1e-9)


@pytest.mark.parametrize(("told", "done"), [(5.0, 2.0), (-5.0, -2.0), (1.5, 1.5)])
def test_max_yaw_rate_clamps_the_yaw_rate(told: float, done: float) -> None:
    base = Base(max_yaw_rate=2.0)
    base.plugin.command(0.0, 0.0, told)
    base.step()
    assert base.driven()[2] == pytest.approx(done, abs=1e-9)


def test_without_limits_nothing_is_clamped() -> None:
    base = Base(height=5.0)
    base.plugin.command(80.0, 60.0, 40.0)
    base.step()
    assert base.driven() == pytest.approx(base.wanted(80.0, 60.0, 40.0), abs=1e-9)


@pytest.mark.parametrize(("parameters", "seconds"), [({}, 0.5), ({"cmd_timeout": 0.1}, 0.1)])
def test_cmd_timeout_after_the_last_command_it_is_treated_as_zero(parameters: dict[str, float], seconds: float) -> None:
    base = Base(**parameters)
    base.plugin.command(1.0, 0.0, 0.5)
    base.step(round(seconds / 0.002) - 1)
    assert base.driven()[2] == 0.5
    base.step(3)
    assert base.driven() == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_nothing_moves_before_the_first_command() -> None:
    """On a slope that it would slide down."""
    base = Base(slope=50.0, height=0.17)
    base.step(300)
    assert base.data.qpos[:2] == pytest.approx([0.0, 0.0], abs=1e-12)


def test_a_reset_forgets_the_command() -> None:
    base = Base()
    base.plugin.command(1.0, 0.0, 0.0)
    base.step(5)
    mujoco.mj_resetData(base.model, base.data)
    base.plugins.on_reset()
    base.step()
    assert base.driven() == (0.0, 0.0, 0.0)


def test_a_command_that_is_not_finite_is_dropped() -> None:
    base = Base()
    base.plugin.command(0.5, 0.0, 0.0)
    base.hear(_twist(math.nan, 0.0, 0.0))
    base.step()
    assert base.driven() == pytest.approx((0.5, 0.0, 0.0), abs=1e-9)
    assert base.warnings == ["a velocity that is not finite is dropped"]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"max_linear_velocity": -1.0}, "max_linear_velocity is a number of 0 or more"),
        ({"max_yaw_rate": math.nan}, "max_yaw_rate is a number of 0 or more"),
        ({"cmd_timeout": "soon"}, "cmd_timeout is a number of 0 or more"),
        ({"use_stamped_twist": "yes"}, "use_stamped_twist is true or false"),
        ({"cmd_vel_topic": ""}, "cmd_vel_topic is a text"),
        ({"max_speed": 1.0}, "no parameter is called max_speed"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(PluginError, match=said):
        Base(**parameters)


class _Fields:
    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def _twist(vx: float, vy: float, w: float) -> Any:
    return _Fields(linear=_Fields(x=vx, y=vy, z=0.0), angular=_Fields(x=0.0, y=0.0, z=w))
