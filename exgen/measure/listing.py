"""What was found, as text for a terminal: law, counted, predicted, measured, ratio, verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.columns import columns, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from exgen.measure.folder import Findings, Judged, Tally
    from exgen.measure.record import Ceiling, Finding, Investigation
    from exgen.measure.witnesses import Row

_SCALES = {
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")),
    "B/s": ((1e12, "TB/s"), (1e9, "GB/s"), (1e6, "MB/s")),
    "FLOP/s": ((1e15, "PFLOP/s"), (1e12, "TFLOP/s"), (1e9, "GFLOP/s")),
    "B": ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")),
}


def quantity(value: float, unit: str) -> str:
    """Four figures with a prefix that reads well: 0.0123, "s" -> 12.3 ms."""
    for size, name in _SCALES.get(unit, ()):
        if abs(value) >= size:
            return f"{value / size:.4g} {name}"
    return f"{value:.4g}" if unit in ("", "1") else f"{value:.4g} {unit}"


def rate(ceiling: Ceiling) -> str:
    """Amount over the median of the samples."""
    middle = sorted(ceiling.samples)[len(ceiling.samples) // 2]
    return quantity(ceiling.amount / middle, ceiling.unit)


def findings(found: Findings) -> str:
    """Counts, ceilings, claims and what was refused."""
    blocks = [_counts(found.tallies), _ceilings(found.judged), _claims(found.judged)]
    blocks.append("\n".join(_refused(found)))
    return "\n\n".join(block for block in blocks if block)


def _counts(tallies: Sequence[Tally]) -> str:
    rows = [(each.template, f"{each.agree} of {each.draws} draws: law = count") for each in tallies]
    lines = ["Counted", *columns(rows)] if rows else []
    for each in tallies:
        lines += [f"    {each.template}: {line}" for line in each.differences]
    return "\n".join(lines)


def _ceilings(judged: Sequence[Judged]) -> str:
    records = [each.record for each in judged if each.record is not None]
    found = {name: rate(each) for record in records for name, each in record.ceilings.items()}
    device = next((str(each.environment.get("device", "")) for each in records), "")
    lines = [f"Ceilings of {device}", *columns(sorted(found.items()))]
    return "\n".join(lines) if found else ""


def _claims(judged: Sequence[Judged]) -> str:
    rows = [line for each in judged if each.record is not None for line in claim_rows(each.record)]
    if not rows:
        return ""
    head = ("check", "claim", "predicted", "measured", "ratio", "95 % interval", "verdict")
    lines = ["Measured", *columns([head, *rows])]
    for each in judged:
        for finding in each.record.verdicts if each.record is not None else ():
            if finding.why:
                lines += wrapped(f"{each.check} {finding.id}: {finding.why}", "    ")
    return "\n".join(lines)


def claim_rows(record: Investigation) -> Iterator[tuple[str, ...]]:
    """One row a claim; figures of four digits."""
    units = {claim.id: claim.unit for claim in record.claims}
    for each in record.verdicts:
        unit = units[each.id]
        yield (
            record.check, each.id, quantity(each.predicted, unit), quantity(each.measured, unit),
            f"{each.ratio:.3g}", interval(each), each.verdict,
        )  # fmt: skip


def interval(each: Finding) -> str:
    """`1.02 to 1.05`."""
    return f"{each.lo:.3g} to {each.hi:.3g}"


def _refused(found: Findings) -> list[str]:
    refused = [(each.check, each.refused) for each in found.judged if each.record is None]
    lines = ["Refused: no evidence", *columns(refused)] if refused else []
    return lines + list(found.errors)


def witnesses(rows: Sequence[Row]) -> str:
    """Each template with algebra, count and measurement, and what is missing."""
    table = [
        (
            row.template, "algebra", "= count" if row.counted else "  no count",
            "; ".join([*row.measured, *(each for each in row.missing if each != "no count")]),
        )
        for row in rows
    ]  # fmt: skip
    return "\n".join(columns(table, ""))
