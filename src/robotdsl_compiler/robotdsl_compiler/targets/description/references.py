"""What the blocks of a description name: every link, joint and shape that one refers to is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robotdsl_compiler.targets.markup import Element

# By tag: in which attribute (``""``: in the text) it names a link, a joint or a shape. A block of Gazebo's may be about
# a link or a joint.
_NAMED: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "gazebo": (("reference", ("link", "joint")),),
    "joint": (("name", ("joint",)),),
    "wheel": (("link_name", ("link",)),),
    "fdir1": (("gz:expressed_in", ("link",)),),
    "link": (("", ("link",)),),
    "body_link": (("", ("link",)),),
    "gz_frame_id": (("", ("link",)),),
    "collision": (("", ("collision",)), ("name", ("collision",))),
}
# Gazebo adds it to the name of a shape when it makes SDF of a description.
_CONVERTED = "_collision"


def check_references(structure: Iterable[Element], blocks: Iterable[Element]) -> None:
    """``structure`` are the links and joints of a description, ``blocks`` what stands beside them. A block, or a joint,
    that names what is not there is a bug of its writer, and raises ``ValueError``.
    """
    there = _declared(structure)
    wanted = [*_ends(structure), *(found for block in blocks for found in _references(block))]
    missing = [f"<{tag}> {name}" for tag, kinds, name in wanted if not any(name in there[kind] for kind in kinds)]
    if missing:
        raise ValueError(f"the description has no {', '.join(missing)}")


def _declared(structure: Iterable[Element]) -> dict[str, set[str]]:
    there: dict[str, set[str]] = {"link": set(), "joint": set(), "collision": set()}
    for element in structure:
        there[element.tag] |= {_attribute(element, "name")}
        shapes = {_attribute(child, "name") for child in element.children if child.tag == "collision"}
        there["collision"] |= {f"{shape}{_CONVERTED}" for shape in shapes}
    return there


def _ends(structure: Iterable[Element]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for joint in structure:
        for end in joint.children if joint.tag == "joint" else ():
            if end.tag in ("parent", "child"):
                yield end.tag, ("link",), _attribute(end, "link")


def _references(element: Element) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for place, kinds in _NAMED.get(element.tag, ()):
        name = _attribute(element, place) if place else element.text
        if name:
            yield element.tag, kinds, name
    for child in element.children:
        yield from _references(child)


def _attribute(element: Element, name: str) -> str:
    return next((value for key, value in element.attributes if key == name), "")
