"""One HTML file that opens a compiled robot in a browser and drives it: page, scripts, MuJoCo and model in one."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_web.errors import PageError
from robotdsl_web.tools import WEB, Tools

SCENE, DRIVE = "scene.xml", "drive.json"
SCHEMA, VERSION = "robotdsl.mjcf_drive", 1
_MUJOCO = "@mujoco/mujoco"
# The parts of Node that MuJoCo's loader asks for when it does not run in a browser.
_NODE_ONLY = ("module", "fs", "path", "url", "crypto", "worker_threads")


@dataclass(frozen=True, slots=True)
class Robot:
    """What a page shows: the text of ``scene.xml`` and what ``drive.json`` holds."""

    scene: str
    drive: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.drive.get("robot") or "robot")


@dataclass(frozen=True, slots=True)
class Parts:
    """What every page has in common: its script in one piece, MuJoCo packed by gzip, and where they come from."""

    script: str
    wasm: bytes
    mujoco: str
    three: str
    licenses: str


def read_robot(output: Path) -> Robot:
    """The robot of an output directory of the ``mjcf`` or the ``embedded`` target.

    Raises ``PageError`` when a file is missing or damaged, or the model names files of its own, which a page has not.
    """
    try:
        scene = (output / SCENE).read_text(encoding="utf-8")
        drive = json.loads((output / DRIVE).read_text(encoding="utf-8"))
        tree = ElementTree.fromstring(scene)
    except FileNotFoundError as error:
        raise PageError(f"{Path(error.filename).name} is missing from {output}; compile with --target mjcf") from None
    except OSError as error:
        raise PageError(f"{output} cannot be read: {error.strerror or error}") from None
    except ElementTree.ParseError as error:
        raise PageError(f"{SCENE} is damaged: {error}") from None
    except (ValueError, RecursionError) as error:
        raise PageError(f"{DRIVE} is damaged: {error}") from None
    if not isinstance(drive, dict) or (drive.get("schema"), drive.get("version")) != (SCHEMA, VERSION):
        raise PageError(f"{DRIVE} is not a {SCHEMA} document of version {VERSION}")
    named = next((element for element in tree.iter() if "file" in element.attrib), None)
    if named is not None:
        raise PageError(f"{SCENE} names the file {named.get('file')!r}, and a page holds none")
    return Robot(scene, drive)


def make_parts(tools: Tools) -> Parts:
    """Bundle the page's scripts with their libraries, and pack MuJoCo. Raises ``PageError``."""
    script = tools.run(
        str(tools.modules / "esbuild" / "bin" / "esbuild"),
        str(WEB / "main.js"),
        "--bundle",
        "--format=esm",
        "--minify",
        "--charset=ascii",
        "--legal-comments=inline",
        "--log-level=warning",
        "--target=es2022",
        *(f"--external:{name}" for name in _NODE_ONLY),
    )
    # The time in the header would make every page another one.
    wasm = gzip.compress((tools.modules / _MUJOCO / "mujoco.wasm").read_bytes(), mtime=0)
    return Parts(
        script=script,
        wasm=wasm,
        mujoco=_version(tools, _MUJOCO),
        three=_version(tools, "three"),
        licenses=(tools.modules / "three" / "LICENSE").read_text(encoding="utf-8"),
    )


def assemble(robot: Robot, parts: Parts) -> str:
    """The page as text: the same robot and parts give the same page."""
    fields = {
        "name": html.escape(robot.name),
        "style": (WEB / "page.css").read_text(encoding="utf-8"),
        # In a script element nothing is escaped, and only a tag can end it.
        "model": json.dumps({"scene": robot.scene, "drive": robot.drive}).replace("<", "\\u003c"),
        "wasm": base64.b64encode(parts.wasm).decode(),
        "script": _inert(parts.script),
        "mujoco": html.escape(parts.mujoco),
        "three": html.escape(parts.three),
        "licenses": f"three.js\n\n{parts.licenses}".replace("<", "("),
    }
    page = (WEB / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: fields[found[1]], page)


def _inert(script: str) -> str:
    """The script without anything that an HTML parser would take for a tag: in strings, a < may be written so."""
    return script.replace("<!--", "\\x3C!--").replace("</script", "<\\/script")


def _version(tools: Tools, package: str) -> str:
    return str(json.loads((tools.modules / package / "package.json").read_text(encoding="utf-8"))["version"])
