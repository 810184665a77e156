"""The colours and line styles of everything that is drawn of a run, for light and for dark surroundings.

One table serves the pixel drawing (light colours) and the report's style sheet (both), so that they cannot differ.
The path's colours are one hue by speed, faint to strong: on a light floor that is light to dark, on a dark floor the
other way round. Verdicts never rest on colour alone: a sign and a word go with each.
"""

from __future__ import annotations

from dataclasses import dataclass

SPEED_STEPS = 8
SERIES = 6

LIGHT: dict[str, str] = {
    "page": "#f6f6f3",
    "surface": "#ffffff",
    "ink": "#14140f",
    "ink-2": "#52514e",
    "muted": "#74736d",
    "hairline": "#e2e1da",
    "track": "#ecebe5",
    "floor": "#fbfbf9",
    "grid": "#e9e8e2",
    "axis": "#cfcec6",
    "obstacle": "#a9a89f",
    "obstacle-edge": "#6d6c65",
    "support": "#ece5d6",
    "support-edge": "#cdbf9f",
    "marker": "#8a6cc9",
    "goal": "#008300",
    "robot": "#eb6834",
    "robot-edge": "#a8411a",
    "near": "#c2255c",
    "pass": "#0a7d0a",
    "pass-wash": "#e3f4e1",
    "fail": "#c22f2f",
    "fail-wash": "#fbe5e3",
    "unknown": "#8a5a00",
    "unknown-wash": "#fbf0d5",
    "halted": "#74736d",
    "series-1": "#2a78d6",
    "series-2": "#c8501d",
    "series-3": "#16876a",
    "series-4": "#9a6a00",
    "series-5": "#c04b7f",
    "series-6": "#6a4fc0",
    "speed-0": "#9ec5f4",
    "speed-1": "#86b6ef",
    "speed-2": "#6da7ec",
    "speed-3": "#5598e7",
    "speed-4": "#2a78d6",
    "speed-5": "#1c5cab",
    "speed-6": "#104281",
    "speed-7": "#0a2c5c",
}

DARK: dict[str, str] = {
    "page": "#0f0f0e",
    "surface": "#191918",
    "ink": "#f4f4f0",
    "ink-2": "#c3c2b7",
    "muted": "#96958d",
    "hairline": "#2e2e2b",
    "track": "#2a2a28",
    "floor": "#151514",
    "grid": "#242422",
    "axis": "#3b3b37",
    "obstacle": "#5b5a54",
    "obstacle-edge": "#97968d",
    "support": "#2b271e",
    "support-edge": "#5f5640",
    "marker": "#a48be0",
    "goal": "#35b235",
    "robot": "#d95926",
    "robot-edge": "#ffab85",
    "near": "#ff6b9d",
    "pass": "#4cc24c",
    "pass-wash": "#14301a",
    "fail": "#ff7b73",
    "fail-wash": "#3a1715",
    "unknown": "#e5ac3c",
    "unknown-wash": "#33270d",
    "halted": "#96958d",
    "series-1": "#5598e7",
    "series-2": "#e8794a",
    "series-3": "#2fb58d",
    "series-4": "#d09a1e",
    "series-5": "#dd7fa8",
    "series-6": "#a08cf0",
    "speed-0": "#184f95",
    "speed-1": "#1c5cab",
    "speed-2": "#256abf",
    "speed-3": "#3987e5",
    "speed-4": "#6da7ec",
    "speed-5": "#9ec5f4",
    "speed-6": "#b7d3f6",
    "speed-7": "#dbe9fb",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is drawn: ``fill`` and ``stroke`` are names of colours or ``None``; ``width`` is that of the line
    and ``dash`` the lengths drawn and left out, in units of the sheet; ``bold`` is for text.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    dash: tuple[float, float] | None = None
    bold: bool = False


STYLES: dict[str, Style] = {
    "floor": Style(fill="floor", stroke="axis", width=1.0),
    "grid": Style(stroke="grid", width=1.0),
    "obstacle": Style(fill="obstacle", stroke="obstacle-edge", width=1.2),
    "support": Style(fill="support", stroke="support-edge", width=1.2),
    "marker-solid": Style(fill="marker", stroke="marker", width=1.2, fill_opacity=0.25),
    "flag": Style(fill="marker", stroke="marker", width=1.2),
    "pole": Style(stroke="marker", width=1.6),
    "goal-zone": Style(fill="goal", stroke="goal", width=1.2, fill_opacity=0.10, dash=(4.0, 3.0)),
    "goal": Style(stroke="goal", width=1.8),
    "goal-dot": Style(fill="goal"),
    "path-edge": Style(stroke="floor", width=5.0),
    **{f"path-{k}": Style(stroke=f"speed-{k}", width=3.0) for k in range(SPEED_STEPS)},
    **{f"speed-{k}": Style(fill=f"speed-{k}") for k in range(SPEED_STEPS)},
    "ghost": Style(fill="robot", stroke="robot-edge", width=0.8, fill_opacity=0.07, stroke_opacity=0.35),
    "start": Style(fill="surface", stroke="robot-edge", width=1.5, fill_opacity=0.85),
    "robot": Style(fill="robot", stroke="robot-edge", width=1.5, fill_opacity=0.9),
    "robot-part": Style(stroke="robot-edge", width=0.8, stroke_opacity=0.5),
    "nose": Style(fill="robot-edge"),
    "near": Style(stroke="near", width=2.0),
    "near-dot": Style(fill="near", stroke="floor", width=1.2),
    "near-robot": Style(stroke="near", width=1.2, stroke_opacity=0.8, dash=(3.0, 2.0)),
    "scale": Style(stroke="ink-2", width=1.5),
    "tick": Style(fill="muted"),
    "label": Style(fill="ink-2"),
    "on-label": Style(fill="ink"),
    "goal-label": Style(fill="goal"),
    "near-label": Style(fill="near"),
    "robot-label": Style(fill="robot-edge"),
    "marker-label": Style(fill="marker"),
    "panel": Style(fill="floor", stroke="axis", width=1.0),
    "zero": Style(stroke="axis", width=1.0),
    **{f"series-{k}": Style(stroke=f"series-{k}", width=1.6) for k in range(1, SERIES + 1)},
    **{f"key-{k}": Style(fill=f"series-{k}") for k in range(1, SERIES + 1)},
    "bound": Style(stroke="ink-2", width=1.0, dash=(5.0, 3.0)),
    "bar-success": Style(fill="pass", fill_opacity=0.75),
    "bar-failure": Style(fill="fail", fill_opacity=0.8),
    "bar-halted": Style(fill="halted", fill_opacity=0.55),
    "row": Style(stroke="hairline", width=1.0),
    "row-label": Style(fill="ink"),
    "heading": Style(fill="ink", bold=True),
    "note": Style(fill="ink-2"),
}


def rgb(color: str) -> tuple[int, int, int]:
    """``#rrggbb`` as three numbers of 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
