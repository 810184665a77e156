"""Small words about names, so that every message puts them the same way."""

from __future__ import annotations

# The letters whose names begin with a vowel: an initialism is spelt out when it is read.
_SPELT_WITH_AN = "AEFHILMNORSX"


def a(noun: str) -> str:
    """``noun`` after its indefinite article: ``a motor``, ``an attachment``, ``an `Ackermann` ``, ``an `RGBD` ``."""
    word = noun.lstrip("`\"'")
    an = word[:1] in _SPELT_WITH_AN if word[:2].isupper() else word[:1].lower() in tuple("aeiou")
    return f"{'an' if an else 'a'} {noun}"


def a_type(name: str | None) -> str:
    """The name of a type with its article, as messages write it: ``a `Tricycle` ``, ``an `Ackermann` ``."""
    return a(f"`{name}`")


def counted(number: int, noun: str) -> str:
    """How many there are of something: ``1 part``, ``3 parts``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
