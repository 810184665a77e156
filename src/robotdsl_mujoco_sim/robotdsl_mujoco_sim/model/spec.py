"""A bundle as a MuJoCo specification, which can still be added to."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.bundle import Bundle


def spec_of(bundle: Bundle, name: str) -> mujoco.MjSpec:
    """The specification of ``bundle``, as MuJoCo's own URDF reader makes it. ``name`` is how messages call it.

    Raises ``DescriptionError`` when the reader does not take it.
    """
    try:
        spec = mujoco.MjSpec.from_string(bundle.text, assets=dict(bundle.assets))
    except ValueError as error:
        raise DescriptionError(f"{name}: {' '.join(str(error).split())}") from None
    # Said to the reader, which has left the robot's visuals out; the compiler would leave out everyone's.
    spec.compiler.discardvisual = False
    return spec


def compiled(spec: mujoco.MjSpec, name: str) -> mujoco.MjModel:
    """The model of ``spec``. Raises ``DescriptionError`` with what MuJoCo says where it cannot be built."""
    try:
        with without_attach_warnings():
            return spec.compile()
    except ValueError as error:
        raise DescriptionError(f"{name}: {' '.join(str(error).split())}") from None


@contextmanager
def without_attach_warnings() -> Iterator[None]:
    """Without MuJoCo's warning of a robot that was attached under no prefix: its names are held apart and its class has
    one, so that it is saved as it is.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Attaching a spec with an empty prefix")
        yield
