"""Where the sensors go: on the free mounts that let each look the way it has to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robotdsl_compiler.model.geometry import Pose, Vec3, add, box_corners
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.starter.choice import Choice
from robotdsl_compiler.starter.shelf import Libraries, Place, mated, parts_for

# The cosine of how far a sensor may be turned away from the way that it has to look, 25 degrees.
TURNED = 0.906
# Parts whose boxes reach this far into one another, in metres, stand in one another.
OVERLAP = 1e-4
# How many steps a search for mounts may take.
MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class _Need:
    """``words`` are what a mount for the type may be called after; ``upright`` and ``ahead`` which way its z and its
    x axis have to look.
    """

    words: tuple[str, ...]
    upright: bool = False
    ahead: bool = True
    stem: str = ""


_NEEDS: dict[str, _Need] = {
    "Lidar": _Need(("lidar", "laser", "scan"), upright=True, stem="lidar"),
    "Lidar3D": _Need(("lidar3d", "lidar_3d", "lidar", "laser"), upright=True, stem="lidar3d"),
    "Camera": _Need(("camera",), stem="camera"),
    "DepthCamera": _Need(("depth", "camera"), stem="depth"),
    "RGBD": _Need(("rgbd", "depth", "camera"), stem="rgbd"),
    "IMU": _Need(("imu",), upright=True, ahead=False, stem="imu"),
    "Ultrasonic": _Need(("ultrasonic", "sonar", "range"), stem="ultrasonic"),
    "Range": _Need(("range",), stem="range"),
    "Bumper": _Need(("bumper",), stem="bumper"),
}
SENSOR_TYPES = tuple(_NEEDS)
# What mounts are called after that are meant for no sensor.
_FREIGHT = ("payload", "caster")


def words(type: str) -> str:
    """Which way a sensor of ``type`` has to look, for messages."""
    need = _NEEDS[type]
    return {
        (True, True): "stand upright and look ahead",
        (True, False): "stand upright",
        (False, True): "look ahead",
        (False, False): "sit",
    }[(need.upright, need.ahead)]


@dataclass(frozen=True, slots=True)
class _Option:
    part: Part
    place: Place
    rank: int
    box: tuple[Vec3, Vec3] | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sensor that was asked for, and every way to have it, the best first."""

    type: str
    name: str
    options: tuple[_Option, ...]


def wanted(libraries: Libraries, types: Sequence[str], free: Sequence[Place]) -> list[Wanted]:
    """The options of each sensor of ``types`` on the ``free`` places."""
    found: list[Wanted] = []
    for i, type in enumerate(types):
        count = types[: i + 1].count(type)
        stem = _NEEDS[type].stem
        options = [
            _Option(part, place, _rank(type, place.mount), _box(part, pose))
            for place in free
            for part in parts_for(libraries, type)
            if _suits(type, pose := mated(part, type, place))
        ]
        options.sort(key=lambda option: option.rank)
        found.append(Wanted(type, stem if count == 1 else f"{stem}_{count}", tuple(options)))
    return found


def _suits(type: str, pose: Pose) -> bool:
    need = _NEEDS[type]
    upright, ahead = pose.turn((0.0, 0.0, 1.0))[2], pose.turn((1.0, 0.0, 0.0))[0]
    # What looks ahead stands as it may, but not on its head: a picture is then the right way up.
    return (upright >= TURNED if need.upright else upright > -TURNED) and (ahead >= TURNED or not need.ahead)


def _rank(type: str, mount: str) -> int:
    """How well a mount's name goes with a sensor: 0 it is called after it, 1 after none, 2 after something else."""
    if any(word in mount for word in _NEEDS[type].words):
        return 0
    return 1 if is_free_named(mount) else 2


def is_free_named(mount: str) -> bool:
    """Whether a mount is called neither after a sensor nor after freight."""
    taken = [*_FREIGHT, *(word for need in _NEEDS.values() for word in need.words)]
    return not any(word in mount for word in taken)


def _box(part: Part, pose: Pose) -> tuple[Vec3, Vec3] | None:
    """The box along the chassis axes about the part's shape."""
    if part.collision is not None:
        corners = [add(part.collision.origin, corner) for corner in box_corners(part.collision.size)]
    elif part.hull is not None:
        corners = list(part.hull.vertices)
    else:
        return None
    seen = [pose.apply(corner) for corner in corners]
    low, high = (tuple(pick(axis) for axis in zip(*seen, strict=True)) for pick in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def arrangements(sensors: Sequence[Wanted]) -> Iterator[tuple[Choice, ...]]:
    """Ways to give every sensor a mount of its own, the best first: those where no two stand in one another, then
    the rest. None where the mounts do not suffice.
    """
    if not _possible(sensors):
        return
    told = set()
    for apart in (True, False):
        for chosen in _search(sensors, apart):
            key = tuple((option.part.id, option.place.mount) for option in chosen)
            if key not in told:
                told.add(key)
                yield tuple(_choice(sensor, option, chosen) for sensor, option in zip(sensors, chosen, strict=True))


def _choice(sensor: Wanted, option: _Option, chosen: Sequence[_Option]) -> Choice:
    taken = {other.place.mount for other in chosen}
    others = [o.part.id for o in sensor.options if o.place == option.place and o.part is not option.part]
    places = [o.place.mount for o in sensor.options if o.part is option.part and o.place.mount not in taken]
    return Choice(sensor.type, sensor.name, option.part, option.place.mount, tuple(others), tuple(places))


def _search(sensors: Sequence[Wanted], apart: bool) -> Iterator[list[_Option]]:
    """Depth first, the sensors with the fewest options first."""
    order = sorted(range(len(sensors)), key=lambda i: (len(sensors[i].options), i))
    steps = 0
    chosen: dict[int, _Option] = {}

    def descend(depth: int) -> Iterator[list[_Option]]:
        nonlocal steps
        if depth == len(order):
            yield [chosen[i] for i in range(len(sensors))]
            return
        for option in sensors[order[depth]].options:
            steps += 1
            if steps > MOST_STEPS:
                return
            if any(option.place == o.place or (apart and _meet(option.box, o.box)) for o in chosen.values()):
                continue
            chosen[order[depth]] = option
            yield from descend(depth + 1)
            del chosen[order[depth]]

    yield from descend(0)


def _meet(a: tuple[Vec3, Vec3] | None, b: tuple[Vec3, Vec3] | None) -> bool:
    return a is not None and b is not None and all(
        a[0][k] < b[1][k] - OVERLAP and b[0][k] < a[1][k] - OVERLAP for k in range(3)
    )  # fmt: skip


def _possible(sensors: Sequence[Wanted]) -> bool:
    """Whether the mounts suffice at all: a matching of every sensor to a mount (Kuhn's augmenting paths)."""
    return unplaced(sensors) is None


def unplaced(sensors: Sequence[Wanted]) -> Wanted | None:
    """A sensor for which no mount is left once the others before it have theirs, or ``None``."""
    holder: dict[str, int] = {}

    def place(i: int, seen: set[str]) -> bool:
        for option in sensors[i].options:
            mount = option.place.mount
            if mount in seen:
                continue
            seen.add(mount)
            if mount not in holder or place(holder[mount], seen):
                holder[mount] = i
                return True
        return False

    return next((sensors[i] for i in range(len(sensors)) if not place(i, set())), None)
