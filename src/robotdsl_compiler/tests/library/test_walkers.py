"""Walkers of a library: the records of sound files, each fault with its code, place and words, and whose they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.library import load_libraries
from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.walkers import walker_reader
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import (
    Part,
)
from robotdsl_compiler.model.walker import Walker, WalkerLeg
from robotdsl_compiler.model.walking import (
    CommandRanges,
    Policy,
    PolicyImu,
    PolicyPhase,
    PolicySimulator,
)
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

INERTIAL = (
    "{mass: 1, origin_xyz: [0, 0, 0], inertia: {ixx: 1, iyy: 1, izz: 1, ixy: 0, ixz: 0, iyz: 0}, source: measured}"
)
SERVO = "{kp: 20, effort: 9, hold: 0.5, damping: 0.4, armature: 0.01, frictionloss: 0.1}"
HINGE = f"{{type: revolute, axis: [0, 1, 0], range: [-1, 2], servo: {SERVO}}}"
BODY = f"""\
schema_version: 1
id: body
category: chassis
description: A trunk whose neck turns
inertial: {INERTIAL}
connectors:
  left_hip: {{pos: [0, 0.1, 0], dir: [0, 1, 0]}}
  right_hip: {{pos: [0, -0.1, 0], dir: [0, -1, 0]}}
links:
  neck: {{parent: base, joint: {HINGE}, inertial: {INERTIAL}}}
  head: {{parent: neck, joint: {{type: fixed}}, inertial: {INERTIAL}}}
profiles: {{Legged: {{}}}}
"""
LIMB = f"""\
schema_version: 1
id: limb
category: leg
description: A leg of two servos
connectors: {{base: {{pos: [0, 0, 0], dir: [0, 0, 1]}}}}
links:
  hip: {{parent: base, joint: {HINGE}, inertial: {INERTIAL}}}
  shin:
    parent: hip
    joint: {HINGE}
    inertial: {INERTIAL}
    shapes: [{{name: toe, type: sphere, radius: 0.02}}]
feet: {{tip: {{link: shin, shape: toe, friction: 0.8}}}}
profiles: {{Leg: {{}}}}
"""
CART = BODY.replace("id: body", "id: cart").replace(
    "{Legged: {}}", "{Diff_two_caster: {mounts: {left_wheel: left_hip, right_wheel: right_hip}}}"
)
TROT = """\
schema_version: 1
id: trot
description: Trots on two legs
chassis: body
legs:
  left: {part: limb, connector: left_hip}
  right: {part: limb, connector: right_hip}
joints: [right/hip, right/shin, left/hip, left/shin, neck]
policy:
  file: trot.onnx
  period: 0.02
  action_scale: 0.4
  observation: [gravity, command, joint_angles, phase]
  hidden: [left/shin]
  command: {ahead: [-1, 1], aside: [0, 0], turn: [-0.5, 0.5]}
  imu: {link: head, xyz: [0, 0, 0.1], rpy: [0, 0, 0]}
  phase: {frequency: 2, offsets: {left/tip: 0, right/tip: 3.14}, still_at: 3, still_below: 0.1}
  simulator: {timestep: 0.004, integrator: Euler, iterations: 1, ls_iterations: 5, eulerdamp: false}
provenance: {license: MIT}
"""


def parts() -> dict[str, Part]:
    found = {}
    for id, text in (("body", BODY), ("limb", LIMB), ("cart", CART)):
        findings = Findings()
        part = read_component(Source("component.yaml", text.encode()), id, "some", Path(), findings)
        assert part is not None, [d.message for d in findings.flush(Diagnostics())]
        found[id] = part
    return found


def read(folder: Path, text: str) -> tuple[Walker | None, Source, tuple[Diagnostic, ...]]:
    folder.mkdir(exist_ok=True)
    (folder / "trot.onnx").write_bytes(b"onnx")
    source, findings = Source("walker.yaml", text.encode()), Findings()
    walker = walker_reader(parts().get)(source, "trot", "some", folder, findings)
    return walker, source, findings.flush(Diagnostics())


def test_a_walker(tmp_path: Path) -> None:
    walker, source, found = read(tmp_path / "trot", TROT)
    assert [d.message for d in found] == []
    assert walker is not None
    assert (walker.id, walker.library, walker.description) == ("trot", "some", "Trots on two legs")
    assert (walker.chassis, walker.directory, walker.provenance) == ("body", tmp_path / "trot", {"license": "MIT"})
    assert walker.legs == {"left": WalkerLeg("limb", "left_hip"), "right": WalkerLeg("limb", "right_hip")}
    assert walker.joints == ("right/hip", "right/shin", "left/hip", "left/shin", "neck")
    assert walker.policy == Policy(
        file="trot.onnx",
        period=0.02,
        action_scale=0.4,
        observation=("gravity", "command", "joint_angles", "phase"),
        hidden=("left/shin",),
        command=CommandRanges((-1.0, 1.0), (0.0, 0.0), (-0.5, 0.5)),
        imu=PolicyImu("head", Pose((0.0, 0.0, 0.1))),
        phase=PolicyPhase(2.0, {"left/tip": 0.0, "right/tip": 3.14}, 3.0, 0.1),
        simulator=PolicySimulator(0.004, "Euler", 1, 5, False),
    )
    assert walker.span.source is source and walker.span.text == "trot"


def test_a_body_without_legs_of_other_parts_needs_no_list(tmp_path: Path) -> None:
    text = re.sub(r"(?s)legs:.*?joints: \[.*?\]", "joints: [neck]", TROT).replace("hidden: [left/shin]", "hidden: []")
    text = text.replace(", phase]", "]").replace(re.search(r"  phase: .*\n", text)[0], "")
    walker, _, found = read(tmp_path / "trot", text)
    assert [d.message for d in found] == []
    assert walker is not None
    assert (walker.legs, walker.joints, walker.policy.phase) == ({}, ("neck",), None)


SERVOS = "`neck`, `left/hip`, `left/shin`, `right/hip` or `right/shin`"
# An edit of the sound file, with what is to be pointed at in guillemets; the code and the message.
FAULTS: list[tuple[str, list[tuple[str, str]], str, str]] = [
    ("version", [("schema_version: 1", "schema_version: «2»")], "unsupported",
     "`schema_version` 2 is not supported: this compiler reads version 1"),
    ("id", [("id: trot", "id: «pace»")], "id_mismatch", "`id` is `pace`, but the walker's folder is `trot`"),
    ("unknown field", [("joints:", "«jionts»: []\njoints:")], "unknown_field", "unknown field `jionts`"),
    ("no chassis", [("schema_version", "«schema_version»"), ("chassis: body\n", ""),
     ("{part: limb, connector: left_hip}", "{part: limb, connector: any}")], "missing_field", "`chassis` is missing"),
    ("chassis that is none", [("chassis: body", "chassis: «trunk»")], "invalid_value",
     "`chassis` names the part `trunk`, and the library holds no sound one"),
    ("chassis that is a leg", [("chassis: body", "chassis: «limb»")], "invalid_value",
     "`chassis` names the part `limb`, a leg and no chassis"),
    ("chassis on wheels", [("chassis: body", "chassis: «cart»")], "invalid_value",
     "the part `cart` cannot be a `Legged` base"),
    ("legs of the wrong kind", [("legs:\n  left: {part: limb, connector: left_hip}\n  right: {part: limb, "
     "connector: right_hip}", "legs: «[]»")], "wrong_type", "`legs` must be a mapping from names to legs, not a list"),
    ("leg name", [("  left: {part", "  «left-leg»: {part")], "invalid_key", "`left-leg` is no name for a leg"),
    ("leg that is none", [("left: {part: limb", "left: {part: «limp»")], "invalid_value",
     "`legs.left.part` names the part `limp`, and the library holds no sound one"),
    ("leg that is a body", [("left: {part: limb", "left: {part: «body»")], "invalid_value",
     "`legs.left.part` names the part `body`, a chassis and no leg"),
    ("connector", [("connector: left_hip", "connector: «hip»")], "invalid_value",
     "`legs.left.connector` must be `left_hip` or `right_hip`, not `hip`"),
    ("connector twice", [("connector: right_hip", "connector: «left_hip»")], "invalid_value",
     "two legs sit on the connector `left_hip`"),
    ("no joints", [("schema_version", "«schema_version»"),
     ("joints: [right/hip, right/shin, left/hip, left/shin, neck]\n", "")], "missing_field", "`joints` is missing"),
    ("empty joints", [("joints: [right/hip, right/shin, left/hip, left/shin, neck]", "joints: «[]»")], "invalid_value",
     "`joints` must name what the policy moves"),
    ("joint that does not turn", [("left/shin, neck]", "left/shin, «head»]")], "invalid_value",
     f"`joints[4]` must be {SERVOS}, not `head`"),
    ("joint twice", [("left/shin, neck]", "left/shin, «right/hip»]")], "invalid_value",
     "`joints` has `right/hip` twice"),
    ("no policy", [("schema_version", "«schema_version»"), (TROT[TROT.index("policy:"):TROT.index("provenance")], "")],
     "missing_field", "`policy` is missing"),
    ("policy file", [("file: trot.onnx", "file: «pace.onnx»")], "asset_missing",
     "the walker's folder has no file `pace.onnx`"),
    ("policy file elsewhere", [("file: trot.onnx", "file: «../trot.onnx»")], "invalid_value",
     "`policy.file` must be a path inside the walker's folder, not `../trot.onnx`"),
    ("policy hidden", [("hidden: [left/shin]", "hidden: [«left/toe»]")], "invalid_value",
     f"`policy.hidden[0]` must be {SERVOS}, not `left/toe`"),
    ("policy imu", [("link: head", "link: «left/shin»")], "invalid_value",
     "`policy.imu.link` must be `base`, `neck` or `head`, not `left/shin`"),
    ("policy feet", [("right/tip: 3.14", "right/tip: 3.14, «tip»: 0")], "unknown_field",
     "unknown field `tip` in `policy.phase.offsets`"),
    ("policy foot missing", [("offsets: {left/tip: 0, right/tip: 3.14}", "«offsets»: {left/tip: 0}")], "missing_field",
     "`policy.phase.offsets.right/tip` is missing"),
    ("policy period", [("period: 0.02", "period: «0.021»")], "invalid_value",
     "`policy.period` must be a whole number of steps of 0.004 s, not 5.25"),
]  # fmt: skip


@pytest.mark.parametrize(("edits", "code", "message"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_a_fault(tmp_path: Path, edits: list[tuple[str, str]], code: str, message: str) -> None:
    text = TROT
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    before, marked, after = text.replace("»", "«").split("«")
    walker, source, found = read(tmp_path / "trot", before + marked + after)
    assert walker is None
    assert [(d.code.name, d.message) for d in found] == [(f"library.{code}", message)]
    (finding,) = found
    assert finding.primary is not None
    span = finding.primary.span
    assert (span.source, span.start, span.end) == (source, len(before.encode()), len((before + marked).encode()))


def test_several_faults_are_told_at_once(tmp_path: Path) -> None:
    text = TROT.replace("chassis: body", "chassis: cart").replace("file: trot.onnx", "file: no.onnx")
    _, _, found = read(tmp_path / "trot", text)
    assert [d.code.name for d in found] == ["library.invalid_value", "library.asset_missing"]


VALUES = (
    "",
    "{}",
    "[]",
    "null",
    "true",
    "base",
    "limb",
    "0",
    "-1",
    "1e30",
    "[0, 0]",
    "{a: 1}",
    "[[1]]",
    "[neck, neck]",
)


@settings(max_examples=300)
@given(st.data())
def test_any_value_in_place_of_another_is_read_or_reported(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = TROT
    places = [m.span() for m in re.finditer(r"(?<=: )(\[[^][]*\]|\{[^{}]*\}|[^\s,\[\]{}]+)", text)]
    for start, end in sorted(data.draw(st.lists(st.sampled_from(places), max_size=2, unique=True)), reverse=True):
        text = text[:start] + data.draw(st.sampled_from(VALUES)) + text[end:]
    walker, _, found = read(tmp_path_factory.getbasetemp() / "trot", text)
    assert (walker is None) == bool(found)


# In a library ------------------------------------------------------------------------------------------------------


def library(folder: Path, name: str, walkers: dict[str, str], parts: dict[str, str]) -> Path:
    for kind, file, entries in (("parts", "component.yaml", parts), ("walkers", "walker.yaml", walkers)):
        for id, text in entries.items():
            (folder / kind / id).mkdir(parents=True)
            (folder / kind / id / file).write_text(text)
            (folder / kind / id / "trot.onnx").write_bytes(b"onnx")
    lists = f"parts: [{', '.join(parts)}]\nwalkers: [{', '.join(walkers)}]\n"
    (folder / "library.yaml").write_text(f"name: {name}\n{lists}")
    return folder


def test_a_body_has_the_walkers_of_its_own_library(tmp_path: Path) -> None:
    pace = TROT.replace("id: trot", "id: pace")
    both = {"body": BODY, "limb": LIMB}
    one = library(tmp_path / "one", "one", {"trot": TROT, "pace": pace}, both)
    two = library(tmp_path / "two", "two", {"trot": TROT}, both)
    said = Diagnostics()
    libraries = load_libraries([one, two], said)
    assert [d.message for d in said] == []
    first, second = libraries.find("body")
    assert [(w.library, w.id) for w in libraries.walkers_of(first)] == [("one", "trot"), ("one", "pace")]
    assert [(w.library, w.id) for w in libraries.walkers_of(second)] == [("two", "trot")]
    assert libraries.walkers_of(libraries.find("limb")[0]) == ()


def test_a_walker_of_broken_parts_is_left_out_with_a_warning(tmp_path: Path) -> None:
    parts = {"body": BODY, "limb": LIMB.replace("category: leg", "category: arm")}
    folder = library(tmp_path / "lib", "lib", {"trot": TROT, "gone": ""}, parts)
    (folder / "walkers" / "gone" / "walker.yaml").unlink()
    said = Diagnostics()
    libraries = load_libraries([folder], said)
    (body,) = libraries.find("body")
    assert libraries.walkers_of(body) == ()
    told = [(d.code.name, d.message) for d in said if "category" not in d.message]
    assert told == [
        ("library.invalid_value", f"`legs.{leg}.part` names the part `limb`, and the library holds no sound one")
        for leg in ("left", "right")
    ] + [("library.part_missing", "the library lists the walker `gone`, but holds no file for it")]
    assert not said.blocked()
