"""The spanned YAML reader: JSON's values, exact byte spans, and everything else refused where it stands."""

from __future__ import annotations

import pytest
import yaml
from robotdsl_compiler.library import yaml_spans
from robotdsl_compiler.library.fields import plain
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import Items, Mapping, Nothing, Scalar, read_yaml, span_of
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both of PyYAML's parsers: machines without libyaml have the second one only."""
    name: str = request.param
    if not hasattr(yaml, name):
        pytest.skip("PyYAML is built without libyaml")
    monkeypatch.setattr(yaml_spans, "_LOADER", getattr(yaml, name))
    return name


def read(data: bytes | str) -> tuple[Source, yaml_spans.Node | None, tuple[Diagnostic, ...]]:
    source = Source("test.yaml", data.encode() if isinstance(data, str) else data)
    findings = Findings()
    tree = read_yaml(source, findings)
    return source, tree, findings.flush(Diagnostics())


def sound(data: bytes | str) -> tuple[Source, yaml_spans.Node]:
    source, tree, found = read(data)
    assert found == ()
    assert tree is not None
    return source, tree


def fault(data: bytes | str) -> tuple[str, str, tuple[int, int], str]:
    """The code, message, byte range and spanned text of the one finding."""
    _, _, found = read(data)
    assert [d.code.name for d in found] == [found[0].code.name]
    (finding,) = found
    assert finding.primary is not None
    span = finding.primary.span
    return finding.code.name, finding.message, (span.start, span.end), span.text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("True", "True"),
        ("yes", "yes"),
        ("on", "on"),
        ("~", "~"),
        ("Null", "Null"),
        ("0", 0),
        ("-7", -7),
        ("1e-3", 1e-3),
        ("1E3", 1000.0),
        ("-0.25", -0.25),
        ("12.5e+2", 1250.0),
        ("007", "007"),
        ("0x10", "0x10"),
        ("0o7", "0o7"),
        ("1_000", "1_000"),
        ("+5", "+5"),
        (".5", ".5"),
        ("5.", "5."),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("12:30:45", "12:30:45"),
        ("2024-01-31", "2024-01-31"),
        ('"1"', "1"),
        ("'true'", "true"),
        ("two words", "two words"),
        ('"a\\tb\\u00e9"', "a\tbé"),
    ],
)
def test_a_plain_word_is_what_json_makes_of_it(text: str, value: object) -> None:
    _, tree = sound(f"a: {text}\n")
    assert isinstance(tree, Mapping)
    node = tree.entries["a"].value
    assert isinstance(node, Scalar)
    assert node.value == value
    assert type(node.value) is type(value)


def test_nothing_is_not_null() -> None:
    _, tree = sound("a:\nb: null\n")
    assert isinstance(tree, Mapping)
    assert isinstance(tree.entries["a"].value, Nothing)
    assert tree.entries["b"].value == Scalar(None, 6, 10)


@pytest.mark.parametrize("text", ["", "# only a remark\n", "---\n", "\ufeff"])
def test_an_empty_file_is_nothing(text: str) -> None:
    assert isinstance(sound(text)[1], Nothing)


def test_nesting_and_styles_come_out_as_plain_values() -> None:
    _, tree = sound(
        "list: [1, {deep: [true, null]}]\nblock:\n- a\n-\n  b: 2\nfolded: >-\n  one\n  two\nempty: {}\nlast: []\n"
    )
    assert plain(tree) == {
        "list": [1, {"deep": [True, None]}],
        "block": ["a", {"b": 2}],
        "folded": "one two",
        "empty": {},
        "last": [],
    }


TEXT = (
    "# é is two bytes, \U0001f600 is four\r\n"
    "name: 'größe'\r\n"
    "nested:\r\n"
    "  key: [0.5, é]\r\n"
    "  text: |\r\n"
    "    line\r\n"
    "\r\n"
    "tail: {a: 1}\r\n"
)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_spans_are_byte_exact_under_crlf_and_wide_characters(mark: str) -> None:
    source, tree = sound(mark + TEXT)
    assert isinstance(tree, Mapping)
    entries = tree.entries

    def texts(node: yaml_spans.Node | yaml_spans.Entry) -> str:
        return span_of(source, node).text

    assert texts(entries["name"]) == "name"
    assert texts(entries["name"].value) == "'größe'"
    nested = entries["nested"].value
    assert isinstance(nested, Mapping)
    key = nested.entries["key"].value
    assert isinstance(key, Items)
    assert texts(key) == "[0.5, é]"
    assert [texts(v) for v in key.values] == ["0.5", "é"]
    assert texts(nested.entries["text"].value) == "|\r\n    line"
    assert texts(nested).startswith("key: [0.5")
    assert texts(nested).endswith("line")
    assert texts(entries["tail"].value) == "{a: 1}"
    span = span_of(source, entries["tail"])
    assert source.position(span.start) == (8, 1)
    assert source.data[span.start : span.end] == b"tail"


@pytest.mark.parametrize(
    ("text", "code", "message", "spanned"),
    [
        (
            "a: &x 1\n",
            "library.unsupported",
            "library files are read as JSON, without anchors",
            "&x",
        ),
        ("a: *x\n", "library.unsupported", "library files are read as JSON, without aliases", "*x"),
        ("a: !!str 5\n", "library.unsupported", "library files are read as JSON, without tags", "!!str"),
        ("a: !mine {b: 1}\n", "library.unsupported", "library files are read as JSON, without tags", "!mine"),
        ("a: !!python/object:os.system x\n", "library.unsupported", "library files are read as JSON, without tags",
         "!!python/object:os.system"),
        ("a:\n  <<: {b: 1}\n", "library.unsupported", "library files are read as JSON, without merge keys", "<<"),
        ("a: 1\n---\nb: 2\n", "library.unsupported",
         "library files are read as JSON, without more than one document in a file", "---"),
        ("1: a\n", "library.invalid_key", "a key must be a string that is not empty", "1"),
        ("true: a\n", "library.invalid_key", "a key must be a string that is not empty", "true"),
        ("null: a\n", "library.invalid_key", "a key must be a string that is not empty", "null"),
        ('"": a\n', "library.invalid_key", "a key must be a string that is not empty", '""'),
        ("? [a, b]\n: 1\n", "library.invalid_key", "a key must be a string that is not empty", "[a, b]"),
        ("? {a: b}\n: 1\n", "library.invalid_key", "a key must be a string that is not empty", "{a: b}"),
        ("a: 1e999\n", "library.invalid_value", "the number is too large for double precision", "1e999"),
        (f"a: -{'9' * 400}\n", "library.invalid_value", "the number is too large for double precision",
         f"-{'9' * 400}"),
        ("a: {b: 1, b: 2}\n", "library.duplicate_key", "the key `b` stands twice in one mapping", "b"),
    ],
)  # fmt: skip
def test_what_json_does_not_have_is_refused_where_it_stands(text: str, code: str, message: str, spanned: str) -> None:
    found = fault(text)
    assert (found[0], found[1], found[3]) == (code, message, spanned)
    assert text.encode()[found[2][0] : found[2][1]].decode() == spanned


def test_a_quoted_merge_sign_is_a_key_like_any_other() -> None:
    assert plain(sound("'<<': 1\n")[1]) == {"<<": 1}


def test_a_key_twice_points_at_both_and_keeps_the_first() -> None:
    _, tree, found = read("a: 1\nbé: 2\nbé: [3]\n")
    (finding,) = found
    assert finding.primary is not None
    assert (finding.primary.span.start, finding.primary.span.end) == (12, 15)
    assert [(label.span.start, label.span.end, label.message) for label in finding.related] == [(5, 8, "first here")]
    assert tree is not None
    assert plain(tree) == {"a": 1, "bé": 2}


def test_every_refusal_of_a_file_is_reported_in_its_order() -> None:
    _, _, found = read("a: &x 1\nb: *x\n2: c\na: !t d\n")
    assert [d.code.name for d in found] == [
        "library.unsupported",
        "library.unsupported",
        "library.invalid_key",
        "library.duplicate_key",
        "library.unsupported",
    ]


@pytest.mark.parametrize(
    ("text", "at", "spanned"),
    [
        ("a: b: c\n", 4, ":"),
        ("a: [1, 2\n", 9, ""),
        ("é: {a: 1\n", 10, ""),
        ("a:\n\t- b\n", 3, "\t"),
        ("a: @b\n", 3, "@"),
        ("a: \x01\n", 3, "\x01"),
        ("é: \x7f\n", 4, "\x7f"),
    ],
)
def test_a_syntax_error_points_at_the_character(text: str, at: int, spanned: str) -> None:
    code, message, span, found = fault(text)
    assert code == "library.yaml_syntax"
    assert message == message.strip(".")
    assert span == (at, at + len(spanned))
    assert found == spanned


def test_a_tab_and_a_control_character_are_called_by_their_name() -> None:
    assert fault("a:\n\t- b\n")[1] == "a tab cannot indent YAML"
    assert fault("a: \x01\n")[1] == "the character U+0001 is not allowed in YAML"


def test_half_a_surrogate_pair_is_refused_by_both_parsers() -> None:
    assert fault('a: "\\ud800"\n')[0] == "library.yaml_syntax"


def test_bytes_that_are_not_utf8_are_unreadable() -> None:
    code, message, span, _ = fault(b"a: b\nc: \xff\xfe\n")
    assert (code, message, span) == ("environment.source_unreadable", "test.yaml is not UTF-8 text", (8, 9))
    assert fault(b"\xef\xbb\xbfa: \xc3")[2] == (6, 7)


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_a_tower_of_brackets_is_refused_and_not_climbed(opening: str) -> None:
    code, message, span, _ = fault("a: " + opening * 500)
    assert code == "library.unsupported"
    assert message == "library files are read as JSON, without values nested more than 64 deep"
    # The root is the first level, so 63 brackets are inside it.
    assert span == (3 + 63 * len(opening), 4 + 63 * len(opening))


def test_a_tower_of_a_hundred_thousand_brackets_is_refused_too() -> None:
    # libyaml looks far enough ahead to meet a limit of its own first.
    assert fault("a: " + "[" * 100_000)[0] in ("library.unsupported", "library.yaml_syntax")


def test_a_tower_of_blocks_is_refused_and_not_climbed() -> None:
    text = "".join(f"{' ' * i}a:\n" for i in range(200))
    assert fault(text)[0] == "library.unsupported"
