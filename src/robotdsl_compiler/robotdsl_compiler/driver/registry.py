"""The targets by name."""

from __future__ import annotations

from robotdsl_compiler.targets.contract import Target
from robotdsl_compiler.targets.embedded import Embedded
from robotdsl_compiler.targets.mjcf import Mjcf

TARGETS: dict[str, Target] = {target.name: target for target in (Embedded(), Mjcf())}
