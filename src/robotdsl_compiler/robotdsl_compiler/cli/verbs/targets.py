"""``targets``: what a program can be compiled for."""

from __future__ import annotations

import argparse

from robotdsl_compiler.driver.registry import TARGETS


def run(arguments: argparse.Namespace) -> int:
    del arguments
    width = max(len(name) for name in TARGETS)
    for name, target in TARGETS.items():
        print(f"{name:{width}}  {target.summary}")
    return 0
