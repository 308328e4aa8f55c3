"""Random trees of the law grammar, for properties that hold for all of them."""

from __future__ import annotations

from typing import Literal

from gmpy2 import mpq
from hypothesis import strategies as st

from exgen.expression.parse import (
    Call,
    Choose,
    Compare,
    Condition,
    Logic,
    Name,
    Node,
    Num,
    Op,
    Quantity,
)

NAMES = ["a", "n_kv", "W", "E", "pi", "gpu.memory", "lambda_2"]

_numbers = st.integers(0, 999).map(lambda n: Num(mpq(n, 1)))
_decimals = st.integers(1, 9999).map(lambda n: Num(mpq(n, 1000)))
_quantities = st.sampled_from(
    [Quantity(mpq("3.35"), "TB/s", "3.35 TB/s"), Quantity(mpq(2), "FLOP", "2 FLOP")]
)
atoms: st.SearchStrategy[Node] = st.sampled_from(NAMES).map(Name) | _numbers
quantified = atoms | _quantities
_BINARY: st.SearchStrategy[Literal["+", "-", "*", "/", "**", "neg"]] = st.sampled_from(
    ["+", "-", "*", "/"]
)
_ANY: st.SearchStrategy[Literal["+", "-", "*", "/", "**", "neg"]] = st.sampled_from(
    ["+", "-", "*", "/", "**"]
)


def arithmetic(leaves: st.SearchStrategy[Node] = atoms) -> st.SearchStrategy[Node]:
    """Trees of + - * / **, signs and whole exponents."""

    def deeper(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        exponent = st.integers(0, 3).map(lambda n: Num(mpq(n)))
        return (
            st.builds(lambda op, left, right: Op(op, (left, right)), _BINARY, inner, inner)
            | inner.map(lambda one: Op("neg", (one,)))
            | st.builds(lambda base, power: Op("**", (base, power)), inner, exponent)
        )

    return st.recursive(leaves, deeper, max_leaves=12)


@st.composite
def _deeper(draw: st.DrawFn, inner: st.SearchStrategy[Node]) -> Node:
    """An operator, a function or a choice over the trees of `inner`."""
    one, other = draw(inner), draw(inner)
    match draw(st.sampled_from(["op", "sign", "pick", "function", "choose"])):
        case "op":
            return Op(draw(_ANY), (one, other))
        case "sign":
            return Op("neg", (one,))
        case "pick":
            return Call(draw(st.sampled_from(["min", "max"])), (one, other))
        case "function":
            return Call(draw(st.sampled_from(["ceil", "floor", "log2", "sqrt"])), (one,))
    return Choose(draw(conditions()), one, other)


def everything() -> st.SearchStrategy[Node]:
    """Trees with quantities, functions and choices as well."""
    return st.recursive(quantified, _deeper, max_leaves=8)


def conditions(inner: st.SearchStrategy[Node] = atoms) -> st.SearchStrategy[Condition]:
    """Comparisons joined by and, or, not."""
    compare = st.builds(Compare, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner, inner)

    def deeper(one: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        joined = st.builds(
            lambda op, args: Logic(op, tuple(args)),
            st.sampled_from(["and", "or"]),
            st.lists(one, min_size=2, max_size=3),
        )
        return joined | one.map(lambda each: Logic("not", (each,)))

    return st.recursive(compare, deeper, max_leaves=3)
