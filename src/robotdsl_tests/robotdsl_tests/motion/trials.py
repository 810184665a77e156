"""Tells a base to move and measures, by the simulator's ground truth, what it does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.measure import GroundTruth, Measured
from robotdsl_runtime.geometry import normalize_angle
from robotdsl_runtime.kinematics.actuation import Actuation, Motion

from robotdsl_tests.motion.bases import Base

SETTLING_S, WAIT_S, WINDOW_S = 1.0, 1.0, 0.5
# A base on rollers starts on the crest of a roller's ball and rolls, ever slower, into the dip beside it.
AT_REST_S, REST_S = 15.0, 60.0
# Less than this of a motion, in m/s or rad/s, is rounding.
_NOTHING = 1e-9
# An embedded output has a world round the robot: it drives out here, where nothing stands.
_AWAY_M = 200.0
_SQUARE_M = 0.5
_CIRCLE_S = 4.0

# Shares of a base's limits: ahead, to the side, turning.
_PLAIN = ((1, 0), (0.5, 0), (-1, 0), (0, 1), (0, -1), (0, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5))
# A turn of 1 is the tightest that the speed allows: a car does not turn in place.
_STEERED = ((1, 0), (0.5, 0), (-1, 0), (0.5, 1), (0.5, -1), (1, 0.5), (1, -0.5), (-0.5, 1), (-0.5, -0.5))
_SIDEWAYS = ((0, 1, 0), (0, -1, 0), (0, 0.5, 0), (0.5, 0.5, 0), (0.5, -0.5, 0), (-0.5, 0.5, 0), (0.4, 0.4, 0.4))


@dataclass(frozen=True, slots=True)
class Trial:
    """What a base was ``told``, as far as its drive could do it, and what it did: m/s and rad/s; ``lean`` in rad."""

    told: Motion
    measured: Motion
    lean: float

    @property
    def speed_error(self) -> float | None:
        """How far the velocity along the floor is off, as a share of it; ``None`` when told to stay in place."""
        size = math.hypot(*self.told[:2])
        return self.creep / size if size else None

    @property
    def turn_error(self) -> float | None:
        return abs(self.measured[2] - self.told[2]) / abs(self.told[2]) if self.told[2] else None

    @property
    def creep(self) -> float:
        """How far the velocity along the floor is off, m/s."""
        return math.dist(self.told[:2], self.measured[:2])


@dataclass(frozen=True, slots=True)
class Rest:
    """How a base stands that is told nothing: it leans by ``lean`` rad once it has ``settled`` by so many metres, and
    after that drifts by ``drift`` metres along the floor, rises by ``rise`` metres and turns by ``turn`` rad.
    """

    lean: float
    settled: float
    drift: float
    rise: float
    turn: float


class Stand:
    """One base, at rest on its floor; every trial begins there."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.driver = Driver.load(base.output)
        self.data = mujoco.MjData(self.driver.model)
        self.driver.start(self.data)
        self.data.qpos[self.driver.root_qpos] += _AWAY_M
        mujoco.mj_forward(self.driver.model, self.data)
        self.truth = GroundTruth(self.driver, self.data)
        self.truth.watch(SETTLING_S)
        self._rest = mujoco.MjData(self.driver.model)
        mujoco.mj_copyData(self._rest, self.driver.model, self.data)

    def grid(self, every: int = 1) -> Iterator[Motion]:
        """The motions to try, over the base's limits; every so many of them."""
        v, left, w = self.base.speeds
        if not self.base.moves:
            return
        motions: list[Motion] = []
        for ahead, turn in _STEERED if self.base.radius else _PLAIN:
            most = min(w, abs(ahead) * v / self.base.radius) if self.base.radius else w
            motions.append((ahead * v, 0.0, turn * most))
        if left:
            motions += [(a * v, b * left, c * w) for a, b, c in _SIDEWAYS]
        yield from motions[::every]

    def trial(self, motion: Motion) -> Trial:
        told = self.tell(motion)
        started, measured = self.truth.watch(WAIT_S), self.truth.watch(WINDOW_S)
        return Trial(told, measured.motion, max(started.lean, measured.lean))

    def rest(self, seconds: float = REST_S) -> Rest:
        """Let it settle, and watch it for so long after that."""
        self.tell((0.0, 0.0, 0.0))
        settling = self.truth.watch(AT_REST_S).track
        lean, height = self.truth.lean(), self._height()
        resting = self.truth.watch(seconds).track
        settled, drift = (math.dist(track[0][:2], track[-1][:2]) for track in (settling, resting))
        return Rest(lean, settled, drift, self._height() - height, normalize_angle(resting[-1][2] - resting[0][2]))

    def _height(self) -> float:
        return float(self.data.qpos[self.driver.root_qpos + 2])

    def circle(self, motion: Motion) -> tuple[float, float]:
        """The radius of the circle that it is told to drive, by geometry, and of the one that it drives, m."""
        v, _, w = self.tell(motion)
        self.truth.watch(WAIT_S)
        return abs(v / w), _radius(self.truth.watch(_CIRCLE_S))

    def tightest(self, hand: float) -> Motion:
        """Along the base's tightest circle, to the left (1) or to the right (-1), slowly."""
        v, _, w = self.base.speeds
        v = min(v, w * self.base.radius) / 2.0
        return v, 0.0, hand * v / self.base.radius

    def square(self) -> float:
        """By how much of its length a square does not close that is driven ahead, left, back and right."""
        v, left, _ = (speed / 2.0 for speed in self.base.speeds)
        self.tell((0.0, 0.0, 0.0))
        start = self.truth.place()
        for a, b in ((v, 0.0), (0.0, left), (-v, 0.0), (0.0, -left)):
            self.driver.command(self.data, a, b, 0.0)
            self.truth.watch(_SQUARE_M / max(abs(a), abs(b)))
        self.driver.command(self.data, 0.0, 0.0, 0.0)
        self.truth.watch(WINDOW_S)
        return math.dist(start[:2], self.truth.place()[:2]) / (4.0 * _SQUARE_M)

    def tell(self, motion: Motion) -> Motion:
        """Back to rest, and told to move; what of it the drive can do."""
        driver = self.driver
        mujoco.mj_copyData(self.data, driver.model, self._rest)
        driver.command(self.data, *motion)
        told = driver.drive.command(motion)
        able = driver.drive.motion(Actuation(told.wheels, told.kingpins, driver.belt_motion))
        v, left, w = (part if abs(part) > _NOTHING else 0.0 for part in able)
        return v, left, w


def _radius(measured: Measured) -> float:
    """Of the circle nearest to the points of a track, by linear least squares (Kåsa's fit)."""
    points = np.array(measured.track)[:, :2]
    points = points - points.mean(axis=0)
    terms = np.column_stack([2.0 * points, np.ones(len(points))])
    (a, b, c), *_ = np.linalg.lstsq(terms, np.sum(points**2, axis=1), rcond=None)
    return math.sqrt(c + a * a + b * b)


def worst(values: Sequence[float | None]) -> float:
    """The greatest of those that are there."""
    return max((value for value in values if value is not None), default=0.0)
