"""What the MuJoCo node on its own promises of descriptions, of its interfaces and of its plugins, sentence by sentence,
each with the tests that hold it. A test that is renamed or gone is missed here.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2]
BUNDLE = "robotdsl_mujoco_sim/tests/model/test_bundle.py"
CHECKS = "robotdsl_mujoco_sim/tests/model/test_checks.py"
COMPOSE = "robotdsl_mujoco_sim/tests/model/test_compose.py"
EXTENDED = "robotdsl_mujoco_sim/tests/model/test_extended.py"
SAVING = "robotdsl_mujoco_sim/tests/model/test_saving.py"
XACRO = "robotdsl_mujoco_sim/tests/model/test_xacro.py"
DATA = "robotdsl_mujoco_sim/tests/model/test_example_robot_data.py"
ALONE = "robotdsl_mujoco_sim/tests/node/test_standalone.py"
HOST = "robotdsl_mujoco_sim/tests/plugins/test_host.py"
BASE = "robotdsl_mujoco_sim/tests/plugins/test_base_velocity.py"
NODE = "robotdsl_tests/tests/node/test_description_node.py"
PLUGINS = "robotdsl_tests/tests/node/test_simulation_plugins.py"
RUNS = "robotdsl_tests/tests/ros/test_output_runs.py"
TARGET = "robotdsl_compiler/tests/targets/test_ros_mujoco_nav2.py"

# A sentence of what is promised -> its tests, each a file and a function in it.
PROMISES: dict[str, tuple[tuple[str, str], ...]] = {
    # Description bundles
    "A robot is loaded from a description bundle, a file or the robot_description parameter.": (
        (NODE, "test_the_two_link_example_has_real_geoms_and_an_inferred_root"),
        (NODE, "test_the_robot_description_parameter_is_taken"),
    ),
    "A description may be written with xacro.": (
        (XACRO, "test_xacro_is_expanded"), (XACRO, "test_macros_left_in_a_text_are_refused"),
    ),
    "The two-link example ships with launch files in Python and in XML that say the same.": (
        (ALONE, "test_the_example_is_installed_with_its_launch_files"), (ALONE, "test_both_launch_files_say_the_same"),
        (ALONE, "test_the_xml_launch_file_is_of_what_launch_xml_knows"),
    ),
    "The example's root is not called base_link, so that the root is inferred.": (
        (ALONE, "test_the_example_uses_primitive_visuals_only_and_its_root_is_not_base_link"),
        (BUNDLE, "test_the_root_link_is_inferred_and_not_looked_for_by_a_conventional_name"),
    ),
    "The example has primitive visuals alone, and real geoms in the model.": (
        (ALONE, "test_the_example_uses_primitive_visuals_only_and_its_root_is_not_base_link"),
        (NODE, "test_the_two_link_example_has_real_geoms_and_an_inferred_root"),
    ),
    "A link with primitive visuals and no collision collides by them.": (
        (BUNDLE, "test_primitive_visuals_are_mirrored_into_collisions_where_a_link_has_none"),
        (BUNDLE, "test_a_link_that_has_a_collision_is_left_as_it_is"),
    ),
    "A mesh URI is resolved by its kind: file:// and absolute as they are, package:// by the share folder.": (
        (BUNDLE, "test_a_mesh_uri_is_resolved_by_kind"),
        (BUNDLE, "test_package_uris_resolve_via_the_package_share_directory"),
    ),
    "A relative mesh counts from the description's file, and a text that is no file may name none.": (
        (BUNDLE, "test_a_mesh_uri_is_resolved_by_kind"),
        (BUNDLE, "test_relative_paths_are_only_legal_for_file_backed_descriptions"),
    ),
    "GLB visuals are rewritten in memory.": ((BUNDLE, "test_glb_visuals_are_rewritten_in_memory"),),
    "STL text gives way to a collision OBJ or is converted.": (
        (BUNDLE, "test_ascii_stl_gives_way_to_a_collision_obj_beside_it"),
        (BUNDLE, "test_ascii_stl_is_converted_in_process_where_there_is_no_obj"),
        (BUNDLE, "test_a_binary_stl_that_begins_with_solid_is_read_as_binary"),
    ),
    "Collada is converted.": ((BUNDLE, "test_collada_is_converted_with_its_unit_and_its_nodes"),),
    "Each stage passes a thing on or fails loudly, with the file, the link and what is wrong.": (
        (BUNDLE, "test_every_stage_fails_loudly_with_the_file_and_the_link"),
        (BUNDLE, "test_a_mesh_that_cannot_be_found_is_named_with_its_link"),
        (CHECKS, "test_of_a_link"), (CHECKS, "test_of_a_joint"), (CHECKS, "test_of_a_material"),
    ),
    "Nothing on disk is modified.": ((BUNDLE, "test_nothing_on_disk_is_modified"),),
    "Meshes are handed over in memory under their base names, kept apart where two are called alike.": (
        (BUNDLE, "test_meshes_that_are_called_alike_do_not_replace_each_other"),
        (BUNDLE, "test_one_file_is_handed_over_once_however_it_is_spelled"),
    ),
    # Geom groups
    "Visuals are in geom group 1 and meet nothing, collisions in group 2; in group 1 without visuals.": (
        (BUNDLE, "test_visuals_are_in_group_1_and_collisions_in_group_2"),
        (BUNDLE, "test_a_robot_without_visuals_shows_what_it_collides_by"),
    ),
    "The interactive viewer turns group 2 off by default, and its panel turns it on again.": (
        (ALONE, "test_the_viewer_hides_collision_hulls_and_has_the_panel_to_show_them"),
        (ALONE, "test_a_viewer_without_a_display_is_refused_with_what_to_do"),
    ),
    # Extended parameters
    "Extended parameters stand in the SRDF of srdf.path; a document of their own is not accepted.": (
        (NODE, "test_srdf_path_is_read"), (EXTENDED, "test_built_in_values_are_validated"),
    ),
    "kp, kv and armature are each optional, finite and not negative.": (
        (EXTENDED, "test_gains_are_overridden_one_by_one"), (EXTENDED, "test_built_in_values_are_validated"),
    ),
    "The value of mujoco_gravcomp is required and finite, and is the parent body's.": (
        (EXTENDED, "test_gravcomp_is_applied_to_the_joints_parent_body"),
        (EXTENDED, "test_built_in_values_are_validated"),
    ),
    "All other children are custom tags, kept as they stand and sent to their handlers.": (
        (EXTENDED, "test_custom_tags_are_kept_as_they_stand"),
        (EXTENDED, "test_a_custom_tag_is_sent_to_the_handler_that_is_registered_for_it"),
        (EXTENDED, "test_a_handler_is_found_by_the_entry_point_of_another_package"),
    ),
    "A custom tag without a handler is warned of and skipped, and nothing is derived from it.": (
        (EXTENDED, "test_a_custom_tag_without_a_handler_is_warned_of_and_skipped"),
    ),
    # Friction
    "ds of a joint's friction is its child's sliding friction, with the usual ratios; vd, k1 to k3 are ignored.": (
        (BUNDLE, "test_ds_scales_mujocos_ratio_of_sliding_turning_and_rolling"),
    ),
    "A friction without a usable ds is warned of and skipped.": (
        (BUNDLE, "test_ds_scales_mujocos_ratio_of_sliding_turning_and_rolling"),
    ),
    "The service that sets geom properties overrides the friction, since it writes after the load.": (
        (NODE, "test_set_geom_properties_overrides_the_friction_since_it_writes_after_load"),
        (NODE, "test_set_geom_properties_says_what_is_wrong"),
    ),
    # Actuators
    "Actuators are made where they are asked for: by a parameter, with a load, or of the loader.": (
        (EXTENDED, "test_actuators_are_made_only_where_they_are_asked_for"),
        (NODE, "test_joint_commands_move_the_actuators_of_ros2_control"),
        (NODE, "test_generate_actuators_and_the_prefix_can_be_asked_for_with_the_load"),
    ),
    "There is one actuator for each joint and command interface, named after both.": (
        (EXTENDED, "test_one_actuator_for_each_joint_and_command_interface_named_after_both"),
    ),
    "Ranges are those of the limit, never invented; a limit that is needed and missing is an error.": (
        (EXTENDED, "test_ranges_come_from_the_limit_alone"),
        (EXTENDED, "test_a_limit_that_an_interface_needs_and_that_is_missing_is_an_error"),
        (EXTENDED, "test_built_in_values_are_validated"),
    ),
    "Gains are fixed defaults, overridden joint by joint.": ((EXTENDED, "test_gains_are_overridden_one_by_one"),),
    "A follower that ros2_control claims is an error.": (
        (EXTENDED, "test_a_follower_that_is_claimed_by_ros2_control_is_an_error"),
    ),
    "The attach prefix is empty by default; an explicit one tells several robots apart.": (
        (EXTENDED, "test_a_single_robot_has_unprefixed_names_by_default"),
        (EXTENDED, "test_an_explicit_prefix_tells_several_robots_apart"),
        (NODE, "test_attach_prefix_goes_before_every_name"),
        (NODE, "test_several_robots_in_the_world_of_a_file_are_told_apart_by_their_prefixes"),
        (COMPOSE, "test_several_robots_are_each_the_same_as_alone"),
        (COMPOSE, "test_names_that_clash_are_told_with_the_way_to_mend_it"),
    ),
    # Interfaces
    "Services load a model from a description, save it as MJB and MJCF, reset, pause and step.": (
        (NODE, "test_load_model_from_description_replaces_the_robot"), (NODE, "test_save_model"),
        (NODE, "test_save_model_without_a_path_writes_a_temporary_mjb"), (NODE, "test_pause_step_and_reset"),
        (SAVING, "test_mjb_and_mjcf_are_read_back_as_they_were"),
    ),
    # Plugins
    "Plugins are instances under mujoco_plugins., found by entry points, with parameters of their own.": (
        (HOST, "test_instances_under_mujoco_plugins_are_called_in_the_order_of_their_names"),
        (HOST, "test_discovered_by_entry_points_of_other_packages"),
        (HOST, "test_a_plugin_gets_its_own_parameters_alone"),
    ),
    "init is called once with the node, the model and the data; only true says that it is ready.": (
        (HOST, "test_init_returns_true_if_it_was_successful"),
        (NODE, "test_a_plugin_is_called_at_each_of_its_moments_by_the_thread_that_steps"),
    ),
    "pre_step, update_read, update_write, update, on_reset and cleanup come at their moments.": (
        (NODE, "test_a_plugin_is_called_at_each_of_its_moments_by_the_thread_that_steps"),
    ),
    "Every call but init does nothing by default.": ((HOST, "test_default_calls_do_nothing"),),
    "An exception in a plugin names it and stops the node cleanly.": (
        (HOST, "test_an_exception_in_a_plugin_names_it"),
        (PLUGINS, "test_an_exception_in_a_plugin_names_it_and_stops_the_node_cleanly"),
    ),
    # BaseVelocityPlugin
    "The measured velocity on the driven freedoms is exactly the commanded one on the next step.": (
        (BASE, "test_the_measured_velocity_is_exactly_the_commanded_one_on_the_very_next_step"),
        (BASE, "test_there_is_no_convergence_delay"), (BASE, "test_the_base_goes_as_far_as_the_velocity_says"),
    ),
    "Neither contacts nor forces nor an arm that swings on the base influence the driven freedoms.": (
        (BASE, "test_the_driven_freedoms_cannot_be_influenced_by_contacts_or_forces"),
        (BASE, "test_the_measured_velocity_is_exactly_the_commanded_one_on_the_very_next_step"),
    ),
    "The commanded velocity is the body's, turned into the world by its present orientation.": (
        (BASE, "test_the_commanded_body_frame_velocity_is_converted_by_the_current_orientation"),
    ),
    "Vertical velocity, roll and pitch are left to gravity and contacts.": (
        (BASE, "test_vertical_velocity_is_left_untouched_so_the_base_falls_and_settles"),
        (BASE, "test_local_roll_and_pitch_are_left_untouched"),
    ),
    "body is required and has a free joint, or init fails.": (
        (BASE, "test_body_is_required"), (BASE, "test_init_fails_for_a_body_without_a_freejoint"),
        (BASE, "test_init_fails_for_a_body_that_is_not_there"),
    ),
    "cmd_vel_topic is cmd_vel, a Twist, unless told otherwise.": (
        (BASE, "test_cmd_vel_topic_is_cmd_vel_and_a_twist_unless_told_otherwise"),
        (PLUGINS, "test_a_base_goes_exactly_as_it_is_told_by_topic"),
    ),
    "use_stamped_twist takes a TwistStamped.": (
        (BASE, "test_use_stamped_twist_subscribes_to_a_twist_stamped"),
        (PLUGINS, "test_a_base_goes_exactly_as_it_is_told_by_topic"),
    ),
    "max_linear_velocity scales the planar speed and keeps its direction.": (
        (BASE, "test_max_linear_velocity_scales_the_planar_speed_and_keeps_its_direction"),
    ),
    "max_yaw_rate clamps the yaw rate; without limits nothing is clamped.": (
        (BASE, "test_max_yaw_rate_clamps_the_yaw_rate"), (BASE, "test_without_limits_nothing_is_clamped"),
    ),
    "After cmd_timeout without a command it counts as zero.": (
        (BASE, "test_cmd_timeout_after_the_last_command_it_is_treated_as_zero"),
    ),
    "A reset forgets the command.": (
        (BASE, "test_a_reset_forgets_the_command"), (PLUGINS, "test_a_reset_of_the_world_stops_the_base"),
    ),
    # The project's own targets
    "drive:=kinematic runs any base on the plugin, mecanum and omni too, declared as an approximation.": (
        (PLUGINS, "test_a_kinematic_base_goes_as_its_wheels_are_told"),
        (TARGET, "test_a_kinematic_output_carries_any_base_and_says_so"),
        (RUNS, "test_a_carried_base_on_mecanum_wheels_does_its_task_and_is_refused_otherwise"),
    ),
    # Inputs that others stumble over
    "Every description of a large collection is loaded as it states, or refused for what is wrong with it.": (
        (DATA, "test_it_is_loaded_as_it_states_or_refused_for_what_is_wrong_with_it"),
        (DATA, "test_the_page_of_results_is_as_they_are"),
    ),
    "An STL of more than 200,000 faces is simplified for collision, and said so.": (
        (BUNDLE, "test_an_stl_of_more_triangles_than_mujoco_reads_is_seen_whole_and_simplified_for_collision"),
    ),
    "A mesh may be scaled by a negative or a non-uniform factor.": (
        (BUNDLE, "test_a_mesh_may_be_mirrored_and_stretched"),
    ),
    "Spaces and letters beyond ASCII may stand in names.": (
        (BUNDLE, "test_spaces_and_letters_beyond_ascii_may_stand_in_names"),
        (BUNDLE, "test_names_of_links_and_joints_may_hold_spaces_and_any_letters"),
    ),
    "The mass of a fixed base link does not vanish.": (
        (BUNDLE, "test_a_fixed_base_link_keeps_its_mass_and_its_body"),
        (BUNDLE, "test_links_that_are_to_fuse_keep_their_names_and_their_mass"),
    ),
    "mimic is kept as an equality.": ((BUNDLE, "test_mimic_is_kept_as_an_equality"),),
    "A link without an inertial weighs nothing by its shapes.": (
        (BUNDLE, "test_a_link_without_an_inertial_weighs_nothing_by_its_shapes"),
    ),
    "An inertia that breaks the triangle inequality is named with its link and its numbers.": (
        (BUNDLE, "test_an_inertia_that_is_no_bodys_is_named_with_its_link_and_its_numbers"),
    ),
    "A revolute joint without a limit moves without one; a lower limit above the upper one is refused.": (
        (BUNDLE, "test_a_revolute_joint_without_a_limit_moves_without_one_and_says_so"),
        (BUNDLE, "test_a_lower_limit_above_the_upper_one_is_named_with_both"),
        (BUNDLE, "test_a_continuous_joint_turns_past_limits_that_it_states"),
    ),
    "Two joints of one name and a cycle are named.": ((BUNDLE, "test_links_and_joints_that_make_no_tree_are_named"),),
    "A mesh file that is empty, truncated or of another format than its name says is named.": (
        (BUNDLE, "test_every_stage_fails_loudly_with_the_file_and_the_link"),
    ),
    "A chain of 300 links is loaded.": ((BUNDLE, "test_a_chain_of_300_links"),),
    "Masses, inertias, limits and frames are those of the file read by itself.": (
        (DATA, "test_it_is_loaded_as_it_states_or_refused_for_what_is_wrong_with_it"),
        (BUNDLE, "test_limits_and_frames_are_those_of_the_description"),
    ),
    "What the scene calls its own gives way to names of a description.": (
        (COMPOSE, "test_the_scenes_own_names_give_way_to_those_of_a_description"),
    ),
    "Robots can be put into the world of an MJCF file.": (
        (COMPOSE, "test_a_robot_in_the_world_of_an_mjcf_file"),
        (NODE, "test_several_robots_in_the_world_of_a_file_are_told_apart_by_their_prefixes"),
    ),
}  # fmt: skip


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_is_held_by_tests(promise: str) -> None:
    assert PROMISES[promise]
    assert {f"{file}::{name}" for file, name in PROMISES[promise] if name not in functions_of(file)} == set()
    assert all(name.startswith("test_") for _, name in PROMISES[promise])
