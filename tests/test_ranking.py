"""Rankings against every order there is, and against plain counting of pairs."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exgen import ranking
from exgen.errors import InfeasibleError

VALUES = st.lists(st.integers(1, 10**6).map(mpq), min_size=2, max_size=6)


@given(VALUES)
def test_a_ranking_has_every_item_once_and_falls(values: list[mpq]) -> None:
    groups = ranking.of_values(values, mpq(1, 100), strict=False)
    places = [place for group in groups for place in group]
    assert sorted(places) == list(range(len(values)))
    lowest = [min(values[place] for place in group) for group in groups]
    highest = [max(values[place] for place in group) for group in groups]
    assert all(one > two for one, two in zip(lowest, highest[1:], strict=False))


@given(VALUES)
def test_tied_items_are_close_and_others_are_far(values: list[mpq]) -> None:
    try:
        groups = ranking.of_values(values, mpq(1, 100))
    except InfeasibleError:
        return
    for group in groups:
        inside = [values[place] for place in group]
        assert max(inside) - min(inside) <= max(inside) / 100
    for one, two in pairwise(groups):
        low, high = min(values[p] for p in one), max(values[p] for p in two)
        assert low - high > 3 * low / 100


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_tau_is_a_count_of_pairs(values: list[int]) -> None:
    groups = ranking.of_values([mpq(value) for value in values], mpq(0), strict=False)
    for order in permutations(range(len(values))):
        right = wrong = 0
        for at, one in enumerate(order):
            for other in order[at + 1 :]:
                right += values[one] > values[other]
                wrong += values[one] < values[other]
        share = mpq(right - wrong, right + wrong) if right + wrong else 1
        assert ranking.tau(tuple((place,) for place in order), groups) == share


def test_what_is_neither_tied_nor_apart_cannot_be_ranked() -> None:
    with pytest.raises(InfeasibleError, match="too close"):
        ranking.of_values([mpq(100), mpq(98)], mpq(1, 100))


def test_it_is_written_with_ties() -> None:
    assert ranking.written(["C", "AB", "D"]) == "C > A = B > D"
