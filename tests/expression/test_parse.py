"""What is read, what is refused, and that nothing is ever executed."""

from __future__ import annotations

from functools import partial

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exgen.errors import ExgenError
from exgen.expression import parse
from exgen.expression.parse import Choose, Compare, Logic, Name, Num, Op, Quantity
from tests.fixtures import refused_or_fine, rows

A, B = Name("a"), Name("b")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a", A),
        ("gpu.memory", Name("gpu.memory")),
        ("2.50", Num(mpq(5, 2))),
        ("1e3", Num(mpq(1000))),
        ("[3.35 TB/s]", Quantity(mpq(67, 20), "TB/s", "3.35 TB/s")),
        ("-a**2", Op("neg", (Op("**", (A, Num(mpq(2)))),))),
        ("a^b", Op("**", (A, B))),
        ("a**b**a", Op("**", (A, Op("**", (B, A))))),
        ("a - b - a", Op("-", (Op("-", (A, B)), A))),
        ("a/b*a", Op("*", (Op("/", (A, B)), A))),
        ("a*-b", Op("*", (A, Op("neg", (B,))))),
        ("if(a < b, a, b)", Choose(Compare("<", A, B), A, B)),
    ],
)
def test_an_expression(text: str, tree: parse.Node) -> None:
    assert parse.parse(text) == tree


def test_a_condition() -> None:
    both = parse.parse_condition("a < b and not (a == b or b != a)")
    assert isinstance(both, Logic)
    assert both.op == "and"
    assert both.args[1] == Logic("not", (Logic("or", (Compare("==", A, B), Compare("!=", B, A))),))


@pytest.mark.parametrize(("text", "message"), rows("expression/cases/unreadable.txt"))
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(ExgenError) as caught:
        parse.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "name", ["E", "I", "pi", "N", "S", "Q", "oo", "lambda", "None", "True", "in", "min", "nan"]
)
def test_names_that_mean_something_elsewhere_are_plain_names(name: str) -> None:
    assert parse.parse(f"2*{name}") == Op("*", (Num(mpq(2)), Name(name)))


def test_a_single_equals_sign_gets_a_hint() -> None:
    with pytest.raises(ExgenError, match="written with =="):
        parse.parse_equation("T = M/W")


@pytest.mark.parametrize("text", ["(" * 199 + "a" + ")" * 199, "a" + "+a" * 98])
def test_parentheses_and_long_sums_are_fine(text: str) -> None:
    assert parse.names(parse.parse(text)) == {"a"}


@pytest.mark.parametrize(
    "text", ["-" * 399 + "a", "a" + "+a" * 150, "a" + "**a" * 120, "a" * 401, "a+" * 10**6]
)
def test_what_is_too_deep_or_too_long(text: str) -> None:
    with pytest.raises(ExgenError, match=r"deep|at most 400"):
        parse.parse(text)


@given(st.text(alphabet="ab12.()[]+-*/^<>=!, \teE_if", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in (parse.parse, parse.parse_condition, parse.parse_equation):
        refused_or_fine(partial(reader, text))


def test_names_and_substitution() -> None:
    tree = parse.parse("if(a < x, min(a, b), a*x)")
    assert parse.names(tree) == {"a", "b", "x"}
    assert parse.substitute(tree, {"x": parse.parse("b + 1")}) == parse.parse(
        "if(a < (b + 1), min(a, b), a*(b + 1))"
    )
