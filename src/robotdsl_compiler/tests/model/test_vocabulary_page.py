"""The reference page of the vocabulary is the one that the tables make."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.model.vocabulary import CHECK_TYPES, COMPONENT_TYPES, ENTITY_TYPES, NODE_TYPES
from robotdsl_compiler.model.vocabulary_page import MEANINGS, vocabulary_page

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "vocabulary.md"


def test_every_name_is_explained_and_nothing_else() -> None:
    assert set(MEANINGS) == {*COMPONENT_TYPES, *ENTITY_TYPES, *NODE_TYPES, *CHECK_TYPES}


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == vocabulary_page(), (
        "write it anew: python -m robotdsl_compiler.model.vocabulary_page > docs/reference/vocabulary.md"
    )
