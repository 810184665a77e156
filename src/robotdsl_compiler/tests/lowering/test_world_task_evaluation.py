"""What comes of sound worlds, tasks and evaluations, and of programs with a form missing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Sphere

POSE = "(0, 0, 0, 0, 0, 0, 1)"
SPAWN = f"spawn(robot = @core/bot, pose = {POSE})"
STOP = "Task fetch { Stop() }"


def world_of(lower_texts: Callable[..., Any], items: str) -> Any:
    lowered = lower_texts(world=f"World hall {{ {SPAWN} {items} }}", task=STOP)
    assert lowered.told == []
    return lowered.program.world


def test_entities_by_their_shapes(lower_texts: Callable[..., Any]) -> None:
    world = world_of(
        lower_texts,
        f"""Scenario room(ref = "empty") {{
            Obstacle box(type = "box", size = (1, 2, 3), pos = {POSE})
            SupportSurface ball(type = "sphere", size = (0.5, 9, 9), pos = {POSE})
            Marker can(type = "cylinder", size = (0.4, 9, 0.02), pos = {POSE}, is_static = false)
            Marker solid(type = "box", size = (1, 1, 1), pos = {POSE}, collision = true)
            Obstacle air(type = "box", size = (1, 1, 1), pos = {POSE}, collision = false)
        }}""",
    )
    assert [e.shapes for e in world.entities[:3]] == [
        (PlacedShape(shape, Pose()),) for shape in (Box((1.0, 2.0, 3.0)), Sphere(0.25), Cylinder(0.2, 0.02))
    ]
    assert [e.collision for e in world.entities] == [True, True, False, True, False]
    assert [e.is_static for e in world.entities] == [True, True, False, True, True]
    assert [None if e.static_span is None else e.static_span.text for e in world.entities] == [
        None, None, "false", None, None,
    ]  # fmt: skip
    assert {e.scenario for e in world.entities} == {"room"}
    assert [e.type for e in world.entities] == ["Obstacle", "SupportSurface", "Marker", "Marker", "Obstacle"]


def test_a_world_by_its_defaults_and_as_stated(lower_texts: Callable[..., Any]) -> None:
    plain = world_of(lower_texts, "")
    assert (plain.gravity, plain.floor, plain.entities, plain.goals) == ((0.0, 0.0, -9.81), False, (), ())
    assert plain.spawn == Pose()
    assert plain.spawn_span.text == SPAWN
    assert world_of(lower_texts, "physics()").gravity == (0.0, 0.0, -9.81)
    moon = world_of(lower_texts, 'physics(gravity = (0, 0, -1.62)) Scenario m(ref = "empty", ground_plane = true)')
    assert (moon.gravity, moon.floor) == ((0.0, 0.0, -1.62), True)
    assert not world_of(lower_texts, 'Scenario m(ref = "empty", ground_plane = false)').floor


def test_goals_by_pose_and_by_entity(lower_texts: Callable[..., Any]) -> None:
    world = world_of(
        lower_texts,
        f"""Goal at_flag(target = @world/flag)
        Scenario room(ref = "empty") {{ Marker flag(type = "box", size = (1, 1, 1), pos = (1, 2, 0, 0, 0, 1, 0)) }}
        Goal home(pose = {POSE})""",
    )
    at_flag, home = world.goals
    assert (at_flag.name, at_flag.target, at_flag.pose) == (
        "at_flag",
        "flag",
        Pose((1.0, 2.0, 0.0), (0.0, 0.0, 1.0, 0.0)),
    )
    assert (home.name, home.target, home.pose) == ("home", None, Pose())


def test_a_quaternion_within_tolerance_is_brought_to_length_one(lower_texts: Callable[..., Any]) -> None:
    (goal,) = world_of(lower_texts, "Goal g(pose = (0, 0, 0, 0, 0, 0.7075, 0.7068))").goals
    assert math.hypot(*goal.pose.orientation) == pytest.approx(1.0, abs=1e-15)
    assert goal.pose.yaw == pytest.approx(2.0 * math.atan2(0.7075, 0.7068), abs=1e-12)


def test_a_missing_spawn(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(world="World hall { }", task=STOP)
    message = "the world `hall` does not say where the robot starts"
    assert lowered.told == [("type.missing_parameter", "hall", message)]


def test_a_misspelt_spawn_is_not_missed_as_well(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(world=f"World hall {{ spaawn(robot = @core/bot, pose = {POSE}) }}", task=STOP)
    assert [code for code, _, _ in lowered.told] == ["name.unknown_entity_type"]


def test_the_robot_of_the_spawn_is_the_programs(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(world=f"World hall {{ spawn(robot = @core/bott, pose = {POSE}) }}", task=STOP)
    message = "`robot` of `spawn` refers to `bott`, which @core does not declare"
    assert lowered.told == [("name.unknown_reference", "@core/bott", message)]
    assert lowered.diagnostics[0].help == ("did you mean `bot`?",)


def test_a_faulty_declaration_can_be_referred_to(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(
        world=f"""World hall {{ {SPAWN}
            Scenario room(ref = "empty") {{ Obstacel crate(type = "box", size = (1, 1, 1), pos = {POSE}) }}
            Goal there(pose = 3) }}""",
        task="Task fetch { Navigate(goal = @world/there) Navigate(goal = @world/crate) }",
    )
    assert [(code, text) for code, text, _ in lowered.told] == [
        ("name.unknown_entity_type", "Obstacel"),
        ("type.wrong_value_type", "3"),
    ]


def test_the_help_lists_what_is_declared(lower_texts: Callable[..., Any]) -> None:
    (diagnostic,) = lower_texts(task="Task fetch { Navigate(goal = @world/zenith) }").diagnostics
    assert diagnostic.help == ("known here: `crate`, `flag` and `there`",)


def test_a_task_of_several_nodes_is_a_sequence(lower_texts: Callable[..., Any]) -> None:
    task = lower_texts(
        task="Task fetch(timeout_s = 90) { Retry(count = 3) { Navigate(goal = @world/there) } Advance(distance_m = 1) }"
    ).program.task
    assert (task.name, task.timeout_s) == ("fetch", 90.0)
    assert (task.root.type, task.root.arguments) == ("Sequence", {})
    assert task.root.span.text.startswith("Retry(count") and task.root.span.text.endswith("Advance(distance_m = 1)")
    retry, advance = task.root.children
    assert retry.arguments == {"count": 3} and isinstance(retry.arguments["count"], int)
    assert retry.children[0].arguments == {"goal": "there"}
    assert retry.children[0].argument_spans["goal"].text == "@world/there"
    assert advance.arguments == {"distance_m": 1.0}


def test_arguments_come_in_the_order_of_the_vocabulary(lower_texts: Callable[..., Any]) -> None:
    root = lower_texts(task="Task fetch { BackUp(speed_mps = 0.1, distance_m = 1) }").program.task.root
    assert list(root.arguments.items()) == [("distance_m", 1.0), ("speed_mps", 0.1)]
    assert lower_texts(task="Task fetch { Stop() }").program.task.timeout_s is None


def test_an_empty_task(lower_texts: Callable[..., Any]) -> None:
    assert lower_texts(task="Task fetch { }").told == [
        ("type.children_required", "fetch", "the task `fetch` does nothing")
    ]


def test_faults_below_an_unknown_node_are_told(lower_texts: Callable[..., Any]) -> None:
    told = lower_texts(task="Task fetch { Loop { Wait(duration_s = 0) } }").told
    assert [(code, text) for code, text, _ in told] == [("name.unknown_node_type", "Loop"), ("type.not_positive", "0")]


def test_checks(lower_texts: Callable[..., Any]) -> None:
    evaluation = lower_texts(
        eval="""Evaluate judge {
            Check_clearance(target = @world/there, min = 0.3)
            Check_distance(target = @world/crate, source = @core/laser, min = 0, max = 2)
            Check_distance(target = @world/there, source = @core/bot, max = 0.5)
            Check_contact(target = @core/base, source = @world/crate, max = 0)
            Check_contact(target = @core/base, source = @core/laser, max = 0)
            Check_contact(target = @core/bot, source = @core/bot, max = 0)
            Check_vel(target = @core/left_wheel, max = 60)
            Check_time(target = @task/fetch, max = 300)
        }"""
    ).program.evaluation
    assert evaluation.name == "judge"
    assert [(c.type, c.target, c.source, c.entity, c.min, c.max) for c in evaluation.checks] == [
        ("Check_clearance", "there", None, None, 0.3, None),
        ("Check_distance", "crate", "laser", None, 0.0, 2.0),
        ("Check_distance", "there", "bot", None, None, 0.5),
        ("Check_contact", "base", None, "crate", None, 0.0),
        ("Check_contact", "base", "laser", None, None, 0.0),
        ("Check_contact", "bot", "bot", None, None, 0.0),
        ("Check_vel", "left_wheel", None, None, None, 60.0),
        ("Check_time", "fetch", None, None, None, 300.0),
    ]
    assert evaluation.checks[1].source_span.text == "@core/laser"
    assert evaluation.checks[0].source_span is None


def test_a_component_named_like_the_robot_is_the_component_where_either_fits(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(
        core='Robot bot { Diff_two_caster bot(ref = "duo") }',
        eval="Evaluate judge { Check_vel(target = @core/bot, max = 1) }",
    )
    assert lowered.told == []


def test_without_an_evaluation(lower_texts: Callable[..., Any]) -> None:
    program = lower_texts().program
    assert program.evaluation is None
    assert [s.name for s in program.sources] == ["p.core", "p.world", "p.task"]


def test_references_into_a_missing_form_are_passed_over(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(core=None, eval="Evaluate e { Check_vel(target = @core/wheel, max = 1) }")
    assert (lowered.told, lowered.program) == ([], None)
    lowered = lower_texts(world=None, task="Task fetch { Navigate(goal = @world/x) Fly() }")
    assert [code for code, _, _ in lowered.told] == ["name.unknown_node_type"]
