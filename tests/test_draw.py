"""Draws are pinned: a change of these numbers changes every sheet that was ever printed."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgen import draw
from tests.fixtures import rows


@pytest.mark.parametrize(
    ("template", "seed", "name", "attempt", "size", "index"), rows("cases/draws.txt")
)
def test_the_draw_never_changes(
    template: str, seed: str, name: str, attempt: str, size: str, index: str
) -> None:
    assert draw.index(template, seed, name, int(attempt), int(size)) == int(index)


@given(st.text(max_size=20), st.text(max_size=20), st.integers(0, 500), st.integers(1, 10**6))
def test_an_index_lies_in_its_grid(seed: str, name: str, attempt: int, size: int) -> None:
    index = draw.index("t", seed, name, attempt, size)
    digest = hashlib.sha256(b"exgen-draw-1|t|" + f"{seed}|{name}|{attempt}".encode()).hexdigest()
    assert index == int(digest, 16) % size


@pytest.mark.parametrize("size", [2, 3, 7, 10])
def test_draws_are_uniform(size: int) -> None:
    """Chi-square of 7,000 draws below the value that one in ten thousand exceeds."""
    counts = Counter(draw.index("t", str(seed), "x", 0, size) for seed in range(7000))
    expected = 7000 / size
    chi_square = sum((counts[place] - expected) ** 2 / expected for place in range(size))
    assert chi_square < {2: 15.14, 3: 18.42, 7: 27.86, 10: 33.72}[size]


def test_every_word_matters() -> None:
    first = [draw.index("t", str(seed), "x", 0, 1000) for seed in range(50)]
    for changed in (("u", "x", 0), ("t", "y", 0), ("t", "x", 1)):
        template, name, attempt = changed
        other = [draw.index(template, str(seed), name, attempt, 1000) for seed in range(50)]
        assert sum(a == b for a, b in zip(first, other, strict=True)) <= 2
