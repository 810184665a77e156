"""What a component.yaml may hold of belts, links, feet and walking controllers: the records of sound files, and each
fault with its code, place and words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import (
    Capsule,
    Category,
    Foot,
    Hinge,
    Inertial,
    Link,
    LinkShape,
    Servo,
    TrackShape,
)
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.model.walking import (
    CommandRanges,
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

from .reading import HEAD, has_one_fault, read, sound

BASE = "connectors:\n  base: {pos: [0, 0, 0], dir: [0, 0, -1]}\n"
INERTIAL = (
    "{mass: 2, origin_xyz: [0, 0, 0.1], inertia: {ixx: 2, iyy: 2, izz: 3, ixy: 0, ixz: 0, iyz: 0}, source: measured}"
)
SOLID = Inertial(2.0, (0.0, 0.0, 0.1), (2.0, 2.0, 3.0, 0.0, 0.0, 0.0), "measured", None)
TRACK = (
    HEAD.format(category="track")
    + "track: {run_start: [-0.1, 0, -0.05], run_end: [0.1, 0, -0.05], width: 0.04, travel_per_turn: 0.25}\n"
    + BASE
    + "profiles: {Track: {}}\n"
)
LINKS = f"""links:
  hip:
    parent: base
    xyz: [0.1, 0, 0]
    rpy: [0, 0, 1]
    joint: {{type: fixed}}
    inertial: {INERTIAL}
  shin:
    parent: hip
    xyz: [0, 0, -0.2]
    joint:
      type: revolute
      axis: [0, 1, 0]
      range: [-1, 2]
      servo: {{kp: 20, effort: 9, hold: 0.5, damping: 0.4, armature: 0.01, frictionloss: 0.1}}
    inertial: {INERTIAL}
    shapes:
      - {{name: bone, type: capsule, radius: 0.02, length: 0.15, xyz: [0, 0, -0.1]}}
      - {{name: toe, type: sphere, radius: 0.025, xyz: [0, 0, -0.2]}}
      - {{name: plate, type: box, size: [0.1, 0.2, 0.3]}}
      - {{name: rod, type: cylinder, radius: 0.01, height: 0.1, rpy: [0, 1, 0]}}
"""
FEET = "feet:\n  front: {link: shin, shape: toe, friction: 0.8}\n"
LEG = HEAD.format(category="leg") + LINKS + FEET + BASE + "profiles: {Leg: {mounts: {base: base}}}\n"
GAIT = """controller:
  gait:
    standing: 0.3
    control: 0.01
    period: 0.5
    duty: 0.6
    step_height: 0.05
    command: {ahead: [-0.4, 0.5], aside: [-0.2, 0.2], turn: [-1, 1]}
    slew: {ahead: 1, aside: 0.8, turn: 2}
    settle: {speed: 0.05, turn: 0.1}
    lead: {distance: 0.04, yaw: 0.2}
    balance: {frequency: 3, damping: 0.9}
"""
POLICY = """controller:
  policy:
    file: thing.onnx
    period: 0.02
    action_scale: 0.5
    observation: [linear_velocity, angular_velocity, gravity, command, joint_angles, joint_speeds, last_action, phase]
    hidden: [shin]
    command: {ahead: [-1, 1], aside: [-0.5, 0.5], turn: [0, 1]}
    imu: {link: base, xyz: [0, 0, 0.1], rpy: [0, 0, 0]}
    phase: {frequency: 1.5, offsets: {front: 3.14}, still_at: 3, still_below: 0.01}
    simulator: {timestep: 0.004, integrator: Euler, iterations: 1, ls_iterations: 5, eulerdamp: false}
"""
WALKER = HEAD.format(category="chassis") + LINKS + FEET
TAIL = BASE + "profiles: {Legged: {}}\n"
GAITED, TRAINED = WALKER + GAIT + TAIL, WALKER + POLICY + TAIL
RANGES = CommandRanges((-0.4, 0.5), (-0.2, 0.2), (-1.0, 1.0))


# Sound files --------------------------------------------------------------------------------------------------------


def test_a_track(tmp_path: Path) -> None:
    part = sound(tmp_path, TRACK)
    assert part.category is Category.TRACK
    assert part.track == TrackShape((-0.1, 0.0, -0.05), (0.1, 0.0, -0.05), 0.04, 0.25)
    untold = sound(tmp_path, TRACK.replace(", travel_per_turn: 0.25", "")).track
    assert untold is not None and untold.travel_per_turn is None


def test_links_hang_from_each_other(tmp_path: Path) -> None:
    part = sound(tmp_path, LEG)
    assert list(part.links) == ["hip", "shin"]
    assert part.links["hip"] == Link("hip", None, Pose.from_xyz_rpy((0.1, 0.0, 0.0), (0.0, 0.0, 1.0)), None, SOLID, ())
    hinge = Hinge((0.0, 1.0, 0.0), (-1.0, 2.0), Servo(20.0, 9.0, 0.5, 0.4, 0.01, 0.1))
    shin = part.links["shin"]
    assert (shin.parent, shin.pose, shin.hinge) == ("hip", Pose((0.0, 0.0, -0.2)), hinge)
    assert shin.shapes == (
        LinkShape("bone", Capsule(0.02, 0.15), Pose((0.0, 0.0, -0.1))),
        LinkShape("toe", Sphere(0.025), Pose((0.0, 0.0, -0.2))),
        LinkShape("plate", Box((0.1, 0.2, 0.3)), Pose()),
        LinkShape("rod", Cylinder(0.01, 0.1), Pose.from_xyz_rpy((0.0, 0.0, 0.0), (0.0, 1.0, 0.0))),
    )
    assert part.feet == {"front": Foot("front", "shin", "toe", 0.8)}
    assert part.controller is None


def test_a_hinge_may_have_no_servo_and_any_category_links(tmp_path: Path) -> None:
    text = HEAD.format(category="attachment") + LINKS + BASE + "profiles: {Attachment: {}}\n"
    servo = "      servo: {kp: 20, effort: 9, hold: 0.5, damping: 0.4, armature: 0.01, frictionloss: 0.1}\n"
    hinge = sound(tmp_path, text.replace(servo, "")).links["shin"].hinge
    assert hinge == Hinge((0.0, 1.0, 0.0), (-1.0, 2.0), None)


def test_a_gait(tmp_path: Path) -> None:
    assert sound(tmp_path, GAITED).controller == Gait(
        0.3, 0.01, 0.5, 0.6, 0.05, RANGES,
        GaitSlew(1.0, 0.8, 2.0), GaitSettle(0.05, 0.1), GaitLead(0.04, 0.2), GaitBalance(3.0, 0.9),
    )  # fmt: skip


def test_a_policy(tmp_path: Path) -> None:
    controller = sound(tmp_path, TRAINED).controller
    assert isinstance(controller, Policy)
    assert (controller.file, controller.period, controller.action_scale) == ("thing.onnx", 0.02, 0.5)
    assert controller.observation[-1] == "phase" and len(controller.observation) == 8
    assert controller.hidden == ("shin",)
    assert controller.command == CommandRanges((-1.0, 1.0), (-0.5, 0.5), (0.0, 1.0))
    assert controller.imu == PolicyImu(None, Pose((0.0, 0.0, 0.1)))
    assert controller.phase == PolicyPhase(1.5, {"front": 3.14}, 3.0, 0.01)
    assert controller.simulator == PolicySimulator(0.004, "Euler", 1, 5, False)


def test_a_policy_without_a_clock(tmp_path: Path) -> None:
    text = TRAINED.replace(", last_action, phase]", ", last_action]")
    text = text.replace("    phase: {frequency: 1.5, offsets: {front: 3.14}, still_at: 3, still_below: 0.01}\n", "")
    controller = sound(tmp_path, text.replace("    hidden: [shin]\n", "")).controller
    assert isinstance(controller, Policy)
    assert (controller.phase, controller.hidden) == (None, ())


# Faults -------------------------------------------------------------------------------------------------------------

# A name, the file, its edits with the primary span between « and », the code without its family, and the message.
FAULTS: list[tuple[str, str, list[tuple[str, str]], str, str]] = [
    # Belts.
    ("no track", TRACK, [("schema_version", "«schema_version»"), (TRACK.splitlines(True)[4], "")], "missing_field",
     "`track` is missing"),
    ("no width", TRACK, [("\ntrack:", "\n«track»:"), ("width: 0.04, ", "")], "missing_field",
     "`track.width` is missing"),
    ("width", TRACK, [("width: 0.04", "width: «0»")], "invalid_value", "`track.width` must be above 0, not 0"),
    ("travel", TRACK, [("turn: 0.25", "turn: «-1»")], "invalid_value",
     "`track.travel_per_turn` must be above 0, not -1"),
    ("no run", TRACK, [("\ntrack:", "\n«track»:"), ("run_end: [0.1,", "run_end: [-0.1,")], "invalid_value",
     "`track.run_start` and `track.run_end` are the same point"),
    ("upright run", TRACK, [("\ntrack:", "\n«track»:"), ("run_end: [0.1, 0, -0.05]", "run_end: [-0.1, 0, 0.5]")],
     "invalid_value",
     "`track.run_start` and `track.run_end` lie one above the other, so the belt runs along no ground"),
    ("far run", TRACK, [("run_end: [0.1,", "run_end: [«1e31»,")], "invalid_value",
     "`track.run_end[0]` must be 0 or between 1e-100 and 1e+30 in size, not 1e+31"),
    ("track list", TRACK, [("run_end: [0.1, 0, -0.05]", "run_end: «[0.1, 0]»")], "wrong_type",
     "`track.run_end` must be a list of 3 numbers [x, y, z], not a list of 2"),
    ("track box", TRACK, [("track: {", "«collision»: {type: box, size: [1, 1, 1], origin_xyz: [0, 0, 0]}\ntrack: {")],
     "unsupported", "a part of category `track` has no field `collision`"),
    ("track elsewhere", LEG, [("\nlinks", "\n«track»: {}\nlinks")], "unsupported",
     "a part of category `leg` has no field `track`"),
    # Links.
    ("no links", LEG, [("schema_version", "«schema_version»"), (LINKS, ""), (FEET, "feet: {}\n")], "missing_field",
     "`links` is missing"),
    ("no feet", LEG, [("schema_version", "«schema_version»"), (FEET, "")], "missing_field", "`feet` is missing"),
    ("links list", LEG, [(LINKS, "links: «[]»\n"), (FEET, "feet: {}\n")], "wrong_type",
     "`links` must be a mapping from names to links, not a list"),
    ("link name", LEG, [("  hip:\n", "  «hip-joint»:\n"), ("parent: hip", "parent: base")], "invalid_key",
     "`hip-joint` is no name for a link"),
    ("link base", LEG, [("  hip:\n", "  «base»:\n"), ("parent: hip", "parent: base")], "invalid_key",
     "`base` is the part itself and no name for a link"),
    ("link field", LEG, [("    xyz: [0, 0, -0.2]", "    «mass»: 1")], "unknown_field",
     "unknown field `mass` in `links.shin`"),
    ("no parent", LEG, [("  shin:\n    parent: hip\n", "  «shin»:\n")], "missing_field",
     "`links.shin.parent` is missing"),
    ("parent", LEG, [("parent: hip", "parent: «hop»")], "invalid_value",
     "`links.shin.parent` must be `base` or `hip`, not `hop`"),
    ("parent below", LEG, [("parent: base", "parent: «shin»")], "invalid_value",
     "`links.hip.parent` must be `base`, not `shin`"),
    ("parent itself", LEG, [("parent: hip", "parent: «shin»")], "invalid_value",
     "`links.shin.parent` must be `base` or `hip`, not `shin`"),
    ("no joint", LEG, [("  hip:", "  «hip»:"), ("    joint: {type: fixed}\n", "")], "missing_field",
     "`links.hip.joint` is missing"),
    ("joint type", LEG, [("{type: fixed}", "{type: «slide»}")], "invalid_value",
     "`links.hip.joint.type` must be `fixed` or `revolute`, not `slide`"),
    ("fixed axis", LEG, [("{type: fixed}", "{type: fixed, «axis»: [0, 0, 1]}")], "unsupported",
     "a fixed joint has no `axis`"),
    ("fixed servo", LEG, [("{type: fixed}", "{type: fixed, «servo»: {}}")], "unsupported",
     "a fixed joint has no `servo`"),
    ("no axis", LEG, [("    joint:\n", "    «joint»:\n"), ("      axis: [0, 1, 0]\n", "")], "missing_field",
     "`links.shin.joint.axis` is missing"),
    ("axis unit", LEG, [("axis: [0, 1, 0]", "axis: «[0, 2, 0]»")], "not_unit_vector",
     "`links.shin.joint.axis` must have length 1, not 2"),
    ("no range", LEG, [("    joint:\n", "    «joint»:\n"), ("      range: [-1, 2]\n", "")], "missing_field",
     "`links.shin.joint.range` is missing"),
    ("range", LEG, [("range: [-1, 2]", "range: «[2, 2]»")], "invalid_value",
     "`links.shin.joint.range` must be [low, high] with the first below the second, not [2, 2]"),
    ("range count", LEG, [("range: [-1, 2]", "range: «[2]»")], "wrong_type",
     "`links.shin.joint.range` must be a list of 2 numbers [low, high], not a list of 1"),
    ("no kp", LEG, [("servo:", "«servo»:"), ("kp: 20, ", "")], "missing_field",
     "`links.shin.joint.servo.kp` is missing"),
    ("kp", LEG, [("kp: 20", "kp: «0»")], "invalid_value", "`links.shin.joint.servo.kp` must be above 0, not 0"),
    ("effort", LEG, [("effort: 9", "effort: «0»")], "invalid_value",
     "`links.shin.joint.servo.effort` must be above 0, not 0"),
    ("damping", LEG, [("damping: 0.4", "damping: «-1»")], "invalid_value",
     "`links.shin.joint.servo.damping` must be at least 0, not -1"),
    ("armature", LEG, [("armature: 0.01", "armature: «-1»")], "invalid_value",
     "`links.shin.joint.servo.armature` must be at least 0, not -1"),
    ("frictionloss", LEG, [("frictionloss: 0.1", "frictionloss: «much»")], "wrong_type",
     '`links.shin.joint.servo.frictionloss` must be a number, not the string "much"'),
    ("hold", LEG, [("hold: 0.5", "hold: «2.5»")], "invalid_value",
     "`links.shin.joint.servo.hold` must lie within the joint's range, -1 to 2, not 2.5"),
    ("servo typo", LEG, [("kp: 20", "kp: 20, «kv»: 1")], "unknown_field",
     "unknown field `kv` in `links.shin.joint.servo`"),
    ("link weight", LEG, [("  hip:", "  «hip»:"), (f"    inertial: {INERTIAL}\n", "")], "missing_field",
     "`links.hip.inertial` is missing"),
    ("link mass", LEG, [("{mass: 2,", "{mass: «-2»,")], "invalid_value",
     "`links.hip.inertial.mass` must be above 0, not -2"),
    ("link inertia", LEG, [("inertia: {", "«inertia»: {"), ("izz: 3", "izz: 9")], "invalid_value",
     "`links.hip.inertial.inertia` is that of no body"),
    ("link basis", LEG, [("source: measured", "source: «estimated»")], "missing_field",
     "`links.hip.inertial.basis` is missing: a value that is `estimated` says what it rests on"),
    # Shapes of links.
    ("shape type", LEG, [("type: capsule", "type: «cone»")], "invalid_value",
     "`links.shin.shapes[0].type` must be `box`, `sphere`, `cylinder` or `capsule`, not `cone`"),
    ("no shape type", LEG,
     [("{name: bone, type: capsule, radius: 0.02, length: 0.15, xyz: [0, 0, -0.1]}", "«{name: bone, radius: 0.02}»")],
     "missing_field", "`links.shin.shapes[0].type` is missing"),
    ("no shape name", LEG, [("{name: toe, type: sphere, radius: 0.025, xyz: [0, 0, -0.2]}",
     "«{type: sphere, radius: 0.025}»"), ("shape: toe", "shape: rod")], "missing_field",
     "`links.shin.shapes[1].name` is missing"),
    ("shape twice", LEG, [("name: plate", "name: «bone»")], "invalid_value", "the shape `bone` is stated twice"),
    ("shape size", LEG, [("[0.1, 0.2, 0.3]", "[0.1, «0», 0.3]")], "invalid_value",
     "`links.shin.shapes[2].size[1]` must be above 0, not 0"),
    ("capsule height", LEG, [("length: 0.15", "length: 0.15, «height»: 1")], "unknown_field",
     "unknown field `height` in `links.shin.shapes[0]`"),
    ("no length", LEG, [("{name: bone, type: capsule, radius: 0.02, length: 0.15, xyz: [0, 0, -0.1]}",
     "«{name: bone, type: capsule, radius: 0.02}»")], "missing_field", "`links.shin.shapes[0].length` is missing"),
    ("shape text", LEG, [("{name: plate, type: box, size: [0.1, 0.2, 0.3]}", "«plate»")], "wrong_type",
     '`links.shin.shapes[2]` must be a mapping, not the string "plate"'),
    # Feet.
    ("foot link", LEG, [("link: shin", "link: «shim»")], "invalid_value",
     "`feet.front.link` must be `hip` or `shin`, not `shim`"),
    ("foot shape", LEG, [("shape: toe", "shape: «tow»")], "invalid_value",
     "`feet.front.shape` must be `bone`, `toe`, `plate` or `rod`, not `tow`"),
    ("foot of bare link", LEG, [("link: shin, shape: toe", "link: hip, shape: «toe»")], "invalid_value",
     "`feet.front.shape` names `toe`, and the link `hip` has no shapes"),
    ("foot friction", LEG, [("friction: 0.8", "friction: «0»")], "invalid_value",
     "`feet.front.friction` must be above 0, not 0"),
    ("foot name", LEG, [("  front:", "  «front foot»:")], "invalid_key", "`front foot` is no name for a foot"),
    ("no foot link", LEG, [("  front:", "  «front»:"), ("link: shin, ", "")], "missing_field",
     "`feet.front.link` is missing"),
    # Controllers.
    ("controller of a leg", LEG, [("\nlinks", "\n«controller»: {}\nlinks")], "unsupported",
     "a part of category `leg` has no field `controller`"),
    ("empty controller", WALKER + "controller: {}\n" + TAIL, [("controller", "«controller»")], "missing_field",
     "`controller.policy` or `controller.gait` is missing"),
    ("two controllers", GAITED, [("  gait:", "  policy: {}\n  «gait»:")], "invalid_value",
     "a controller is a `policy` or a `gait`, not both"),
    ("gait field", GAITED, [("    duty", "    «speed»: 1\n    duty")], "unknown_field",
     "unknown field `speed` in `controller.gait`"),
    *(
        (f"no {field.split(':')[0]}", GAITED, [("  gait:", "  «gait»:"), (f"    {field}\n", "")], "missing_field",
         f"`controller.gait.{field.split(':')[0]}` is missing")
        for field in ("standing: 0.3", "control: 0.01", "period: 0.5", "duty: 0.6", "step_height: 0.05",
                      "slew: {ahead: 1, aside: 0.8, turn: 2}", "settle: {speed: 0.05, turn: 0.1}",
                      "lead: {distance: 0.04, yaw: 0.2}", "balance: {frequency: 3, damping: 0.9}")
    ),
    ("duty", GAITED, [("duty: 0.6", "duty: «1»")], "invalid_value", "`controller.gait.duty` must be below 1, not 1"),
    ("slew", GAITED, [("aside: 0.8", "aside: «0»")], "invalid_value",
     "`controller.gait.slew.aside` must be above 0, not 0"),
    ("no slew turn", GAITED, [("    slew", "    «slew»"), (", turn: 2}", "}")], "missing_field",
     "`controller.gait.slew.turn` is missing"),
    ("damped", GAITED, [("damping: 0.9", "damping: «-0.9»")], "invalid_value",
     "`controller.gait.balance.damping` must be at least 0, not -0.9"),
    ("command", GAITED, [("ahead: [-0.4, 0.5]", "ahead: «[0.1, 0.5]»")], "invalid_value",
     "`controller.gait.command.ahead` must reach from at most 0 to at least 0, not from 0.1 to 0.5"),
    ("no command", GAITED, [("    command", "    «command»"), (", turn: [-1, 1]", "")], "missing_field",
     "`controller.gait.command.turn` is missing"),
    ("policy file", TRAINED, [("thing.onnx", "«walk.onnx»")], "asset_missing",
     "the part's folder has no file `walk.onnx`"),
    ("policy file up", TRAINED, [("thing.onnx", "«../walk.onnx»")], "invalid_value",
     "`controller.policy.file` must be a path inside the part's folder, not `../walk.onnx`"),
    ("policy period", TRAINED, [("period: 0.02", "period: «0.021»")], "invalid_value",
     "`controller.policy.period` must be a whole number of steps of 0.004 s, not 5.25"),
    ("policy term", TRAINED, [("[linear_velocity", "[«speed»")], "invalid_value",
     "`controller.policy.observation[0]` must be `linear_velocity`, `angular_velocity`, `gravity`, `command`, "
     "`joint_angles`, `joint_speeds`, `last_action` or `phase`, not `speed`"),
    ("policy term twice", TRAINED, [("gravity, command", "gravity, «gravity»")], "invalid_value",
     "`controller.policy.observation` has `gravity` twice"),
    ("policy blind", TRAINED, [(POLICY[POLICY.index("[linear"):POLICY.index("]") + 1], "«[]»")], "invalid_value",
     "`controller.policy.observation` must name what the policy reads"),
    ("policy hidden", TRAINED, [("hidden: [shin]", "hidden: [«hip»]")], "invalid_value",
     "`controller.policy.hidden[0]` must be `shin`, not `hip`"),
    ("policy imu", TRAINED, [("{link: base", "{link: «head»")], "invalid_value",
     "`controller.policy.imu.link` must be `base`, `hip` or `shin`, not `head`"),
    ("policy clock", TRAINED, [("  policy:", "  «policy»:"),
     ("    phase: {frequency: 1.5, offsets: {front: 3.14}, still_at: 3, still_below: 0.01}\n", "")], "missing_field",
     "`controller.policy.phase` is missing: the policy reads the gait's phase"),
    ("policy offsets", TRAINED, [("offsets: {front: 3.14}", "«offsets»: {}")], "missing_field",
     "`controller.policy.phase.offsets.front` is missing"),
    ("policy no foot", TRAINED, [("front: 3.14", "front: 3.14, «rear»: 0")], "unknown_field",
     "unknown field `rear` in `controller.policy.phase.offsets`"),
    ("policy no feet", TRAINED, [(FEET, ""), ("offsets", "«offsets»")], "invalid_value",
     "`controller.policy.phase.offsets` is for the feet, and the part has none"),
    ("policy integrator", TRAINED, [("integrator: Euler", "integrator: «euler»")], "invalid_value",
     "`controller.policy.simulator.integrator` must be `Euler`, `RK4`, `implicit` or `implicitfast`, not `euler`"),
    ("policy iterations", TRAINED, [(" iterations: 1,", " iterations: «0.5»,")], "invalid_value",
     "`controller.policy.simulator.iterations` must be a whole number, not 0.5"),
    ("policy damp", TRAINED, [("eulerdamp: false", 'eulerdamp: «"no"»')], "wrong_type",
     '`controller.policy.simulator.eulerdamp` must be true or false, not the string "no"'),
    ("policy without servos", TRAINED, [
        ("  policy:", "  «policy»:"), ("hidden: [shin]", "hidden: []"),
        ("      servo: {kp: 20, effort: 9, hold: 0.5, damping: 0.4, armature: 0.01, frictionloss: 0.1}\n", ""),
     ], "invalid_value", "a policy moves servos, and no link of the part has one"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edits", "code", "message"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_a_fault(tmp_path: Path, text: str, edits: list[tuple[str, str]], code: str, message: str) -> None:
    has_one_fault(tmp_path, text, edits, code, message)


def test_a_fault_of_a_link_is_not_reported_again_at_its_foot(tmp_path: Path) -> None:
    _, _, found = read(tmp_path / "thing", TRAINED.replace("  shin:", "  shin-bone:"))
    assert [d.code.name for d in found] == ["library.invalid_key"]


def test_the_order_of_links_and_near_names_are_explained(tmp_path: Path) -> None:
    _, _, (below,) = read(tmp_path / "thing", LEG.replace("parent: base", "parent: shin"))
    assert below.help == ("a link stands below the one that it hangs from",)
    _, _, (near,) = read(tmp_path / "thing", LEG.replace("parent: hip", "parent: hop"))
    assert near.help == ("did you mean `hip`?",)


# What stands in place of any value of a sound file: each of YAML's kinds, and numbers at the ends of what a file holds.
VALUES = ("", "{}", "[]", "null", "true", "base", "0", "-1", "1e30", "1e-100", "[0, 0]", "[0, 0, 0]", "{a: 1}", "[[1]]")


@settings(max_examples=300)
@given(st.sampled_from([TRACK, LEG, GAITED, TRAINED]), st.data())
def test_any_value_in_place_of_another_is_read_or_reported(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    places = [m.span() for m in re.finditer(r"(?<=: )(\[[^][]*\]|\{[^{}]*\}|[^\s,\[\]{}]+)", text)]
    for start, end in sorted(data.draw(st.lists(st.sampled_from(places), max_size=2, unique=True)), reverse=True):
        text = text[:start] + data.draw(st.sampled_from(VALUES)) + text[end:]
    part, _, found = read(tmp_path_factory.getbasetemp() / "thing", text)
    assert (part is None) == bool(found)
