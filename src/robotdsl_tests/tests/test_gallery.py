"""The gallery shows every example program, as its generator writes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from robotdsl_tests.gallery import PAGE, PICTURES, WIDTH, page, programs

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_page_is_the_generator_s() -> None:
    assert (DOCS / PAGE).read_text(encoding="utf-8") == page()


def test_there_is_a_picture_of_every_program_and_of_nothing_else() -> None:
    assert sorted(path.stem for path in (DOCS / PICTURES).iterdir()) == programs()


@pytest.mark.parametrize("name", programs())
def test_a_picture_shows_something(name: str) -> None:
    with Image.open(DOCS / PICTURES / f"{name}.png") as image:
        assert image.width == WIDTH
        colours = image.convert("RGB").getcolors(1 << 20)
    assert colours is not None and len(colours) > 20
