"""Samples -> verdict, by arithmetic alone.

The 95 % bootstrap interval of measured / predicted, over arms and ceilings alike, lies wholly
inside the range that was called supported: supported. Wholly outside: rejected. Across its edge,
or from samples that carry no verdict: inconclusive. A record that breaks the rules of evidence is
refused.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from exgen import __version__
from exgen.errors import ExgenError
from exgen.measure import formula, statistics
from exgen.measure.record import Claim, Finding, Investigation, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.measure.formula import Values
    from exgen.measure.record import Check

DIGITS = 6  # significant ones of a ratio; two machines' numpy may differ beyond


def judge(record: Investigation, planned: Check | None = None) -> Investigation:
    """The record with its verdicts. `planned` is its check in the plan it names.

    Raises ExgenError with every reason if the record is refused.
    """
    if record.failed is not None:
        raise ExgenError(f"not measured: {record.failed}")
    reasons = list(_reasons(record, planned))
    if reasons:
        raise ExgenError("; ".join(reasons))
    findings = tuple(_finding(record, claim) for claim in record.claims)
    verdict = _whole(findings)
    if record.verdict not in (None, verdict):
        raise ExgenError(f"says {record.verdict}, but its samples say {verdict}")
    for stated in record.verdicts:
        _compare(stated, findings)
    return replace(record, verdicts=findings, verdict=verdict, judged_by=f"exgen {__version__}")


def _reasons(record: Investigation, planned: Check | None) -> Iterator[str]:
    """Why a record is no evidence."""
    for each in record.correctness:
        correct = isinstance(each.worst, float | int) and each.worst <= each.allowed
        if not (each.passed and correct):
            yield f"{each.what} is wrong by {each.worst}"
    if record.arms and not record.correctness:
        yield "nothing was compared with float64"
    for name, arm in record.arms.items():
        yield from _bad_samples(name, arm.samples)
        if not _older(record.plan.written_at, arm.started_at):
            yield f"the prediction is not older than the samples of {name}"
    for name, ceiling in record.ceilings.items():
        yield from _bad_samples(name, ceiling.samples)
    for claim in record.claims:
        yield from _bad_claim(claim, record)
    if planned is not None and (planned.claims, planned.sizes, planned.inputs) != (
        record.claims, record.sizes, record.inputs,
    ):  # fmt: skip
        yield "claims, sizes or inputs are not those of the plan"


def _bad_samples(name: str, samples: tuple[float, ...]) -> Iterator[str]:
    if not samples:
        yield f"{name} has no samples"
    elif any(not math.isfinite(each) or each <= 0 for each in samples):
        yield f"{name} has samples that are no times"


def _bad_claim(claim: Claim, record: Investigation) -> Iterator[str]:
    if not claim.reject.strip():
        yield f"claim {claim.id!r} does not say what would refute it"
    try:
        bounds(claim.supported)
        known = {*record.arms, *record.ceilings, *record.inputs, *record.sizes}
        used = formula.names(claim.measured) | formula.names(claim.predicted)
        for missing in sorted(used - known):
            yield f"claim {claim.id!r} needs {missing!r}, which was not measured"
        if not formula.names(claim.measured) & {*record.arms, *record.ceilings}:
            yield f"claim {claim.id!r} measures nothing"
    except ExgenError as error:
        yield f"claim {claim.id!r}: {error.message}"


def bounds(supported: str) -> tuple[float, float]:
    """`"0.95 .. 1.35"` -> the two numbers. Raises ExgenError unless 0 <= lo < hi."""
    low, dots, high = supported.partition("..")
    try:
        found = float(low), float(high)
    except ValueError:
        dots, found = "", (0.0, 0.0)
    if not dots or not 0 <= found[0] < found[1]:
        raise ExgenError(f"no range: {supported!r}", hint="write lo .. hi, for instance 0.9 .. 1.5")
    return found


def _older(written_at: str, started_at: str) -> bool:
    try:
        return datetime.fromisoformat(written_at) < datetime.fromisoformat(started_at)
    except (ValueError, TypeError):  # no time, or one without its zone
        return False


def known(record: Investigation, resampled: bool) -> Values:
    """Name -> value: sizes, inputs, medians of arms (s) and rates of ceilings; one value each, or
    one a resample.
    """
    found: dict[str, statistics.Floats | float] = {**record.sizes, **record.inputs}
    for name, arm in record.arms.items():
        found[name] = _median(arm.samples, f"{record.check}:{name}", resampled)
    for name, ceiling in record.ceilings.items():
        found[name] = ceiling.amount / _median(ceiling.samples, f"ceiling:{name}", resampled)
    return found


def _median(samples: tuple[float, ...], key: str, resampled: bool) -> statistics.Floats | float:
    return statistics.medians(samples, key) if resampled else float(np.median(samples))


def _finding(record: Investigation, claim: Claim) -> Finding:
    point, spread = known(record, resampled=False), known(record, resampled=True)
    measured = float(formula.evaluate(claim.measured, point))
    predicted = float(formula.evaluate(claim.predicted, point))
    if predicted <= 0:
        raise ExgenError(f"claim {claim.id!r} predicts {predicted:g}")
    over = formula.evaluate(claim.measured, spread) / formula.evaluate(claim.predicted, spread)
    lo, hi = statistics.interval(over)
    verdict, why = _verdict(record, claim, lo, hi)
    return Finding(
        claim.id, _round(predicted), _round(measured), _round(measured / predicted),
        _round(lo), _round(hi), verdict, why,
    )  # fmt: skip


def _round(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _verdict(record: Investigation, claim: Claim, lo: float, hi: float) -> tuple[Verdict, str]:
    used = formula.names(claim.measured) | formula.names(claim.predicted)
    samples = {name: arm.samples for name, arm in record.arms.items()}
    samples |= {name: ceiling.samples for name, ceiling in record.ceilings.items()}
    for name in sorted(used & samples.keys()):
        reason = statistics.trouble(samples[name])
        if reason:
            return "inconclusive", f"{name}: {reason}"
    low, high = bounds(claim.supported)
    if low <= lo and hi <= high:
        return "supported", ""
    if hi < low or high < lo:
        return "rejected", claim.reject
    edge = low if lo < low else high
    return "inconclusive", f"the interval crosses {edge:g}"


def _whole(findings: tuple[Finding, ...]) -> Verdict:
    """One rejected claim rejects the record; one undecided leaves it undecided."""
    if not findings:
        return "calibrated"
    found = {each.verdict for each in findings}
    order: tuple[Verdict, ...] = ("rejected", "inconclusive", "supported")
    return next(verdict for verdict in order if verdict in found)


def _compare(stated: Finding, findings: tuple[Finding, ...]) -> None:
    """Raises ExgenError if a judged record says something else than its samples."""
    ours = next((each for each in findings if each.id == stated.id), None)
    if ours is None:
        raise ExgenError(f"has a verdict on {stated.id!r}, which it does not claim")
    pairs = [(stated.ratio, ours.ratio), (stated.lo, ours.lo), (stated.hi, ours.hi)]
    if stated.verdict != ours.verdict or not all(
        math.isclose(a, b, rel_tol=1e-3) for a, b in pairs
    ):
        raise ExgenError(
            f"says {stated.id}: {stated.ratio:g}, {stated.verdict}; its samples say "
            f"{ours.ratio:g}, {ours.verdict}"
        )
