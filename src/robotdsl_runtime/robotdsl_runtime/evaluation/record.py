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
_SCHEMA = "robotdsl.evidence/1"
_MEMBERS = (
    "schema",
    "time",
    "pose",
    "joint_names",
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
    """The record of a run with ``n`` samples of ``k`` joints.

    ``time`` (n,) in s; ``pose`` (n, 7) of base_footprint in the world, (x, y, z, qx, qy, qz, qw), as the simulator
    has it; ``position`` (n, k) rad, ``velocity`` (n, k) rad/s and ``effort`` (n, k) N m in the order of
    ``joint_names``. ``bumper_reports`` in the order of time; ``bumper_rate_hz`` how often each bumper reports, each
    report standing for one period.
    """

    time: Array
    pose: Array
    joint_names: tuple[str, ...] = ()
    position: Array = field(default_factory=lambda: np.empty((0, 0)))
    velocity: Array = field(default_factory=lambda: np.empty((0, 0)))
    effort: Array = field(default_factory=lambda: np.empty((0, 0)))
    bumper_reports: tuple[BumperReport, ...] = ()
    bumper_rate_hz: Mapping[str, float] = field(default_factory=dict)

    @staticmethod
    def empty() -> Evidence:
        """The evidence of a run that recorded nothing."""
        return Evidence(np.empty(0), np.empty((0, POSE_NUMBERS)))

    def since(self, time: float) -> Evidence:
        """What was recorded at ``time`` or later."""
        first = int(np.searchsorted(self.time, time, side="left"))
        return Evidence(
            self.time[first:],
            self.pose[first:],
            self.joint_names,
            self.position[first:],
            self.velocity[first:],
            self.effort[first:],
            tuple(report for report in self.bumper_reports if report.time >= time),
            self.bumper_rate_hz,
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
    )


def _names(names: Sequence[str]) -> npt.NDArray[np.str_]:
    return np.array(list(names), dtype=np.str_) if names else np.empty(0, dtype="<U1")


class Recorder:
    """Collects a run's evidence at a small, constant cost per sample: rows of one buffer that doubles when full.

    ``joint_names`` fixes the order of every sample's joints; ``bumper_rate_hz`` names each bumper that is listened
    to and how often it reports.
    """

    def __init__(self, joint_names: Sequence[str] = (), bumper_rate_hz: Mapping[str, float] | None = None) -> None:
        self._joint_names = tuple(joint_names)
        self._bumper_rate_hz = dict(bumper_rate_hz or {})
        joints = len(self._joint_names)
        first = 1 + POSE_NUMBERS
        self._position = slice(first, first + joints)
        self._velocity = slice(first + joints, first + 2 * joints)
        self._effort = slice(first + 2 * joints, first + 3 * joints)
        self._rows = np.empty((_FIRST_CAPACITY, first + 3 * joints))
        self._count = 0
        self._reports: list[BumperReport] = []

    def sample(
        self,
        time: float,
        pose: Sequence[float] | Array,
        positions: Sequence[float] | Array = (),
        velocities: Sequence[float] | Array = (),
        efforts: Sequence[float] | Array = (),
    ) -> None:
        """Take one sample: ``time`` (s), the 7 numbers of base_footprint's true pose, and each joint's position
        (rad), velocity (rad/s) and effort (N m). The numbers are copied. Raises ``ValueError`` for a wrong length.
        """
        joints = len(self._joint_names)
        # numpy would spread a single number over all columns.
        if len(pose) != POSE_NUMBERS or not (len(positions) == len(velocities) == len(efforts) == joints):
            raise ValueError(f"a sample has a pose of {POSE_NUMBERS} numbers and 3 numbers for each of {joints} joints")
        if self._count == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        row = self._rows[self._count]
        row[0] = time
        row[1 : 1 + POSE_NUMBERS] = pose
        row[self._position] = positions
        row[self._velocity] = velocities
        row[self._effort] = efforts
        self._count += 1

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
        rows = self._rows[: self._count]
        reports = [report for report in self._reports if report.bumper not in silent]
        for bumper in silent:
            presses = [report for report in self._reports if report.bumper == bumper]
            reports += _readings(bumper, self._bumper_rate_hz[bumper], presses, rows[:, 0])
        return Evidence(
            rows[:, 0].copy(),
            rows[:, 1 : 1 + POSE_NUMBERS].copy(),
            self._joint_names,
            rows[:, self._position].copy(),
            rows[:, self._velocity].copy(),
            rows[:, self._effort].copy(),
            tuple(sorted(reports, key=lambda report: report.time)),
            dict(self._bumper_rate_hz),
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
