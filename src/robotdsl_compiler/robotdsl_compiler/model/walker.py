"""Walkers: walking controllers that a library trained for one of its bodies on its legs as they are placed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value

if TYPE_CHECKING:
    from robotdsl_compiler.model.walking import Policy


@value
class WalkerLeg:
    """The leg ``part`` on the chassis's ``connector``, not turned about it."""

    part: str
    connector: str


@dataclass(frozen=True, eq=False)
class Walker:
    """One walker of a library. Compared by identity, as parts are. ``chassis`` and the ``legs`` are parts of the same
    library.

    ``joints`` are the servos in the order in which the policy reads and moves them. They, the policy's ``hidden`` ones
    and the feet of its phase are named ``<leg>/<link>`` and ``<leg>/<foot>`` by the names of ``legs``, those of the
    chassis itself by their own name alone.
    """

    id: str
    library: str
    description: str
    directory: Path
    chassis: str
    legs: dict[str, WalkerLeg]
    joints: tuple[str, ...]
    policy: Policy
    provenance: dict[str, object] | None
    # Where ``id`` stands in walker.yaml.
    span: Span
