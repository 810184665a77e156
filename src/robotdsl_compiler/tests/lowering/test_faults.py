"""Every fault of names and types: its code, the text that it points at, its message, and that nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from robotdsl_compiler.support.catalogue import CATALOGUE
from robotdsl_compiler.support.diagnostic import Phase

POSE = "(0, 0, 0, 0, 0, 0, 1)"
SPAWN = f"spawn(robot = @core/bot, pose = {POSE})"
GOAL = f"Goal there(pose = {POSE})"
NEEDS_POSE = "a pose (x, y, z, qx, qy, qz, qw)"

# What is added to a sound program, one statement each: (form, statement, code, text pointed at, message).
FAULTS: list[tuple[str, str, str, str, str]] = [
    # components
    ("core", 'Lidr l(ref = "laser", mount = "top_1")', "name.unknown_component_type", "Lidr",
     "`Lidr` is not a component type"),
    ("core", 'Mecanum m(ref = "wheel", mount = "top_1")', "name.type_not_supported", '"wheel"',
     "the part `wheel` cannot be used as `Mecanum`"),
    ("core", 'Lidar l(ref = "lasr", mount = "top_1")', "name.unknown_part", '"lasr"',
     "no given library holds a part `lasr`"),
    ("core", 'Lidar l(ref = "wheel", mount = "top_1")', "name.part_category_mismatch", '"wheel"',
     "`Lidar` takes a part of category sensor, and `wheel` is a wheel"),
    ("core", 'Lidar l(ref = "ghost", mount = "top_1")', "name.part_category_mismatch", '"ghost"',
     "`Lidar` takes a part of category sensor, and `ghost` is an attachment"),
    ("core", 'Lidar l(ref = "imu", mount = "top_1")', "name.type_not_supported", '"imu"',
     "the part `imu` cannot be used as `Lidar`"),
    ("core", 'Diff_drive other(ref = "quad")', "name.multiple_chassis", "other",
     "the robot `bot` has more than one chassis"),
    ("core", 'IMU caster(ref = "imu", mount = "top_1")', "name.duplicate", "caster",
     "the name `caster` is declared twice in @core"),
    ("core", 'IMU i(ref = "imu", mount = "tpo_1")', "name.unknown_reference", '"tpo_1"',
     "`base` has no mount `tpo_1`"),
    ("core", 'IMU i(ref = "imu", mount = "mast.top")', "name.unknown_reference", '"mast.top"',
     "no component `mast` is declared for `i` to be mounted on"),
    ("core", 'IMU i(ref = "imu", mount = "caster.shaft")', "name.unknown_reference", '"caster.shaft"',
     "`caster` has no mount `shaft`"),
    ("core", 'IMU i(ref = "imu", mount = "i.base")', "name.unknown_reference", '"i.base"', "`i` is mounted on itself"),
    ("core", 'IMU i(ref = "imu")', "type.exactly_one_of", "IMU",
     "`IMU` needs exactly one of `glue` and `mount`, and has none"),
    ("core", 'IMU i(ref = "imu", glue = (0, 0, 0, 0, 0, 1), mount = "top_1")', "type.exactly_one_of", 'mount = "top_1"',
     "`IMU` takes exactly one of `glue` and `mount`, not both"),
    ("core", 'IMU i(mount = "top_1")', "type.missing_parameter", "IMU", "`IMU` needs the parameter `ref`"),
    ("core", 'IMU i(reff = "imu", mount = "top_1")', "type.unknown_parameter", "reff", "`IMU` has no parameter `reff`"),
    ("core", 'IMU i(ref = "imu", mount = "top_1", colour = "red")', "type.unknown_parameter", "colour",
     "`IMU` has no parameter `colour`"),
    ("core", 'IMU i(ref = 3, mount = "top_1")', "type.wrong_value_type", "3",
     "`ref` of `IMU` takes a string, not a number"),
    ("core", 'IMU i(ref = "imu", mount = @core/base)', "type.wrong_value_type", "@core/base",
     "`mount` of `IMU` takes a string, not a reference"),
    ("core", 'IMU i(ref = "imu", glue = (0, 0, 0, 0, 1))', "type.wrong_tuple_length", "(0, 0, 0, 0, 1)",
     "`glue` of `IMU` takes a tuple (x, y, z, nx, ny, nz) or (x, y, z, nx, ny, nz, roll), not 5 numbers"),
    ("core", 'IMU i(ref = "imu", glue = (0, 0, 0, 0, 0, 2))', "type.not_unit_vector", "0, 0, 2",
     "the direction (nx, ny, nz) of `glue` of `IMU` has length 2 instead of 1"),
    ("core", 'IMU i(ref = "imu", glue = (0, 0, 0, 0, 0, 0))', "type.not_unit_vector", "0, 0, 0",
     "the direction (nx, ny, nz) of `glue` of `IMU` has length 0 instead of 1"),
    # the world
    ("world", "spwn()", "name.unknown_entity_type", "spwn", "`spwn` is not a statement of a world"),
    ("world", f'Obstacle o(type = "box", size = (1, 1, 1), pos = {POSE})', "name.unknown_entity_type", "Obstacle",
     "`Obstacle` is not a statement of a world"),
    ("world", f"spawn(robot = @core/bot, pose = {POSE})", "name.duplicate", f"spawn(robot = @core/bot, pose = {POSE})",
     "the world places the robot twice"),
    ("world", "physics() physics()", "name.duplicate", "physics()", "the world states its physics twice"),
    ("world", "physics(gravity = (0, 0))", "type.wrong_tuple_length", "(0, 0)",
     "`gravity` of `physics` takes a tuple of 3 numbers (x, y, z), not 2 numbers"),
    ("world", "physics(gravity = -9.81)", "type.wrong_value_type", "-9.81",
     "`gravity` of `physics` takes a tuple of 3 numbers (x, y, z), not a number"),
    ("world", "physics earth()", "type.unknown_parameter", "earth", "`physics` takes no name"),
    ("world", 'Scenario s(ref = "room_6x4")', "name.unknown_part", '"room_6x4"',
     "no given library holds an environment `room_6x4`"),
    ("world", 'Scenario s(ref = "empty", ground_plane = true)', "name.duplicate", "ground_plane = true",
     "a world has one floor, and this scenario lays a second one"),
    ("world", 'Scenario s(ref = "empty", ground_plane = "yes")', "type.wrong_value_type", '"yes"',
     "`ground_plane` of `Scenario` takes true or false, not a string"),
    ("world", "Scenario s()", "type.missing_parameter", "Scenario", "`Scenario` needs the parameter `ref`"),
    ("world", 'Scenario(ref = "empty")', "type.missing_parameter", "Scenario", "a `Scenario` needs a name"),
    ("world", 'Scenario room(ref = "empty")', "name.duplicate", "room",
     "the name `room` is declared twice among the scenarios"),
    ("world", f"Goal(pose = {POSE})", "type.missing_parameter", "Goal", "a `Goal` needs a name"),
    ("world", f"Goal crate(pose = {POSE})", "name.duplicate", "crate", "the name `crate` is declared twice in @world"),
    ("world", "Goal g()", "type.exactly_one_of", "Goal",
     "`Goal` needs exactly one of `pose` and `target`, and has none"),
    ("world", f"Goal g(pose = {POSE}, target = @world/crate)", "type.exactly_one_of", "target = @world/crate",
     "`Goal` takes exactly one of `pose` and `target`, not both"),
    ("world", "Goal g(target = @world/there)", "type.wrong_reference", "@world/there",
     "`target` of `Goal` takes @world/<entity>, and `there` is a goal"),
    ("world", "Goal g(target = @core/crate)", "type.wrong_reference", "@core/crate",
     "`target` of `Goal` takes @world/<entity>, not a name of @core"),
    ("world", "Goal g(target = @world/crat)", "name.unknown_reference", "@world/crat",
     "`target` of `Goal` refers to `crat`, which @world does not declare"),
    ("world", "Goal g(pose = (0, 0, 0))", "type.wrong_tuple_length", "(0, 0, 0)",
     f"`pose` of `Goal` takes {NEEDS_POSE}, not 3 numbers"),
    ("world", "Goal g(pose = (0, 0, 0, 0, 0, 0.7, 0.7))", "type.not_unit_quaternion", "0, 0, 0.7, 0.7",
     "the rotation (qx, qy, qz, qw) of `pose` of `Goal` has length 0.9899 instead of 1"),
    ("world", f"Goal g(pose = {POSE}) {{ }}", "type.children_not_allowed", "Goal", "`Goal` takes no body in braces"),
    # entities
    ("entity", f'Obstical o(type = "box", size = (1, 1, 1), pos = {POSE})', "name.unknown_entity_type", "Obstical",
     "`Obstical` is not an entity type"),
    ("entity", f"Goal g(pose = {POSE})", "name.unknown_entity_type", "Goal", "`Goal` is not an entity type"),
    ("entity", f"Obstacle o(pos = {POSE})", "type.exactly_one_of", "Obstacle",
     "`Obstacle` needs exactly one of `type` and `ref`, and has none"),
    ("entity", f'Obstacle o(type = "box", size = (1, 1, 1), ref = "rack", pos = {POSE})', "type.exactly_one_of",
     'ref = "rack"', "`Obstacle` takes exactly one of `type` and `ref`, not both"),
    ("entity", f'Obstacle o(ref = "rack", pos = {POSE})', "name.unknown_part", '"rack"',
     "no given library holds an object `rack`"),
    ("entity", f'Obstacle o(ref = "bench", size = (1, 1, 1), pos = {POSE})', "type.exactly_one_of", "size = (1, 1, 1)",
     "`size` goes with `type`: an object is as large as its library says"),
    ("entity", 'Obstacle o(ref = "bench")', "type.missing_parameter", "Obstacle",
     "`Obstacle` needs the parameter `pos`"),
    ("entity", f'Obstacle o(ref = 3, pos = {POSE})', "type.wrong_value_type", "3",
     "`ref` of `Obstacle` takes a string, not a number"),
    ("entity", f'Obstacle o(ref = "poster", pos = {POSE}, collision = false)', "name.type_not_supported", '"poster"',
     "the object `poster` declares no collision, so it cannot be used as `Obstacle`"),
    ("entity", f'SupportSurface o(ref = "poster", pos = {POSE})', "name.type_not_supported", '"poster"',
     "the object `poster` declares no collision, so it cannot be used as `SupportSurface`"),
    ("entity", f'Marker o(ref = "poster", pos = {POSE}, collision = true)', "name.type_not_supported", "true",
     "the object `poster` declares no collision, so this `Marker` cannot collide"),
    ("entity", f'Obstacle o(type = "box", pos = {POSE})', "type.missing_parameter", "Obstacle",
     "`Obstacle` needs the parameter `size` beside `type`"),
    ("entity", 'Obstacle o(type = "box", size = (1, 1, 1))', "type.missing_parameter", "Obstacle",
     "`Obstacle` needs the parameter `pos`"),
    ("entity", f'Obstacle o(type = "bix", size = (1, 1, 1), pos = {POSE})', "type.invalid_choice", '"bix"',
     '`type` of `Obstacle` cannot be "bix"'),
    ("entity", f'Obstacle o(type = "box", size = (1, -2, 1), pos = {POSE})', "type.not_positive", "-2",
     "`size` of `Obstacle` must be greater than 0, not -2"),
    ("entity", f'Obstacle o(type = "box", size = 1, pos = {POSE})', "type.wrong_value_type", "1",
     "`size` of `Obstacle` takes a tuple of 3 numbers (x, y, z), not a number"),
    ("entity", f'Marker m(type = "box", size = (1, 1, 1), pos = {POSE}, collision = 1)', "type.wrong_value_type", "1",
     "`collision` of `Marker` takes true or false, not a number"),
    # the task
    ("task", "Fly()", "name.unknown_node_type", "Fly", "`Fly` is not a task node"),
    ("task", "Navigate()", "type.missing_parameter", "Navigate", "`Navigate` needs the parameter `goal`"),
    ("task", "Navigate(gaol = @world/there)", "type.unknown_parameter", "gaol", "`Navigate` has no parameter `gaol`"),
    ("task", "Navigate(goal = @world/ther)", "name.unknown_reference", "@world/ther",
     "`goal` of `Navigate` refers to `ther`, which @world does not declare"),
    ("task", "Navigate(goal = @core/there)", "type.wrong_reference", "@core/there",
     "`goal` of `Navigate` takes @world/<goal or entity>, not a name of @core"),
    ("task", "Navigate(goal = @world/room)", "type.wrong_reference", "@world/room",
     "`goal` of `Navigate` takes @world/<goal or entity>, and `room` is a scenario"),
    ("task", 'Navigate(goal = "there")', "type.wrong_value_type", '"there"',
     "`goal` of `Navigate` takes a reference @world/<name>, not a string"),
    ("task", "Wait(duration_s = 0)", "type.not_positive", "0", "`duration_s` of `Wait` must be greater than 0, not 0"),
    ("task", "Wait(duration_s = true)", "type.wrong_value_type", "true",
     "`duration_s` of `Wait` takes a number, not true"),
    ("task", "Spin(angle_rad = 0.0)", "type.not_positive", "0.0", "`angle_rad` of `Spin` must not be 0"),
    ("task", "Strafe(distance_m = -0)", "type.not_positive", "-0", "`distance_m` of `Strafe` must not be 0"),
    ("task", "Retry(count = 2.5) { Stop() }", "type.wrong_value_type", "2.5",
     "`count` of `Retry` takes a whole number, not 2.5"),
    ("task", "Repeat(count = -1) { Stop() }", "type.not_positive", "-1",
     "`count` of `Repeat` must be greater than 0, not -1"),
    ("task", "Retry(count = 2) { Stop() Stop() }", "type.one_child_required", "Stop()",
     "`Retry` takes exactly one child, not 2"),
    ("task", "Inverter()", "type.one_child_required", "Inverter", "`Inverter` takes exactly one child, not none"),
    ("task", "Retry(count = 2) { }", "type.one_child_required", "Retry", "`Retry` takes exactly one child, not none"),
    ("task", "Sequence { }", "type.children_required", "Sequence",
     "`Sequence` needs at least one child node in braces"),
    ("task", "Stop() { }", "type.children_not_allowed", "Stop", "`Stop` takes no body in braces"),
    ("task", "Wait(duration_s = 1) { Stop() }", "type.children_not_allowed", "Stop()",
     "`Wait` takes no body in braces"),
    ("task", 'Parallel(policy = "all") { Stop() }', "type.invalid_choice", '"all"',
     '`policy` of `Parallel` cannot be "all"'),
    ("task", 'Parallel(policy = "success_on_any") { Stop() }', "type.invalid_choice", '"success_on_any"',
     '`policy` of `Parallel` cannot be "success_on_any"'),
    ("task", "Advance(distance_m = 1, speed_mps = (1, 2))", "type.wrong_value_type", "(1, 2)",
     "`speed_mps` of `Advance` takes a number, not a tuple of 2 numbers"),
    # checks
    ("eval", "Chek_vel(max = 1)", "name.unknown_check", "Chek_vel", "`Chek_vel` is not a check"),
    ("eval", "Check_vel(target = @core/bot, max = 1)", "type.wrong_reference", "@core/bot",
     "`target` of `Check_vel` takes @core/<component>, and `bot` is a robot"),
    ("eval", "Check_vel(target = @core/whel, max = 1)", "name.unknown_reference", "@core/whel",
     "`target` of `Check_vel` refers to `whel`, which @core does not declare"),
    ("eval", "Check_contact(target = @core/base, source = @core/ler, max = 0)", "name.unknown_reference", "@core/ler",
     "`source` of `Check_contact` refers to `ler`, which @core does not declare"),
    ("eval", "Check_contact(target = @core/base, source = @world/crte, max = 0)", "name.unknown_reference",
     "@world/crte", "`source` of `Check_contact` refers to `crte`, which @world does not declare"),
    ("eval", "Check_contact(target = @core/base, source = @world/there, max = 0)", "type.wrong_reference",
     "@world/there",
     "`source` of `Check_contact` takes @core/<component or robot> or @world/<entity>, and `there` is a goal"),
    ("eval", "Check_contact(target = @core/base, source = @task/fetch, max = 0)", "type.wrong_reference",
     "@task/fetch",
     "`source` of `Check_contact` takes @core/<component or robot> or @world/<entity>, not a name of @task"),
    ("eval", "Check_time(target = @task/fetch)", "type.bound_required", "Check_time",
     "`Check_time` needs a bound: `min`, `max` or both"),
    ("eval", "Check_time(target = @task/fetsh, max = 1)", "name.unknown_reference", "@task/fetsh",
     "`target` of `Check_time` refers to `fetsh`, which @task does not declare"),
    ("eval", "Check_clearance(min = 2, max = 1.5)", "type.bounds_inverted", "1.5",
     "no value of `Check_clearance` is at least 2 and at most 1.5"),
    ("eval", "Check_distance(max = 1)", "type.missing_parameter", "Check_distance",
     "`Check_distance` needs the parameter `target`"),
    ("eval", "Check_clearance(mn = 0.3)", "type.unknown_parameter", "mn", "`Check_clearance` has no parameter `mn`"),
]  # fmt: skip


def program_with(form: str, statement: str, texts: Mapping[str, str]) -> dict[str, str]:
    """A sound program with one more statement."""
    body = {part: statement if part == form else "" for part in ("core", "world", "entity", "task", "eval")}
    scenario = texts["world"].replace("Marker flag", f"{body['entity']}\n        Marker flag")
    return {
        "core": f"Robot bot {{\n{texts['duo']}{texts['laser']}{body['core']}\n}}",
        "world": f"{scenario.rstrip().removesuffix('}')}{body['world']}\n}}",
        "task": f"Task fetch {{ Navigate(goal = @world/there) {body['task']} }}",
        "eval": f"Evaluate e {{ Check_time(target = @task/fetch, max = 9) {body['eval']} }}",
    }


def test_the_program_that_the_faults_are_put_into_is_sound(
    lower_texts: Callable[..., Any], texts: Mapping[str, str]
) -> None:
    lowered = lower_texts(**program_with("core", "", texts))
    assert lowered.told == []
    assert lowered.program is not None


@pytest.mark.parametrize(
    ("form", "statement", "code", "text", "message"), FAULTS, ids=[f"{f[0]}: {f[1]}" for f in FAULTS]
)
def test_one_fault_is_told_once(
    lower_texts: Callable[..., Any],
    texts: Mapping[str, str],
    form: str,
    statement: str,
    code: str,
    text: str,
    message: str,
) -> None:
    lowered = lower_texts(**program_with(form, statement, texts))
    assert lowered.told == [(code, text, message)]
    assert lowered.program is None
    (diagnostic,) = lowered.diagnostics
    assert diagnostic.phase is (Phase.NAME_RESOLUTION if code.startswith("name.") else Phase.TYPE_CHECK)
    assert diagnostic.blocking
    assert (
        diagnostic.primary is not None and diagnostic.primary.span.source.name == f"p.{form.replace('entity', 'world')}"
    )


def test_all_faults_of_all_forms_are_told_in_one_go(lower_texts: Callable[..., Any], texts: Mapping[str, str]) -> None:
    expected = []
    bodies: dict[str, str] = {}
    for index, (form, statement, code, text, message) in enumerate(FAULTS):
        if (
            code == "name.duplicate"
            or "physics" in statement
            or "needs a name" in message
            or code == "name.multiple_chassis"
            # Whatever an unknown environment holds may be what a reference means.
            or "environment" in message
        ):
            continue
        # Each statement under a name of its own, so that no two of them meet.
        named = (
            statement.replace(" i(", f" i{index}(").replace("i.base", f"i{index}.base").replace(" l(", f" l{index}(")
        )
        for letter in "gosm":
            named = named.replace(f" {letter}(", f" {letter}{index}(")
        bodies[form] = bodies.get(form, "") + named + "\n"
        expected.append((code, text.replace("i.base", f"i{index}.base"), message.replace("`i`", f"`i{index}`")))
    program = program_with("core", bodies["core"], texts)
    for form in ("world", "entity", "task", "eval"):
        program[form.replace("entity", "world")] = _merge(program_with(form, bodies[form], texts), form, program)
    told = lower_texts(**program).told
    assert sorted(told) == sorted(expected)


def _merge(with_faults: Mapping[str, str], form: str, program: Mapping[str, str]) -> str:
    """The form's text with these faults and, of a world, with those that the program's world has already."""
    if form != "entity":
        return with_faults[form]
    inside = with_faults["world"].partition("size = (0.3, 0.3, 0.5))")[2].partition("Marker flag")[0]
    return program["world"].replace("Marker flag", f"{inside} Marker flag")


def test_the_matrix_covers_the_codes_of_lowering() -> None:
    here = {code for _, _, code, _, _ in FAULTS}
    elsewhere = {"name.ambiguous_part", "name.chassis_missing"}  # test_robot.py
    lowering = {code for code in CATALOGUE if code.startswith(("name.", "type."))}
    assert here | elsewhere == lowering
