"""The vocabulary is whole and agrees with itself."""

from __future__ import annotations

import pytest
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import CHECK_TYPES, COMPONENT_TYPES, NODE_TYPES, ComponentType, Kind

CHASSIS = [t for t in COMPONENT_TYPES.values() if t.category is Category.CHASSIS]
REFERENCES = {
    Kind.CORE_REFERENCE: {"robot", "component"},
    Kind.WORLD_REFERENCE: {"goal", "entity"},
    Kind.TASK_REFERENCE: {"task"},
    Kind.CORE_OR_WORLD_REFERENCE: {"robot", "component", "goal", "entity"},
}


@pytest.mark.parametrize("type", CHASSIS, ids=lambda t: t.name)
def test_a_chassis_takes_a_wheel_type_that_exists(type: ComponentType) -> None:
    assert type.mounts is not None and type.kinematics is not None
    assert set(type.steered) <= set(type.mounts)
    if type.mounts:
        assert type.wheel_type is not None
        assert COMPONENT_TYPES[type.wheel_type].category in (Category.WHEEL, Category.TRACK)


def test_what_bases_can_do() -> None:
    assert {t.name for t in CHASSIS if t.holonomic} == {"Mecanum_four_wheel", "Omni_drive", "Omni_three_wheel"}
    assert {t.name for t in CHASSIS if not t.turns_in_place} == {"Tricycle", "Ackermann"}
    assert {t.name for t in CHASSIS if t.steered} == {"Tricycle", "Ackermann"}
    assert {t.name for t in CHASSIS if t.geared} == {"Ackermann"}


def test_only_a_chassis_has_mounts() -> None:
    assert all(t.mounts is None for t in COMPONENT_TYPES.values() if t.category is not Category.CHASSIS)


@pytest.mark.parametrize("type", [*NODE_TYPES.values(), *CHECK_TYPES.values()], ids=lambda t: t.name)
def test_references_say_what_they_may_name(type: object) -> None:
    parameters = getattr(type, "parameters")  # noqa: B009
    names = [p.name for p in parameters]
    assert len(set(names)) == len(names)
    for parameter in parameters:
        assert bool(parameter.refers_to) is (parameter.kind in REFERENCES)
        assert set(parameter.refers_to) <= REFERENCES.get(parameter.kind, set())


def test_how_references_are_written() -> None:
    forms = {(check.name, p.name): p.reference_form for check in CHECK_TYPES.values() for p in check.parameters}
    assert forms["Check_vel", "target"] == "@core/<component>"
    assert forms["Check_clearance", "target"] == "@world/<goal or entity>"
    assert forms["Check_contact", "source"] == "@core/<component or robot> or @world/<entity>"
    assert forms["Check_contact", "max"] == ""


def test_every_check_takes_both_bounds() -> None:
    for check in CHECK_TYPES.values():
        bounds = [p for p in check.parameters if p.name in ("min", "max")]
        assert [p.name for p in bounds] == ["min", "max"]
        assert not any(p.required for p in bounds)
