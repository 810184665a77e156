"""``library``: everything that a library holds is read, and every fault is an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.cli.main import main


def test_a_sound_library(workshop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", str(workshop.library)]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    parts = len(list((workshop.library / "parts").iterdir()))
    objects = len(list((workshop.library / "objects").iterdir()))
    environments = len(list((workshop.library / "environments").iterdir()))
    assert said.err == (
        f"Checked {workshop.library} ({parts} parts, {objects} objects, {environments} "
        f"environment{'s' * (environments != 1)}, 0 walkers)\n"
    )


def test_every_broken_entry_is_told(workshop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    workshop.stock({"id": "one"}, {"id": "two"})
    (workshop.library / "objects" / "bench" / "object.yaml").write_text("[]\n")
    assert main(["library", str(workshop.library)]) == 1
    said = capsys.readouterr().err
    assert "warning" not in said
    for path in ("parts/one/component.yaml", "parts/two/component.yaml", "objects/bench/object.yaml"):
        assert path in said
    count = said.count("error[library.")
    assert count >= 3
    assert f"\nerror: {count} errors in {workshop.library}; sound are " in said


def test_the_document(
    workshop: Any, capsys: pytest.CaptureFixture[str], obeys_the_schema: Callable[[str], None]
) -> None:
    workshop.stock({"id": "one"})
    for code, ended in ((1, "invalid"), (0, "pass")):
        assert main(["library", str(workshop.library), "--json"]) == code
        said = capsys.readouterr().out
        obeys_the_schema(said)
        told = json.loads(said)
        assert (told["ok"], told["phases"].pop("library_load")) == (code == 0, ended)
        assert set(told["phases"].values()) == {"not_requested"}
        workshop.stock()


def test_what_is_no_library(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error[library.manifest_missing]")
    assert said.endswith(f"error: 1 error in {tmp_path}; sound are 0 parts, 0 objects, 0 environments, 0 walkers\n")
    with pytest.raises(SystemExit) as left:
        main(["library"])
    assert left.value.code == 2
