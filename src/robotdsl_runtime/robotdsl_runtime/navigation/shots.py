"""Ways of a car straight to a goal, as segments of constant steering, and what they are once they are driven."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, advance, relative
from robotdsl_runtime.navigation.path import SPACING, Drive
from robotdsl_runtime.navigation.reeds_shepp import LEFT, RIGHT, STRAIGHT, words

# What backing up costs against driving ahead, what a change between the two costs, and what a curve costs against a
# straight, in metres of way.
BACK_FACTOR = 2.0
CHANGE = 0.5
BENT_FACTOR = 1.05
# Segments shorter than this are left out, m.
_SHORTEST = 1e-6
# What rounding may turn an arc of nothing short of a whole circle by, rad.
_ROUNDING = 1e-9
# An arc of a shot at a point turns by no more than this.
_LARGEST_ARC = 1.5 * math.pi
# The steering of a drive changes over so much of its way, m.
_STEERING_WAY = 0.16


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a way with one steering: ``bend`` is the turn to the left per metre ahead, 1/m, and ``length`` in
    metres, negative when driven backwards.
    """

    bend: float
    length: float


Segments = tuple[Segment, ...]


def way_cost(segments: Sequence[Segment], ahead: float = 0.0) -> float:
    """What a way costs, in metres ahead; ``ahead`` is the sign of the motion before it, 0 from standing."""
    total = 0.0
    for segment in segments:
        way = abs(segment.length) * (BENT_FACTOR if segment.bend else 1.0)
        total += way if segment.length > 0.0 else BACK_FACTOR * way
        if ahead and segment.length * ahead < 0.0:
            total += CHANGE
        ahead = segment.length
    return total


def to_pose(start: Pose2, goal: Pose2, radius: float) -> list[Segments]:
    """Ways between two poses on circles of ``radius`` and straights."""
    return [
        tuple(Segment(steer / radius, length * radius) for steer, length in word if abs(length) * radius > _SHORTEST)
        for word in words(relative(start, goal), radius)
    ]


def to_point(start: Pose2, point: tuple[float, float], radius: float, offset: float) -> Iterator[Segments]:
    """Ways to any heading: an arc and a straight that point the robot's axis at ``point``, up to where the place on the
    axis ``offset`` ahead of the turning centre lies on it.
    """
    x, y, _ = relative(start, (*point, 0.0))
    for way in (1.0, -1.0):
        for side in (LEFT, RIGHT):
            # Seen as if driven ahead round a circle to the left.
            to_x, to_y = way * x, side * y - radius
            reach = math.hypot(to_x, to_y)
            if reach < radius:
                continue
            tangent = math.sqrt(reach * reach - radius * radius)
            arc = (math.atan2(to_y, to_x) + math.atan2(radius, tangent)) % (2.0 * math.pi)
            if 2.0 * math.pi - arc < _ROUNDING:
                arc = 0.0
            straight = tangent - way * offset
            if arc > _LARGEST_ARC or straight < 0.0:
                continue
            segments = (Segment(side / radius, way * radius * arc), Segment(STRAIGHT, way * straight))
            yield tuple(segment for segment in segments if abs(segment.length) > _SHORTEST)


def ends(start: Pose2, segments: Sequence[Segment]) -> list[Pose2]:
    """The pose at the end of each segment."""
    poses = []
    for segment in segments:
        start = advance(start, segment.length, segment.bend * segment.length)
        poses.append(start)
    return poses


def track(start: Pose2, segments: Sequence[Segment]) -> Floats:
    """Poses ``(n, 3)`` along the segments, ``SPACING`` apart at the most, both ends included; headings run on."""
    x, y, yaw = start
    parts = [np.array([start])]
    for segment in segments:
        count = max(1, math.ceil(abs(segment.length) / SPACING))
        along = segment.length * (np.arange(1, count + 1) / count)
        half = 0.5 * segment.bend * along
        chord = along * np.sinc(half / math.pi)
        part = np.stack((x + chord * np.cos(yaw + half), y + chord * np.sin(yaw + half), yaw + 2.0 * half), axis=1)
        parts.append(part)
        x, y, yaw = part[-1].tolist()
    return np.concatenate(parts)


def drives(start: Pose2, segments: Sequence[Segment]) -> list[Drive]:
    """The legs of a way: one drive for each part without a change of direction."""
    legs: list[Drive] = []
    run: list[Segment] = []
    for segment in (*segments, None):
        if run and (segment is None or segment.length * run[-1].length < 0.0):
            poses = track(start, run)
            legs.append(_steered(Drive.through(poses, reverse=run[-1].length < 0.0)))
            start, run = legs[-1].end, []
        if segment is not None:
            run.append(segment)
    return legs


def _steered(drive: Drive) -> Drive:
    """The drive with its curvature as a base can steer it, its steps drawn out over the way about them; the way that
    it is fed forward on leaves the track by millimetres.
    """
    count = min(2 * round(0.5 * _STEERING_WAY / SPACING) + 1, 2 * ((len(drive.curvature) - 1) // 2) + 1)
    padded = np.pad(drive.curvature, count // 2, mode="edge")
    curvature: Floats = np.convolve(padded, np.full(count, 1.0 / count), mode="valid")
    return Drive(drive.track, drive.stations, curvature, drive.reverse)
