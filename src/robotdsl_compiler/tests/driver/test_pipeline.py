"""The phases: which run after what, how each ends, and that nothing is written while anything blocks."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver import pipeline
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.support.diagnostic import Phase

NAMES = [phase.value for phase in Phase]


@pytest.fixture
def run(workshop: Any) -> Callable[..., Outcome]:
    def compile_(texts: dict[str, str] | None = None, **changes: Any) -> Outcome:
        given: dict[str, Any] = {
            "files": changes.get("files") or workshop.program(**(texts or {})),
            "libraries": (str(workshop.library),),
            "target": "embedded",
            "output": str(workshop.folder / "out"),
        }
        return compile_program(Request(**{**given, **changes}))

    return compile_


def statuses(outcome: Outcome) -> list[str]:
    return [outcome.phases[phase].value for phase in Phase]


def codes(outcome: Outcome) -> list[str]:
    return [d.code.name for d in outcome.diagnostics]


def after(passed: int, *ended: str, rest: str = "not_run") -> list[str]:
    return ["pass"] * passed + list(ended) + [rest] * (len(NAMES) - passed - len(ended))


def test_everything_passes(run: Callable[..., Outcome], workshop: Any) -> None:
    outcome = run()
    assert statuses(outcome) == ["pass"] * 12
    assert (outcome.ok, codes(outcome)) == (True, [])
    written = [p for p in (workshop.folder / "out").rglob("*") if p.is_file()]
    assert outcome.written is not None
    assert len(outcome.written) == len(written)


def test_a_check_asks_for_no_target(run: Callable[..., Outcome], workshop: Any) -> None:
    outcome = run(check=True, target=None, output=None)
    asked = {"target_resolution", "target_binding", "world_realization", "emission", "output_write"}
    assert statuses(outcome) == ["not_requested" if name in asked else "pass" for name in NAMES]
    assert outcome.bound is None
    assert not (workshop.folder / "out").exists()


def test_without_a_target_or_an_output(run: Callable[..., Outcome]) -> None:
    outcome = run(target=None)
    assert codes(outcome) == ["invocation.no_target"]
    assert statuses(outcome) == after(2, "invalid", *["pass"] * 5)
    assert codes(run(output=None)) == ["invocation.no_output"]
    assert codes(run(target="gazebo", output=None)) == ["invocation.unknown_target", "invocation.no_output"]


def test_a_target_that_does_not_exist(run: Callable[..., Outcome]) -> None:
    outcome = run(target="embeded")
    (found,) = outcome.diagnostics
    assert (found.code.name, found.message) == ("invocation.unknown_target", "there is no target `embeded`")
    assert found.help == ("did you mean `embedded`?",)
    assert statuses(outcome) == after(2, "invalid", *["pass"] * 5)


def test_an_output_over_an_input_stops_before_anything_is_written(run: Callable[..., Outcome], workshop: Any) -> None:
    before = sorted(workshop.folder.rglob("*"))
    outcome = run(output=str(workshop.folder))
    assert set(codes(outcome)) == {"invocation.output_overlaps_input"}
    assert all(d.phase is Phase.TARGET_RESOLUTION for d in outcome.diagnostics)
    assert len(outcome.diagnostics) == 4  # three sources and the library
    assert set(workshop.folder.rglob("*")) - set(before) == set((workshop.folder / "program").rglob("*")) | {
        workshop.folder / "program"
    }


def test_an_output_in_a_library(run: Callable[..., Outcome], workshop: Any) -> None:
    outcome = run(output=str(workshop.library / "build"))
    assert codes(outcome) == ["invocation.output_overlaps_input"]
    assert not (workshop.library / "build").exists()


def test_a_source_that_cannot_be_read_leaves_the_others_parsed(run: Callable[..., Outcome], workshop: Any) -> None:
    files = workshop.program(world="World w {")
    Path(files[0]).unlink()
    outcome = run(files=files)
    assert codes(outcome) == ["environment.source_unreadable", "syntax.unexpected_eof"]
    assert statuses(outcome) == ["environment_failed", "pass", "pass", "invalid", *["not_run"] * 8]


def test_syntax_errors_of_all_files_are_told(run: Callable[..., Outcome]) -> None:
    outcome = run({"world": "World w { spawn(", "task": "Task t {{"})
    found = codes(outcome)
    assert len(found) == 2
    assert all(code.startswith("syntax.") for code in found)
    assert statuses(outcome) == after(3, "invalid")


def test_a_library_without_a_manifest(run: Callable[..., Outcome], workshop: Any, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    outcome = run(libraries=(str(tmp_path / "empty"),))
    assert codes(outcome) == ["library.manifest_missing"]
    assert statuses(outcome) == after(1, "invalid", "pass", "pass")


def test_an_unknown_name_stops_before_analysis(run: Callable[..., Outcome], texts: dict[str, str]) -> None:
    outcome = run({"core": texts["duo"].replace('"caster"', '"castor"')})
    assert codes(outcome) == ["name.unknown_part"]
    assert statuses(outcome) == after(4, "invalid", "pass")
    assert outcome.program is None


def test_a_failed_rule_stops_before_binding(run: Callable[..., Outcome], texts: dict[str, str]) -> None:
    core = texts["duo"].replace('    Standard right_wheel(ref = "wheel", mount = "right_wheel")\n', "")
    outcome = run({"core": core})
    assert "validation.assembly.wheel_mounts_filled" in codes(outcome)
    assert statuses(outcome) == after(7, "invalid")


def test_what_the_target_refuses_stops_before_emission(run: Callable[..., Outcome], texts: dict[str, str]) -> None:
    wide = texts["world"].replace("pos = (2.5, 0, 0.01", "pos = (2500, 2500, 0.01")
    outcome = run({"world": wide})
    assert statuses(outcome) == after(9, "invalid")
    joint = "Evaluate e { Check_vel(target = @core/laser, max = 3) }"
    assert statuses(run({"eval": joint})) == after(8, "invalid", "pass")


def test_warnings_do_not_block_unless_told_to(
    run: Callable[..., Outcome], texts: dict[str, str], workshop: Any
) -> None:
    blind = {"core": texts["duo"]}
    strict = run(blind, warnings_as_errors=True)
    assert codes(strict) == ["target.blind_navigation"]
    (found,) = strict.diagnostics
    assert found.blocking
    assert found.reason is not None
    assert statuses(strict) == after(8, "invalid", "pass")
    assert not (workshop.folder / "out").exists()
    lax = run(blind)
    assert (lax.ok, codes(lax)) == (True, ["target.blind_navigation"])


def test_entries_that_nothing_names_are_not_read(run: Callable[..., Outcome], workshop: Any) -> None:
    workshop.stock(*({"id": f"broken_{i}"} for i in range(500)))
    outcome = run(warnings_as_errors=True)
    assert (outcome.ok, codes(outcome)) == (True, [])


def test_a_broken_twin_of_a_sound_part_blocks_only_when_warnings_do(
    run: Callable[..., Outcome], workshop: Any, tmp_path: Path
) -> None:
    twin = tmp_path / "twin"
    (twin / "parts" / "laser").mkdir(parents=True)
    (twin / "parts" / "laser" / "component.yaml").write_text("id: laser\n")
    (twin / "library.yaml").write_text("name: twin\nparts: [laser]\n")
    libraries = (str(workshop.library), str(twin))
    lax = run(libraries=libraries)
    assert lax.ok
    assert {(d.code.name.split(".")[0], d.blocking) for d in lax.diagnostics} == {("library", False)}
    strict = run(libraries=libraries, warnings_as_errors=True)
    assert not strict.ok
    assert [strict.phases[phase].value for phase in (Phase.LIBRARY_LOAD, Phase.NAME_RESOLUTION, Phase.ANALYSIS)] == [
        "invalid", "pass", "not_run",
    ]  # fmt: skip


def test_an_output_that_cannot_be_written(run: Callable[..., Outcome]) -> None:
    outcome = run(output="/proc/robotdsl-output")
    assert codes(outcome) == ["environment.output_unwritable"]
    assert statuses(outcome) == after(11, "environment_failed")
    assert outcome.written is None


def test_a_runtime_that_is_not_installed(
    run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, workshop: Any
) -> None:
    from robotdsl_compiler.targets.payload import runtime

    monkeypatch.setattr(runtime, "find_spec", lambda name: None)
    outcome = run()
    (found,) = outcome.diagnostics
    assert found.code.name == "environment.source_unreadable"
    assert found.message == (
        "cannot read what the output carries along: the package robotdsl_runtime, which an output carries along, is "
        "not installed"
    )
    assert statuses(outcome) == after(10, "environment_failed")
    assert not (workshop.folder / "out").exists()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_the_same_program_gives_the_same_bytes_from_anywhere(
    workshop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other folders, other ways of naming the files, another order of them."""
    eval = "Evaluate e { Check_time(target = @task/fetch, max = 60) }"
    files = workshop.program(eval=eval)
    first = compile_program(Request(files, (str(workshop.library),), target="embedded", output=str(tmp_path / "one")))
    elsewhere = tmp_path / "else where"
    shutil.copytree(workshop.folder / "program", elsewhere / "q")
    shutil.copytree(workshop.library, elsewhere / "lib")
    monkeypatch.chdir(elsewhere)
    names = tuple(str(Path("q", Path(name).name)) for name in reversed(files))
    second = compile_program(Request(names, ("../else where/lib",), target="embedded", output="two"))
    assert first.ok
    assert second.ok
    assert contents(tmp_path / "one") == contents(elsewhere / "two")


def test_no_file_names_a_place_of_the_machine(run: Callable[..., Outcome], workshop: Any) -> None:
    """Not even in compile.json, whose findings point into sources that were named by absolute paths."""
    outcome = run({"task": "Task t { Navigate(goal = @world/there) Advance(distance_m = 1, speed_mps = 9) }"})
    assert outcome.ok
    for name, data in contents(workshop.folder / "out").items():
        for place in (workshop.folder, Path(pipeline.__file__).parents[2], Path.cwd()):
            assert str(place).encode() not in data, (name, place)


def test_what_compile_json_tells(run: Callable[..., Outcome], workshop: Any) -> None:
    import hashlib

    outcome = run()
    told = json.loads((workshop.folder / "out" / "compile.json").read_text())
    assert list(told) == [
        "schema", "version", "compiler", "target", "program", "sources", "parts", "objects", "environments", "facts",
        "validation", "approximations",
    ]  # fmt: skip
    assert (told["schema"], told["target"]) == ("robotdsl.compile", "embedded")
    assert told["program"] == {"robot": "bot", "intent": None, "world": "hall", "task": "fetch", "evaluation": None}
    core = outcome.sources[0][1].data
    assert told["sources"][0] == {"form": "core", "name": "p.core", "sha256": hashlib.sha256(core).hexdigest()}
    assert told["parts"][0] == {
        "component": "base", "type": "Diff_two_caster", "library": "test", "id": "duo", "inertial_source": "measured",
    }  # fmt: skip
    assert {finding["status"] for finding in told["validation"]} <= {"pass", "fail", "unknown", "not_applicable"}
    assert told["facts"]["robot"]["drive"]["separation"] == 0.26
    assert told["facts"]["robot"]["parts"][1]["component"] == "left_wheel"
    assert told["facts"]["world"]["entities"][0]["entity"] == "crate"


def test_the_runtime_travels_without_its_tests_and_nodes(run: Callable[..., Outcome], workshop: Any) -> None:
    run()
    runtime = workshop.folder / "out" / "runtime"
    carried = {str(p.relative_to(runtime)) for p in runtime.rglob("*") if p.is_file()}
    assert "robotdsl_runtime/__init__.py" in carried
    assert "robotdsl_runtime/task/node.py" in carried  # a node of the tree, not of ROS
    assert "robotdsl_mujoco_sim/simulation.py" in carried
    assert not [
        name
        for name in carried
        if "__pycache__" in name or "/tests/" in name or name.startswith("robotdsl_runtime/nodes/")
        or name == "robotdsl_mujoco_sim/node.py" or name.endswith(".pyc")
    ]  # fmt: skip


def test_compiling_imports_neither_the_runtime_nor_a_simulator(workshop: Any) -> None:
    import subprocess

    files, out = workshop.program(), str(workshop.folder / "out")
    code = (
        "import sys; from robotdsl_compiler.driver.pipeline import compile_program as c;"
        "from robotdsl_compiler.driver.request import Request as R;"
        f"o = c(R({files!r}, ({str(workshop.library)!r},), target='embedded', output={out!r}));"
        "assert o.ok;"
        "print([m for m in sys.modules if m.split('.')[0] in "
        "('mujoco', 'robotdsl_runtime', 'robotdsl_mujoco_sim', 'rclpy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
