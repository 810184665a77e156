"""What keeps a page from being built for reasons that lie outside the code."""

from __future__ import annotations


class PageError(Exception):
    """The message says what is wrong and, where there is a way, what mends it."""
