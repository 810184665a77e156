from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_runtime.evaluation.drawing import glyphs
from robotdsl_runtime.evaluation.drawing.palette import DARK, LIGHT, STYLES, rgb
from robotdsl_runtime.evaluation.drawing.raster import Canvas, rasterize
from robotdsl_runtime.evaluation.drawing.sheet import Circle, Line, Polygon, Shape, Sheet, Text

BLACK, WHITE = "#000000", "#ffffff"


def canvas(width: int = 60, height: int = 40) -> Canvas:
    return Canvas(width, height, 1.0, WHITE)


def ink(canvas: Canvas) -> npt.NDArray[np.float64]:
    """How much of each pixel is black, 0 to 1."""
    shares: npt.NDArray[np.float64] = 1.0 - canvas.pixels()[:, :, 0] / 255.0
    return shares


def test_a_box_on_pixel_edges_is_exact() -> None:
    drawn = canvas()
    drawn.fill_polygon([(10, 5), (30, 5), (30, 25), (10, 25)], BLACK, 1.0)
    expected = np.zeros((40, 60))
    expected[5:25, 10:30] = 1.0
    assert np.array_equal(ink(drawn), expected)


@pytest.mark.parametrize("order", [1, -1])
def test_a_polygon_covers_its_area_whichever_way_round(order: int) -> None:
    drawn = canvas()
    drawn.fill_polygon([(5.3, 4.1), (50.2, 12.7), (20.4, 36.5)][::order], BLACK, 1.0)
    area = abs((50.2 - 5.3) * (36.5 - 4.1) - (20.4 - 5.3) * (12.7 - 4.1)) / 2.0
    assert ink(drawn).sum() == pytest.approx(area, rel=0.01)


def test_a_circle_covers_its_area_with_soft_edges() -> None:
    drawn = canvas()
    drawn.fill_circle((30.2, 20.7), 12.0, BLACK, 1.0)
    assert ink(drawn).sum() == pytest.approx(np.pi * 144, rel=0.01)
    assert ((ink(drawn) > 0.05) & (ink(drawn) < 0.95)).sum() > 40


@pytest.mark.parametrize("width", [0.5, 1.0, 3.0])
def test_a_line_covers_its_length_times_its_width(width: float) -> None:
    drawn = canvas()
    drawn.strokes([((10.0, 20.5), (50.0, 20.5))], width, BLACK, 1.0)
    inner = ink(drawn)[:, 15:45]
    assert inner.sum() == pytest.approx(30 * width, rel=0.1)


def test_lines_that_cross_are_drawn_once() -> None:
    drawn = canvas()
    drawn.strokes([((10, 20), (50, 20)), ((30, 5), (30, 35)), ((10, 20), (50, 20))], 4.0, BLACK, 0.5)
    assert ink(drawn).max() == pytest.approx(0.5, abs=0.01)


def test_nothing_is_drawn_outside_of_the_picture() -> None:
    drawn = canvas()
    drawn.fill_polygon([(-50, -50), (-10, -50), (-10, -10)], BLACK, 1.0)
    drawn.fill_circle((500, 20), 20, BLACK, 1.0)
    drawn.strokes([((-9, -9), (-5, -5))], 2.0, BLACK, 1.0)
    drawn.fill_polygon([(1, 1), (5, 5), (9, 9)], BLACK, 1.0)  # no area
    drawn.strokes([], 2.0, BLACK, 1.0)
    assert ink(drawn).sum() == 0.0


def drawn_sheet(*shapes: Shape, width: int = 100) -> npt.NDArray[np.uint8]:
    return rasterize(Sheet(100.0, 50.0, shapes), width)


def test_later_shapes_lie_over_earlier_ones_and_colours_are_the_palette_s() -> None:
    square = ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
    pixels = drawn_sheet(Polygon(square, "obstacle"), Circle((25.0, 25.0), 6.0, "goal-dot"))
    assert tuple(pixels[25, 25]) == rgb(LIGHT["goal"])
    assert tuple(pixels[15, 35]) == rgb(LIGHT["obstacle"])
    assert tuple(pixels[5, 90]) == rgb(LIGHT["surface"])
    dark = rasterize(Sheet(100.0, 50.0, (Polygon(square, "obstacle"),)), 100, DARK)
    assert tuple(dark[15, 35]) == rgb(DARK["obstacle"])


def test_the_picture_scales_with_its_width() -> None:
    shape = Circle((50.0, 25.0), 20.0, "goal-dot")
    assert drawn_sheet(shape, width=300).shape == (150, 300, 3)
    small, large = drawn_sheet(shape), drawn_sheet(shape, width=300)
    goal = np.array(rgb(LIGHT["goal"]))
    covered = [(np.abs(p.astype(int) - goal).sum(axis=2) < 30).mean() for p in (small, large)]
    assert covered[0] == pytest.approx(covered[1], rel=0.1)
    with pytest.raises(ValueError, match="pixel"):
        drawn_sheet(shape, width=0)


def test_a_dashed_line_has_gaps_of_its_pattern() -> None:
    line = Line(((0.0, 25.0), (100.0, 25.0)), "bound")
    dash, gap = STYLES["bound"].dash or (0, 0)
    row = drawn_sheet(line, width=1000)[250]
    share = (np.abs(row.astype(int) - rgb(LIGHT["ink-2"])).sum(axis=1) < 60).mean()
    assert share == pytest.approx((dash + 1.0) / (dash + gap), abs=0.1)  # with round ends


@pytest.mark.parametrize("anchor, left, right", [("start", 50, 100), ("end", 0, 50), ("middle", 25, 75)])
def test_text_stands_where_its_anchor_says(anchor: str, left: int, right: int) -> None:
    pixels = drawn_sheet(Text((50.0, 40.0), "Hxg", "label", anchor, 20.0))
    ys, xs = np.nonzero((pixels != 255).any(axis=2))
    assert left - 2 <= xs.min() and xs.max() <= right + 2
    assert ys.min() == pytest.approx(40 - 0.7 * 20, abs=2)
    assert ys.max() == pytest.approx(40 + 0.2 * 20, abs=2)  # the g's tail


def test_every_printable_letter_has_its_own_shape() -> None:
    printable = [chr(c) for c in range(33, 127)]
    shapes = {c: glyphs.strokes(c) for c in printable}
    assert all(shapes.values())
    assert len(set(shapes.values())) == len(printable)
    assert glyphs.strokes(" ") == ()
    assert glyphs.strokes("é") == glyphs.strokes("…")  # a box
    assert all(0 <= x <= 5 and -7 <= y <= 2 for s in shapes.values() for c in s for x, y in (c[:2], c[2:]))


def test_light_and_dark_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()
    used = {c for s in STYLES.values() for c in (s.fill, s.stroke) if c}
    assert used <= LIGHT.keys()
