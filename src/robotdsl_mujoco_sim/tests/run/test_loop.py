"""The run loop over a puppet: what happens when, and how a run ends that does not end by itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from handmade_output import BUMPER, HALF_SEPARATION, LIDAR, Entity
from robotdsl_mujoco_sim.run.loop import Outcome, RunLoop
from robotdsl_mujoco_sim.run.monitors import Active
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_runtime.task.reader import read_task
from robotdsl_runtime.task.runner import TaskRunner
from robotdsl_runtime.task.scripted import NEVER, Plan, ScriptedRobot

Writer = Callable[..., Path]
Turn = tuple[float, float, float, float]
WAIT = '<Wait duration_s="1.0"/>'
NAVIGATE = '<Navigate goal="goal"/>'


class Puppet(ScriptedRobot):
    """A scripted robot in a simulation: it notes when the loop calls it, and does to the physics what a test says."""

    def __init__(self, simulation: Simulation, scan_rate_hz: float | None = 10.0, **fields: Any) -> None:
        super().__init__(**fields)
        self.simulation = simulation
        self.scan_rate_hz = scan_rate_hz
        self.began_at: float | None = None
        self.calls: list[tuple[str, int]] = []
        self.act: Callable[[float], None] = lambda since_start: None
        self.speeds = (0.0, 0.0)

    def now(self) -> float:
        self._note("now")
        self.time = self.simulation.time
        return self.time

    def begin(self) -> None:
        self.began_at = self.simulation.time

    def sense(self, dt: float) -> None:
        assert dt == pytest.approx(0.02)
        self.time = self.simulation.time
        self._note("sense")

    def look(self) -> None:
        self._note("look")

    def steer(self) -> None:
        assert self.began_at is not None
        self.act(self.simulation.time - self.began_at)
        self._note("steer")

    def actuate(self) -> None:
        self._note("actuate")
        self.simulation.command_wheels(self.speeds)

    def stop(self) -> None:
        super().stop()
        self.speeds = (0.0, 0.0)
        self.simulation.command_wheels(self.speeds)

    def at(self, call: str) -> list[int]:
        """The steps since the start at which the loop made a call."""
        assert self.began_at is not None
        first = round(self.began_at * 1000)
        return [step - first for name, step in self.calls if name == call]

    def _note(self, name: str) -> None:
        self.calls.append((name, self.simulation.steps))


class Run:
    def __init__(self, output: Path, **fields: Any) -> None:
        self.simulation = Simulation.load(output)
        self.robot = Puppet(self.simulation, **fields)
        tree, mission = read_task(output / "task")
        self.runner = TaskRunner(tree, self.robot, mission)

    def go(self, **fields: Any) -> Outcome:
        return RunLoop(self.simulation, self.robot, self.runner, **fields).run()


class TestRates:
    def test_each_thing_at_its_own(self, output: Writer) -> None:
        run = Run(output(tree=WAIT))
        outcome = run.go()
        assert outcome.result["status"] == "success"
        assert run.robot.at("sense") == list(range(20, 1001, 20))
        assert run.robot.at("actuate") == list(range(0, 1000, 20))
        assert run.robot.at("look") == list(range(0, 1001, 100))
        assert run.robot.at("steer") == [step + extra for step in range(0, 1000, 100) for extra in (0, 60)]
        assert sorted(set(run.robot.at("now"))) == list(range(0, 1001, 100))

    def test_the_order_of_what_falls_together(self, output: Writer) -> None:
        run = Run(output(tree=WAIT))
        run.go()
        assert run.robot.began_at is not None
        first = round(run.robot.began_at * 1000)
        together = list(dict.fromkeys(name for name, step in run.robot.calls if step == first + 100))
        assert together == ["sense", "look", "now", "steer", "actuate"]

    @pytest.mark.parametrize(
        ("rate", "looks"),
        [
            # In the first control period from its due time on: 143, 286, 429 ms...
            (7.0, [0, 160, 300, 440, 580, 720, 860]),
            (25.0, list(range(0, 1001, 40))),
            (200.0, list(range(0, 1001, 20))),
            (None, []),
        ],
    )
    def test_a_scan_at_a_rate_of_its_own(self, output: Writer, rate: float | None, looks: list[int]) -> None:
        run = Run(output(tree=WAIT), scan_rate_hz=rate)
        run.go()
        assert run.robot.at("look") == looks

    def test_the_record_has_every_control_period_of_the_task(self, output: Writer) -> None:
        run = Run(output(tree=WAIT))
        outcome = run.go()
        evidence, result = outcome.evidence, outcome.result
        assert evidence.time == pytest.approx(result["started_at"] + 0.02 * np.arange(51))
        assert evidence.time[-1] == result["ended_at"] == pytest.approx(result["started_at"] + 1.0)
        assert evidence.joint_names == ("left_wheel_joint", "right_wheel_joint")
        assert evidence.pose[-1] == pytest.approx(run.simulation.pose())

    def test_the_record_is_of_the_truth_at_its_time(self, output: Writer) -> None:
        run = Run(output(tree=WAIT, entities=()))
        run.robot.speeds = (6.0, 6.0)
        evidence = run.go().evidence
        # Sliding friction at the start, then rolling: position follows from speed, and the pose from both.
        turned = evidence.position[-1] - evidence.position[10]
        assert turned == pytest.approx(evidence.velocity[10:-1].sum(axis=0) * 0.02, rel=0.01)
        assert evidence.pose[-1, 0] - evidence.pose[10, 0] == pytest.approx(0.05 * turned[0], rel=0.02)

    def test_monitors_see_the_leaves(self, output: Writer) -> None:
        seen: list[tuple[float, tuple[str, ...]]] = []

        class Monitor:
            def update(self, simulated: float, active: Active) -> None:
                seen.append((simulated, tuple(active())))

            def close(self) -> None:
                return None

        Run(output(tree=WAIT)).go(monitors=[Monitor()])
        assert seen[0] == (0.02, ("settling",))
        assert seen[-1][1] == ("Wait(duration_s=1.0) at 0",)


class TestSettling:
    def test_the_task_starts_once_the_robot_is_at_rest(self, output: Writer) -> None:
        run = Run(output(tree=WAIT, spawn=(0.0, 0.0, 0.3, 0.0, 0.0, 0.0, 1.0)))
        result = run.go().result
        # A fall of 0.3 m takes a quarter of a second, and rest has to last for a fifth.
        assert 0.4 < result["started_at"] < 3.0
        assert result["status"] == "success"
        assert abs(run.simulation.twist().linear[2]) < 0.01

    def test_a_robot_that_falls_forever_is_not_started(self, output: Writer) -> None:
        run = Run(output(tree=WAIT, floor=False, entities=(), sensors=()))
        outcome = run.go()
        assert outcome.result["status"] == "not_started"
        assert outcome.result["started_at"] is None
        assert outcome.result["message"] == ("the robot fell by more than 100 m: there is nothing below it to stand on")
        assert len(outcome.evidence.time) == 0
        # A hundred metres of free fall, not two minutes of it.
        assert run.simulation.time == pytest.approx(math.sqrt(2 * 100 / 9.81), abs=0.05)

    def test_a_long_fall_onto_the_floor_is_none_forever(self, output: Writer) -> None:
        run = Run(output(tree=WAIT, spawn=(0.0, 0.0, 150.0, 0.0, 0.0, 0.0, 1.0), entities=(), sensors=()))
        assert run.go().result["started_at"] > 5.0

    @pytest.mark.parametrize(
        ("turned", "tipped"), [((0.0, 0.0, 0.0, 1.0), ""), ((1.0, 0.0, 0.0, 0.0), ", and has tipped over")]
    )
    def test_a_robot_that_never_rests_is_not_started(self, output: Writer, turned: Turn, tipped: str) -> None:
        spawn = (0.0, 0.0, 0.3, *turned)
        outcome = Run(output(tree=WAIT, gravity=(0.0, 0.0, 1.0), entities=(), sensors=(), spawn=spawn)).go()
        assert outcome.result["status"] == "not_started"
        assert outcome.result["message"] == (
            "the robot did not come to rest within 120 s where it was placed: it moves at 120 m/s, "
            f"7.2e+03 m above the ground{tipped}"
        )

    def test_an_interrupt_before_the_start(self, output: Writer) -> None:
        result = Run(output(tree=WAIT)).go(interrupted=lambda: True).result
        assert (result["status"], result["started_at"]) == ("interrupted", None)
        assert result["message"] == "interrupted at 0.00 s, before the task started"


class TestEnds:
    def test_an_interrupt_stops_the_robot_and_keeps_the_record(self, output: Writer) -> None:
        run = Run(output(tree=NAVIGATE, entities=()), plans={"navigate": [Plan("R", stops_after_s=0.3)]})
        run.robot.speeds = (5.0, 5.0)
        outcome = run.go(interrupted=lambda: run.simulation.time > 1.5)
        result = outcome.result
        assert result["status"] == "interrupted"
        assert result["message"] == "interrupted at 1.52 s"
        assert result["events"][0]["outcome"] == "halted"
        assert result["unstopped_actions"] == []
        # It goes on until what was halted has stopped.
        assert 1.8 <= outcome.evidence.time[-1] <= 2.0
        assert abs(outcome.evidence.velocity[-1]).max() < 0.1
        assert outcome.evidence.pose[-1, 0] > 0.1

    def test_what_does_not_stop_is_waited_for_and_named(self, output: Writer) -> None:
        run = Run(output(tree=NAVIGATE, timeout_s=0.5), plans={"navigate": [Plan("R", stops_after_s=NEVER)]})
        outcome = run.go()
        assert outcome.result["status"] == "timeout"
        assert outcome.result["unstopped_actions"] == ["Navigate(goal=goal) at 0"]
        assert outcome.evidence.time[-1] - outcome.result["ended_at"] == pytest.approx(5.0, abs=0.02)

    def test_a_robot_that_tips_over(self, output: Writer) -> None:
        # Top-heavy: two kilograms at 0.6 m, struck from the side.
        run = Run(output(tree=NAVIGATE, ballast=(2.0, (0.0, 0.0, 0.6))), plans={"navigate": [Plan("R")]})

        def strike(since_start: float) -> None:
            if since_start == pytest.approx(0.5):
                run.simulation.data.qvel[3] = 6.0

        run.robot.act = strike
        outcome = run.go()
        assert outcome.result["status"] == "error"
        assert outcome.result["message"].startswith("the robot tipped over: it leans by more than 0.5 rad since ")
        since = float(outcome.result["message"].split()[-2])
        assert outcome.result["ended_at"] == pytest.approx(since + 0.5, abs=0.021)
        assert outcome.result["started_at"] + 0.5 < since < outcome.result["started_at"] + 1.5

    def test_a_robot_that_falls_off_the_world(self, output: Writer) -> None:
        run = Run(output(tree=NAVIGATE, entities=()), plans={"navigate": [Plan("R")]})

        def push(since_start: float) -> None:
            if since_start == pytest.approx(0.5):
                run.simulation.data.qpos[2] = -99.0
                run.simulation.model.opt.gravity[2] = -9.81
                run.simulation.model.geom("ground_plane").contype = 0
                run.simulation.model.geom("ground_plane").conaffinity = 0

        run.robot.act = push
        result = run.go().result
        assert (result["status"], result["message"][:37]) == ("error", "the robot fell by more than 100 m: th")

    def test_a_short_lean_is_no_fall(self, output: Writer) -> None:
        run = Run(output(tree='<Wait duration_s="2.0"/>', entities=()))

        def strike(since_start: float) -> None:
            if since_start == pytest.approx(0.2):
                # About one wheel, up on the other's side.
                run.simulation.data.qvel[2:4] = (8.0 * HALF_SEPARATION, 8.0)

        run.robot.act = strike
        outcome = run.go()
        lean = 2.0 * np.abs(np.arcsin(np.hypot(outcome.evidence.pose[:, 3], outcome.evidence.pose[:, 4])))
        assert lean.max() > 0.5
        assert outcome.result["status"] == "success"

    def test_physics_that_break_down(self, output: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        run = Run(output(tree=NAVIGATE), plans={"navigate": [Plan("R")]})

        def spoil(since_start: float) -> None:
            if since_start > 0.5:
                run.simulation.data.qvel[0] = math.nan

        run.robot.act = spoil
        outcome = run.go()
        assert outcome.result["status"] == "error"
        assert outcome.result["message"].startswith("MuJoCo warned at ")
        assert "QVEL" in outcome.result["message"]
        assert np.isfinite(outcome.evidence.pose).all() and len(outcome.evidence.time) > 25
        assert not (tmp_path / "MUJOCO_LOG.TXT").exists()


class TestBumpers:
    def test_report_fifty_times_a_second(self, output: Writer) -> None:
        crate = Entity("crate", (0.2, 0.5, 0.4), (0.45, 0.0, 0.2))
        run = Run(output(tree='<Wait duration_s="2.0"/>', entities=(crate,), sensors=(LIDAR, BUMPER)))
        run.robot.speeds = (4.0, 4.0)
        evidence = run.go().evidence
        assert evidence.bumper_rate_hz == {"bumper": 50.0}
        assert len(evidence.bumper_reports) == 101
        assert {report.entities for report in evidence.bumper_reports} == {(), ("crate",)}
        assert evidence.bumper_reports[0].entities == ()
        assert evidence.bumper_reports[-1].entities == ("crate",)


def test_the_same_run_twice(output: Writer, tmp_path: Path) -> None:
    out = output(tree=WAIT)
    files = []
    for name in ("a.npz", "b.npz"):
        run = Run(out)
        run.robot.speeds = (3.0, 5.0)
        run.go().evidence.save(tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
