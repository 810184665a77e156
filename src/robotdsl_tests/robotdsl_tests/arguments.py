"""What the workspace's own commands take on their command lines."""

from __future__ import annotations

import argparse
from pathlib import Path


def count(text: str) -> int:
    """A whole number of 1 or more."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a whole number of 1 or more is needed, not {text!r}")
    return int(text)


def new_file(text: str) -> Path:
    """Where a file can be put: asked before the work whose outcome it takes."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{path.parent} is not a folder")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is a folder")
    return path
