"""The world and the driven path from above, laid out on a sheet: north (y) up, one scale both ways."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.evaluation.drawing.labels import Labels
from robotdsl_runtime.evaluation.drawing.palette import SPEED_STEPS
from robotdsl_runtime.evaluation.drawing.regions import Patch, Pose, Vec2
from robotdsl_runtime.evaluation.drawing.scene import Scene
from robotdsl_runtime.evaluation.drawing.sheet import Circle, Line, Point, Polygon, Shape, Sheet, Text, text_width
from robotdsl_runtime.evaluation.numbers import short

# The map's largest and least extent on the sheet, and the margins about it, in units of the sheet.
MAP_WIDTH, MAP_HEIGHT = 668.0, 600.0
LEAST_WIDTH, LEAST_HEIGHT = 400.0, 230.0
LEFT, RIGHT, TOP, HEADING, BOTTOM = 40.0, 12.0, 12.0, 28.0, 60.0
MARGIN_M = 0.35  # of floor around everything that is drawn
# A path that leaves the world by more than this is drawn up to there (a robot that was thrown out of it).
STRAY_M = 3.0
PATH_POINTS = 3000
# A point of the path stays where the path turns by more than this, and after this many units at the latest.
STRAIGHT_RAD, LONGEST = 0.03, 40.0
# Longer names are cut.
NAME_LETTERS = 22


@dataclass(frozen=True, slots=True)
class Frame:
    """Where world coordinates fall on the sheet: ``scale`` units to a metre, the world point (x0, y1) at the upper
    left corner of the map (left, top), which is ``width`` by ``height`` units large.
    """

    x0: float
    y1: float
    scale: float
    left: float
    top: float
    width: float
    height: float

    def at(self, p: Vec2) -> Point:
        return self.left + (p[0] - self.x0) * self.scale, self.top + (self.y1 - p[1]) * self.scale

    def inside(self, p: Vec2) -> bool:
        x, y = self.at(p)
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height

    @property
    def x1(self) -> float:
        return self.x0 + self.width / self.scale

    @property
    def y0(self) -> float:
        return self.y1 - self.height / self.scale


def nice_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is at least ``least``, a positive number."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= least * (1.0 - 1e-9))


def frame_of(scene: Scene, top: float) -> Frame:
    """A frame around everything that ``scene`` places, the map's upper edge ``top`` units down the sheet."""
    reach = max(0.2, scene.robot_length / 2.0)
    boxes = [r.box() for e in scene.entities for r in e.regions]
    points = [e.pose for e in scene.entities if e.pose is not None and not e.regions]
    points += [g.pose for g in scene.goals] + ([scene.spawn] if scene.spawn is not None else [])
    boxes += [(p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach) for p in points]
    if not boxes:
        x, y, _ = scene.motion.pose_at(0.0) if len(scene.motion) else (0.0, 0.0, 0.0)
        boxes = [(x - 1.0, y - 1.0, x + 1.0, y + 1.0)]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    if len(scene.motion):
        m = scene.motion
        x0 = min(x0, max(x0 - STRAY_M, float(m.x.min()) - reach))
        x1 = max(x1, min(x1 + STRAY_M, float(m.x.max()) + reach))
        y0 = min(y0, max(y0 - STRAY_M, float(m.y.min()) - reach))
        y1 = max(y1, min(y1 + STRAY_M, float(m.y.max()) + reach))
    wide, high = x1 - x0 + 2 * MARGIN_M, y1 - y0 + 2 * MARGIN_M
    scale = min(MAP_WIDTH / wide, MAP_HEIGHT / high)
    width, height = max(LEAST_WIDTH, wide * scale), max(LEAST_HEIGHT, high * scale)
    middle_x, middle_y = (x0 + x1) / 2.0, (y0 + y1) / 2.0
    return Frame(middle_x - width / scale / 2.0, middle_y + height / scale / 2.0, scale, LEFT, top, width, height)


class _Layout:
    def __init__(self, scene: Scene, frame: Frame) -> None:
        self.scene = scene
        self.frame = frame
        self.shapes: list[Shape] = []
        self.labels = Labels(frame.left, frame.top, frame.width, frame.height)

    # Pieces ------------------------------------------------------------------------------------------------------

    def region(self, region: Patch, style: str, title: str = "") -> None:
        if region.is_disc:
            self.shapes.append(
                Circle(self.frame.at(region.corners[0]), max(1.0, region.radius * self.frame.scale), style, title)
            )
        else:
            self.shapes.append(Polygon(tuple(self.frame.at(p) for p in region.corners), style, title))

    def robot(self, pose: Pose, style: str, title: str = "", nose: bool = True) -> None:
        self.region(self.scene.outline.placed(pose), style, title)
        if nose:
            self.region(self.scene.nose.placed(pose), "nose")

    # Layers, lowest first ----------------------------------------------------------------------------------------

    def floor(self) -> None:
        f = self.frame
        corners = ((f.left, f.top), (f.left + f.width, f.top), (f.left + f.width, f.top + f.height))
        self.shapes.append(Polygon((*corners, (f.left, f.top + f.height)), "floor"))
        step = nice_step(46.0 / f.scale)
        for k in range(math.ceil(f.x0 / step), math.floor(f.x1 / step) + 1):
            x, _ = f.at((k * step, 0.0))
            if f.left + 1 < x < f.left + f.width - 1:
                self.shapes.append(Line(((x, f.top + 0.5), (x, f.top + f.height - 0.5)), "grid"))
            if x > f.left + 8:
                self.shapes.append(Text((x, f.top + f.height + 14), short(k * step), "tick", "middle", 11.0))
        for k in range(math.ceil(f.y0 / step), math.floor(f.y1 / step) + 1):
            _, y = f.at((0.0, k * step))
            if f.top + 1 < y < f.top + f.height - 1:
                self.shapes.append(Line(((f.left + 0.5, y), (f.left + f.width - 0.5, y)), "grid"))
            if f.top + 4 < y < f.top + f.height - 4:
                self.shapes.append(Text((f.left - 6, y + 4), short(k * step), "tick", "end", 11.0))

    def surfaces(self) -> None:
        for entity in self.scene.entities:
            if entity.type == "SupportSurface":
                for region in entity.regions:
                    self.region(region, "support", f"{entity.name} ({entity.type})")

    def goals(self) -> None:
        for goal in self.scene.goals:
            x, y = center = self.frame.at(goal.pose[:2])
            if goal.tolerance is not None:
                within = f"within {short(goal.tolerance)} m of goal {goal.name}"
                self.shapes.append(Circle(center, max(5.0, goal.tolerance * self.frame.scale), "goal-zone", within))
            self.shapes.append(Circle(center, 5.0, "goal", f"goal {goal.name}"))
            self.shapes.append(Circle(center, 1.8, "goal-dot"))
            ahead = math.cos(goal.pose[2]), -math.sin(goal.pose[2])
            self.shapes.append(
                Line(((x + 5 * ahead[0], y + 5 * ahead[1]), (x + 13 * ahead[0], y + 13 * ahead[1])), "goal")
            )
            self.labels.block((x - 7, y - 7, x + 7, y + 7))

    def entities(self) -> None:
        for entity in self.scene.entities:
            title = f"{entity.name} ({entity.type})"
            style = "obstacle" if entity.type == "Obstacle" else "marker-solid"
            if entity.type != "SupportSurface":
                for region in entity.regions:
                    self.region(region, style, title)

    def flags(self) -> None:
        for entity in self.scene.entities:
            if not entity.regions and entity.pose is not None:
                title = f"{entity.name} ({entity.type})"
                x, y = self.frame.at(entity.pose[:2])
                self.shapes.append(Line(((x, y), (x, y - 17)), "pole", title))
                self.shapes.append(Polygon(((x, y - 17), (x + 11, y - 13), (x, y - 9)), "flag", title))
                self.shapes.append(Circle((x, y), 1.6, "flag"))
                self.labels.block((x - 3, y - 18, x + 12, y + 3))

    def path(self) -> None:
        runs = list(path_runs(self.scene, self.frame))
        for points, _ in runs:
            self.shapes.append(Line(points, "path-edge"))
        self.shapes.extend(Line(points, f"path-{step}") for points, step in runs)

    def ghosts(self) -> None:
        motion, length = self.scene.motion, self.scene.robot_length
        travelled = motion.travelled
        total = float(travelled[-1])
        every = max(1.3 * length, total / 12.0)
        for k in range(1, max(1, math.floor((total - 0.7 * length) / every) + 1)):
            i = int(np.searchsorted(travelled, k * every))
            pose = (float(motion.x[i]), float(motion.y[i]), float(motion.yaw[i]))
            if self.scene.closest is None or math.dist(pose[:2], self.scene.closest.pose[:2]) > 0.6 * length:
                self.robot(pose, "ghost", nose=False)

    def start_and_end(self) -> None:
        motion = self.scene.motion
        if not len(motion):
            if self.scene.spawn is not None:
                self.robot(self.scene.spawn, "start", "spawn")
            return
        start, end = motion.pose_at(float(motion.time[0])), motion.pose_at(float(motion.time[-1]))
        self.robot(start, "start", "start")
        self.robot(end, "robot", "end")
        for shapes in self.scene.parts.values():
            for region in shapes:
                if region.radius or len(region.corners) > 1:
                    self.region(region.placed(end), "robot-part")

    def closest(self) -> None:
        closest = self.scene.closest
        if closest is None:
            return
        title = f"closest approach: {short(closest.distance)} m to {closest.obstacle}"
        self.region(self.scene.outline.placed(closest.pose), "near-robot", title)
        a, b = self.frame.at(closest.on_robot), self.frame.at(closest.on_obstacle)
        self.shapes.append(Line((a, b), "near", title))
        for p in (a, b):
            self.shapes.append(Circle(p, 3.2, "near-dot", title))
            self.labels.block((p[0] - 4, p[1] - 4, p[0] + 4, p[1] + 4))

    def names(self) -> None:
        """The labels, the most telling first: where two would cover each other, the later one moves or is left out."""
        scene, frame = self.scene, self.frame
        half = scene.robot_length / 2.0 * frame.scale
        if scene.closest is not None:
            a, b = frame.at(scene.closest.on_robot), frame.at(scene.closest.on_obstacle)
            middle = (a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0
            self.labels.place(f"{short(scene.closest.distance)} m", middle, 3.0, "near-label", needed=True, beside=True)
        for goal in scene.goals:
            self.labels.place(cut(goal.name), frame.at(goal.pose[:2]), max(10.0, half), "goal-label", needed=True)
        motion = scene.motion
        if len(motion):
            start, end = (motion.pose_at(float(motion.time[k])) for k in (0, -1))
            if math.dist(start[:2], end[:2]) < scene.robot_length / 2.0:
                self.labels.place("start, end", frame.at(end[:2]), half, "robot-label")
            else:
                self.labels.place("start", frame.at(start[:2]), half, "robot-label")
                self.labels.place("end", frame.at(end[:2]), half, "robot-label")
        elif scene.spawn is not None:
            self.labels.place("spawn", frame.at(scene.spawn[:2]), half, "robot-label")
        for region in (r for e in scene.entities if e.type != "SupportSurface" for r in e.regions):
            if region.fills_its_box:
                (left, bottom), (right, top) = (frame.at(p) for p in (region.box()[:2], region.box()[2:]))
                self.labels.shun((left, top, right, bottom))
        path = (p for points, _ in path_runs(scene, frame) for p in _spaced(points, 12.0))
        # By squares of the sheet, so that a path that goes round and round is no more to avoid than one that does not.
        for column, row in sorted({(round(x / 10.0), round(y / 10.0)) for x, y in path}):
            self.labels.shun((10.0 * column - 5, 10.0 * row - 5, 10.0 * column + 5, 10.0 * row + 5))
        for entity in scene.entities:
            if entity.regions:
                x0, y0, x1, y1 = (f(r.box()[k] for r in entity.regions) for k, f in enumerate((min, min, max, max)))
                (left, bottom), (right, top) = frame.at((x0, y0)), frame.at((x1, y1))
                self.labels.place_on(cut(entity.name), (left, top, right, bottom), "label")
            elif entity.pose is not None:
                x, y = frame.at(entity.pose[:2])
                self.labels.place(cut(entity.name), (x + 4, y - 8), 10.0, "marker-label")
        self.shapes.extend(self.labels.texts)

    def foot(self, heading: str) -> None:
        """The scale bar and, where something was driven, what the path's colours mean."""
        f = self.frame
        y = f.top + f.height + 40.0
        length = nice_step(50.0 / f.scale)
        left, right = f.left, f.left + length * f.scale
        self.shapes.append(Line(((left, y), (right, y)), "scale"))
        for x in (left, right):
            self.shapes.append(Line(((x, y - 4), (x, y + 4)), "scale"))
        self.shapes.append(Text((right + 8, y + 4), f"{short(length)} m", "note", "start", 11.0))
        if heading:
            size = max(10.0, min(15.0, 15.0 * f.width / text_width(heading, 15.0)))
            fitting = int(f.width / text_width("x", size))
            text = heading if len(heading) <= fitting else f"{heading[: fitting - 2]}.."
            self.shapes.append(Text((f.left, TOP + 10.0), text, "heading", "start", size))
        if not len(self.scene.motion):
            self.shapes.append(Text((f.left + f.width, y + 4), "no motion recorded", "note", "end", 11.0))
            return
        fastest = f"{short(float(self.scene.motion.speed.max()))} m/s"
        self.shapes.append(Text((f.left + f.width, y + 4), fastest, "note", "end", 11.0))
        # Room for a page that writes larger.
        x = f.left + f.width - 1.25 * text_width(fastest, 11.0) - 4.0 - SPEED_STEPS * 14.0
        for k in range(SPEED_STEPS):
            corners = ((x + 14 * k, y - 4), (x + 14 * k + 14, y - 4), (x + 14 * k + 14, y + 4), (x + 14 * k, y + 4))
            self.shapes.append(Polygon(corners, f"speed-{k}"))
        self.shapes.append(Text((x - 8, y + 4), "speed  0", "note", "end", 11.0))


def _spaced(points: tuple[Point, ...], every: float) -> Iterable[Point]:
    """Points along a line, at most ``every`` units apart."""
    for a, b in itertools.pairwise(points):
        count = max(1, math.ceil(math.dist(a, b) / every))
        for k in range(count):
            yield a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count


def cut(name: str) -> str:
    """``name``, or its beginning when it is too long for a label."""
    return name if len(name) <= NAME_LETTERS else name[: NAME_LETTERS - 2] + ".."


def _straightened(points: list[Point]) -> tuple[Point, ...]:
    """``points`` without those at which a line hardly turns."""
    kept = [points[0]]
    for p, following in itertools.pairwise(points):
        before = math.atan2(p[1] - kept[-1][1], p[0] - kept[-1][0])
        after = math.atan2(following[1] - p[1], following[0] - p[0])
        if abs(math.remainder(after - before, math.tau)) > STRAIGHT_RAD or math.dist(p, kept[-1]) > LONGEST:
            kept.append(p)
    return (*kept, points[-1])


def path_runs(scene: Scene, frame: Frame) -> Iterable[tuple[tuple[Point, ...], int]]:
    """The driven path in pieces of one colour: points on the sheet and the step of the speed scale, 0 the slowest.

    Points that a straight line does without are thinned out; what lies outside of the map is left out.
    """
    motion = scene.motion
    if len(motion) < 2:
        return
    travelled = motion.travelled * frame.scale
    spacing = max(2.0, float(travelled[-1]) / PATH_POINTS)
    _, first = np.unique(np.floor(travelled / spacing), return_index=True)
    chosen = [*first.tolist(), *([len(motion) - 1] if first[-1] != len(motion) - 1 else [])]
    fastest = max(float(motion.speed.max()), 1e-9)
    steps = np.minimum(motion.speed / fastest * SPEED_STEPS, SPEED_STEPS - 1).astype(int)
    points: list[Point] = []
    current = -1
    for i, j in itertools.pairwise(chosen):
        a, b = (float(motion.x[i]), float(motion.y[i])), (float(motion.x[j]), float(motion.y[j]))
        if not (frame.inside(a) and frame.inside(b)):
            if points:
                yield _straightened(points), current
            points = []
            continue
        step = int(steps[j])
        if not points or step != current:
            if points:
                yield _straightened(points), current
            points, current = [frame.at(a)], step
        points.append(frame.at(b))
    if points:
        yield _straightened(points), current


def plan_of(scene: Scene, heading: str = "") -> tuple[Sheet, Frame]:
    """The sheet and the frame that it is drawn in. ``heading`` is written above the map."""
    top = TOP + (HEADING if heading else 0.0)
    frame = frame_of(scene, top)
    layout = _Layout(scene, frame)
    layout.floor()
    layout.surfaces()
    layout.entities()
    layout.goals()
    if len(scene.motion):
        layout.ghosts()
        layout.path()
    layout.start_and_end()
    layout.closest()
    layout.flags()
    layout.names()
    layout.foot(heading)
    return Sheet(LEFT + frame.width + RIGHT, top + frame.height + BOTTOM, tuple(layout.shapes)), frame
