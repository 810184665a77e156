"""The command: ``python -m robotdsl_web OUTPUT [--to FILE.html]`` writes the page that drives a compiled robot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from robotdsl_web.errors import PageError
from robotdsl_web.page import assemble, make_parts, read_robot
from robotdsl_web.tools import prepare

FAULT, INTERRUPTED = 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """0: the page is written; 2: it could not be; 130: interrupted."""
    options = _parser().parse_args(argv)
    output: Path = options.output
    to: Path = options.to or output.resolve().with_name(f"{output.resolve().name}.html")
    try:
        robot = read_robot(output)
        page = assemble(robot, make_parts(prepare(options.tools)))
        _write(to, page)
    except PageError as error:
        print(f"error: {error}", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    print(f"{robot.name} drives in {to} ({len(page) / 1e6:.1f} MB); open it in a browser", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./robotdsl page", description="Write one HTML file that drives a compiled robot in any modern browser."
    )
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="what `compile` wrote, for mjcf or embedded")
    parser.add_argument("--to", type=Path, metavar="FILE.html", help="where the page goes (default: beside OUTPUT)")
    parser.add_argument(
        "--tools",
        type=Path,
        metavar="DIR",
        default=Path("build", "page_tools"),
        help="where the packages that build the page are kept (default: %(default)s)",
    )
    return parser


def _write(to: Path, page: str) -> None:
    """Whole or not at all: a page that is open in a browser is replaced, and never seen half written."""
    part = to.with_name(f".{to.name}.part")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(page, encoding="utf-8")
            part.replace(to)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise PageError(f"the page cannot be written to {to}: {error.strerror or error}") from None
