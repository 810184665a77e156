import json
import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.support.numbers import json_text, number, numbers

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.5, "1.5"),
        (2.0, "2"),
        (2, "2"),
        (1e-6, "1e-06"),
        (-0.0, "0"),
        (0.0, "0"),
        (-3.25, "-3.25"),
        (0.1, "0.1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e22, "1e+22"),
        (123456789.0, "123456789"),
        (numpy.float64(1.5), "1.5"),
    ],
)
def test_number(value, text):
    assert number(value) == text


def test_numbers_are_separated_by_blanks():
    assert numbers((1.0, -0.0, 0.25)) == "1 0 0.25"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match="not a finite number"):
        number(value)
    with pytest.raises(ValueError, match="not a finite number"):
        json_text({"a": [value]})


@given(FINITE)
def test_a_number_reads_back_as_itself(value):
    assert float(number(value)) == value
    assert json.loads(json_text(value)) == value


def test_json_text_keeps_order_and_shows_whole_floats():
    value = {
        "schema": "x",
        "version": 1,
        "b": True,
        "a": None,
        "x": -0.0,
        "n": [1.0, 2.5],
        "t": (1, "é"),
        "e": [],
        "o": {},
    }
    assert (
        json_text(value)
        == """{
  "schema": "x",
  "version": 1,
  "b": true,
  "a": null,
  "x": 0.0,
  "n": [1.0, 2.5],
  "t": [1, "é"],
  "e": [],
  "o": {}
}
"""
    )


def test_json_text_breaks_what_is_nested_or_long():
    assert json_text([[1.0], {"a": 1}]) == '[\n  [1.0],\n  {\n    "a": 1\n  }\n]\n'
    long = json_text(["x" * 60, "y" * 60])
    assert long == f'[\n  "{"x" * 60}",\n  "{"y" * 60}"\n]\n'


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | FINITE | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_json_text_reads_back_as_the_value(value):
    text = json_text(value)
    assert json.loads(text) == value
    assert text.endswith("\n")
    assert not any(line != line.rstrip(" ") for line in text.split("\n"))


@pytest.mark.parametrize("value", [{1: 2}, {"a": {1, 2}}, object(), b"x"])
def test_json_text_refuses_what_json_does_not_have(value):
    with pytest.raises(TypeError):
        json_text(value)
