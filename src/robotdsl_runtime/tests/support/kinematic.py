"""A world of exact shapes, a base that lags behind its commands, odometry that errs and a lidar: for navigation tests.

Nothing here uses the navigator's own geometry for collisions or for drawing the map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from robotdsl_runtime.geometry import Pose2, advance, compose
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STANDING, Velocity
from robotdsl_runtime.navigation.localizer import Localizer
from robotdsl_runtime.navigation.motion import Motion, NavigationStatus
from robotdsl_runtime.navigation.navigator import Navigator
from robotdsl_runtime.navigation.outline import Outline

Floats = NDArray[np.float64]
RESOLUTION = 0.05


@dataclass(frozen=True, eq=False)
class Shape:
    """A convex polygon ``points`` (n, 2) counter-clockwise, or a disc when ``radius`` is set (one point then)."""

    points: Floats
    radius: float = 0.0
    mapped: bool = True

    @cached_property
    def center(self) -> Floats:
        center: Floats = self.points.mean(axis=0)
        return center

    @cached_property
    def bound(self) -> float:
        return float(np.hypot(*(self.points - self.center).T).max()) + self.radius


def box(x: float, y: float, length: float, width: float, yaw: float = 0.0, mapped: bool = True) -> Shape:
    c, s = math.cos(yaw), math.sin(yaw)
    corners = np.array([(-length, -width), (length, -width), (length, width), (-length, width)]) / 2
    return Shape(corners @ np.array(((c, s), (-s, c))) + (x, y), 0.0, mapped)


def disc(x: float, y: float, radius: float, mapped: bool = True) -> Shape:
    return Shape(np.array([(x, y)]), radius, mapped)


def wall(ax: float, ay: float, bx: float, by: float, thickness: float = 0.1, mapped: bool = True) -> Shape:
    """A wall whose middle line runs from a to b."""
    length = math.hypot(bx - ax, by - ay)
    return box((ax + bx) / 2, (ay + by) / 2, length, thickness, math.atan2(by - ay, bx - ax), mapped)


def draw(shapes: Iterable[Shape], low: tuple[float, float], high: tuple[float, float]) -> OccupancyGrid:
    """The map: a cell is occupied when a mapped shape overlaps its square (separating axes, exact)."""
    columns, rows = (math.ceil((high[k] - low[k]) / RESOLUTION - 1e-9) for k in (0, 1))
    occupied = np.zeros((rows, columns), dtype=np.bool_)
    x = low[0] + (np.arange(columns) + 0.5) * RESOLUTION
    y = low[1] + (np.arange(rows) + 0.5) * RESOLUTION
    cx, cy = np.meshgrid(x, y)
    half = RESOLUTION / 2
    for shape in shapes:
        if not shape.mapped:
            continue
        if shape.radius:
            px, py = shape.points[0]
            gap = np.hypot(np.maximum(np.abs(cx - px) - half, 0), np.maximum(np.abs(cy - py) - half, 0))
            occupied |= gap < shape.radius
            continue
        inside = np.ones_like(occupied)
        (x0, y0), (x1, y1) = shape.points.min(axis=0), shape.points.max(axis=0)
        inside &= (cx + half > x0) & (cx - half < x1) & (cy + half > y0) & (cy - half < y1)
        edges = np.roll(shape.points, -1, axis=0) - shape.points
        for (ax, ay), (ex, ey) in zip(shape.points, edges, strict=True):
            nx, ny = ey, -ex
            inside &= nx * (cx - ax) + ny * (cy - ay) < half * (abs(nx) + abs(ny))
        occupied |= inside
    return OccupancyGrid(occupied, RESOLUTION, low)


def _segments_distance(points: Floats, a: Floats, b: Floats) -> float:
    """The least distance of points (n, 2) from segments a-b (m, 2 each)."""
    d = b - a
    length2 = np.maximum((d * d).sum(axis=1), 1e-18)
    t = np.clip(((points[:, None] - a) * d).sum(axis=2) / length2, 0, 1)
    return float(np.hypot(*np.moveaxis(points[:, None] - (a + t[..., None] * d), 2, 0)).min())


def _overlap(a: Floats, b: Floats) -> bool:
    for polygon, other in ((a, b), (b, a)):
        edges = np.roll(polygon, -1, axis=0) - polygon
        normals = np.stack((edges[:, 1], -edges[:, 0]), axis=1)
        gaps = (normals @ other.T) - (normals * polygon).sum(axis=1)[:, None]
        if (gaps.min(axis=1) >= 0).any():
            return False
    return True


def distance(corners: Floats, shape: Shape) -> float:
    """The distance between a convex polygon and a shape, 0 when they overlap."""
    following = np.roll(corners, -1, axis=0)
    if len(shape.points) == 1:
        edges = following - corners
        inside = edges[:, 0] * (shape.points[0, 1] - corners[:, 1]) > edges[:, 1] * (shape.points[0, 0] - corners[:, 0])
        if inside.all():
            return 0.0
        return max(_segments_distance(shape.points, corners, following) - shape.radius, 0.0)
    if _overlap(corners, shape.points):
        return 0.0
    after = np.roll(shape.points, -1, axis=0)
    return min(_segments_distance(corners, shape.points, after), _segments_distance(shape.points, corners, following))


def placed(outline: Floats, pose: Pose2) -> Floats:
    c, s = math.cos(pose[2]), math.sin(pose[2])
    corners: Floats = outline @ np.array(((c, s), (-s, c))) + (pose[0], pose[1])
    return corners


def clearance(outline: Floats, pose: Pose2, shapes: Sequence[Shape], within: float = 0.5) -> float:
    """The robot's distance from the nearest shape, at most ``within``."""
    corners = placed(outline, pose)
    reach = float(np.hypot(*outline.T).max()) + within
    nearest = within
    for shape in shapes:
        if math.dist(shape.center, pose[:2]) < shape.bound + reach:
            nearest = min(nearest, distance(corners, shape))
    return nearest


class Lidar:
    """Beams all round from a place on the robot; ``cast`` gives the returns (n, 2) in ``base_footprint``."""

    def __init__(
        self,
        shapes: Sequence[Shape],
        samples: int = 360,
        max_range: float = 12.0,
        noise: float = 0.01,
        origin: tuple[float, float] = (0.0, 0.0),
        field_of_view: float = 2 * math.pi,
    ) -> None:
        self.origin, self.max_range, self.noise, self.field_of_view = origin, max_range, noise, field_of_view
        spread = (np.arange(samples) + 0.5) / samples - 0.5
        self.angles = spread * field_of_view
        starts, ends, discs = [np.zeros((0, 2))], [np.zeros((0, 2))], []
        for shape in shapes:
            if shape.radius:
                discs.append((*shape.points[0], shape.radius))
            else:
                starts.append(shape.points)
                ends.append(np.roll(shape.points, -1, axis=0))
        self.a, self.b = np.concatenate(starts), np.concatenate(ends)
        self.discs = np.array(discs).reshape(-1, 3)

    def cast(self, pose: Pose2, rng: np.random.Generator) -> Floats:
        x, y, _ = compose(pose, (*self.origin, 0.0))
        bearing = pose[2] + self.angles
        dx, dy = np.cos(bearing)[:, None], np.sin(bearing)[:, None]
        ranges = np.full(len(bearing), np.inf)
        if len(self.a):
            ex, ey = (self.b - self.a).T
            ax, ay = self.a[:, 0] - x, self.a[:, 1] - y
            cross = dx * ey - dy * ex
            with np.errstate(divide="ignore", invalid="ignore"):
                t = (ax * ey - ay * ex) / cross
                u = (ax * dy - ay * dx) / cross
            t[~((u >= 0) & (u <= 1) & (t > 0))] = np.inf
            ranges = t.min(axis=1)
        if len(self.discs):
            cx, cy = self.discs[:, 0] - x, self.discs[:, 1] - y
            along = dx * cx + dy * cy
            root = self.discs[:, 2] ** 2 - (cx * cx + cy * cy - along * along)
            t = np.where(root > 0, along - np.sqrt(np.maximum(root, 0)), np.inf)
            t[t <= 0] = np.inf
            ranges = np.minimum(ranges, t.min(axis=1))
        hit = (ranges < self.max_range) & (ranges > 0.05)
        ranges = ranges[hit] + rng.normal(0.0, self.noise, int(hit.sum()))
        angles = self.angles[hit]
        points: Floats = np.stack(
            (self.origin[0] + ranges * np.cos(angles), self.origin[1] + ranges * np.sin(angles)), 1
        )
        return points


@dataclass
class Run:
    """What a run did: the true poses every control period, commands, the least clearance, and the end."""

    status: NavigationStatus
    reason: str | None
    message: str
    time: float
    pose: Pose2
    believed: Pose2
    clearance: float
    poses: list[Pose2] = field(default_factory=list)
    commands: list[Velocity] = field(default_factory=list)
    believed_poses: list[Pose2] = field(default_factory=list)


@dataclass
class World:
    """The base in its world. ``lag`` is the time constant of the drive, ``turn_share`` how much of a turn that the
    wheels report is made (skid steer), ``noise`` scales the random errors of odometry."""

    base: Base
    shapes: list[Shape]
    grid: OccupancyGrid
    start: Pose2 = (0.0, 0.0, 0.0)
    seed: int = 0
    lag: float = 0.06
    turn_share: float = 1.0
    noise: float = 1.0
    scan: bool = True
    lidar_noise: float = 0.01

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.pose = self.start
        self.odometry: Pose2 = (0.0, 0.0, 0.0)
        self.velocity = STANDING
        self.time = 0.0
        self.bend = 0.0
        self.lidar = Lidar(self.shapes, noise=self.lidar_noise)
        self.localizer = Localizer(self.grid, self.base, self.start)
        self.scale = 1.0 + self.noise * self.rng.normal(0.0, 0.01, 2)
        self.navigator = Navigator(self.grid, self.base)

    @property
    def believed(self) -> Pose2:
        return self.localizer.pose(self.odometry)

    def see(self) -> None:
        points = self.lidar.cast(self.pose, self.rng)
        if self.base.localization == "scan":
            self.localizer.update(self.odometry, points)
        self.navigator.observe(self.believed, points, max_range=self.lidar.max_range)

    def move(self, command: Velocity, dt: float) -> None:
        share = 1.0 - math.exp(-dt / self.lag)
        v, left, w = (now + share * (told - now) for now, told in zip(self.velocity, command, strict=True))
        if self.base.steers:
            # Its wheels roll along its way: the steering lags, within its limit, and the turn follows from it.
            most = 1.0 / self.base.min_turning_radius
            wanted = command[2] / command[0] if command[0] else self.bend
            self.bend += share * (min(max(wanted, -most), most) - self.bend)
            left, w = 0.0, v * self.bend
        self.velocity = (v, left, w)
        self.pose = advance(self.pose, v * dt, w * self.turn_share * dt, left * dt)
        jitter = self.rng.normal(0.0, 0.02, 2) * self.noise
        along, turned = self.scale[0] + jitter[0], self.scale[1] + jitter[1]
        self.odometry = advance(self.odometry, v * dt * along, w * dt * turned, left * dt * along)

    def drive(self, motion: Motion, seconds: float = 600.0, outline: Floats | None = None) -> Run:
        """Run the motion until it has ended and the base stands, or ``seconds`` have passed."""
        corners = self.base.outline.vertices if outline is None else outline
        run = Run(motion.status, None, "", 0.0, self.pose, self.believed, math.inf)
        began = self.time
        tick = 0
        while self.time - began < seconds:
            if tick % 2 == 0 and self.scan:
                self.see()
            command = motion.update(self.time, self.believed, self.velocity)
            told = (command.v, command.left, command.w)
            run.commands.append(told)
            run.poses.append(self.pose)
            run.believed_poses.append(self.believed)
            run.clearance = min(run.clearance, clearance(corners, self.pose, self.shapes))
            if motion.stopped:
                break
            for _ in range(5):
                self.move(told, 0.01)
                self.time += 0.01
            tick += 1
        run.status = motion.status
        run.reason = None if motion.reason is None else motion.reason.value
        run.message = motion.message
        run.time, run.pose, run.believed = self.time - began, self.pose, self.believed
        return run

    def navigate(self, goal: Pose2, seconds: float = 600.0) -> Run:
        self.navigator.go_to(goal)
        return self.drive(self.navigator, seconds)


def rectangle(length: float, width: float, ahead: float = 0.0) -> Outline:
    """An outline of a box whose middle lies ``ahead`` of the turning centre."""
    x, y = length / 2, width / 2
    return Outline.of([(ahead - x, -y), (ahead + x, -y), (ahead + x, y), (ahead - x, y)])


def base_of(outline: Outline, **changes: object) -> Base:
    fields: dict[str, object] = {
        "outline": outline,
        "max_speed": 0.6,
        "max_turn": 2.5,
        "max_acceleration": 1.5,
        "max_turn_acceleration": 6.0,
        "inflation_radius": outline.circumscribed + 0.3,
        "localization": "scan",
        "scan": "lidar",
    }
    return Base(**{**fields, **changes})
