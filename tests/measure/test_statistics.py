"""Intervals cover what they should, and modes are found where there are two."""

from __future__ import annotations

import numpy as np
import pytest

from exgen.measure import statistics

RUNS = 300


@pytest.mark.parametrize("shape", ["normal", "lognormal", "uniform", "exponential"])
def test_one_mode_is_rarely_taken_for_two(shape: str) -> None:
    dice = np.random.default_rng(5)
    draws = {
        "normal": lambda: 1 + 0.05 * dice.standard_normal(30),
        "lognormal": lambda: np.exp(0.1 * dice.standard_normal(30)),
        "uniform": lambda: 1 + 0.1 * dice.random(30),
        "exponential": lambda: 1 + 0.1 * dice.exponential(size=30),
    }[shape]
    found = sum(statistics.bimodal(tuple(draws())) for _ in range(RUNS))
    assert found <= 0.03 * RUNS


def test_two_modes_are_found() -> None:
    dice = np.random.default_rng(6)
    for _ in range(RUNS):
        low = 1 + 0.01 * dice.standard_normal(18)
        high = 1.15 + 0.01 * dice.standard_normal(12)
        assert statistics.bimodal(tuple(np.concatenate([low, high])))


def test_an_outlier_is_no_mode() -> None:
    dice = np.random.default_rng(7)
    samples = [*(1 + 0.01 * dice.standard_normal(27)), 3.0, 3.1, 5.0]
    assert not statistics.bimodal(tuple(samples))


def test_the_interval_of_a_median_covers_the_true_one() -> None:
    """95 % by construction; the bootstrap of a median of 30 is a little shy of it."""
    dice = np.random.default_rng(8)
    covered = 0
    for run in range(RUNS):
        samples = tuple(1 + 0.1 * dice.standard_normal(30))
        low, high = statistics.interval(statistics.medians(samples, str(run)))
        covered += low <= 1 <= high
    assert 0.90 <= covered / RUNS <= 0.99


def test_dice_are_keyed_by_the_name() -> None:
    samples = tuple(float(each) for each in range(1, 31))
    assert np.array_equal(statistics.medians(samples, "a"), statistics.medians(samples, "a"))
    assert not np.array_equal(statistics.medians(samples, "a"), statistics.medians(samples, "b"))
