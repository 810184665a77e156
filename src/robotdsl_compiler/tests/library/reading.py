"""Texts of component.yaml files that are sound, and what reading one gives."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

HEAD = "schema_version: 1\nid: thing\ncategory: {category}\ndescription: A thing\n"
VISUAL = "visual: {file: thing.glb, xyz: [0, 0, 0.1], rpy: [0, 0, 1]}\n"
BOX = "collision: {type: box, size: [1, 2, 3], origin_xyz: [0, 0, 0.5]}\n"
INERTIAL = (
    "inertial:\n  mass: 2\n  origin_xyz: [0, 0, 0.1]\n"
    "  inertia: {ixx: 2, iyy: 2, izz: 3, ixy: 0, ixz: 0, iyz: 0}\n  source: measured\n"
)
BASE = "connectors:\n  base: {pos: [0, 0, 0], dir: [0, 0, -1], up: [1, 0, 0]}\n"

CHASSIS = (
    HEAD.format(category="chassis")
    + VISUAL
    + BOX
    + INERTIAL
    + "connectors:\n"
    + "  left:\n    pos: [0, 1, 0]\n    dir: [0, 1, 0]\n    steering: {axis: [0, 0, 1], max_angle_rad: 0.6}\n"
    + "  right: {pos: [0, -1, 0], dir: [0, -1, 0]}\n"
    + "  engine: {pos: [0, 0, 0], dir: [1, 0, 0]}\n"
    + "drivelines:\n  - motor: engine_mount\n    drives: [left_wheel, right_wheel]\n    reduction: 4\n"
    + "contacts:\n  - {xyz: [-1, 0, 0], radius: 0.02, note: skid}\n"
    + "profiles:\n  Diff_two_caster:\n"
    + "    mounts: {left_wheel: left, right_wheel: right, engine_mount: engine}\n"
    + "    port_roles: {left_wheel: steered_drive}\n"
    + "provenance: {name: Thing, license: null, year: 2020, anything: [1, {else: null}]}\n"
)
WHEEL = (
    HEAD.format(category="wheel")
    + VISUAL
    + INERTIAL
    + "wheel: {radius: 0.05, width: 0.02}\n"
    + "connectors:\n  hub: {pos: [0, 0, 0], dir: [0, -1, 0], joint: {type: continuous, axis: [0, 1, 0]}}\n"
    + "profiles: {Standard: {mounts: {base: hub}}, Caster: {}}\n"
)
MOTOR = (
    HEAD.format(category="motor")
    + BOX
    + "motor: {stall_torque: 1.5, no_load_speed: 20}\n"
    + "connectors:\n  face: {pos: [0, 0, 0], dir: [0, 0, -1]}\n  shaft: {pos: [0, 0, 1], dir: [0, 0, 1]}\n"
    + "profiles: {Motor: {mounts: {base: face, shaft: shaft}}}\n"
)
LIDAR = (
    HEAD.format(category="sensor")
    + BOX
    + "sensor: {samples: 720, horizontal_fov_rad: 6.2832, range_min_m: 0.1, range_max_m: 8, noise_stddev: 0}\n"
    + BASE
    + "profiles: {Lidar: {mounts: {base: base}}}\n"
)
RANGER = (
    HEAD.format(category="sensor")
    + BOX
    + "range: {min_m: 0, max_m: 2, field_of_view_rad: 0.4, rate_hz: 20}\n"
    + BASE
    + "profiles: {Range: {}}\n"
)
CRATE = (
    HEAD.format(category="attachment")
    + "hull: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}\n"
    + BASE
    + "profiles: {Attachment: {}}\n"
)


def read(folder: Path, text: str) -> tuple[Part | None, Source, tuple[Diagnostic, ...]]:
    """The part of a file in a folder that also holds what it may name."""
    folder.mkdir(exist_ok=True)
    for asset in ("thing.glb", "thing.onnx"):
        (folder / asset).write_bytes(b"asset")
    source = Source("component.yaml", text.encode())
    findings = Findings()
    part = read_component(source, "thing", "some", folder, findings)
    return part, source, findings.flush(Diagnostics())


def sound(tmp_path: Path, text: str) -> Part:
    part, _, found = read(tmp_path / "thing", text)
    assert [d.message for d in found] == []
    assert part is not None
    return part


def has_one_fault(tmp_path: Path, text: str, edits: list[tuple[str, str]], code: str, message: str) -> None:
    """``edits`` of a sound text, the primary span between « and », are told once, with this code and these words."""
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    before, marked, after = text.replace("»", "«").split("«")
    part, source, found = read(tmp_path / "thing", before + marked + after)
    assert part is None
    assert [(d.code.name, d.message) for d in found] == [(f"library.{code}", message)]
    (finding,) = found
    assert finding.primary is not None
    span = finding.primary.span
    assert (span.source, span.start, span.end) == (source, len(before.encode()), len((before + marked).encode()))
