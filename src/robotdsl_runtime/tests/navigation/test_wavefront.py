import heapq
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.navigation.wavefront import CostToGo


def dijkstra(cost: np.ndarray, goal: tuple[int, int]) -> np.ndarray:
    values = np.full(cost.shape, np.inf)
    if not math.isfinite(cost[goal]):
        return values
    values[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        so_far, (row, column) = heapq.heappop(queue)
        if so_far > values[row, column]:
            continue
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                r, c = row + i, column + j
                if (i or j) and 0 <= r < cost.shape[0] and 0 <= c < cost.shape[1]:
                    there = so_far + math.hypot(i, j) * (cost[row, column] + cost[r, c]) / 2
                    if there < values[r, c]:
                        values[r, c] = there
                        heapq.heappush(queue, (there, (r, c)))
    return values


def random_costs(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    cost = 1.0 + rng.exponential(1.0, (rng.integers(2, 25), rng.integers(2, 25)))
    cost[rng.random(cost.shape) < 0.3] = np.inf
    return cost


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_costs_are_dijkstras(seed: int) -> None:
    cost = random_costs(seed)
    goal = (0, cost.shape[1] - 1)
    assert CostToGo(cost, goal).values == pytest.approx(dijkstra(cost, goal))


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_a_way_down_costs_what_it_says(seed: int) -> None:
    cost = random_costs(seed)
    goal, start = (0, 0), (cost.shape[0] - 1, cost.shape[1] - 1)
    search = CostToGo(cost, goal, start)
    way = search.descend(start)
    exact = dijkstra(cost, goal)[start]
    if not math.isfinite(exact):
        assert way == []
        return
    assert way[0] == start
    assert way[-1] == goal
    total = 0.0
    for (ar, ac), (br, bc) in itertools.pairwise(way):
        assert max(abs(ar - br), abs(ac - bc)) == 1
        total += math.hypot(ar - br, ac - bc) * (cost[ar, ac] + cost[br, bc]) / 2
    assert total == pytest.approx(exact)


def test_the_search_ends_at_the_start() -> None:
    search = CostToGo(np.ones((200, 200)), (100, 100), (100, 104))
    assert search.at((100, 104)) == 4.0
    assert math.isinf(search.at((0, 0)))


def test_from_a_blocked_goal_nothing_is_reached() -> None:
    cost = np.ones((5, 5))
    cost[2, 2] = np.inf
    search = CostToGo(cost, (2, 2))
    assert np.isinf(search.values).all()
    assert search.descend((0, 0)) == []
