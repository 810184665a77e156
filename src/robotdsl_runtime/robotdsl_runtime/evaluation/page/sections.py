"""The report's sections, each a function from what is known to markup. Every text of a run is escaped."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robotdsl_runtime.evaluation import words
from robotdsl_runtime.evaluation.drawing.leaves import events_of, leaf_label, time_of
from robotdsl_runtime.evaluation.drawing.regions import finite_numbers
from robotdsl_runtime.evaluation.drawing.scene import Scene, mapping
from robotdsl_runtime.evaluation.numbers import seconds, short
from robotdsl_runtime.evaluation.svg import escape

SIGNS = {"pass": "✓", "fail": "✕", "unknown": "?", "none": "–"}
_OVERALL = {"pass": "Passed", "fail": "Failed", "unknown": "Undecided"}
_OUTCOMES = {"success": "pass", "failure": "fail"}
_OPEN_EVENTS = 30  # more than these are folded away
_MOST_EVENTS = 2000


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to show in the report: its bytes, their media type (``image/png``, ``image/gif``, ``video/mp4``) and
    what it shows.
    """

    data: bytes
    media_type: str
    caption: str


def mark(verdict: str, word: str = "") -> str:
    """A verdict as a sign and a word, in its colour."""
    return (
        f'<span class="verdict {verdict}"><span class="sign">{SIGNS[verdict]}</span> {escape(word or verdict)}</span>'
    )


def _tile(name: str, verdict: str, word: str, text: str) -> str:
    return f'<div class="tile {verdict}"><h2>{escape(name)}{mark(verdict, word)}</h2><p>{escape(text)}</p></div>'


def head(scene: Scene, task_result: Mapping[str, Any], evaluation_result: Mapping[str, Any]) -> str:
    """The title, the verdict over all and the three verdicts."""
    judged = bool(evaluation_result)
    task = words.task_verdict(task_result, evaluation_result)
    physical = words.verdict(mapping(evaluation_result.get("physical")).get("verdict"))
    checks = [words.verdict(c.get("verdict")) for c in words.checks_of(evaluation_result)]
    overall = words.all_of([task, *([physical] if judged else ["unknown"]), *checks])
    status = str(task_result.get("status") or "unknown").replace("_", " ")
    tiles = [_tile("Task", task, status, capital(words.task_words(task_result)))]
    if judged:
        tiles.append(_tile("Physical", physical, physical, capital(words.physical_words(evaluation_result))))
        over_checks = words.all_of(checks) if checks else "none"
        tiles.append(_tile("Checks", over_checks, over_checks, capital(words.checks_words(evaluation_result))))
    else:
        tiles += [_tile(name, "unknown", "not judged", "The run was not evaluated.") for name in ("Physical", "Checks")]
    stamp = f'<div class="stamp {overall}"><span class="sign">{SIGNS[overall]}</span> {_OVERALL[overall]}</div>'
    return (
        f'<header><div class="top"><div><p class="eyebrow">{escape(scene.robot)} in {escape(scene.world)}</p>'
        f"<h1>{escape(scene.task)}</h1></div>{stamp}</div>\n"
        f'<div class="tiles">{"".join(tiles)}</div></header>'
    )


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def facts(scene: Scene, task_result: Mapping[str, Any]) -> str:
    """The run in a few numbers."""
    entries: list[tuple[str, str, str]] = []
    took, motion = words.duration(task_result), scene.motion
    if took is not None:
        entries.append(("Duration", seconds(took), "simulated time"))
    if len(motion) > 1:
        odometry = finite_numbers([task_result.get("odometry_distance_m")], 1)
        believed = f"{short(odometry[0])} m by odometry" if odometry is not None else ""
        entries.append(("Driven", f"{short(float(motion.travelled[-1]))} m", believed))
        entries.append(("Top speed", f"{short(float(motion.speed.max()))} m/s", ""))
    if scene.closest is not None:
        entries.append(("Closest approach", f"{short(scene.closest.distance)} m", f"to {scene.closest.obstacle}"))
    final = finite_numbers(task_result.get("final_pose"), 3)
    if final is not None and len(motion):
        x, y, yaw = motion.pose_at(float(motion.time[-1]))
        turned = math.degrees(abs(math.remainder(final[2] - yaw, math.tau)))
        away = math.hypot(final[0] - x, final[1] - y)
        entries.append(("Belief at the end", f"{short(away, 2)} m off", f"and {short(turned, 2)}° in heading"))
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}{f'<small>{escape(note)}</small>' if note else ''}</dd></div>"
        for name, value, note in entries
    )
    return f'<dl class="facts">{items}</dl>' if items else ""


def events(task_result: Mapping[str, Any]) -> str:
    """The task's events in their order."""
    stated = events_of(task_result)
    unstopped = task_result.get("unstopped_actions") or []
    rows = []
    for event in stated[:_MOST_EVENTS]:
        start, end = time_of(event, "started_at"), time_of(event, "ended_at")
        outcome = str(event.get("outcome") or "none")
        message = str(event.get("message") or "")
        why = f'<span class="why">{escape(message)}</span>' if message else ""
        shown = mark(_OUTCOMES[outcome], outcome) if outcome in _OUTCOMES else escape(outcome)
        took = f"{end - start:.2f} s" if start is not None and end is not None else "–"
        rows.append(
            f'<tr><td class="full">{escape(leaf_label(event))}{why}</td>'
            f'<td data-name="outcome">{shown}</td>'
            f'<td class="num" data-name="started">{f"{start:.2f} s" if start is not None else "–"}</td>'
            f'<td class="num" data-name="took">{took}</td></tr>'
        )
    table = (
        '<table class="cards"><thead><tr><th>leaf</th><th>outcome</th><th class="num">started</th>'
        f'<th class="num">took</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
        if rows
        else '<p class="quiet">No leaf ran.</p>'
    )
    if len(stated) > _MOST_EVENTS:
        table += f'<p class="quiet">and {len(stated) - _MOST_EVENTS} more, in task_result.json</p>'
    if len(stated) > _OPEN_EVENTS:
        table = f"<details><summary>All {len(stated)} events</summary>{table}</details>"
    if unstopped and isinstance(unstopped, Sequence) and not isinstance(unstopped, str):
        names = ", ".join(str(u) for u in unstopped)
        table += f'<p class="fail">Had not stopped when the run was judged: {escape(names)}</p>'
    return f'<section id="events"><h2>What the task did</h2>{table}</section>'


def pictures(shown: Sequence[Picture]) -> str:
    """The rendered pictures, inside the page."""
    figures = []
    for picture in shown:
        source = f"data:{escape(picture.media_type)};base64,{base64.b64encode(picture.data).decode('ascii')}"
        caption = escape(picture.caption)
        if picture.media_type.startswith("video/"):
            shown_as = f'<video controls muted playsinline src="{source}"></video>'
        else:
            shown_as = f'<img alt="{caption}" src="{source}">'
        figures.append(f"<figure>{shown_as}<figcaption>{caption}</figcaption></figure>")
    if not figures:
        return ""
    return f'<section id="pictures"><h2>Pictures</h2><div class="views">{"".join(figures)}</div></section>'
