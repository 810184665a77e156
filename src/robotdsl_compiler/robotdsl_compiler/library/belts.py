"""The belt of a track."""

from __future__ import annotations

import math

from robotdsl_compiler.library.fields import File, Number, open_fields
from robotdsl_compiler.library.yaml_spans import Entry
from robotdsl_compiler.model.geometry import norm, sub
from robotdsl_compiler.model.part import TrackShape

_POSITIVE = Number(above=0.0)
# Metres. A run shorter than this has no direction.
_SHORTEST = 1e-6


def read_track(file: File, entry: Entry) -> TrackShape | None:
    """The field `track`, or ``None`` after a fault."""
    before = len(file.findings)
    fields = open_fields(file, "track", entry.value, entry, ("run_start", "run_end", "width", "travel_per_turn"))
    if fields is None:
        return None
    start, end, width = fields.vector("run_start"), fields.vector("run_end"), fields.number("width", _POSITIVE)
    travel = fields.optional("travel_per_turn")
    turned = file.number("track.travel_per_turn", travel.value, _POSITIVE) if travel is not None else None
    if not file.sound_since(before):
        return None
    if norm(sub(end, start)) < _SHORTEST:
        file.report("library.invalid_value", "`track.run_start` and `track.run_end` are the same point", entry)
        return None
    if math.hypot(end[0] - start[0], end[1] - start[1]) < _SHORTEST:
        file.report(
            "library.invalid_value",
            "`track.run_start` and `track.run_end` lie one above the other, so the belt runs along no ground",
            entry,
            help="the run is where the belt touches the ground, with z up",
        )
        return None
    return TrackShape(start, end, width, turned)
