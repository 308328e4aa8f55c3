"""A unit as people spell it -> the domain's unit: `GB per second`, `GBps`, `TFLOPs`, `µs`, `tok/s`.

Case counts where it decides (m/M, b/B); elsewhere it is forgiven, with a notice where a careful
reader would have asked. Tables, not rules: what is not listed is refused by name.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.units import Dimension

Factor = tuple[str, int]
"""A unit of `exgen.units` and its power."""

_PREFIXES = {
    "k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa", "Z": "zetta",
    "m": "milli", "µ": "micro", "n": "nano", "p": "pico",
    "Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi", "Pi": "pebi",
}  # fmt: skip
_LONG_PREFIX = {long: short for short, long in _PREFIXES.items()}
_SHORT_PREFIX = {**{short: short for short in _PREFIXES}, "u": "µ", "K": "k"}
_LOOSE_PREFIX = {"g": "G", "t": "T"} | {
    spelling: short
    for short in ("Ki", "Mi", "Gi", "Ti", "Pi")
    for spelling in (short.upper(), short.lower(), short[0].lower() + "I")
}

# Symbols take short prefixes and are case-sensitive.
_SYMBOLS: dict[str, tuple[Factor, ...]] = {
    "s": (("s", 1),), "sec": (("s", 1),), "B": (("B", 1),), "b": (("b", 1),),
    "bit": (("b", 1),), "bits": (("b", 1),), "Byte": (("B", 1),), "Bytes": (("B", 1),), "byte": (("B", 1),), "bytes": (("B", 1),),
    "Bps": (("B", 1), ("s", -1)), "bps": (("b", 1), ("s", -1)),
    "FLOP": (("FLOP", 1),), "OP": (("OP", 1),), "OPS": (("OP", 1), ("s", -1)),
    "W": (("W", 1),), "J": (("J", 1),), "Wh": (("W", 1), ("h", 1)), "Hz": (("Hz", 1),),
    "weights": (("weight", 1),), "weight": (("weight", 1),), "params": (("param", 1),), "param": (("param", 1),),
    "token": (("token", 1),), "tokens": (("token", 1),), "tok": (("token", 1),),
}  # fmt: skip

# Words stand alone or after a long prefix, in any case.
_WORDS: dict[str, tuple[Factor, ...]] = {
    "second": (("s", 1),), "seconds": (("s", 1),), "sec": (("s", 1),), "secs": (("s", 1),),
    "byte": (("B", 1),), "bytes": (("B", 1),), "bit": (("b", 1),), "bits": (("b", 1),),
    "watt": (("W", 1),), "watts": (("W", 1),), "joule": (("J", 1),), "joules": (("J", 1),),
    "hertz": (("Hz", 1),), "operation": (("OP", 1),), "operations": (("OP", 1),), "op": (("OP", 1),), "ops": (("OP", 1),),
}  # fmt: skip

# Words that take no prefix.
_ALONE: dict[str, tuple[Factor, ...]] = {
    "min": (("min", 1),), "mins": (("min", 1),), "minute": (("min", 1),), "minutes": (("min", 1),),
    "h": (("h", 1),), "hr": (("h", 1),), "hrs": (("h", 1),), "hour": (("h", 1),), "hours": (("h", 1),),
    "day": (("day", 1),), "days": (("day", 1),), "year": (("year", 1),), "years": (("year", 1),),
    "$": (("$", 1),), "usd": (("$", 1),), "dollar": (("$", 1),), "dollars": (("$", 1),),
    "%": (("%", 1),), "percent": (("%", 1),), "pct": (("%", 1),),
    "tps": (("token", 1), ("s", -1)),
    "parameter": (("param", 1),), "parameters": (("param", 1),),
    "seq": (("seq", 1),), "seqs": (("seq", 1),), "sequence": (("seq", 1),), "sequences": (("seq", 1),),
    "req": (("request", 1),), "reqs": (("request", 1),), "request": (("request", 1),), "requests": (("request", 1),),
    "sample": (("sample", 1),), "samples": (("sample", 1),),
}  # fmt: skip

# What is counted beside a bare number: "3 GPUs", "7 times".
_NOUNS = frozenset(
    ["gpu", "gpus", "card", "cards", "accelerator", "accelerators", "device", "devices", "layer", "layers", "head", "heads", "step", "steps", "user", "users", "element", "elements", "times"]
)

_FLOPS = re.compile(r"(k|K|m|M|g|G|t|T|p|P|e|E|z|Z|kilo|mega|giga|tera|peta|exa|zetta)?(flops?)|([GTPEZ])F", re.IGNORECASE)
_COUNTS = ("token", "weight", "param", "seq", "request", "sample")
_TOKEN = re.compile(r"\s*([A-Za-zµ%$]+|[*/()]|\^\(?-?\d\)?|1(?=\s*/))")


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
    is a count or a rate. Raises ExgenError naming the word that is not understood."""
    if text in ("", "1"):
        return Named("1", mpq(1), units.NUMBER_ONE, ())
    target = units.unit(wanted).dimension
    readings = [_read(text, rate=rate) for rate in (False, True)]
    return next((each for each in readings if each.dimension == target), readings[0])


def is_scale(word: str) -> str:
    """The prefix that stands alone: "k" -> "k", "Ki" -> "Ki", "" otherwise."""
    return _SHORT_PREFIX.get(word, "")


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


def written(factors: tuple[Factor, ...]) -> str:
    """`TB/s`, `$/h`, `1/s`; the text that `exgen.units` reads."""
    over = "·".join(_powered(name, power) for name, power in factors if power > 0)
    under = "".join(f"/{_powered(name, -power)}" for name, power in factors if power < 0)
    return (over or "1") + under


def _powered(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def _factors(text: str, rate: bool) -> tuple[list[Factor], tuple[str, ...]]:
    """The factors of a product: words, `/` for the next word or bracket, `^n` for the word before."""
    factors: list[Factor] = []
    notices: list[str] = []
    sign, outer, at, last = 1, [1], 0, 0
    per_time = bool(re.search(r"/\s*(s|sec|secs|seconds?)\b", text))
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if not found:
            raise ExgenError(f"the unit {text.strip()!r} is not understood at {text[at:].strip()[:10]!r}")
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
        elif token not in ("*", "1"):
            found_factors, notice = _word(token, rate, per_time)
            factors += [(name, power * sign * outer[-1]) for name, power in found_factors]
            notices += [notice] if notice else []
            sign, last = 1, len(found_factors)
    if len(outer) > 1 or sign < 0 or len(factors) > 8:
        raise ExgenError(f"the unit {text.strip()!r} is not complete")
    return factors, tuple(notices)


def _word(word: str, rate: bool, per_time: bool) -> tuple[tuple[Factor, ...], str]:
    """One word -> factors and a notice."""
    if word.lower() in _NOUNS:
        return (), ""
    exact = _split(word, _SHORT_PREFIX, _SYMBOLS) or _ALONE.get(word) or _ALONE.get(word.lower())
    if exact:
        return exact, ""
    flops = _flops(word, rate, per_time)
    if flops:
        return flops
    long = _split(word.lower(), {**_LONG_PREFIX, "u": "µ", "m": "m", "n": "n"}, _WORDS)
    if long:
        return long, ""
    loose = _split(word, _LOOSE_PREFIX, _SYMBOLS)
    if loose:
        return loose, f"{word!r} was read as {written(loose)!r}; case counts in units"
    try:
        return ((units.unit(word).text, 1),), ""
    except ExgenError:
        raise ExgenError(f"{word!r} is not a unit known here") from None


def _split(word: str, prefixes: dict[str, str], bases: dict[str, tuple[Factor, ...]]) -> tuple[Factor, ...] | None:
    """Prefix + base -> factors, the prefix on the first."""
    if word in bases:
        return bases[word]
    for spelling, prefix in prefixes.items():
        base = bases.get(word[len(spelling) :]) if word.startswith(spelling) else None
        if base:
            return ((prefix + base[0][0], base[0][1]), *base[1:])
    return None


def _flops(word: str, rate: bool, per_time: bool) -> tuple[tuple[Factor, ...], str] | None:
    """FLOPS is a rate, FLOP a count; FLOPs and flops may be either, and the box decides."""
    found = _FLOPS.fullmatch(word)
    if not found or (found[3] and not word.isupper()):
        return None
    prefix, spelt = (found[1] or found[3] or "").lower(), found[2] or "FLOP"
    short = _LONG_PREFIX.get(prefix) or ("k" if prefix == "k" else prefix.upper())
    plural = spelt[-1] in "sS"
    is_rate = plural and not per_time and (rate or spelt == "FLOPS")
    factors = ((f"{short}FLOP", 1), *((("s", -1),) if is_rate else ()))
    notice = f"{word!r} was read as {written(factors)!r}" if plural and spelt != "FLOPS" else ""
    return factors, notice
