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


def plain_distance(left: str, right: str) -> int:
    """The definition, cell by cell."""
    cost = {(i, 0): i for i in range(len(left) + 1)} | {(0, j): j for j in range(len(right) + 1)}
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            same = left[i - 1] == right[j - 1]
            cost[i, j] = min(cost[i - 1, j] + 1, cost[i, j - 1] + 1, cost[i - 1, j - 1] + (not same))
            if i > 1 and j > 1 and left[i - 1] == right[j - 2] and left[i - 2] == right[j - 1]:
                cost[i, j] = min(cost[i, j], cost[i - 2, j - 2] + 1)
    return cost[len(left), len(right)]


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_distance_is_what_its_definition_gives(left, right):
    assert distance(left, right) == plain_distance(left, right)


@given(st.text("abC_", max_size=7), st.lists(st.text("abC_", max_size=7), max_size=6))
def test_the_nearest_is_what_looking_at_each_gives(word, candidates):
    others = [c for c in dict.fromkeys(candidates) if c != word]
    folded = [c for c in others if c.casefold() == word.casefold()]
    words = sorted(word.casefold().split("_"))
    reordered = [c for c in others if sorted(c.casefold().split("_")) == words]
    far = {c: plain_distance(word.casefold(), c.casefold()) for c in others}
    near = [c for c in others if far[c] <= max(len(word), len(c), 3) // 3]
    least = [c for c in near if far[c] == min(far[n] for n in near)]
    best = folded or reordered or least
    assert nearest(word, candidates) == (best[0] if len(best) == 1 else None)


def test_words_that_are_too_long_to_compare_are_the_same_or_nothing():
    long = "a" * 100_000
    assert nearest(long, [long[1:]]) is None
    assert nearest(long, [long.upper(), long[1:]]) == long.upper()
    assert nearest("a" * 100, ["a" * 99]) == "a" * 99
