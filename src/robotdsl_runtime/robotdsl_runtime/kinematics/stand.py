"""The drive of a base that nothing moves: a legged one without a walking controller, which stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robotdsl_runtime.kinematics.actuation import STANDSTILL, Actuation, Belt, DrivenWheel, Kingpin, Motion
from robotdsl_runtime.kinematics.fields import Entry


@dataclass(frozen=True, slots=True)
class Stand:
    wheels: tuple[DrivenWheel, ...] = ()
    kingpins: tuple[Kingpin, ...] = ()
    belts: tuple[Belt, ...] = ()

    def command(self, motion: Motion, kingpins: Sequence[float] = ()) -> Actuation:
        return Actuation()

    def motion(self, measured: Actuation) -> Motion:
        return STANDSTILL


def stand(document: Entry) -> Stand:
    return Stand()
