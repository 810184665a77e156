"""Whatever numbers a program states, every rule comes to a verdict. What else a program may hold is tried in
tests/language/test_anything.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.analysis import analyze
from robotdsl_compiler.driver.registry import TARGETS
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.validation import RULES, validate

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


@pytest.mark.parametrize("name", [t.name for t in COMPONENT_TYPES.values() if t.mounts])
@pytest.mark.parametrize("far", [0.0, 1e29])
@pytest.mark.parametrize("dir", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0.6, 0, 0.8)])
def test_wheels_that_lie_or_look_ahead(
    facts_of: Callable[..., Any], box_part: Callable[..., Any], name: str, dir: tuple[float, float, float], far: float
) -> None:
    """No axle and no belt is too odd for a rule to judge, nor too far off."""
    type = COMPONENT_TYPES[name]
    mounts = {mount: {"pos": [0.1 * i, 0.1 + far, 0], "dir": list(dir)} for i, mount in enumerate(type.mounts or ())}
    for pin in type.steered:
        mounts[pin]["steering"] = {"axis": [0, 0, 1], "max_angle_rad": 0.5}
    box = {"type": "box", "size": [0.1, 0.1, 0.1], "origin_xyz": [0, 0, 0]}
    frame = box_part(
        "frame", "chassis", 3.0, (0.3, 0.2, 0.08), collision=box, connectors=mounts,
        profiles={name: {"mounts": {mount: mount for mount in mounts}}},
    )  # fmt: skip
    hub = {"pos": [0, 0, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}}
    belt = {"run_start": [-0.1, 0, 0], "run_end": [0.1, 0, 0], "width": 0.1}
    rolls = {"wheel": {"radius": 0.05, "width": 0.02}} if type.wheel_type != "Track" else {"track": belt}
    roller = box_part(
        "roller", "wheel" if "wheel" in rolls else "track", 0.2, (0.1, 0.02, 0.1), connectors={"hub": hub},
        profiles={type.wheel_type: {}}, **rolls,
    )  # fmt: skip
    body = " ".join(f'{type.wheel_type} w_{mount}(ref = "roller", mount = "{mount}")' for mount in mounts)
    facts = facts_of(f'{name} base(ref = "frame") {body}', frame, roller)
    assert len(validate(facts, Diagnostics())) == len(RULES)
    for target in TARGETS.values():
        diagnostics = Diagnostics()
        bound = target.bind(facts, diagnostics)
        assert (bound is None) is diagnostics.blocked()
