"""The nearest name: what a mistyped word was probably meant to be. One measure for every phase."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# Longer words are compared whole only: telling how far two are apart takes the product of their lengths.
_LONGEST = 100

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
    word's letters edited, of words of up to a hundred letters. ``word`` itself is no candidate.
    """
    found = _nearest(word, candidates)
    return found[0] if len(found) == 1 else None


class _Candidates:
    """Words to choose among, prepared once for all that is looked for among them: a program with a thousand names may
    have a thousand of them misspelt.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = tuple(dict.fromkeys(words))
        self.folded = tuple(word.casefold() for word in self.words)
        self.letters = tuple(map(_letters, self.folded))
        # Each way to be the same or near → the places of the words that are.
        self.same: dict[str, list[int]] = {}
        self.reordered: dict[str, list[int]] = {}
        self.shortened: dict[str, list[int]] = {}
        for i, folded in enumerate(self.folded):
            self.same.setdefault(folded, []).append(i)
            self.reordered.setdefault(_reordered(folded), []).append(i)
            for short in _shortened(folded) if len(folded) <= _LONGEST else ():
                self.shortened.setdefault(short, []).append(i)


@lru_cache(maxsize=16)
def _prepared(words: tuple[str, ...]) -> _Candidates:
    return _Candidates(words)


def _letters(word: str) -> int:
    """Which letters stand in a word, a bit for each."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _reordered(folded: str) -> str:
    return "_".join(sorted(folded.split("_")))


def _shortened(word: str) -> set[str]:
    """The word, and the word without one of its letters: two words that one edit turns into each other share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def _nearest(word: str, candidates: Iterable[str]) -> list[str]:
    """Every candidate that is as near as the nearest one, in the order given."""
    among = _prepared(tuple(candidates))
    folded = word.casefold()
    for known, key in ((among.same, folded), (among.reordered, _reordered(folded))):
        found = [among.words[i] for i in known.get(key, ()) if among.words[i] != word]
        if found:
            return found
    if len(folded) > _LONGEST:
        return []
    close = sorted({i for short in _shortened(folded) for i in among.shortened.get(short, ())})
    found = [among.words[i] for i in close if among.words[i] != word and distance(folded, among.folded[i]) == 1]
    return found or _by_distance(word, folded, among)


def _by_distance(word: str, folded: str, among: _Candidates) -> list[str]:
    best: list[str] = []
    best_distance = len(word) + 1
    length, letters = len(word), _letters(folded)
    for candidate, other, its_letters in zip(among.words, among.folded, among.letters, strict=True):
        allowed = min(max(length, len(candidate), 3) // 3, best_distance)
        # An edit changes the length by one at most, and which letters there are by two.
        if abs(length - len(candidate)) > allowed or (letters ^ its_letters).bit_count() > 2 * allowed:
            continue
        away = distance(folded, other)
        if away > allowed or candidate == word:
            continue
        if away < best_distance:
            best, best_distance = [], away
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
