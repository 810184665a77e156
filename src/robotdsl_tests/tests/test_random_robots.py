"""Random robots of the example library's parts: each compiles, settles and goes where it is told, or is refused with a
code.

``ROBOTDSL_RANDOM_ROBOTS`` sets how many are tried.
"""

from __future__ import annotations

import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.model.part import Category, Part
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.support.catalogue import CATALOGUE
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.measure import GroundTruth

from robotdsl_libraries import library

COUNT = int(os.environ.get("ROBOTDSL_RANDOM_ROBOTS", "20"))
SHELF = load_libraries([library("example")], Diagnostics())
PARTS: list[Part] = [part for name in SHELF.ids() for part in SHELF.find(name)]
BY_CATEGORY = {category: [p for p in PARTS if p.category is category] for category in Category}
CARRIED = [*BY_CATEGORY[Category.SENSOR], *BY_CATEGORY[Category.ATTACHMENT]]
TASK = "Task wait { Wait(duration_s = 1) }\n"
# One in so many mounts holds what does not belong there, or nothing.
SLIP = 40


@dataclass(frozen=True)
class Attempt:
    target: str
    core: str
    world: str


def _line(type: str, name: str, part: Part, mount: str) -> str:
    return f'    {type} {name}(ref = "{part.id}", mount = "{mount}")\n'


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """A chassis with something on most of its mounts: as a rule what belongs there."""
    chassis = draw(st.sampled_from(BY_CATEGORY[Category.CHASSIS]))
    type = draw(st.sampled_from(sorted(chassis.profiles)))
    kind, lines = COMPONENT_TYPES[type], [f'    {type} base(ref = "{chassis.id}")\n']
    geared = draw(st.booleans())
    for mount in chassis.profiles[type].mounts:
        name = f"on_{mount}"
        if draw(st.integers(0, SLIP)) == 0:
            wanted = draw(st.sampled_from([None, *PARTS]))
            if wanted is not None and wanted.category is not Category.CHASSIS and wanted.profiles:
                lines.append(_line(next(iter(wanted.profiles)), name, wanted, mount))
        elif mount in (kind.mounts or {}):
            assert kind.wheel_type is not None
            fitting = [p for p in PARTS if kind.wheel_type in p.profiles]
            # The two hands of mecanum wheels look alike; the target goes by the mount.
            part = fitting[0] if len(fitting) == 1 or draw(st.integers(0, 5)) else draw(st.sampled_from(fitting))
            if geared and kind.wheel_type != "Track" and not chassis.drivelines:
                lines.append(_line("Motor", f"{name}_motor", BY_CATEGORY[Category.MOTOR][0], mount))
                mount = f"{name}_motor.shaft"
            lines.append(_line(kind.wheel_type, name, part, mount))
        elif "engine" in mount:
            lines.append(_line("Motor", name, BY_CATEGORY[Category.MOTOR][0], mount))
        elif mount == "caster":
            lines.append(_line("Caster", name, SHELF.find("ball_caster")[0], mount))
        elif type == "Legged" and any(mount.startswith(end) for end in ("front_l", "front_r", "middle", "rear")):
            lines.append(_line("Leg", name, BY_CATEGORY[Category.LEG][0], mount))
        elif draw(st.booleans()):
            part = draw(st.sampled_from(CARRIED))
            lines.append(_line(next(iter(part.profiles)), name, part, mount))
    gravity = draw(st.sampled_from(["(0, 0, -9.81)", "(0, 0, -3.71)", "(0, 0, -1.62)"]))
    yaw = draw(st.floats(-3.0, 3.0))
    floor = "true" if draw(st.integers(0, 30)) else "false"
    world = (
        f"World flat {{ physics(gravity = {gravity})\n"
        f"    spawn(robot = @core/bot, pose = (1, -2, 0.01, 0, 0, {math.sin(yaw / 2)!r}, {math.cos(yaw / 2)!r}))\n"
        f'    Scenario open(ref = "empty", ground_plane = {floor}) {{}}\n}}\n'
    )
    target = draw(st.sampled_from(["mjcf", "embedded"]))
    return Attempt(target, f"Robot bot {{\n{''.join(lines)}}}\n", world)


@settings(max_examples=COUNT, derandomize=COUNT <= 100, suppress_health_check=list(HealthCheck))
@given(attempts())
def test_a_random_robot_goes_where_it_is_told_or_is_refused(attempt: Attempt) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form, text in (("core", attempt.core), ("world", attempt.world), ("task", TASK)):
            (folder / f"p.{form}").write_text(text, encoding="utf-8")
        output = folder / "out"
        outcome = compile_program(
            Request((str(folder),), (str(library("example")),), target=attempt.target, output=str(output))
        )
        blocking = [d for d in outcome.diagnostics if d.blocking]
        if blocking:
            event(f"{attempt.target} refused: {blocking[0].code.name}")
            assert not output.exists()
            assert all(d.code.name in CATALOGUE and d.primary is not None for d in blocking)
            return
        if "ground_plane = false" in attempt.world:
            event(f"{attempt.target} without a floor")
            return
        drives(output, attempt)


def drives(output: Path, attempt: Attempt) -> None:
    said: list[str] = []
    mujoco.set_mju_user_warning(said.append)
    try:
        driver = Driver.load(output)
    finally:
        mujoco.set_mju_user_warning(None)
    data = mujoco.MjData(driver.model)
    driver.start(data)
    kinematics = type(driver.drive).__name__
    event(f"{attempt.target} drove: {kinematics}")
    truth = GroundTruth(driver, data)
    rest = truth.watch(2.0)
    assert math.degrees(rest.lean) < 3.0, attempt.core
    wheels = len(driver.drive.wheels) + len(driver.drive.belts)
    driver.command(data, 0.15, 0.0, 0.0)
    truth.watch(1.0)
    moved = truth.watch(0.5)
    assert said == []
    assert not any(warning.number for warning in data.warning), attempt.core
    assert np.isfinite(data.qpos).all()
    if wheels:
        assert moved.motion[0] == pytest.approx(0.15, rel=0.1), attempt.core
