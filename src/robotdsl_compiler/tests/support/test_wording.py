import pytest
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, ENTITY_TYPES
from robotdsl_compiler.support.wording import a, a_type

AN = [
    "Ackermann",
    "Omni_drive",
    "Omni_three_wheel",
    "Omni_wheel",
    "RGBD",
    "IMU",
    "Ultrasonic",
    "Attachment",
    "Obstacle",
]


@pytest.mark.parametrize("name", [*COMPONENT_TYPES, *ENTITY_TYPES])
def test_the_article_of_a_type(name):
    article = "an" if name in AN else "a"
    assert a(name) == f"{article} {name}"
    assert a_type(name) == f"{article} `{name}`"


def test_the_article_of_a_category():
    assert [a(c.value) for c in Category if a(c.value).startswith("an ")] == ["an attachment"]
