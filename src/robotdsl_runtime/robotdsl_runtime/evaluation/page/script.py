"""The report's one script: it moves a robot over the map and a line over the timeline to a chosen time.

The page says everything without it; the control that it serves stays hidden when it does not run.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation.drawing.leaves import Leaf
from robotdsl_runtime.evaluation.drawing.plan import Frame
from robotdsl_runtime.evaluation.drawing.regions import Patch
from robotdsl_runtime.evaluation.drawing.scene import Scene
from robotdsl_runtime.evaluation.drawing.timeline import Axis
from robotdsl_runtime.evaluation.svg import number

MOMENTS = 500  # that the control can be set to, at most

SCRIPT = """
(function () {
  var run = JSON.parse(document.getElementById("moments").textContent);
  var box = document.getElementById("scrub"), slider = document.getElementById("time");
  var play = document.getElementById("play"), words = document.getElementById("moment");
  var robot = document.getElementById("robot-now"), cursor = document.getElementById("cursor");
  var chart = document.getElementById("timeline");
  var n = run.t.length, playing = 0, began = 0, from = 0;
  if (n < 2) return;
  box.hidden = false;
  slider.max = n - 1;
  function show(i) {
    i = Math.max(0, Math.min(n - 1, Math.round(i)));
    slider.value = i;
    var t = run.t[i], m = run.map, active = [];
    robot.setAttribute("visibility", "visible");
    robot.setAttribute("transform", "translate(" + (m.left + (run.x[i] - m.x0) * m.scale) + " " +
      (m.top + (m.y1 - run.y[i]) * m.scale) + ") rotate(" + (-run.a[i] * 180 / Math.PI) + ")");
    var x = run.axis.left + (t - run.axis.first) / (run.axis.last - run.axis.first) * run.axis.width;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.setAttribute("visibility", "visible");
    run.leaves.forEach(function (leaf) {
      if (leaf[1] <= t && t < leaf[2]) active.push(leaf[0]);
    });
    words.textContent = t.toFixed(2) + " s \\u00b7 x " + run.x[i].toFixed(2) + " m, y " + run.y[i].toFixed(2) +
      " m \\u00b7 " + run.v[i].toFixed(2) + " m/s ahead, " + run.w[i].toFixed(2) + " rad/s" +
      (active.length ? " \\u00b7 " + active.join(", ") : "");
  }
  function stop() {
    if (playing) cancelAnimationFrame(playing);
    playing = 0;
    play.textContent = "Play";
  }
  function frame(now) {
    if (!began) began = now;
    var seconds = run.t[n - 1] - run.t[0], rate = Math.max(1, seconds / 20);
    var i = from + (now - began) / 1000 * rate / seconds * (n - 1);
    show(i);
    if (i >= n - 1) stop(); else playing = requestAnimationFrame(frame);
  }
  play.addEventListener("click", function () {
    if (playing) return stop();
    from = +slider.value >= n - 1 ? 0 : +slider.value;
    began = 0;
    play.textContent = "Pause";
    playing = requestAnimationFrame(frame);
  });
  slider.addEventListener("input", function () { stop(); show(+slider.value); });
  chart.addEventListener("pointermove", function (event) {
    var area = chart.getBoundingClientRect();
    var x = (event.clientX - area.left) / area.width * run.axis.sheet;
    var t = run.axis.first + (x - run.axis.left) / run.axis.width * (run.axis.last - run.axis.first);
    if (x < run.axis.left - 4) return;
    stop();
    show((t - run.t[0]) / (run.t[n - 1] - run.t[0]) * (n - 1));
  });
})();
""".strip()


def _rounded(values: Any) -> list[float]:
    return [round(float(v), 3) + 0.0 for v in values]


def moments(scene: Scene, frame: Frame, axis: Axis, sheet_width: float, leaves: tuple[Leaf, ...]) -> str:
    """What the script reads, as JSON that is safe inside a script element: equally spaced moments of the motion, how
    the map and the timeline are laid out, and when each leaf ran, in seconds.
    """
    motion = scene.motion
    t = np.empty(0)
    if len(motion) > 1:
        t = np.linspace(motion.time[0], motion.time[-1], min(MOMENTS, len(motion)))
    at = {
        name: _rounded(np.interp(t, motion.time, values)) if len(t) else []
        for name, values in (
            ("x", motion.x),
            ("y", motion.y),
            ("a", motion.yaw),
            ("v", motion.ahead),
            ("w", motion.turn),
        )
    }
    data = {
        "t": _rounded(t),
        **at,
        "map": {k: round(getattr(frame, k), 4) for k in ("x0", "y1", "scale", "left", "top")},
        "axis": {
            "first": round(axis.first, 4),
            "last": round(axis.last, 4),
            "left": axis.left,
            "width": axis.width,
            "sheet": sheet_width,
        },
        "leaves": [
            [leaf.label, round(s.start, 3), round(axis.last if s.end is None else s.end, 3)]
            for leaf in leaves
            for s in leaf.stretches
        ],
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def robot_markup(scene: Scene, frame: Frame) -> str:
    """The robot that the script moves: its outline about the origin, turned and placed by a transform."""

    def points(patch: Patch) -> str:
        return " ".join(f"{number(x * frame.scale)},{number(-y * frame.scale)}" for x, y in patch.corners)

    outline = scene.outline
    if outline.is_disc:
        body = f'<circle class="d-robot" r="{number(max(2.0, outline.radius * frame.scale))}"/>'
    else:
        body = f'<polygon class="d-robot" points="{points(outline)}"/>'
    nose = f'<polygon class="d-nose" points="{points(scene.nose)}"/>'
    return f'<g id="robot-now" visibility="hidden">{body}{nose}</g>\n'
