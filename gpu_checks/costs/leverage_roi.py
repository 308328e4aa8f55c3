"""Steps of a fleet in a year of 52 weeks, with each set of plans that can succeed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from _count import ranked, root

PLANS = range(1, 5)
YEAR = Fraction(52 * 7 * 24 * 3600)


def _steps(given: dict[str, Fraction], succeeded: tuple[bool, ...]) -> Fraction:
    """In a year, of a step that took a second before."""
    second = Fraction(1)
    for plan, success in zip(PLANS, succeeded, strict=True):
        if success:
            part = given[f"f_{plan}"]
            second += part / given[f"s_{plan}"] - part
    return YEAR / second


def _expected(given: dict[str, Fraction], plan: int) -> Fraction:
    """Gain of one plan alone, over all outcomes of all plans, the others not tried."""
    before, gain = _steps(given, (False,) * 4), Fraction(0)
    for outcome in product((False, True), repeat=4):
        chance = Fraction(1)
        for each, success in zip(PLANS, outcome, strict=True):
            odds = given[f"q_{each}"] if each == plan else Fraction(0)
            chance *= odds if success else 1 - odds
        gain += chance * (_steps(given, outcome) / before - 1)
    return gain


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Days are where what the gain has earned meets a twelfth of a year's pay a month."""
    g = given
    before = _steps(g, (False,) * 4)
    gains = [_expected(g, plan) for plan in PLANS]
    pay = g["w_1"] * 12 * g["c"] / 52
    rent = g["n"] * g["p"] * 24 * 3600  # a day
    days = root(lambda day: gains[0] * rent * day - pay)
    assert isinstance(days, Fraction)
    return {
        "G": _steps(g, (True, False, False, False)) / before - 1,
        "rank": ranked(
            [gain / g[f"w_{plan}"] for gain, plan in zip(gains, PLANS, strict=True)],
            Fraction(2, 100),
        ),
        "t": days * 24 * 3600,
        "C": _steps(g, (True,) * 4) / before - 1,
    }
