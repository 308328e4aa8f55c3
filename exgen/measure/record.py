"""Investigation records, plans and counts as data, and reading them strictly.

Schemas `exgen.plan/1` (what is predicted, and what would refute it, before anything is measured),
`exgen.investigation/1` (raw samples, and verdicts once judged) and `exgen.counts/1`. Seconds,
bytes, FLOP, B/s and FLOP/s are floats here: they come from clocks. Exact numbers are text, `p/q`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from exgen import files
from exgen.errors import UnreadableError
from exgen.key import published

if TYPE_CHECKING:
    from pathlib import Path

PLAN: Literal["exgen.plan/1"] = "exgen.plan/1"
INVESTIGATION: Literal["exgen.investigation/1"] = "exgen.investigation/1"
COUNTS: Literal["exgen.counts/1"] = "exgen.counts/1"
MAX_BYTES = 16_000_000

Verdict = Literal["supported", "rejected", "inconclusive", "calibrated", "refused"]
Numbers = dict[str, float]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hypothesis with a number: `measured` and `predicted` are formulas over arms (medians, s),
    inputs, sizes and ceilings; their ratio supports the claim inside `supported`, "0.95 .. 1.35".
    """

    id: str
    says: str
    measured: str
    predicted: str
    supported: str
    reject: str  # in words, what would refute it
    unit: str = "s"


class RoofPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the roofline: formulas for FLOP, bytes and seconds."""

    label: str
    flop: str
    bytes: str
    time: str


class SweepPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One size of a sweep: formulas for the size, the measured and the predicted value."""

    x: str
    measured: str
    predicted: str


class Sweep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A swept size, with the predicted place of a knee if there is one."""

    title: str
    x: str
    y: str
    points: tuple[SweepPoint, ...]
    knee: str = ""


class Plots(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the report draws of a check. `bars` pairs claims as predicted against measured."""

    roofline: tuple[RoofPoint, ...] = ()
    sweep: Sweep | None = None
    bars: tuple[str, ...] = ()


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One planned measurement."""

    check: str
    question: str
    interval: str
    mechanism: str
    intervention: str
    worth: float
    seconds: float
    needs: tuple[str, ...]
    sizes: Numbers
    inputs: Numbers
    arms: dict[str, str]
    claims: tuple[Claim, ...]
    plots: Plots


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One drawn exercise to be counted, with what its laws say."""

    template: str
    seed: str
    given: dict[str, str]
    laws: dict[str, str]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be counted and measured, written before it is."""

    schema: Literal["exgen.plan/1"]
    written_at: str
    device: Literal["cuda", "cpu"]
    draws: tuple[Draw, ...]
    checks: tuple[Check, ...]


class PlanMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which plan a record answers to."""

    sha256: str
    written_at: str


class Ceiling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A calibrated rate: `amount` over the median of the seconds."""

    amount: float
    unit: str
    samples: tuple[float, ...]


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"is_": "is"}):
    """Raw samples of one thing, in seconds."""

    is_: str
    unit: Literal["s"]
    warmup: int
    repeats: int
    started_at: str
    samples: tuple[float, ...]


class Correctness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result compared with its float64 reference, before any time of it is believed."""

    what: str
    against: str
    worst: float | str
    allowed: float
    passed: bool


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on one claim; [lo, hi] is the 95 % interval of measured / predicted."""

    id: str
    predicted: float
    measured: float
    ratio: float
    lo: float
    hi: float
    verdict: Verdict
    why: str


class Investigation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A record: raw as measured, or judged with `verdicts`, `verdict` and `judged_by`."""

    schema: Literal["exgen.investigation/1"]
    check: str
    question: str
    interval: str
    mechanism: str
    intervention: str
    environment: dict[str, Any]
    plan: PlanMark
    sizes: Numbers
    inputs: Numbers
    ceilings: dict[str, Ceiling]
    arms: dict[str, Arm]
    correctness: tuple[Correctness, ...]
    claims: tuple[Claim, ...]
    plots: Plots
    notes: dict[str, Any]
    failed: str | None
    verdicts: tuple[Finding, ...] = ()
    verdict: Verdict | None = None
    judged_by: str = ""


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one draw was counted to be; `allowed` are stated errors of counts by chance."""

    template: str
    seed: str
    counted: dict[str, str]
    failed: str | None
    allowed: dict[str, float] = {}


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All counts of a plan."""

    schema: Literal["exgen.counts/1"]
    plan: PlanMark
    counts: tuple[Counted, ...]


class _AnySchema(msgspec.Struct, frozen=True):
    """The one field that every file of ours has."""

    schema: str = ""


_Any = TypeVar("_Any", Plan, Investigation, Counts)


def read(path: Path, kind: type[_Any]) -> _Any:
    """A file of that schema. Raises UnreadableError with one clear line."""
    return decode(files.read(path, MAX_BYTES), kind, str(path))


def decode(data: bytes, kind: type[_Any], path: str) -> _Any:
    """The same from bytes."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise UnreadableError(_other(data, kind) or f"{error}", path=path) from None
    except msgspec.DecodeError as error:
        raise UnreadableError(f"not JSON, or cut off: {error}", path=path) from None
    except (UnicodeDecodeError, RecursionError):
        raise UnreadableError("not JSON", path=path) from None


def _other(data: bytes, kind: type[msgspec.Struct]) -> str:
    """What to say of a file of another schema; nothing if it is the right one."""
    wanted = {Plan: PLAN, Investigation: INVESTIGATION, Counts: COUNTS}[kind]
    try:
        schema = msgspec.json.decode(data, type=_AnySchema).schema
    except msgspec.ValidationError:
        schema = ""
    return "" if schema == wanted else f"schema {schema[:40]!r}, not {wanted!r}"


def encode(value: Plan | Investigation | Counts) -> bytes:
    """Indented JSON with a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def digest(data: bytes) -> str:
    """SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def schema(kind: type[Plan | Investigation | Counts]) -> bytes:
    """The published JSON schema of files of this kind (docs/schema/exgen.plan-1.json, …)."""
    titles: dict[type, str] = {Plan: PLAN, Investigation: INVESTIGATION, Counts: COUNTS}
    return published(kind, titles[kind])
