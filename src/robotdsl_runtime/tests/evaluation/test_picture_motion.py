from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.evaluation.drawing.motion import keep_extremes, motion_of
from robotdsl_runtime.evaluation.record import Evidence


def circling(radius: float, rate: float, sign: float = 1.0) -> Evidence:
    """A base on a circle of ``radius`` m at ``rate`` rad/s to the left; backwards for a ``sign`` of -1."""
    time = np.arange(0.0, 20.0, 0.02)
    yaw = rate * time
    pose = np.zeros((len(time), 7))
    pose[:, 0], pose[:, 1] = sign * radius * np.sin(yaw), sign * radius * (1.0 - np.cos(yaw))
    pose[:, 5], pose[:, 6] = np.sin(yaw / 2.0), np.cos(yaw / 2.0)
    return Evidence(time, pose)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_speed_and_turn_rate_on_a_circle(sign: float) -> None:
    motion = motion_of(circling(0.8, 0.5, sign))
    assert motion.ahead[10:-10] == pytest.approx(np.full(len(motion) - 20, sign * 0.4), abs=1e-3)
    assert motion.turn == pytest.approx(np.full(len(motion), 0.5), abs=1e-6)
    assert motion.yaw[-1] == pytest.approx(0.5 * motion.time[-1])  # unwrapped, beyond a full turn
    assert motion.travelled[-1] == pytest.approx(0.4 * motion.time[-1], rel=1e-3)


def test_a_pose_between_samples() -> None:
    motion = motion_of(circling(0.8, 0.5))
    x, y, yaw = motion.pose_at(3.013)
    assert yaw == pytest.approx(0.5 * 3.013)
    assert (x, y) == pytest.approx((0.8 * math.sin(yaw), 0.8 * (1.0 - math.cos(yaw))), abs=1e-4)
    assert motion.pose_at(-5.0) == pytest.approx((0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="nothing was recorded"):
        motion_of(Evidence.empty()).pose_at(0.0)


def test_times_that_do_not_rise_are_left_out() -> None:
    time = np.array([0.0, 1.0, 0.5, 1.0, 2.0, math.nan])
    pose = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], (6, 1))
    assert motion_of(Evidence(time, pose)).time.tolist() == [0.0, 1.0, 2.0]


def test_a_single_sample_stands_still() -> None:
    motion = motion_of(Evidence(np.array([3.0]), np.array([[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0]])))
    assert (motion.ahead.tolist(), motion.turn.tolist(), motion.travelled.tolist()) == ([0.0], [0.0], [0.0])


def test_peaks_survive_thinning() -> None:
    time = np.linspace(0.0, 100.0, 100_000)
    values = np.sin(time)
    values[54_321], values[77_777] = 9.0, -9.0
    kept_time, kept = keep_extremes(time, values, 700)
    assert len(kept) <= 702
    assert kept.max() == 9.0 and kept.min() == -9.0
    assert kept_time[0] == time[0] and kept_time[-1] == time[-1]
    assert np.all(np.diff(kept_time) > 0)


def test_thinning_keeps_a_gap(run: Any) -> None:
    values = np.ones(5_000)
    values[2_000:2_100] = np.nan
    _, kept = keep_extremes(np.linspace(0.0, 1.0, 5_000, dtype=np.float64), values, 100)
    assert np.isnan(kept).any() and len(kept) < 150
    few = run.evidence.time[:10]
    assert keep_extremes(few, few, 100)[1] is few
