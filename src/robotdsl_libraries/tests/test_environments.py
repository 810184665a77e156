"""Every environment of the example library: what it holds stands on something and in nothing; the middle is free."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotdsl_compiler.analysis.places import covered
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.library import Libraries
from robotdsl_compiler.model.geometry import box_corners
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.scenery import Environment
from robotdsl_compiler.model.shapes import Box
from robotdsl_compiler.support.terminal import render_all
from robotdsl_compiler.validation.plane import distance

LIBRARY = Path(__file__).resolve().parents[1] / "libraries" / "example"
ENVIRONMENTS = sorted(path.name for path in (LIBRARY / "environments").iterdir() if path.is_dir())
CORE = """\
Robot diff_bot {
    Diff_two_caster base(ref = "diff_bot_chassis")
    Standard left_wheel(ref = "diff_bot_wheel", mount = "left_wheel")
    Standard right_wheel(ref = "diff_bot_wheel", mount = "right_wheel")
    Caster caster(ref = "ball_caster", mount = "caster")
    Lidar lidar(ref = "lidar_360", mount = "lidar")
}
"""


@pytest.fixture(params=ENVIRONMENTS)
def environment(request: pytest.FixtureRequest, example: Libraries) -> Environment:
    (found,) = example.environments.find(request.param)
    return found


def check(folder: Path, ref: str, items: str = "", task: str = "Stop()", extra: str = "") -> Outcome:
    texts = {
        "core": CORE,
        "world": f"World w {{ spawn(robot = @core/diff_bot, pose = (0, 0, 0.05, 0, 0, 0, 1)) "
        f'Scenario s(ref = "{ref}") {{ {items} }} {extra} }}',
        "task": f"Task t {{ {task} }}",
    }
    for form, text in texts.items():
        (folder / f"p.{form}").write_text(text)
    return compile_program(Request((str(folder),), (str(LIBRARY),), check=True))


def test_every_folder_is_listed(example: Libraries) -> None:
    assert sorted(example.environments.ids()) == ENVIRONMENTS


def test_a_folder_holds_the_environment_only(environment: Environment) -> None:
    folder = LIBRARY / "environments" / environment.id
    assert {path.name for path in folder.iterdir()} == {"environment.yaml"}
    assert environment.provenance is not None
    assert environment.provenance["license"] == "Apache-2.0"


def test_it_compiles_without_a_word(environment: Environment, tmp_path: Path) -> None:
    """Nothing in it stands in another thing, and a robot may start in its middle."""
    outcome = check(tmp_path, environment.id)
    assert render_all(outcome.diagnostics) == ""
    findings = {finding.rule: finding.verdict.value for finding in outcome.findings}
    assert findings["world.spawn_clear"] == findings["world.entities_overlap"] == "pass"


def heights(entity: Entity) -> tuple[float, float]:
    """How low and how high an entity of boxes, cylinders upright or not, reaches."""
    low, high = [], []
    for placed in entity.shapes:
        pose, shape = entity.pose @ placed.pose, placed.shape
        # A cylinder or a ball lies within the box about it.
        size = shape.size if isinstance(shape, Box) else (2 * shape.radius, 2 * shape.radius, 2 * shape.radius)
        if not isinstance(shape, Box) and hasattr(shape, "height"):
            size = (size[0], size[1], shape.height)
        zs = [pose.apply(corner)[2] for corner in box_corners(size)]
        low.append(min(zs))
        high.append(max(zs))
    return min(low), max(high)


def test_everything_stands_on_the_floor_or_on_something(environment: Environment, tmp_path: Path) -> None:
    facts = check(tmp_path, environment.id).facts
    assert facts is not None
    entities = [fact.entity for fact in facts.world.entities if fact.entity.shapes]
    for entity in entities:
        low, _ = heights(entity)
        if abs(low) <= 1e-3:
            continue
        tops = []
        for other in entities:
            if other is entity:
                continue
            for placed, region in zip(other.shapes, covered(other), strict=True):
                pose = other.pose @ placed.pose
                if isinstance(placed.shape, Box) and min(distance(region, r) for r in covered(entity)) < 0.0:
                    tops.append(max(pose.apply(corner)[2] for corner in box_corners(placed.shape.size)))
        assert min(abs(low - top) for top in tops) <= 1e-3, f"{entity.name} hangs at {low:.4f} m"


def test_the_storeroom_is_what_it_says(example: Libraries) -> None:
    (room,) = example.environments.find("room_6x4")
    assert room.floor_span is not None
    entities = {entity.name: entity for entity in room.entities}
    walls = {name: e for name, e in entities.items() if name.startswith("wall_")}
    assert sorted(walls) == ["wall_east", "wall_north", "wall_south", "wall_west"]
    inner = {}
    for name, wall in walls.items():
        assert isinstance(wall.shape, Box)
        axis = 1 if name in ("wall_north", "wall_south") else 0
        inner[name] = abs(wall.pose.position[axis]) - wall.shape.size[axis] / 2.0
    assert inner["wall_east"] + inner["wall_west"] == pytest.approx(6.0)
    assert inner["wall_north"] + inner["wall_south"] == pytest.approx(4.0)
    assert (entities["dock"].type, entities["dock"].ref) == ("Marker", "floor_disc")
    placed = [entity.ref for entity in room.entities if entity.ref is not None]
    assert set(placed) == {
        "pallet_rack", "work_table", "pallet", "cardboard_box", "pallet_jack", "traffic_cone", "floor_disc",
    }  # fmt: skip
    assert sum(name.startswith("stack_carton") for name in entities) == 2


def test_the_program_of_the_documentation_checks_without_a_word(tmp_path: Path) -> None:
    outcome = check(
        tmp_path,
        "room_6x4",
        'Obstacle box(type = "box", pos = (1.2, 0, 0.25, 0, 0, 0, 1), size = (0.3, 0.3, 0.5))',
        "Navigate(goal = @world/goal) Navigate(goal = @world/dock)",
        "Goal goal(target = @world/dock)",
    )
    assert render_all(outcome.diagnostics) == ""
    findings = {finding.rule: finding.verdict.value for finding in outcome.findings}
    assert findings["world.goal_reachable"] == "pass"
