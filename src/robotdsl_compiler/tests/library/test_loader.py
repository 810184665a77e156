"""Libraries as they lie on disk: manifests, parts that are left out, ids in several libraries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from robotdsl_compiler.library import Libraries, load_libraries
from robotdsl_compiler.support.catalogue import Domain, Level
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.terminal import render_all

PART = """\
schema_version: 1
id: {id}
category: attachment
description: A block
connectors: {{base: {{pos: [0, 0, 0], dir: [0, 0, -1]}}}}
profiles: {{Attachment: {{}}}}
"""


def library(folder: Path, manifest: str, **parts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "library.yaml").write_text(manifest)
    for id, text in parts.items():
        (folder / "parts" / id).mkdir(parents=True)
        (folder / "parts" / id / "component.yaml").write_text(text)
    return folder


def load(*folders: Path) -> tuple[Libraries, Diagnostics]:
    """The libraries with every entry read."""
    diagnostics = Diagnostics()
    libraries = load_libraries(folders, diagnostics)
    libraries.read_all()
    return libraries, diagnostics


def part(id: str) -> str:
    return PART.format(id=id)


def test_a_library_holds_what_it_lists_and_nothing_else(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib", "name: shop\nparts: [b, a]\n", a=part("a"), b=part("b"), c=part("c"))
    libraries, diagnostics = load(folder)
    assert len(diagnostics) == 0
    assert libraries.ids() == ("b", "a")
    assert libraries.find("c") == ()
    (found,) = libraries.find("a")
    assert (found.id, found.library, found.directory) == ("a", "shop", folder / "parts" / "a")
    assert [s.name for s in libraries.sources] == [
        str(folder / "library.yaml"),
        str(folder / "parts" / "b" / "component.yaml"),
        str(folder / "parts" / "a" / "component.yaml"),
    ]


def test_every_list_of_the_manifest_is_accepted(tmp_path: Path) -> None:
    manifest = "name: shop\nparts: []\nobjects: [table]\nenvironments: [room-6.4]\nwalkers: [trot]\n"
    folder = library(tmp_path, manifest)
    (folder / "objects" / "table").mkdir(parents=True)
    (folder / "objects" / "table" / "t.glb").write_bytes(b"mesh")
    (folder / "objects" / "table" / "object.yaml").write_text(
        "schema_version: 1\nid: table\ndescription: a table\nvisual: {file: t.glb}\ncollision: []\n"
    )
    (folder / "environments" / "room-6.4").mkdir(parents=True)
    (folder / "environments" / "room-6.4" / "environment.yaml").write_text(
        "id: room-6.4\ndescription: a room\nground_plane: true\nentities: []\n"
    )
    libraries, diagnostics = load(folder)
    # The walker that is listed is not there.
    assert [d.code.name for d in diagnostics] == ["library.part_missing"]
    listed = libraries.libraries[0].manifest
    assert [i.id for i in (*listed.objects, *listed.environments, *listed.walkers)] == ["table", "room-6.4", "trot"]
    assert (libraries.parts.ids(), libraries.objects.ids(), libraries.environments.ids()) == (
        (), ("table",), ("room-6.4",),
    )  # fmt: skip
    assert [Path(s.name).name for s in libraries.sources] == ["library.yaml", "object.yaml", "environment.yaml"]


def test_a_broken_object_and_a_missing_environment_are_left_out(tmp_path: Path) -> None:
    folder = library(tmp_path, "name: shop\nobjects: [table]\nenvironments: [hall]\n")
    (folder / "objects" / "table").mkdir(parents=True)
    (folder / "objects" / "table" / "object.yaml").write_text("schema_version: 1\nid: tabel\ncollision: []\n")
    (folder / "environments" / "halle").mkdir(parents=True)
    libraries, diagnostics = load(folder)
    assert [(d.code.name, d.message, d.help, d.blocking) for d in diagnostics] == [
        ("library.missing_field", "`description` is missing", (), False),
        ("library.missing_field", "`visual` is missing", (), False),
        ("library.id_mismatch", "`id` is `tabel`, but the object's folder is `table`", (), False),
        (
            "library.part_missing",
            "the library lists the environment `hall`, but holds no file for it",
            ("did you mean `halle`?",),
            False,
        ),
    ]
    assert [d.reason for d in diagnostics][::3] == [
        f"the {what} is left out of its library; that is an error only where a program uses it"
        for what in ("object `table`", "environment `hall`")
    ]
    assert libraries.objects.broken("table") == tuple(diagnostics)[:3]
    assert libraries.environments.broken("hall") == tuple(diagnostics)[3:]
    assert libraries.broken("table") == ()


def test_no_library_is_no_fault() -> None:
    libraries, diagnostics = load()
    assert (libraries.ids(), libraries.sources, len(diagnostics)) == ((), (), 0)


def test_one_id_in_two_libraries_is_found_twice(tmp_path: Path) -> None:
    one = library(tmp_path / "one", "name: one\nparts: [a]\n", a=part("a"))
    two = library(tmp_path / "two", "name: two\nparts: [a, b]\n", a=part("a"), b=part("b"))
    libraries, _ = load(one, two)
    assert [p.library for p in libraries.find("a")] == ["one", "two"]
    assert libraries.ids() == ("a", "b")


def test_a_library_given_twice_is_one(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib", "name: shop\nparts: [a]\n", a=part("a"))
    (tmp_path / "again").symlink_to(folder)
    libraries, _ = load(folder, tmp_path / "again", Path(f"{folder}/../lib"))
    assert len(libraries.find("a")) == 1


def test_a_broken_part_is_left_out_with_warnings_that_say_why(tmp_path: Path) -> None:
    broken = part("a").replace("A block", "5").replace("category: att", "category: at")
    folder = library(tmp_path / "lib", "name: shop\nparts: [a, b]\n", a=broken, b=part("b"))
    libraries, diagnostics = load(folder)
    assert libraries.ids() == ("a", "b")
    assert [p.id for p in libraries.parts.read_all()] == ["b"]
    assert libraries.find("a") == ()
    reasons = libraries.broken("a")
    assert reasons == tuple(diagnostics)
    assert [d.code.name for d in reasons] == ["library.invalid_value", "library.wrong_type"]
    for reason in reasons:
        assert (reason.level, reason.blocking, reason.phase) == (Level.WARNING, False, Phase.LIBRARY_LOAD)
        assert reason.code.domain is Domain.LIBRARY
        assert reason.reason == (
            "the part `a` is left out of its library; that is an error only where a program uses it"
        )
    assert not diagnostics.blocked()
    assert libraries.broken("b") == ()


def test_a_warning_reads_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    library(Path("lib"), "name: shop\nparts: [a]\n", a=part("a").replace("[0, 0, -1]", "[0, 0, -2]"))
    _, diagnostics = load(Path("lib"))
    assert render_all(diagnostics) == (
        "warning[library.not_unit_vector]: `connectors.base.dir` must have length 1, not 2\n"
        " --> lib/parts/a/component.yaml:5:42\n"
        "  |\n"
        "5 | connectors: {base: {pos: [0, 0, 0], dir: [0, 0, -2]}}\n"
        "  |                                          ^^^^^^^^^^\n"
        "  |\n"
        "  = help: the same direction at length 1 is [0, 0, -1]\n"
        "  = note: the part `a` is left out of its library; that is an error only where a program uses it\n"
        "\n"
    )


def test_a_listed_part_that_is_not_there(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib", "name: shop\nparts:\n  - block\n  - empty\n", blocks=part("blocks"))
    (folder / "parts" / "empty").mkdir()
    libraries, diagnostics = load(folder)
    assert libraries.parts.read_all() == ()
    first, second = diagnostics
    assert first.code.name == second.code.name == "library.part_missing"
    assert first.message == "the library lists the part `block`, but holds no file for it"
    assert first.help == ("did you mean `blocks`?",)
    assert first.primary is not None
    assert first.primary.span.text == "block"
    assert second.help == ()
    assert libraries.broken("block") == (first,)
    assert not diagnostics.blocked()


@pytest.mark.parametrize(
    ("manifest", "code", "message", "spanned"),
    [
        ("parts: []\n", "library.missing_field", "`name` is missing", "parts"),
        ("", "library.wrong_type", "`library.yaml` must be a mapping of fields, not nothing", ""),
        ("- a\n", "library.wrong_type", "`library.yaml` must be a mapping of fields, not a list", "- a"),
        ("name: 5\n", "library.wrong_type", "`name` must be a string, not the number 5", "5"),
        ("name: x\nparts: a\n", "library.wrong_type", '`parts` must be a list of ids, not the string "a"', "a"),
        ("name: x\nparts: [1]\n", "library.wrong_type", "`parts[0]` must be a string, not the number 1", "1"),
        ("name: x\nparts: [a, a]\n", "library.duplicate_part", "the part `a` is listed twice", "a"),
        ("name: x\nwalkers: [w, w]\n", "library.duplicate_part", "the walker `w` is listed twice", "w"),
        ("name: x\nparts: [../a]\n", "library.invalid_value",
         "`../a` is no id: it must do as the name of a folder", "../a"),
        ("name: x\nparts: [.a]\n", "library.invalid_value", "`.a` is no id: it must do as the name of a folder", ".a"),
        ("name: x\npart: [a]\n", "library.unknown_field", "unknown field `part`", "part"),
        ("name: x\nname: y\n", "library.duplicate_key", "the key `name` stands twice in one mapping", "name"),
        ("name: [\n", "library.yaml_syntax", "a value is missing here", ""),
    ],
)  # fmt: skip
def test_a_broken_manifest_blocks(tmp_path: Path, manifest: str, code: str, message: str, spanned: str) -> None:
    _, diagnostics = load(library(tmp_path, manifest, a=part("a")))
    (finding,) = (d for d in diagnostics if d.level is Level.ERROR)
    assert (finding.code.name, finding.message) == (code, message)
    assert finding.primary is not None
    assert finding.primary.span.text == spanned
    assert (finding.level, finding.blocking, finding.code.domain) == (Level.ERROR, True, Domain.LIBRARY)
    assert diagnostics.blocked(Phase.LIBRARY_LOAD)


def test_what_a_broken_manifest_lists_is_still_read(tmp_path: Path) -> None:
    folder = library(tmp_path, "nome: x\nparts: [a, b, a]\n", a=part("a"), b=part("c"))
    libraries, diagnostics = load(folder)
    assert [p.id for p in libraries.parts.read_all()] == ["a"]
    assert [d.code.name for d in diagnostics] == [
        "library.unknown_field",
        "library.missing_field",
        "library.duplicate_part",
        "library.id_mismatch",
    ]


def only(diagnostics: Diagnostics) -> tuple[str, str, tuple[str, ...], bool]:
    (finding,) = diagnostics
    return finding.code.name, finding.message, finding.help, finding.blocking


def test_a_folder_that_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    library(Path("libs/shop"), "name: shop\nparts: [a]\n", a=part("a"))
    Path("file").write_text("x")
    missing = "library.manifest_missing"
    no = "is no library: it holds no library.yaml"
    assert only(load(Path("libs"))[1]) == (missing, f"libs {no}", ("libs/shop is one",), True)
    assert only(load(Path("libs/shop/parts"))[1]) == (missing, f"libs/shop/parts {no}", ("libs/shop is one",), True)
    assert only(load(Path("libs/shap"))[1]) == (missing, "no library at libs/shap", ("did you mean libs/shop?",), True)
    assert only(load(Path("nowhere"))[1]) == (missing, "no library at nowhere", (), True)
    assert only(load(Path("file"))[1]) == (missing, "the library file is not a directory", (), True)


def test_one_library_that_cannot_be_read_does_not_hide_the_other(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib", "name: shop\nparts: [a]\n", a=part("a"))
    libraries, diagnostics = load(tmp_path / "none", folder)
    assert libraries.ids() == ("a",)
    assert diagnostics.blocked()


def test_a_manifest_and_a_part_that_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "one" / "library.yaml").mkdir(parents=True)
    _, diagnostics = load(tmp_path / "one")
    manifest = tmp_path / "one" / "library.yaml"
    assert only(diagnostics) == (
        "environment.source_unreadable", f"cannot read {manifest}: it is not a file", (), True
    )  # fmt: skip
    folder = library(tmp_path / "two", "name: shop\nparts: [a]\n")
    (folder / "parts" / "a").mkdir(parents=True)
    os.mkfifo(folder / "parts" / "a" / "component.yaml")
    libraries, diagnostics = load(folder)
    (finding,) = diagnostics
    assert finding.code.name == "environment.source_unreadable"
    assert finding.primary is not None
    assert finding.primary.span.text == "a"
    assert not finding.blocking
    assert libraries.broken("a") == (finding,)


def test_a_manifest_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = library(tmp_path, "name: shop\n")

    def refuse(path: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert only(load(folder)[1]) == (
        "environment.source_unreadable",
        f"cannot read {folder / 'library.yaml'}: permission denied",
        (),
        True,
    )


def test_a_part_that_is_not_utf8_is_left_out(tmp_path: Path) -> None:
    folder = library(tmp_path, "name: shop\nparts: [a, b]\n", a=part("a"), b=part("b"))
    (folder / "parts" / "a" / "component.yaml").write_bytes(b"id: \xff\n")
    libraries, diagnostics = load(folder)
    assert [p.id for p in libraries.parts.read_all()] == ["b"]
    assert only(diagnostics)[0] == "environment.source_unreadable"
    assert not diagnostics.blocked()


def test_an_entry_is_read_when_it_is_asked_for_and_once(tmp_path: Path) -> None:
    ids = [f"p{i}" for i in range(500)]
    broken = {id: part("other") for id in ids if id not in ("p7", "p8")}
    folder = library(tmp_path / "lib", f"name: shop\nparts: {ids}\n", p7=part("p7"), p8=part("p9"), **broken)
    diagnostics = Diagnostics()
    libraries = load_libraries([folder], diagnostics)
    assert len(libraries.ids()) == 500
    assert [Path(s.name).name for s in libraries.sources] == ["library.yaml"]
    for _ in range(2):
        assert [p.id for p in libraries.find("p7")] == ["p7"]
        assert libraries.find("p8") == libraries.find("nowhere") == ()
        assert libraries.broken("p8") == tuple(diagnostics)
    assert [Path(s.name).parent.name for s in libraries.sources] == ["lib", "p7", "p8"]
    assert [d.code.name for d in diagnostics] == ["library.id_mismatch"]


def test_where_the_library_itself_is_looked_at_a_fault_of_an_entry_is_an_error(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib", "name: shop\nparts: [a, b]\n", a=part("b"), b=part("b"))
    diagnostics = Diagnostics()
    assert load_libraries([folder], diagnostics, strict=True).read_all() == 1
    (fault,) = diagnostics
    assert (fault.code.name, fault.level, fault.blocking) == ("library.id_mismatch", Level.ERROR, True)


def test_loading_twice_says_the_same(tmp_path: Path) -> None:
    texts = {f"p{i}": part(f"p{i}").replace("id: p3", "id: q") for i in range(20)}
    folder = library(tmp_path, f"name: shop\nparts: [{', '.join(texts)}]\n", **texts)
    first, second = (render_all(load(folder)[1]) for _ in range(2))
    assert first == second
    assert "p3" in first
