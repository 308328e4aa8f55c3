"""Formulas are compared with certainty, or not decided."""

from __future__ import annotations

import math

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exgen.grading.answer import Formula
from exgen.grading.enclosure import UndecidedError, UndefinedHereError, exact, rounding
from exgen.grading.equality import equal, target
from exgen.grading.formula import formula
from exgen.grading.judge_formula import judge_formula
from exgen.grading.read import read_formula

NAMES = ("a", "b", "n")


def same(left: str, right: str) -> bool | None:
    typed, wanted = formula(left, NAMES), formula(right, NAMES)
    return equal(typed.tree, typed.facts, target(wanted.tree))


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        ("(a+b)^2", "a^2+2*a*b+b^2", True),
        ("(a+b)^2", "a^2+b^2", False),
        ("a/b/n", "a/(b*n)", True),
        ("sqrt(a^2)", "a", True),
        ("sqrt(a)*sqrt(b)", "sqrt(a*b)", True),
        ("sqrt(a+b)", "sqrt(a)+sqrt(b)", False),
        ("ln(a*b)", "ln(a)+ln(b)", True),
        ("log2(a)", "ln(a)/ln(2)", True),
        ("exp(ln(a)*n)", "a^n", True),
        ("max(a,b)", "(a+b+abs(a-b))/2", True),
        ("max(a,b)", "a", False),
        ("a^(1/3)*a^(2/3)", "a", True),
        ("sin(a)^2+cos(a)^2", "1", True),
        ("ceil(a)", "floor(a)+1", True),  # at points that are no whole numbers
        ("sqrt(a)+10^-20", "sqrt(a)", False),
        ("a+10^-60", "a", False),
        ("1/(a-a)", "a", False),
        ("a", "1/(a-a)", None),
        ("sqrt(-a)", "a", False),
        ("a*(b-b)", "0", True),
        ("1/sin(n-n)", "a", False),
    ],
)
def test_equality(left: str, right: str, verdict: bool | None) -> None:
    assert same(left, right) is verdict


def test_what_cannot_be_decided_goes_to_a_person() -> None:
    answer = read_formula("ceil(sqrt(a)^2/a)", NAMES)
    assert isinstance(answer, Formula)
    judgement = judge_formula(answer, target(formula("1", NAMES).tree))
    assert (judgement.verdict, judgement.share) == ("undecided", 0)
    assert "person" in judgement.feedback


@pytest.mark.parametrize(
    ("typed", "outcome", "said"),
    [
        ("a*b/2", "constant_factor", "1/2"),
        ("0.333*a*b*3", "rounded_number", "rounded"),
        ("a+b", "", "Not equal"),
    ],
)
def test_a_wrong_formula_may_be_named(typed: str, outcome: str, said: str) -> None:
    answer = read_formula(typed, NAMES)
    assert isinstance(answer, Formula)
    judgement = judge_formula(answer, target(formula("a*b", NAMES).tree))
    assert (judgement.verdict, judgement.outcome) == ("wrong", outcome)
    assert said in judgement.feedback or said == "1/2"


def test_the_base_of_a_logarithm_is_told() -> None:
    answer = read_formula("n*log(n)", NAMES)
    assert isinstance(answer, Formula)
    judgement = judge_formula(answer, target(formula("n*log2(n)", NAMES).tree))
    assert judgement.outcome == "log_base"


POSITIVE = st.fractions(min_value="1/1000", max_value=1000).map(mpq)
FUNCTIONS = {
    "sqrt": math.sqrt,
    "ln": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "sin": math.sin,
    "cos": math.cos,
}


@given(POSITIVE, st.sampled_from(sorted(FUNCTIONS)))
@settings(max_examples=200, deadline=None)
def test_an_interval_holds_the_value(value: mpq, name: str) -> None:
    lo, hi = rounding(128).value(formula(f"{name}(a)", NAMES).tree, {"a": value})
    more = rounding(400).value(formula(f"{name}(a)", NAMES).tree, {"a": value})
    assert lo <= more[0] <= more[1] <= hi
    assert math.isclose(float(lo), FUNCTIONS[name](float(value)), rel_tol=1e-9, abs_tol=1e-9)


@given(POSITIVE, POSITIVE)
@settings(max_examples=100, deadline=None)
def test_exact_and_interval_agree(a: mpq, b: mpq) -> None:
    tree = formula("(a-b)*(a+2*b)^3/(a+b)-(-a/b)^3", NAMES).tree
    value = exact(tree, {"a": a, "b": b})
    lo, hi = rounding(128).value(tree, {"a": a, "b": b})
    assert lo <= value <= hi


@pytest.mark.parametrize("typed", ["sqrt(0-a)", "ln(a-2)", "1/(a-1)", "(0-a)^(1/3)"])
def test_no_value_is_said(typed: str) -> None:
    with pytest.raises(UndefinedHereError):
        rounding(128).value(formula(typed, NAMES).tree, {"a": mpq(1)})


def test_a_wide_interval_is_undecided() -> None:
    with pytest.raises(UndecidedError):
        rounding(128).value(formula("1/(sqrt(a)^2-a)", NAMES).tree, {"a": mpq(2)})
