"""The nearest name: what a mistyped word was probably meant to be. One measure for every phase."""

from __future__ import annotations

from collections.abc import Iterable


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
    """The candidate that ``word`` was probably meant to be, or ``None`` when none is near.

    Near is: the same but for case, the same words in another order (``wheel_left``), or at most a third of the longer
    word's letters edited. Of equally near candidates the first one given is taken. ``word`` itself is no candidate.
    """
    others = [c for c in dict.fromkeys(candidates) if c != word]
    folded = word.casefold()
    for candidate in others:
        if candidate.casefold() == folded:
            return candidate
    words = sorted(folded.split("_"))
    for candidate in others:
        if sorted(candidate.casefold().split("_")) == words:
            return candidate
    best, best_distance = None, len(word) + 1
    for candidate in others:
        allowed = max(len(word), len(candidate), 3) // 3
        if abs(len(word) - len(candidate)) > allowed:
            continue
        found = distance(folded, candidate.casefold())
        if found <= allowed and found < best_distance:
            best, best_distance = candidate, found
    return best


def did_you_mean(word: str, candidates: Iterable[str], shown: str = "{}") -> tuple[str, ...]:
    """The help line that names the nearest candidate, as a tuple for ``Diagnostics.report(help=…)``; empty without one.

    ``shown`` is how to write the candidate: ``"@core/{}"`` for a reference.
    """
    found = nearest(word, candidates)
    return () if found is None else (f"did you mean `{shown.format(found)}`?",)


def listing(names: Iterable[str], conjunction: str = "or") -> str:
    """The names in backquotes, in the order given, as a sentence lists them: `` `a`, `b` or `c` ``."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}"
