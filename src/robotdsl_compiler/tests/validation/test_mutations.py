"""Whatever a program says, it comes out as facts and findings or as diagnostics, never as an exception."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.analysis import analyze
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.validation import RULES, validate, validation_document

SOUND = {
    "core": """Robot bot {
        Diff_two_caster base(ref = "duo")
        Motor ml(ref = "motor", glue = (0, 0.12, 0, 0, 1, 0))
        Standard l(ref = "wheel", mount = "ml.shaft")
        Standard r(ref = "wheel", mount = "right_wheel")
        Caster c(ref = "caster", mount = "under")
        Lidar eye(ref = "laser", mount = "top_0")
        Range feeler(ref = "eye", glue = (0.15, 0, 0, 1, 0, 0, 0.5))
        Attachment g(ref = "wedge", mount = "top_2")
    }""",
    "world": """World hall {
        physics(gravity = (0, 0, -9.81))
        spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))
        Scenario room(ref = "empty", ground_plane = true) {
            Obstacle crate(type = "box", pos = (1.2, 0, 0.25, 0, 0, 0, 1), size = (0.3, 0.3, 0.5), collision = true)
            SupportSurface ramp(type = "box", pos = (-1.2, 0, 0, 0, 0.1, 0, 0.995), size = (1, 1, 0.1))
            Obstacle ball(type = "sphere", pos = (1, 1, 0.5, 0, 0, 0, 1), size = (1, 1, 1), is_static = true)
            Obstacle seat(ref = "bench", pos = (0.6, -1, 0, 0, 0, 0, 1))
            Marker flag(type = "cylinder", pos = (2.5, 0, 0.01, 0, 0, 0, 1), size = (0.3, 0.3, 0.02))
        }
        Scenario outside(ref = "yard", ground_plane = false) {
            SupportSurface way(ref = "wedge", pos = (3, 3, 0, 0, 0, 0, 1))
        }
        Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1))
        Goal at_flag(target = @world/flag)
        Goal at_post(target = @world/post)
    }""",
    "task": """Task fetch(timeout_s = 90) {
        Retry(count = 2) { Navigate(goal = @world/there) }
        Parallel(policy = "success_on_one") { Spin(angle_rad = 1) Advance(distance_m = 1, speed_mps = 0.3) }
        Fallback { GoalReached(goal = @world/at_flag) Strafe(distance_m = 0.1) Stop() }
    }""",
    "eval": """Evaluate judge {
        Check_vel(target = @core/r, min = 0, max = 20)
        Check_clearance(target = @world/crate, source = @core/eye, min = 0.1)
        Check_time(target = @task/fetch, max = 90)
    }""",
}
TOKEN = re.compile(r'"[^"]*"|@\w+/\w+|[-+]?\d[\d.]*|\w+|[^\s\w]')
# What is put in the place of a token now and then.
OTHERS = [
    '"wheel"',
    '"ghost"',
    '"box"',
    "@world/crate",
    "@core/bot",
    "0",
    "-1",
    "1e300",
    "-1e-300",
    "true",
    "Caster",
    "Motor",
]


def kind(token: str) -> str:
    """String, reference, number or word."""
    return '"' if token[0] == '"' else "@" if token[0] == "@" else "a" if token[0].isalpha() else "0"


def mutated(source: random.Random) -> dict[str, str]:
    """The sound program with one or two tokens replaced, mostly by ones of their own kind."""
    texts = dict(SOUND)
    for _ in range(source.randint(1, 2)):
        form = source.choice(list(texts))
        tokens = [t for t in TOKEN.finditer(texts[form]) if t.group() not in "(){}=,"]
        old = source.choice(tokens)
        alike = [t.group() for t in tokens if kind(t.group()) == kind(old.group())]
        new = source.choice(alike if source.random() < 0.8 else OTHERS)
        texts[form] = texts[form][: old.start()] + new + texts[form][old.end() :]
    return texts


@pytest.mark.parametrize("seed", range(8))
def test_mutated_programs(lower_texts: Callable[..., Any], seed: int) -> None:
    source = random.Random(seed)
    programs = 0
    for _ in range(50):
        texts = mutated(source)
        try:
            lowered = lower_texts(**texts)
        except AssertionError:
            continue  # the fixture's word for a syntax error
        assert (lowered.program is None) is bool(lowered.diagnostics), texts
        if lowered.program is None:
            continue
        programs += 1
        findings = validate(analyze(lowered.program), Diagnostics())
        assert len(findings) == len(RULES)
        assert len(validation_document(findings)) == len(RULES)
    assert programs > 3


@pytest.mark.parametrize("extreme", ["1.7e308", "-1.7e308", "5e-324", "0"])
def test_extreme_numbers(lower_texts: Callable[..., Any], extreme: str) -> None:
    """Each number of the program in turn."""
    programs = 0
    for form, text in SOUND.items():
        for number in re.finditer(r"(?<![\w@])-?\d[\d.]*", text):
            changed = text[: number.start()] + extreme + text[number.end() :]
            lowered = lower_texts(**{**SOUND, form: changed})
            if lowered.program is not None:
                programs += 1
                assert len(validate(analyze(lowered.program), Diagnostics())) == len(RULES)
    assert programs > 20
