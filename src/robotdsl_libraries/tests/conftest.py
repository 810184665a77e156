"""The package's folder on the path, as an installed one has it, and the tools beside it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from robotdsl_compiler.library import Libraries, load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics

HERE = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HERE), str(HERE / "tools")]


@pytest.fixture(scope="session")
def package() -> Path:
    return HERE


@pytest.fixture(scope="session")
def example() -> Libraries:
    """The example library, as the compiler reads it."""
    return load_libraries([HERE / "libraries" / "example"], Diagnostics())
