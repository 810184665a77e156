"""Whatever stands in a program or in a library, the compiler ends in a result or in diagnostics, never in an exception.

``ROBOTDSL_EXAMPLES`` sets how many examples each property is tried on.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.driver import pipeline
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.registry import TARGETS
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics

sys.path.insert(0, str(Path(__file__).parent))
from entries import ENTRIES, changed, places, read, written

EXAMPLES = int(os.environ.get("ROBOTDSL_EXAMPLES", "60"))
DATA = Path(__file__).resolve().parents[3] / "robotdsl_libraries"
EXAMPLE = DATA / "libraries" / "example"
PROGRAMS = {
    folder.name: {path.suffix[1:]: path.read_bytes() for path in sorted(folder.glob(f"{folder.name}.*"))}
    for folder in sorted((DATA / "programs").iterdir())
    if folder.is_dir()
}
TOKEN = re.compile(rb'"[^"\n]*"|@\w+/\w+|[-+]?\d[\d.e+-]*|\w+|//[^\n]*|[^\s\w]')
TOKENS = sorted({token for texts in PROGRAMS.values() for text in texts.values() for token in TOKEN.findall(text)})
# What is put in a token's place beside the tokens of other programs.
ODD = [
    b"0", b"-1", b"1e300", b"-1.7e308", b"5e-324", b"1e-200", b"true", b'""', b'"\\u0000"', b'"caf\xc3\xa9"', b'"../x"',
    b"@core/base", b"@world/nobody", b"(0, 0, 0, 0, 0, 0, 0)", b"(1, 2)", b"{", b"}", b"(", b")", b"=", b",", b"",
    b"\xff", b"\x00", b"/*", b'"', b"intent",
]  # fmt: skip
anything = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def edited(draw: st.DrawFn, text: bytes) -> bytes:
    """The text after one edit: of a token, of two tokens, or of bytes."""
    tokens = list(TOKEN.finditer(text))
    how = draw(st.sampled_from(["delete", "double", "swap", "replace", "odd", "flip", "cut", "insert"]))
    if not tokens or how in ("flip", "cut", "insert"):
        at = draw(st.integers(0, len(text)))
        if how == "flip" and at < len(text):
            return text[:at] + bytes([text[at] ^ (1 << draw(st.integers(0, 7)))]) + text[at + 1 :]
        if how == "cut":
            return text[:at] + text[at + draw(st.integers(1, 200)) :]
        return text[:at] + draw(st.binary(max_size=4)) + text[at:]
    one = draw(st.sampled_from(tokens))
    if how == "swap":
        first, second = sorted((one, draw(st.sampled_from(tokens))), key=lambda t: t.start())
        between = text[first.end() : second.start()] if second.start() >= first.end() else b""
        return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]
    new = {
        "delete": b"",
        "double": one[0] + b" " + one[0],
        "replace": draw(st.sampled_from(TOKENS)),
        "odd": draw(st.sampled_from(ODD)),
    }[how]
    return text[: one.start()] + new + text[one.end() :]


@st.composite
def edited_programs(draw: st.DrawFn) -> dict[str, bytes]:
    texts = dict(PROGRAMS[draw(st.sampled_from(sorted(PROGRAMS)))])
    for _ in range(draw(st.integers(1, 3))):
        form = draw(st.sampled_from(sorted(texts)))
        texts[form] = draw(edited(texts[form]))
    return texts


@pytest.fixture
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example library is read for the first compilation only."""
    libraries = load_libraries([EXAMPLE], Diagnostics())
    monkeypatch.setattr(pipeline, "load_libraries", lambda directories, diagnostics: libraries)
    monkeypatch.setenv("ROBOTDSL_BACKTRACE", "1")


@anything
@given(texts=edited_programs())
def test_any_edit_of_any_program(
    loaded_once: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], texts: dict[str, bytes]
) -> None:
    folder = tmp_path / "program"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for form, text in texts.items():
        (folder / f"p.{form}").write_bytes(text)
    code = main(["compile", str(folder), "--check", "--color", "never"])
    *told, summary = capsys.readouterr().err.splitlines()
    assert code in (0, 1), "\n".join(told)
    assert summary.startswith("Checked " if code == 0 else "error: "), summary
    assert any(line.startswith("error[") for line in told) is (code == 1)
    if code == 0:
        outcome = compile_program(Request((str(folder),), (str(EXAMPLE),), check=True))
        assert outcome.facts is not None
        for target in TARGETS.values():
            diagnostics = Diagnostics()
            bound = target.bind(outcome.facts, diagnostics)
            assert (bound is None) is diagnostics.blocked()
            if bound is not None:
                assert {"compile.json"}.isdisjoint(file.path for file in target.render(bound))


# Libraries --------------------------------------------------------------------------------------------------------

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6)
    | st.sampled_from(["thing", "base", "n_hip", "Standard", "../x", "/etc/passwd", "a\x00b"])
    | st.sampled_from([0, -1, 1e308, 5e-324, 1e30])
)  # fmt: skip
KEYS = st.text(max_size=6) | st.sampled_from(
    sorted({str(at[-1]) for entry in ENTRIES.values() for at, _ in places(entry)})
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
KINDS = ["wheel", "object", "environment", "library"]


def sound_or_told(name: str, text: str | bytes, folder: Path) -> None:
    said = read(name, text, folder)
    assert (said.record is None) is bool(said.findings)
    for finding in said.findings:
        assert finding.code.name.split(".")[0] in ("library", "environment")
        span = finding.primary and finding.primary.span
        assert span is None or 0 <= span.start <= span.end <= len(span.source.data)


@anything
@given(name=st.sampled_from(KINDS), value=VALUES)
def test_yaml_of_any_shape(tmp_path: Path, name: str, value: object) -> None:
    sound_or_told(name, written(value), tmp_path)


@anything
@given(name=st.sampled_from(KINDS), text=st.text() | st.binary())
def test_any_text_as_yaml(tmp_path: Path, name: str, text: str | bytes) -> None:
    sound_or_told(name, text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"), tmp_path)


@st.composite
def edited_entries(draw: st.DrawFn) -> tuple[str, object]:
    """An entry with up to three places left out, doubled under another key, or with another value in them."""
    name = draw(st.sampled_from(sorted(ENTRIES)))
    entry: Any = ENTRIES[name]
    for _ in range(draw(st.integers(1, 3))):
        at, value = draw(st.sampled_from(list(places(entry))))
        how = draw(st.sampled_from(["out", "other", "elsewhere"]))
        if how == "elsewhere":
            at, new = draw(st.sampled_from(list(places(entry))))[0], value
        else:
            new = ... if how == "out" else draw(VALUES)
        try:
            entry = changed(entry, at, new)
        except (KeyError, IndexError, TypeError):
            continue
        if not list(places(entry)):
            break
    return name, entry


@anything
@given(edit=edited_entries())
def test_any_edit_of_any_entry(tmp_path: Path, edit: tuple[str, object]) -> None:
    name, entry = edit
    sound_or_told(name, written(entry), tmp_path)


def numbers_of(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"(?<=[\s\[,:])-?\d+(\.\d+)?(e-?\d+)?(?=[\s,\]}])", text)


@st.composite
def edited_parts(draw: st.DrawFn) -> tuple[str, str, str]:
    """A program, a part that it names, and the part's file with one edit."""
    name = draw(st.sampled_from(sorted(PROGRAMS)))
    id = draw(st.sampled_from(sorted(set(re.findall(r'ref = "(\w+)"', PROGRAMS[name]["core"].decode())))))
    text = (EXAMPLE / "parts" / id / "component.yaml").read_text(encoding="utf-8")
    numbers = list(numbers_of(text))
    if numbers and draw(st.booleans()):
        one = draw(st.sampled_from(numbers))
        new = draw(st.sampled_from(["0", "-1", "1e29", "-1e29", "1e-99", "1", "3.2", "1e5"]))
        return name, id, text[: one.start()] + new + text[one.end() :]
    return name, id, draw(edited(text.encode())).decode("utf-8", "replace")


@anything
@given(edit=edited_parts())
def test_any_edit_of_a_part_that_a_program_names(
    tmp_path: Path, cut_library: Callable[[str], Path], edit: tuple[str, str, str]
) -> None:
    name, id, text = edit
    library = cut_library(name)
    file = library / "parts" / id / "component.yaml"
    before = file.read_bytes()
    file.write_text(text, encoding="utf-8", newline="")
    try:
        outcome = compile_program(Request((str(DATA / "programs" / name),), (str(library),), check=True))
    finally:
        file.write_bytes(before)
    assert outcome.ok is (outcome.facts is not None and not outcome.diagnostics.blocked())
    if outcome.ok and outcome.facts is not None:
        for target in TARGETS.values():
            bound = target.bind(outcome.facts, Diagnostics())
            if bound is not None:
                target.render(bound)


@pytest.fixture(scope="session")
def cut_library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The example library cut down to what a program names, so that it is read fast."""
    made: dict[str, Path] = {}

    def cut(name: str) -> Path:
        if name not in made:
            library = tmp_path_factory.mktemp(name)
            given: dict[str, list[str]] = {}
            wanted = set(re.findall(rb'ref = "(\w+)"', b"".join(PROGRAMS[name].values())))
            if b"room_6x4" in wanted:
                wanted |= {path.name.encode() for path in (EXAMPLE / "objects").iterdir()}
            for kind in ("parts", "objects", "environments"):
                found = [path for path in sorted((EXAMPLE / kind).iterdir()) if path.name.encode() in wanted]
                given[kind] = [path.name for path in found]
                for path in found:
                    shutil.copytree(path, library / kind / path.name)
            (library / "library.yaml").write_text(written({"name": "cut", **given}), encoding="utf-8")
            made[name] = library
        return made[name]

    return cut
