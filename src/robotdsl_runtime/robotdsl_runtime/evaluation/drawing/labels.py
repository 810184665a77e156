"""Names on a drawing, placed so that they do not cover each other."""

from __future__ import annotations

from robotdsl_runtime.evaluation.drawing.sheet import Point, Text, text_width

Box = tuple[float, float, float, float]

SIZE = 12.0
_ASCENT, _DESCENT = 0.75, 0.22
# A name is left out where more than this share of it would cover other things.
MOST_SHUNNED = 0.35


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


class Labels:
    """Labels within a map at (left, top) of ``width`` by ``height`` units of the sheet."""

    def __init__(self, left: float, top: float, width: float, height: float) -> None:
        self._inside: Box = (left + 2, top + 2, left + width - 2, top + height - 2)
        self._taken: list[Box] = []
        self._shunned: list[Box] = []
        self.texts: list[Text] = []

    def block(self, box: Box) -> None:
        """Keep labels off ``box`` (left, top, right, bottom)."""
        self._taken.append(box)

    def shun(self, box: Box) -> None:
        """Keep labels off ``box`` where that is possible without leaving one out."""
        self._shunned.append(box)

    def _try(self, text: str, candidates: list[tuple[Point, str]], style: str, needed: bool, on: bool = False) -> bool:
        """``on`` is for a text that may cover what it is the name of."""
        best: tuple[tuple[float, float], Text, Box] | None = None
        width = text_width(text, SIZE)
        for at, anchor in candidates:
            left = at[0] - {"start": 0.0, "middle": width / 2.0, "end": width}[anchor]
            box = (left, at[1] - _ASCENT * SIZE, left + width, at[1] + _DESCENT * SIZE)
            outside = width * SIZE - _overlap(box, self._inside) if width else 0.0
            covered = sum(_overlap(box, taken) for taken in self._taken) + 4.0 * max(0.0, outside - 0.05 * width * SIZE)
            # Rounded, so that a hair's breadth does not decide.
            others = 0.0 if on else sum(_overlap(box, shunned) for shunned in self._shunned)
            better = round(covered, 1), round(others, 1)
            if best is None or better < best[0]:
                best = better, Text(at, text, style, anchor, SIZE, halo=not on), box
        if best is None or (not needed and (best[0][0] > 1.0 or best[0][1] > MOST_SHUNNED * width * SIZE)):
            return False
        self._taken.append(best[2])
        self.texts.append(best[1])
        return True

    def place(
        self, text: str, about: Point, away: float, style: str, *, needed: bool = False, beside: bool = False
    ) -> bool:
        """Put ``text`` at a thing that reaches ``away`` units from ``about``: above, below, right, left or at a corner,
        whichever is free, the sides first if it is to stand ``beside``. A ``needed`` one takes the least bad place,
        another is left out instead.
        """
        x, y = about
        rise, gap, slant = 0.75 * SIZE, away + 4.0, 0.75 * away + 3.0
        candidates: list[tuple[Point, str]] = [
            ((x, y - gap), "middle"),
            ((x, y + gap + rise), "middle"),
            ((x + gap, y + rise / 2.0), "start"),
            ((x - gap, y + rise / 2.0), "end"),
            ((x + slant, y - slant), "start"),
            ((x - slant, y - slant), "end"),
            ((x + slant, y + slant + rise), "start"),
            ((x - slant, y + slant + rise), "end"),
        ]
        if beside:
            candidates = candidates[2:4] + candidates[:2] + candidates[4:]
        return self._try(text, candidates, style, needed)

    def place_on(self, text: str, box: Box, style: str) -> bool:
        """Put ``text`` on a thing when it is large enough to hold it, else beside it."""
        left, top, right, bottom = box
        middle = (left + right) / 2.0, (top + bottom) / 2.0
        width = text_width(text, SIZE)
        if right - left > width + 6 and bottom - top > SIZE + 4:
            at = middle[0], middle[1] + 0.3 * SIZE
            return self._try(text, [(at, "middle")], "on-" + style, needed=False, on=True)
        rise = 0.75 * SIZE
        candidates: list[tuple[Point, str]] = [
            ((middle[0], top - 4), "middle"),
            ((middle[0], bottom + 4 + rise), "middle"),
            ((right + 5, middle[1] + rise / 2.0), "start"),
            ((left - 5, middle[1] + rise / 2.0), "end"),
        ]
        return self._try(text, candidates, style, needed=False)
