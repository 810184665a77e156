"""What a run leaves behind for its judges: ground truth, joint states and bumper reports, and their file."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

POSE_NUMBERS = 7
# A time without a sample longer than this leaves open what happened in it, in s.
HOLE_S = 0.5
_FIRST_CAPACITY = 1024
# Of a period: times nearer than this are one.
_SAME = 1e-3
# The arrays of evidence.npz and their order in it.
_SCHEMA = "robotdsl.evidence/2"
_MEMBERS = (
    "schema",
    "time",
    "pose",
    "joint_names",
    "joint_time",
    "position",
    "velocity",
    "effort",
    "bumper_names",
    "bumper_rate_hz",
    "report_time",
    "report_bumper",
    "report_end",
    "report_entity",
    "entity_names",
)
# The earliest date that a zip file can state: the file must not tell when it was written.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


class EvidenceError(Exception):
    """A file that is no evidence of a run; the message names it."""


@dataclass(frozen=True, slots=True)
class BumperReport:
    """One report of a bumper: the entities of the scene that pressed it at ``time`` (s), none when it was free."""

    time: float
    bumper: str
    entities: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Evidence:
    """The record of a run with ``n`` poses and ``m`` states of ``k`` joints.

    ``time`` (n,) in s; ``pose`` (n, 7) of base_footprint in the world, (x, y, z, qx, qy, qz, qw), as the simulator
    has it; ``position`` (m, k) rad, ``velocity`` (m, k) rad/s and ``effort`` (m, k) N m in the order of
    ``joint_names``, each row of the time in ``joint_times``. ``bumper_reports`` in the order of time;
    ``bumper_rate_hz`` how often each bumper reports, each report standing for one period.
    """

    time: Array
    pose: Array
    joint_names: tuple[str, ...] = ()
    position: Array = field(default_factory=lambda: np.empty((0, 0)))
    velocity: Array = field(default_factory=lambda: np.empty((0, 0)))
    effort: Array = field(default_factory=lambda: np.empty((0, 0)))
    bumper_reports: tuple[BumperReport, ...] = ()
    bumper_rate_hz: Mapping[str, float] = field(default_factory=dict)
    # (m,) in s; ``None`` where the joints were sampled with the poses.
    joint_time: Array | None = None

    @property
    def joint_times(self) -> Array:
        """(m,) in s: when each row of the joints was so."""
        return self.time if self.joint_time is None else self.joint_time

    @staticmethod
    def empty() -> Evidence:
        """The evidence of a run that recorded nothing."""
        return Evidence(np.empty(0), np.empty((0, POSE_NUMBERS)))

    def since(self, time: float) -> Evidence:
        """What was recorded at ``time`` or later."""
        poses, joints = (slice(int(np.searchsorted(t, time, side="left")), None) for t in (self.time, self.joint_times))
        return Evidence(
            self.time[poses],
            self.pose[poses],
            self.joint_names,
            self.position[joints],
            self.velocity[joints],
            self.effort[joints],
            tuple(report for report in self.bumper_reports if report.time >= time),
            self.bumper_rate_hz,
            self.joint_times[joints],
        )

    def save(self, path: Path) -> None:
        """Write an .npz that ``numpy.load`` reads. The same evidence gives the same bytes."""
        members = self._members()
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
            for name in _MEMBERS:
                with archive.open(zipfile.ZipInfo(f"{name}.npy", _NO_DATE), "w") as file:
                    np.lib.format.write_array(file, members[name], version=(1, 0), allow_pickle=False)

    def _members(self) -> dict[str, npt.NDArray[np.generic]]:
        bumpers = sorted({*self.bumper_rate_hz, *(report.bumper for report in self.bumper_reports)})
        entities = sorted({name for report in self.bumper_reports for name in report.entities})
        bumper_index = {name: i for i, name in enumerate(bumpers)}
        entity_index = {name: i for i, name in enumerate(entities)}
        lengths = [len(report.entities) for report in self.bumper_reports]
        return {
            "schema": np.array(_SCHEMA),
            "time": np.ascontiguousarray(self.time),
            "pose": np.ascontiguousarray(self.pose),
            "joint_names": _names(self.joint_names),
            "joint_time": np.ascontiguousarray(self.joint_times),
            "position": np.ascontiguousarray(self.position),
            "velocity": np.ascontiguousarray(self.velocity),
            "effort": np.ascontiguousarray(self.effort),
            "bumper_names": _names(bumpers),
            "bumper_rate_hz": np.array([self.bumper_rate_hz.get(name, np.nan) for name in bumpers], dtype=np.float64),
            "report_time": np.array([report.time for report in self.bumper_reports], dtype=np.float64),
            "report_bumper": np.array([bumper_index[r.bumper] for r in self.bumper_reports], dtype=np.int64),
            # Where the entities of each report end in report_entity.
            "report_end": np.cumsum(np.array(lengths, dtype=np.int64)),
            "report_entity": np.array(
                [entity_index[name] for report in self.bumper_reports for name in report.entities], dtype=np.int64
            ),
            "entity_names": _names(entities),
        }

    @staticmethod
    def load(path: Path) -> Evidence:
        """Read what ``save`` wrote. Raises ``EvidenceError`` for anything else, ``OSError`` when it cannot be read."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                return _decode({name: archive[name] for name in _MEMBERS})
        except (ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise EvidenceError(f"{path}: not the record of a run ({error})") from error


def _decode(members: Mapping[str, npt.NDArray[Any]]) -> Evidence:
    if str(members["schema"]) != _SCHEMA:
        raise ValueError(f"schema {str(members['schema'])!r} is not {_SCHEMA!r}")
    bumpers = [str(name) for name in members["bumper_names"]]
    entities = [str(name) for name in members["entity_names"]]
    ends = [int(end) for end in members["report_end"]]
    pressing = [entities[i] for i in members["report_entity"]]
    reports = tuple(
        BumperReport(float(time), bumpers[bumper], tuple(pressing[start:end]))
        for time, bumper, start, end in zip(
            members["report_time"], members["report_bumper"], [0, *ends][:-1], ends, strict=True
        )
    )
    rates = zip(bumpers, members["bumper_rate_hz"], strict=True)
    return Evidence(
        members["time"],
        members["pose"],
        tuple(str(name) for name in members["joint_names"]),
        members["position"],
        members["velocity"],
        members["effort"],
        reports,
        {name: float(rate) for name, rate in rates if np.isfinite(rate)},
        members["joint_time"],
    )


def _names(names: Sequence[str]) -> npt.NDArray[np.str_]:
    return np.array(list(names), dtype=np.str_) if names else np.empty(0, dtype="<U1")


class _Rows:
    """Rows of ``width`` numbers in one buffer that doubles when it is full."""

    def __init__(self, width: int) -> None:
        self._rows = np.empty((_FIRST_CAPACITY, width))
        self._count = 0

    def next(self) -> Array:
        """A row to be filled."""
        if self._count == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        self._count += 1
        row: Array = self._rows[self._count - 1]
        return row

    def columns(self, which: int | slice) -> Array:
        """A copy of columns of the rows so far."""
        found: Array = self._rows[: self._count, which].copy()
        return found


class Recorder:
    """Collects a run's evidence at a small, constant cost per sample.

    ``joint_names`` fixes the order of every sample's joints; ``bumper_rate_hz`` names each bumper that is listened
    to and how often it reports.
    """

    def __init__(self, joint_names: Sequence[str] = (), bumper_rate_hz: Mapping[str, float] | None = None) -> None:
        self._joint_names = tuple(joint_names)
        self._bumper_rate_hz = dict(bumper_rate_hz or {})
        k = len(self._joint_names)
        self._position, self._velocity, self._effort = (slice(1 + i * k, 1 + (i + 1) * k) for i in range(3))
        self._poses, self._states = _Rows(1 + POSE_NUMBERS), _Rows(1 + 3 * k)
        self._reports: list[BumperReport] = []

    def sample(
        self,
        time: float,
        pose: Sequence[float] | Array,
        positions: Sequence[float] | Array = (),
        velocities: Sequence[float] | Array = (),
        efforts: Sequence[float] | Array = (),
    ) -> None:
        """Take one sample of everything: ``time`` (s), the 7 numbers of base_footprint's true pose, and each joint's
        position (rad), velocity (rad/s) and effort (N m). The numbers are copied. Raises ``ValueError`` for a wrong
        length.
        """
        self._check(len(pose), *map(len, (positions, velocities, efforts)))
        self._take_pose(time, pose)
        self._take_joints(time, positions, velocities, efforts)

    def pose(self, time: float, pose: Sequence[float] | Array) -> None:
        """Take a pose alone, where poses and joints are told of one by one."""
        self._check(len(pose))
        self._take_pose(time, pose)

    def joints(
        self,
        time: float,
        positions: Sequence[float] | Array,
        velocities: Sequence[float] | Array,
        efforts: Sequence[float] | Array,
    ) -> None:
        """Take the joints alone."""
        self._check(POSE_NUMBERS, *map(len, (positions, velocities, efforts)))
        self._take_joints(time, positions, velocities, efforts)

    def _check(self, pose: int, *joints: int) -> None:
        # numpy would spread a single number over all columns.
        k = len(self._joint_names)
        if pose != POSE_NUMBERS or any(length != k for length in joints):
            raise ValueError(f"a sample has a pose of {POSE_NUMBERS} numbers and 3 numbers for each of {k} joints")

    def _take_pose(self, time: float, pose: Sequence[float] | Array) -> None:
        row = self._poses.next()
        row[0], row[1:] = time, pose

    def _take_joints(self, time: float, *numbers: Sequence[float] | Array) -> None:
        row = self._states.next()
        row[0], row[self._position], row[self._velocity], row[self._effort] = time, *numbers

    def contact(self, time: float, bumper: str, entities: tuple[str, ...]) -> None:
        """Take one report of ``bumper``: the scene entities that press it, none when it is free.

        Every report counts, the empty ones too: a bumper that never reported says nothing of the run, while one
        that only reported itself free says that nothing touched it.
        """
        self._reports.append(BumperReport(time, bumper, entities))

    def evidence(self, silent: Collection[str] = ()) -> Evidence:
        """A copy of what was recorded so far.

        The bumpers that are ``silent`` report however often while something presses them and not at all when they are
        free: what is given out are readings of them at their rate, for as long as poses were recorded.
        """
        poses, states = self._poses.columns, self._states.columns
        reports = [report for report in self._reports if report.bumper not in silent]
        for bumper in silent:
            presses = [report for report in self._reports if report.bumper == bumper]
            reports += _readings(bumper, self._bumper_rate_hz[bumper], presses, poses(0))
        return Evidence(
            poses(0),
            poses(slice(1, None)),
            self._joint_names,
            states(self._position),
            states(self._velocity),
            states(self._effort),
            tuple(sorted(reports, key=lambda report: report.time)),
            dict(self._bumper_rate_hz),
            states(0),
        )


def _readings(bumper: str, rate_hz: float, presses: Sequence[BumperReport], times: Array) -> Iterator[BumperReport]:
    """Each names what pressed since the one before; none where the poses, sampled at ``times`` (s), have a hole."""
    if len(times) < 2:
        return
    period = 1.0 / rate_hz
    at = times[0] + period * np.arange(1, int((times[-1] - times[0]) / period + _SAME) + 1)
    gaps = np.diff(times)[np.clip(np.searchsorted(times, at - _SAME * period) - 1, 0, len(times) - 2)]
    first = np.searchsorted(pressed := np.array([report.time for report in presses]), at - period * (1.0 - _SAME))
    last = np.searchsorted(pressed, at + period * _SAME)
    for time, i, j in zip(at[gaps <= HOLE_S], first[gaps <= HOLE_S], last[gaps <= HOLE_S], strict=True):
        yield BumperReport(float(time), bumper, tuple(sorted({n for report in presses[i:j] for n in report.entities})))
