"""The example bases: of the programs that drive on the same parts, the first one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.model.drives import DifferentialDrive, DriveFact, LeggedDrive, SteeringDrive
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role

from robotdsl_libraries import library, share

# An omni base is refused by the first target, and built by the second with its wheels on free rollers.
TARGETS = ("mjcf", "embedded")
# More driven wheels than these on a differential base are dragged sideways as it turns.
_STEERED_BY_SPEED = 2
_CATEGORY = {name: type.category for name, type in COMPONENT_TYPES.items()}
_RUNNING = (Category.WHEEL, Category.TRACK, Category.MOTOR, Category.LEG)


@dataclass(frozen=True, eq=False)
class Base:
    """One base: ``program`` is the example that drives on it, ``target`` what that was compiled for, to ``output``.

    ``skid_steer``: its wheels are dragged sideways as it turns.
    """

    program: str
    chassis: str
    type: str
    target: str
    output: Path
    drive: DriveFact
    skid_steer: bool

    @property
    def speeds(self) -> tuple[float, float, float]:
        """Its limits ahead, to the side (m/s) and turning (rad/s), as its navigation has them."""
        return self.drive.max_speed, getattr(self.drive, "max_side_speed", 0.0), self.drive.max_turn

    @property
    def radius(self) -> float:
        """That of its tightest circle in metres, 0 where it turns in place."""
        return self.drive.min_turning_radius if isinstance(self.drive, SteeringDrive) else 0.0

    @property
    def moves(self) -> bool:
        return not isinstance(self.drive, LeggedDrive)


def programs() -> list[str]:
    """The names of the example programs, sorted."""
    return sorted(path.name for path in (share() / "programs").iterdir() if path.is_dir())


def bases(folder: Path) -> Iterator[Base]:
    """Compile each example base below ``folder``."""
    seen: dict[tuple[str, ...], str] = {}
    for name in programs():
        checked = _compiled(name, None, None)
        key = undercarriage(checked)
        if key not in seen:
            seen[key] = name
            yield base(name, folder / name)


def base(name: str, output: Path) -> Base:
    """The base of one program, compiled to ``output``. Raises ``RuntimeError`` when no target takes it."""
    for target in TARGETS:
        outcome = _compiled(name, target, output)
        if not outcome.ok or outcome.facts is None:
            continue
        robot, chassis = outcome.facts.robot, outcome.facts.program.robot.chassis
        drive = robot.drive
        if drive is None:
            break
        driven = [wheel for wheel in robot.wheels if wheel.role is Role.DRIVEN]
        skid = isinstance(drive, DifferentialDrive) and len(driven) > _STEERED_BY_SPEED
        return Base(name, chassis.part.id, chassis.type, target, output, drive, skid)
    raise RuntimeError(f"the program {name} compiles for none of {', '.join(TARGETS)}")


def undercarriage(outcome: Outcome) -> tuple[str, ...]:
    """What a program's robot drives on: the chassis, and the parts that it rolls, crawls or walks on."""
    assert outcome.facts is not None
    robot = outcome.facts.program.robot
    return (robot.chassis.part.id, *sorted(c.part.id for c in robot.components if _CATEGORY[c.type] in _RUNNING))


def _compiled(name: str, target: str | None, output: Path | None) -> Outcome:
    request = Request(
        files=(str(share() / "programs" / name),),
        libraries=(str(library("example")),),
        check=target is None,
        target=target,
        output=None if output is None else str(output),
    )
    return compile_program(request)
