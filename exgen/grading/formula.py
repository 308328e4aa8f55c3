"""A formula as students write it -> a tree of the law grammar.

Products may be left unwritten (`12LH^2`), names may be Greek or LaTeX (`N_{h}`); where a product
could mean two things (`a/bc`) the writer is asked for parentheses.
"""

from __future__ import annotations

import re
from functools import lru_cache

from exgen.errors import ExgenError, did_you_mean
from exgen.expression.parse import (
    FUNCTIONS,
    Node,
    parse,
)
from exgen.expression.text import GREEK, plain
from exgen.grading.answer import Formula
from exgen.grading.equality import constant, facts, with_roots
from exgen.grading.spelling import visible

MAX_EXPONENT = 64
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


def _check(tree: Node, declared: tuple[str, ...]) -> None:
    held = facts(tree)
    unknown = held.names - set(declared)
    if unknown:
        raise ExgenError(f"{min(unknown)!r} is not one of the names", hint=did_you_mean(min(unknown), declared))
    if held.foreign:
        raise ExgenError("a formula holds names and bare numbers only")
    for exponent in held.exponents:
        value = constant(exponent)
        if (value is not None and abs(value) > MAX_EXPONENT) or facts(exponent).exponents:
            raise ExgenError("the exponent is too large")
