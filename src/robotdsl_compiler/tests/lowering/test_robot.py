"""Faults that need a program or a library of their own, and what comes of a sound robot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from robotdsl_compiler.model.program import Glue, Mount


def robot(*components: str) -> str:
    return "Robot bot {\n" + "\n".join(components) + "\n}\n"


BASE = 'Diff_two_caster base(ref = "duo")'


def test_a_robot_without_chassis(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(core=robot('Lidar l(ref = "laser", mount = "top_0")'))
    assert lowered.told == [("name.chassis_missing", "bot", "the robot `bot` has no chassis")]
    (help,) = lowered.diagnostics[0].help
    assert help.startswith("add a component of type `Diff_two_caster`, `Diff_drive`, `Mecanum_four_wheel`, ")
    assert help.endswith(", `Tracked` or `Legged`")


def test_a_misspelt_chassis_is_not_missed_as_well(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(core=robot('Diff_two_castr base(ref = "duo")', 'Lidar l(ref = "laser", mount = "top_0")'))
    assert lowered.told == [
        ("name.unknown_component_type", "Diff_two_castr", "`Diff_two_castr` is not a component type")
    ]
    assert lowered.diagnostics[0].help == ("did you mean `Diff_two_caster`?",)


def test_the_part_of_an_unknown_type_is_looked_up_all_the_same(lower_texts: Callable[..., Any]) -> None:
    told = lower_texts(core=robot(BASE, 'Lidr l(ref = "lasr", glue = 3)')).told
    assert [code for code, _, _ in told] == ["name.unknown_component_type", "name.unknown_part"]


def test_nothing_is_said_of_a_mount_on_a_faulty_component(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(
        core=robot(BASE, 'Motor m(ref = "moter", mount = "left_wheel")', 'Standard w(ref = "wheel", mount = "m.shaft")')
    )
    assert [(code, text) for code, text, _ in lowered.told] == [("name.unknown_part", '"moter"')]


def test_the_mount_of_a_faulty_component_is_checked(lower_texts: Callable[..., Any]) -> None:
    told = lower_texts(core=robot(BASE, 'Lidar l(ref = "lasr", mount = "topp")')).told
    assert {code for code, _, _ in told} == {"name.unknown_part", "name.unknown_reference"}


def test_a_second_chassis_points_at_the_first(lower_texts: Callable[..., Any]) -> None:
    (diagnostic,) = lower_texts(core=robot(BASE, 'Diff_drive second(ref = "quad")')).diagnostics
    assert [(label.span.text, label.message) for label in diagnostic.related] == [("base", "the first chassis")]


def test_one_id_in_two_libraries(lower_texts: Callable[..., Any], shelf: Path, tmp_path: Path) -> None:
    source = shelf / "parts" / "laser" / "component.yaml"
    folder = tmp_path / "parts" / "laser"
    folder.mkdir(parents=True)
    (folder / "component.yaml").write_bytes(source.read_bytes())
    (tmp_path / "library.yaml").write_text("name: mine\nparts: [laser]\n", encoding="utf-8")
    lowered = lower_texts(libraries=[shelf, tmp_path])
    message = "`laser` is a part of more than one library: `test` and `mine`"
    assert lowered.told == [("name.ambiguous_part", '"laser"', message)]
    related = lowered.diagnostics[0].related
    assert [label.message for label in related] == ["in library `test`", "in library `mine`"]
    assert [label.span.source.name for label in related] == [str(source), str(folder / "component.yaml")]


def test_a_broken_part_says_why(lower_texts: Callable[..., Any], shelf: Path, tmp_path: Path) -> None:
    fields = json.loads((shelf / "parts" / "laser" / "component.yaml").read_text())
    fields["inertial"]["mass"] = -1
    folder = tmp_path / "parts" / "bad_laser"
    folder.mkdir(parents=True)
    (folder / "component.yaml").write_text(json.dumps(fields | {"id": "bad_laser"}), encoding="utf-8")
    (tmp_path / "library.yaml").write_text("name: mine\nparts: [bad_laser]\n", encoding="utf-8")
    lowered = lower_texts(core=robot(BASE, 'Lidar l(ref = "bad_laser", mount = "top_0")'), libraries=[shelf, tmp_path])
    message = "the part `bad_laser` was left out of its library because of a fault"
    assert lowered.told == [("name.unknown_part", '"bad_laser"', message)]
    (diagnostic,) = lowered.diagnostics
    assert [label.span.source.name for label in diagnostic.related] == [str(folder / "component.yaml")]
    assert diagnostic.related[0].span.text == "-1"
    assert len(diagnostic.notes) == 1 and diagnostic.notes[0].startswith("library.")


def test_without_any_library_the_help_says_so(lower_texts: Callable[..., Any]) -> None:
    lowered = lower_texts(core=robot(BASE), libraries=[])
    assert lowered.told == [("name.unknown_part", '"duo"', "no given library holds a part `duo`")]
    assert lowered.diagnostics[0].help == ("no library was given; name one with --library",)


def test_near_misses_and_certain_edits(lower_texts: Callable[..., Any], texts: Mapping[str, str]) -> None:
    def only(**forms: str) -> Any:
        (diagnostic,) = lower_texts(**forms).diagnostics
        return diagnostic

    part = only(core=robot(BASE, 'Lidar l(ref = "lasr", mount = "top_0")'))
    assert (part.help, part.edits) == (("did you mean `laser`?",), ())
    case = only(task="Task fetch { stop() }")
    assert [(e.span.text, e.replacement) for e in case.edits] == [("stop", "Stop")]
    reference = only(task="Task fetch { Navigate(goal = @core/there) }")
    assert [(e.span.text, e.replacement) for e in reference.edits] == [("@core/there", "@world/there")]
    normal = only(core=robot(BASE, 'IMU i(ref = "imu", glue = (0, 0, 0, 3, 0, 4))'))
    assert [(e.span.text, e.replacement) for e in normal.edits] == [("3, 0, 4", "0.6, 0, 0.8")]
    slip = only(
        world=texts["world"].replace(
            "Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1)", "Goal there(pose = (2.5, 0, 0, 0, 0, 0.7, 0.7)"
        )
    )
    assert [(e.span.text, e.replacement) for e in slip.edits] == [("0, 0, 0.7, 0.7", "0, 0, 0.707107, 0.707107")]
    unclear = only(
        world=texts["world"].replace(
            "Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1)", "Goal there(pose = (2.5, 0, 0, 0, 0, 1, 1)"
        )
    )
    assert unclear.edits == ()


def test_a_sound_robot(lower_texts: Callable[..., Any]) -> None:
    program = lower_texts(
        core='Robot bot { intent "carries"\n'
        'IMU imu(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1.0005, 0.5))\n'
        'Standard left(ref = "wheel", mount = "left_wheel")\n'
        'Motor m(ref = "motor", mount = "base.right_wheel")\n'
        'Standard right(ref = "wheel", mount = "m.shaft")\n'
        f"{BASE} }}"
    ).program
    assert program is not None
    built = program.robot
    assert (built.name, built.intent, built.chassis.name) == ("bot", "carries", "base")
    assert [c.name for c in built.components] == ["imu", "left", "m", "right", "base"]
    imu, left, motor, right, base = built.components
    assert imu.placement == Glue((0.1, 0.0, 0.05), (0.0, 0.0, 1.0), 0.5, imu.placement.span)
    assert imu.placement.span.text == "(0.1, 0, 0.05, 0, 0, 1.0005, 0.5)"
    assert left.placement == Mount(None, "left_wheel", left.placement.span)
    assert motor.placement == Mount("base", "right_wheel", motor.placement.span)
    assert right.placement == Mount("m", "shaft", right.placement.span)
    assert base.placement is None
    assert (imu.span.text.startswith("IMU imu(ref"), imu.name_span.text, imu.ref_span.text) == (True, "imu", '"imu"')
    assert base.part.id == "duo" and base.profile.mounts == {"left_wheel": "left", "right_wheel": "right"}


def test_which_connector_a_part_mates_by(lower_texts: Callable[..., Any]) -> None:
    program = lower_texts(
        core=robot(BASE, 'Motor m(ref = "motor", mount = "left_wheel")', 'IMU i(ref = "imu", mount = "top_0")')
    ).program
    base, motor, imu = program.robot.components
    assert motor.own_connector.name == "body"  # the profile's mount "base"
    assert imu.own_connector.name == "base"  # no mounts: the first connector
    assert motor.connector("shaft").name == "shaft"
    assert base.connector("left_wheel").name == "left"  # a logical mount
    assert base.connector("top_3").name == "top_3"  # a connector's own name
    assert base.connector("nowhere") is None
