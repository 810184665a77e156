"""``./robotdsl motion``: measure what every example base does when it is told to move."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from robotdsl_tests.motion.page import page

PAGE = Path("docs", "reference", "measured-motion.md")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="./robotdsl motion", description="Measure what every example base does when it is told to move."
    )
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.as_posix()} in this checkout, print nothing")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="robotdsl-motion-") as name:
        text = page(Path(name), lambda base: print(f"{base} ...", file=sys.stderr, flush=True))
    if options.write:
        root = Path(__file__).resolve().parents[4]
        if not (root / PAGE.parent).is_dir():
            print(f"error: {root} is not a checkout: it has no {PAGE.parent.as_posix()}/", file=sys.stderr)
            return 2
        (root / PAGE).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0
