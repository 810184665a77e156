"""The four sources of a starter, in the one layout of the formatter."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.starter.choice import Choice, Design
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import listing

# The sensors that a robot can find its way by.
SCANNERS = ("Lidar", "Lidar3D")
# Metres: the robot that the figures of the course are for has its outermost point this far from its middle.
REACH = 0.2
# The slowest that a starter expects a base to move, where its speed is not known, in m/s.
SLOW = 0.3

Texts = dict[Form, str]


@dataclass(frozen=True, slots=True)
class _Course:
    """Where things are, in metres, for a robot of a size, and how long the way may take, in seconds."""

    goal: float
    box: float
    side: float
    beside: float
    limit: int


def bare(name: str, design: Design) -> Texts:
    """The robot of ``design`` with the least that makes a program of it, to try the robot alone."""
    return {
        Form.CORE: _core(name, design),
        Form.WORLD: f"World {name}_world {{ spawn(robot = @core/{name}, pose = {_pose(0, 0, 0)}) "
        f'Scenario ground(ref = "empty", ground_plane = true) {{}} }}',
        Form.TASK: f"Task {name}_task {{ Stop() }}",
    }


def texts(name: str, design: Design, robot: RobotFacts) -> Texts:
    """The sources of ``design``; ``robot`` are its facts, by which the course is laid out."""
    course = _course(design, robot)
    drives = any(choice.type in SCANNERS for choice in design.sensors)
    sources = {
        Form.CORE: _core(name, design),
        Form.WORLD: _world(name, course, drives),
        Form.TASK: _task(name, design, course, drives),
        Form.EVAL: _eval(name, design, course, drives),
    }
    return {form: _formatted(form, text) for form, text in sources.items()}


def _formatted(form: Form, text: str) -> str:
    formatted = format_source(Source(f"starter.{form.value}", text.encode()), form)
    assert formatted is not None, text
    return formatted


def _course(design: Design, robot: RobotFacts) -> _Course:
    reach = REACH if robot.footprint is None else max(math.hypot(x, y) for x, y in robot.footprint)
    speed = SLOW if robot.drive is None else min(robot.drive.max_speed, SLOW)
    size = max(1.0, reach / REACH)
    goal, box, side = (round(v * size, 1) for v in (2.4, 1.2, 0.3))
    turns = COMPONENT_TYPES[design.chassis.type].turns_in_place
    # A base that has to drive curves gets its way clear and the box beside it.
    beside = 0.0 if turns else round(2.0 * reach + side + 0.5, 1)
    return _Course(goal, box, side, beside, math.ceil((60.0 + 3.0 * goal / max(speed, 0.01)) / 10.0) * 10)


def _core(name: str, design: Design) -> str:
    chassis = design.chassis
    lines = [f"// A starter robot: {_an(chassis.type)} on `{chassis.part.id}`.", ""]
    lines += [f"Robot {name} {{", *_remarks([chassis]), f"    {_statement(chassis)}", ""]
    groups = [
        [choice for choice in design.gear if choice.type == kind]
        for kind in dict.fromkeys(choice.type for choice in design.gear)
    ]
    groups += [[choice] for choice in design.sensors]
    for group in groups:
        remarks = _remarks(group)
        # A remark stands apart from what goes before it.
        if remarks and lines[-1]:
            lines.append("")
        lines += [*remarks, *(f"    {_statement(choice)}" for choice in group)]
        if group[0] in design.gear:
            lines.append("")
    return "\n".join([*lines, "}"])


def _an(word: str) -> str:
    return f"{'an' if word[0] in 'AEIO' else 'a'} {word}"


def _remarks(group: list[Choice]) -> list[str]:
    """What else would fit in the place of a group of components of one type."""
    others, places = group[0].others, group[0].places
    said = [f"    // Also fits: {listing(others, 'and')}."] if others else []
    said += [f"    // Other mounts that suit it: {listing(places, 'and')}."] if places else []
    return said


def _statement(choice: Choice) -> str:
    mount = "" if choice.mount is None else f', mount = "{choice.mount}"'
    return f'{choice.type} {choice.name}(ref = "{choice.part.id}"{mount})'


def _pose(x: float, y: float, z: float) -> str:
    return f"({number(x)}, {number(y)}, {number(z)}, 0, 0, 0, 1)"


def _world(name: str, course: _Course, drives: bool) -> str:
    side, height = course.side, 0.5
    box = (
        [
            "        // " + ("Beside the way." if course.beside else "In the way, straight between start and goal."),
            f'        Obstacle box(type = "box", pos = {_pose(course.box, course.beside, height / 2)}, '
            f"size = ({number(side)}, {number(side)}, {number(height)}))",
            "",
        ]
        if drives
        else []
    )
    return "\n".join(
        [
            "// Lengths are metres. A pose is a position and a quaternion: (x, y, z, qx, qy, qz, qw).",
            "",
            f"World {name}_world {{",
            f"    spawn(robot = @core/{name}, pose = {_pose(0, 0, 0)})",
            "",
            '    Scenario floor(ref = "empty", ground_plane = true) {',
            *box,
            "        // A mark to drive to; nothing collides with it.",
            f'        Marker flag(type = "cylinder", pos = {_pose(course.goal, 0, 0.005)}, size = (0.3, 0.3, 0.01))',
            "    }",
            "",
            f"    Goal goal(pose = {_pose(course.goal, 0, 0)})",
            "}",
        ]
    )


def _task(name: str, design: Design, course: _Course, drives: bool) -> str:
    if drives:
        steps = ["    Navigate(goal = @world/goal)"]
    else:
        steps = [
            "    // Without a lidar the robot cannot find its way, so it goes by odometry alone.",
            f"    Advance(distance_m = {number(course.goal)})",
        ]
    if COMPONENT_TYPES[design.chassis.type].turns_in_place:
        steps += ["", "    // A quarter turn to the left.", "    Spin(angle_rad = 1.5708)"]
    return "\n".join(
        [
            "// Nodes in a row run one after the other; the first that fails ends the task.",
            "",
            f"Task {name}_task(timeout_s = {course.limit}) {{",
            *steps,
            "    Stop()",
            "}",
        ]
    )


def _eval(name: str, design: Design, course: _Course, drives: bool) -> str:
    nearness = number(0.3 if drives else round(0.2 + 0.1 * course.goal, 2))
    checks = [
        f"    Check_time(target = @task/{name}_task, max = {course.limit})",
        "",
        "    // How far from the goal the robot truly is in the end.",
        f"    Check_distance(target = @world/goal, max = {nearness})",
    ]
    if drives:
        checks += ["", "    // Never nearer to the box.", "    Check_clearance(target = @world/box, min = 0.02)"]
    for choice in design.sensors:
        if choice.type == "Bumper":
            checks += ["", f"    Check_contact(target = @core/{choice.name}, max = 0)"]
    return "\n".join([f"Evaluate {name}_checks {{", *checks, "}"])
