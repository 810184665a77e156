"""What holds for every drive, and the documents that state none."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from drive_documents import EVERY, STAND, car, differential, mecanum, omni, tracks, tricycle
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.kinematics.actuation import STANDSTILL, Actuation, DriveError
from robotdsl_runtime.kinematics.drive import Drive, drive_of

SPEEDS = st.floats(-3.0, 3.0)
TURNS = st.floats(-6.0, 6.0)
LIMITS = st.one_of(st.none(), st.floats(0.5, 60.0))
RADII = st.floats(0.02, 0.3)
ARMS = st.floats(0.05, 0.8)
STEER = st.floats(0.1, 1.4)
SIGNS = st.sampled_from([1.0, -1.0])

documents = st.one_of(
    st.builds(differential, half=ARMS, radius=RADII, max_speed=LIMITS),
    st.builds(
        car, base=ARMS, half=ARMS, radius=RADII, limit=STEER, max_speed=LIMITS, offset=st.floats(0.0, 0.05),
        axle_x=st.floats(-0.5, 0.5), four=st.booleans(), signs=st.tuples(SIGNS, SIGNS),
    ),
    st.builds(tricycle, base=ARMS, radius=RADII, limit=st.floats(0.1, 3.0), max_speed=LIMITS),
    st.builds(mecanum, arm=ARMS, radius=RADII, max_speed=LIMITS),
    st.builds(omni, count=st.integers(3, 6), reach=ARMS, radius=RADII, max_speed=LIMITS),
    st.builds(tracks),
)  # fmt: skip


@given(documents, SPEEDS, SPEEDS, TURNS)
def test_no_wheel_passes_its_limit(document: dict[str, Any], v: float, left: float, w: float) -> None:
    drive = drive_of(document)
    for driven, speed in zip(drive.wheels, drive.command((v, left, w)).wheels, strict=True):
        assert driven.max_speed is None or abs(speed) <= driven.max_speed
    for pin, angle in zip(drive.kingpins, drive.command((v, left, w)).kingpins, strict=True):
        assert abs(angle) <= pin.limit


@given(documents, SPEEDS, SPEEDS, TURNS)
def test_what_was_commanded_is_measured(document: dict[str, Any], v: float, left: float, w: float) -> None:
    """As far as the base can do it: one that cannot move sideways does not, a turn is held to the kingpins, and a
    limit slows the base round the same circle.
    """
    drive = drive_of(document)
    able = feasible(document, v, left, w)
    got = drive.motion(drive.command((v, left, w)))
    share = slowed(drive, able)
    assert got == pytest.approx([share * part for part in able], abs=1e-7, rel=1e-7)
    assert 0.0 < share <= 1.0


@given(documents, SPEEDS, SPEEDS, TURNS)
def test_the_way_back_undoes_the_way_there(document: dict[str, Any], v: float, left: float, w: float) -> None:
    drive = drive_of(document)
    there, back = drive.command((v, left, w)), drive.command((-v, -left, -w))
    assert drive.motion(back) == pytest.approx([-part for part in drive.motion(there)], abs=1e-9)
    # Round the same circles: the kingpins stand as they stood, unless they turn the base in place.
    if v != 0.0:
        assert back.wheels == pytest.approx([-speed for speed in there.wheels])
        assert back.kingpins == pytest.approx(there.kingpins)


def feasible(document: dict[str, Any], v: float, left: float, w: float) -> tuple[float, float, float]:
    if document["kinematics"] == "holonomic":
        return v, left, w
    if document["kinematics"] != "steering" or document["min_turning_radius"] == 0.0:
        return v, 0.0, w
    most = abs(v) / document["min_turning_radius"]
    return v, 0.0, max(-most, min(most, w))


def slowed(drive: Drive, motion: tuple[float, float, float]) -> float:
    """By how much the limits slow a motion that the base can do: from the speeds of the same drive with no limits."""
    if not drive.wheels:
        return 1.0
    free = dataclasses.replace(
        drive, wheels=tuple(dataclasses.replace(driven, max_speed=None) for driven in drive.wheels)
    )
    speeds = free.command(motion).wheels
    return min(
        (
            driven.max_speed / abs(speed)
            for driven, speed in zip(drive.wheels, speeds, strict=True)
            if driven.max_speed is not None and abs(speed) > driven.max_speed
        ),
        default=1.0,
    )


@pytest.mark.parametrize("kind", EVERY)
def test_a_base_told_to_stand_does_not_move(kind: str) -> None:
    drive = drive_of(EVERY[kind])
    told = drive.command(STANDSTILL)
    assert not any(told.wheels) and told.belts == (0.0, 0.0)
    assert drive.motion(told) == STANDSTILL


def test_nothing_drives_a_base_that_stands() -> None:
    drive = drive_of(STAND)
    assert drive.command((1.0, 1.0, 1.0)) == Actuation()
    assert drive.wheels == () and drive.kingpins == () and drive.belts == ()


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("stand", lambda d: d.update(kinematics="hover"), "driven as 'hover', which is none of differential, steering"),
        ("stand", lambda d: d.pop("kinematics"), "driven as None"),
        ("stand", lambda d: d.update(kinematics=["tracks"]), r"driven as \['tracks'\]"),
        ("differential", lambda d: d.update(wheels=3), "wheels is not a list of driven wheels"),
        ("differential", lambda d: d.pop("wheels"), "wheels is not a list of driven wheels"),
        ("differential", lambda d: d.update(wheels=[]), "names no driven wheel"),
        ("differential", lambda d: d.update(wheels=[3]), "a driven wheel is not an object"),
        ("differential", lambda d: d["wheels"][0].pop("actuator"), "driven wheel 'left' lacks its 'actuator'"),
        ("differential", lambda d: d["wheels"][0].pop("component"), "a driven wheel lacks its 'component'"),
        ("differential", lambda d: d["wheels"][0].update(joint=3), "joint is 3, not a name"),
        ("differential", lambda d: d["wheels"][0].update(y="x"), "y is 'x', not a number"),
        ("differential", lambda d: d["wheels"][0].update(y=True), "y is True, not a number"),
        ("differential", lambda d: d["wheels"][0].update(y=float("nan")), "y is nan, not a number"),
        ("differential", lambda d: d["wheels"][0].update(radius=0.0), "radius is 0, not above 0"),
        ("differential", lambda d: d["wheels"][0].update(max_speed=-1), "max_speed is -1, not above 0"),
        ("mecanum", lambda d: d["wheels"][0].pop("row"), "driven wheel 'front_left' lacks its 'row'"),
        ("mecanum", lambda d: d["wheels"][0].update(row=[1, 2]), "row is not a list of 3 numbers"),
        ("mecanum", lambda d: d["wheels"][0].update(row=[1, 2, None]), "row is None, not a number"),
        ("mecanum", lambda d: d.update(wheels=d["wheels"][:2]), "do not move the base every way"),
        ("mecanum", lambda d: [w.update(row=[w["row"][0], 0, w["row"][2]]) for w in d["wheels"]], "every way"),
        ("car", lambda d: d.pop("axle_x"), "the drive lacks its 'axle_x'"),
        ("car", lambda d: d.update(min_turning_radius=-1), "min_turning_radius is -1, below 0"),
        ("car", lambda d: d.update(min_turning_radius=None), "the drive: min_turning_radius is None, not a number"),
        ("car", lambda d: d.update(kingpins=[]), "names no kingpin"),
        ("car", lambda d: d["kingpins"][1].update(sign=0.5), "kingpin 'front_r': sign is 0.5, neither 1 nor -1"),
        ("car", lambda d: d["kingpins"][1].update(limit=0), "limit is 0, not above 0"),
        ("car", lambda d: d["kingpins"][1].update(x=d["axle_x"]), "stands on the unsteered axle"),
        ("car", lambda d: d["wheels"][2].pop("offset"), "driven wheel 'front_l' lacks its 'offset'"),
        ("tracks", lambda d: d["belts"][0].pop("body"), "belt 'left' lacks its 'body'"),
        ("tracks", lambda d: d.update(belts={}), "belts is not a list of belts"),
    ],
)  # fmt: skip
def test_a_broken_document(kind: str, change: Change, message: str) -> None:
    document = copy.deepcopy(EVERY[kind])
    change(document)
    with pytest.raises(DriveError, match=message):
        drive_of(document)
