from __future__ import annotations

import math
from collections.abc import Sequence

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.node.commands import Belts, JointCommands

CAR = """<mujoco><worldbody><body>
<geom size="0.1"/>{joints}</body></worldbody><actuator>
<velocity name="a_motor" joint="a"/><velocity name="b_motor" joint="b"/><position name="pin_servo" joint="pin"/>
</actuator></mujoco>""".format(joints="".join(f'<joint name="{name}"/>' for name in ("a", "b", "pin", "roll")))
ACTUATORS = [
    {"name": "a_motor", "joint": "a", "type": "velocity"},
    {"name": "b_motor", "joint": "b", "type": "velocity"},
    {"name": "pin_servo", "joint": "pin", "type": "position"},
]
NAN = math.nan


def told(
    names: Sequence[str], position: Sequence[float] = (), velocity: Sequence[float] = ()
) -> tuple[list[float], str | None]:
    """The controls (a, b, pin), which hold 9 before, and the complaint."""
    model = mujoco.MjModel.from_xml_string(CAR)
    ctrl = np.full(3, 9.0)
    complaint = JointCommands(model, ACTUATORS).take(ctrl, names, {"position": position, "velocity": velocity})
    return ctrl.tolist(), complaint


@pytest.mark.parametrize(
    ("names", "position", "velocity", "held"),
    [
        # A value for each name.
        (("b", "a"), (), (2.0, 1.0), [1.0, 2.0, 9.0]),
        (("a", "pin", "b", "roll"), (NAN, 0.3, NAN, NAN), (1.0, NAN, 2.0, NAN), [1.0, 2.0, 0.3]),
        # A value for each joint that is commanded so: topic_based_ros2_control's.
        (("roll", "b", "pin", "a"), (0.3,), (2.0, 1.0), [1.0, 2.0, 0.3]),
        (("pin",), (0.3,), (), [9.0, 9.0, 0.3]),
        # Only the joints that are named, and none that nothing turns.
        (("a",), (), (1.0,), [1.0, 9.0, 9.0]),
        (("roll", "arm"), (1.0, 2.0), (1.0, 2.0), [9.0, 9.0, 9.0]),
        ((), (), (), [9.0, 9.0, 9.0]),
    ],
)
def test_commands_by_name(
    names: Sequence[str], position: Sequence[float], velocity: Sequence[float], held: list[float]
) -> None:
    assert told(names, position, velocity) == (held, None)


@pytest.mark.parametrize("bad", [NAN, math.inf, -math.inf])
def test_what_is_not_finite_is_dropped_with_all_of_its_kind(bad: float) -> None:
    ctrl, complaint = told(("a", "b", "pin"), (0.3,), (1.0, bad))
    assert ctrl == [9.0, 9.0, 0.3]
    assert complaint == "a command of velocity that is not finite is dropped"


def test_a_number_of_values_that_fits_nothing_is_dropped() -> None:
    ctrl, complaint = told(("a", "b", "pin", "roll"), (0.1,), (1.0, 2.0, 3.0))
    assert ctrl == [9.0, 9.0, 0.1]
    assert complaint is not None and "4 joints states 3 values of velocity" in complaint


TRACKED = """<mujoco><worldbody><geom type="plane" size="9 9 1"/>
<body name="base"><freejoint name="root"/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>
<body name="l" pos="0 0.2 0"><geom type="box" size="0.2 0.03 0.05"/></body>
<body name="r" pos="0 -0.2 0"><geom type="box" size="0.2 0.03 0.05"/></body></body></worldbody></mujoco>"""


@pytest.fixture
def driver() -> Driver:
    belts = [{"component": name, "body": name, "max_speed": None} for name in ("l", "r")]
    root = {"body": "base", "joint": "root"}
    return Driver(
        mujoco.MjModel.from_xml_string(TRACKED),
        {"root": root, "kinematics": "tracks", "separation": 0.4, "belts": belts},
    )


def test_belts_stop_when_nothing_has_reached_them_for_half_a_second(driver: Driver) -> None:
    belts = Belts(driver)
    assert belts.take(0.3, 0.1, now=2.0)
    belts.check(2.499)
    assert driver.belt_motion == (0.3, 0.1)
    assert belts.take(0.2, 0.0, now=2.4)
    belts.check(2.899)
    assert driver.belt_motion == (0.2, 0.0)
    belts.check(2.9)
    assert driver.belt_motion == (0.0, 0.0)
    assert not driver.model.geom_surfacevel.any()


def test_a_motion_that_is_not_finite_does_not_keep_them_going(driver: Driver) -> None:
    belts = Belts(driver)
    assert belts.take(0.3, 0.0, now=0.0)
    for v, w in ((NAN, 0.0), (0.3, math.inf)):
        assert not belts.take(v, w, now=0.4)
    assert driver.belt_motion == (0.3, 0.0)
    belts.check(0.5)
    assert driver.belt_motion == (0.0, 0.0)
