"""What a URDF says that no part and no program can: joints that are held, limits, plugins, colours."""

from __future__ import annotations

from robotdsl_compiler.convert.markup import Element
from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.running_gear import Gear
from robotdsl_compiler.convert.tree import Tree

_OF_JOINTS = {
    "limit": "not carried: a Motor under the wheel would tell what it can do",
    "dynamics": "not carried",
    "mimic": "not carried",
    "safety_controller": "not carried",
    "calibration": "not carried",
}
# What a gazebo element may hold that the runs have no use for.
_KNOWN_TO_GAZEBO = "a setting of Gazebo's"


def left_behind(tree: Tree, gear: Gear, remarks: Remarks) -> None:
    """Remark on everything of the file that the conversion passes over by design."""
    driven = {wheel.joint.name for wheel in gear.driven}
    rolling = driven | {wheel.joint.name for wheel in gear.casters}
    for joint in tree.urdf.joints:
        if joint.moves and joint.name not in rolling:
            remarks.add(joint.line, f"the {joint.type} joint `{joint.name}`", "held fixed at zero")
        for tag, became in _OF_JOINTS.items():
            element = joint.element.first(tag)
            if element is not None and (joint.name in driven or tag != "limit"):
                remarks.add(element.line, f"<{tag}> of the joint `{joint.name}`", became)
    for element in tree.urdf.others:
        _other(element, remarks)
    _colours(tree, remarks)


def _other(element: Element, remarks: Remarks) -> None:
    if element.tag == "material":
        return
    if element.tag != "gazebo":
        name = element.attributes.get("name", "")
        remarks.add(element.line, f"<{element.tag}>" + (f" `{name}`" if name else ""), "not carried")
        return
    for child in element.children:
        if child.tag == "sensor":
            for plugin in child.all("plugin"):
                _plugin(plugin, remarks)
        elif child.tag == "plugin":
            _plugin(child, remarks)
        else:
            where = element.attributes.get("reference", "the model")
            remarks.add(child.line, f"<{child.tag}> of {where}, {_KNOWN_TO_GAZEBO}", "not carried")


def _plugin(plugin: Element, remarks: Remarks) -> None:
    remarks.add(plugin.line, f"the plugin {plugin.attributes.get('filename', 'of no file')}", "not carried")


def _colours(tree: Tree, remarks: Remarks) -> None:
    coloured = [v for link in tree.urdf.links.values() for v in link.element.all("visual") if v.first("material")]
    if coloured:
        count = "the colour of one visual" if len(coloured) == 1 else f"the colours of {len(coloured)} visuals"
        remarks.add(coloured[0].line, count, "not carried: a mesh brings its own")
