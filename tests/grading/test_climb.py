"""`climb` and the law grammar read the same text as the same tree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exgen.errors import ExgenError
from exgen.expression import parse as grammar
from exgen.expression.parse import Call, Name, Node, Num, Op, Quantity
from exgen.grading.climb import ARITIES, MAX_DEPTH, Function, Token, climb, text_of
from exgen.grading.formula_text import tokens_of
from exgen.grading.functions import with_brackets
from exgen.grading.spelling import plain

LEAVES = st.one_of(
    st.builds(Num, st.integers(0, 10**6).map(mpq)),
    st.sampled_from([Name("S"), Name("H"), Name("B")]),
    st.just(Quantity(mpq("3.35"), "TB/s", "3.35 TB/s")),
)


def _deeper(inside: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.builds(
            lambda op, left, right: Op(op, (left, right)),
            st.sampled_from(["+", "-", "*", "/", "**"]),
            inside,
            inside,
        ),
        st.builds(lambda node: Op("neg", (node,)), inside),
        st.builds(
            lambda function, arg: Call(function, (arg,)),
            st.sampled_from(["sqrt", "log2", "ceil"]),
            inside,
        ),
        st.builds(lambda left, right: Call("max", (left, right)), inside, inside),
    )


TREES = st.recursive(LEAVES, _deeper, max_leaves=12)
NEEDS = {"+": (0, 1), "-": (0, 1), "*": (1, 2), "/": (1, 3), "neg": (3,), "**": (4, 2)}
BINDS = {"+": 0, "-": 0, "*": 1, "/": 1, "neg": 2, "**": 3}


def _tokens(tree: Node, need: int = 0) -> list[Token]:
    """The tokens of a tree, with the brackets that it needs."""
    match tree:
        case Op(op=op, args=args):
            parts = [_tokens(arg, wanted) for arg, wanted in zip(args, NEEDS[op], strict=True)]
            found: list[Token] = ["-", *parts[0]] if op == "neg" else [*parts[0], op, *parts[1]]
            return ["(", *found, ")"] if BINDS[op] < need else found
        case Call(function=function, args=args):
            inside = [token for arg in args for token in (",", *_tokens(arg))][1:]
            return [Function(function), "(", *inside, ")"]
    return [tree]


@given(TREES)
@settings(max_examples=300, deadline=None)
def test_trees_come_back(tree: Node) -> None:
    tokens = _tokens(tree)
    assert climb(tokens) == tree == grammar.parse(text_of(tokens))


TOKENS: list[Token] = ["+", "-", "*", "/", "**", "(", ")", ",", Num(mpq(2)), Name("S")]


@given(st.lists(st.sampled_from(TOKENS), max_size=9))
@settings(max_examples=500, deadline=None)
def test_what_one_refuses_the_other_refuses(tokens: list[Token]) -> None:
    try:
        tree = climb(tokens)
    except ExgenError:
        with pytest.raises(ExgenError):
            grammar.parse(text_of(tokens))
    else:
        assert tree == grammar.parse(text_of(tokens))


def _typed() -> list[tuple[str, tuple[str, ...]]]:
    path = Path(__file__).parent / "corpus"
    lines = [
        line
        for name in ("cases.jsonl", "siblings.jsonl")
        for line in (path / name).read_text("utf-8").splitlines()
    ]
    cases = [case for case in map(json.loads, lines) if case["kind"] == "symbolic"]
    return [(case["given"], tuple(case["vars"])) for case in cases]


def test_the_corpus_is_read_as_the_grammar_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, arity in ARITIES.items():
        monkeypatch.setitem(grammar.FUNCTIONS, name, arity)
    read = 0
    for typed, names in _typed():
        try:
            tokens = with_brackets(tokens_of(plain(typed), names))
            tree = climb(tokens)
        except ExgenError:
            continue
        read += 1
        assert grammar.parse(text_of(tokens)) == _with_quotients(tree), typed
    assert read > 150


def _with_quotients(tree: Node) -> Node:
    """A broken number as the quotient that `text_of` writes."""
    match tree:
        case Num(value=value) if value.denominator != 1:
            return Op("/", (Num(mpq(value.numerator)), Num(mpq(value.denominator))))
        case Op(op=op, args=args):
            return Op(op, tuple(map(_with_quotients, args)))
        case Call(function=function, args=args):
            return Call(function, tuple(map(_with_quotients, args)))
    return tree


@pytest.mark.parametrize(
    "tokens", [["("] * 200, ["-"] * 200 + [Name("S")], [Name("S"), "**"] * 120 + [Name("S")]]
)
def test_depth_is_capped(tokens: list[Token]) -> None:
    with pytest.raises(ExgenError, match=str(MAX_DEPTH)):
        climb(tokens)


def test_length_is_capped() -> None:
    with pytest.raises(ExgenError, match="pieces"):
        climb([Num(mpq(1)), "+"] * 1000)
