"""The lab on removed parsing: a seeded file of JSON Lines, and the check of what was measured.

The baseline parses the file in each of 30 iterations, the contender once. With p for a parse and u
for the use of the objects they take 30(p + u) and p + 30u, so 29 p are saved: whether the record
supports that is worked out from its raw timings, which are whole nanoseconds.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from exgen.errors import ExgenError
from exgen.lab import claims
from exgen.lab.claims import SAMPLES, Claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SCHEMA = "exgen.evidence/1"
LINES = 10_000
MODULUS = 1_000_000_007
WITHIN = (0.75, 1.25)  # measured saving over 29 p that supports the hypothesis
_MODELS = ("llama-3-8b", "llama-3-70b", "qwen3-32b", "mixtral-8x7b")
_ENDS = ("stop", "length", "cancelled")


@lru_cache(maxsize=4)
def data(number: str) -> bytes:
    """The file of this number: 10,000 lines, the same bytes everywhere."""
    return b"".join(_line(number, at) for at in range(LINES))


def _line(number: str, at: int) -> bytes:
    dice = hashlib.sha256(f"exgen-lab-1|json_parsing|{number}|{at}".encode()).digest()
    words = [int.from_bytes(dice[place : place + 2], "big") for place in range(0, 32, 2)]
    request = {
        "id": at, "model": _MODELS[words[0] % 4], "prompt_tokens": 16 + words[1] % 8000,
        "output_tokens": 1 + words[2] % 1500, "ttft_ms": words[3] % 90_000 / 100,
        "gaps_ms": [word % 6000 / 100 for word in words[4:12]],
        "end": {"reason": _ENDS[words[12] % 3], "at_s": words[13] / 8, "retry": words[14] % 7 == 0},
    }  # fmt: skip
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


@lru_cache(maxsize=64)
def facts(number: str) -> dict[str, str]:
    """What a right record of this file says."""
    body = data(number)
    found = [json.loads(line) for line in body.splitlines()]
    checksum = sum((each["id"] + 1) * each["output_tokens"] for each in found) % MODULUS
    return {
        "data": number,
        "sha256": hashlib.sha256(body).hexdigest(),
        "lines": str(len(found)),
        "checksum": str(checksum),
    }


class Lock(msgspec.Struct, frozen=True):
    """The prediction, closed before anything was timed."""

    written_at: str
    sha256: str
    text: str


class Series(msgspec.Struct, frozen=True):
    """One path: when it ran, what it called and gave, and its timings in nanoseconds."""

    started_at: str
    ended_at: str
    parse_calls: int
    outputs: tuple[tuple[int, int], ...]  # distinct (records, checksum) of its iterations
    samples_ns: tuple[int, ...]


class Stated(msgspec.Struct, frozen=True):
    """What the student worked out; times in ms, the saving over all 30 iterations."""

    baseline_median_ms: float
    contender_median_ms: float
    parse_ms: float
    saving_ms: float
    verdict: str


class Record(msgspec.Struct, frozen=True):
    """A handed-in record of this lab."""

    schema: str
    lab: str
    input_sha256: str
    prediction: Lock
    parse_alone_ns: tuple[int, ...]
    use_alone_ns: tuple[int, ...]
    timed_from: str  # when the first of all timings began
    baseline: Series
    contender: Series
    stated: Stated


def judge(known: Mapping[str, str], text: str) -> tuple[Claim, ...]:
    """Every claim of the record. Raises ExgenError for a text that is no record of this lab."""
    found = claims.parse(text)
    if found.get("schema") != SCHEMA or found.get("lab") != "json_parsing":
        raise ExgenError("not a record of the lab json_parsing", hint="hand in evidence.json")
    try:
        record = msgspec.convert(found, Record)
    except msgspec.ValidationError as error:
        raise ExgenError(f"the record is incomplete: {error}") from None
    return tuple(_claims(known, record))


def _claims(known: Mapping[str, str], record: Record) -> Iterator[Claim]:
    base, reuse = record.baseline, record.contender
    yield Claim(
        "input", record.input_sha256 == known["sha256"], "The file that was read is another one."
    )
    yield _said("prediction", _prediction(record))
    yield _said("samples", _samples(record))
    yield _said("clock", _clock(base, "baseline") or _clock(reuse, "contender"))
    right = ((int(known["lines"]), int(known["checksum"])),)
    yield Claim(
        "output", base.outputs == right == reuse.outputs,
        "Record count or checksum is not that of the file, on both paths and every time.",
    )  # fmt: skip
    lines = int(known["lines"])
    yield Claim(
        "calls", (base.parse_calls, reuse.parse_calls) == (SAMPLES * lines, lines),
        f"The baseline parses {lines:,} lines in each of {SAMPLES} iterations, the contender once.",
    )  # fmt: skip
    yield _said("first", _first(record))
    yield _said("medians", _medians(record))
    yield _said("verdict", _verdict(record))


def _said(id: str, reason: str) -> Claim:
    return Claim(id, not reason, reason)


def _prediction(record: Record) -> str:
    lock = record.prediction
    if hashlib.sha256(lock.text.encode()).hexdigest() != lock.sha256:
        return "The prediction was changed after it was locked."
    if not _before(lock.written_at, record.timed_from):
        return "The prediction is not older than the first timing."
    fields = dict(_fields(lock.text))
    missing = [name for name in ("parse_ms", "use_ms", "saving_ms") if not _number(fields, name)]
    return f"The prediction has no number for {' and '.join(missing)}." if missing else ""


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, equals, value = line.partition("#")[0].partition("=")
        if equals:
            yield name.strip(), value.strip()


def _number(fields: Mapping[str, str], name: str) -> bool:
    try:
        return float(fields.get(name, "")) > 0
    except ValueError:
        return False


def _samples(record: Record) -> str:
    series = {
        "parsing alone": record.parse_alone_ns,
        "use alone": record.use_alone_ns,
        "the baseline": record.baseline.samples_ns,
        "the contender": record.contender.samples_ns,
    }
    found = [reason for name, each in series.items() if (reason := claims.trouble(name, each))]
    if not found and sorted(record.baseline.samples_ns) == sorted(record.contender.samples_ns):
        found = ["both paths have the same timings"]
    return f"{found[0][0].upper()}{found[0][1:]}." if found else ""


def _clock(series: Series, name: str) -> str:
    """Iterations follow one another, so they fill nearly all of the time between start and end."""
    try:
        begun, ended = map(datetime.fromisoformat, (series.started_at, series.ended_at))
        elapsed = (ended - begun).total_seconds()
    except (ValueError, TypeError):
        return f"The {name} does not say when it began and ended."
    share = sum(series.samples_ns) / 1e9 / elapsed if elapsed > 0 else 2.0
    if not 0.5 <= share <= 1.01:
        return f"The timings of the {name} do not fit between its beginning and its end."
    return ""


def _before(one: str, other: str) -> bool:
    try:
        return datetime.fromisoformat(one) < datetime.fromisoformat(other)
    except (ValueError, TypeError):
        return False


def _first(record: Record) -> str:
    """The contender's first iteration parses; without it nothing would have been paid."""
    samples, alone = record.contender.samples_ns, record.parse_alone_ns
    if not samples or not alone or samples[0] < 0.5 * median(alone):
        return "The contender's first iteration, the one that parses, is missing or too short."
    return ""


def _medians(record: Record) -> str:
    series = (record.baseline.samples_ns, record.contender.samples_ns, record.parse_alone_ns)
    if not all(series):
        return "There is nothing to take a median of."
    stated = record.stated
    pairs = {
        "baseline": (stated.baseline_median_ms, median(series[0]) / 1e6),
        "contender": (stated.contender_median_ms, median(series[1]) / 1e6),
        "parse": (stated.parse_ms, median(series[2]) / 1e6),
        "saving": (stated.saving_ms, (sum(series[0]) - sum(series[1])) / 1e6),
    }
    wrong = [
        f"the {name} is {found:.4g} ms" for name, (said, found) in pairs.items()
        if not claims.close(said, found)
    ]  # fmt: skip
    return f"From the timings, {' and '.join(wrong)}." if wrong else ""


def _verdict(record: Record) -> str:
    """Saving against 29 parses; what the record says of it must follow from its samples."""
    alone = record.parse_alone_ns
    if not alone or not median(alone):
        return "Without the time of a parse there is no verdict."
    saved = sum(record.baseline.samples_ns) - sum(record.contender.samples_ns)
    ratio = saved / ((SAMPLES - 1) * median(alone))
    right = "supported" if WITHIN[0] <= ratio <= WITHIN[1] else "rejected"
    if record.stated.verdict.strip().casefold() == right:
        return ""
    return f"The saving is {ratio:.2f} of {SAMPLES - 1} parses, so the hypothesis is {right}."
