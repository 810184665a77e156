"""What a conversion could not carry, or carried as something else: each with the line of the URDF that says it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """``line`` of the URDF; ``what`` stands there and ``became`` of it."""

    line: int
    what: str
    became: str


class Remarks:
    """Collects remarks; each is kept once."""

    def __init__(self) -> None:
        self._items: dict[Remark, None] = {}

    def add(self, line: int, what: str, became: str) -> None:
        self._items.setdefault(Remark(line, what, became))

    def in_order(self) -> tuple[Remark, ...]:
        return tuple(sorted(self._items, key=lambda remark: remark.line))
