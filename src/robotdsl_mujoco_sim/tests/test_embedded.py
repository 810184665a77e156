"""The command as its users call it: exit codes, files, messages."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from handmade_output import DEMO_CHECKS, LIDAR
from robotdsl_mujoco_sim.embedded import main
from robotdsl_mujoco_sim.rendering.service import Rendering
from robotdsl_mujoco_sim.run import command
from robotdsl_mujoco_sim.run.loop import Outcome
from robotdsl_mujoco_sim.run.results import exit_code
from robotdsl_runtime.evaluation.record import Evidence

import robotdsl_mujoco_sim
import robotdsl_runtime

Writer = Callable[..., Path]
# Drawing has tests of its own.
PLAIN = ("--no-report",)
QUIET = ("--no-report", "--quiet")
FILES = ["evaluation.json", "evidence.npz", "task_result.json"]
REPORT_FILES = ["path.png", "report.html"]
SHORT = '<Advance distance_m="0.4" speed_mps="0.3"/>'
RUN = """\
import sys
from pathlib import Path
OUTPUT = Path(__file__).resolve().parent
sys.path.insert(0, str(OUTPUT / "runtime"))
from robotdsl_mujoco_sim.embedded import main
sys.exit(main(OUTPUT, sys.argv[1:]))
"""


def carry_runtime(output: Path) -> Path:
    """As the compiler does: the runtime beside the output, and the entry point."""
    for package in (robotdsl_runtime, robotdsl_mujoco_sim):
        source = Path(package.__path__[0])
        shutil.copytree(source, output / "runtime" / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    (output / "run.py").write_text(RUN)
    return output


def result(run: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((run / "task_result.json").read_text())
    return document


class TestADemo:
    def test_success(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        assert main(out, ["--no-picture"]) == 0
        said = capsys.readouterr()
        assert sorted(path.name for path in (out / "run").iterdir()) == sorted(FILES + REPORT_FILES)
        document = result(out / "run")
        assert document["status"] == "success"
        assert [event["outcome"] for event in document["events"]] == ["success"] * 4
        evaluation = json.loads((out / "run" / "evaluation.json").read_text())
        assert evaluation["physical"]["verdict"] == "pass"
        assert [check["verdict"] for check in evaluation["checks"]] == ["pass"] * len(DEMO_CHECKS)
        assert said.out.startswith("task      pass")
        assert all(len(line) <= 80 for line in said.out.splitlines())
        assert re.search(r"times real time\s+Navigate\(goal=goal\) at 0\.0", said.err)
        assert said.err.endswith(f"results in {out / 'run'}\n")

    def test_the_same_seed_gives_the_same_bytes(self, output: Writer, tmp_path: Path) -> None:
        out = output(sensors=({**LIDAR, "noise_stddev": 0.02},))
        runs = [tmp_path / name for name in ("a", "b", "c")]
        for run, seed, kept in zip(runs, "778", ("--no-picture", "--no-picture", "--no-report"), strict=True):
            assert main(out, ["--run-dir", str(run), "--seed", seed, "--quiet", kept]) == 0
        one, same, other = ({path.name: path.read_bytes() for path in run.iterdir()} for run in runs)
        assert one == same
        assert one["evidence.npz"] != other["evidence.npz"]

    def test_nothing_of_wall_time_or_place_in_the_files(self, output: Writer, tmp_path: Path) -> None:
        out = output(tree=SHORT)
        main(out, ["--run-dir", str(tmp_path / "run"), "--quiet", "--no-picture"])
        texts = [path.read_text() for path in (tmp_path / "run").iterdir() if path.suffix in (".json", ".html")]
        assert not any(str(tmp_path) in text for text in texts)

    def test_json_in_place_of_the_table(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        main(output(tree=SHORT), ["--json", *PLAIN])
        assert json.loads(capsys.readouterr().out)["schema"] == "robotdsl.evaluation_result"

    def test_quiet(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        main(output(tree=SHORT), QUIET)
        assert capsys.readouterr() == ("", "")

    def test_a_window_without_a_display(
        self, output: Writer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        out = output(tree=SHORT, checks=())
        assert main(out, ["--view", *PLAIN]) == 0
        assert "no window: there is no display" in capsys.readouterr().err


class TestDrawing:
    """What a person sees of it; the drawing itself is a stand-in and has tests of its own."""

    def test_the_verdicts_come_first_and_the_film_is_named(
        self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said_before: list[str] = []

        def draw(*_: object, **__: object) -> Rendering:
            said_before.append(capsys.readouterr().out)
            return Rendering(None, b"GIF89a", ("the film shows the run 2 times as fast",))

        monkeypatch.setattr(command, "render_run", draw)
        out, film = output(tree=SHORT, checks=()), tmp_path / "film.gif"
        assert main(out, ["--video", str(film)]) == 0
        assert said_before[0].startswith("task      pass")
        assert capsys.readouterr().err == (
            f"the film shows the run 2 times as fast\nfilm in {film}\nresults in {out / 'run'}\n"
        )
        assert film.read_bytes() == b"GIF89a"

    def test_an_interrupt_leaves_what_was_recorded_and_judged(
        self, output: Writer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def draw(*_: object, **__: object) -> Rendering:
            raise KeyboardInterrupt

        monkeypatch.setattr(command, "render_run", draw)
        out = output(tree=SHORT, checks=())
        assert main(out, []) == 130
        said = capsys.readouterr()
        assert said.out.startswith("task      pass")
        assert said.err.splitlines()[-1] == (
            f"interrupted while drawing; the results that need no drawing are in {out / 'run'}"
        )
        assert sorted(path.name for path in (out / "run").iterdir()) == FILES


class TestOtherEnds:
    def test_a_failed_check(self, output: Writer) -> None:
        slow = {**DEMO_CHECKS[0], "max": 1.0}
        assert main(output(tree=SHORT, checks=(slow,)), QUIET) == 1

    def test_a_check_that_nobody_can_judge(self, output: Writer) -> None:
        unknown = {**DEMO_CHECKS[1], "target": "caster", "joint": "caster_joint"}
        out = output(tree=SHORT, checks=(unknown,))
        assert main(out, QUIET) == 1
        evaluation = json.loads((out / "run" / "evaluation.json").read_text())
        assert evaluation["checks"][0]["verdict"] == "unknown"

    def test_a_timeout(self, output: Writer) -> None:
        out = output(timeout_s=2.0)
        assert main(out, QUIET) == 1
        document = result(out / "run")
        assert document["status"] == "timeout"
        assert document["ended_at"] - document["started_at"] == pytest.approx(2.0)
        assert document["events"][-1]["outcome"] == "halted"

    def test_a_goal_in_an_obstacle(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output(goals={"goal": (1.2, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)})
        assert main(out, PLAIN) == 1
        document = result(out / "run")
        assert document["status"] == "failure"
        assert document["events"][0]["message"].startswith("no_path: ")
        assert "no_path" in capsys.readouterr().out

    def test_a_robot_that_never_rests(self, output: Writer) -> None:
        out = output(floor=False, entities=(), sensors=())
        assert main(out, ["--quiet"]) == 1
        document = result(out / "run")
        assert document["status"] == "not_started"
        assert document["message"].startswith("the robot fell by more than 100 m: ")
        assert sorted(path.name for path in (out / "run").iterdir()) == sorted(FILES + REPORT_FILES)

    def test_old_results_do_not_outlive_a_new_run(self, output: Writer) -> None:
        out = output(tree=SHORT)
        (out / "run").mkdir()
        (out / "run" / "view.png").write_bytes(b"of another run")
        main(out, QUIET)
        assert sorted(path.name for path in (out / "run").iterdir()) == FILES


def outcome(status: str) -> Outcome:
    return Outcome({"status": status}, Evidence.empty())


@pytest.mark.parametrize(
    ("status", "physical", "checks", "code"),
    [
        ("success", "pass", ["pass"], 0),
        ("success", "pass", [], 0),
        # What could not be decided is no pass.
        ("success", "unknown", ["pass"], 1),
        ("success", "unknown", [], 1),
        ("success", "fail", ["pass"], 1),
        ("success", "pass", ["pass", "fail"], 1),
        ("success", "pass", ["unknown"], 1),
        ("failure", "pass", ["pass"], 1),
        ("not_started", "unknown", [], 1),
        ("interrupted", "pass", ["pass"], 130),
    ],
)
def test_exit_codes(status: str, physical: str, checks: list[str], code: int) -> None:
    task = {"success": "pass", "failure": "fail"}.get(status, "unknown")
    evaluation = {
        "task": {"verdict": task},
        "physical": {"verdict": physical},
        "checks": [{"verdict": verdict} for verdict in checks],
    }
    assert exit_code(outcome(status), evaluation) == code


class TestFaults:
    """Each is one line on stderr and exit code 2."""

    def fault(self, capsys: pytest.CaptureFixture[str], out: Path, *argv: str) -> str:
        assert main(out, argv) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1 and "Traceback" not in said.err
        return said.err.strip()

    @pytest.mark.parametrize(
        "file",
        [
            "scene.xml", "drive.json", "sensors.json", "nav/navigation.json", "nav/map.yaml", "nav/map.pgm",
            "task/behavior_tree.xml", "task/mission.json", "task/evaluation.json",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("damage", ["missing", "garbage"])
    def test_a_damaged_output(self, output: Writer, capsys: pytest.CaptureFixture[str], file: str, damage: str) -> None:
        out = output()
        if damage == "missing":
            (out / file).unlink()
        else:
            (out / file).write_bytes(b"\x80\x00 no such thing {")
        said = self.fault(capsys, out)
        assert said.startswith("error: ")
        assert Path(file).name in said
        assert not (out / "run").exists()

    def test_no_output(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.fault(capsys, tmp_path / "none") == f"error: {tmp_path / 'none'} is not a folder"

    def test_a_scan_that_is_no_lidar(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        path = out / "nav" / "navigation.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "scan": "imu"}))
        assert self.fault(capsys, out) == "error: nav/navigation.json: 'imu' is no lidar of sensors.json"

    def test_checks_that_are_no_list(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        path = out / "task" / "evaluation.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "checks": 3}))
        assert self.fault(capsys, out) == "error: task/evaluation.json: cannot be judged: checks is not a list"

    @pytest.mark.parametrize("check", [3, {}, {"type": "Check_nothing"}, {**DEMO_CHECKS[0], "max": "soon"}])
    def test_a_check_that_cannot_be_judged(
        self, output: Writer, capsys: pytest.CaptureFixture[str], check: object
    ) -> None:
        said = self.fault(capsys, output(checks=(check,)))
        assert said.startswith("error: task/evaluation.json: cannot be judged: ")

    def test_a_linked_run_folder(self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        (tmp_path / "elsewhere").mkdir()
        (out / "run").symlink_to(tmp_path / "elsewhere")
        assert "symbolic link" in self.fault(capsys, out)
        assert list((tmp_path / "elsewhere").iterdir()) == []

    def test_the_outputs_own_folder(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        before = (out / "task" / "evaluation.json").read_bytes()
        assert "files of the output itself" in self.fault(capsys, out, "--run-dir", str(out / "task"))
        assert (out / "task" / "evaluation.json").read_bytes() == before

    def test_a_film_of_no_known_kind(self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert ".txt" in self.fault(capsys, output(), "--video", str(tmp_path / "film.txt"))

    def test_a_film_in_no_folder(self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        said = self.fault(capsys, output(), "--video", str(tmp_path / "none" / "film.gif"))
        assert said == f"error: {tmp_path / 'none'} is not a folder"

    @pytest.mark.parametrize("taken", ["folder", "parent"])
    def test_a_film_that_cannot_be_put_there(
        self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str], taken: str
    ) -> None:
        """Told before the run, not after it."""
        film = tmp_path / "film.gif" if taken == "folder" else tmp_path / "parent" / "film.gif"
        (tmp_path / "film.gif").mkdir()
        (tmp_path / "parent").touch()
        out = output()
        said = self.fault(capsys, out, "--video", str(film))
        wrong = {"folder": f"{film} cannot be written: it is a folder", "parent": f"{film.parent} is not a folder"}
        assert said == f"error: {wrong[taken]}"
        assert not (out / "run").exists()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root goes anywhere")
    @pytest.mark.parametrize("option", ["--run-dir", "--video"])
    @pytest.mark.parametrize("mode", [0o000, 0o500])
    def test_a_place_that_may_not_be_entered_or_written(
        self, output: Writer, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, mode: int
    ) -> None:
        out, closed = output(), tmp_path / "closed"
        closed.mkdir()
        closed.chmod(mode)
        try:
            said = self.fault(capsys, out, option, str(closed / "a.gif"))
        finally:
            closed.chmod(0o700)
        assert said == f"error: {closed / 'a.gif'} cannot be written: Permission denied"

    def test_what_another_target_left_of_an_output(self, output: Writer, capsys: pytest.CaptureFixture[str]) -> None:
        out = output()
        (out / "compile.json").write_text('{"schema": "robotdsl.compile", "version": 1, "target": "mjcf"}')
        said = self.fault(capsys, out)
        assert "was compiled for mjcf by now" in said and "a folder of its own" in said
        assert not (out / "run").exists()

    @pytest.mark.parametrize(
        "argv",
        [
            ["--seed", "-1"],
            ["--seed", "x"],
            ["--unknown"],
            ["extra"],
            ["--real"],
            ["--run-dir", ""],
            ["--video", ""],
        ],
    )
    def test_usage(self, output: Writer, capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
        assert main(output(), argv) == 2
        assert "usage: run.py" in capsys.readouterr().err

    def test_help(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(tmp_path, ["--help"]) == 0
        assert "--run-dir" in capsys.readouterr().out

    def test_a_package_that_is_missing(
        self, output: Writer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "mujoco", None)
        for name in [name for name in sys.modules if name.startswith("robotdsl_mujoco_sim.")]:
            if name != "robotdsl_mujoco_sim.embedded":
                monkeypatch.delitem(sys.modules, name)
        said = self.fault(capsys, output())
        assert said == "error: the Python package mujoco is not installed: pip install 'mujoco>=3.11,<4' numpy"


class TestAsAProcess:
    def start(self, out: Path, *argv: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-I", str(out / "run.py"), *PLAIN, *argv],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=out.parent,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_an_interrupt_in_the_middle(self, output: Writer, number: signal.Signals) -> None:
        tree = f'<Sequence>{SHORT}<Wait duration_s="30000"/></Sequence>'
        out = carry_runtime(output(tree=tree, timeout_s=None))
        process = self.start(out)
        assert process.stderr is not None
        while "Wait" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(number)
        said, complained = process.communicate(timeout=60)
        assert process.returncode == 130, complained
        assert "Traceback" not in complained
        document = result(out / "run")
        assert document["status"] == "interrupted"
        assert [event["outcome"] for event in document["events"]] == ["success", "halted"]
        evidence = Evidence.load(out / "run" / "evidence.npz")
        assert evidence.time[-1] >= document["ended_at"]
        assert np.abs(evidence.velocity[-1]).max() < 0.5
        assert sorted(path.name for path in (out / "run").iterdir()) == FILES
        assert said.startswith("task      unknown")

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_an_interrupt_while_it_loads(self, output: Writer, number: signal.Signals) -> None:
        """Where nothing has run yet: a module that the run imports sends the signal to its own process."""
        out = carry_runtime(output())
        (out / "runtime" / "mujoco.py").write_text(f"import os\nos.kill(os.getpid(), {int(number)})\n")
        said, complained = self.start(out).communicate(timeout=60)
        assert (said, complained) == ("", "interrupted\n")

    def test_a_moved_copy_needs_nothing_but_numpy_and_mujoco(self, output: Writer, tmp_path: Path) -> None:
        out = carry_runtime(output(tree=SHORT, checks=()))
        moved = tmp_path / "moved" / "away"
        shutil.copytree(out, moved)
        shutil.rmtree(out)
        probe = (
            "import sys\nhere = set(sys.modules)\nimport runpy, json, pathlib\n"
            "sys.path = [p for p in sys.path if not [*pathlib.Path(p).glob('robotdsl_*')]]\n"
            f"sys.argv = ['run.py', *{list(QUIET)!r}]\n"
            "try:\n    runpy.run_path('run.py', run_name='__main__')\n"
            "except SystemExit as stop:\n    code = stop.code\n"
            "new = {n: m for n, m in sys.modules.items() if '.' not in n and n not in here}\n"
            "places = {n: getattr(m, '__file__', None) for n, m in new.items()}\n"
            "print(json.dumps([code, places]))\n"
        )
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-I", "-c", probe], cwd=moved, capture_output=True, text=True, check=True, env=environment
        )
        code, places = json.loads(done.stdout.splitlines()[-1])
        assert code == 0
        assert result(moved / "run")["status"] == "success"
        assert Path(places["robotdsl_mujoco_sim"]).is_relative_to(moved / "runtime")
        assert Path(places["robotdsl_runtime"]).is_relative_to(moved / "runtime")
        installed = {name for name, file in places.items() if file and "site-packages" in file}
        brought_along = {"numpy", "mujoco", "absl", "etils", "glfw", "OpenGL", "typing_extensions", "zipp"}
        assert {name for name in installed if not name.startswith("_")} <= brought_along | {"importlib_resources"}


def test_options_have_the_documented_defaults() -> None:
    from robotdsl_mujoco_sim.embedded import _parser

    options = {"run_dir": None, "seed": 0, "video": None, "picture": True, "report": True}
    switches = {"real_time": False, "view": False, "quiet": False, "json": False}
    assert _parser().parse_args([]) == argparse.Namespace(**options, **switches)
