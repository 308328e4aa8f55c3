"""A law solved for its unknown: as printed, and checked by putting the solution back."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exgen.errors import ExgenError
from exgen.expression import algebra, evaluate, parse, text
from tests.fixtures import rows

PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23]


@pytest.mark.parametrize(("law", "unknown", "solution"), rows("expression/cases/laws.txt"))
def test_the_solution(law: str, unknown: str, solution: str) -> None:
    equation = parse.parse_equation(law)
    tree = algebra.solve(equation, unknown)
    assert text.write(tree) == solution
    names = sorted(parse.names(equation) - {unknown})
    values = {name: mpq(prime * prime, 4) for name, prime in zip(names, PRIMES, strict=False)}
    values[unknown] = evaluate.compiled(tree)(values)
    left, right = (evaluate.compiled(side)(values) for side in (equation.left, equation.right))
    assert abs(left - right) <= abs(left) / 10**40


@pytest.mark.parametrize(("law", "unknown", "message"), rows("expression/cases/no_laws.txt"))
def test_no_single_solution(law: str, unknown: str, message: str) -> None:
    with pytest.raises(ExgenError, match=message):
        algebra.solve(parse.parse_equation(law), unknown)


numbers = st.integers(1, 50).map(mpq)


@given(a=numbers, b=numbers, c=numbers, x=numbers)
def test_any_linear_law(a: mpq, b: mpq, c: mpq, x: mpq) -> None:
    """a x + b == c x + d, with d made so that x solves it."""
    if a == c:
        return
    d = a * x + b - c * x
    law = parse.parse_equation(f"{a}*x + {b} == {c}*x + ({d})")
    assert evaluate.compiled(algebra.solve(law, "x"))({}) == x
