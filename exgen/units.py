"""The domain's units, exactly: `TB/s`, `B/weight`, `FLOP/B`, with pint doing the algebra.

A unit is a factor to the coherent base units (second, byte, flop, op, dollar, watt) and a
dimension. Factors are exact rationals. Counts (token, weight, seq …) are names for 1.
Definitions: `data/units.txt`. pint is loaded on first use, never at import.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen.errors import ExgenError

if TYPE_CHECKING:
    import pint

Dimension = tuple[tuple[str, int], ...]
"""Powers of the base dimensions, sorted by name: `(("[information]", 1), ("[time]", -1))`."""

NUMBER_ONE: Dimension = ()

# What may stand in a unit text at all; everything else is refused before pint sees it.
_SHAPE = re.compile(
    r"[A-Za-zµμ%$]+(\^-?[1-3])?(\s*[*/·]\s*[A-Za-zµμ%$1]+(\^-?[1-3])?){0,5}|1(/[A-Za-zµμ]+)?"
)
_NUMBER = re.compile(
    r"([+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2}(?!\d))?)(?:/(\d{1,20}))?", re.ASCII
)


class Unit(msgspec.Struct, frozen=True):
    """`text` as written, `factor` to base units, `dimension`."""

    text: str
    factor: mpq
    dimension: Dimension


_ONE_AT_A_TIME = Lock()  # pint's registry is not made for threads, and a drill has two


@cache
def _registry() -> pint.UnitRegistry[Fraction]:
    import pint

    path = files("exgen") / "data" / "units.txt"
    return pint.UnitRegistry(str(path), non_int_type=Fraction, cache_folder=None)


@lru_cache(maxsize=4096)
def unit(text: str) -> Unit:
    """The unit that `text` names; `""` and `"1"` are the number one.

    Raises ExgenError for an unknown unit, saying which word was not understood.
    """
    import pint

    clean = text.strip()
    if clean in ("", "1"):
        return Unit("1", mpq(1), NUMBER_ONE)
    if len(clean) > 60 or not _SHAPE.fullmatch(clean):
        raise ExgenError(f"not a unit: {clean[:60]!r}")
    words = clean.replace("·", "*").replace("%", "percent").replace("$", "dollar")
    try:
        with _ONE_AT_A_TIME:
            base = _registry().Quantity(Fraction(1), words).to_base_units()
    except (
        pint.UndefinedUnitError,
        pint.DefinitionSyntaxError,
        ValueError,
    ) as error:  # ValueError: nan
        name = getattr(error, "unit_names", clean)
        name = ", ".join([name] if isinstance(name, str) else map(str, name))
        raise ExgenError(f"unknown unit {name!r} in {clean!r}") from None
    powers = {str(name): int(str(power)) for name, power in base.dimensionality.items()}
    return Unit(clean, mpq(Fraction(base.magnitude)), tuple(sorted(powers.items())))


def number(text: str) -> mpq:
    """An exact rational from `3.35`, `-2`, `1.5e9` or `1/2`. Raises ExgenError."""
    match = _NUMBER.fullmatch(text.strip())
    if not match or (match[2] and int(match[2]) == 0):
        raise ExgenError(f"not a number: {text.strip()[:60]!r}")
    value = mpq(match[1].lstrip("+"))
    return value / int(match[2]) if match[2] else value


def quantity(text: str) -> tuple[mpq, Unit]:
    """`"3.35 TB/s"` -> (67/20, TB/s): the number as written and its unit, not yet in base units."""
    match = _NUMBER.match(text.strip())
    if not match:
        raise ExgenError(f"no number in {text.strip()[:60]!r}", hint='write "3.35 TB/s"')
    return number(match[0]), unit(text.strip()[match.end() :])


def describe(dimension: Dimension) -> str:
    """A dimension for a message: `FLOP/s`, `1`."""
    names = {
        "[time]": "s",
        "[information]": "B",
        "[arithmetic]": "FLOP",
        "[operation]": "OP",
        "[money]": "$",
        "[money_in_euro]": "euro",
        "[power]": "W",
    }
    over = [_powered(names[name], power) for name, power in dimension if power > 0]
    under = [_powered(names[name], -power) for name, power in dimension if power < 0]
    return "/".join(["·".join(over) or "1", *under])


def _powered(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"
