"""Inertia tensors as MuJoCo's reader can take them whole.

MuJoCo decomposes a tensor and then checks that its largest principal moment is no more than the sum of the other two,
and its least above 1e-14 kg m². A thin plate meets the first bound exactly, and of plates turned off the axes the
rounding of the decomposition breaks it for one in three.
"""

from __future__ import annotations

Tensor = tuple[float, float, float, float, float, float]

# What a tensor at the bound is moved away from it by, as a share of its trace: more than the share by which a library's
# tensor may miss it (1e-9) and than the decomposition's rounding (1e-15), and nothing that a simulation could tell.
_MARGIN = 1e-8
# kg m².
_LEAST, _RAISED = 1e-13, 1e-12


def settled(inertia: Tensor) -> Tensor:
    """``inertia`` (ixx, iyy, izz, ixy, ixz, iyz) as it is, or, where it lies at one of the bounds, with the same little
    moment added about every axis, which takes every sum of two further above the third.
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    trace = ixx + iyy + izz
    more = 0.0
    if not _is_sound_diagonal(inertia) and not _positive(_spread(inertia, -_MARGIN * trace)):
        more = 2.0 * _MARGIN * trace
    if not _positive((ixx - _LEAST, iyy - _LEAST, izz - _LEAST, ixy, ixz, iyz)):
        more = max(more, _RAISED)
    return (ixx + more, iyy + more, izz + more, ixy, ixz, iyz)


def _is_sound_diagonal(inertia: Tensor) -> bool:
    low, middle, high = sorted(inertia[:3])
    return not any(inertia[3:]) and low + middle >= high


def _spread(inertia: Tensor, added: float) -> Tensor:
    """The second moments of the mass, of which a body's are positive: half the trace less the tensor; ``added`` about
    every axis.
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    half = (ixx + iyy + izz) / 2.0 + added
    return (half - ixx, half - iyy, half - izz, -ixy, -ixz, -iyz)


def _positive(matrix: Tensor) -> bool:
    """Whether a symmetric matrix is positive definite: its leading minors are (Sylvester)."""
    xx, yy, zz, xy, xz, yz = matrix
    two = xx * yy - xy * xy
    three = zz * two - xx * yz * yz - yy * xz * xz + 2.0 * xy * xz * yz
    return xx > 0.0 and two > 0.0 and three > 0.0
