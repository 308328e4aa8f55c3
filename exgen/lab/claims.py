"""What a handed-in record claims, one by one, and whether it holds."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec

from exgen.errors import ExgenError

MOST = 400_000  # characters of a record; a real one has 15,000
SAMPLES = 30
DISTINCT = 15  # of 30 timings in nanoseconds; a clock that ticks in microseconds still has these


class Claim(msgspec.Struct, frozen=True):
    """One line of the judgement; `says` is the reason where it does not hold."""

    id: str
    holds: bool
    says: str


def parse(text: str) -> dict[str, Any]:
    """The record as an object. Raises ExgenError for what is no JSON object of a record's size."""
    if len(text) > MOST:
        raise ExgenError(f"a record of {len(text):,} characters; at most {MOST:,} are read")
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        said = getattr(error, "msg", "nested too deeply")
        raise ExgenError(f"no record: not JSON ({said})", hint="hand in the whole file") from None
    if not isinstance(found, dict):
        raise ExgenError("no record: not a JSON object")
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def trouble(name: str, samples: tuple[int, ...]) -> str:
    """Why these timings, in nanoseconds, cannot be raw samples; "" if they can."""
    if len(samples) != SAMPLES:
        return f"{name} has {len(samples)} timings, not {SAMPLES}"
    if any(each <= 0 for each in samples):
        return f"{name} has timings that are no times"
    if len(set(samples)) < DISTINCT:
        return f"{name} has the same timing again and again; raw samples differ"
    return ""


def close(stated: float, found: float, share: float = 0.01) -> bool:
    """Whether a stated number is the recomputed one, to a hundredth."""
    return math.isfinite(stated) and abs(stated - found) <= share * abs(found)
