import re

import pytest
from robotdsl_compiler.support.catalogue import CATALOGUE, Domain, Level

# What the language promises, family by family.
CONTRACT = {
    "invocation": "unknown_source_kind duplicate_source_kind source_missing unknown_target no_target no_output "
    "output_overlaps_input",
    "environment": "source_unreadable output_unwritable output_linked",
    "syntax": "unexpected_token unexpected_character unexpected_eof invalid unknown_reference_namespace "
    "number_out_of_range duplicate_parameter",
    "library": "manifest_missing yaml_syntax duplicate_key invalid_key unknown_field missing_field wrong_type "
    "invalid_value not_unit_vector unsupported asset_missing id_mismatch unknown_connector duplicate_part part_missing",
    "name": "unknown_component_type unknown_entity_type unknown_node_type unknown_check unknown_part ambiguous_part "
    "part_category_mismatch type_not_supported unknown_reference duplicate chassis_missing multiple_chassis",
    "type": "unknown_parameter missing_parameter wrong_value_type wrong_tuple_length invalid_choice not_positive "
    "not_unit_vector not_unit_quaternion wrong_reference exactly_one_of children_required children_not_allowed "
    "one_child_required bound_required bounds_inverted",
    "validation": "assembly.glue_on_connector assembly.one_part_per_connector assembly.wheel_mounts_filled "
    "assembly.wheel_type_matches_chassis assembly.steering_declared assembly.axles_horizontal "
    "assembly.wheels_touch_one_plane assembly.shapes_clear_the_ground assembly.tracks_parallel "
    "assembly.footprint_known kinematics.omni_wheels_span_the_plane kinematics.every_driven_wheel_commanded "
    "kinematics.spin_supported kinematics.strafe_supported statics.mass_inside_the_wheel_contacts "
    "sensing.range_clears_the_ground world.spawn_clear world.spawn_supported world.goal_reachable "
    "world.entities_overlap drive.speed_reachable power.motor_margin",
    "target": "unsupported blind_navigation",
}
WARNINGS = {
    "validation.assembly.footprint_known",
    "validation.sensing.range_clears_the_ground",
    "validation.world.spawn_clear",
    "validation.world.spawn_supported",
    "validation.world.goal_reachable",
    "validation.world.entities_overlap",
    "validation.drive.speed_reachable",
    "validation.power.motor_margin",
    "target.blind_navigation",
}


def test_holds_exactly_the_codes_of_the_contract():
    expected = {f"{family}.{name}" for family, names in CONTRACT.items() for name in names.split()}
    assert set(CATALOGUE) == expected


def test_a_code_knows_its_name_level_and_disposition():
    for name, code in CATALOGUE.items():
        assert code.name == name
        assert (code.level is Level.WARNING) == (name in WARNINGS)
        assert code.blocking == (code.level is Level.ERROR)


@pytest.mark.parametrize(
    ("family", "domain"),
    [
        ("invocation", Domain.INVOCATION),
        ("environment", Domain.ENVIRONMENT),
        ("library", Domain.LIBRARY),
        ("syntax", Domain.APPLICATION),
        ("name", Domain.APPLICATION),
        ("type", Domain.APPLICATION),
        ("validation", Domain.APPLICATION),
        ("target", Domain.APPLICATION),
    ],
)
def test_the_family_decides_the_domain(family, domain):
    assert {code.domain for name, code in CATALOGUE.items() if name.split(".")[0] == family} == {domain}


def test_every_summary_is_one_sentence_of_its_own():
    summaries = [code.summary for code in CATALOGUE.values()]
    assert len(set(summaries)) == len(summaries)
    for summary in summaries:
        assert re.fullmatch(r"[A-Z][^\n]*\.", summary)
