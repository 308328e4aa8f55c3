"""A formula as students write it -> a tree of the law grammar; and whether two trees are equal.

Equal means equal at exact positive rational points, drawn by hashing, so that every marking of the
same answer is the same. Two different rational functions of low degree agree at one such point with
a chance near 1e-6; we ask eight. Roots and logarithms are compared to 40 significant digits.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen.errors import ExgenError, did_you_mean
from exgen.expression.evaluate import compiled
from exgen.expression.parse import (
    FUNCTIONS,
    Call,
    Choose,
    Name,
    Node,
    Num,
    Op,
    Quantity,
    parse,
)
from exgen.expression.text import GREEK, plain
from exgen.grading.answer import Formula
from exgen.grading.spelling import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_EXPONENT = 64
POINTS = 8
TRIES = 40  # points tried where the right formula is not defined everywhere
_ROUNDED = mpq(1, 10**40)  # relative difference that roots and logarithms may show

_LETTER_NAMES = {letter: name for name, letter in GREEK.items()} | {"µ": "mu"}
_TOKEN = re.compile(r" ?(?:(\d+(?:\.\d*)?|\.\d+)|([^\W\d][\w.]*)|(\*\*|[-+*/^(),]))")
_SCIENTIFIC = re.compile(r"\d[eE][+-]?\d")


@lru_cache(maxsize=4096)
def formula(text: str, declared: tuple[str, ...]) -> Formula:
    """`2 S H^2/(B W)`, `T = 12LH^2`. Raises ExgenError naming what is not understood."""
    tree = parse(_law_text(_right_side(text, declared), declared))
    _check(tree, declared)
    return Formula(with_roots(tree), plain(tree))


def _right_side(text: str, declared: tuple[str, ...]) -> str:
    """The right side of `T = …`, where T is the quantity asked for."""
    head, equals, rest = text.partition("=")
    if not equals:
        return text
    if "=" in rest or not re.fullmatch(r"[^\W\d]\w* ?", head) or head.strip() in declared:
        raise ExgenError("an equation is not a formula; write the right side alone")
    return rest.strip()


def _law_text(text: str, declared: tuple[str, ...]) -> str:
    """The text in the law grammar: products written out, names as declared."""
    if _SCIENTIFIC.search(text) and {"e", "E"} & set(declared):
        raise ExgenError("a number like 2E+3 and the name E cannot be told apart; write 2*E + 3")
    out: list[str] = []
    at, quotient = 0, False
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if not match:
            raise ExgenError(f"{visible(text[at:].strip()[:1])} is not understood in a formula")
        at = match.end()
        number, word, operator = match.groups()
        pieces = _names_in(word, declared) if word else [number or operator]
        for piece in pieces:
            if out and _joins(out[-1], piece, declared):
                if quotient:
                    raise ExgenError(f"a product after / may mean two things at {piece!r}; write the parentheses")
                out.append("*")
            out.append(piece)
            quotient = piece == "/" or (quotient and piece not in "*+-(),")
    return "".join(out)


def _joins(left: str, right: str, declared: tuple[str, ...]) -> bool:
    """Whether a product is meant between two neighbours."""
    ends = left == ")" or left[0].isdigit() or left[0] == "." or left in declared
    starts = right == "(" or right[0].isalnum() or right[0] in "_."
    if left in FUNCTIONS:
        ends = False
    return ends and starts


def _names_in(word: str, declared: tuple[str, ...]) -> list[str]:
    """A word -> declared names and functions: `LH` -> L, H."""
    word = "".join(_LETTER_NAMES.get(letter, letter) for letter in word)
    known = {**{name: name for name in declared}, **{name.rstrip("_"): name for name in declared}}
    if word in known:
        return [known[word]]
    if word.lower() in FUNCTIONS:
        return [word.lower()]
    found: list[str] = []
    rest = word
    while rest:
        first = max((name for name in known if rest.startswith(name)), key=len, default="")
        digits = re.match(r"\d+", rest) if found else None
        if not first or digits:
            raise ExgenError(f"{word[:30]!r} is not one of the names", hint=did_you_mean(word[:30], declared))
        found.append(known[first])
        rest = rest[len(first) :]
    return found


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


def _check(tree: Node, declared: tuple[str, ...]) -> None:
    held = facts(tree)
    unknown = held.names - set(declared)
    if unknown:
        raise ExgenError(f"{min(unknown)!r} is not one of the names", hint=did_you_mean(min(unknown), declared))
    if held.foreign:
        raise ExgenError("a formula holds names and bare numbers only")
    for exponent in held.exponents:
        value = _constant(exponent)
        if (value is not None and abs(value) > MAX_EXPONENT) or facts(exponent).exponents:
            raise ExgenError("the exponent is too large")


def with_roots(node: Node) -> Node:
    """`x**(1/2)` and `x**0.5` as sqrt(x): the evaluator knows whole exponents and roots."""
    match node:
        case Op(op="**", args=(base, exponent)) if _constant(exponent) == mpq(1, 2):
            return Call("sqrt", (with_roots(base),))
        case Op(op=op, args=args):
            return Op(op, tuple(map(with_roots, args)))
        case Call(function=function, args=args):
            return Call(function, tuple(map(with_roots, args)))
    return node


def _constant(node: Node) -> mpq | None:
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
