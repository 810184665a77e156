"""The output of example programs, file by file: what changed, what is missing and what should not be there all fail.

What is no text, meshes and maps, stands there by its hash alone.

``ROBOTDSL_UPDATE_GOLDEN=1`` writes the tree anew; read the difference before committing it.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import shutil
from pathlib import Path

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

GOLDEN = Path(__file__).parents[1] / "golden"
SOURCE = Path(__file__).parents[3]
PROGRAMS, LIBRARY = SOURCE / "robotdsl_libraries" / "programs", SOURCE / "robotdsl_libraries" / "libraries" / "example"

# What `sha256sum --check` reads.
HASHES = "binary.sha256"


def contents(folder: Path) -> dict[str, bytes]:
    """The files of an output but those that it carries along from the runtime, which have tests of their own."""
    texts, hashes = {}, []
    for name, data in read(folder).items():
        if name.startswith("runtime/"):
            continue
        try:
            data.decode()
            texts[name] = data
        except UnicodeDecodeError:
            hashes.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
    return {**texts, **({HASHES: "".join(hashes).encode()} if hashes else {})}


def read(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def difference(name: str, old: bytes, new: bytes) -> str:
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return f"{name}: {len(old)} bytes became {len(new)} others"
    return "\n".join(difflib.unified_diff(before, after, f"golden/{name}", f"compiled/{name}", lineterm="", n=1))


def compare(golden: dict[str, bytes], compiled: dict[str, bytes]) -> list[str]:
    """What is wrong, a text for each file."""
    missing = [f"{name}: not compiled any more" for name in golden.keys() - compiled.keys()]
    orphans = [f"{name}: compiled, and not in the golden tree" for name in compiled.keys() - golden.keys()]
    changed = [
        difference(name, data, compiled[name]) for name, data in golden.items() if compiled.get(name, data) != data
    ]
    return sorted(missing) + sorted(orphans) + changed


# Every program, or a base of every kind.
PROGRAMS_OF = {
    "embedded": ("demo", "omni_three", "room"),
    "mjcf": ("buggy", "demo", "hexapod", "mecanum", "quadruped", "tracked", "tricycle"),
    "ros-gz-nav2": tuple(sorted({p.name for p in PROGRAMS.iterdir()} - {"hexapod", "quadruped"})),
    "ros-mujoco-nav2": ("car", "demo", "tracked"),
}


@pytest.mark.parametrize(
    ("target", "program"), [(target, program) for target, programs in PROGRAMS_OF.items() for program in programs]
)
def test_the_output_is_the_golden_one(target: str, program: str, tmp_path: Path) -> None:
    outcome = compile_program(
        Request((str(PROGRAMS / program),), (str(LIBRARY),), target=target, output=str(tmp_path / "out"))
    )
    assert [d.message for d in outcome.diagnostics] == []
    compiled, folder = contents(tmp_path / "out"), GOLDEN / target / program
    if os.environ.get("ROBOTDSL_UPDATE_GOLDEN"):
        shutil.rmtree(folder, ignore_errors=True)
        for name, data in compiled.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
    wrong = compare(read(folder), compiled)
    assert not wrong, "\n".join([*wrong, "ROBOTDSL_UPDATE_GOLDEN=1 takes the new output over"])


def test_every_kind_of_difference_is_told() -> None:
    golden, compiled = {"a": b"1\n", "b": b"2\n", "c": b"\xff"}, {"b": b"3\n", "c": b"\xfe\xff", "d": b""}
    assert compare(golden, compiled) == [
        "a: not compiled any more",
        "d: compiled, and not in the golden tree",
        "--- golden/b\n+++ compiled/b\n@@ -1 +1 @@\n-2\n+3",
        "c: 1 bytes became 2 others",
    ]
    assert compare(golden, dict(golden)) == []
