"""Section 4 of the language: every task node and every parameter of one, taken and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.model.vocabulary import NODE_TYPES, TASK_PARAMETERS, Children

Compile = Callable[..., Any]

# A node as a person writes it, what comes of its arguments, then each of its mistakes: the node, the code, and the
# text pointed at between « and ».
ROWS: dict[str, tuple[str, dict[str, object], list[tuple[str, str]]]] = {
    "Sequence": ("Sequence { Stop() Stop() }", {}, [("«Sequence» { }", "type.children_required")]),
    "Fallback": ("Fallback { Stop() Stop() }", {}, [("«Fallback»()", "type.children_required")]),
    "Parallel": (
        'Parallel(policy = "success_on_one") { Stop() Stop() }', {"policy": "success_on_one"},
        [('Parallel(policy = «"success_on_some"») { Stop() }', "type.invalid_choice"),
         ("«Parallel» { Stop() }", "type.missing_parameter")],
    ),
    "Retry": (
        "Retry(count = 3) { Stop() }", {"count": 3},
        [("Retry(count = 3) { Stop() «Wait(duration_s = 1)» }", "type.one_child_required"),
         ("Retry(count = «0») { Stop() }", "type.not_positive")],
    ),
    "Repeat": (
        "Repeat(count = 2) { Stop() }", {"count": 2},
        [("«Repeat»(count = 2) { }", "type.one_child_required"),
         ("Repeat(count = «1.5») { Stop() }", "type.wrong_value_type")],
    ),
    "Timeout": (
        "Timeout(timeout_s = 2.5) { Stop() }", {"timeout_s": 2.5},
        [("«Timeout»(timeout_s = 1)", "type.one_child_required"),
         ("Timeout(timeout_s = «-1») { Stop() }", "type.not_positive")],
    ),
    "Inverter": (
        "Inverter { Stop() }", {},
        [("Inverter(«count» = 1) { Stop() }", "type.unknown_parameter"),
         ("«Inverter» { }", "type.one_child_required")],
    ),
    "Navigate": (
        "Navigate(goal = @world/there)", {"goal": "there"},
        [("Navigate(goal = «@world/room»)", "type.wrong_reference"),
         ("Navigate(goal = @world/there) { «Stop()» }", "type.children_not_allowed")],
    ),
    "Wait": ("Wait(duration_s = 0.5)", {"duration_s": 0.5}, [("Wait(duration_s = «0»)", "type.not_positive")]),
    "Stop": ("Stop()", {}, [("Stop(«now» = true)", "type.unknown_parameter")]),
    "Spin": ("Spin(angle_rad = -1.5)", {"angle_rad": -1.5}, [("Spin(angle_rad = «0»)", "type.not_positive")]),
    "Advance": (
        "Advance(distance_m = 1, speed_mps = 0.2)", {"distance_m": 1.0, "speed_mps": 0.2},
        [("Advance(distance_m = «-1»)", "type.not_positive"),
         ("Advance(distance_m = 1, speed_mps = «0»)", "type.not_positive")],
    ),
    "BackUp": (
        "BackUp(distance_m = 1)", {"distance_m": 1.0}, [("«BackUp»(speed_mps = 0.2)", "type.missing_parameter")],
    ),
    "Strafe": (
        "Strafe(distance_m = -0.4)", {"distance_m": -0.4}, [('Strafe(distance_m = «"left"»)', "type.wrong_value_type")],
    ),
    "GoalReached": (
        "GoalReached(goal = @world/flag)", {"goal": "flag"},
        [("GoalReached(goal = «@core/base»)", "type.wrong_reference")],
    ),
    "DistanceTraveled": (
        "DistanceTraveled(distance_m = 2)", {"distance_m": 2.0},
        [("DistanceTraveled(distance_m = «@world/there»)", "type.wrong_value_type")],
    ),
    "TimeExpired": (
        "TimeExpired(duration_s = 9)", {"duration_s": 9.0},
        [("TimeExpired(duration_s = «(1, 2)»)", "type.wrong_value_type")],
    ),
}  # fmt: skip


def task(node: str) -> str:
    return f"Task t {{ {node} }}"


def test_every_node_has_its_row() -> None:
    assert set(ROWS) == set(NODE_TYPES)
    for name, (_, arguments, _) in ROWS.items():
        required = {p.name for p in NODE_TYPES[name].parameters if p.required}
        assert required <= set(arguments) <= {p.name for p in NODE_TYPES[name].parameters}


@pytest.mark.parametrize("name", ROWS)
def test_a_node(compiled: Compile, name: str) -> None:
    text, arguments, mistakes = ROWS[name]
    said = compiled(task=task(text))
    assert [code for code in said.codes if code != "validation.kinematics.strafe_supported"] == []
    root = said.program.task.root
    assert (root.type, root.arguments) == (name, arguments)
    children = {Children.NONE: 0, Children.ONE: 1, Children.MANY: 2}
    assert len(root.children) == children[NODE_TYPES[name].children]
    for wrong, code in mistakes:
        refused = compiled(task=task(wrong.replace("«", "").replace("»", "")))
        assert [t[:2] for t in refused.told] == [(code, wrong[wrong.index("«") + 1 : wrong.index("»")])]


@pytest.mark.parametrize("name", [p.name for p in TASK_PARAMETERS])
def test_a_parameter_of_the_task(compiled: Compile, name: str) -> None:
    assert compiled(task=f"Task t({name} = 12.5) {{ Stop() }}").program.task.timeout_s == 12.5
    assert compiled(task="Task t { Stop() }").program.task.timeout_s is None
    refused = compiled(task=f"Task t({name} = 0) {{ Stop() }}")
    assert [t[:2] for t in refused.told] == [("type.not_positive", "0")]


def test_a_task_of_several_nodes_and_of_none(compiled: Compile) -> None:
    root = compiled(task="Task t { Stop() Wait(duration_s = 1) }").program.task.root
    assert (root.type, [c.type for c in root.children]) == ("Sequence", ["Stop", "Wait"])
    assert compiled(task="Task t { }").codes == ["type.children_required"]


@pytest.mark.parametrize("name", ["goal", "entity", "entity of an environment"])
def test_a_goal_is_any_place_of_the_world(compiled: Compile, name: str, texts: dict[str, str]) -> None:
    place = {"goal": "there", "entity": "crate", "entity of an environment": "post"}[name]
    world = texts["world"].replace("    Goal", '    Scenario more(ref = "yard")\n    Goal')
    for node in ("Navigate", "GoalReached"):
        said = compiled(world=world, task=task(f"{node}(goal = @world/{place})"))
        assert said.program.task.root.arguments == {"goal": place}
