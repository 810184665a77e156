"""The gallery of the example programs: ``python -m robotdsl_tests.gallery docs`` runs each and draws the page anew.

A program that the embedded target runs is shown as its run ended; a robot that walks, as it stands.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_mujoco_sim.rendering.service import render_run
from robotdsl_runtime.evaluation.record import Evidence

LIBRARIES = Path(__file__).resolve().parents[2] / "robotdsl_libraries"
PROGRAMS, LIBRARY = LIBRARIES / "programs", LIBRARIES / "libraries" / "example"
PAGE, PICTURES = Path("guide/gallery.md"), Path("images/gallery")
WIDTH = 640
_COLOURS = 96
_INTENT = re.compile(r'intent\s+"((?:[^"\\]|\\.)*)"')

_HEAD = """\
# Gallery

Every example program of `src/robotdsl_libraries/programs/`, as its run ended: the line is the way that the robot drove,
darker where it was faster. The robots that walk only stand so far, as `mjcf` writes them.

`python -m robotdsl_tests.gallery docs` runs them all and draws this page anew.
"""


def programs() -> list[str]:
    return sorted(path.name for path in PROGRAMS.iterdir() if path.is_dir())


def page() -> str:
    """The page as Markdown."""
    return _HEAD + "".join(
        f"\n## {name}\n\n{intent(name)}\n\n![{name}](../{PICTURES.as_posix()}/{name}.png)\n" for name in programs()
    )


def intent(name: str) -> str:
    """What the robot of a program is for, in the program's own words."""
    (core,) = (PROGRAMS / name).glob("*.core")
    found = _INTENT.search(core.read_text(encoding="utf-8"))
    return "" if found is None else str(json.loads(f'"{found.group(1)}"'))


def picture(name: str, folder: Path) -> bytes:
    """What the program looks like, a PNG of ``WIDTH`` pixels across. Raises ``RuntimeError`` where nothing draws."""
    if _compiled(name, "embedded", folder):
        run = subprocess.run([sys.executable, "-P", str(folder / "run.py"), "--quiet"], check=False)
        if run.returncode > 1:
            raise RuntimeError(f"{name} did not run")
        drawn = folder / "run" / "view.png"
        data = drawn.read_bytes() if drawn.is_file() else None
    elif _compiled(name, "mjcf", folder):
        standing(folder).save(folder / "evidence.npz")
        data = render_run(folder, folder / "evidence.npz").view
    else:
        raise RuntimeError(f"{name} does not compile")
    if data is None:
        raise RuntimeError("nothing here draws: install OSMesa")
    image = Image.open(BytesIO(data)).convert("RGB")
    image.thumbnail((WIDTH, WIDTH))
    out = BytesIO()
    image.quantize(_COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def standing(output: Path) -> Evidence:
    """The evidence of a robot that stands as its servos hold it."""
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(output / "scene.xml"))
    key = model.key("hold").qpos
    joints = [j for j in range(model.njnt) if model.jnt_type[j] != mujoco.mjtJoint.mjJNT_FREE]
    x, y, z, qw, qx, qy, qz = key[:7]
    angles = np.array([[key[model.jnt_qposadr[j]] for j in joints]])
    return Evidence(
        np.zeros(1),
        np.array([[x, y, z, qx, qy, qz, qw]]),
        tuple(model.joint(j).name for j in joints),
        angles,
        np.zeros_like(angles),
        np.zeros_like(angles),
    )


def _compiled(name: str, target: str, folder: Path) -> bool:
    return compile_program(Request((str(PROGRAMS / name),), (str(LIBRARY),), target=target, output=str(folder))).ok


def main(docs: Path) -> None:
    (docs / PICTURES).mkdir(parents=True, exist_ok=True)
    for old in (docs / PICTURES).glob("*.png"):
        old.unlink()
    for name in programs():
        print(name, flush=True)
        with tempfile.TemporaryDirectory(prefix="robotdsl-gallery-") as folder:
            (docs / PICTURES / f"{name}.png").write_bytes(picture(name, Path(folder)))
    (docs / PAGE).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
