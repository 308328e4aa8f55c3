"""A formula as typed -> tokens: names and functions found, products written out.

Products may be left unwritten (`12LH^2`); names may be Greek or LaTeX (`N_{h}`). Where a product
could mean two things (`a/bc`) the writer is asked for parentheses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen.errors import ExgenError, did_you_mean
from exgen.expression.parse import MAX_DIGITS, Name, Num
from exgen.expression.text import GREEK
from exgen.grading.climb import ARITIES, Function, Token
from exgen.grading.numeral import NUMERAL, numeral
from exgen.grading.spelling import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

E, PI = "e", "pi"
_ONE = Num(mpq(1))
_PI = Num(mpq("3.141592653589793238462643383279502884197169399375105820974944592"))
_LETTER_NAMES = {letter: name for name, letter in GREEK.items()} | {"µ": "mu", "π": "pi", "ϕ": "phi"}  # fmt: skip
FUNCTION_WORDS = {name: name for name in ARITIES} | {"lb": "log2", "ld": "log2", "ceiling": "ceil"}
_BASES = {"log_2": "log2", "log_10": "log10", "log_e": "ln"}
_UNCLEAR = {"lg": "log2 or log10"}
_TOKEN = re.compile(
    r" ?(?:(\d+(?:\.\d+|\.(?!\d))?(?:[eE][+-]?\d+(?![\w.]))?|\.\d+)|([^\W\d][\w.]*)|(\*\*|[-+*/^(),\[\]{}|]))"
)
_TOKEN_WITH_COMMAS = re.compile(
    _TOKEN.pattern.replace(r"\d+(?:\.\d+|\.(?!\d))?", f"(?:{NUMERAL})", 1)
)
_SCIENTIFIC = re.compile(r"\d[eE][+-]?\d")
_OPERATOR = {"^": "**", "[": "(", "]": ")", "{": "(", "}": ")"}
_FUNCTION_AHEAD = re.compile(r"log_?(?:2|10)|log|ln|sqrt|exp|max|min")
_SEVERAL_ARGUMENTS = re.compile(r"(?i)max|min|log")


def tokens_of(text: str, declared: tuple[str, ...]) -> list[Token]:
    """The tokens of a formula, products written out. Raises ExgenError naming what is not understood."""
    if _SCIENTIFIC.search(text) and {"e", "E"} & set(declared):
        raise ExgenError("a number like 2E+3 and the name E cannot be told apart; write 2*E + 3")
    if "{{" in text or "[[" in text:
        raise ExgenError("brackets like {{ are not understood in a formula")
    out: list[Token] = []
    outside: list[bool] = []  # whether the brackets around stand behind a /
    at, end, quotient, bars = 0, len(text), False, 0
    pattern = _TOKEN_WITH_COMMAS if "," in text and not _SEVERAL_ARGUMENTS.search(text) else _TOKEN
    while at < end:
        match = pattern.match(text, at)
        if not match:
            raise ExgenError(f"{visible(text[at:].strip()[:1])} is not understood in a formula")
        at = match.end()
        number, word, operator = match.groups()
        if (
            word in ("x", "X")
            and word not in declared
            and text[at - 2 : at - 1] == " " == text[at : at + 1]
        ):
            operator, word = "*", None
        if operator:
            found: Sequence[Token] = _operator(operator, out, bars)
            bars += operator == "|"
        else:
            found = (_number(number),) if number else _words(word, declared)
        for token in found:
            if out and _joins(out[-1], token):
                if quotient:
                    raise ExgenError(
                        f"a product after / may mean two things at {_said(token)!r}; write the parentheses"
                    )
                out.append("*")
            out.append(token)
            if token == "(":
                outside.append(quotient)
                quotient = False
            elif token == ")":
                quotient = bool(outside) and outside.pop()
            else:
                quotient = token == "/" or (quotient and token not in ("*", "+", "-", ","))
    if bars % 2:
        raise ExgenError("a bar | without its partner")
    return out


def _operator(operator: str, out: list[Token], bars: int) -> list[Token]:
    if operator == "[" and out and isinstance(out[-1], (Name, Num)):
        raise ExgenError("[ after a name or number is not understood in a formula")
    if operator == "|":
        return [Function("abs"), "("] if bars % 2 == 0 else [")"]
    if operator == "+" and (not out or out[-1] in ("(", ",", "*", "/", "**", "+", "-")):
        return []  # a sign + means nothing
    return [_OPERATOR.get(operator, operator)]


def _number(text: str) -> Num:
    if text.isdigit() and len(text) <= MAX_DIGITS:
        return Num(mpq(text))
    return Num(numeral(text).value)


def _said(token: Token) -> str:
    match token:
        case Num(value=value):
            return str(value)
        case Name(id=name) | Function(name=name):
            return name
    return str(token)


def _joins(left: Token, right: Token) -> bool:
    """Whether a product is meant between two neighbours."""
    ends = left == ")" or isinstance(left, (Num, Name))
    return ends and (right == "(" or not isinstance(right, str))


@lru_cache(maxsize=256)
def _spellings(declared: tuple[str, ...]) -> Mapping[str, str]:
    """How a declared name may be spelt: `lambda_` as lambda, `N_h` as it is."""
    return {**{name.rstrip("_"): name for name in declared}, **{name: name for name in declared}}


@lru_cache(maxsize=4096)
def _words(word: str, declared: tuple[str, ...]) -> tuple[Token, ...]:
    """A word -> declared names and functions: `LH` -> L, H; `NlogN` -> N, log, N."""
    known = _spellings(declared)
    if word in known:
        return (Name(known[word]),)
    if not word.isascii():
        word = "".join(_LETTER_NAMES.get(letter, letter) for letter in word)
        if word in known:
            return (Name(known[word]),)
    whole = _function(word) or ([] if word == E and "E" in declared else _constant(word))
    if whole:
        return tuple(whole)
    found: list[Token] = []
    rest = word
    while rest:
        first = max((name for name in known if rest.startswith(name)), key=len, default="")
        inside = _FUNCTION_AHEAD.match(rest)
        if inside and len(inside[0]) > len(first):
            found += _function(inside[0])
            first = inside[0]
        elif first and not (found and rest[0].isdigit()):
            found.append(Name(known[first]))
        else:
            raise ExgenError(
                f"{word[:30]!r} is not one of the names", hint=did_you_mean(word[:30], declared)
            )
        rest = rest[len(first) :]
    return tuple(found)


def _function(word: str) -> list[Token]:
    """`log_2` -> log2, `Max` -> max; empty if the word is no function."""
    lower = word.lower()
    if lower in FUNCTION_WORDS:
        return [Function(FUNCTION_WORDS[lower])]
    if lower in _UNCLEAR:
        raise ExgenError(f"{word} may mean {_UNCLEAR[lower]}; write which")
    based = _BASES.get(lower)
    return [Function(based)] if based else []


def _constant(word: str) -> list[Token]:
    if word.lower() == PI:
        return [_PI]
    return [Function("exp"), "(", _ONE, ")"] if word == E else []
