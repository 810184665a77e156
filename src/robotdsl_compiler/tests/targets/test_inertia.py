"""The decomposition of a tensor, against numpy's, and the bound that MuJoCo checks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_compiler.model.geometry import rotate
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MOMENT, exact_inertia, principal_moments

Matrix = npt.NDArray[np.float64]
Tensor = tuple[float, float, float, float, float, float]


def as_six(matrix: Matrix) -> Tensor:
    i = matrix.tolist()
    return (i[0][0], i[1][1], i[2][2], i[0][1], i[0][2], i[1][2])


def turned(moments: tuple[float, float, float], rng: np.random.Generator) -> Matrix:
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    matrix: Matrix = q @ np.diag(moments) @ q.T
    return np.asarray((matrix + matrix.T) / 2)


def rebuilt(six: Tensor) -> Matrix:
    principal = exact_inertia(six)
    units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    axes: Matrix = np.array([rotate(principal.orientation, e) for e in units]).T
    assert np.linalg.det(axes) == pytest.approx(1.0, abs=1e-12)
    return np.asarray(axes @ np.diag(principal.moments) @ axes.T)


@pytest.mark.parametrize("moments", [(0.1, 0.2, 0.3), (1.0, 1.0, 1.0), (1.5e-6, 2e-6, 2.5e-6), (5.0, 5.0, 1.0)])
def test_the_tensor_comes_back(moments: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        matrix = turned(moments, rng)
        assert rebuilt(as_six(matrix)) == pytest.approx(matrix, rel=1e-11, abs=1e-11 * max(moments))


def test_a_diagonal_tensor_stays_as_it_is() -> None:
    link = exact_inertia((0.3, 0.1, 0.25, 0.0, 0.0, 0.0))
    assert (link.moments, link.orientation) == ((0.3, 0.1, 0.25), (0.0, 0.0, 0.0, 1.0))


def test_small_moments_are_raised_and_found_as_they_are() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        six = as_six(turned((4e-7, 3e-6, 3.2e-6), rng))
        assert sorted(principal_moments(six)) == pytest.approx([4e-7, 3e-6, 3.2e-6], rel=1e-9)
        assert sorted(exact_inertia(six).moments) == pytest.approx([LEAST_MOMENT, 3e-6, 3.2e-6], rel=1e-9)
        assert min(exact_inertia(six).moments) == LEAST_MOMENT


def test_thin_parts_keep_the_bound_and_load() -> None:
    """A turned thin plate, whose largest moment is the sum of the others: MuJoCo refuses about a quarter of them when
    given the full tensor."""
    mujoco = pytest.importorskip("mujoco")
    rng = np.random.default_rng(0)
    for _ in range(100):
        principal = exact_inertia(as_six(turned((0.1, 0.2, 0.3), rng)))
        low, middle, high = sorted(principal.moments)
        assert high <= low + middle
        moments = " ".join(repr(m) for m in principal.moments)
        mujoco.MjModel.from_xml_string(
            '<mujoco><worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" '
            f'diaginertia="{moments}"/></body></worldbody></mujoco>'
        )
