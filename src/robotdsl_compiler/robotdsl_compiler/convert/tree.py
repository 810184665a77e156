"""The links as a tree: what hangs from what, and where each stands when every joint is at zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.convert.urdf import INVALID, Joint, Link, Urdf
from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.support.diagnostic import Diagnostics, Label, Phase
from robotdsl_compiler.support.suggest import did_you_mean, listing

# The link whose frame becomes that of the chassis where it is rigidly part of it.
BASE_LINK = "base_link"


@dataclass(frozen=True, eq=False)
class Tree:
    """``above`` is the joint by which each link but the root hangs. ``poses`` are in the frame of the chassis."""

    urdf: Urdf
    root: Link
    above: dict[str, Joint]
    below: dict[str, tuple[Joint, ...]]
    poses: dict[str, Pose]

    def link(self, name: str) -> Link:
        return self.urdf.links[name]

    def chain(self, name: str) -> Iterator[Joint]:
        """The joints from a link up to the root."""
        while name in self.above:
            yield self.above[name]
            name = self.above[name].parent

    def axis(self, joint: Joint) -> Vec3:
        """The axis of a joint in the frame of the chassis."""
        return self.poses[joint.child].turn(joint.axis)


def build_tree(urdf: Urdf, diagnostics: Diagnostics) -> Tree | None:
    """The tree; ``None`` after reporting joints that name no link, links that hang from two, circles and loose ends."""
    above: dict[str, Joint] = {}
    for joint in urdf.joints:
        for end in (joint.parent, joint.child):
            if end not in urdf.links:
                diagnostics.report(
                    INVALID, Phase.PARSE, f"the joint `{joint.name}` names the link `{end}`, which does not exist",
                    joint.element.span, label="names no link", help=did_you_mean(end, urdf.links),
                )  # fmt: skip
        if joint.child in above:
            other = above[joint.child]
            diagnostics.report(
                INVALID, Phase.PARSE,
                f"the link `{joint.child}` hangs from two joints, `{other.name}` and `{joint.name}`",
                joint.element.span, label="again here", related=[Label(other.element.span, "first here")],
            )  # fmt: skip
        above.setdefault(joint.child, joint)
    if diagnostics.blocked():
        return None
    _circles(above, diagnostics)
    roots = [name for name in urdf.links if name not in above]
    if len(roots) > 1:
        first, *others = roots
        diagnostics.report(
            INVALID, Phase.PARSE,
            f"the links do not hang together: {listing(roots, 'and')} hang from nothing",
            urdf.links[others[0]].element.span, label="hangs from nothing",
            related=[Label(urdf.links[first].element.span, "nor does this one")],
            help="join all but one of them to the rest by a joint",
        )  # fmt: skip
    if diagnostics.blocked():
        return None
    below: dict[str, list[Joint]] = {name: [] for name in urdf.links}
    for joint in urdf.joints:
        below[joint.parent].append(joint)
    return _placed(urdf, roots[0], above, {name: tuple(joints) for name, joints in below.items()})


def _circles(above: dict[str, Joint], diagnostics: Diagnostics) -> None:
    told: set[str] = set()
    for start in above:
        seen: list[str] = []
        name = start
        while name in above and name not in seen and name not in told:
            seen.append(name)
            name = above[name].parent
        if name in seen:
            circle = seen[seen.index(name) :]
            diagnostics.report(
                INVALID, Phase.PARSE, f"the links {listing(circle, 'and')} hang from each other in a circle",
                above[circle[0]].element.span, label="closes the circle",
            )  # fmt: skip
        told.update(seen)


def _placed(urdf: Urdf, root: str, above: dict[str, Joint], below: dict[str, tuple[Joint, ...]]) -> Tree:
    poses = {root: Pose()}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        for joint in below[name]:
            poses[joint.child] = poses[name] @ joint.pose
            waiting.append(joint.child)
    tree = Tree(urdf, urdf.links[root], above, below, poses)
    if BASE_LINK in poses and not any(joint.moves for joint in tree.chain(BASE_LINK)):
        frame = poses[BASE_LINK].inverse()
        tree.poses.update({name: frame @ pose for name, pose in poses.items()})
    return tree
