"""The page as text: what goes in, what is refused, and that nothing in it ends a script element."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from robotdsl_web.errors import PageError
from robotdsl_web.page import Parts, Robot, assemble, read_robot

from robotdsl_web import command

SCENE = '<mujoco model="a"><!-- </script> & --><worldbody/></mujoco>'
DRIVE: dict[str, Any] = {
    "schema": "robotdsl.mjcf_drive", "version": 1, "robot": "a", "kinematics": "stand",
    "root": {"body": "b", "joint": "r"},
}  # fmt: skip
PARTS = Parts(
    script='console.log("</script><!-- <script> {{wasm}}")',
    wasm=gzip.compress(b"\0asm", mtime=0),
    mujoco="3.14.0",
    three="0.1.0",
    licenses="The license of <three>",
)


def write(folder: Path, scene: str = SCENE, drive: Any = DRIVE) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "scene.xml").write_text(scene)
    (folder / "drive.json").write_text(drive if isinstance(drive, str) else json.dumps(drive))
    return folder


class Page(HTMLParser):
    """The contents of the page's script elements by id, as a browser's parser ends them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: dict[str | None, str] = {}
        self.title = ""
        self._in: tuple[str, str | None] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = (tag, dict(attrs).get("id"))
        if tag == "script":
            self.scripts[self._in[1]] = ""

    def handle_endtag(self, tag: str) -> None:
        self._in = None

    def handle_data(self, data: str) -> None:
        if self._in and self._in[0] == "script":
            self.scripts[self._in[1]] += data
        if self._in and self._in[0] == "title":
            self.title += data


def test_everything_is_in_the_page_and_comes_out_as_it_went_in(tmp_path: Path) -> None:
    robot = read_robot(write(tmp_path / "out", drive=DRIVE | {"robot": "a <b> & c"}))
    page = Page(assemble(robot, PARTS))
    assert page.title == "a <b> & c"
    assert json.loads(page.scripts["model"]) == {"scene": SCENE, "drive": robot.drive}
    assert gzip.decompress(base64.b64decode(page.scripts["wasm"])) == b"\0asm"
    assert page.scripts[None] == 'console.log("<\\/script>\\x3C!-- <script> {{wasm}}")'
    assert len(page.scripts) == 4


def test_a_page_is_the_same_each_time_and_has_no_gap_left(tmp_path: Path) -> None:
    robot = read_robot(write(tmp_path / "out"))
    page = assemble(robot, PARTS)
    assert page == assemble(robot, PARTS)
    assert re.findall(r"\{\{\w+\}\}", page) == ["{{wasm}}"], "what the script holds stays as it is"


@pytest.mark.parametrize(
    ("scene", "drive", "said"),
    [
        ("<mujoco>", DRIVE, "scene.xml is damaged"),
        (SCENE, "{", "drive.json is damaged"),
        (SCENE, "[" * 100_000, "drive.json is damaged"),
        (SCENE, [], "drive.json is not a robotdsl.mjcf_drive document of version 1"),
        (SCENE, DRIVE | {"version": 2}, "drive.json is not a robotdsl.mjcf_drive document of version 1"),
        ('<mujoco><asset><mesh file="a.obj"/></asset></mujoco>', DRIVE, "scene.xml names the file 'a.obj'"),
    ],
)
def test_damaged_outputs_are_refused(scene: str, drive: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(PageError, match=re.escape(said)):
        read_robot(write(tmp_path / "out", scene, drive))


@pytest.mark.parametrize("missing", ["scene.xml", "drive.json"])
def test_what_is_missing_is_named(missing: str, tmp_path: Path) -> None:
    output = write(tmp_path / "out")
    (output / missing).unlink()
    with pytest.raises(PageError, match=f"{missing} is missing from .*; compile with --target mjcf"):
        read_robot(output)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command with its parts at hand."""
    monkeypatch.setattr(command, "prepare", lambda place: place)
    monkeypatch.setattr(command, "make_parts", lambda tools: PARTS)


@pytest.mark.usefixtures("built")
def test_the_command_writes_beside_the_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = write(tmp_path / "out")
    assert command.main([str(output)]) == 0
    assert (tmp_path / "out.html").read_text() == assemble(Robot(SCENE, DRIVE), PARTS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.html"]
    assert capsys.readouterr().err.startswith(f"a drives in {tmp_path / 'out.html'} (0.0 MB)")


@pytest.mark.usefixtures("built")
def test_the_command_writes_where_it_is_told(tmp_path: Path) -> None:
    assert command.main([str(write(tmp_path / "out")), "--to", str(tmp_path / "new" / "page.html")]) == 0
    assert (tmp_path / "new" / "page.html").is_file()


@pytest.mark.usefixtures("built")
def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.startswith("error: scene.xml is missing from ")
    output = write(tmp_path / "out")
    (tmp_path / "file").touch()
    assert command.main([str(output), "--to", str(tmp_path / "file" / "page.html")]) == 2
    assert "the page cannot be written to" in capsys.readouterr().err
    assert command.main([str(output), "--to", str(output)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "out"]
