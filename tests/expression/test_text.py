"""A tree written as text is the same tree when read; and how a line reads in a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given

from exgen.expression import parse, text
from exgen.expression.parse import Condition, Equation, Node
from tests.expression import trees


@given(trees.everything())
def test_written_trees_are_read_back(tree: Node) -> None:
    written = text.write(tree)
    if len(written) <= parse.MAX_LENGTH:
        assert parse.parse(written) == tree


@given(trees.conditions())
def test_written_conditions_are_read_back(condition: Condition) -> None:
    """Up to parentheses that group like with like: `(a and b) and c` is `a and b and c`."""
    written = text.write_condition(condition)
    if len(written) <= parse.MAX_LENGTH:
        assert text.write_condition(parse.parse_condition(written)) == written


@given(trees.arithmetic(), trees.arithmetic())
def test_written_equations_are_read_back(left: Node, right: Node) -> None:
    written = text.write_equation(Equation(left, right))
    if len(written) <= parse.MAX_LENGTH:
        assert parse.parse_equation(written) == Equation(left, right)


@pytest.mark.parametrize(
    ("law", "plain"),
    [
        ("c*N*B/F", "c·N·B/F"),
        ("-a + b", "−a + b"),
        ("(a + b)*c", "(a + b)·c"),
        ("a/(b*c)", "a/(b·c)"),
        ("a**2", "a^2"),
        ("kappa*n_kv", "κ·n_kv"),
        ("70553706496", "70,553,706,496"),
        ("[3.35 TB/s]*t", "(3.35\u00a0TB/s)·t"),
        ("1/[20 ms]", "1/(20\u00a0ms)"),
        ("[20 ms]*2", "20\u00a0ms·2"),
        ("[80 GB]", "80\u00a0GB"),
        ("min(a, b)", "min(a, b)"),
        ("if(a <= b, a, b)", "a if a ≤ b, else b"),
        ("if(a <= b, a, b)*c", "(a if a ≤ b, else b)·c"),
        ("a*0.97/phi", "a·0.97/φ"),
        ("a*(1/3)", "a·(1/3)"),
    ],
)
def test_plain(law: str, plain: str) -> None:
    assert text.plain(parse.parse(law)) == plain


def test_plain_conditions() -> None:
    assert (
        text.plain_condition(parse.parse_condition("P*w <= C and not a != 0"))
        == "P·w ≤ C and (not a ≠ 0)"
    )


def test_fields_of_rows_have_no_subscripts() -> None:
    assert text.plain_name("gpu.memory_bandwidth") == "gpu.memory_bandwidth"
    assert text.plain_name("n_kv") == "n_kv"


def test_formulas_in_prose_become_plain() -> None:
    said = text.plain_prose("in $T == B*S$ tokens, if $P*w <= W$; $n_kv$")
    assert said == "in T = B·S tokens, if P·w ≤ W; n_kv"
