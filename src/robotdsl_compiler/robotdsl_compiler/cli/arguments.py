"""The verbs and their options. Imports nothing of the compiler, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence

PROGRAM = "robotdsl"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Compile a robot, its world, its task and its evaluation into what runs and judges them.",
        epilog=f"{PROGRAM} VERB --help tells the options of a verb.",
    )
    top.add_argument("--version", action="store_true", help="print the compiler's version and stop")
    verbs = top.add_subparsers(dest="verb", metavar="VERB")
    for name, (summary, options) in VERBS.items():
        options(verbs.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."))
    return top


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command line. A list of files may go on behind an option: argparse fills a list from the
    first words that stand together and calls the others unrecognized, so they are added here.
    """
    top = parser()
    arguments, rest = top.parse_known_args(words)
    options = [word for word in rest if word.startswith("-") and word != "-"]
    if options or (rest and getattr(arguments, "list", None) is None):
        top.error(f"unrecognized arguments: {' '.join(options or rest)}")
    if rest:
        setattr(arguments, arguments.list, [*getattr(arguments, arguments.list), *rest])
    if getattr(arguments, "kinematic", False) and arguments.target is None:
        top.error("--kinematic is a way to build a target: name the target with --target")
    return arguments


def _list(
    verb: argparse.ArgumentParser, name: str, nargs: str, metavar: str, help: str, type: Callable[[str], str] = str
) -> None:
    verb.add_argument(name, nargs=nargs, metavar=metavar, help=help, type=type)
    verb.set_defaults(list=name)


def _program(verb: argparse.ArgumentParser) -> None:
    what = "the .core, .world and .task file of a program and its .eval file if it has one, or the folder of them"
    _list(verb, "files", "+", "FILE", what)
    verb.add_argument(
        "-l",
        "--library",
        type=_named,
        action="append",
        default=[],
        metavar="DIR",
        help="a library of parts; may be given several times",
    )
    verb.add_argument("--warnings-as-errors", action="store_true", help="let warnings block as errors do")
    _color(verb)


def _color(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="when to colour (default: auto)"
    )


def _compile(verb: argparse.ArgumentParser) -> None:
    _program(verb)
    mode = verb.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="validate the program and write nothing")
    mode.add_argument("-t", "--target", metavar="NAME", help="what to build; the verb targets lists the names")
    verb.add_argument("-o", "--output", metavar="DIR", help="the directory that the target is written to")
    verb.add_argument(
        "--kinematic",
        action="store_true",
        help="an approximation, of ros-mujoco-nav2: the base is carried as its wheels are told, whatever they do",
    )
    shown = verb.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print what was found as one JSON document")
    shown.add_argument(
        "--dump",
        choices=("syntax", "program", "facts"),
        help="print a stage of the compilation; without --target nothing is written",
    )


def _simulate(verb: argparse.ArgumentParser) -> None:
    _program(verb)
    verb.add_argument(
        "-o", "--output", metavar="DIR", help="where to compile to (default: build/NAME, NAME being the .core file's)"
    )
    run = verb.add_argument_group("the run")
    run.add_argument(
        "--run-dir", type=_named, metavar="DIR", help="where to write the results (default: run/ in the output)"
    )
    run.add_argument(
        "--seed", type=_seed, metavar="N", help="what the noise is drawn from; the same gives the same run"
    )
    run.add_argument("--real-time", action="store_true", help="run no faster than the clock")
    run.add_argument("--view", action="store_true", help="show the run in a window")
    run.add_argument(
        "--video", type=_named, metavar="FILE", help="film the run from a camera that follows the robot: .mp4 or .gif"
    )
    run.add_argument("--no-picture", action="store_true", help="leave out the picture that MuJoCo draws")
    run.add_argument("--no-report", action="store_true", help="leave out the report and every picture")
    run.add_argument("--quiet", action="store_true", help="no progress and no table: the files and the exit code")
    run.add_argument("--json", action="store_true", help="print the evaluation as JSON instead of the table")


def _drive(verb: argparse.ArgumentParser) -> None:
    _program(verb)
    verb.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="where to compile to (default: build/NAME-mjcf, NAME being the .core file's)",
    )
    driven = verb.add_argument_group("driving")
    driven.add_argument(
        "--command",
        nargs=3,
        type=_finite,
        metavar=("V", "VLEFT", "W"),
        help="no window: tell it this motion (m/s ahead, m/s to the left, rad/s to the left) and print what it does",
    )
    driven.add_argument("--seconds", type=_duration, metavar="S", help="how long it is told that (default 2)")


def _new(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("type", metavar="CHASSIS_TYPE", help="what the robot drives on, such as Diff_two_caster")
    _list(verb, "sensors", "*", "SENSOR_TYPE", "a sensor that it carries, such as Lidar")
    verb.add_argument(
        "--library",
        type=_named,
        action="append",
        default=[],
        metavar="DIR",
        help="a library to choose parts from; may be given several times",
    )
    verb.add_argument("--name", metavar="NAME", help="what the robot and its files are called (default: starter)")
    verb.add_argument("--output", metavar="DIR", help="the folder to write the four files to (default: NAME)")
    verb.add_argument("--chassis", metavar="PART_ID", help="the part to use as the chassis")
    _color(verb)


def _convert(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("file", metavar="FILE.urdf", help="the URDF of a mobile base, its xacro expanded")
    verb.add_argument("--output", metavar="DIR", required=True, help="the folder to write to")
    verb.add_argument("--name", metavar="NAME", help="what the robot and its files are called (default: the URDF's)")
    verb.add_argument(
        "--wheel", action="append", default=[], metavar="LINK", help="a link that is a driven wheel; give each of them"
    )
    verb.add_argument(
        "--package-path",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder in which to look for the packages of package:// addresses; may be given several times",
    )
    _color(verb)


def _library(verb: argparse.ArgumentParser) -> None:
    _list(verb, "directories", "+", "DIR", "a library: a folder that holds a library.yaml", _named)
    verb.add_argument("--json", action="store_true", help="print what was found as one JSON document")
    _color(verb)


def _named(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("an empty name")
    return text


# What follows is as the run and the driver have it, but told before anything is compiled.


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"a seed is a whole number of 0 or more, not {text!r}")
    return int(text)


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"a finite number is needed, not {text!r}")
    return value


def _duration(text: str) -> float:
    value = _finite(text)
    if not 0.0 < value <= 3600.0:
        raise argparse.ArgumentTypeError(f"a time above 0 and up to 3600 s is needed, not {text!r}")
    return value


def _fmt(verb: argparse.ArgumentParser) -> None:
    _list(verb, "files", "+", "FILE", "sources to format in place; - reads standard input")
    verb.add_argument("--check", action="store_true", help="change nothing; tell which files would change")
    verb.add_argument("--form", choices=("core", "world", "task", "eval"), help="the form of what standard input gives")
    _color(verb)


def _explain(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("code", nargs="?", metavar="CODE", help="the code of a diagnostic; without one, all are listed")


def _targets(verb: argparse.ArgumentParser) -> None:
    del verb


VERBS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "compile": ("check a program, or build a target from it", _compile),
    "simulate": ("compile a program, run it in MuJoCo and judge the run", _simulate),
    "drive": ("drive a model by hand in MuJoCo: a program, or a folder compiled for mjcf", _drive),
    "new": ("write a starter program from the parts of a library", _new),
    "convert": ("make a library and a robot of a URDF", _convert),
    "library": ("read all that libraries hold and tell what is wrong with them", _library),
    "fmt": ("format sources", _fmt),
    "explain": ("tell what a diagnostic's code means", _explain),
    "targets": ("list what a program can be compiled for", _targets),
}
