"""An output directory may not cover what the compilation reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotdsl_compiler.driver.inputs import keeps_clear
from robotdsl_compiler.support.diagnostic import Diagnostics


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "a.core").touch()
    (tmp_path / "shelf" / "library" / "parts").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(output: str, sources: tuple[str, ...], libraries: tuple[str, ...]) -> list[str]:
    diagnostics = Diagnostics()
    clear = keeps_clear(output, sources, libraries, diagnostics)
    assert clear == (len(diagnostics) == 0)
    assert {d.code.name for d in diagnostics} <= {"invocation.output_overlaps_input"}
    return [d.message for d in diagnostics]


SOURCE, LIBRARY = "program/a.core", "shelf/library"


@pytest.mark.parametrize("output", ["build", "program/build", "shelf/build", "program/a.core.build", "../elsewhere"])
def test_a_directory_of_its_own(place: Path, output: str) -> None:
    assert said(output, (SOURCE,), (LIBRARY,)) == []


@pytest.mark.parametrize(
    ("output", "how"),
    [
        ("program", f"holds the source {SOURCE}"),
        ("program/a.core", f"is the source {SOURCE}"),
        ("shelf/../program/", f"holds the source {SOURCE}"),
        ("shelf", f"holds the library {LIBRARY}"),
        ("shelf/library", f"is the library {LIBRARY}"),
        ("shelf/library/build", f"lies in the library {LIBRARY}"),
    ],
)
def test_what_covers_an_input(place: Path, output: str, how: str) -> None:
    assert said(output, (SOURCE,), (LIBRARY,)) == [f"the output directory {output} {how}"]


def test_a_directory_above_everything(place: Path) -> None:
    assert said(".", (SOURCE,), (LIBRARY,)) == [
        f"the output directory . holds the source {SOURCE}",
        f"the output directory . holds the library {LIBRARY}",
    ]


def test_a_circle_of_links_is_no_crash(place: Path) -> None:
    (place / "round").symlink_to("round")
    assert said("round", (SOURCE,), (LIBRARY,)) == []


def test_links_count_where_they_stand_and_where_they_lead(place: Path) -> None:
    (place / "links").mkdir()
    (place / "links" / "a.core").symlink_to(place / SOURCE)
    (place / "links" / "library").symlink_to(place / LIBRARY)
    (place / "door").symlink_to(place / "program")
    named, library = "links/a.core", "links/library"
    assert said("links", (named,), ()) == [f"the output directory links holds the source {named}"]
    assert said("program", (named,), ()) == [f"the output directory program holds the source {named}"]
    assert said("door", (SOURCE,), ()) == [f"the output directory door holds the source {SOURCE}"]
    assert said("shelf", (), (library,)) == [f"the output directory shelf holds the library {library}"]
    assert said("links", (), (library,)) == [f"the output directory links holds the library {library}"]
    assert said("build", (named,), (library,)) == []
