"""Values against Python's own fractions, roots against sympy, units by the arithmetic of units."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exgen import units
from exgen.errors import ExgenError, InfeasibleError
from exgen.expression import evaluate, parse, text
from exgen.expression.parse import Node
from tests.expression import trees
from tests.fixtures import rows

VALUES = {"a": mpq(3), "b": mpq(1, 2)}
DIMENSIONS = {
    "P": units.unit("B").dimension,
    "F": units.unit("FLOP/s").dimension,
    "t": units.unit("s").dimension,
    "n": units.NUMBER_ONE,
}


@pytest.mark.parametrize(("expression", "value"), rows("expression/cases/values.txt"))
def test_a_value(expression: str, value: str) -> None:
    assert evaluate.compiled(parse.parse(expression))(VALUES) == mpq(value)


@pytest.mark.parametrize(("expression", "dimension"), rows("expression/cases/dimensions.txt"))
def test_a_dimension(expression: str, dimension: str) -> None:
    tree = parse.parse(expression)
    if not dimension.startswith("!"):
        assert units.describe(evaluate.dimension(tree, DIMENSIONS)) == dimension
        return
    with pytest.raises(ExgenError, match=re.escape(dimension[2:])):
        evaluate.dimension(tree, DIMENSIONS)


@given(
    trees.arithmetic(),
    st.lists(
        st.fractions(min_value=-5, max_value=5, max_denominator=9),
        min_size=len(trees.NAMES),
        max_size=len(trees.NAMES),
    ),
)
def test_arithmetic_is_that_of_python(tree: Node, drawn: list[Fraction]) -> None:
    """The text of the tree, read by Python with every number a Fraction."""
    names = dict(zip(trees.NAMES, drawn, strict=True))
    words = re.sub(
        r"[a-zA-Z_][\w.]*|\d+",
        lambda m: f"v[{m[0]!r}]" if m[0] in names else f"Fraction({m[0]})",
        text.write(tree),
    )
    try:
        expected = eval(words, {"Fraction": Fraction, "v": names})  # noqa: S307  # text of our own making
    except ZeroDivisionError:
        expected = None
    try:
        found = evaluate.compiled(tree)({name: mpq(value) for name, value in names.items()})
    except (ZeroDivisionError, InfeasibleError):
        found = None
    assert not isinstance(expected, float | complex), words
    assert found is None or expected is None or found == mpq(expected)
    assert (found is None) == (expected is None)


@given(st.integers(1, 10**30), st.integers(1, 10**30))
def test_roots_and_logarithms_are_right_to_forty_digits(top: int, bottom: int) -> None:
    value = sympy.Rational(top, bottom)
    for function, exact in (("sqrt", sympy.sqrt(value)), ("log2", sympy.log(value, 2))):
        found = evaluate.compiled(parse.parse(f"{function}({top}/{bottom})"))({})
        error = abs(sympy.Rational(int(found.numerator), int(found.denominator)) - exact.evalf(60))
        assert error <= abs(exact.evalf(60)) / sympy.Integer(10) ** 40 + sympy.Rational(1, 10**45)


@given(st.integers(1, 10**20), st.integers(1, 10**20))
def test_whole_logarithms_bracket(top: int, bottom: int) -> None:
    value = Fraction(top, bottom)
    floor = int(evaluate.compiled(parse.parse(f"floor(log2({top}/{bottom}))"))({}))
    ceil = int(evaluate.compiled(parse.parse(f"ceil(log2({top}/{bottom}))"))({}))
    assert Fraction(2) ** floor <= value < Fraction(2) ** (floor + 1)
    assert Fraction(2) ** (ceil - 1) < value <= Fraction(2) ** ceil


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "2**2**2**99",
        "1e60**64**9",
        "(" * 60 + "9" + "**2)" * 60,
        "2**0.5",
        "sqrt(0 - 1)",
        "log2(0)",
        "ceil(log2(0 - 1))",
    ],
)
def test_what_has_no_value(expression: str) -> None:
    with pytest.raises(InfeasibleError):
        evaluate.compiled(parse.parse(expression))({})


def test_a_quotient_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        evaluate.compiled(parse.parse("a/(b - b)"))(VALUES)
