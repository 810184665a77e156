import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.support.source import Source

BOM = b"\xef\xbb\xbf"


def test_positions_count_characters_and_lines_end_with_lf_or_crlf():
    source = Source("x", "aé🤖b\r\nç\n\nz".encode())
    assert source.line_count == 4
    assert [source.line(n) for n in (1, 2, 3, 4)] == ["aé🤖b", "ç", "", "z"]
    assert source.position(0) == (1, 1)
    assert source.position(1) == (1, 2)
    assert source.position(3) == (1, 3)
    assert source.position(7) == (1, 4)
    assert source.position(len("aé🤖b\r\n".encode())) == (2, 1)
    assert source.position(len(source.data)) == (4, 2)


def test_a_carriage_return_alone_ends_no_line():
    source = Source("x", b"a\rb\r\r\nc\r")
    assert source.line_count == 2
    assert [source.line(n) for n in (1, 2)] == ["a\rb\r", "c\r"]
    assert source.position(len(source.data)) == (2, 3)


def test_a_byte_order_mark_takes_no_column():
    source = Source("x", BOM + b"ab\ncd")
    assert source.text == "ab\ncd"
    assert source.byte_of(0) == 3
    assert source.position(0) == (1, 1)
    assert source.position(4) == (1, 2)
    assert source.line(1) == "ab"


def test_a_place_past_the_end_is_the_end():
    source = Source("x", b"ab\n")
    assert source.position(99) == (2, 1)
    assert source.byte_of(99) == 3
    assert Source("y", "é".encode()).byte_of(99) == 2


def test_bytes_that_are_no_utf_8_raise():
    with pytest.raises(UnicodeDecodeError):
        _ = Source("x", b"\xff").text


@given(st.text(), st.booleans())
def test_byte_of_is_where_the_character_begins(text, bom):
    source = Source("x", (BOM if bom else b"") + text.encode())
    if not bom and text.startswith("\ufeff"):
        return
    for i in range(len(text) + 1):
        assert source.data[: source.byte_of(i)] == (BOM if bom else b"") + text[:i].encode()


def test_spans_have_their_text_and_join():
    source = Source("x", b"Robot name {}")
    assert source.span(0, 5).text == "Robot"
    assert source.span(0, 5).to(source.span(6, 10)).text == "Robot name"


def test_sources_compare_by_identity():
    assert Source("x", b"a") != Source("x", b"a")
