"""The nearest name: what a mistyped word was probably meant to be. One measure for every phase."""

from __future__ import annotations

from collections.abc import Iterable

# Of more equally near candidates than this a suggestion names none.
_MOST_CHOICES = 3


def distance(left: str, right: str) -> int:
    """The least number of insertions, deletions, replacements and swaps of neighbours that turn one word into the
    other, no piece edited twice (optimal string alignment, the restricted Damerau-Levenshtein distance).
    """
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, previous = previous, current
    return previous[-1]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that ``word`` was probably meant to be, or ``None`` when none is near or several are equally near.

    Near is: the same but for case, the same words in another order (``wheel_left``), or at most a third of the longer
    word's letters edited. ``word`` itself is no candidate.
    """
    found = _nearest(word, candidates)
    return found[0] if len(found) == 1 else None


def _nearest(word: str, candidates: Iterable[str]) -> list[str]:
    """Every candidate that is as near as the nearest one, in the order given."""
    others = [c for c in dict.fromkeys(candidates) if c != word]
    folded = word.casefold()
    same = [c for c in others if c.casefold() == folded]
    if same:
        return same
    words = sorted(folded.split("_"))
    reordered = [c for c in others if sorted(c.casefold().split("_")) == words]
    if reordered:
        return reordered
    best: list[str] = []
    best_distance = len(word) + 1
    for candidate in others:
        allowed = max(len(word), len(candidate), 3) // 3
        if abs(len(word) - len(candidate)) > allowed:
            continue
        found = distance(folded, candidate.casefold())
        if found > allowed or found > best_distance:
            continue
        if found < best_distance:
            best, best_distance = [], found
        best.append(candidate)
    return best


def did_you_mean(word: str, candidates: Iterable[str], shown: str = "{}") -> tuple[str, ...]:
    """The help line that names the nearest candidate, as a tuple for ``Diagnostics.report(help=…)``; empty without one.

    Of up to three equally near ones it names all, of more none. ``shown`` is how to write a candidate: ``"@core/{}"``
    for a reference.
    """
    found = [shown.format(candidate) for candidate in _nearest(word, candidates)]
    return (f"did you mean {listing(found)}?",) if 0 < len(found) <= _MOST_CHOICES else ()


def listing(names: Iterable[str], conjunction: str = "or") -> str:
    """The names in backquotes, in the order given, as a sentence lists them: `` `a`, `b` or `c` ``."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}"
