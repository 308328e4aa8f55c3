"""Whether two formulas are equal, and what a formula's tree holds.

Equal means equal at exact positive rational points, drawn by hashing, so that every marking of the
same answer is the same. Two different rational functions of low degree agree at one such point with
a chance near 1e-6; we ask eight. Roots and logarithms are compared to 40 significant digits.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.expression.evaluate import compiled
from exgen.expression.parse import Call, Choose, Name, Node, Num, Op, Quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

POINTS = 8
TRIES = 40  # points tried where the right formula is not defined everywhere
_ROUNDED = mpq(1, 10**40)  # relative difference that roots and logarithms may show


class Facts(msgspec.Struct, frozen=True):
    """What a tree holds: names, exponents, and whether there are functions or units."""

    names: frozenset[str]
    exponents: tuple[Node, ...]
    functions: bool
    foreign: bool


@lru_cache(maxsize=4096)
def facts(tree: Node) -> Facts:
    """One walk over the tree."""
    found, exponents, functions, foreign = set[str](), list[Node](), False, False
    stack: list[Node] = [tree]
    while stack:
        node = stack.pop()
        match node:
            case Name(id=id):
                found.add(id)
            case Op(op=op, args=args):
                stack += args
                exponents += args[1:] if op == "**" else ()
            case Call(args=args):
                functions = True
                stack += args
            case Quantity() | Choose():
                foreign = True
    return Facts(frozenset(found), tuple(exponents), functions, foreign)


def with_roots(node: Node) -> Node:
    """`x**(1/2)` and `x**0.5` as sqrt(x): the evaluator knows whole exponents and roots."""
    match node:
        case Op(op="**", args=(base, exponent)) if constant(exponent) == mpq(1, 2):
            return Call("sqrt", (with_roots(base),))
        case Op(op=op, args=args):
            return Op(op, tuple(map(with_roots, args)))
        case Call(function=function, args=args):
            return Call(function, tuple(map(with_roots, args)))
    return node


def constant(node: Node) -> mpq | None:
    match node:
        case Num(value=value):
            return value
        case Op(op="/", args=(Num(value=top), Num(value=bottom))) if bottom:
            return top / bottom
    return None


@lru_cache(maxsize=4096)
def equal(tree: Node, right: Node) -> bool | None:
    """Whether two formulas agree for all positive values; None if that cannot be decided.

    A formula that is undefined where the right one has a value is not equal to it.
    """
    ours, theirs = compiled(right), compiled(tree)
    here, there = facts(tree), facts(right)
    slack = _ROUNDED if here.functions or there.functions else mpq(0)
    whole = frozenset[str]().union(*(facts(each).names for each in here.exponents + there.exponents))
    agreed = 0
    for attempt in range(TRIES):
        point = _point(here.names | there.names, whole, attempt)
        try:
            wanted = ours(point)
        except (ZeroDivisionError, ExgenError):
            continue
        try:
            difference = abs(theirs(point) - wanted)
        except (ZeroDivisionError, ExgenError):
            return False
        if difference > slack * abs(wanted):
            return False
        agreed += 1
        if agreed == POINTS:
            return True
    return None


@lru_cache(maxsize=1024)
def _point(used: frozenset[str], whole: frozenset[str], attempt: int) -> Mapping[str, mpq]:
    """A positive rational for each name; small whole numbers for those that stand in an exponent."""
    point = {}
    for name in used:
        digest = hashlib.sha256(f"exgen-point-1|{name}|{attempt}".encode()).digest()
        top, bottom = int.from_bytes(digest[:4]), int.from_bytes(digest[4:6])
        point[name] = mpq(top % 7 + 2) if name in whole else mpq(top % 99_991 + 1_000, bottom % 997 + 10)
    return point
