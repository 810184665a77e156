"""The element builder: it formats, keeps its order, and refuses what the scene must not say."""

from __future__ import annotations

import math

import pytest
from robotdsl_compiler.targets.markup import Element, document
from robotdsl_compiler.targets.mujoco.mjcf import mjcf


def test_attributes_are_written_in_the_order_of_the_schema() -> None:
    geom = mjcf("geom", size=(0.1, 2.0, 1e-7), type="box", name="a", pos=None, group=1)
    assert geom.lines() == ['<geom name="a" type="box" size="0.1 2 1e-07" group="1"/>']


def test_children_are_indented() -> None:
    body = mjcf("body", [mjcf("body", [mjcf("freejoint", name="j")], name="inner")], name="outer")
    assert body.lines() == [
        '<body name="outer">',
        '  <body name="inner">',
        '    <freejoint name="j"/>',
        "  </body>",
        "</body>",
    ]


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("goem", {"name": "a"}),
        ("geom", {"nome": "a"}),
        ("geom", {"type": "boxx"}),
        ("geom", {"name": ""}),
        ("geom", {"pos": (0.0, 1.0)}),
        ("geom", {"pos": (0.0, 1.0, math.nan)}),
        ("geom", {"group": 1.5}),
        ("geom", {"group": True}),
        ("inertial", {"mass": math.inf}),
        ("inertial", {"mass": True}),
        ("light", {"castshadow": 1}),
        ("mesh", {"vertex": (0.0, 1.0, 2.0)}),
    ],
)
def test_what_is_not_declared_or_of_the_wrong_kind_is_refused(tag: str, attributes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=tag):
        mjcf(tag, **attributes)


def test_text_is_escaped() -> None:
    text = document(Element("a", (("v", 'x<&>"\n'),)), declaration=True).decode()
    assert text == '<?xml version="1.0" encoding="UTF-8"?>\n<a v="x&lt;&amp;&gt;&quot;&#10;"/>\n'
