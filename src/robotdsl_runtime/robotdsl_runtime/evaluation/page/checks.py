"""The report's checks: each value against its bound, and what the physical verdict rests on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robotdsl_runtime.evaluation import words
from robotdsl_runtime.evaluation.drawing.leaves import time_of
from robotdsl_runtime.evaluation.drawing.regions import finite_numbers
from robotdsl_runtime.evaluation.drawing.scene import mapping
from robotdsl_runtime.evaluation.numbers import seconds
from robotdsl_runtime.evaluation.page.sections import mark
from robotdsl_runtime.evaluation.run import TOUCHING_M
from robotdsl_runtime.evaluation.svg import escape, number

GAUGE_WIDTH, GAUGE_HEIGHT = 180.0, 18.0


def gauge(check: Mapping[str, Any], verdict: str) -> str:
    """A bar: the range that the bounds allow, and a dot at the value. Empty where there is no value or no bound."""
    value, low, high = words.check_numbers(check)
    known = [abs(b) for b in (low, high) if b is not None and math.isfinite(b)]
    if value is None or not known or math.isnan(value):
        return ""
    reach = 1.25 * max(abs(value) if math.isfinite(value) else 0.0, *known)
    if reach == 0.0:
        reach = 1.0
    least = -reach if min(value, *(b for b in (low, high) if b is not None)) < 0 else 0.0
    inner = GAUGE_WIDTH - 12.0

    def at(v: float) -> float:
        return 6.0 + (min(max(v, least), reach) - least) / (reach - least) * inner

    middle = GAUGE_HEIGHT / 2.0
    start, end = at(low if low is not None else least), at(high if high is not None else reach)
    span = finite_numbers([check.get("min_value"), check.get("max_value")], 2)
    spread = ""
    if span is not None and span[0] != span[1]:
        x0, x1 = sorted((at(span[0]), at(span[1])))
        spread = f'<path class="g-span" d="M{number(x0)} {number(middle)}H{number(x1)}"/>'
    bounds = "".join(
        f'<path class="g-bound" d="M{number(at(b))} {number(middle - 6)}v12"/>' for b in (low, high) if b is not None
    )
    label = escape(f"{words.value_words(check)} against {words.bound_words(check)}")
    return (
        f'<svg viewBox="0 0 {number(GAUGE_WIDTH)} {number(GAUGE_HEIGHT)}" role="img" aria-label="{label}">'
        f'<rect class="g-track" x="6" y="{number(middle - 3)}" width="{number(inner)}" height="6" rx="3"/>'
        f'<rect class="g-allowed" x="{number(start)}" y="{number(middle - 3)}"'
        f' width="{number(max(0.0, end - start))}" height="6"/>'
        f'{bounds}{spread}<circle class="g-{verdict}" cx="{number(at(value))}" cy="{number(middle)}" r="5"/></svg>'
    )


def _powers(text: str) -> str:
    """Units as they are printed: rad/s² for rad/s^2."""
    return text.replace("/s^2", "/s²").replace("/s^3", "/s³")


def _check_row(check: Mapping[str, Any]) -> str:
    verdict = words.verdict(check.get("verdict"))
    unit = _powers(str(check.get("unit") or ""))
    value, bound = words.value_words(check), words.bound_words(check)
    subject = escape(words.check_subject(check))
    with_unit = f"{value} {unit}".strip() if value != "-" else "–"
    reason = _powers(str(check.get("reason") or ""))
    why = f'<span class="why">{escape(reason)}</span>' if reason else ""
    return (
        f"<tr><td><code>{escape(str(check.get('type', 'check')))}</code> {subject}{why}</td>"
        f'<td class="at">{mark(verdict)}</td>'
        f'<td class="num" data-name="value">{escape(with_unit)}</td>'
        f'<td class="num" data-name="bound">{escape(bound)}</td>'
        f'<td class="gauge full">{gauge(check, verdict)}</td></tr>'
    )


def _physical_rows(evaluation_result: Mapping[str, Any]) -> str:
    physical = mapping(evaluation_result.get("physical"))
    rows = []
    goal, clearance = mapping(physical.get("goal")), mapping(physical.get("clearance"))
    if goal:
        rows.append(
            _check_row(
                {
                    "type": "goal",
                    "target": goal.get("name"),
                    "value": goal.get("distance_m"),
                    "max": goal.get("tolerance_m"),
                    "unit": "m",
                    "verdict": goal.get("verdict"),
                    "reason": "distance from the last goal it drove to, at the end",
                }
            )
        )
    if clearance:
        at = time_of(clearance, "time_s")
        when = f", at {seconds(at)}" if at is not None else ""
        rows.append(
            _check_row(
                {
                    "type": "clearance",
                    "target": clearance.get("obstacle"),
                    "value": clearance.get("distance_m"),
                    "min": TOUCHING_M,
                    "unit": "m",
                    "verdict": clearance.get("verdict"),
                    "reason": f"closest approach to an obstacle{when}",
                }
            )
        )
    return "".join(rows)


_HEADER = (
    '<thead><tr><th>check</th><th class="c-verdict">verdict</th><th class="num c-value">value</th>'
    '<th class="num c-bound">bound</th><th class="c-gauge"></th></tr></thead>'
)


def checks(evaluation_result: Mapping[str, Any]) -> str:
    """Each check and each part of the physical verdict with its value against its bound."""
    if not evaluation_result:
        return '<section id="checks"><h2>Checks</h2><p class="quiet">The run was not evaluated.</p></section>'
    rows = "".join(_check_row(c) for c in words.checks_of(evaluation_result))
    stated = (
        f'<table class="cards even">{_HEADER}<tbody>{rows}</tbody></table>'
        if rows
        else '<p class="quiet">The program states no checks.</p>'
    )
    physical = _physical_rows(evaluation_result)
    verdict = words.verdict(mapping(evaluation_result.get("physical")).get("verdict"))
    body = f'<table class="cards even">{_HEADER}<tbody>{physical}</tbody></table>' if physical else ""
    return (
        f'<section id="checks"><h2>Checks</h2>{stated}</section>\n'
        f'<section id="physical"><div class="top"><h2>Physical verdict</h2>{mark(verdict)}</div>'
        f'<p class="quiet">From the recorded ground truth alone, whatever the robot believes: '
        f"{escape(words.physical_words(evaluation_result))}.</p>{body}</section>"
    )
