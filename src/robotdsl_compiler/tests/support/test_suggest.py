import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.support.suggest import did_you_mean, distance, listing, nearest

TYPES = ("Lidar", "Lidar3D", "Camera", "Caster", "Diff_drive", "left_wheel", "right_wheel", "IMU", "RGBD")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Lidra", "Lidar"),
        ("lidar", "Lidar"),
        ("imu", "IMU"),
        ("Lidar3d", "Lidar3D"),
        ("Diffdrive", "Diff_drive"),
        ("wheel_left", "left_wheel"),
        ("leftwheel", "left_wheel"),
        ("Camra", "Camera"),
        ("Hovercraft", None),
        ("X", None),
        ("", None),
    ],
)
def test_nearest(word, expected):
    assert nearest(word, TYPES) == expected


def test_the_word_itself_is_no_candidate():
    assert nearest("Lidar", ["Lidar"]) is None


def test_of_equally_near_ones_none_is_the_nearest():
    assert nearest("cat", ["bat", "hat"]) is None
    assert nearest("cat", ["bat", "hat", "cap_", "cta"]) is None
    assert nearest("success_on_any", ["success_on_all", "success_on_one"]) is None
    assert nearest("SCAN", ["scan", "Scan"]) is None
    assert nearest("left_front_wheel", ["wheel_front_left", "front_left_wheel"]) is None
    assert nearest("cat", ["hats", "bat"]) == "bat"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("", "", 0), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1), ("ca", "abc", 3), ("kitten", "sitting", 3)],
)
def test_distance(left, right, expected):
    assert distance(left, right) == expected


@given(st.text(max_size=8), st.text(max_size=8))
def test_distance_is_symmetric_and_zero_for_equals_only(left, right):
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


def test_did_you_mean():
    assert did_you_mean("cor", ["core", "world"], "@{}") == ("did you mean `@core`?",)
    assert did_you_mean("zzz", ["core", "world"]) == ()
    assert did_you_mean("cat", ["bat", "hat", "dog"]) == ("did you mean `bat` or `hat`?",)
    assert did_you_mean("cat", ["bat", "hat", "rat", "sat"]) == ()


def test_listing():
    assert listing([]) == ""
    assert listing(["a"]) == "`a`"
    assert listing(["a", "b"]) == "`a` or `b`"
    assert listing(["a", "b", "c"], "and") == "`a`, `b` and `c`"
