"""Every example base goes where it is told and rests where it stands, by the simulator's ground truth.

The figures that hold here are the aims; those that were measured are in docs/reference/measured-motion.md.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import mujoco
import pytest
from robotdsl_tests.benchmarks.plain_wheels import plain
from robotdsl_tests.motion.bases import bases, programs
from robotdsl_tests.motion.page import page
from robotdsl_tests.motion.trials import REST_S, Stand, worst

ROOT = Path(__file__).resolve().parents[4]
PAGE = ROOT / "docs" / "reference" / "measured-motion.md"
STRAIGHT, TURN, CIRCLE, SQUARE = 0.03, 0.05, 0.02, 0.03
# Told to turn in place, its middle moves no faster than this, m/s.
CREEP = 0.005
# A robot that leans so far has tipped over, as the run has it.
TIPPED = 0.5
EVERY = 3
# A base at rest is watched for a quarter of the page's minute, s, and may move by a quarter of a millimetre.
WATCHED_S = 15.0


@pytest.fixture(scope="module")
def stands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stand]:
    """One of each example base, by its program."""
    return {base.program: Stand(base) for base in bases(tmp_path_factory.mktemp("bases"))}


# The first program on each base; that these are all of them is the first test.
MOVING = ("buggy", "car", "crawler", "demo", "mecanum", "motors", "omni", "omni_three", "skid", "tracked", "tricycle")
LEGGED = ("hexapod", "quadruped")


def test_these_are_all_the_bases(stands: dict[str, Stand]) -> None:
    assert sorted((*MOVING, *LEGGED)) == sorted(stands)
    assert [name for name in stands if not stands[name].base.moves] == list(LEGGED)
    assert set(stands) <= set(programs())


@pytest.mark.parametrize("program", MOVING)
def test_a_base_moves_as_it_is_told(stands: dict[str, Stand], program: str) -> None:
    stand = stands[program]
    trials = [stand.trial(motion) for motion in stand.grid(EVERY)]
    straight = [trial for trial in trials if not trial.told[2]]
    turning = [trial for trial in trials if trial.told[2]]
    assert straight and turning
    assert worst([trial.speed_error for trial in straight]) < STRAIGHT
    assert worst([abs(trial.measured[2]) for trial in straight]) < 0.02
    assert worst([trial.speed_error for trial in turning]) < TURN
    assert worst([trial.creep for trial in turning if not any(trial.told[:2])]) < CREEP
    assert max(trial.lean for trial in trials) < TIPPED
    if stand.base.skid_steer:
        shares = [trial.measured[2] / trial.told[2] for trial in turning]
        assert {round(share, 1) for share in shares} <= {0.1, 0.2}
        declared = json.loads((stand.base.output / "compile.json").read_text(encoding="utf-8"))["approximations"]
        (stated,) = [a["emitted"] for a in declared if a["construct"] == "A skid-steer base"]
        assert re.search(r"0\.1 to\s+0\.2", stated)
    else:
        assert worst([trial.turn_error for trial in turning]) < TURN


@pytest.mark.parametrize("program", (*MOVING, *LEGGED))
def test_a_base_rests_level_and_stays(stands: dict[str, Stand], program: str) -> None:
    rest = stands[program].rest(WATCHED_S)
    assert math.degrees(rest.lean) < 0.5
    assert max(rest.drift, abs(rest.rise), abs(rest.turn)) < 1e-3 * WATCHED_S / REST_S
    assert not any(warning.number for warning in stands[program].data.warning)
    # What it settles by first: into the dip beside a roller's ball, or into its servos.
    assert rest.settled < 6e-3


@pytest.mark.parametrize("hand", [1.0, -1.0])
@pytest.mark.parametrize("program", ["buggy", "car", "tricycle"])
def test_a_turning_circle_is_that_of_the_geometry(stands: dict[str, Stand], program: str, hand: float) -> None:
    stand = stands[program]
    geometry, driven = stand.circle(stand.tightest(hand))
    assert geometry == pytest.approx(stand.base.radius, rel=1e-6)
    assert driven == pytest.approx(geometry, rel=CIRCLE)


@pytest.mark.parametrize("program", ["mecanum", "omni", "omni_three"])
def test_a_square_closes(stands: dict[str, Stand], program: str) -> None:
    assert stands[program].square() < SQUARE


@pytest.mark.parametrize("program", ["crawler", "tracked"])
def test_tracks_turn_in_place_without_creeping_sideways(stands: dict[str, Stand], program: str) -> None:
    stand = stands[program]
    trial = stand.trial((0.0, 0.0, stand.base.speeds[2]))
    assert trial.creep < 1e-3


@pytest.mark.parametrize(("program", "degrees"), [("mecanum", 10), ("car", 12), ("tracked", 10)])
def test_a_base_with_plain_wheels_to_compare_with(stands: dict[str, Stand], program: str, degrees: int) -> None:
    """What the benchmark steps beside it: six degrees for the body, one for each wheel and kingpin, and no roller."""
    model = plain(stands[program].base.output)
    assert model.nv == degrees
    cylinders = [geom for geom in range(model.ngeom) if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_CYLINDER]
    assert len(cylinders) == 4
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=1000)
    # It stands on them, level.
    assert data.qpos[4:6] == pytest.approx((0.0, 0.0), abs=0.01)


def test_the_page_tells_of_every_base(stands: dict[str, Stand]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for stand in stands.values():
        base = stand.base
        assert text.count(f"\n| {base.type} | `{base.chassis}` | `{base.program}` |") == 1, base.program
        assert text.count(f"\nProgram `{base.program}`, target `{base.target}`;") == int(base.moves), base.program
        if base.moves:
            section = text.partition(f"\nProgram `{base.program}`,")[2].partition("\n## ")[0]
            assert section.count("\n| ") - 1 == len(list(stand.grid())), base.program


def test_the_page_is_made_of_the_bases_in_order(monkeypatch: pytest.MonkeyPatch, stands: dict[str, Stand]) -> None:
    """The tool on the two bases that take it least: its sections are those that the page has."""
    few = [stands[name].base for name in ("tracked", "quadruped")]
    monkeypatch.setattr("robotdsl_tests.motion.page.bases", lambda folder: iter(few))
    heard: list[str] = []
    text = page(Path(), heard.append)
    assert heard == ["tracked", "quadruped"]
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Measured motion", "## At rest", "## Tracked, `tracked_bot_chassis`",
    ]  # fmt: skip
    assert text.partition("## At rest")[0] == PAGE.read_text(encoding="utf-8").partition("## At rest")[0]
