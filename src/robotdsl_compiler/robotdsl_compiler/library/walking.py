"""What a legged base walks on and by: its feet, and its walking controller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_compiler.library.assets import check_asset
from robotdsl_compiler.library.fields import Fields, File, Number, open_fields
from robotdsl_compiler.library.links import BASE
from robotdsl_compiler.library.yaml_spans import Entry, Items, Node, Scalar
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Foot, Link
from robotdsl_compiler.model.walking import (
    CommandRanges,
    Controller,
    Gait,
    GaitBalance,
    GaitLead,
    GaitSettle,
    GaitSlew,
    Policy,
    PolicyImu,
    PolicyPhase,
    PolicySimulator,
)

_POSITIVE, _NOT_NEGATIVE, _ANY = Number(above=0.0), Number(least=0.0), Number()
_COUNT = Number(least=1.0, whole=True)
# What a policy can read, in the contract's words: the terms of its observation.
OBSERVATION = (
    "linear_velocity",
    "angular_velocity",
    "gravity",
    "command",
    "joint_angles",
    "joint_speeds",
    "last_action",
    "phase",
)
_INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")
_COMMAND = ("ahead", "aside", "turn")
_POLICY = (
    "file", "period", "action_scale", "observation", "hidden", "command", "imu", "phase", "simulator",
)  # fmt: skip
_GAIT = {
    "standing": _POSITIVE,
    "control": _POSITIVE,
    "period": _POSITIVE,
    "duty": Number(above=0.0, below=1.0),
    "step_height": _POSITIVE,
}
_GROUPS: dict[str, dict[str, Number]] = {
    "slew": {"ahead": _POSITIVE, "aside": _POSITIVE, "turn": _POSITIVE},
    "settle": {"speed": _POSITIVE, "turn": _POSITIVE},
    "lead": {"distance": _NOT_NEGATIVE, "yaw": _NOT_NEGATIVE},
    "balance": {"frequency": _POSITIVE, "damping": _NOT_NEGATIVE},
}
# How far from a whole number of steps a policy's period may be, as a share of a step: the rounding of a decimal.
_WHOLE_STEPS = 1e-6


def read_feet(file: File, entry: Entry, links: Mapping[str, Link] | None) -> dict[str, Foot]:
    """The feet by name; ``links`` is ``None`` where they could not be read, and nothing is then held against them."""
    feet: dict[str, Foot] = {}
    for each in file.names("feet", entry.value, "a mapping from names to feet"):
        if not file.is_identifier(each, "a foot"):
            continue
        path = f"feet.{each.key}"
        fields = open_fields(file, path, each.value, each, ("link", "shape", "friction"))
        if fields is None:
            continue
        before = len(file.findings)
        link, shape, friction = fields.required("link"), fields.required("shape"), fields.number("friction", _POSITIVE)
        link_name = _one_of(file, f"{path}.link", link, links, "the part has no links")
        shapes = None
        if links is not None and link_name in links and file.sound_since(before):
            shapes = {s.name: s for s in links[link_name].shapes}
        shape_name = _one_of(file, f"{path}.shape", shape, shapes, f"the link `{link_name}` has no shapes")
        if file.sound_since(before):
            feet[each.key] = Foot(each.key, link_name, shape_name, friction)
    return feet


def _one_of(file: File, path: str, entry: Entry | None, choices: Mapping[str, object] | None, none: str) -> str:
    if entry is None:
        return ""
    if choices is None:
        return file.text(path, entry.value)
    if not choices:
        before = len(file.findings)
        name = file.text(path, entry.value)
        if file.sound_since(before):
            file.report("library.invalid_value", f"`{path}` names `{name}`, and {none}", entry.value)
        return name
    return file.choice(path, entry.value, choices)


def read_controller(
    file: File, entry: Entry, directory: Path, links: Mapping[str, Link] | None, feet: Mapping[str, Foot] | None
) -> Controller | None:
    """The walking controller: exactly one of ``policy`` and ``gait``. ``links`` and ``feet`` are ``None`` where they
    could not be read.
    """
    fields = open_fields(file, "controller", entry.value, entry, ("policy", "gait"))
    if fields is None:
        return None
    policy, gait = fields.optional("policy"), fields.optional("gait")
    if policy is not None and gait is not None:
        file.report(
            "library.invalid_value",
            "a controller is a `policy` or a `gait`, not both",
            gait,
            related=((policy, "the other one"),),
        )
        return None
    if policy is not None:
        turning = None if links is None else servo_links(links)
        return read_policy(file, policy, "controller.policy", Body("part", directory, turning, links, feet))
    if gait is not None:
        return _gait(file, gait)
    file.report("library.missing_field", "`controller.policy` or `controller.gait` is missing", entry)
    return None


def _gait(file: File, entry: Entry) -> Gait | None:
    before = len(file.findings)
    fields = open_fields(file, "controller.gait", entry.value, entry, (*_GAIT, "command", *_GROUPS))
    if fields is None:
        return None
    numbers = fields.record(_GAIT)
    command = _command(fields)
    groups = {name: _group(fields, name, rules) for name, rules in _GROUPS.items()}
    if command is None or not file.sound_since(before):
        return None
    return Gait(
        **numbers,
        command=command,
        slew=GaitSlew(**groups["slew"]),
        settle=GaitSettle(**groups["settle"]),
        lead=GaitLead(**groups["lead"]),
        balance=GaitBalance(**groups["balance"]),
    )


def _group(fields: Fields, name: str, rules: dict[str, Number]) -> dict[str, Any]:
    """The numbers of a mapping of ``fields`` that holds nothing else."""
    entry = fields.required(name)
    inner = open_fields(fields.file, fields.path_of(name), entry.value, entry, rules) if entry else None
    return inner.record(rules) if inner is not None else {}


def _command(fields: Fields) -> CommandRanges | None:
    entry = fields.required("command")
    inner = open_fields(fields.file, fields.path_of("command"), entry.value, entry, _COMMAND) if entry else None
    if inner is None:
        return None
    ahead, aside, turn = (_command_range(inner, name) for name in _COMMAND)
    return CommandRanges(ahead, aside, turn)


def _command_range(fields: Fields, name: str) -> tuple[float, float]:
    """From the least to the greatest that may be commanded; standing still, 0, is always one of them."""
    entry = fields.required(name)
    if entry is None:
        return (0.0, 0.0)
    file, path = fields.file, fields.path_of(name)
    before = len(file.findings)
    low, high = file.numbers(path, entry.value, 2, _ANY, "[least, greatest]")
    if file.sound_since(before) and not low <= 0.0 <= high:
        file.report(
            "library.invalid_value",
            f"`{path}` must reach from at most 0 to at least 0, not from {low:g} to {high:g}",
            entry.value,
            help="a walking robot is told to stand by a command of 0",
        )
    return low, high


def servo_links(links: Mapping[str, Link]) -> list[str]:
    """The links that turn on servos, in their order."""
    return [name for name, link in links.items() if link.hinge is not None and link.hinge.servo is not None]


@dataclass(frozen=True, slots=True)
class Body:
    """What a policy is trained for: a ``kind`` of entry in ``directory``, the names of the links that ``turning``
    servos turn, the links of the chassis and the feet. What could not be read is ``None``, and nothing is then held
    against it.
    """

    kind: str
    directory: Path
    turning: Sequence[str] | None
    links: Mapping[str, Link] | None
    feet: Mapping[str, Foot] | None


def read_policy(file: File, entry: Entry, path: str, body: Body) -> Policy | None:
    """The policy stated in the field ``path``; ``None`` after a fault."""
    before = len(file.findings)
    fields = open_fields(file, path, entry.value, entry, _POLICY)
    if fields is None:
        return None
    turning = body.turning
    if turning is not None and not turning:
        file.report("library.invalid_value", f"a policy moves servos, and no link of the {body.kind} has one", entry)
    stated = fields.optional("file")
    name = fields.text("file")
    if stated is not None and name.strip():
        check_asset(file, f"{path}.file", stated.value, name, body.directory, body.kind)
    period, scale = fields.number("period", _POSITIVE), fields.number("action_scale", _POSITIVE)
    observation = _terms(fields)
    hidden = _hidden(fields, turning)
    command, imu = _command(fields), _imu(fields, body.links)
    phase = _phase(fields, "phase" in observation, body)
    simulator = _simulator(fields)
    if command is None or imu is None or simulator is None or not file.sound_since(before):
        return None
    steps = period / simulator.timestep
    where = fields.optional("period")
    if where is not None and abs(steps - round(steps)) > _WHOLE_STEPS * max(1.0, steps):
        file.report(
            "library.invalid_value",
            f"`{path}.period` must be a whole number of steps of {simulator.timestep:g} s, not {steps:g}",
            where.value,
        )
    return Policy(name, period, scale, observation, hidden, command, imu, phase, simulator)


def _terms(fields: Fields) -> tuple[str, ...]:
    entry = fields.required("observation")
    if entry is None:
        return ()
    file, path = fields.file, fields.path_of("observation")
    nodes = file.items(path, entry.value, "a list of what the policy reads")
    terms: dict[str, Node] = {}
    for i, node in enumerate(nodes):
        before = len(file.findings)
        term = file.choice(f"{path}[{i}]", node, OBSERVATION)
        if term in terms and file.sound_since(before):
            file.report("library.invalid_value", f"`{path}` has `{term}` twice", node)
        terms.setdefault(term, node)
    if isinstance(entry.value, Items) and not nodes:
        file.report("library.invalid_value", f"`{path}` must name what the policy reads", entry.value)
    return tuple(terms)


def _hidden(fields: Fields, turning: Sequence[str] | None) -> tuple[str, ...]:
    entry = fields.optional("hidden")
    if entry is None:
        return ()
    file, path = fields.file, fields.path_of("hidden")
    nodes = file.items(path, entry.value, "a list of links")
    return tuple(
        file.choice(f"{path}[{i}]", node, turning) if turning else file.text(f"{path}[{i}]", node)
        for i, node in enumerate(nodes)
    )


def _imu(fields: Fields, links: Mapping[str, Link] | None) -> PolicyImu | None:
    entry = fields.required("imu")
    imu = open_fields(fields.file, fields.path_of("imu"), entry.value, entry, ("link", "xyz", "rpy")) if entry else None
    if imu is None:
        return None
    link = imu.required("link")
    known = None if links is None else {BASE: None, **dict.fromkeys(links)}
    name = _one_of(fields.file, imu.path_of("link"), link, known, "")
    xyz, rpy = imu.vector("xyz"), imu.vector("rpy")
    return PolicyImu(None if name == BASE else name, Pose.from_xyz_rpy(xyz, rpy))


def _phase(fields: Fields, wanted: bool, body: Body) -> PolicyPhase | None:
    file, entry, feet = fields.file, fields.optional("phase"), body.feet
    if entry is None:
        if wanted:
            file.report(
                "library.missing_field",
                f"`{fields.path_of('phase')}` is missing: the policy reads the gait's phase",
                fields.anchor,
            )
        return None
    phase = open_fields(
        file, fields.path_of("phase"), entry.value, entry, ("frequency", "offsets", "still_at", "still_below")
    )
    if phase is None:
        return None
    frequency = phase.number("frequency", _POSITIVE)
    still_at, still_below = phase.number("still_at", _ANY), phase.number("still_below", _NOT_NEGATIVE)
    stated, offsets = phase.required("offsets"), {}
    if stated is not None:
        path = phase.path_of("offsets")
        inner = open_fields(file, path, stated.value, stated, feet) if feet else None
        if inner is not None:
            offsets = inner.record(dict.fromkeys(feet or (), _ANY))
        elif feet is not None and not feet:
            file.report("library.invalid_value", f"`{path}` is for the feet, and the {body.kind} has none", stated)
    return PolicyPhase(frequency, offsets, still_at, still_below)


def _simulator(fields: Fields) -> PolicySimulator | None:
    names = ("timestep", "integrator", "iterations", "ls_iterations", "eulerdamp")
    entry = fields.required("simulator")
    inner = open_fields(fields.file, fields.path_of("simulator"), entry.value, entry, names) if entry else None
    if inner is None:
        return None
    timestep, integrator = inner.number("timestep", _POSITIVE), inner.choice("integrator", _INTEGRATORS)
    iterations, ls_iterations = (int(inner.number(name, _COUNT)) for name in ("iterations", "ls_iterations"))
    return PolicySimulator(timestep, integrator, iterations, ls_iterations, _boolean(inner, "eulerdamp"))


def _boolean(fields: Fields, name: str) -> bool:
    entry = fields.required(name)
    if entry is None:
        return False
    if isinstance(entry.value, Scalar) and isinstance(entry.value.value, bool):
        return entry.value.value
    fields.file.wrong_type(fields.path_of(name), entry.value, "true or false")
    return False
