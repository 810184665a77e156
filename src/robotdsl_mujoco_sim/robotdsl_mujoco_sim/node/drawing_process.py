"""The process that draws for the node: orders on its standard input, pictures on its standard output, both pickled.

It ends when its input does. A graphics library that fails takes nothing else with it, and neither drawing nor what it
holds of the interpreter keeps the simulation from stepping.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.node.clouds import PackedCloud, of_picture

_NICE = 5


@dataclass(frozen=True, eq=False)
class Order:
    """Pictures of one moment: ``stamp`` in ns of simulated time, ``qpos`` the positions, and of each camera its name
    and whether its colours, its depths and its points are wanted.
    """

    stamp: int
    qpos: npt.NDArray[np.float64]
    cameras: tuple[tuple[str, bool, bool, bool], ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """What one camera saw, as far as it was wanted: RGB (h, w, 3), depths (h, w) in m, and a point cloud."""

    stamp: int
    camera: str
    rgb: npt.NDArray[np.uint8] | None
    depth: npt.NDArray[np.float32] | None
    cloud: PackedCloud | None


def main(arguments: Sequence[str]) -> int:
    # Ctrl-C reaches all processes of a terminal; this one ends with the node that it draws for.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # On a busy machine the simulation goes first.
    os.nice(_NICE)
    # Whatever a graphics driver prints goes to the errors, and not between the pictures.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    from robotdsl_mujoco_sim.node.drawing import Drawing

    drawing = Drawing(Path(arguments[0]))
    try:
        while True:
            order: Order = pickle.load(sys.stdin.buffer)
            drawing.place(order.qpos)
            for name, colour, depth, points in order.cameras:
                lens = drawing.lenses[name]
                # A cloud of a camera that sees colours has them.
                rgb, depths = drawing.take(name, colour or (points and lens.colour), depth or points)
                cloud = None
                if points and depths is not None:
                    cloud = of_picture(lens.points(depths), rgb if lens.colour else None)
                seen = Picture(order.stamp, name, rgb if colour else None, depths if depth else None, cloud)
                pickle.dump(seen, answers, protocol=pickle.HIGHEST_PROTOCOL)
            pickle.dump(None, answers)
            answers.flush()
    except (EOFError, BrokenPipeError):
        return 0
    finally:
        drawing.close()


if __name__ == "__main__":
    # Under its own name, so that what is pickled here is what is unpickled there.
    from robotdsl_mujoco_sim.node import drawing_process

    sys.exit(drawing_process.main(sys.argv[1:]))
