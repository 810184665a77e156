"""The picture of a run from above: the world's shapes and the driven path, drawn with numpy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.evaluation.drawing.plan import plan_of
from robotdsl_runtime.evaluation.drawing.raster import rasterize
from robotdsl_runtime.evaluation.drawing.scene import Scene

WIDTH = 1440


def draw_top_view(scene: Scene, *, heading: str = "", width: int = WIDTH) -> NDArray[np.uint8]:
    """The world of ``scene`` from above, ``(h, width, 3)`` RGB, y of the world pointing up.

    Obstacles, surfaces, marks and goals by name, metres along the edges, the robot at its start and its end and in
    between, the path coloured by speed, the closest approach, a scale bar. The height follows from the world's shape.
    """
    sheet, _ = plan_of(scene, heading)
    return rasterize(sheet, width)
