"""The reference page of the rules is the one that the table makes."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.validation.page import validation_page

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "validation.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == validation_page(), (
        "write it anew: python -m robotdsl_compiler.validation.page > docs/reference/validation.md"
    )
