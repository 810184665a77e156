"""Every URDF of the package example-robot-data, as they come: what is loaded of each, against the file read by itself.

``ROBOTDSL_UPDATE_GOLDEN=1`` writes the page of results anew; read the difference before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np
import numpy.typing as npt
import pytest
import trimesh
from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import read_description
from robotdsl_mujoco_sim.model.load import load_description

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "urdf-results.md"
Array = npt.NDArray[np.float64]
MOVING = ("revolute", "continuous", "prismatic")
# Those that no robot can be made of, each with what is said of it.
REFUSED = {
    "alex_psyonic_hands": "joint 'Left_index_q2' mimics 'index_q1', and no joint of that name moves",
    "romeo_laas_small": "link 'torso' names the mesh 'file:///usr/Romeo/",
    "romeo_small": "link 'RShoulderYawLink' has principal moments of inertia of 0.000661782, 0.000679363 and",
    "ur3": "has no link",
}


def share() -> Path | None:
    try:
        return Path(str(distribution("example-robot-data").locate_file("cmeel.prefix/share")))
    except PackageNotFoundError:
        return None


def files() -> list[Path]:
    folder = share()
    return [] if folder is None else sorted(folder.rglob("*.urdf"))


if not files():
    pytest.skip("the package example-robot-data is not installed", allow_module_level=True)


@dataclass(frozen=True)
class Result:
    """``wrong`` is what does not agree with the file, ``refused`` what was said of one that was not loaded."""

    links: int = 0
    joints: int = 0
    mass: float = 0.0
    wrong: tuple[str, ...] = ()
    notes: int = 0
    refused: str | None = None


def tried(path: Path) -> Result:
    folder = share()
    assert folder is not None
    keep_warnings_off_the_disk()
    try:
        loaded = load_description(read_description(path, [folder]))
        model = loaded.model()
    except DescriptionError as error:
        return Result(refused=str(error).replace(f"{folder}/", "").removeprefix(f"{path.name}: "))
    root = ElementTree.parse(path).getroot()
    mass = sum(float(each.attrib["value"]) for each in root.iterfind("link/inertial/mass"))
    moving = {joint.attrib["name"] for joint in root.findall("joint") if joint.attrib["type"] in MOVING}
    wrong = []
    if abs(model.body_mass.sum() - mass) > 0.01 * mass:
        wrong.append(f"a mass of {model.body_mass.sum():.4g} kg against {mass:.4g}")
    if {model.joint(i).name for i in range(model.njnt)} != moving:
        wrong.append("its moving joints")
    shown, collides = (len(list(root.iterfind(f"link/{tag}"))) for tag in ("visual", "collision"))
    # A link that is only shown by primitives collides by them, too.
    collides += sum(
        sum(visual.find("geometry/mesh") is None for visual in link.findall("visual"))
        for link in root.findall("link")
        if link.find("collision") is None
    )
    if (int((model.geom_contype == 0).sum()), int((model.geom_contype != 0).sum())) != (shown, collides):
        wrong.append("its shapes")
    wrong += differences(model, root)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=round(1.0 / model.opt.timestep))
    if data.warning.number.any():
        wrong.append("a warning within a second")
    return Result(len(root.findall("link")), len(moving), mass, tuple(wrong), len(loaded.notes))


# Of the largest moment of a rigid group, what a tensor written with few digits may miss (as a body's is held to), and
# kg, m and kg m² of what is given to what moves and weighs nothing.
FEW_DIGITS, LEAST_MASS, LEAST_MOMENT = 4e-3, 2e-6, 2e-9


def differences(model: mujoco.MjModel, root: ElementTree.Element) -> list[str]:
    """What of frames, axes, limits and weights is another one than in the file, which is read here by itself."""
    wrong, fixed = [], {link.attrib["name"]: link.attrib["name"] for link in root.findall("link")}
    places = {name: np.eye(4) for name in fixed}
    for joint in in_order(root):
        name, kind = joint.attrib["name"], joint.attrib["type"]
        parent, child = (end_of(joint, end) for end in ("parent", "child"))
        body, place = model.body(child), placed(joint)
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, body.quat)
        if not (
            np.allclose(body.pos, place[:3, 3], atol=1e-6) and np.allclose(turn.reshape(3, 3), place[:3, :3], atol=1e-6)
        ):
            wrong.append(f"the frame of {child}")
        if model.body(int(body.parentid[0])).name != parent:
            wrong.append(f"what {child} hangs from")
        if kind == "fixed":
            fixed[child], places[child] = fixed[parent], places[parent] @ place
        if kind in MOVING:
            made, limit = model.joint(name), joint.find("limit")
            axis = numbers(joint.find("axis"), "xyz", (1.0, 0.0, 0.0))
            if not np.allclose(made.axis, axis / np.linalg.norm(axis), atol=1e-6):
                wrong.append(f"the axis of {name}")
            low, high = (0.0, 0.0) if limit is None else (float(limit.attrib.get(k, 0)) for k in ("lower", "upper"))
            stated = kind != "continuous" and low < high
            if bool(model.jnt_limited[made.id]) != stated or (stated and not np.allclose(made.range, (low, high))):
                wrong.append(f"the limits of {name}")
    for group in sorted(set(fixed.values())):
        members = [name for name, first in fixed.items() if first == group]
        own = together([(places[name], *in_model(model, name)) for name in members])
        theirs = together(
            [
                (places[link.attrib["name"]], *in_file(link))
                for link in root.findall("link")
                if link.attrib["name"] in members
            ]
        )
        largest = float(np.abs(theirs[2]).max())
        if not (
            abs(own[0] - theirs[0]) <= LEAST_MASS + 1e-6 * theirs[0]
            and (theirs[0] < LEAST_MASS or np.allclose(own[1], theirs[1], atol=1e-5))
            and np.allclose(own[2], theirs[2], atol=FEW_DIGITS * largest + LEAST_MOMENT)
        ):
            wrong.append(f"the weight of {group} with what is fixed to it")
    return wrong


def end_of(joint: ElementTree.Element, which: str) -> str:
    """The name of the link that is the joint's ``parent`` or ``child``."""
    (link,) = joint.iterfind(which)
    return link.attrib["link"]


def in_order(root: ElementTree.Element) -> list[ElementTree.Element]:
    """The joints, each after those above it."""
    joints, order = root.findall("joint"), []
    below = {end_of(joint, "child") for joint in joints}
    known = {link.attrib["name"] for link in root.findall("link")} - below
    while joints:
        ready = [joint for joint in joints if end_of(joint, "parent") in known]
        known |= {end_of(joint, "child") for joint in ready}
        order += ready
        joints = [joint for joint in joints if joint not in ready]
    return order


def numbers(element: ElementTree.Element | None, key: str, unstated: Sequence[float]) -> Array:
    text = None if element is None else element.attrib.get(key)
    return np.array(unstated if text is None else text.split(), dtype=float)


def placed(element: ElementTree.Element) -> Array:
    """The transform (4, 4) of an element's origin."""
    origin = element.find("origin")
    place = np.asarray(trimesh.transformations.euler_matrix(*numbers(origin, "rpy", (0, 0, 0)), "sxyz"))
    place[:3, 3] = numbers(origin, "xyz", (0, 0, 0))
    return place


def in_model(model: mujoco.MjModel, link: str) -> tuple[float, Array, Array]:
    """Mass, centre (3,) and tensor about it (3, 3) in the link's frame."""
    body, turn = model.body(link), np.zeros(9)
    mujoco.mju_quat2Mat(turn, body.iquat)
    axes = turn.reshape(3, 3)
    return float(body.mass[0]), body.ipos, axes @ np.diag(body.inertia) @ axes.T


def in_file(link: ElementTree.Element) -> tuple[float, Array, Array]:
    inertial = link.find("inertial")
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    place, stated = placed(inertial), inertial.find("inertia")
    xx, yy, zz, xy, xz, yz = (
        float(numbers(stated, key, (0,))[0]) for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    )
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    mass = float(numbers(inertial.find("mass"), "value", (0,))[0])
    return mass, place[:3, 3], place[:3, :3] @ tensor @ place[:3, :3].T


def together(parts: list[tuple[Array, float, Array, Array]]) -> tuple[float, Array, Array]:
    """Of placed bodies that move as one: their mass, its centre, and their tensor about the first one's frame."""
    mass, moment, tensor = 0.0, np.zeros(3), np.zeros((3, 3))
    for place, own, center, about in parts:
        turn = place[:3, :3]
        at = turn @ center + place[:3, 3]
        mass, moment = mass + own, moment + own * at
        tensor = tensor + turn @ about @ turn.T + own * (at @ at * np.eye(3) - np.outer(at, at))
    return mass, moment / mass if mass > 0.0 else moment, tensor


results = cache(tried)


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_loaded_as_it_states_or_refused_for_what_is_wrong_with_it(path: Path) -> None:
    result, expected = results(path), REFUSED.get(path.stem)
    if expected is None:
        assert (result.refused, result.wrong) == (None, ())
    else:
        assert result.refused is not None
        assert expected in result.refused


def page() -> str:
    rows = []
    good = 0
    for path in files():
        result = results(path)
        good += result.refused is None and not result.wrong
        folder = path.relative_to(share() or path).parts[2]
        told = f"refused: {result.refused}" if result.refused else "; ".join(result.wrong) or "good"
        figures = f"{result.links} | {result.joints} | {result.mass:.3f} | {result.notes}"
        if result.refused is not None:
            figures = "| | |"
        rows.append(f"| {folder} / {path.name} | {figures} | {told} |")
    head = f"""# Robot descriptions that were tried

Written by a test (`src/robotdsl_mujoco_sim/tests/model/test_example_robot_data.py`) from the {len(rows)} URDF files of
the package `example-robot-data` {distribution("example-robot-data").version}. {good} of them are loaded as they state:
the mass, its centre and the inertia of all that moves as one, and the frames, axes and limits of all joints, as in the
file read by itself, every visual and every collision kept, and a second of simulation without a warning of MuJoCo. The
others are refused for what is wrong with them. Notes are what the loader says that it did beyond the file: a mesh
converted, a link without weight given a little.

| file | links | moving joints | mass in kg | notes | result |
|---|---|---|---|---|---|
"""
    return head + "\n".join(rows) + "\n"


def test_the_page_of_results_is_as_they_are() -> None:
    if os.environ.get("ROBOTDSL_UPDATE_GOLDEN"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()
