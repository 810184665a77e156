"""Sheets as vector markup to stand inside an HTML page. Colours come from the page's style sheet, by class."""

from __future__ import annotations

import html
from collections.abc import Iterable

from robotdsl_runtime.evaluation.drawing.palette import STYLES, Style
from robotdsl_runtime.evaluation.drawing.sheet import Circle, Line, Point, Polygon, Shape, Sheet, Text


def escape(text: str) -> str:
    """``text`` for markup and attributes. Characters that markup cannot hold become U+FFFD."""
    kept = "".join(
        c if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c != "\x7f") else "\ufffd" for c in text
    )
    return html.escape(kept, quote=True)


def number(value: float) -> str:
    """A coordinate, to a hundredth of a unit."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _pairs(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _element(tag: str, attributes: str, title: str) -> str:
    return f"<{tag} {attributes}><title>{escape(title)}</title></{tag}>" if title else f"<{tag} {attributes}/>"


def shape_markup(shape: Shape) -> str:
    """One shape as an element; its class is ``d-`` and the name of its style."""
    match shape:
        case Polygon(points, style, title):
            return _element("polygon", f'class="d-{style}" points="{_pairs(points)}"', title)
        case Circle((x, y), radius, style, title):
            circle = f'class="d-{style}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
            return _element("circle", circle, title)
        case Line(points, style, title):
            return _element("polyline", f'class="d-{style}" points="{_pairs(points)}"', title)
        case Text((x, y), text, style, anchor, size, halo):
            classes = f"d-{style} halo" if halo else f"d-{style}"
            place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" font-size="{number(size)}"'
            return f'<text class="{classes}" {place}>{escape(text)}</text>'


def render(sheet: Sheet, *, label: str, classes: str = "", extra: str = "", attributes: str = "") -> str:
    """The sheet as an ``<svg>`` element that fills the width it is given. ``label`` says what it shows to those who do
    not see it; ``extra`` is markup drawn on top; ``attributes`` are added to the element as they are.
    """
    box = f"0 0 {number(sheet.width)} {number(sheet.height)}"
    body = "\n".join(shape_markup(s) for s in sheet.shapes)
    return (
        f'<svg class="{classes}" viewBox="{box}" role="img" aria-label="{escape(label)}"'
        f"{' ' + attributes if attributes else ''}>\n{body}\n{extra}</svg>"
    )


def _rules(style: Style) -> str:
    rules = [f"fill:var(--{style.fill})" if style.fill else "fill:none"]
    if style.fill_opacity != 1.0:
        rules.append(f"fill-opacity:{number(style.fill_opacity)}")
    if style.stroke:
        rules += [f"stroke:var(--{style.stroke})", f"stroke-width:{number(style.width)}"]
        if style.stroke_opacity != 1.0:
            rules.append(f"stroke-opacity:{number(style.stroke_opacity)}")
        if style.dash:
            rules.append(f"stroke-dasharray:{number(style.dash[0])} {number(style.dash[1])}")
    if style.bold:
        rules.append("font-weight:600")
    return ";".join(rules)


def style_sheet() -> str:
    """The CSS of the drawing styles; the colours are the variables that ``color_variables`` defines."""
    return "\n".join(f".d-{name}{{{_rules(style)}}}" for name, style in STYLES.items())


def color_variables(colors: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in colors.items())
