"""The process that draws: it reads a request on its standard input and reports on its standard output.

A request is one JSON object: ``scene``, ``evidence`` and ``root_joint``, where to write ``view`` and ``film`` (or
null). Each line of the answer is a JSON object too: ``{"frame": [k, n]}``, or ``{"note": words}`` for the person who
waits, which is also how it tells what no other graphics library would mend. Whatever else goes wrong ends the process
with its error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mujoco
from robotdsl_runtime.evaluation.drawing.plan import nice_step
from robotdsl_runtime.evaluation.png import encode_png
from robotdsl_runtime.evaluation.record import Evidence, EvidenceError

from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk
from robotdsl_mujoco_sim.rendering.cameras import chase, robot_radius
from robotdsl_mujoco_sim.rendering.film import VideoError, counted, form_of, moments, pace_of, spread, write_film
from robotdsl_mujoco_sim.rendering.replay import Replay
from robotdsl_mujoco_sim.rendering.view import Marks, Pixels, drawing, render_view, take

# A film draws the path in as many pieces in every frame.
TRAIL_PIECES = 250


def _say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def film(replay: Replay, path: Path) -> None:
    """Write the run as a chase camera sees it. Raises ``VideoError``, or what the graphics library raises."""
    form = form_of(path)
    times = moments(replay.start, replay.end, form)
    placements = chase(replay, times)
    radius = robot_radius(replay)
    if (pace := pace_of(replay.end - replay.start)) > 1:
        _say(note=f"the film shows the run {pace} times as fast")

    with drawing(replay.model, form.size) as renderer:

        def frame(k: int) -> Pixels:
            replay.show(float(times[k]))
            marks = Marks(nice_step(2.0 * radius), 0.08 * radius, TRAIL_PIECES, float(times[k]))
            return take(renderer, replay, placements[k], marks)

        samples = [frame(k) for k in spread(len(times))] if path.suffix.lower() == ".gif" else []
        frames: Iterator[Pixels] = (frame(k) for k in range(len(times)))
        write_film(path, counted(frames, lambda k: _say(frame=[k, len(times)])), samples, form)


def main() -> int:
    request = json.load(sys.stdin)
    keep_warnings_off_the_disk()
    try:
        model = mujoco.MjModel.from_xml_path(request["scene"])
        replay = Replay(model, Evidence.load(Path(request["evidence"])), request["root_joint"])
    except (ValueError, OSError, EvidenceError) as error:
        _say(note=f"no rendered picture: {error}")
        return 0
    if request["view"] is not None:
        Path(request["view"]).write_bytes(encode_png(render_view(replay)))
    if request["film"] is not None:
        try:
            film(replay, Path(request["film"]))
        except VideoError as error:
            _say(note=f"no film: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
