"""The page in a browser: opened from disk, driven by keys, by a mouse and by fingers, judged by the ground truth.

Every wait is for simulated time or for a state, so a slow machine takes longer and sees the same.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from robotdsl_web.page import Parts, assemble, make_parts, read_robot
from robotdsl_web.tools import Tools

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright, which drives the browser, is not installed")

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # WebGL without a graphics card.
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
)  # fmt: skip
SMALL = {"width": 400, "height": 300}
DESKTOP, PHONE = {"width": 1024, "height": 640}, {"width": 390, "height": 844}
PLACES = """selectors => {
    const parts = selectors.map((selector) => document.querySelector(selector));
    return [parts.map((part) => part.getBoundingClientRect().toJSON()), parts.map((part) => part.ariaLabel)];
}"""
SLOW_MACHINE_MS = 120_000
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def parts(tools: Tools) -> Parts:
    return make_parts(tools)


@pytest.fixture(scope="module")
def pages(parts: Parts, outputs: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name in ("demo", "car", "mecanum", "quadruped"):
        (folder / f"{name}.html").write_text(assemble(read_robot(outputs[name]), parts), encoding="utf-8")
    return {path.stem: path for path in folder.iterdir()}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip("no Chromium on the path")
    # What it keeps outside its profile goes home, which is not the tests' to write to.
    home = str(tmp_path_factory.mktemp("home"))
    env = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=list(FLAGS), env=env)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Opener]:
    """Opens a page from disk and waits until it is ready; at the end, nothing was fetched and nothing complained."""
    contexts, complaints, fetched = [], [], []

    def open_page(path: Path, viewport: Mapping[str, int] = SMALL, ready: str = "ready", **options: Any) -> Any:
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SLOW_MACHINE_MS)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: fetched.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_function(f"document.body.classList.contains('{ready}')")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in fetched if not url.startswith(("file:", "data:"))] == []


def state(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("robotdsl.state()")
    return found


def until(page: Any, condition: str) -> dict[str, Any]:
    """Wait until a condition on ``s``, the state, holds; the state then."""
    page.wait_for_function(f"(({{...s}}) => {condition})(robotdsl.state())")
    return state(page)


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2.0, box["y"] + box["height"] / 2.0


def test_keys_drive_stop_and_reset_and_are_let_go_of(opened: Opener, pages: Mapping[str, Path]) -> None:
    page = opened(pages["demo"])
    assert page.title() == "diff_bot"
    start = until(page, "s.time > 0.1")
    assert (start["told"]["v"], abs(start["truth"]["x"]) < 0.01) == (0, True)
    page.keyboard.down("KeyW")
    driven = until(page, "s.truth.x > 0.2")
    assert driven["told"] == {"v": 0.5, "left": 0, "w": 0}
    assert driven["truth"]["v"] == pytest.approx(0.5, rel=0.1)
    assert abs(driven["truth"]["y"]) < 0.02
    page.keyboard.down("KeyA")
    assert until(page, "s.truth.yaw > 0.3")["truth"]["w"] > 0.5
    page.keyboard.press("Space")
    stopped = until(page, "s.told.v === 0 && Math.abs(s.truth.v) < 0.01")
    assert stopped["told"] == {"v": 0, "left": 0, "w": 0}
    page.keyboard.up("KeyW")
    page.keyboard.press("KeyR")
    again = until(page, f"s.time < {stopped['time']}")
    assert abs(again["truth"]["x"]) < 0.01
    page.keyboard.down("ArrowUp")
    until(page, "s.truth.v > 0.3")
    # As when the window loses the keyboard: the key goes up elsewhere.
    page.evaluate("dispatchEvent(new Event('blur'))")
    until(page, "s.told.v === 0 && Math.abs(s.truth.v) < 0.01")


def test_a_stick_drives_by_the_mouse(opened: Opener, pages: Mapping[str, Path]) -> None:
    page = opened(pages["car"])
    x, y = middle(page, "#stick")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 30, steps=4)
    curve = until(page, "s.truth.x > 0.15 && s.truth.yaw > 0.1")
    # To the left of ahead, at less than the top speed.
    assert 0.05 < curve["told"]["v"] < 0.5 and curve["told"]["w"] > 0
    page.mouse.up()
    until(page, "s.told.v === 0 && s.told.w === 0 && Math.abs(s.truth.v) < 0.01")


def test_a_base_that_stands_says_so(opened: Opener, pages: Mapping[str, Path]) -> None:
    page = opened(pages["quadruped"])
    page.keyboard.down("KeyW")
    standing = until(page, "s.time > 0.5")
    assert standing["told"] == {"v": 0, "left": 0, "w": 0}
    assert standing["truth"]["z"] > 0.2
    assert "Nothing drives this base" in page.inner_text("#note")
    assert not page.is_visible("#stick") and not page.is_visible("#stop") and page.is_visible("#reset")


def test_a_model_that_mujoco_does_not_load_is_told_in_its_words(
    opened: Opener, parts: Parts, outputs: Mapping[str, Path], tmp_path: Path
) -> None:
    robot = read_robot(outputs["demo"])
    newer = type(robot)(robot.scene.replace("<worldbody>", "<worldbody><wormhole/>", 1), robot.drive)
    path = tmp_path / "newer.html"
    path.write_text(assemble(newer, parts), encoding="utf-8")
    page = opened(path, ready="failed")
    assert "MuJoCo cannot load this model" in page.inner_text("#fault")
    assert "unrecognized element" in page.inner_text("#fault")
    assert not page.is_visible("#stick")


def test_the_page_fits_a_desktop_and_shows_the_robot(opened: Opener, pages: Mapping[str, Path]) -> None:
    page = opened(pages["mecanum"], DESKTOP, color_scheme="light")
    assert fits_and_shows(page, DESKTOP) > 180


def test_the_page_fits_a_phone_and_two_fingers_drive_a_holonomic_base(
    opened: Opener, pages: Mapping[str, Path]
) -> None:
    page = opened(pages["mecanum"], PHONE, color_scheme="dark", has_touch=True, is_mobile=True)
    assert fits_and_shows(page, PHONE) < 90
    fingers = page.context.new_cdp_session(page)
    (x, y), (a, b) = middle(page, "#stick"), middle(page, "#turn")
    touch = [{"x": x, "y": y, "id": 1}, {"x": a, "y": b, "id": 2}]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    moved = [{"x": x - 40, "y": y, "id": 1}, {"x": a + 30, "y": b, "id": 2}]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    aside = until(page, "s.truth.y > 0.05 && s.truth.yaw < -0.05")
    assert aside["told"]["left"] > 0.2 and aside["told"]["w"] < -0.3 and aside["told"]["v"] == 0
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, "s.told.left === 0 && s.told.w === 0")


def fits_and_shows(page: Any, viewport: Mapping[str, int]) -> float:
    """How bright it is, 0 to 255, between the cards and the robot, where there is floor or sky."""
    image = pytest.importorskip("PIL.Image", reason="Pillow, which reads the screenshot, is not installed")
    # Asked in one go: between two frames of a slow machine is little time.
    boxes, names = page.evaluate(PLACES, ["header", "aside", "#stick", "#turn"])
    for box in boxes:
        assert box["left"] >= 0 and box["right"] <= viewport["width"], box
        assert box["top"] >= 0 and box["bottom"] <= viewport["height"], box
    for k, one in enumerate(boxes):
        assert not any(overlap(one, other) for other in boxes[k + 1 :])
    assert names[2] and names[3]
    shot = image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # The orange of the parts on the chassis, by its hue, in the middle of the picture.
    w, h = shot.size
    seen = shot.crop((w // 4, h // 4, 3 * w // 4, 3 * h // 4)).tobytes()
    assert sum(r > 1.6 * b and r > 1.2 * g and r > 90 for r, g, b in zip(*[iter(seen)] * 3, strict=True)) > 500
    return sum(shot.getpixel((w // 2, h // 3))) / 3


def overlap(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    return all(one[a] < other[b] and other[a] < one[b] for a, b in (("left", "right"), ("top", "bottom")))
