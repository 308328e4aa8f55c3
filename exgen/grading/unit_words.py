"""One word of a unit -> factors of the domain: `GB`, `microseconds`, `TFLOPs`, `Gbps`.

Case counts where it decides (m/M, b/B); elsewhere it is forgiven, with a notice where a careful
reader would have asked. Tables, not rules; what is in no table is asked of the registry, and then
refused by name.
"""

from __future__ import annotations

import re

from exgen import units
from exgen.errors import ExgenError

Factor = tuple[str, int]
"""A unit of `exgen.units` and its power."""

_PREFIXES = {
    "k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa", "Z": "zetta", "Y": "yotta",
    "m": "milli", "µ": "micro", "n": "nano", "p": "pico",
    "Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi", "Pi": "pebi",
}  # fmt: skip
_LONG_PREFIX = {long: short for short, long in _PREFIXES.items()} | {"u": "µ", "m": "m", "n": "n"}
_SHORT_PREFIX = {short: short for short in _PREFIXES} | {"u": "µ", "K": "k"}
_LOOSE_PREFIX = {"g": "G", "t": "T"} | {
    spelling: short
    for short in ("Ki", "Mi", "Gi", "Ti", "Pi")
    for spelling in (short.upper(), short.lower(), short[0].lower() + "I")
}


def _spelt(table: dict[str, str]) -> dict[str, tuple[Factor, ...]]:
    """`{"B/s": "Bps"}` -> spelling -> factors; the key is `a`, `a*b` or `a/b`."""
    found = {}
    for meaning, spellings in table.items():
        over, _, under = meaning.partition("/")
        factors = [(name, 1) for name in over.split("*") if name] + [
            (name, -1) for name in under.split("*") if name
        ]
        found.update(dict.fromkeys(spellings.split(), tuple(factors)))
    return found


# Symbols take short prefixes and are case-sensitive.
_SYMBOLS = _spelt(
    {
        "s": "s sec", "B": "B Byte Bytes byte bytes", "b": "b bit bits", "B/s": "Bps", "b/s": "bps",
        "FLOP": "FLOP", "OP": "OP", "OP/s": "OPS", "W": "W", "J": "J", "W*h": "Wh", "Hz": "Hz", "$": "$",
        "weight": "weight weights", "param": "param params", "token": "tok token tokens",
    }
)  # fmt: skip

# Words stand alone or after a long prefix, in any case.
_WORDS = _spelt(
    {
        "s": "second seconds sec secs", "B": "byte bytes", "b": "bit bits", "W": "watt watts",
        "J": "joule joules", "Hz": "hertz", "OP": "operation operations op ops", "token": "token tokens",
    }
)  # fmt: skip

# Words that take no prefix, in any case.
_ALONE = _spelt(
    {
        "min": "min mins minute minutes", "h": "h hr hrs hour hours", "day": "d day days", "year": "year years",
        "$": "$ usd dollar dollars", "cent": "cent cents ct", "euro": "€ eur euro euros", "%": "% percent pct",
        "permille": "‰ permille", "Hz": "hz", "token/s": "tps", "W*s": "ws", "param": "parameter parameters",
        "seq": "seq seqs sequence sequences", "request": "req reqs request requests", "sample": "sample samples",
    }
)  # fmt: skip

# What is counted beside a bare number: "3 GPUs", "7 times".
_HERTZ = {"k": "kHz", "m": "MHz", "g": "GHz", "t": "THz"}
_LOOSE_HERTZ = re.compile(r"([kmgt])hz", re.IGNORECASE)
_NOUNS = _spelt(
    {
        "": "gpu gpus card cards accelerator accelerators device devices layer layers head heads step steps"
        " user users element elements times"
    }
)

_FLOPS = re.compile(
    r"(k|K|m|M|g|G|t|T|p|P|e|E|z|Z|kilo|mega|giga|tera|peta|exa|zetta|yotta|Y)?(flops?)|([GTPEZ])F",
    re.IGNORECASE,
)


def is_scale(word: str) -> str:
    """The prefix that stands alone: "k" -> "k", "Ki" -> "Ki", "" otherwise."""
    return _SHORT_PREFIX.get(word, "")


def written(factors: tuple[Factor, ...]) -> str:
    """`TB/s`, `$/h`, `1/s`; the text that `exgen.units` reads."""
    over = "·".join(_powered(name, power) for name, power in factors if power > 0)
    under = "".join(f"/{_powered(name, -power)}" for name, power in factors if power < 0)
    return (over or "1") + under


def _powered(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def word_of(word: str, rate: bool, per_time: bool) -> tuple[tuple[Factor, ...], str]:
    """One word -> factors and a notice."""
    if word.lower() in _NOUNS:
        return (), ""
    exact = _split(word, _SHORT_PREFIX, _SYMBOLS) or _ALONE.get(word) or _ALONE.get(word.lower())
    if exact:
        return exact, ""
    flops = _flops(word, rate, per_time)
    if flops:
        return flops
    long = _split(word.lower(), _LONG_PREFIX, _WORDS)
    if long:
        return long, ""
    hertz = _LOOSE_HERTZ.fullmatch(word)
    loose = _split(word, _LOOSE_PREFIX, _SYMBOLS) or (hertz and ((_HERTZ[hertz[1].lower()], 1),))
    if loose:
        return loose, f"{word!r} was read as {written(loose)!r}; case counts in units"
    try:
        if any(sign in word for sign in "%$‰€£"):
            raise ExgenError("a sign inside a word")
        return ((units.unit(word).text, 1),), ""
    except ExgenError:
        raise ExgenError(f"{word!r} is not a unit known here") from None


def _split(
    word: str, prefixes: dict[str, str], bases: dict[str, tuple[Factor, ...]]
) -> tuple[Factor, ...] | None:
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
    is_rate = (plural or bool(found[3])) and not per_time and (rate or spelt == "FLOPS")
    factors = ((f"{short}FLOP", 1), *((("s", -1),) if is_rate else ()))
    unclear = bool(found[3] and not per_time) or (plural and spelt != "FLOPS")
    notice = f"{word!r} was read as {written(factors)!r}" if unclear else ""
    return factors, notice
