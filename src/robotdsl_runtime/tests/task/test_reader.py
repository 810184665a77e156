"""behavior_tree.xml and mission.json: what is read, and the message for each thing that is wrong."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from robotdsl_runtime.task.mission import Mission, TaskError, decode_mission
from robotdsl_runtime.task.reader import parse_tree, read_task

DOCUMENT: dict[str, Any] = {
    "schema": "robotdsl.mission",
    "version": 1,
    "robot": "bot",
    "world": "room",
    "task": "deliver",
    "timeout_s": 60.0,
    "spawn": {"pose": [0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0]},
    "goals": {"dock": {"pose": [2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0], "target": None}},
    "entities": {"box": {"type": "Obstacle", "pose": [1.2, 0.0, 0.25, 0.0, 0.0, 0.0, 1.0]}},
}

EVERY_NODE = """<?xml version="1.0" encoding="UTF-8"?>
<root BTCPP_format="4" main_tree_to_execute="deliver">
  <!-- read past -->
  <BehaviorTree ID="deliver">
    <Sequence>
      <Retry count="3">
        <Fallback>
          <Navigate goal="dock"/>
          <Navigate goal="box"/>
        </Fallback>
      </Retry>
      <Parallel policy="success_on_one">
        <Repeat count="2"><Spin angle_rad="-1.5"/></Repeat>
        <Timeout timeout_s="2.5"><Strafe distance_m="-0.2" speed_mps="0.1"/></Timeout>
        <Inverter><GoalReached goal="dock"/></Inverter>
      </Parallel>
      <Advance distance_m="1.0"/>
      <BackUp distance_m="0.5" speed_mps="0.3"/>
      <Wait duration_s="1e0"/>
      <DistanceTraveled distance_m="1.5"/>
      <TimeExpired duration_s="2"/>
      <Stop/>
    </Sequence>
  </BehaviorTree>
</root>
"""


ROOT = '<root BTCPP_format="4" main_tree_to_execute="deliver">'


def mission(**changes: Any) -> Mission:
    return decode_mission({**DOCUMENT, **changes}, "mission.json")


def around(nodes: str) -> str:
    return f'{ROOT}<BehaviorTree ID="deliver">{nodes}</BehaviorTree></root>'


def test_every_node_of_the_language_is_read() -> None:
    tree = parse_tree(EVERY_NODE, mission())
    assert [node.label for node in tree.walk()] == [
        "Sequence() at 0",
        "Retry(count=3) at 0.0",
        "Fallback() at 0.0.0",
        "Navigate(goal=dock) at 0.0.0.0",
        "Navigate(goal=box) at 0.0.0.1",
        "Parallel(policy=success_on_one) at 0.1",
        "Repeat(count=2) at 0.1.0",
        "Spin(angle_rad=-1.5) at 0.1.0.0",
        "Timeout(timeout_s=2.5) at 0.1.1",
        "Strafe(distance_m=-0.2, speed_mps=0.1) at 0.1.1.0",
        "Inverter() at 0.1.2",
        "GoalReached(goal=dock) at 0.1.2.0",
        "Advance(distance_m=1.0, speed_mps=0.15) at 0.2",
        "BackUp(distance_m=0.5, speed_mps=0.3) at 0.3",
        "Wait(duration_s=1.0) at 0.4",
        "DistanceTraveled(distance_m=1.5) at 0.5",
        "TimeExpired(duration_s=2.0) at 0.6",
        "Stop() at 0.7",
    ]


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ("<Fly/>", "Fly at 0: no such node"),
        ("<Sequence><Stop/><Fly/></Sequence>", "Fly at 0.1: no such node"),
        ('<Stop now="true"/>', "Stop at 0: unknown 'now'"),
        ("<Navigate/>", "Navigate at 0: 'goal' is missing"),
        ('<Navigate goal="attic"/>', "Navigate at 0: goal: the mission has no goal and no entity 'attic'"),
        ('<GoalReached goal=""/>', "GoalReached at 0: goal: the mission has no goal and no entity ''"),
        ('<Wait duration_s="soon"/>', "Wait at 0: duration_s: 'soon' is not a finite number"),
        ('<Wait duration_s="nan"/>', "Wait at 0: duration_s: 'nan' is not a finite number"),
        ('<Wait duration_s="0"/>', "Wait at 0: duration_s: '0' is not above zero"),
        ('<Advance distance_m="-1"/>', "Advance at 0: distance_m: '-1' is not above zero"),
        ('<Advance distance_m="1" speed_mps="0"/>', "Advance at 0: speed_mps: '0' is not above zero"),
        ('<Spin angle_rad="0"/>', "Spin at 0: angle_rad: zero is no motion"),
        ('<Retry count="1.5"><Stop/></Retry>', "Retry at 0: count: '1.5' is not a whole number above zero"),
        ('<Retry count="0"><Stop/></Retry>', "Retry at 0: count: '0' is not a whole number above zero"),
        ('<Retry count="2"/>', "Retry at 0: takes one child, not 0"),
        ("<Inverter><Stop/><Stop/></Inverter>", "Inverter at 0: takes one child, not 2"),
        ("<Sequence/>", "Sequence at 0: has no children"),
        ("<Stop><Stop/></Stop>", "Stop at 0: takes no children"),
        (
            '<Parallel policy="most"><Stop/></Parallel>',
            "Parallel at 0: policy: 'most' is none of success_on_all, success_on_one",
        ),
        ("<Sequence>go<Stop/></Sequence>", "Sequence at 0: unexpected text 'go'"),
        ("<Sequence><Stop/>go</Sequence>", "Sequence at 0: unexpected text 'go'"),
        ("", "BehaviorTree: takes one node, not 0"),
        ("<Stop/><Stop/>", "BehaviorTree: takes one node, not 2"),
    ],
)
def test_what_is_wrong_with_a_node_is_told_with_its_place(nodes: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        parse_tree(around(nodes), mission(), "task/behavior_tree.xml")
    assert str(caught.value) == f"task/behavior_tree.xml: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<root", "behavior_tree.xml: not well-formed XML: unclosed token: line 1, column 0"),
        ("<tree/>", "behavior_tree.xml: its outermost element is tree, not root"),
        (
            "<root/>",
            "behavior_tree.xml: root: has the attributes none, where "
            'BTCPP_format="4" main_tree_to_execute="deliver" are read',
        ),
        (
            '<root BTCPP_format="3" main_tree_to_execute="deliver"/>',
            'behavior_tree.xml: root: has the attributes BTCPP_format="3" main_tree_to_execute="deliver", where '
            'BTCPP_format="4" main_tree_to_execute="deliver" are read',
        ),
        (
            '<root BTCPP_format="4" main_tree_to_execute="deliver"/>',
            "behavior_tree.xml: root: holds nothing, not one BehaviorTree",
        ),
        (
            f'{ROOT}<TreeNodesModel/><BehaviorTree ID="deliver"/></root>',
            "behavior_tree.xml: root: holds TreeNodesModel, BehaviorTree, not one BehaviorTree",
        ),
        (
            f'{ROOT}<BehaviorTree ID="deliver"/><include/></root>',
            "behavior_tree.xml: root: holds BehaviorTree, include, not one BehaviorTree",
        ),
        (
            f'{ROOT}<BehaviorTree ID="other"><Stop/></BehaviorTree></root>',
            'behavior_tree.xml: BehaviorTree: has the attributes ID="other", where ID="deliver" are read',
        ),
    ],
)
def test_what_is_wrong_with_the_document_is_told(text: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        parse_tree(text, mission())
    assert str(caught.value) == message


def test_the_places_are_seen_from_above() -> None:
    places = mission().places
    assert places["dock"] == pytest.approx((2.0, 1.0, math.pi / 2))
    assert places["box"] == (1.2, 0.0, 0.0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"schema": "robotdsl.evaluation"},
            "'robotdsl.evaluation' version 1, where 'robotdsl.mission' version 1 is read",
        ),
        ({"version": 2}, "'robotdsl.mission' version 2, where 'robotdsl.mission' version 1 is read"),
        ({"robot": 1}, "robot: not a string"),
        ({"timeout_s": 0}, "timeout_s: not above zero"),
        ({"timeout_s": True}, "timeout_s: not a finite number"),
        ({"timeout_s": math.inf}, "timeout_s: not a finite number"),
        ({"spawn": {"pose": [0.0, 0.0]}}, "spawn: pose: not a pose of 7 numbers"),
        ({"spawn": {"pose": [0.0] * 7}}, "spawn: pose: its quaternion has no length"),
        ({"spawn": {}}, "spawn: 'pose' is missing"),
        ({"goals": []}, "goals: not an object"),
        ({"goals": {"a": {"pose": [0, 0, 0, 0, 0, 0, 1]}}}, "goals: a: 'target' is missing"),
        ({"entities": {"a": {"type": "Obstacle", "pose": 1}}}, "entities: a: pose: not a pose of 7 numbers"),
        ({"entities": {"a": []}}, "entities: a: not an object"),
        ({"weather": "fine", "moon": 1}, "unknown 'weather', 'moon'"),
    ],
)
def test_what_is_wrong_with_a_mission_is_told(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TaskError) as caught:
        mission(**changes)
    assert str(caught.value) == f"mission.json: {message}"


def test_a_mission_lacks_nothing() -> None:
    for name in DOCUMENT:
        lacking = {key: value for key, value in DOCUMENT.items() if key != name}
        with pytest.raises(TaskError, match=rf"^mission\.json: '{name}' is missing$"):
            decode_mission(lacking, "mission.json")


def test_a_task_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "mission.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    (tmp_path / "behavior_tree.xml").write_text(EVERY_NODE, encoding="utf-8")
    tree, read = read_task(tmp_path)
    assert (tree.kind, len(tree.children), read.timeout_s) == ("Sequence", 8, 60.0)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"mission\.json: .*No such file"):
        read_task(tmp_path)
    (tmp_path / "mission.json").write_text("{", encoding="utf-8")
    with pytest.raises(TaskError, match=r"mission\.json: Expecting property name"):
        read_task(tmp_path)
    (tmp_path / "mission.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    with pytest.raises(TaskError, match=r"behavior_tree\.xml: .*No such file"):
        read_task(tmp_path)


def test_what_editors_know_the_nodes_by_is_passed_over() -> None:
    models = '<TreeNodesModel><Action ID="Stop"/></TreeNodesModel>'
    tree = parse_tree(f'{ROOT}<BehaviorTree ID="deliver"><Stop/></BehaviorTree>{models}</root>', mission())
    assert tree.kind == "Stop"
