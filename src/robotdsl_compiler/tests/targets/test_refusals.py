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


def test_a_base_whose_origin_is_not_midway_between_its_wheels(refused: Refused, texts: dict[str, str]) -> None:
    assert refused(core=texts["duo"].replace('"duo"', '"lopsided_duo"') + texts["laser"]) == [
        (
            UNSUPPORTED,
            "the origin of Diff_two_caster `base` lies 4.0 mm to the right of the middle between its driven wheels",
            '"lopsided_duo"',
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


_JOINT = {"type": "continuous", "axis": [0, 1, 0]}
_CORNERS = {
    f"{end}_{side}_wheel": {"pos": [x, y, 0], "dir": [0, y * 10, 0]}
    for end, x in (("front", 0.15), ("rear", -0.15))
    for side, y in (("left", 0.1), ("right", -0.1))
}
_BELT = {"run_start": [-0.1, 0, -0.04], "run_end": [0.1, 0, -0.04], "width": 0.03, "travel_per_turn": 0.2}
_SOLID = {"mass": 0.3, "origin_xyz": [0, 0, 0], "source": "measured",
          "inertia": {"ixx": 0.01, "iyy": 0.01, "izz": 0.01, "ixy": 0, "ixz": 0, "iyz": 0}}  # fmt: skip


def _frame(part: Callable[..., Any], type: str, mounts: dict[str, Any]) -> Any:
    return part(
        "frame", "chassis", 6.0, (0.4, 0.2, 0.08),
        collision={"type": "box", "size": [0.4, 0.2, 0.08], "origin_xyz": [0, 0, 0]},
        connectors={**mounts, "top": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}},
        profiles={type: {"mounts": {name: name for name in mounts}}},
    )  # fmt: skip


def _roller(part: Callable[..., Any], type: str) -> Any:
    return part(
        "roller", "wheel", 0.3, (0.1, 0.03, 0.1), wheel={"radius": 0.05, "width": 0.04},
        connectors={"hub": {"pos": [0, -0.02, 0], "dir": [0, -1, 0], "joint": _JOINT}}, profiles={type: {}},
    )  # fmt: skip


_WHEELS = " ".join(f'{{wheel}} {m}(ref = "roller", mount = "{m}")' for m in _CORNERS)


def test_a_mecanum_base(refused: Refused, workshop: Any, box_part: Any) -> None:
    workshop.stock(_frame(box_part, "Mecanum_four_wheel", _CORNERS), _roller(box_part, "Mecanum"))
    core = 'Mecanum_four_wheel base(ref = "frame") ' + _WHEELS.format(wheel="Mecanum")
    message = "Mecanum_four_wheel `base` gives the target a mecanum base, which it does not build yet"
    assert refused(core=core) == [(UNSUPPORTED, message, 'Mecanum_four_wheel base(ref = "frame")', BINDING)]


def test_an_omni_base(refused: Refused, workshop: Any, box_part: Any) -> None:
    turned = {name: {**at, "dir": [0.6, at["dir"][1] * 0.8, 0]} for name, at in _CORNERS.items()}
    workshop.stock(_frame(box_part, "Omni_drive", turned), _roller(box_part, "Omni_wheel"))
    core = 'Omni_drive base(ref = "frame") ' + _WHEELS.format(wheel="Omni_wheel")
    message = "Omni_drive `base` gives the target an omni base, which it does not build yet"
    assert refused(core=core) == [(UNSUPPORTED, message, 'Omni_drive base(ref = "frame")', BINDING)]


def test_a_car(refused: Refused, workshop: Any, box_part: Any) -> None:
    pin = {"steering": {"axis": [0, 0, 1], "max_angle_rad": 0.5}}
    mounts = {name: {**at, **(pin if "front" in name else {})} for name, at in _CORNERS.items()}
    workshop.stock(_frame(box_part, "Ackermann", mounts), _roller(box_part, "Standard"))
    core = 'Ackermann base(ref = "frame") ' + _WHEELS.format(wheel="Standard")
    message = "Ackermann `base` gives the target a steering base, which it does not build yet"
    assert refused(core=core) == [(UNSUPPORTED, message, 'Ackermann base(ref = "frame")', BINDING)]


def test_a_tracked_base(refused: Refused, workshop: Any, box_part: Any) -> None:
    mounts = {f"{s}_track": {"pos": [0, y, 0], "dir": [0, y * 10, 0], "up": [0, 0, 1]}
              for s, y in (("left", 0.1), ("right", -0.1))}  # fmt: skip
    track = box_part(
        "belt", "track", 0.5, (0.25, 0.03, 0.08), track=_BELT, profiles={"Track": {}},
        connectors={"axle": {"pos": [0, -0.015, 0], "dir": [0, -1, 0], "up": [0, 0, 1]}},
    )  # fmt: skip
    workshop.stock(_frame(box_part, "Tracked", mounts), track)
    core = 'Tracked base(ref = "frame") Track l(ref = "belt", mount = "left_track") '
    message = "Tracked `base` gives the target a tracked base, which it does not build yet"
    assert refused(core=core + 'Track r(ref = "belt", mount = "right_track")') == [
        (UNSUPPORTED, message, 'Tracked base(ref = "frame")', BINDING)
    ]


def test_links_of_a_parts_own(refused: Refused, texts: dict[str, str], workshop: Any, box_part: Any) -> None:
    arm = box_part(
        "arm", "attachment", 0.2, (0.05, 0.05, 0.05), profiles={"Attachment": {}},
        collision={"type": "box", "size": [0.05, 0.05, 0.05], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, -0.025], "dir": [0, 0, -1]}},
        links={"boom": {"parent": "base", "joint": {"type": "fixed"}, "inertial": _SOLID}},
    )  # fmt: skip
    workshop.stock(arm)
    core = texts["duo"] + texts["laser"] + 'Attachment grip(ref = "arm", mount = "top_1")'
    message = "part `arm` of `grip` has links of its own, which this target does not build yet"
    assert refused(core=core) == [(UNSUPPORTED, message, '"arm"', BINDING)]


def test_a_legged_base(refused: Refused, workshop: Any, box_part: Any) -> None:
    shape = {"name": "toe", "type": "sphere", "radius": 0.02, "xyz": [0, 0, -0.2]}
    leg = box_part(
        "limb", "leg", 0.2, (0.05, 0.05, 0.05), profiles={"Leg": {}},
        connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, 1]}},
        links={"shin": {"parent": "base", "joint": {"type": "fixed"}, "inertial": _SOLID, "shapes": [shape]}},
        feet={"tip": {"link": "shin", "shape": "toe", "friction": 1}},
    )  # fmt: skip
    hips = {name: {"pos": at["pos"], "dir": [0, 0, -1]} for name, at in _CORNERS.items()}
    workshop.stock(_frame(box_part, "Legged", hips), leg)
    legs = " ".join(f'Leg {m}(ref = "limb", mount = "{m}")' for m in _CORNERS)
    told = refused(core=f'Legged base(ref = "frame") {legs}')
    assert told == [
        *((UNSUPPORTED, f"part `limb` of `{m}` has links of its own, which this target does not build yet",
           '"limb"', BINDING) for m in _CORNERS),
        (UNSUPPORTED, "Legged `base` gives the target a legged base, which it does not build yet",
         'Legged base(ref = "frame")', BINDING),
    ]  # fmt: skip
