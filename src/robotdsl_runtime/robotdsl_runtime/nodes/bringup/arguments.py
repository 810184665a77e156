"""What a bring-up is told: the launch arguments of an output, by either way of starting it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TRUE, FALSE, EMBEDDED, ROS2_CONTROL = "true", "false", "embedded", "ros2_control"
WHEELS, KINEMATIC = "wheels", "kinematic"


class BringupError(Exception):
    """The output or the arguments cannot be used; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument; without ``choices`` it takes any text."""

    name: str
    default: str
    description: str
    choices: tuple[str, ...] = ()


ARGUMENTS: tuple[Argument, ...] = (
    Argument("headless", TRUE, "whether Gazebo opens no window; MuJoCo opens none in any case", (TRUE, FALSE)),
    Argument(
        "navigation",
        TRUE,
        "true: Nav2 and the task; embedded: the runtime's own navigator and the task; false: neither, to drive by hand "
        "on /cmd_vel",
        (TRUE, FALSE, EMBEDDED),
    ),
    Argument(
        "control",
        ROS2_CONTROL,
        "ros2_control: its controllers; embedded: the runtime's own drive, for machines without them, in MuJoCo alone",
        (ROS2_CONTROL, EMBEDDED),
    ),
    Argument(
        "drive",
        WHEELS,
        "wheels: wheels or belts carry the base; kinematic: it moves as they are told, whatever they do, without "
        "ros2_control (an approximation, to test navigation without wheel physics)",
        (WHEELS, KINEMATIC),
    ),
    Argument("exit_on_task_end", TRUE, "whether everything ends with the task", (TRUE, FALSE)),
    Argument("run_dir", "", "where the results go; run/ of the output where nothing is said"),
    Argument(
        "real_time_factor",
        "1.0",
        "simulated time to the clock's; 0: as fast as it can; in MuJoCo alone",
    ),
)


def read_arguments(words: Sequence[str]) -> dict[str, str]:
    """The arguments ``name:=value`` of a command line. Raises ``BringupError``."""
    found: dict[str, str] = {}
    for word in words:
        name, means, value = word.partition(":=")
        if not means:
            raise BringupError(f"{word!r} is no argument of the form name:=value")
        found[name] = value
    return complete(found)


def complete(given: Mapping[str, str]) -> dict[str, str]:
    """``given`` with the defaults of the rest. Raises ``BringupError`` for a name or a value that there is not."""
    known = {argument.name: argument for argument in ARGUMENTS}
    for name, value in given.items():
        argument = known.get(name)
        if argument is None:
            raise BringupError(f"there is no argument {name!r}; there are {', '.join(known)}")
        if argument.choices and value not in argument.choices:
            raise BringupError(f"{name} is one of {', '.join(argument.choices)}, not {value!r}")
    values = {argument.name: given.get(argument.name, argument.default) for argument in ARGUMENTS}
    factor = values["real_time_factor"]
    try:
        usable = 0.0 <= float(factor) < math.inf
    except ValueError:
        usable = False
    if not usable:
        raise BringupError(f"real_time_factor is a number of at least 0, not {factor!r}")
    return values


def usage(program: str) -> str:
    lines = [f"usage: {program} [name:=value ...]", ""]
    for argument in ARGUMENTS:
        values = "|".join(argument.choices) or "VALUE"
        lines += [
            f"  {argument.name}:={values}",
            f"      {argument.description} (default {argument.default or 'nothing'})",
        ]
    return "\n".join(lines)
