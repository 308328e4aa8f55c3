"""A unit as people spell it -> the domain's unit: `GB per second`, `GBps`, `TFLOPs`, `µs`, `tok/s`.

Words (`unit_words`) joined by `*`, `/`, `^` and brackets; one slash divides by the next word only.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.unit_words import Factor, word_of, written
from exgen.units import Dimension

_COUNTS = ("token", "weight", "param", "seq", "request", "sample")
_TOKEN = re.compile(r"\s*([A-Za-zµ%$€£‰]+|[*·/()]|\^\(?-?\d{1,2}\)?|1(?=\s*/))")


class Named(msgspec.Struct, frozen=True):
    """A unit as understood: `text` in the domain's spelling, the counted things apart."""

    text: str
    factor: mpq
    dimension: Dimension
    counts: tuple[Factor, ...]
    notices: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def named(text: str, wanted: str = "1") -> Named:
    """The unit that a student's text names; `wanted` (beside the box) decides only whether "FLOPs"
    is a count or a rate. Raises ExgenError naming the word that is not understood.
    """
    if text in ("", "1"):
        return Named("1", mpq(1), units.NUMBER_ONE, ())
    target = units.unit(wanted).dimension
    readings = [_read(text, rate=rate) for rate in (False, True)]
    return next((each for each in readings if each.dimension == target), readings[0])


def _read(text: str, *, rate: bool) -> Named:
    factors, notices = _factors(text, rate)
    merged: dict[str, int] = {}
    for name, power in factors:
        merged[name] = merged.get(name, 0) + power
    kept = tuple((name, power) for name, power in merged.items() if power)
    factor, dimension = _product(kept)
    counts = [(count, power) for name, power in kept for count in _COUNTS if name.endswith(count)]
    return Named(written(kept), factor, dimension, tuple(sorted(counts)), notices)


def _product(factors: tuple[Factor, ...]) -> tuple[mpq, Dimension]:
    value, powers = mpq(1), dict[str, int]()
    for name, power in factors:
        unit = units.unit(name)
        value *= unit.factor**power
        for base, times in unit.dimension:
            powers[base] = powers.get(base, 0) + times * power
    return value, tuple(sorted((base, power) for base, power in powers.items() if power))


def _factors(text: str, rate: bool) -> tuple[list[Factor], tuple[str, ...]]:
    """The factors of a product: words, `/` for the next word or bracket, `^n` for the last."""
    factors: list[Factor] = []
    notices: list[str] = []
    sign, outer, at, last = 1, [1], 0, 0
    per_time = bool(re.search(r"/\s*(s|sec|secs|seconds?)\b", text))
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if not found:
            raise ExgenError(
                f"the unit {text.strip()!r} is not understood at {text[at:].strip()[:10]!r}"
            )
        at, token = found.end(), found[1]
        if token == "/":
            sign = -1
        elif token == "(":
            outer.append(outer[-1] * sign)
            sign = 1
        elif token == ")" and len(outer) > 1:
            outer.pop()
        elif token[0] == "^" and last:
            power = int(token.strip("^()"))
            factors[-last:] = [(name, each * power) for name, each in factors[-last:]]
        elif token not in ("*", "·", "1"):
            found_factors, notice = word_of(token, rate, per_time)
            factors += [(name, power * sign * outer[-1]) for name, power in found_factors]
            notices += [notice] if notice else []
            sign, last = 1, len(found_factors)
    if len(outer) > 1 or sign < 0 or len(factors) > 8:
        raise ExgenError(f"the unit {text.strip()!r} is not complete")
    return factors, tuple(notices)
