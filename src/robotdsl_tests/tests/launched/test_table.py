"""The table of what is brought up by launch is whole: every base and every sensor of each target."""

from __future__ import annotations

import re

from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_tests.launched.cases import CASES, COLOURS, GAZEBO, MUJOCO, Kind

from robotdsl_libraries import program

# What the targets refuse.
REFUSED = {
    GAZEBO: {"Legged"},
    MUJOCO: {"Legged", "Mecanum_four_wheel", "Omni_drive", "Omni_three_wheel"},
}


def types(name: str) -> set[str]:
    """The types of a program's components."""
    core = program(name)[0].read_text(encoding="utf-8")
    return set(re.findall(r"^    (\w+) \w+\(", core, re.MULTILINE))


def of(category: Category) -> set[str]:
    return {name for name, each in COMPONENT_TYPES.items() if each.category is category}


def asked(target: str, kind: Kind) -> set[str]:
    """The types of the components that are asked something of."""
    return set().union(*(types(c.program) for c in CASES.values() if (c.target, c.kind) == (target, kind)))


def test_every_base_is_driven_and_does_a_task() -> None:
    for target, refused in REFUSED.items():
        for kind in (Kind.DRIVE, Kind.TASK):
            assert asked(target, kind) & of(Category.CHASSIS) == of(Category.CHASSIS) - refused, (target, kind)


def test_every_sensor_is_looked_at() -> None:
    for target in REFUSED:
        assert asked(target, Kind.SENSOR) & of(Category.SENSOR) == of(Category.SENSOR), target
        assert "Camera" in asked(target, Kind.COLOURS), target
    assert "Camera" in types(COLOURS)


def test_a_case_is_called_by_its_name() -> None:
    assert all(case.name == name for name, case in CASES.items())
    assert {case.target for case in CASES.values()} == REFUSED.keys()
