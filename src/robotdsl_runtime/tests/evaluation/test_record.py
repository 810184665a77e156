"""The recorder and the file of the evidence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from robotdsl_runtime.evaluation.record import BumperReport, Evidence, EvidenceError, Recorder

POSE = (1.0, 2.0, 0.05, 0.0, 0.0, 0.0, 1.0)


def recorded(samples: int = 3) -> Recorder:
    recorder = Recorder(("left", "right"), {"front": 20.0, "rear": 10.0})
    for i in range(samples):
        pose = np.array([1.0 + 0.1 * i, *POSE[1:]])
        recorder.sample(0.02 * i, pose, (i, -i), [0.5 * i, 1.0], np.array([0.25, i]))
    recorder.contact(0.0, "front", ())
    recorder.contact(0.05, "front", ("box", "wall"))
    recorder.contact(0.06, "rear", ("wall",))
    return recorder


def same(a: Evidence, b: Evidence) -> None:
    for name in ("time", "pose", "joint_times", "position", "velocity", "effort"):
        left, right = getattr(a, name), getattr(b, name)
        assert left.shape == right.shape
        assert left.dtype == right.dtype == np.float64
        np.testing.assert_array_equal(left, right)
    assert a.joint_names == b.joint_names
    assert a.bumper_reports == b.bumper_reports
    assert dict(a.bumper_rate_hz) == dict(b.bumper_rate_hz)


def test_what_was_sampled_comes_back() -> None:
    evidence = recorded().evidence()
    assert evidence.time.tolist() == [0.0, 0.02, 0.04]
    assert evidence.pose[2].tolist() == [1.2, 2.0, 0.05, 0.0, 0.0, 0.0, 1.0]
    assert evidence.joint_names == ("left", "right")
    assert evidence.position.tolist() == [[0.0, 0.0], [1.0, -1.0], [2.0, -2.0]]
    assert evidence.velocity.tolist() == [[0.0, 1.0], [0.5, 1.0], [1.0, 1.0]]
    assert evidence.effort.tolist() == [[0.25, 0.0], [0.25, 1.0], [0.25, 2.0]]
    assert evidence.bumper_reports[1] == BumperReport(0.05, "front", ("box", "wall"))
    assert evidence.bumper_rate_hz == {"front": 20.0, "rear": 10.0}


def apart() -> Recorder:
    """Poses and joints that are told of at times of their own."""
    recorder = Recorder(("wheel",))
    for time in (0.0, 0.02):
        recorder.pose(time, POSE)
    for time in (0.005, 0.015, 0.025):
        recorder.joints(time, (time,), (2.0 * time,), (0.0,))
    return recorder


def test_poses_and_joints_may_be_taken_apart() -> None:
    evidence = apart().evidence()
    assert (evidence.time.tolist(), evidence.joint_times.tolist()) == ([0.0, 0.02], [0.005, 0.015, 0.025])
    assert (evidence.pose.shape, evidence.position.shape) == ((2, 7), (3, 1))
    later = evidence.since(0.015)
    assert (later.time.tolist(), later.joint_times.tolist()) == ([0.02], [0.015, 0.025])
    assert later.velocity.tolist() == [[0.03], [0.05]]


def of_a_silent_bumper(poses: list[float], presses: list[tuple[float, str]]) -> list[tuple[float, tuple[str, ...]]]:
    recorder = Recorder((), {"front": 50.0, "rear": 10.0})
    for time in poses:
        recorder.sample(time, POSE, (), (), ())
    for time, entity in presses:
        recorder.contact(time, "front", (entity,))
    recorder.contact(0.05, "rear", ())
    reports = recorder.evidence(silent=["front"]).bumper_reports
    assert [report.time for report in reports] == sorted(report.time for report in reports)
    assert recorder.evidence(silent=["front"]).bumper_reports == reports
    return [(round(report.time, 6), report.entities) for report in reports if report.bumper == "front"]


def test_a_silent_bumper_is_read_at_its_rate_however_often_it_reports() -> None:
    """As Gazebo reports: in each step of 4 ms while something presses, and never while nothing does."""
    poses = [1.0 + 0.02 * i for i in range(11)]
    presses = [(1.06 + 0.004 * i, "box") for i in range(1, 16)] + [(1.12, "wall")]
    read = of_a_silent_bumper(poses, presses)
    assert [time for time, _ in read] == [round(1.02 + 0.02 * i, 6) for i in range(10)]
    pressed = {time: entities for time, entities in read if entities}
    # 0.06 s, three periods, and not the fifteen reports.
    assert pressed == {1.08: ("box",), 1.1: ("box",), 1.12: ("box", "wall")}


def test_a_silent_bumper_that_nothing_pressed_was_free_for_as_long_as_the_simulator_was_heard() -> None:
    poses = [0.0, 0.02, 0.04, 0.8, 0.82]
    assert of_a_silent_bumper(poses, []) == [(0.02, ()), (0.04, ()), (0.82, ())]
    assert of_a_silent_bumper([], []) == of_a_silent_bumper([0.0], []) == []


def test_samples_are_copied_when_they_are_taken_and_when_they_are_given_out() -> None:
    recorder = Recorder(("wheel",))
    pose, speed = np.array(POSE), np.array([1.0])
    recorder.sample(0.0, pose, speed, speed, speed)
    pose[:], speed[:] = 9.0, 9.0
    evidence = recorder.evidence()
    assert evidence.pose[0].tolist() == list(POSE)
    assert evidence.velocity.tolist() == [[1.0]]
    recorder.sample(1.0, pose, speed, speed, speed)
    evidence.time[0] = 7.0
    assert recorder.evidence().time.tolist() == [0.0, 1.0]
    assert len(evidence.time) == 1


def test_the_buffer_grows() -> None:
    samples = 5000
    evidence = recorded(samples).evidence()
    np.testing.assert_allclose(evidence.time, 0.02 * np.arange(samples))
    np.testing.assert_array_equal(evidence.position[:, 0], np.arange(samples))


@pytest.mark.parametrize(
    ("pose", "positions"),
    [((1.0,), (0.0,)), (POSE[:6], (0.0,)), (POSE, (0.0, 1.0)), (POSE, ())],
)
def test_a_sample_of_another_length_is_refused(pose: tuple[float, ...], positions: tuple[float, ...]) -> None:
    recorder = Recorder(("wheel",))
    with pytest.raises(ValueError, match="a sample has a pose of 7 numbers and 3 numbers for each of 1 joints"):
        recorder.sample(0.0, pose, positions, (0.0,), (0.0,))
    assert len(recorder.evidence().time) == 0


def test_since_leaves_out_what_is_earlier() -> None:
    evidence = recorded().evidence().since(0.02)
    assert evidence.time.tolist() == [0.02, 0.04]
    assert (len(evidence.pose), len(evidence.velocity)) == (2, 2)
    assert [report.time for report in evidence.bumper_reports] == [0.05, 0.06]


@pytest.mark.parametrize(
    "evidence",
    [
        recorded().evidence(),
        apart().evidence(),
        Recorder().evidence(),
        Evidence.empty(),
        Recorder((), {"front": 20.0}).evidence(),
    ],
    ids=["full", "apart", "nothing sampled", "empty", "a silent bumper"],
)
def test_the_file_round_trip(tmp_path: Path, evidence: Evidence) -> None:
    path = tmp_path / "evidence.npz"
    evidence.save(path)
    same(Evidence.load(path), evidence)


def test_a_bumper_whose_rate_is_not_known_keeps_its_reports(tmp_path: Path) -> None:
    recorder = Recorder()
    recorder.contact(0.5, "front", ("box",))
    recorder.evidence().save(tmp_path / "evidence.npz")
    loaded = Evidence.load(tmp_path / "evidence.npz")
    assert loaded.bumper_reports == (BumperReport(0.5, "front", ("box",)),)
    assert dict(loaded.bumper_rate_hz) == {}


def test_the_same_evidence_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    recorded(2000).evidence().save(first)
    recorded(2000).evidence().save(second)
    assert first.read_bytes() == second.read_bytes()
    # And again after it was read.
    Evidence.load(first).save(second)
    assert first.read_bytes() == second.read_bytes()


def test_numpy_reads_the_file(tmp_path: Path) -> None:
    recorded().evidence().save(tmp_path / "evidence.npz")
    with np.load(tmp_path / "evidence.npz", allow_pickle=False) as archive:
        assert archive["pose"].shape == (3, 7)
        assert archive["joint_names"].tolist() == ["left", "right"]


@pytest.mark.parametrize("content", [b"", b"not a record", b"PK\x03\x04 and no more"])
def test_a_file_that_is_no_record_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "evidence.npz"
    path.write_bytes(content)
    with pytest.raises(EvidenceError, match=r"evidence\.npz: not the record of a run"):
        Evidence.load(path)


def test_another_archive_is_no_record(tmp_path: Path) -> None:
    np.savez(tmp_path / "evidence.npz", time=np.zeros(3))
    with pytest.raises(EvidenceError, match="not the record of a run"):
        Evidence.load(tmp_path / "evidence.npz")
    np.save(tmp_path / "lone.npy", np.zeros(3))
    with pytest.raises(EvidenceError, match="not the record of a run"):
        Evidence.load(tmp_path / "lone.npy")


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Evidence.load(tmp_path / "evidence.npz")
