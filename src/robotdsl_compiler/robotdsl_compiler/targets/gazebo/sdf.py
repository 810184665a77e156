"""A typed builder of SDF: every tag that is written, with the attributes or the text that it takes.

SDF says most of what it says as the text of an element. A tag means the same wherever it stands, so one table declares
them all; a tag or a value that it does not know raises ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.schema import Kind, Schema, Value, choice, element, flag, name, real, vector, whole

# The namespace of attributes that are Gazebo's and not SDF's.
NAMESPACE = "http://gazebosim.org/schema"
# The version of SDF that Gazebo Harmonic reads is 1.11; nothing here is newer than 1.9.
VERSION = "1.9"

_NAMED = {"name": name}
_TYPED = {**_NAMED, "type": name}
_V3 = vector(3)

# Elements that hold others, with their attributes (SDF 1.9, sdformat.org/spec). Those of systems are in their sources.
_HOLDERS: Schema = {
    "sdf": {"version": name, "xmlns:gz": name},
    "world": _NAMED,
    "physics": _TYPED,
    "scene": {},
    "light": {"type": choice("directional"), **_NAMED},
    "model": _NAMED,
    "link": _NAMED,
    "collision": _NAMED,
    "visual": _NAMED,
    "geometry": {},
    "plane": {},
    "box": {},
    "sphere": {},
    "cylinder": {},
    "mesh": {},
    "material": {},
    "surface": {},
    "friction": {},
    "ode": {},
    "sensor": _TYPED,
    "lidar": {},
    "scan": {},
    "horizontal": {},
    "vertical": {},
    "range": {},
    "noise": {},
    "camera": {},
    "image": {},
    "clip": {},
    "imu": {},
    "orientation_reference_frame": {},
    "contact": {},
    "plugin": {"filename": name, **_NAMED},
    # What stands in a robot description for Gazebo, of one of its links or joints or of the whole robot.
    "gazebo": {"reference": name},
    "ros": {},
    "wheel": {"link_name": name},
    "left_track": {},
    "right_track": {},
}
# Elements with a text.
_TEXTS: dict[str, Kind] = {
    "max_step_size": real,
    "real_time_factor": real,
    "gravity": _V3,
    "ambient": vector(4),
    "background": vector(4),
    "diffuse": vector(4),
    "specular": vector(4),
    "shadows": flag,
    "cast_shadows": flag,
    "direction": _V3,
    "pose": vector(6),
    "static": flag,
    "normal": _V3,
    "size": vector(2, 3),
    "radius": real,
    "length": real,
    "uri": name,
    "mu": real,
    "mu1": real,
    "mu2": real,
    "fdir1": _V3,
    "render_engine": name,
    "always_on": flag,
    "update_rate": real,
    "topic": name,
    "gz_frame_id": name,
    "samples": whole,
    "resolution": real,
    "min_angle": real,
    "max_angle": real,
    "min": real,
    "max": real,
    "type": name,
    "mean": real,
    "stddev": real,
    "horizontal_fov": real,
    "width": whole,
    "height": whole,
    "format": choice("R8G8B8", "R_FLOAT32"),
    "near": real,
    "localization": choice("ENU"),
    "visibility_flags": whole,
    "visibility_mask": whole,
    "far": real,
    "collision": name,
    "link": name,
    "preserveFixedJoint": flag,
    "parameters": name,
    "remapping": name,
    "publish_link_pose": flag,
    "publish_model_pose": flag,
    "use_pose_vector_msg": flag,
    "update_frequency": real,
    "slip_compliance_lateral": real,
    "slip_compliance_longitudinal": real,
    "wheel_normal_force": real,
    "wheel_radius": real,
    "body_link": name,
    "tracks_separation": real,
    "track_height": real,
    "steering_efficiency": real,
    "track_orientation": _V3,
    "min_velocity": real,
    "max_velocity": real,
    "max_command_age": real,
}


def holder(tag: str, children: Iterable[Element] = (), /, **attributes: Value) -> Element:
    """An element that holds ``children``."""
    return element(_HOLDERS, tag, children, attributes)


def leaf(tag: str, value: Value, /, **attributes: str) -> Element:
    """An element with ``value`` as its text. Only ``fdir1`` takes an attribute: the link that it is expressed in."""
    kind = _TEXTS.get(tag)
    if kind is None:
        raise ValueError(f"<{tag}> is not declared")
    if attributes.keys() - ({"expressed_in"} if tag == "fdir1" else set()):
        raise ValueError(f"<{tag}> has no attribute {', '.join(sorted(attributes))}")
    try:
        text = kind(value)
    except ValueError as error:
        raise ValueError(f"<{tag}>: {error}") from error
    return Element(tag, tuple((f"gz:{key}", link) for key, link in attributes.items()), text=text)


def system(what: str, name: str, children: Iterable[Element] = ()) -> Element:
    """A system of Gazebo's own: ``system("user-commands", "UserCommands")``."""
    return holder("plugin", children, filename=f"gz-sim-{what}-system", name=f"gz::sim::systems::{name}")


def root(children: Iterable[Element]) -> Element:
    return element(_HOLDERS, "sdf", children, {"version": VERSION, "xmlns:gz": NAMESPACE})
