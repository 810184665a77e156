"""What the robot covers: its parts' collision shapes in ``base_footprint``, seen from above and from the side."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.analysis.bodies import Body, flat, round_corners, shape_body
from robotdsl_compiler.model.facts import BeltFact, LinkFact, PlacedPart
from robotdsl_compiler.model.geometry import (
    Disc,
    Polygon,
    Pose,
    Region,
    Vec2,
    add,
    bounding_box,
    box_corners,
    convex_hull,
    scale,
    sub,
)


def bodies(
    part: PlacedPart, footprint: Pose, links: Iterable[LinkFact] = (), belts: Iterable[BeltFact] = ()
) -> tuple[Body, ...]:
    """The shapes that a placed part collides by: a wheel's sphere, its belt's box, its box or hull, its declared
    contacts, then the shapes of its links as their servos hold them. ``links`` and ``belts`` are those of the robot.
    """
    assert part.pose is not None
    record, pose = part.component.part, footprint @ part.pose
    found: list[Body] = []
    if record.wheel is not None:
        found.append(Body((pose.position,), record.wheel.radius))
    elif record.collision is not None:
        box = record.collision
        found.append(Body(tuple(pose.apply(add(box.origin, corner)) for corner in box_corners(box.size))))
    elif record.hull is not None:
        found.append(Body(tuple(pose.apply(v) for v in record.hull.vertices)))
    found += [_belt(belt) for belt in belts if belt.component is part.component]
    found += [Body((pose.apply(c.xyz),), c.radius) for c in record.contacts]
    found += [
        shape_body(shape.shape, link.pose @ shape.pose)
        for link in links
        if link.component is part.component
        for shape in link.link.shapes
    ]
    return tuple(found)


def _belt(belt: BeltFact) -> Body:
    """The box that stands on the belt's run; as low as the run where its height is not known."""
    half = scale(belt.left, belt.width / 2.0)
    up = (0.0, 0.0, belt.height or 0.0)
    foot = [move(end, half) for end in (belt.start, belt.end) for move in (add, sub)]
    return Body((*foot, *(add(corner, up) for corner in foot)))


def is_shapeless(part: PlacedPart) -> bool:
    """Whether the part declares nothing that it collides by; a ground contact beneath it is no outline of it."""
    record = part.component.part
    stated = (record.wheel, record.track, record.collision, record.hull)
    return all(each is None for each in stated) and not any(link.shapes for link in record.links.values())


def regions(
    part: PlacedPart, footprint: Pose, links: Iterable[LinkFact] = (), belts: Iterable[BeltFact] = ()
) -> tuple[Region, ...]:
    """What a placed part covers of the floor; a part without any shape is the point of its own frame."""
    found = tuple(body.region for body in bodies(part, footprint, links, belts))
    assert part.pose is not None
    return found or (Disc(flat((footprint @ part.pose).position), 0.0),)


def footprint_box(covered: Iterable[Region]) -> tuple[Vec2, ...]:
    """The box about all regions along the robot's axes, counter-clockwise from its rear right corner."""
    box = bounding_box(covered)
    if box is None:
        return ()
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def outline(covered: Iterable[Region]) -> tuple[Vec2, ...]:
    """The convex hull of all regions; it encloses every disc."""
    points: list[Vec2] = []
    for region in covered:
        if isinstance(region, Polygon):
            points += region.points
        else:
            points += round_corners(region.center, region.radius)
    return convex_hull(points)
