"""The examples of the reference page are programs."""

import re
from pathlib import Path

import pytest
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.parser import MAX_DEPTH
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.source import Source

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "grammar.md"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is not beside this package")


@pytest.mark.parametrize("form", Form)
def test_every_form_has_an_example_in_its_layout(form):
    examples = re.findall(rf"```{form.value}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        assert format_source(Source("example", example.encode()), form) == example


def test_the_page_states_the_depth_that_holds():
    assert f"up to {MAX_DEPTH} |" in PAGE.read_text(encoding="utf-8")
