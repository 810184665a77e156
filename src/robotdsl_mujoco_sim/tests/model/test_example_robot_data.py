"""Every URDF of the package example-robot-data, as they come: what is loaded of each, against the file read by itself.

``ROBOTDSL_UPDATE_GOLDEN=1`` writes the page of results anew; read the difference before committing it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import pytest
from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import read_description
from robotdsl_mujoco_sim.model.load import load_description

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "urdf-results.md"
MOVING = ("revolute", "continuous", "prismatic")
# Those that no robot can be made of, each with what is said of it.
_FINGERTIP = "has principal moments of inertia of 8.23673e-06, 2.78621e-05 and 4.44951e-05 kg m²"
REFUSED = {
    "alex_psyonic_hands": "joint 'Left_index_q2' mimics 'index_q1', and no joint of that name moves",
    "allegro_left_hand": f"link 'link_15.0' {_FINGERTIP}",
    "allegro_right_hand": f"link 'link_15.0' {_FINGERTIP}",
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
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=round(1.0 / model.opt.timestep))
    if data.warning.number.any():
        wrong.append("a warning within a second")
    return Result(len(root.findall("link")), len(moving), mass, tuple(wrong), len(loaded.notes))


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
the mass within 1 % of the file's, the same moving joints, every visual and every collision kept, and a second of
simulation without a warning of MuJoCo. The others are refused for what is wrong with them. Notes are what the loader
says that it did beyond the file: a mesh converted, a link without weight given a little.

| file | links | moving joints | mass in kg | notes | result |
|---|---|---|---|---|---|
"""
    return head + "\n".join(rows) + "\n"


def test_the_page_of_results_is_as_they_are() -> None:
    if os.environ.get("ROBOTDSL_UPDATE_GOLDEN"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()
