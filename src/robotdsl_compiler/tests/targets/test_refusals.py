"""Everything that the embedded target refuses, with its exact words and the place that it points at; and what it warns
of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[..., list[tuple[str, str, str, str]]]
UNSUPPORTED, BINDING, REALIZATION = "target.unsupported", "target_binding", "world_realization"


def test_a_movable_entity(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace("size = (0.3, 0.3, 0.5))", "size = (0.3, 0.3, 0.5), is_static = false)")
    assert refused(world=world) == [
        (
            UNSUPPORTED,
            "Obstacle `crate` is declared movable, and no entity states the mass to move it with",
            "false",
            BINDING,
        )
    ]


@pytest.mark.parametrize("check", ["Check_vel", "Check_acc", "Check_jerk", "Check_effort"])
def test_a_joint_check_on_a_part_that_does_not_move(refused: Refused, check: str) -> None:
    text = f"Evaluate e {{ {check}(target = @core/laser, max = 3) {check}(target = @core/left_wheel, max = 30) }}"
    assert refused(eval=text) == [
        (UNSUPPORTED, f"{check} judges how a joint moves, and `laser` has no moving joint", "@core/laser", BINDING)
    ]


def test_a_moving_joint_on_a_parts_own_connector(refused: Refused, texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + 'Attachment gun(ref = "turret", mount = "top_1")\n'
    assert refused(core=core) == [
        (
            UNSUPPORTED,
            "connector `base` of `gun` declares a revolute joint that this target would hold fixed",
            '"top_1"',
            BINDING,
        )
    ]


def test_a_moving_joint_on_the_connector_that_is_mated_onto(refused: Refused, texts: dict[str, str]) -> None:
    core = texts["duo"].replace('"duo"', '"swivel_duo"') + 'Lidar laser(ref = "laser", mount = "mast")\n'
    assert refused(core=core) == [
        (
            UNSUPPORTED,
            "`laser` is mated onto connector `mast` of `base`, which declares a revolute joint that this target would "
            "hold fixed",
            '"mast"',
            BINDING,
        )
    ]


def test_a_part_without_a_shape(refused: Refused, texts: dict[str, str]) -> None:
    core = texts["duo"] + texts["laser"] + 'Attachment sheet(ref = "ghost", mount = "top_1")\n'
    assert refused(core=core) == [
        (
            UNSUPPORTED,
            "part `ghost` declares neither a collision box nor a hull, so `sheet` has no shape to collide by",
            '"ghost"',
            BINDING,
        )
    ]


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("base_link", "the chassis"),
        ("base_footprint", "the robot's place on the floor"),
        ("world", "MuJoCo's world"),
        ("base_link_contact_1", "a ground contact of base"),
    ],
)
def test_a_name_that_the_target_needs(refused: Refused, texts: dict[str, str], name: str, owner: str) -> None:
    core = texts["skid"]
    core += f'Lidar {name}(ref = "laser", mount = "top_0")\n'
    assert refused(core=core) == [(UNSUPPORTED, f"the name `{name}` is taken by the link for {owner}", name, BINDING)]


def test_a_name_of_a_contact_that_the_robot_does_not_have(build: Callable[..., Any], texts: dict[str, str]) -> None:
    core = texts["duo"] + 'Lidar base_link_contact_0(ref = "laser", mount = "top_0")\n'
    assert "base_link_contact_0" in build(core=core).named("body")


def test_entities_may_be_called_what_they_like(build: Callable[..., Any], texts: dict[str, str]) -> None:
    world = texts["world"].replace("crate", "bot").replace("flag", "ground_plane")
    assert {"bot::link", "ground_plane::link"} <= build(world=world).named("body").keys()


def test_a_world_too_wide_to_draw(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace("pos = (2.5, 0, 0.01", "pos = (2500, 2500, 0.01")
    found = refused(world=world)
    assert found == [
        (
            UNSUPPORTED,
            "the world reaches over 2504 m by 2504 m, more than the map of 40000 m² that can be drawn of it",
            'Marker flag(type = "cylinder", pos = (2500, 2500, 0.01, 0, 0, 0, 1), size = (0.3, 0.3, 0.02))',
            REALIZATION,
        )
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "size = (0.3, 0.3, 0.5)",
            "size = (0.3, 1e-9, 0.5)",
            "Obstacle `crate` has a size outside 1e-06 to 1000000 m, which cannot be simulated",
        ),
        ("(1.2, 0, 0.25", "(1.2, 0, 1e12", "Obstacle `crate` lies beyond 1000000 m, where nothing can be simulated"),
        ("(0, 0, 0.01, 0", "(0, 0, 1e300, 0", "the spawn lies beyond 1000000 m, where nothing can be simulated"),
    ],
)
def test_what_no_simulation_resolves(refused: Refused, texts: dict[str, str], old: str, new: str, message: str) -> None:
    assert [(code, said, phase) for code, said, _, phase in refused(world=texts["world"].replace(old, new))] == [
        (UNSUPPORTED, message, REALIZATION)
    ]


def test_gravity_beyond_reason(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace("World hall {", "World hall { physics(gravity = (0, 0, -1e9))")
    assert [message for _, message, _, _ in refused(world=world)] == ["gravity is beyond 1000000 m/s²"]


def test_several_refusals_are_told_at_once(refused: Refused, texts: dict[str, str]) -> None:
    world = texts["world"].replace("size = (0.3, 0.3, 0.5))", "size = (0.3, 0.3, 0.5), is_static = false)")
    eval = "Evaluate e { Check_vel(target = @core/laser, max = 3) }"
    assert len(refused(world=world, eval=eval)) == 2


@pytest.mark.parametrize("sensor", ["camera", "depth", "imu", "sonar", "eye", None])
def test_a_robot_that_navigates_blind_is_warned(
    build: Callable[..., Any], texts: dict[str, str], sensor: str | None
) -> None:
    types = {"camera": "Camera", "depth": "DepthCamera", "imu": "IMU", "sonar": "Ultrasonic", "eye": "Range"}
    type = types.get(sensor or "")
    core = texts["duo"] + (f'{type} eye(ref = "{sensor}", mount = "top_0")\n' if type else "")
    built = build(core=core)
    (warning,) = [d for d in built.outcome.diagnostics if d.code.name == "target.blind_navigation"]
    assert (warning.level.value, warning.blocking, warning.phase.value) == ("warning", False, BINDING)
    assert warning.message == (
        "the task drives to a goal, and no sensor of the robot gives a scan of what is around it"
    )
    assert warning.primary is not None
    assert warning.primary.span.text == "Navigate(goal = @world/there)"
    unread = "`eye` measures, and nothing in the embedded run steers by it"
    notes = {"depth": "`eye` gives no images in the embedded run", "sonar": unread, "eye": unread}
    assert warning.notes == ((notes[sensor],) if sensor in notes else ())


@pytest.mark.parametrize(("type", "ref"), [("Lidar", "laser"), ("Lidar3D", "spinner")])
def test_a_robot_that_sees_is_not(build: Callable[..., Any], texts: dict[str, str], type: str, ref: str) -> None:
    built = build(core=texts["duo"] + f'{type} it(ref = "{ref}", mount = "top_0")\n')
    assert [d for d in built.outcome.diagnostics if d.code.name == "target.blind_navigation"] == []


def test_a_task_that_goes_nowhere_needs_no_eyes(build: Callable[..., Any], texts: dict[str, str]) -> None:
    built = build(core=texts["duo"], task="Task t { Advance(distance_m = 0.5) }")
    assert [d.code.name for d in built.outcome.diagnostics] == []
