"""Tensors that MuJoCo decomposes itself."""

from __future__ import annotations

import numpy as np
import pytest
from robotdsl_compiler.targets.tensor import Tensor, settled


def turned(moments: tuple[float, float, float], rng: np.random.Generator) -> Tensor:
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    t = (turn @ np.diag(moments) @ turn.T).tolist()
    return (t[0][0], t[1][1], t[2][2], t[0][1], t[0][2], t[1][2])


@pytest.mark.parametrize(
    "tensor",
    [
        (0.3, 0.1, 0.25, 0.0, 0.0, 0.0),
        (0.1, 0.2, 0.3, 0.0, 0.0, 0.0),
        (1e-6, 2e-6, 2.5e-6, 0.0, 0.0, 0.0),
        (0.0141, 0.0284, 0.0363, 0.0, -0.00126, 0.0),
    ],
)
def test_a_body_with_some_thickness_and_a_plate_along_the_axes_are_left_alone(tensor: Tensor) -> None:
    assert settled(tensor) == tensor


@pytest.mark.parametrize("missed_by", [0.0, 1e-9])
@pytest.mark.parametrize("moments", [(0.1, 0.2, 0.3), (1e-5, 0.3, 0.30001), (2e-7, 3e-7, 5e-7)])
def test_thin_plates_load_however_they_are_turned(moments: tuple[float, float, float], missed_by: float) -> None:
    mujoco = pytest.importorskip("mujoco")
    rng = np.random.default_rng(0)
    low, middle, high = moments
    for _ in range(100):
        tensor = turned((low, middle, high * (1.0 + missed_by)), rng)
        made = settled(tensor)
        assert np.allclose(made, tensor, rtol=0.0, atol=1e-7 * high)
        numbers = " ".join(repr(each) for each in made)
        mujoco.MjModel.from_xml_string(
            '<mujoco><worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" '
            f'fullinertia="{numbers}"/></body></worldbody></mujoco>'
        )


def test_a_moment_below_what_mujoco_takes_is_raised_past_it() -> None:
    mujoco = pytest.importorskip("mujoco")
    made = settled((1e-20, 1e-20, 1e-20, 0.0, 0.0, 0.0))
    assert all(1e-13 < moment < 1e-11 for moment in made[:3])
    numbers = " ".join(repr(each) for each in made)
    mujoco.MjModel.from_xml_string(
        '<mujoco><compiler boundinertia="1e-6"/><worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" '
        f'fullinertia="{numbers}"/></body></worldbody></mujoco>'
    )
