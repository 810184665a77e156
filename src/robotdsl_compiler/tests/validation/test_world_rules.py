"""The advisory rules on the world, the speeds and the motors, and the search below them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import settings
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Polygon, Pose, Vec2, convex_hull, quaternion_about
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, Sphere
from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.validation import Finding, reach, validate
from robotdsl_compiler.validation.column import column
from robotdsl_compiler.validation.reach import Reach, Searches

FactsOf = Callable[..., Facts]
quick = settings(max_examples=60)
SPAWN = "spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))"
GOAL = "Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1))"


def judge(facts: Facts) -> tuple[dict[str, Finding], list[tuple[str, str, str]]]:
    diagnostics = Diagnostics()
    findings = {f.rule: f for f in validate(facts, diagnostics)}
    assert all(d.level is Level.WARNING and not d.blocking for d in diagnostics)
    return findings, [
        (d.code.name.removeprefix("validation."), d.primary.span.text if d.primary else "", d.message)
        for d in diagnostics
    ]


def box(
    name: str, x: float, y: float, size: tuple[float, float, float], z: float | None = None, type: str = "Obstacle"
) -> str:
    up = size[2] / 2 if z is None else z
    return f'{type} {name}(type = "box", size = {size}, pos = ({x}, {y}, {up}, 0, 0, 0, 1))'


def room(*items: str, extra: str = GOAL) -> str:
    return f'World hall {{ {SPAWN} Scenario room(ref = "empty", ground_plane = true) {{ {" ".join(items)} }} {extra} }}'


# The ground under the start -----------------------------------------------------------------------------------------


def started(z: float, *items: str, floor: bool = True, gravity: str = "") -> str:
    ground = "true" if floor else "false"
    return (
        f"World hall {{ {gravity} spawn(robot = @core/bot, pose = (0, 0, {z}, 0, 0, 0, 1)) "
        f'Scenario room(ref = "empty", ground_plane = {ground}) {{ {" ".join(items)} }} }}'
    )


@pytest.mark.parametrize(
    ("world", "verdict", "message"),
    [
        (started(0.05), "pass", None),
        (started(-0.001), "pass", None),
        (started(-0.05), "fail", "the robot starts 50.0 mm below the top of the floor"),
        (started(-3.0), "fail", "the robot starts 3.00 m below the top of the floor"),
        (started(0.25), "fail", "the robot starts 0.25 m above the floor and drops onto it"),
        (started(0.0, floor=False), "fail", "there is no ground under the robot where it starts"),
        (started(0.0, box("deck", 0, 0, (2, 2, 0.1), -0.05, "SupportSurface"), floor=False), "pass", None),
        (started(0.1, box("deck", 0, 0, (2, 2, 0.1), 0.05, "SupportSurface")), "pass", None),
        (
            started(0.05, box("deck", 0, 0, (2, 2, 0.1), 0.05, "SupportSurface")),
            "fail",
            "the robot starts 50.0 mm below the top of `deck`",
        ),
        # It lies elsewhere, above, or does not collide.
        (
            started(0.0, box("deck", 2, 0, (1, 1, 0.1), type="SupportSurface"), floor=False),
            "fail",
            "there is no ground",
        ),
        (started(0.0, box("roof", 0, 0, (2, 2, 0.1), 2.0)), "pass", None),
        (started(0.0, box("mat", 0, 0, (2, 2, 0.2), 0.1, "Marker")), "pass", None),
        (started(0.05, gravity="physics(gravity = (1, 0, -9.8))"), "pass", None),
        *(
            (
                started(5.0, gravity=f"physics(gravity = {gravity})"),
                "fail",
                f"gravity of {gravity} m/s² does not hold the robot on the ground",
            )
            for gravity in ("(0, 0, 0)", "(0, 0, 9.81)", "(9.81, 0, 0)", "(0, 9, -9)")
        ),
    ],
)
def test_the_ground_under_the_start(
    facts_of: FactsOf, texts: Mapping[str, str], world: str, verdict: str, message: str | None
) -> None:
    findings, told = judge(facts_of(texts["duo"], world=world, task="Task t { Stop() }"))
    assert findings["world.spawn_supported"].verdict.value == verdict
    messages = [text for code, _, text in told if code == "world.spawn_supported"]
    assert len(messages) == (message is not None)
    assert message is None or messages[0].startswith(message)


def test_a_start_in_an_obstacle_is_told_once(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    world = started(0.1, box("crate", 0, 0, (0.6, 0.6, 0.4)))
    findings, told = judge(facts_of(texts["duo"], world=world, task="Task t { Stop() }"))
    assert findings["world.spawn_supported"].caused_by == "world.spawn_clear"
    assert [code for code, _, _ in told] == ["world.spawn_clear"]


@pytest.mark.parametrize(
    ("shape", "point", "expected"),
    [
        (Box((1.0, 2.0, 0.4)), (0.4, 0.9), (0.8, 1.2)),
        (Box((1.0, 2.0, 0.4)), (0.6, 0.0), None),
        (Sphere(0.5), (0.3, 0.0), (0.6, 1.4)),
        (Sphere(0.5), (0.5, 0.1), None),
        (Cylinder(0.5, 2.0), (0.3, 0.3), (0.0, 2.0)),
        (Cylinder(0.5, 2.0), (0.4, 0.4), None),
    ],
)
def test_a_plumb_line_through_a_shape(shape: Shape, point: Vec2, expected: tuple[float, float] | None) -> None:
    """About a centre 1 m up; a sphere of 0.5 m is 0.4 m to each side where it is met 0.3 m off its middle."""
    assert column(shape, Pose((0.0, 0.0, 1.0)), point) == (None if expected is None else pytest.approx(expected))


def test_a_plumb_line_through_turned_shapes() -> None:
    lying = Pose((0.0, 0.0, 1.0), quaternion_about((0.0, 1.0, 0.0), math.pi / 2.0))
    assert column(Cylinder(0.5, 2.0), lying, (0.9, 0.3)) == pytest.approx((0.6, 1.4))
    assert column(Cylinder(0.5, 2.0), lying, (1.1, 0.0)) is None
    # A slab that rises by 10 degrees: its top at x is that of its middle and x times the slope.
    ramp = Pose((0.0, 0.0, 0.0), quaternion_about((0.0, 1.0, 0.0), -math.radians(10.0)))
    found = column(Box((2.0, 1.0, 0.2)), ramp, (0.5, 0.0))
    half = 0.1 / math.cos(math.radians(10.0))
    middle = 0.5 * math.tan(math.radians(10.0))
    assert found == pytest.approx((middle - half, middle + half))


# The start and the goals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (0.2, "the robot starts in the obstacle `crate`"),
        (0.303, "the robot starts against the obstacle `crate`"),
        (0.32, None),
    ],
)
def test_the_start(facts_of: FactsOf, texts: Mapping[str, str], x: float, message: str | None) -> None:
    """The chassis reaches 0.15 m ahead, the crate 0.15 m back."""
    findings, told = judge(
        facts_of(texts["duo"], world=room(box("crate", x, 0, (0.3, 0.3, 0.5))), task="Task t { Stop() }")
    )
    assert told == ([] if message is None else [("world.spawn_clear", SPAWN, message)])
    assert findings["world.spawn_clear"].verdict.value == ("pass" if message is None else "fail")


@pytest.mark.parametrize(
    ("x", "label", "evidence"),
    [
        (0.2, "overlaps `crate`", "the nearest obstacle, crate, overlaps the robot"),
        (0.303, "3.0 mm from `crate`", "the nearest obstacle, crate, is 0.003 m away"),
    ],
)
def test_an_overlap_at_the_start_is_no_distance(
    facts_of: FactsOf, texts: Mapping[str, str], x: float, label: str, evidence: str
) -> None:
    diagnostics = Diagnostics()
    world = room(box("crate", x, 0, (0.3, 0.3, 0.5)))
    findings = {f.rule: f for f in validate(facts_of(texts["duo"], world=world, task="Task t { Stop() }"), diagnostics)}
    assert findings["world.spawn_clear"].evidence == evidence
    assert [d.primary.message for d in diagnostics if d.primary] == [label]


def test_the_start_is_judged_at_the_spawns_turn(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    """Beside the robot at 0.2 m the crate touches neither wheel; turned by a quarter, the nose does not reach it."""
    world = room(box("crate", 0.0, 0.25, (0.1, 0.1, 0.5)), extra="")
    turned = world.replace("0, 0, 0, 0, 0, 0, 1))", "0, 0, 0, 0, 0, 0.7071068, 0.7071068))", 1)
    near, far = (
        judge(facts_of(texts["duo"], world=w, task="Task t { Stop() }"))[0]["world.spawn_clear"].evidence
        for w in (world, turned)
    )
    assert near == "the nearest obstacle, crate, is 0.020 m away"  # the wheel's sphere reaches to 0.18
    assert far == "the nearest obstacle, crate, is 0.050 m away"  # the nose to 0.15


def test_marks_and_support_surfaces_do_not_block_the_start(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    world = room(
        box("pad", 0, 0, (2.0, 2.0, 0.01), type="SupportSurface"), box("spot", 0, 0, (1.0, 1.0, 0.01), type="Marker")
    )
    findings, _ = judge(facts_of(texts["duo"], world=world))
    assert findings["world.spawn_clear"].verdict.value == "not_applicable"


def wall_with_gap(gap: float) -> str:
    """A room from x = -1.5 to 4 and y = -1.5 to 1.5, and a wall across it at x = 1 with a gap around the x axis."""
    half = (1.5 - gap / 2) / 2
    return room(
        box("left", 1.0, gap / 2 + half, (0.1, 2 * half, 0.5)),
        box("right", 1.0, -gap / 2 - half, (0.1, 2 * half, 0.5)),
        box("north", 1.25, 1.5, (5.6, 0.1, 0.5)),
        box("south", 1.25, -1.5, (5.6, 0.1, 0.5)),
        box("west", -1.5, 0.0, (0.1, 3.1, 0.5)),
        box("east", 4.0, 0.0, (0.1, 3.1, 0.5)),
    )


@pytest.mark.parametrize(("gap", "verdict"), [(0.1, "fail"), (0.2, "fail"), (0.32, "pass"), (1.0, "pass")])
def test_a_goal_behind_a_gap(facts_of: FactsOf, texts: Mapping[str, str], gap: float, verdict: str) -> None:
    """The largest disc in the robot's outline has a radius of 0.15 m, less half a cell's diagonal for the search."""
    findings, told = judge(facts_of(texts["duo"], world=wall_with_gap(gap)))
    assert findings["world.goal_reachable"].verdict.value == verdict
    if verdict == "fail":
        message = "the robot cannot reach `there`: no gap on the way is wide enough"
        assert told == [("world.goal_reachable", "@world/there", message)]


def test_a_goal_inside_an_obstacle(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    world = room(box("crate", 2.5, 0, (0.3, 0.3, 0.5)))
    task = "Task t { Navigate(goal = @world/there) Navigate(goal = @world/crate) GoalReached(goal = @world/crate) }"
    _, told = judge(facts_of(texts["duo"], world=world, task=task))
    assert told == [
        ("world.goal_reachable", "@world/there", "the robot cannot reach `there`: an obstacle is there"),
        ("world.goal_reachable", "@world/crate", "the robot cannot reach `crate`: an obstacle is there"),
    ]


def test_goals_are_not_tried_from_within_an_obstacle(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    findings, told = judge(facts_of(texts["duo"], world=room(box("crate", 0.1, 0, (0.3, 0.3, 0.5)))))
    assert findings["world.goal_reachable"].caused_by == "world.spawn_clear"
    assert [code for code, _, _ in told] == ["world.spawn_clear"]


def test_goals_of_a_robot_without_outline_are_not_tried(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    findings, told = judge(facts_of(f'{texts["duo"]} Attachment g(ref = "ghost", mount = "top_0")'))
    assert findings["world.goal_reachable"].caused_by == "assembly.footprint_known"
    assert [code for code, _, _ in told] == ["assembly.footprint_known"]


def test_a_start_beside_which_a_part_has_no_shape_is_not_taken_for_clear(
    facts_of: FactsOf, texts: Mapping[str, str]
) -> None:
    robot = f'{texts["duo"]} Attachment g(ref = "ghost", mount = "top_0")'
    findings, told = judge(facts_of(robot, world=room(box("crate", 2, 2, (0.3, 0.3, 0.5)))))
    assert findings["world.spawn_clear"].verdict.value == "unknown"
    assert findings["world.spawn_clear"].caused_by == "assembly.footprint_known"
    assert [code for code, _, _ in told] == ["assembly.footprint_known"]


def test_a_goal_that_is_too_far_to_search_for_is_told(
    facts_of: FactsOf, texts: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "MOST_CELLS", 10)
    findings, told = judge(facts_of(texts["duo"], world=wall_with_gap(1.0)))
    assert findings["world.goal_reachable"].verdict.value == "unknown"
    message = "whether the robot can reach `there` was not found out: the world is too large"
    assert told == [("world.goal_reachable", "@world/there", message)]


def test_a_search_of_a_large_world_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Polygon(((10.0, -60.0), (11.0, -60.0), (11.0, 60.0), (10.0, 60.0)))
    monkeypatch.setattr(reach, "MOST_CELLS", 5_000)
    assert Searches((0.0, 0.0), 0.1, [wall], (-60.0, -60.0), (120.0, 120.0)).to((20.0, 0.0)) is Reach.GAVE_UP


def test_reaching_where_one_stands() -> None:
    assert Searches((0.01, 0.01), 0.1, [], (-2.0, -2.0), (4.0, 4.0)).to((0.02, 0.02)) is Reach.PATH


def test_a_closed_cell_is_found_closed_from_either_side() -> None:
    ring = [
        Polygon(convex_hull([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]))
        for x, y, w, h in (
            (1.0, 0.0, 0.05, 1.05),
            (-1.0, 0.0, 0.05, 1.05),
            (0.0, 1.0, 1.05, 0.05),
            (0.0, -1.0, 1.05, 0.05),
        )
    ]
    for start, end in (((0.0, 0.0), (3.0, 3.0)), ((3.0, 3.0), (0.0, 0.0))):
        assert Searches(start, 0.1, ring, (-20.0, -20.0), (40.0, 40.0)).to(end) is Reach.NO_PATH
    assert Searches((0.5, 0.5), 0.1, ring, (-20.0, -20.0), (40.0, 40.0)).to((-0.5, -0.5)) is Reach.PATH


def test_searches_from_one_start_answer_as_each_alone_would() -> None:
    walls = [
        Polygon(convex_hull([(x - 0.05, y0), (x + 0.05, y0), (x + 0.05, y1), (x - 0.05, y1)]))
        for x, y0, y1 in ((1.0, -3.0, 2.0), (2.0, -2.0, 3.0), (-1.0, -3.0, 3.0))
    ]
    where = ((-3.0, -3.0), (6.0, 6.0))
    goals = [(x * 0.7, y * 0.7) for x in range(-4, 5) for y in range(-4, 5)]
    together = Searches((0.0, 0.0), 0.2, walls, *where)
    alone = [Searches((0.0, 0.0), 0.2, walls, *where).to(goal) for goal in goals]
    # What was found once is not searched for again.
    assert [together.to(goal) for goal in goals * 2] == alone * 2
    assert {Reach.PATH, Reach.NO_PATH, Reach.GOAL_BLOCKED} == set(alone)


def test_many_goals_cost_no_more_than_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    free = reach._Field.free
    monkeypatch.setattr(reach._Field, "free", lambda self, cell: asked.append(cell) or free(self, cell))
    search = Searches((0.0, 0.0), 0.1, [], (-3.0, -3.0), (6.0, 6.0))
    assert all(search.to((x * 0.05, 1.0)) is Reach.PATH for x in range(-50, 50))
    # Each cell is asked of from its four neighbours at most.
    assert len(asked) < 4 * 120 * 120
    assert len(asked) < 4 * len(set(asked)) + 100 * 4


# Entities -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "label"),
    [
        (box("a", 3, 3, (1, 1, 1)), box("b", 3.2, 3, (0.2, 0.2, 1)), "inside `a`"),
        (box("a", 3, 3, (0.2, 0.2, 1)), box("b", 3.4, 3, (1, 1, 1)), "around `a`"),
        # Walls that meet in a corner, a box on a table, boxes side by side, a mark below.
        (box("a", 3, 3, (4, 0.1, 1)), box("b", 5, 5, (0.1, 4.1, 1)), None),
        (box("a", 3, 3, (1, 1, 1)), box("b", 3, 3, (0.2, 0.2, 0.2), z=1.1), None),
        (box("a", 3, 3, (1, 1, 1)), box("b", 4, 3, (1, 1, 1)), None),
        (box("a", 3, 3, (1, 1, 1)), box("b", 3, 3, (0.2, 0.2, 1), type="Marker"), None),
    ],
)
def test_entities_in_one_another(
    facts_of: FactsOf, texts: Mapping[str, str], a: str, b: str, label: str | None
) -> None:
    world = room(a, b, extra="Goal there(pose = (0, 1, 0, 0, 0, 0, 1))")
    diagnostics = Diagnostics()
    validate(facts_of(texts["duo"], world=world), diagnostics)
    found = [
        (d.message, d.primary.label if hasattr(d.primary, "label") else d.primary.message)
        for d in diagnostics
        if d.primary
    ]
    assert found == ([] if label is None else [("`a` and `b` stand in one another", label)])


def test_round_entities_hold_what_is_inside(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    world = room(
        'Obstacle ball(type = "sphere", size = (1, 1, 1), pos = (3, 3, 0.5, 0, 0, 0, 1))',
        box("core", 3.0, 3.3, (0.1, 0.1, 0.1), z=0.5),
        'Obstacle drum(type = "cylinder", size = (1, 1, 0.4), pos = (-3, 3, 0.2, 0, 0, 0, 1))',
        box("lid", -3.0, 3.0, (0.1, 0.1, 0.1), z=0.45),
        box("heart", -3.0, 3.3, (0.1, 0.1, 0.1), z=0.3),
    )
    _, told = judge(facts_of(texts["duo"], world=world))
    assert [message for _, _, message in told] == [
        "`ball` and `core` stand in one another", "`drum` and `heart` stand in one another",
    ]  # fmt: skip


def test_in_a_heap_each_is_told_once(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    heap = [box(f"b{i}", 3, 3, (1, 1, 1)) for i in range(200)]
    world = room(*heap, extra="Goal there(pose = (0, 1, 0, 0, 0, 0, 1))")
    findings, told = judge(facts_of(texts["duo"], world=world))
    messages = [message for _, _, message in told]
    assert len(messages) == 199
    assert messages[:3] == [
        "`b0` and `b1` stand in one another",
        "`b2` stands in or around `b0` and `b1`",
        "`b3` stands in or around `b0`, `b1` and `b2`",
    ]
    assert messages[-1] == "`b199` stands in or around `b0`, `b1`, `b2` and others"
    assert findings["world.entities_overlap"].evidence.startswith("at least ")


# Speeds and motors ----------------------------------------------------------------------------------------------------

MOTORED = """Diff_two_caster base(ref = "duo")
    Motor ml(ref = "motor", mount = "left_wheel") Motor mr(ref = "motor", mount = "right_wheel")
    Standard l(ref = "wheel", mount = "ml.shaft") Standard r(ref = "wheel", mount = "mr.shaft")
    Caster c(ref = "caster", mount = "under")"""
FAST = "Task t { Advance(distance_m = 1, speed_mps = 0.7) BackUp(distance_m = 1, speed_mps = 0.6) }"


def test_a_speed_that_the_motors_do_not_reach(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    """12 rad/s at 0.05 m: 0.6 m/s."""
    _, told = judge(facts_of(MOTORED, task=FAST))
    message = "`Advance` asks for 0.7 m/s, and the motors reach 0.60 m/s unloaded"
    assert told == [("drive.speed_reachable", "0.7", message)]
    findings, told = judge(facts_of(texts["duo"], task=FAST))
    assert (findings["drive.speed_reachable"].verdict.value, told) == ("not_applicable", [])


def test_motors_geared_without_a_stated_reduction_leave_speed_and_force_open(
    facts_of: FactsOf, box_part: Callable[..., dict[str, Any]]
) -> None:
    sides = (("left", 1), ("right", -1))
    geared = box_part(
        "geared", "chassis", 3.0, (0.3, 0.2, 0.08), center_x=-0.05,
        collision={"type": "box", "size": [0.3, 0.2, 0.08], "origin_xyz": [0, 0, 0]},
        connectors={
            "under": {"pos": [-0.12, 0, -0.04], "dir": [0, 0, -1]},
            **{f"{side}_wheel": {"pos": [0, 0.12 * sign, 0], "dir": [0, sign, 0]} for side, sign in sides},
            **{f"{side}_motor": {"pos": [0.1, 0.05 * sign, 0.04], "dir": [0, 0, 1]} for side, sign in sides},
        },
        drivelines=[{"motor": f"{side}_motor", "drives": [f"{side}_wheel"]} for side, _ in sides],
        profiles={
            "Diff_two_caster": {
                "mounts": {name: name for side, _ in sides for name in (f"{side}_wheel", f"{side}_motor")}
            }
        },
    )  # fmt: skip
    robot = """Diff_two_caster base(ref = "geared")
        Motor ml(ref = "motor", mount = "left_motor") Motor mr(ref = "motor", mount = "right_motor")
        Standard l(ref = "wheel", mount = "left_wheel") Standard r(ref = "wheel", mount = "right_wheel")
        Caster c(ref = "caster", mount = "under")"""
    findings, told = judge(facts_of(robot, geared, task=FAST))
    assert findings["drive.speed_reachable"].missing == ("the reduction of the drivelines",)
    assert findings["power.motor_margin"].missing == ("the torque at l", "the torque at r")
    assert [(code, place) for code, place, _ in told] == [
        ("drive.speed_reachable", "0.7"), ("drive.speed_reachable", "0.6"),
        ("power.motor_margin", 'Standard l(ref = "wheel", mount = "left_wheel")'),
        ("power.motor_margin", 'Standard r(ref = "wheel", mount = "right_wheel")'),
    ]  # fmt: skip


def test_the_motors_margin(facts_of: FactsOf, box_part: Callable[..., dict[str, Any]]) -> None:
    """48 N at stall; 3.7 kg on 5 degrees, rolling: 3.7005 * 9.81 * (sin + 0.02 cos) = 3.9 N."""
    findings, _ = judge(facts_of(MOTORED))
    evidence = "48.0 N at stall; 3.9 N move 3.70 kg up 5 degrees (a floor's own slope)"
    assert findings["power.motor_margin"].evidence == evidence
    assert findings["power.motor_margin"].verdict.value == "pass"
    weak = box_part(
        "weak", "motor", 0.15, (0.03, 0.03, 0.03), motor={"stall_torque": 0.1, "no_load_speed": 20.0},
        collision={"type": "box", "size": [0.03, 0.03, 0.03], "origin_xyz": [0, 0, 0]},
        connectors={
            "body": {"pos": [0, -0.015, 0], "dir": [0, -1, 0]}, "shaft": {"pos": [0, 0.015, 0], "dir": [0, 1, 0]},
        },
        profiles={"Motor": {"mounts": {"base": "body", "shaft": "shaft"}}},
    )  # fmt: skip
    _, told = judge(facts_of(MOTORED.replace('"motor"', '"weak"'), weak))
    message = "the motors push with 4.0 N at stall, and 3.9 N are needed on a slope of 5 degrees"
    assert told == [("power.motor_margin", "base", message)]


def test_a_ramp_asks_for_more(facts_of: FactsOf) -> None:
    s, c = math.sin(math.radians(10.0)), math.cos(math.radians(10.0))
    ramp = f'SupportSurface ramp(type = "box", size = (1, 1, 0.02), pos = (-1.5, 0, 0.1, 0, {s:.9f}, 0, {c:.9f}))'
    steep = ramp.replace("ramp(", "wall(").replace(f"{s:.9f}, 0, {c:.9f}", "0.5, 0, 0.8660254")
    findings, _ = judge(facts_of(MOTORED, world=room(ramp, steep)))
    # The second one stands at 60 degrees, and nothing drives up there.
    needed = 3.7005 * 9.81 * (math.sin(math.radians(20)) + 0.02 * math.cos(math.radians(20)))
    evidence = f"48.0 N at stall; {needed:.1f} N move 3.70 kg up 20 degrees (ramp)"
    assert findings["power.motor_margin"].evidence == evidence


def test_a_robot_without_motors_has_no_margin(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    assert judge(facts_of(texts["duo"]))[0]["power.motor_margin"].verdict.value == "not_applicable"
