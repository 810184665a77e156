"""One executable per verb, as ``ros2 run robotdsl_compiler VERB`` looks for them."""

from __future__ import annotations

import sys

from robotdsl_compiler.cli.main import main


def _verb(name: str) -> int:
    return main([name, *sys.argv[1:]])


def compile_verb() -> int:
    return _verb("compile")


def simulate_verb() -> int:
    return _verb("simulate")


def new_verb() -> int:
    return _verb("new")


def convert_verb() -> int:
    return _verb("convert")


def library_verb() -> int:
    return _verb("library")


def fmt_verb() -> int:
    return _verb("fmt")


def explain_verb() -> int:
    return _verb("explain")


def targets_verb() -> int:
    return _verb("targets")
