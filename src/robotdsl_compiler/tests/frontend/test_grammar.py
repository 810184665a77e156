"""The grammar, its stored tables and the scanner that works beside it belong together."""

import importlib.util
import json
from pathlib import Path

import lark as lark_package
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.frontend import tables
from robotdsl_compiler.frontend.lexemes import Kind, scan
from robotdsl_compiler.frontend.parser import LITERAL_CHECKS, TokenStream, lark
from robotdsl_compiler.frontend.syntax import Form

REQUIREMENTS = Path(__file__).parents[4] / "requirements" / "run.txt"
SAMPLES = {
    "core": 'Robot r { intent "x" Diff_drive body(ref = "b") Lidar intent(ref = "l", glue = (1, -2. .5e1 +3,)) }',
    "world": "World w { physics(g = (0 0 -9.81)), Scenario s() { Box b(x = true, y = @core/r) } Goal g() Box c() {} }",
    "task": 'Task t(timeout_s = 6e1,) { Sequence { Stop() /* c */ Retry(count = 2) { Wait(s = "\\"") } } // end\n}',
    "eval": "Evaluate e { Check_x(target = @world/true, min = -1) Check_y(false = false) }",
}


@pytest.mark.skipif(
    importlib.util.find_spec("interegular") is None, reason="lark's strict mode needs the package interegular"
)
def test_the_grammar_is_free_of_ambiguity():
    parser = tables.build(TokenStream(), LITERAL_CHECKS, strict=True)
    for form, text in SAMPLES.items():
        assert parser.parse(text, start=form) == lark().parse(text, start=form)


def test_the_stored_tables_are_those_of_the_grammar():
    """When this fails: ``python -m robotdsl_compiler.frontend.tables``."""
    stored = json.loads(tables.TABLES.read_bytes())
    assert stored["grammar"] == tables.GRAMMAR.read_text(encoding="utf-8")
    # Elsewhere another release may be there, as in ROS's own distribution; the parser is built from the grammar then.
    pins = REQUIREMENTS.read_text(encoding="utf-8") if REQUIREMENTS.is_file() else ""
    if f"lark=={lark_package.__version__} " not in pins:
        pytest.skip(f"lark {lark_package.__version__} is not the release that the workspace pins")
    assert stored["lark"] == lark_package.__version__


@pytest.mark.parametrize("form", SAMPLES)
def test_stored_and_built_tables_parse_alike(form):
    built = tables.build(TokenStream(), LITERAL_CHECKS)
    assert built.parse(SAMPLES[form], start=form) == lark().parse(SAMPLES[form], start=form)


def test_tables_of_another_grammar_or_release_are_not_used(tmp_path, monkeypatch):
    stored = json.loads(tables.TABLES.read_bytes())
    path = tmp_path / "tables.json"
    monkeypatch.setattr(tables, "TABLES", path)
    for change in ({"lark": "0.0"}, {"grammar": "other"}, None):
        if change is None:
            path.unlink()
        else:
            path.write_text(json.dumps({**stored, **change, "data": None}))
        parser = tables.load(TokenStream(), LITERAL_CHECKS)
        assert parser.parse(SAMPLES["eval"], start="eval") == lark().parse(SAMPLES["eval"], start="eval")


KINDS = {"STRING": Kind.STRING, "NUMBER": Kind.NUMBER, "REFERENCE": Kind.REFERENCE}
SIGNS = ("LPAR", "RPAR", "LBRACE", "RBRACE", "COMMA", "EQUAL")


@pytest.mark.parametrize("form", SAMPLES)
def test_the_scanner_sees_the_tokens_of_the_parser(form):
    text = SAMPLES[form]
    parser = lark().parse_interactive(text, start=form)
    tokens = [
        (KINDS.get(t.type, Kind.SIGN if t.type in SIGNS else Kind.NAME), str(t), t.start_pos, t.end_pos)
        for t in parser.iter_parse()
    ]
    assert [tuple(t) for t in scan(text).tokens[:-1]] == tokens


@given(st.lists(st.sampled_from([*'ab1.-+e/*"\\@(){},=#\n\r\t é', "/*", "*/", "//"])).map("".join))
def test_the_scanner_splits_any_text_without_losing_a_character(text):
    found = scan(text)
    at = 0
    for lexeme in sorted([*found.tokens, *found.comments], key=lambda x: x.start):
        assert not text[at : lexeme.start].strip(" \t\r\n")
        assert text[lexeme.start : lexeme.end] == lexeme.text
        at = lexeme.end
    assert at == len(text)
    assert found.tokens[-1].kind is Kind.END


def test_there_is_a_start_rule_for_each_form():
    assert set(lark().options.start) == {form.value for form in Form}
