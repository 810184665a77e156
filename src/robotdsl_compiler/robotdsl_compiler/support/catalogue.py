"""Every code that the compiler may report: its level, whose fault it is, whether it blocks, and what it means.

The tables below are the one place where codes are declared; reporting any other code is a bug (``KeyError``).
"""

from __future__ import annotations

from enum import Enum

from robotdsl_compiler.support.value import value


class Level(Enum):
    """How a finding is shown."""

    ERROR = "error"
    WARNING = "warning"


class Domain(Enum):
    """Where the fault lies: in the program, a library, the command line, or the machine."""

    APPLICATION = "application"
    LIBRARY = "library"
    INVOCATION = "invocation"
    ENVIRONMENT = "environment"


@value
class Code:
    """One declared code. ``blocking`` is its base disposition: whether it stops the compilation."""

    name: str
    level: Level
    domain: Domain
    blocking: bool
    summary: str


# family -> {name: summary}. The family decides the domain.
_ERRORS: dict[str, dict[str, str]] = {
    "invocation": {
        "unknown_source_kind": "A file's extension is none of .core, .world, .task and .eval.",
        "duplicate_source_kind": "Two files of one form were given; a program has at most one of each.",
        "source_missing": "A form that every program needs (.core, .world or .task) was not given.",
        "unknown_target": "The name after --target is not the name of a target.",
        "no_target": "Neither --check nor --target says what the compiler shall do.",
        "no_output": "A target was named, but no directory to write its files into.",
        "output_overlaps_input": "The output directory is, or contains, a source file or a library.",
    },
    "environment": {
        "source_unreadable": "A source file does not exist, may not be read, or is not UTF-8 text.",
        "output_unwritable": "The output directory, or a file in it, cannot be written.",
        "output_linked": "A directory inside the output directory is a symbolic link, which is never written through.",
    },
    "syntax": {
        "unexpected_token": "A word or sign stands where the grammar has no place for it.",
        "unexpected_character": "A character that no part of the language begins with.",
        "unexpected_eof": "The file ends inside something that is still open.",
        "invalid": "Text that is recognised but not well formed, such as a string with a bad escape.",
        "unknown_reference_namespace": "A reference's namespace is none of @core, @world and @task.",
        "number_out_of_range": "A number is too large for double precision.",
        "duplicate_parameter": "A parameter is given twice in one list of arguments.",
    },
    "library": {
        "manifest_missing": "A directory given with --library holds no library.yaml.",
        "yaml_syntax": "A library file is not well-formed YAML, or uses YAML that the libraries do not.",
        "duplicate_key": "A key stands twice in one mapping of a library file.",
        "invalid_key": "A key of a library file is not a string, or not a name where a name is needed.",
        "unknown_field": "A library file has a field that the format does not know.",
        "missing_field": "A library file lacks a field that the format requires.",
        "wrong_type": "A field of a library file holds a value of another type than the format asks for.",
        "invalid_value": "A field of a library file holds a value outside what the format allows.",
        "not_unit_vector": "A direction or a rotation in a library file is not of length one.",
        "unsupported": "A library file asks for something that this compiler does not support.",
        "asset_missing": "A file that a library entry names does not exist inside the entry's directory.",
        "id_mismatch": "The id that a library entry states is not the name of its directory.",
        "unknown_connector": "A profile, driveline or mount of a part names a connector that it does not have.",
        "duplicate_part": "A library lists one id twice.",
        "part_missing": "A library lists an id that has no file beside it.",
    },
    "name": {
        "unknown_component_type": "A component's type is not in the robot vocabulary.",
        "unknown_entity_type": "A statement of the world has a type that is not in the world vocabulary.",
        "unknown_node_type": "A task node's type is not in the task vocabulary.",
        "unknown_check": "A check's type is not in the evaluation vocabulary.",
        "unknown_part": "A ref names an id that no given library holds, or whose entry was left out as broken.",
        "ambiguous_part": "A ref names an id that more than one given library holds.",
        "part_category_mismatch": "A ref names a part of another category than the component type takes.",
        "type_not_supported": "A part has no profile for the component type that the program takes it as, "
        "or an object without collision is to be more than a `Marker`.",
        "unknown_reference": "A reference names nothing that the program declares.",
        "duplicate": "Two declarations of one namespace share a name.",
        "chassis_missing": "A robot has no chassis component.",
        "multiple_chassis": "A robot has more than one chassis component.",
    },
    "type": {
        "unknown_parameter": "A statement is given a parameter that it does not take.",
        "missing_parameter": "A statement lacks a parameter that it requires.",
        "wrong_value_type": "A parameter's value is of another kind than the parameter takes.",
        "wrong_tuple_length": "A tuple has more or fewer numbers than the parameter takes.",
        "invalid_choice": "A string is not one of those that the parameter allows.",
        "not_positive": "A number that must be above zero, or must not be zero, is not.",
        "not_unit_vector": "The direction part of a glue is not of length one.",
        "not_unit_quaternion": "The rotation part of a pose is not a quaternion of length one.",
        "wrong_reference": "A reference points at a kind of thing that the parameter does not take.",
        "exactly_one_of": "Of several parameters that exclude each other, none or more than one is given.",
        "children_required": "A node or declaration that needs a body with children has none.",
        "children_not_allowed": "A statement that takes no body has one.",
        "one_child_required": "A decorator has a number of children other than one.",
        "bound_required": "A check states neither min nor max.",
        "bounds_inverted": "A check's min lies above its max.",
    },
    "validation": {
        "assembly.glue_on_connector": "A component's glue or mount meets no free connector of the robot.",
        "assembly.one_part_per_connector": "Two parts mate onto one connector.",
        "assembly.wheel_mounts_filled": "A wheel or track mount of the chassis carries nothing that can turn.",
        "assembly.wheel_type_matches_chassis": "A mount of the chassis carries a wheel of another type than it takes.",
        "assembly.steering_declared": "A steered mount of the chassis declares no upright kingpin.",
        "assembly.axles_horizontal": "The axle of a mounted wheel is not level.",
        "assembly.wheels_touch_one_plane": "The wheels and supports do not all reach down to one plane.",
        "assembly.shapes_clear_the_ground": "A shape of a part reaches below what the robot stands on, or drags.",
        "assembly.tracks_parallel": "The two belts of a tracked base do not run side by side along the robot.",
        "kinematics.omni_wheels_span_the_plane": "The rolling directions of an omni base cannot move it every way.",
        "kinematics.every_driven_wheel_commanded": "A driven wheel exists that the base's kinematics does not command.",
        "kinematics.spin_supported": "The task turns in place a robot whose base cannot.",
        "kinematics.strafe_supported": "The task moves sideways a robot whose base cannot.",
        "statics.mass_inside_the_wheel_contacts": "The centre of mass does not lie over the area between the supports, "
        "so the robot tips.",
    },
    "target": {
        "unsupported": "The program uses something that the chosen target cannot build.",
    },
}

_WARNINGS: dict[str, dict[str, str]] = {
    "validation": {
        "assembly.footprint_known": "The robot's outline on the floor cannot be told from the shapes of its parts.",
        "sensing.range_clears_the_ground": "A range sensor's beam meets the floor inside its range.",
        "world.spawn_clear": "The robot starts inside, or touching, an obstacle.",
        "world.spawn_supported": "The robot starts in the ground, above it, or where nothing holds it.",
        "world.goal_reachable": "No path for the robot's footprint leads from the start to a goal on the drawn map.",
        "world.entities_overlap": "Two colliding entities of the world stand in each other.",
        "drive.speed_reachable": "The task asks for a speed above what the motors reach.",
        "power.motor_margin": "The motors' stall torque barely, or not, moves the robot's weight on a slope.",
    },
    "target": {
        "blind_navigation": "The task drives to a goal, but the robot has no sensor that would see an obstacle.",
    },
}

_DOMAINS = {"invocation": Domain.INVOCATION, "environment": Domain.ENVIRONMENT, "library": Domain.LIBRARY}


def _codes() -> dict[str, Code]:
    codes: dict[str, Code] = {}
    for level, families in ((Level.ERROR, _ERRORS), (Level.WARNING, _WARNINGS)):
        for family, entries in families.items():
            domain = _DOMAINS.get(family, Domain.APPLICATION)
            for name, summary in entries.items():
                full = f"{family}.{name}"
                codes[full] = Code(full, level, domain, level is Level.ERROR, summary)
    return codes


CATALOGUE: dict[str, Code] = _codes()
