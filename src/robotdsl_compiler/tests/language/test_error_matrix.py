"""Every mistake at every place where it can be made: its code, the text that it points at, its words, and that nothing
else is said; and any number of them at once, each told once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.lowering import lower
from robotdsl_compiler.model.vocabulary import CHECK_TYPES, ENTITY_TYPES, NODE_TYPES
from robotdsl_compiler.support.catalogue import CATALOGUE
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source

sys.path.insert(0, str(Path(__file__).parent))
from mistakes import MISTAKES, PLACES, Mistake, program

EXAMPLES = int(os.environ.get("ROBOTDSL_EXAMPLES", "60"))
Told = list[tuple[str, str, str]]


@pytest.fixture(scope="session")
def check(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Told]:
    """What is told of a program, with libraries that hold every kind of entry twice and every kind broken."""
    folder = tmp_path_factory.mktemp("twins")
    libraries = [shelf]
    for name in ("one", "other"):
        library = folder / name
        manifest: dict[str, object] = {"name": name}
        for kind, sound in SOUND.items():
            ids = [f"twin_{kind}", *([f"broken_{kind}"] if name == "one" else [])]
            manifest[f"{kind}s"] = ids
            for id in ids:
                entry = {**sound, "id": id} if id.startswith("twin") else {"id": id}
                path = library / f"{kind}s" / id / f"{'component' if kind == 'part' else kind}.yaml"
                path.parent.mkdir(parents=True)
                path.write_text(json.dumps(entry), encoding="utf-8")
                (path.parent / "it.glb").write_bytes(b"mesh")
        (library / "library.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        libraries.append(library)
    stocked = load_libraries(libraries, Diagnostics())

    def checked(changed: dict[str, str] | None = None) -> Told:
        diagnostics = Diagnostics()
        documents = {}
        for name, text in program(changed).items():
            document = parse(Source(f"p.{name}", text.encode()), Form(name), diagnostics)
            if document is not None:
                documents[Form(name)] = document
        if len(documents) == len(Form):
            lower(documents, stocked, diagnostics)
        return [(d.code.name, d.primary.span.text if d.primary else "", d.message) for d in diagnostics]

    return checked


SOUND: dict[str, dict[str, Any]] = {
    "part": {
        "schema_version": 1, "category": "attachment", "description": "a twin", "profiles": {"Attachment": {}},
        "connectors": {"base": {"pos": [0, 0, 0], "dir": [0, 0, -1]}},
    },
    "object": {"schema_version": 1, "description": "a twin", "visual": {"file": "it.glb"}, "collision": []},
    "environment": {"schema_version": 1, "description": "a twin", "ground_plane": False, "entities": []},
}  # fmt: skip


def fits(told: tuple[str, str, str], mistake: Mistake) -> bool:
    return told[:2] == (mistake.code, mistake.text) and mistake.says in told[2]


def test_the_program_without_a_mistake(check: Callable[..., Told]) -> None:
    assert check() == []


def test_every_statement_is_there_and_every_mistake_told_by_lowering_is_made() -> None:
    assert {place.type for place in PLACES.values()} >= {*NODE_TYPES, *CHECK_TYPES, *ENTITY_TYPES}
    made = {mistake.code for mistake in MISTAKES}
    # A robot without a chassis is no edit of one statement; test_robot.py has it.
    assert {c for c in CATALOGUE if c.startswith(("name.", "type."))} - made == {"name.chassis_missing"}
    assert len({mistake.id for mistake in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.id for mistake in MISTAKES])
def test_one_mistake_is_told_once(check: Callable[..., Told], mistake: Mistake) -> None:
    told = check({mistake.key: mistake.statement})
    assert len(told) == 1 and fits(told[0], mistake), told


# Any number of mistakes at once -----------------------------------------------------------------------------------

BY_PLACE = {key: [m for m in MISTAKES if m.key == key] for key in PLACES}
assert all(BY_PLACE.values())


def hidden(mistake: Mistake, made: list[Mistake]) -> bool:
    """Whether another mistake leaves unknown whether this is one: what an environment holds that was not found, which
    mounts a chassis has without its part, whether a scenario lays a floor, what a thing of an unknown type is."""
    if mistake.code == "name.unknown_reference" and mistake.text.startswith("@world/"):
        return any(m.key == "environment" and m.code in ("name.unknown_part", "name.ambiguous_part") for m in made)
    if mistake.kind.startswith("other kind of thing"):
        return any(m.kind == "unknown type" and PLACES[m.key].name == mistake.text.partition("/")[2] for m in made)
    if mistake.kind == "mount attic":
        return any(m.key == "chassis" and m.kind != "unknown parameter" for m in made)
    if mistake.kind == "a second floor":
        return any(m.key == "scenario" and "ground_plane" in m.kind for m in made)
    return False


def hold_against(told: Told, made: list[Mistake]) -> None:
    left = list(told)
    for mistake in (m for m in made if not hidden(m, made)):
        found = [t for t in left if fits(t, mistake)]
        assert found, (mistake, told)
        left.remove(found[0])
    assert left == []


@st.composite
def several(draw: st.DrawFn) -> list[Mistake]:
    keys = draw(st.lists(st.sampled_from(list(PLACES)), unique=True, min_size=2, max_size=12))
    return [draw(st.sampled_from(BY_PLACE[key])) for key in keys]


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=several())
def test_mistakes_at_several_places_are_each_told_once(check: Callable[..., Told], made: list[Mistake]) -> None:
    hold_against(check({mistake.key: mistake.statement for mistake in made}), made)


@pytest.mark.parametrize("turn", range(max(map(len, BY_PLACE.values()))))
def test_a_mistake_at_every_place(check: Callable[..., Told], turn: int) -> None:
    """As many programs as the place with most mistakes has, so that each of them is in one."""
    made = [of_place[turn % len(of_place)] for of_place in BY_PLACE.values()]
    hold_against(check({mistake.key: mistake.statement for mistake in made}), made)
