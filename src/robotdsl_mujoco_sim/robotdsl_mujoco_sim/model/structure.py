"""Whether the links and joints of a description make one tree, and which link is its root."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from robotdsl_mujoco_sim.errors import DescriptionError

Element = ElementTree.Element
# A root link of this name is the world itself.
WORLD = "world"
# Every moving and fixed kind that URDF has.
JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")


def root_link(root: Element, name: str) -> str:
    """The one link that hangs from no other, whatever it is called. ``name`` is how messages call the description.

    Raises ``DescriptionError`` where two links or two joints share a name, a joint names a link that is not there or
    is of no known type, a link hangs from two, or the links do not make one tree.
    """
    links = [link.attrib.get("name", "") for link in root.findall("link")]
    if not links:
        raise DescriptionError(
            f"{name} has no link: a robot has at least one; was a macro of xacro defined and not called?"
        )
    _told_apart(links, "links", name)
    joints = root.findall("joint")
    _told_apart([joint.attrib.get("name", "") for joint in joints], "joints", name)
    parents: dict[str, str] = {}
    for joint in joints:
        called = joint.attrib.get("name", "")
        kind = joint.attrib.get("type", "")
        if kind not in JOINT_TYPES:
            raise DescriptionError(f"{name}: joint {called!r} is of type {kind!r}, not one of {', '.join(JOINT_TYPES)}")
        ends = {}
        for end in ("parent", "child"):
            element = joint.find(end)
            link = "" if element is None else element.attrib.get("link", "")
            if link not in links:
                raise DescriptionError(f"{name}: joint {called!r} names the {end} {link!r}, and there is no such link")
            ends[end] = link
        if ends["child"] in parents:
            raise DescriptionError(
                f"{name}: link {ends['child']!r} hangs from both {parents[ends['child']]!r} and {ends['parent']!r}: "
                "a link has one parent"
            )
        parents[ends["child"]] = ends["parent"]
    if WORLD in parents:
        raise DescriptionError(
            f"{name}: link {WORLD!r} hangs from {parents[WORLD]!r}, and the world itself is called so: rename the link"
        )
    return _one_root(links, parents, name)


def _told_apart(names: list[str], kind: str, where: str) -> None:
    for name, count in Counter(names).items():
        if not name:
            raise DescriptionError(f"{where}: one of its {kind} has no name")
        if count > 1:
            raise DescriptionError(f"{where}: {count} {kind} are called {name!r}: give each its own name")


def _one_root(links: list[str], parents: dict[str, str], where: str) -> str:
    roots = [link for link in links if link not in parents]
    if len(roots) > 1:
        raise DescriptionError(
            f"{where}: {len(roots)} links hang from no other, {', '.join(map(repr, roots[:5]))}: "
            "join all but one by a joint"
        )
    for link in links:
        path = [link]
        while path[-1] in parents:
            path.append(parents[path[-1]])
            if path[-1] in path[:-1]:
                circle = path[path.index(path[-1]) :]
                raise DescriptionError(f"{where}: the links {' - '.join(circle)} hang from each other in a circle")
    return roots[0]
