"""The report of a run for people: one page that holds everything that it shows, and a picture from above."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation import words
from robotdsl_runtime.evaluation.drawing.leaves import Leaf, leaves_of, time_of
from robotdsl_runtime.evaluation.drawing.motion import Motion
from robotdsl_runtime.evaluation.drawing.plan import Frame, cut, plan_of
from robotdsl_runtime.evaluation.drawing.scene import Scene, mapping, scene_of
from robotdsl_runtime.evaluation.drawing.timeline import Axis, Panel, Series, axis_of, timeline_of
from robotdsl_runtime.evaluation.numbers import short
from robotdsl_runtime.evaluation.page import sections
from robotdsl_runtime.evaluation.page.checks import checks
from robotdsl_runtime.evaluation.page.provenance import provenance
from robotdsl_runtime.evaluation.page.script import SCRIPT, moments, robot_markup
from robotdsl_runtime.evaluation.page.sections import Picture
from robotdsl_runtime.evaluation.page.style import css
from robotdsl_runtime.evaluation.picture import draw_top_view
from robotdsl_runtime.evaluation.png import encode_png
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.svg import escape, number, render

__all__ = ["Picture", "report_page", "write_report"]

REPORT, TOP_VIEW = "report.html", "path.png"
MISSION, EVALUATION, NAVIGATION, COMPILED = (
    "task/mission.json",
    "task/evaluation.json",
    "nav/navigation.json",
    "compile.json",
)
_OPTIONAL = (EVALUATION, COMPILED)

# Nothing from outside of the page is ever asked for, and the browser is told so.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; media-src data:"


def write_report(
    run_dir: Path,
    output: Path,
    task_result: Mapping[str, Any],
    evaluation_result: Mapping[str, Any] | None,
    evidence: Evidence,
    write: Callable[[Path, bytes], None],
    pictures: Sequence[Picture] = (),
) -> None:
    """Write ``report.html`` and ``path.png`` of a run into ``run_dir``, by ``write(path, bytes)``.

    ``output`` is the compiled directory, whose mission, evaluation, base and ``compile.json`` are read; a file that is
    absent or damaged leaves its part out and is named in the report. ``evaluation_result`` is ``None`` for a run that
    was not judged. ``pictures`` are shown in the page. The same inputs give the same bytes. Raises what ``write``
    raises.
    """
    documents, absent = _documents(output)
    scene = scene_of(
        mission=documents[MISSION],
        evaluation=documents[EVALUATION],
        navigation=documents[NAVIGATION],
        evaluation_result=evaluation_result,
        evidence=evidence,
    )
    heading = f"{cut(scene.robot)}, {cut(scene.task)}: {words.summary(task_result, evaluation_result)}"
    write(run_dir / TOP_VIEW, encode_png(draw_top_view(scene, heading=heading)))
    page = report_page(
        scene,
        task_result,
        evaluation_result,
        evidence,
        compiled=documents[COMPILED],
        pictures=pictures,
        absent=absent,
    )
    write(run_dir / REPORT, page.encode("utf-8"))


def _documents(output: Path) -> tuple[dict[str, Mapping[str, Any]], list[str]]:
    """The documents by their place in the output, empty where one is missing, and the names of those that a report
    should have and could not be read.
    """
    found: dict[str, Mapping[str, Any]] = {}
    absent = []
    for name in (MISSION, EVALUATION, NAVIGATION, COMPILED):
        path = output / name
        found[name] = {}
        try:
            found[name] = mapping(json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            if name not in _OPTIONAL:
                absent.append(name)
        except (OSError, ValueError, RecursionError):
            absent.append(name)
    return found, absent


def _wheel_bounds(evaluation_result: Mapping[str, Any], joints: Sequence[str]) -> list[tuple[float, str]]:
    """The bounds of the speed checks, to be drawn where the wheels' speeds are."""
    levels: list[tuple[float, str]] = []
    for check in words.checks_of(evaluation_result):
        target = str(check.get("target"))
        if check.get("type") == "Check_vel" and any(j == target or j == f"{target}_joint" for j in joints):
            _, low, high = words.check_numbers(check)
            levels += [(b, f"{name} {short(b)}") for b, name in ((low, "min"), (high, "max")) if b is not None]
    return list(dict.fromkeys(levels))


def _panels(motion: Motion, evidence: Evidence, evaluation_result: Mapping[str, Any]) -> list[Panel]:
    panels = [
        Panel("Speed ahead", "m/s", (Series("speed ahead", motion.time, motion.ahead),)),
        Panel("Turn rate", "rad/s, left positive", (Series("turn rate", motion.time, motion.turn),)),
    ]
    time = np.asarray(evidence.joint_times, dtype=np.float64).reshape(-1)
    velocity = np.asarray(evidence.velocity, dtype=np.float64)
    if evidence.joint_names and velocity.shape == (len(time), len(evidence.joint_names)):
        series = tuple(
            Series(name.removesuffix("_joint"), time, velocity[:, k]) for k, name in enumerate(evidence.joint_names)
        )
        bounds = tuple(_wheel_bounds(evaluation_result, evidence.joint_names))
        panels.append(Panel("Wheel speeds", "rad/s", series, bounds))
    return panels


def _axis(task_result: Mapping[str, Any], motion: Motion, leaves: Sequence[Leaf]) -> Axis:
    times = [t for t in (time_of(task_result, "started_at"), time_of(task_result, "ended_at")) if t is not None]
    times += [float(motion.time[0]), float(motion.time[-1])] if len(motion) else []
    times += [t for leaf in leaves for s in leaf.stretches for t in (s.start, s.end) if t is not None]
    return axis_of(times)


_LEGEND = (
    ("start", "start"),
    ("robot", "end"),
    ("ghost", "on the way"),
    ("obstacle", "obstacle"),
    ("support", "support surface"),
    ("goal-zone", "within the goal's tolerance"),
    ("near-robot", "closest approach"),
)


def _legend(scene: Scene) -> str:
    shown = {"obstacle"} if any(e.type == "Obstacle" for e in scene.entities) else set()
    shown |= {"start", "robot", "ghost"} if len(scene.motion) else set()
    shown |= {"support"} if any(e.type == "SupportSurface" and e.regions for e in scene.entities) else set()
    shown |= {"goal-zone"} if any(g.tolerance is not None for g in scene.goals) else set()
    shown |= {"near-robot"} if scene.closest is not None else set()
    items = "".join(
        f'<li><svg viewBox="0 0 18 12" aria-hidden="true"><rect class="d-{style}" x="1" y="1" width="16" height="10"'
        f' rx="2"/></svg>{escape(text)}</li>'
        for style, text in _LEGEND
        if style in shown
    )
    return f'<ul class="legend">{items}</ul>' if items else ""


_SCRUB = (
    '<div id="scrub" class="scrub" hidden><button id="play" type="button">Play</button>'
    '<input id="time" type="range" min="0" max="1" value="0" step="1" aria-label="time in the run">'
    '<output id="moment" for="time">Move the slider, or the pointer over the timeline, to see the robot at that time.'
    "</output></div>"
)


def _map_section(scene: Scene, frame: Frame, drawing: str) -> str:
    motion = scene.motion
    told = ""
    if not len(motion):
        told = "No motion was recorded; the map shows the world alone."
    elif not all(frame.inside(p) for p in zip(motion.x.tolist(), motion.y.tolist(), strict=True)):
        told = "The robot left the world that the map shows."
    note = f'<p class="quiet">{told}</p>' if told else ""
    return (
        f'<section id="map"><h2>Where it drove</h2>{note}<div class="map">\n{drawing}\n</div>'
        f"{_SCRUB}{_legend(scene)}</section>"
    )


def _time_section(drawing: str) -> str:
    return f'<section id="time-course"><h2>What happened when</h2><div class="wide">\n{drawing}\n</div></section>'


def report_page(
    scene: Scene,
    task_result: Mapping[str, Any],
    evaluation_result: Mapping[str, Any] | None,
    evidence: Evidence,
    *,
    compiled: Mapping[str, Any] | None = None,
    pictures: Sequence[Picture] = (),
    absent: Sequence[str] = (),
) -> str:
    """The page as text. It asks for nothing from outside, and says everything without its script."""
    judged = mapping(evaluation_result)
    leaves = leaves_of(task_result)
    axis = _axis(task_result, scene.motion, leaves)
    sheet, frame = plan_of(scene)
    map_drawing = render(sheet, label="the world from above with the driven path", extra=robot_markup(scene, frame))
    timeline = timeline_of(_panels(scene.motion, evidence, judged), leaves, axis)
    cursor = f'<line id="cursor" x1="0" x2="0" y1="8" y2="{number(timeline.height - 34)}" visibility="hidden"/>\n'
    time_drawing = render(timeline, label="speeds and leaves over time", extra=cursor, attributes='id="timeline"')
    title = escape(f"{scene.task}: {words.summary(task_result, evaluation_result)}")
    parts = (
        sections.head(scene, task_result, judged),
        sections.facts(scene, task_result),
        _map_section(scene, frame, map_drawing),
        checks(judged),
        _time_section(time_drawing) if len(scene.motion) or leaves else "",
        sections.events(task_result),
        sections.pictures(pictures),
        provenance(mapping(compiled), absent),
        "<footer>Speeds and poses are the simulator's ground truth; wheel speeds are the measured joint speeds."
        " Times are simulated seconds.</footer>",
    )
    body = "\n".join(p for p in parts if p)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{css()}\n</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f'<script type="application/json" id="moments">{moments(scene, frame, axis, timeline.width, leaves)}</script>\n'
        f"<script>\n{SCRIPT}\n</script>\n</body>\n</html>\n"
    )
