from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.evaluation import report
from robotdsl_runtime.evaluation.picture import draw_top_view
from robotdsl_runtime.evaluation.png import SIGNATURE
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.report import Picture, write_report

VOID = {"meta", "input", "img", "br", "link", "hr"}
NASTY = '<script>alert("1")</script>&\x00\x07'


@pytest.fixture(autouse=True)
def small_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is its own tests' matter; here it is drawn small."""
    monkeypatch.setattr(report, "draw_top_view", partial(draw_top_view, width=240))


class Page(HTMLParser):
    """What a page holds; a tag that is not closed where it should be fails the test that reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.inside: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.inside[self.open[-1]] = self.inside.get(self.open[-1], "") + data
        elif data.strip():
            self.words.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def ids(self) -> set[str]:
        found = [a["id"] for _, a in self.tags if a.get("id")]
        assert len(found) == len(set(found))
        return {i for i in found if i is not None}


def written(
    tmp_path: Path, run: Any, result: Any = ..., pictures: Sequence[Picture] = (), compiled: Any = None
) -> tuple[str, dict[str, bytes]]:
    output = tmp_path / "out"
    documents = {
        "task/mission.json": run.mission,
        "task/evaluation.json": run.evaluation,
        "nav/navigation.json": run.navigation,
        "compile.json": compiled,
    }
    for name, document in documents.items():
        if document is not None:
            path = output / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(document), encoding="utf-8")
    files: dict[str, bytes] = {}

    def write(path: Path, content: bytes) -> None:
        assert path.parent == output / "run" and path.name not in files
        files[path.name] = content

    judged = run.judged() if result is ... else result
    write_report(output / "run", output, run.task_result, judged, run.evidence, write, pictures)
    assert files.keys() == {"report.html", "path.png"}
    assert files["path.png"].startswith(SIGNATURE)
    return files["report.html"].decode("utf-8"), files


def test_the_page_stands_alone(run: Any, tmp_path: Path) -> None:
    text, _ = written(tmp_path, run)
    page = Page(text)
    assert "http:" not in text and "https:" not in text and "//" not in page.inside["style"]
    assert not [a for _, a in page.tags if {"href", "srcset", "action", "xmlns"} & a.keys()]
    assert all((a["src"] or "").startswith("data:") for _, a in page.tags if "src" in a)
    policy = next(a["content"] for t, a in page.tags if t == "meta" and "http-equiv" in a)
    assert policy is not None and policy.startswith("default-src 'none'")
    assert "@import" not in text and "url(" not in text
    assert str(tmp_path) not in text


def test_every_section_is_there_with_its_numbers(run: Any, tmp_path: Path) -> None:
    page = Page(written(tmp_path, run)[0])
    assert {"map", "checks", "physical", "time-course", "events", "timeline", "moments", "scrub"} <= page.ids()
    judged = run.judged()
    for words in ("reach", "diff_bot in demo", "Failed", "Succeeded after 10 s", "3 of 5 pass, 1 fail, 1 unknown"):
        assert words in page.text
    for each in judged["checks"]:
        assert each["type"] in page.text
    assert "max 5" in page.text and "min 0.05" in page.text and "0.1 to 5" in page.text
    assert "Navigate goal" in page.text and "Spin 1.571 rad" in page.text
    assert "Closest approach" in page.text
    assert f"{judged['physical']['clearance']['distance_m']:.3f}" in page.text
    # A bar for each check that has a value, and for the two halves of the physical verdict.
    assert sum(t == "circle" and str(a.get("class", "")).startswith("g-") for t, a in page.tags) == 4 + 2


def test_verdicts_carry_a_word_and_a_sign_beside_their_colour(run: Any, tmp_path: Path) -> None:
    text, _ = written(tmp_path, run)
    for verdict, sign in (("pass", "✓"), ("fail", "✕"), ("unknown", "?")):
        assert f'<span class="verdict {verdict}"><span class="sign">{sign}</span> {verdict}</span>' in text


def test_names_and_messages_are_escaped(run: Any, tmp_path: Path) -> None:
    for document, key in ((run.mission, "robot"), (run.mission, "world"), (run.mission, "task")):
        document[key] = NASTY
    run.mission["entities"][NASTY] = {"type": NASTY, "pose": [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]}
    run.mission["goals"][NASTY] = {"pose": [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0], "target": None}
    run.evaluation["entities"][NASTY] = run.evaluation["entities"]["box"]
    run.task_result.update(status=NASTY, message=NASTY, unstopped_actions=[NASTY])
    run.task_result["events"][0].update(node=NASTY, parameters={NASTY: NASTY}, outcome=NASTY, message=NASTY)
    check = {"type": NASTY, "target": NASTY, "source": NASTY, "min": 1, "max": 2, "value": 1.5, "unit": NASTY}
    result = {
        "physical": {"verdict": NASTY, "reason": NASTY, "clearance": {"obstacle": NASTY, "time_s": 1, "distance_m": 0}},
        "checks": [{**check, "verdict": NASTY, "reason": NASTY}],
    }
    picture = Picture(b"\x01", 'image/"><script>', NASTY)
    text, _ = written(
        tmp_path, run, result, [picture], {"target": NASTY, "sources": [{"name": NASTY, "sha256": NASTY}]}
    )
    page = Page(text)
    assert sum(t == "script" for t, _ in page.tags) == 2  # the data and the page's own
    assert "\x00" not in text and "\x07" not in text
    assert '<script>alert("1")' not in text
    assert 'alert("1")' in page.text  # shown, not run
    json.loads(re.search(r'id="moments">(.*?)</script>', text).group(1))


def test_what_the_script_reads_agrees_with_the_record(run: Any, tmp_path: Path) -> None:
    text, _ = written(tmp_path, run)
    data = json.loads(re.search(r'id="moments">(.*?)</script>', text).group(1))
    time, y = np.array(data["t"]), np.array(data["y"])
    assert len(time) == 500 == len(data["x"]) == len(data["a"]) == len(data["v"]) == len(data["w"])
    assert y == pytest.approx(np.interp(time, run.evidence.time, run.evidence.pose[:, 1]), abs=2e-3)
    assert data["leaves"][0] == ["Navigate goal", 0.0, 8.0]
    assert data["axis"]["first"] == 0.0 and data["axis"]["last"] == 10.0


def test_the_same_run_gives_the_same_bytes(run: Any, tmp_path: Path) -> None:
    first = written(tmp_path / "a", run)[1]
    second = written(tmp_path / "b", run)[1]
    assert first == second


def test_the_picture_tells_the_verdicts_too(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headings = []

    def draw(scene: Any, *, heading: str) -> Any:
        headings.append(heading)
        return draw_top_view(scene, heading=heading, width=240)

    monkeypatch.setattr(report, "draw_top_view", draw)
    written(tmp_path, run)
    assert headings == ["diff_bot, reach: task success, physical pass, 3 of 5 checks pass"]


def test_a_task_that_never_started(run: Any, tmp_path: Path) -> None:
    run.task_result.update(
        status="not_started", message="waited 120 s for the pose", started_at=None, ended_at=None, events=[],
        final_pose=None, odometry_distance_m=0.0,
    )  # fmt: skip
    empty = run.but(evidence=Evidence.empty())
    page = Page(written(tmp_path, empty)[0])
    assert "Did not start: waited 120 s for the pose" in page.text
    assert "Undecided" in page.text
    assert "No motion was recorded" in page.text and "No leaf ran" in page.text
    assert "time-course" not in page.ids()


def test_a_run_that_was_interrupted(run: Any, tmp_path: Path) -> None:
    run.task_result.update(status="interrupted", message="Ctrl-C", ended_at=4.0)
    run.task_result["events"] = [
        {**run.task_result["events"][0], "outcome": "halted", "ended_at": 4.0},
        {**run.task_result["events"][1], "started_at": 3.0, "ended_at": None, "outcome": None},
    ]
    evidence = run.evidence
    cut = Evidence(
        evidence.time[:200], evidence.pose[:200], evidence.joint_names, evidence.position[:200],
        evidence.velocity[:200], evidence.effort[:200],
    )  # fmt: skip
    page = Page(written(tmp_path, run.but(evidence=cut))[0])
    assert "Was interrupted after 4 s: Ctrl-C" in page.text
    assert "halted" in page.text and "? interrupted" in page.text


def test_a_run_that_was_not_judged(run: Any, tmp_path: Path) -> None:
    page = Page(written(tmp_path, run, None)[0])
    assert page.text.count("The run was not evaluated.") == 3
    assert "Undecided" in page.text


def test_a_program_without_checks_can_pass(run: Any, tmp_path: Path) -> None:
    run.evaluation["checks"] = []
    page = Page(written(tmp_path, run)[0])
    assert "Passed" in page.text and "The program states no checks." in page.text


def test_nothing_at_all(run: Any, tmp_path: Path) -> None:
    nothing = run.but(mission=None, evaluation=None, navigation=None, task_result={}, evidence=Evidence.empty())
    page = Page(written(tmp_path, nothing, {})[0])
    assert "Not readable in the output: task/mission.json, nav/navigation.json." in page.text


def test_damaged_documents_are_named(run: Any, tmp_path: Path) -> None:
    (tmp_path / "out" / "task").mkdir(parents=True)
    (tmp_path / "out" / "compile.json").write_bytes(b"\xff{")
    (tmp_path / "out" / "task" / "evaluation.json").mkdir()
    page = Page(written(tmp_path, run.but(evaluation=None), None)[0])
    assert "Not readable in the output: task/evaluation.json, compile.json." in page.text


def test_numbers_that_are_none(run: Any, tmp_path: Path) -> None:
    pose, velocity = run.evidence.pose.copy(), run.evidence.velocity.copy()
    pose[40:60] = np.nan
    velocity[100:120], velocity[200, 0] = np.nan, np.inf
    odd = Evidence(run.evidence.time, pose, run.evidence.joint_names, run.evidence.position, velocity, velocity)
    result = run.judged()
    for each, value in zip(result["checks"], (float("nan"), float("inf"), None, -3.0, True), strict=True):
        each["value"] = value
    text, _ = written(tmp_path, run.but(evidence=odd), result)
    page = Page(text)
    drawn = " ".join(str(a.get(k, "")) for _, a in page.tags for k in ("points", "cx", "cy", "d", "x", "y", "width"))
    assert "nan" not in drawn and "inf" not in drawn
    assert "nan s" in page.text and "inf m" in page.text


def test_forty_checks_and_long_names(run: Any, tmp_path: Path) -> None:
    result = run.judged()
    result["checks"] = [{**result["checks"][0], "target": f"{'long_' * 30}{k}"} for k in range(40)]
    page = Page(written(tmp_path, run, result)[0])
    assert "40 of 40 pass" in page.text and f"{'long_' * 30}39" in page.text


def test_a_long_run_stays_a_small_page(run: Any, tmp_path: Path) -> None:
    count = 90_000
    time = np.linspace(0.0, 1800.0, count)
    pose = np.zeros((count, 7))
    pose[:, 0], pose[:, 1], pose[:, 6] = np.sin(time / 9), np.cos(time / 7), 1.0
    velocity = np.stack([np.sin(time)] * 8, axis=1)
    names = tuple(f"wheel_{k}_joint" for k in range(8))
    long = Evidence(time, pose, names, velocity, velocity, velocity)
    run.task_result["events"] = [
        {"node": "Wait", "path": f"0.{k % 90}", "parameters": {"duration_s": 1.0}, "outcome": "success",
         "message": "", "started_at": k * 0.4, "ended_at": k * 0.4 + 0.3}
        for k in range(4_000)
    ]  # fmt: skip
    run.task_result["ended_at"] = 1800.0
    text, _ = written(tmp_path, run.but(evidence=long), None)
    page = Page(text)
    assert len(text) < 2_500_000
    assert "All 4000 events" in page.text and "and 2000 more, in task_result.json" in page.text
    assert "and 30 more leaves, in the list of events" in page.text


def test_pictures_are_carried_inside(run: Any, tmp_path: Path) -> None:
    pictures = [Picture(b"\x89PNG", "image/png", "from above its corner"), Picture(b"film", "video/mp4", "a film")]
    page = Page(written(tmp_path, run, pictures=pictures)[0])
    sources = [a["src"] for t, a in page.tags if t in ("img", "video")]
    assert sources == ["data:image/png;base64,iVBORw==", "data:video/mp4;base64,ZmlsbQ=="]
    assert "pictures" in page.ids() and "from above its corner" in page.text


def test_where_it_came_from(run: Any, tmp_path: Path) -> None:
    compiled = {
        "compiler": "0.1.0", "target": "embedded", "program": {"intent": "Drive round a box."},
        "sources": [{"form": "core", "name": "demo.core", "sha256": "ab" * 32}],
        "parts": [{"component": "base", "type": "Diff_two_caster", "library": "example", "id": "chassis"}],
        "approximations": [
            {"component": "caster", "construct": "a passive wheel", "emitted": "a sphere", "reason": "it must slide"}
        ],
    }  # fmt: skip
    page = Page(written(tmp_path, run, compiled=compiled)[0])
    for words in ("Drive round a box.", "demo.core", "abababababababab", "example/chassis", "it must slide", "0.1.0"):
        assert words in page.text
    assert "ab" * 9 not in page.text


def test_the_speed_bound_is_drawn_over_the_wheels(run: Any, tmp_path: Path) -> None:
    text, _ = written(tmp_path, run)
    assert '<polyline class="d-bound"' in text and ">max 5</text>" in text
    run.evaluation["checks"][3]["max"] = 500.0  # far above what was driven: it would squash the lines
    text, _ = written(tmp_path / "far", run)
    assert '<polyline class="d-bound"' not in text


def test_what_writing_raises_is_raised(run: Any, tmp_path: Path) -> None:
    def write(path: Path, content: bytes) -> None:
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        write_report(tmp_path, tmp_path, run.task_result, run.judged(), run.evidence, write)
