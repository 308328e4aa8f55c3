"""The expected maximum against closed forms and against another way to integrate."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import NormalDist

import pytest
from gmpy2 import mpq

from exgen.errors import InfeasibleError
from exgen.expression.normal import expected_maximum

CLOSED = [
    (1, 0.0),
    (2, 1 / math.sqrt(math.pi)),
    (3, 1.5 / math.sqrt(math.pi)),
    (4, 3 / math.sqrt(math.pi) * (0.5 + math.asin(1 / 3) / math.pi)),
    (5, 5 / (4 * math.sqrt(math.pi)) * (1 + 6 / math.pi * math.asin(1 / 3))),
]


@pytest.mark.parametrize(("n", "mean"), CLOSED)
def test_small_numbers_have_closed_forms(n: int, mean: float) -> None:
    assert float(expected_maximum(mpq(n))) == pytest.approx(mean, abs=1e-14)


@pytest.mark.parametrize("n", [8, 64, 1024, 16384])
def test_it_is_the_mean_of_the_quantiles(n: int) -> None:
    """The maximum is at most x with probability Φ(x)^n, so its mean is the mean of Φ⁻¹(u^(1/n))."""
    steps = 20_000
    quantile = NormalDist().inv_cdf
    mean = sum(quantile(((k + 0.5) / steps) ** (1 / n)) for k in range(steps)) / steps
    assert float(expected_maximum(mpq(n))) == pytest.approx(mean, rel=2e-4)


def test_more_draws_have_a_larger_maximum() -> None:
    means = [expected_maximum(mpq(2**k)) for k in range(20)]
    assert all(one < two for one, two in pairwise(means))


@pytest.mark.parametrize("n", [mpq(0), mpq(-3), mpq(5, 2), mpq(10**6 + 1)])
def test_what_has_no_maximum(n: mpq) -> None:
    with pytest.raises(InfeasibleError, match="whole number"):
        expected_maximum(n)
