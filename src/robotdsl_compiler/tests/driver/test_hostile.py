"""What is put in the compiler's way on purpose: huge files, deep nesting, numbers of any size, names that lead away.

Each is refused with a code, wherever it stands. Nothing here is about what a program means.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.library import load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import MOST_BYTES, read_bounded

Told = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def told(workshop: Any) -> Told:
    """Check a program; each finding as its code and message."""

    def check(texts: dict[str, Any] | None = None, **changes: Any) -> list[tuple[str, str]]:
        files = changes.pop("files", None) or workshop.program(**(texts or {}))
        request = {"files": files, "libraries": (str(workshop.library),), "check": True, **changes}
        return [(d.code.name, d.message) for d in compile_program(Request(**request)).diagnostics]

    return check


def library_told(folder: Path) -> list[tuple[str, str]]:
    diagnostics = Diagnostics()
    load_libraries([folder], diagnostics, strict=True).read_all()
    return [(d.code.name, d.message) for d in diagnostics]


# Size -----------------------------------------------------------------------------------------------------------------


def test_a_source_of_the_greatest_size_is_read_and_a_larger_one_is_not(told: Told, workshop: Any) -> None:
    *others, task = workshop.program()
    text = Path(task).read_text(encoding="utf-8")
    Path(task).write_text(text + " " * (MOST_BYTES - len(text)), encoding="utf-8")
    files = (*others, task)
    assert told(files=files) == []
    Path(task).write_text(text + " " * (MOST_BYTES - len(text) + 1), encoding="utf-8")
    assert told(files=files) == [
        ("environment.source_unreadable", f"cannot read {task}: it is larger than 4 MiB")
    ]  # fmt: skip


def test_a_file_that_claims_to_be_endless_is_not_read_to_its_end(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.core"
    with sparse.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="larger than 4 MiB"):
        read_bounded(sparse)


@pytest.mark.parametrize("name", ["library.yaml", "parts/laser/component.yaml", "objects/bench/object.yaml"])
def test_a_library_file_that_is_too_large(workshop: Any, name: str) -> None:
    file = workshop.library / name
    with file.open("ab") as stream:
        stream.truncate(MOST_BYTES + 1)
    (found,) = library_told(workshop.library)
    assert found == ("environment.source_unreadable", f"cannot read {file}: it is larger than 4 MiB")


# Depth ----------------------------------------------------------------------------------------------------------------


def test_nesting_without_end(told: Told) -> None:
    deep = 50_000
    assert told({"task": "Task t { " + "Sequence { " * deep + "Stop() " + "}" * deep + " }"}) == [
        ("syntax.invalid", "statements are nested more than 100 deep")
    ]
    (found,) = told({"world": f"World w {{ physics(gravity = {'(' * deep}0{')' * deep}) }}"})
    assert found[0] == "syntax.unexpected_token"


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_library_files_nested_without_end(workshop: Any, opens: str, closes: str) -> None:
    deep = 20_000
    file = workshop.library / "parts" / "laser" / "component.yaml"
    file.write_text(f"id: laser\nprovenance:\n  {opens * deep}1{closes * deep}\n", encoding="utf-8")
    (found,) = library_told(workshop.library)
    assert found[0] in ("library.unsupported", "library.yaml_syntax")
    assert found[1].endswith("values nested more than 64 deep")


# Numbers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1e400", "-1e999999999", "9" * 5000, f"-{'9' * 400}.5"])
def test_a_number_beyond_double_precision(told: Told, workshop: Any, number: str) -> None:
    (found,) = told({"task": f"Task t {{ Wait(duration_s = {number}) }}"})
    assert found[0] == "syntax.number_out_of_range"
    file = workshop.library / "parts" / "laser" / "component.yaml"
    file.write_text(f"id: laser\nprovenance: {{name: {number}}}\n", encoding="utf-8")
    assert ("library.invalid_value", "the number is too large for double precision") in library_told(workshop.library)


# Names ----------------------------------------------------------------------------------------------------------------

_HOSTILE = ("../laser/a.glb", "/etc/hostname", "a/../../a.glb", "a\\u0000.glb", "")


@pytest.mark.parametrize("name", _HOSTILE)
@pytest.mark.parametrize(("kind", "file", "id"), [("parts", "component", "laser"), ("objects", "object", "bench")])
def test_an_asset_that_is_not_in_its_folder(workshop: Any, kind: str, file: str, id: str, name: str) -> None:
    described = workshop.library / kind / id / f"{file}.yaml"
    text = f'id: {id}\nschema_version: 1\ndescription: x\nvisual: {{file: "{name}"}}\n'
    if kind == "parts":
        text += "category: sensor\n"
    described.write_text(text, encoding="utf-8")
    codes = {message: code for code, message in library_told(workshop.library) if "visual.file" in message}
    assert set(codes.values()) == {"library.invalid_value"}


@pytest.mark.parametrize("kind", ["parts", "objects"])
def test_an_asset_that_links_out_of_its_folder(workshop: Any, tmp_path: Path, kind: str) -> None:
    id, file = ("laser", "component.yaml") if kind == "parts" else ("bench", "object.yaml")
    folder = workshop.library / kind / id
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.glb").write_bytes(b"glTF")
    (folder / "door").symlink_to(tmp_path / "secret")
    category = "category: sensor\n" if kind == "parts" else ""
    text = f"id: {id}\nschema_version: 1\ndescription: x\n{category}visual: {{file: door/a.glb}}\n"
    (folder / file).write_text(text, encoding="utf-8")
    noun = kind.removesuffix("s")
    assert ("library.asset_missing", f"`door/a.glb` is a link out of the {noun}'s folder") in (
        library_told(workshop.library)
    )


@pytest.mark.parametrize("id", ["../laser", "/etc", "a/b", "..", "", '"a\\0b"', ".hidden", "-x"])
def test_an_id_that_leads_away(workshop: Any, id: str) -> None:
    manifest = workshop.library / "library.yaml"
    manifest.write_text(f"name: test\nparts:\n  - {id}\n", encoding="utf-8")
    ((code, _),) = library_told(workshop.library)
    assert code in ("library.invalid_value", "library.wrong_type")


@pytest.mark.parametrize("ref", ["../laser", "/etc/passwd", "a\\u0000b", "laser/../laser"])
def test_a_ref_is_looked_up_and_never_a_path(told: Told, texts: dict[str, str], ref: str) -> None:
    (found,) = told({"core": texts["duo"].replace('"caster"', f'"{ref}"')})
    assert found[0] in ("name.unknown_part", "syntax.invalid")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_names_that_no_file_can_have(told: Told, tmp_path: Path, name: str) -> None:
    assert {code for code, _ in told(libraries=(name,))} <= {
        "environment.source_unreadable", "library.manifest_missing",
    }  # fmt: skip
    output = str(tmp_path / name)
    assert [code for code, _ in told(check=False, target="embedded", output=output)] == [
        "environment.output_unwritable"
    ]
    assert [code for code, _ in told(files=(f"{name}.core", f"{name}.world", f"{name}.task"))] == (
        ["environment.source_unreadable"] * 3
    )
