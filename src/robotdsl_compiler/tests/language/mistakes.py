"""A sound program that has every statement once, and every mistake that can be made in one of them.

The mistakes come from the vocabulary's own tables: a new statement or parameter brings its mistakes along. Each edits
one statement and nothing else, so that any of them can be put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.model.vocabulary import (
    CHASSIS_PARAMETERS,
    CHECK_TYPES,
    COMPONENT_PARAMETERS,
    ENTITY_PARAMETERS,
    ENTITY_TYPES,
    GOAL_PARAMETERS,
    NODE_TYPES,
    PHYSICS_PARAMETERS,
    SCENARIO_PARAMETERS,
    SPAWN_PARAMETERS,
    TASK_PARAMETERS,
    Children,
    Kind,
    Parameter,
)

AT = "(3, 3, 0.5, 0, 0, 0, 1)"


@dataclass(frozen=True)
class Place:
    """A statement: its form, its type, its name if it has one, its arguments, and what follows them."""

    form: str
    type: str
    parameters: tuple[Parameter, ...]
    arguments: dict[str, str]
    name: str = ""
    body: str = ""

    def text(self, arguments: dict[str, str] | None = None, **changes: str) -> str:
        """The statement, with other arguments, another type, name or body."""
        listed = ", ".join(f"{k} = {v}" for k, v in (self.arguments if arguments is None else arguments).items())
        head = f"{changes.get('type', self.type)} {changes.get('name', self.name)}".rstrip()
        return f"{head}({listed}){changes.get('body', self.body)}"


def _node(name: str, **arguments: str) -> Place:
    bodies = {Children.NONE: "", Children.ONE: " { Stop() }", Children.MANY: " { Stop() Stop() }"}
    return Place("task", name, NODE_TYPES[name].parameters, arguments, body=bodies[NODE_TYPES[name].children])


def _check(name: str, **arguments: str) -> Place:
    return Place("eval", name, CHECK_TYPES[name].parameters, arguments)


def _entity(type: str, name: str) -> Place:
    shape = {"type": '"box"', "size": "(0.1, 0.2, 0.3)"}
    return Place("world", type, ENTITY_PARAMETERS, {**shape, "pos": AT}, name)


# Each place, and in what order they stand in their form's text.
PLACES: dict[str, Place] = {
    "chassis": Place("core", "Diff_two_caster", CHASSIS_PARAMETERS, {"ref": '"duo"'}, "base"),
    "wheel": Place("core", "Standard", COMPONENT_PARAMETERS, {"ref": '"wheel"', "mount": '"left_wheel"'}, "left"),
    "sensor": Place("core", "IMU", COMPONENT_PARAMETERS, {"ref": '"imu"', "mount": '"top_1"'}, "imu"),
    "glued": Place(
        "core", "Lidar", COMPONENT_PARAMETERS, {"ref": '"laser"', "glue": "(0.1, 0, 0.05, 0, 0, 1)"}, "eye"
    ),
    "physics": Place("world", "physics", PHYSICS_PARAMETERS, {"gravity": "(0, 0, -9.81)"}),
    "spawn": Place("world", "spawn", SPAWN_PARAMETERS, {"robot": "@core/bot", "pose": "(0, 0, 0, 0, 0, 0, 1)"}),
    "scenario": Place("world", "Scenario", SCENARIO_PARAMETERS, {"ref": '"empty"', "ground_plane": "true"}, "room"),
    **{type: _entity(type, type.lower()) for type in ENTITY_TYPES},
    "object": Place("world", "Obstacle", ENTITY_PARAMETERS, {"ref": '"bench"', "pos": AT}, "seat"),
    "environment": Place("world", "Scenario", SCENARIO_PARAMETERS, {"ref": '"yard"'}, "outside"),
    "goal": Place("world", "Goal", GOAL_PARAMETERS, {"pose": AT}, "there"),
    "goal at an entity": Place("world", "Goal", GOAL_PARAMETERS, {"target": "@world/seat"}, "at_seat"),
    "task": Place("task", "Task", TASK_PARAMETERS, {"timeout_s": "90"}, "fetch"),
    **{
        place.type: place
        for place in (
            _node("Sequence"), _node("Fallback"), _node("Parallel", policy='"success_on_all"'), _node("Inverter"),
            _node("Retry", count="2"), _node("Repeat", count="2"), _node("Timeout", timeout_s="5"),
            _node("Navigate", goal="@world/there"), _node("Wait", duration_s="1"), _node("Stop"),
            _node("Spin", angle_rad="1"), _node("Advance", distance_m="1", speed_mps="0.2"),
            _node("BackUp", distance_m="1", speed_mps="0.2"), _node("Strafe", distance_m="1", speed_mps="0.2"),
            _node("GoalReached", goal="@world/marker"), _node("DistanceTraveled", distance_m="1"),
            _node("TimeExpired", duration_s="1"),
            *(_check(f"Check_{n}", target="@core/left", min="0", max="9") for n in ("vel", "acc", "jerk", "effort")),
            _check("Check_distance", target="@world/there", source="@core/eye", max="1"),
            _check("Check_clearance", target="@world/seat", source="@core/eye", min="0.1"),
            _check("Check_contact", target="@core/base", source="@world/seat", max="0"),
            _check("Check_time", target="@task/fetch", max="60"),
        )
    },
}  # fmt: skip
TEMPLATES = {
    "core": 'Robot bot {{\n{chassis}\n{wheel}\nStandard right(ref = "wheel", mount = "right_wheel")\n{sensor}\n'
    '{glued}\nCaster caster(ref = "caster", mount = "under")\n}}\n',
    "world": "World hall {{\n{physics}\n{spawn}\n{scenario} {{\n{Obstacle}\n{SupportSurface}\n{Marker}\n{object}\n}}\n"
    "{environment}\n{goal}\n{goal at an entity}\n}}\n",
    "task": "{task} {{\n" + "".join(f"{{{n}}}\n" for n in NODE_TYPES) + "}}\n",
    "eval": "Evaluate judge {{\n" + "".join(f"{{{n}}}\n" for n in CHECK_TYPES) + "}}\n",
}


def program(changed: dict[str, str] | None = None) -> dict[str, str]:
    """The four texts, with other statements at some places."""
    statements = {key: place.text() for key, place in PLACES.items()} | (changed or {})
    return {
        form: re.sub(r"\{([\w ]+)\}", lambda m: statements[m[1]], text).replace("{{", "{").replace("}}", "}")
        for form, text in TEMPLATES.items()
    }


@dataclass(frozen=True)
class Mistake:
    """One mistake: the place, the statement that has it, and what is told: the code, the text that is pointed at, and
    a piece of the message."""

    key: str
    kind: str
    statement: str
    code: str
    text: str
    says: str

    @property
    def id(self) -> str:
        return f"{self.key}: {self.kind}"


# A value of each kind that can be written.
WRITTEN = {
    "string": '"word"',
    "number": "7",
    "boolean": "true",
    "tuple": "(1, 2, 3)",
    "reference": "@core/base",
}
TAKES = {
    Kind.STRING: "string",
    Kind.NUMBER: "number",
    Kind.INTEGER: "number",
    Kind.BOOLEAN: "boolean",
    Kind.VECTOR: "tuple",
    Kind.POSE: "tuple",
    Kind.GLUE: "tuple",
    Kind.CORE_REFERENCE: "reference",
    Kind.WORLD_REFERENCE: "reference",
    Kind.TASK_REFERENCE: "reference",
    Kind.CORE_OR_WORLD_REFERENCE: "reference",
}
# Tuples that are wrong for a kind: of a wrong length, and not of length one (with the part that is pointed at).
LENGTHS = {Kind.VECTOR: ["(1, 2)", "(1, 2, 3, 4)"], Kind.POSE: ["(1, 2, 3)", "(0, 0, 0, 0, 0, 0, 0, 1)"],
           Kind.GLUE: ["(1, 2, 3)", "(0, 0, 0, 0, 0, 0, 1, 0)"]}  # fmt: skip
NOT_UNIT = {
    Kind.POSE: ("type.not_unit_quaternion", ["0, 0, 0, 0", "0, 0, 0.7, 0.7", "0, 0, 0, 2"], "the rotation"),
    Kind.GLUE: ("type.not_unit_vector", ["0, 0, 0", "0, 0.7, 0.7", "0, 0, 2"], "the direction"),
}
# Which parameters exclude each other, at whatever statement has both.
EXCLUDING = (("glue", "mount"), ("type", "ref"), ("pose", "target"))


def mistakes() -> Iterator[Mistake]:
    for key, place in PLACES.items():
        yield from _of_the_statement(key, place)
        for parameter in place.parameters:
            yield from _of_a_parameter(key, place, parameter)
        if place.form == "task" and key != "task":
            yield from _of_the_children(key, place)
        if place.form == "eval":
            yield from _of_the_bounds(key, place)
    yield from _of_libraries()
    yield from _of_names()


def _of_the_statement(key: str, place: Place) -> Iterator[Mistake]:
    owner, arguments = place.type, place.arguments
    colored = place.text({**arguments, "colour": "1"})
    yield Mistake(key, "unknown parameter", colored, "type.unknown_parameter", "colour",
                  f"`{owner}` has no parameter `colour`")  # fmt: skip
    if key in ("task", "scenario", "environment"):
        return  # What such a statement holds is not known without it.
    unknown = {"core": "component_type", "world": "entity_type", "task": "node_type", "eval": "check"}[place.form]
    if key in ("chassis", "wheel"):
        return  # What sits on it, and what the evaluation asks of it, hangs on its type.
    misspelt = owner + "x"
    yield Mistake(key, "unknown type", place.text(type=misspelt), f"name.unknown_{unknown}", misspelt,
                  f"`{misspelt}` is not a")  # fmt: skip


def _of_a_parameter(key: str, place: Place, parameter: Parameter) -> Iterator[Mistake]:
    name, owner, arguments = parameter.name, place.type, place.arguments
    known = {p.name for p in place.parameters}
    whose = f"`{name}` of `{owner}`"

    def mistaken(kind: str, value: str, code: str, text: str, says: str) -> Mistake:
        return Mistake(key, f"{kind} {name} {value}", place.text({**arguments, name: value}), code, text, says)

    excluded = any(name in pair and (set(pair) - {name}) & set(arguments) for pair in EXCLUDING)
    if excluded or (name == "size" and "ref" in arguments):
        other = next((p for pair in EXCLUDING if name in pair for p in pair if p != name), "ref")
        value = {"glue": "(0.1, 0, 0.05, 0, 0, 1)", "mount": '"top_1"', "type": '"box"', "ref": '"bench"',
                 "pose": AT, "target": "@world/seat", "size": "(1, 1, 1)"}[name]  # fmt: skip
        written = place.text({**arguments, name: value})
        says = "exactly one of" if name != "size" else "an object is as large as its library says"
        yield Mistake(key, f"both {other} and {name}", written, "type.exactly_one_of", f"{name} = {value}", says)
        return
    without = {k: v for k, v in arguments.items() if k != name}
    required = parameter.required or (name == "size" and "type" in arguments)
    if name in arguments and required:
        yield Mistake(key, f"missing {name}", place.text(without), "type.missing_parameter", owner,
                      f"`{owner}` needs the parameter `{name}`")  # fmt: skip
    elif name in arguments and any(name in pair and set(pair) <= known for pair in EXCLUDING):
        yield Mistake(key, f"neither of {name}", place.text(without), "type.exactly_one_of", owner, "has none")
    if name in arguments:
        spelling = {k if k != name else f"{name}x": v for k, v in arguments.items()}
        yield Mistake(key, f"misspelt {name}", place.text(spelling), "type.unknown_parameter", f"{name}x",
                      f"`{owner}` has no parameter `{name}x`")  # fmt: skip
    for kind, value in WRITTEN.items():
        if kind != TAKES[parameter.kind]:
            takes = f"{whose} takes {parameter.kind.value}, not "
            yield mistaken("wrong type of", value, "type.wrong_value_type", value, takes)
    for value in LENGTHS.get(parameter.kind, []):
        yield mistaken("wrong tuple for", value, "type.wrong_tuple_length", value, f"{whose} takes ")
    code, values, says = NOT_UNIT.get(parameter.kind, ("", [], ""))
    for value in values:
        tail = f"(0.1, 0, 0.05, {value})"
        yield mistaken("not unit", tail, code, value, f"{says} ")
    if parameter.kind is Kind.INTEGER:
        yield mistaken("fraction for", "1.5", "type.wrong_value_type", "1.5", f"{whose} takes a whole number")
    if parameter.positive or parameter.non_zero:
        vector = parameter.kind is Kind.VECTOR
        for value in ("0", "-0.0", *(["-1"] if parameter.positive else [])):
            says = f"{whose} must {'be greater than 0' if parameter.positive else 'not be 0'}"
            yield mistaken("out of range", f"(1, {value}, 1)" if vector else value, "type.not_positive", value, says)
    if parameter.choices:
        yield mistaken("invalid", '"nonsense"', "type.invalid_choice", '"nonsense"', f'{whose} cannot be "nonsense"')
    if parameter.refers_to:
        for namespace in parameter.namespaces:
            value = f"@{namespace}/nobody"
            yield mistaken("unknown", value, "name.unknown_reference", value, f"{whose} refers to `nobody`")
        for namespace in {"core", "world", "task"} - parameter.namespaces.keys():
            value = f"@{namespace}/there"
            yield mistaken("other namespace for", value, "type.wrong_reference", value, f"{whose} takes ")
        kinds = {"robot": "@core/bot", "component": "@core/imu", "goal": "@world/there", "entity": "@world/seat",
                 "scenario": "@world/room"}  # fmt: skip
        for kind, value in kinds.items():
            if kind not in parameter.refers_to and value[1:].partition("/")[0] in parameter.namespaces:
                yield mistaken("other kind of thing for", value, "type.wrong_reference", value, f"{whose} takes ")


def _of_the_children(key: str, place: Place) -> Iterator[Mistake]:
    children = NODE_TYPES[key].children
    if children is Children.NONE:
        yield Mistake(key, "a body", place.text(body=" { Wait(duration_s = 3) }"), "type.children_not_allowed",
                      "Wait(duration_s = 3)", f"`{key}` takes no body")  # fmt: skip
    elif children is Children.ONE:
        two = place.text(body=" { Stop() Wait(duration_s = 3) }")
        yield Mistake(key, "two children", two, "type.one_child_required", "Wait(duration_s = 3)",
                      f"`{key}` takes exactly one child, not 2")  # fmt: skip
        for body in (" { }", ""):
            yield Mistake(key, f"no child:{body}", place.text(body=body), "type.one_child_required", key, "not none")
    else:
        for body in (" { }", ""):
            yield Mistake(key, f"empty:{body}", place.text(body=body), "type.children_required", key,
                          f"`{key}` needs at least one child")  # fmt: skip
    if children is not Children.NONE:
        yield Mistake(key, "unknown child", place.text(body=" { Hop() }"), "name.unknown_node_type", "Hop",
                      "`Hop` is not a task node")  # fmt: skip


def _of_the_bounds(key: str, place: Place) -> Iterator[Mistake]:
    unbound = {k: v for k, v in place.arguments.items() if k not in ("min", "max")}
    yield Mistake(key, "no bound", place.text(unbound), "type.bound_required", key, f"`{key}` needs a bound")
    yield Mistake(key, "inverted bounds", place.text({**unbound, "min": "3", "max": "2"}), "type.bounds_inverted", "2",
                  f"no value of `{key}` is at least 3 and at most 2")  # fmt: skip


# What names an entry of a library, by the kind of entry.
NAMING = {"wheel": "part", "sensor": "part", "glued": "part", "object": "object", "environment": "environment"}


def _of_libraries() -> Iterator[Mistake]:
    for key, kind in NAMING.items():
        place = PLACES[key]

        def named(what: str, id: str, code: str, says: str, key: str = key, place: Place = place) -> Mistake:
            statement = place.text({**place.arguments, "ref": f'"{id}"'})
            return Mistake(key, f"{what} {id}", statement, code, f'"{id}"', says)

        a = "an" if kind[0] in "oe" else "a"
        yield named("unknown", "nothing", "name.unknown_part", f"no given library holds {a} {kind} `nothing`")
        yield named("ambiguous", f"twin_{kind}", "name.ambiguous_part", f"is {a} {kind} of more than one library")
        yield named("broken", f"broken_{kind}", "name.unknown_part", "was left out of its library because of")
    for key, other in (("wheel", "imu"), ("sensor", "wheel"), ("glued", "caster")):
        statement = PLACES[key].text({**PLACES[key].arguments, "ref": f'"{other}"'})
        yield Mistake(
            key, "another category", statement, "name.part_category_mismatch", f'"{other}"', "takes a part of"
        )
    for key, other in (("wheel", "caster"), ("sensor", "laser"), ("glued", "imu")):
        statement = PLACES[key].text({**PLACES[key].arguments, "ref": f'"{other}"'})
        yield Mistake(key, "another profile", statement, "name.type_not_supported", f'"{other}"', "cannot be used as")
    for key, mount in (
        ("sensor", "attic"),
        ("sensor", "caster.shaft"),
        ("sensor", "nobody.top"),
        ("sensor", "imu.base"),
    ):
        statement = PLACES[key].text({**PLACES[key].arguments, "mount": f'"{mount}"'})
        yield Mistake(key, f"mount {mount}", statement, "name.unknown_reference", f'"{mount}"', "")


def _of_names() -> Iterator[Mistake]:
    # The later of two is told of. `post` is an entity of the environment.
    for key, name in (("goal at an entity", "seat"), ("goal at an entity", "post"), ("sensor", "left")):
        yield Mistake(
            key, f"named {name}", PLACES[key].text(name=name), "name.duplicate", name, f"the name `{name}` is"
        )
    yield Mistake("environment", "named room", PLACES["environment"].text(name="room"), "name.duplicate", "room",
                  "the name `room` is declared twice among the scenarios")  # fmt: skip
    twice = {
        "physics": ("physics()", "the world states its physics twice"),
        "spawn": (PLACES["spawn"].text(), "the world places the robot twice"),
    }
    for key, (again, says) in twice.items():
        yield Mistake(key, "twice", f"{PLACES[key].text()} {again}", "name.duplicate", again, says)
    yield Mistake("physics", "named", "physics earth()", "type.unknown_parameter", "earth", "`physics` takes no name")
    for key in ("goal at an entity", "environment"):
        kind = PLACES[key].type
        yield Mistake(key, "without a name", PLACES[key].text(name=""), "type.missing_parameter", kind,
                      f"a `{kind}` needs a name")  # fmt: skip
    yield Mistake("goal", "a body", PLACES["goal"].text() + " { }", "type.children_not_allowed", "Goal",
                  "`Goal` takes no body in braces")  # fmt: skip
    floored = PLACES["environment"].text({"ref": '"yard"', "ground_plane": "true"})
    yield Mistake("environment", "a second floor", floored, "name.duplicate", "ground_plane = true",
                  "a world has one floor")  # fmt: skip
    yield Mistake("glued", "a second chassis", 'Diff_drive eye(ref = "quad")', "name.multiple_chassis", "eye",
                  "the robot `bot` has more than one chassis")  # fmt: skip


MISTAKES = list(mistakes())
