"""Which witnesses each template has: algebra, an exact count, a measurement on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from exgen import library
from exgen.errors import ExgenError
from exgen.key import Witness
from exgen.measure import plan, record, verdict
from exgen.measure.record import Investigation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from exgen.key import Exercise, Key


class Row(msgspec.Struct, frozen=True):
    """One template. `algebra` always: a page whose laws are not solved is refused. `measured` is a
    line for each record, `missing` what there is none of and why.
    """

    template: str
    counted: bool
    hypothesis: bool
    measured: tuple[str, ...]
    missing: tuple[str, ...]


def rows(pages: Mapping[str, Path], more: Path | None = None) -> list[Row]:
    """All templates, with the committed records and those below `more`."""
    known = plan.hypotheses()
    return [_row(id, id in known, more) for id in pages]


def _row(id: str, hypothesis: bool, more: Path | None) -> Row:
    counted = (library.checks() / f"{id}.py").is_file()
    measured = tuple(_said(each) for each in judged(id, more))
    missing: tuple[str, ...] = () if counted else ("no count",)
    if not measured:
        missing += ("no record yet",) if hypothesis else ("no measurement is planned",)
    return Row(id, counted, hypothesis, measured, missing)


def judged(id: str, more: Path | None = None) -> list[Investigation]:
    """Records of a template that hold when judged again: the committed ones, then others."""
    places = sorted((library.checks() / "records").glob(f"*/{id}.json"))
    if more is not None:
        places += [more / f"{id}.json"] if (more / f"{id}.json").is_file() else []
    found = []
    for path in places:
        try:
            found.append(verdict.judge(record.read(path, Investigation)))
        except ExgenError:  # a refused record is no witness; exgen check --read says why
            continue
    return found


def _said(each: Investigation) -> str:
    """`supported on NVIDIA H200, 2026-12-04`."""
    days = sorted(arm.started_at[:10] for arm in each.arms.values())
    return f"{each.verdict} on {each.environment.get('device', '?')}, {days[0] if days else '?'}"


def add(key: Key) -> Key:
    """The key with the committed measurements of its templates; the same key if there are none."""
    return replace(key, exercises=tuple(_with(exercise) for exercise in key.exercises))


def _with(exercise: Exercise) -> Exercise:
    found = tuple(
        _witness(each, claim.says, place)
        for each in judged(exercise.template)
        for place, claim in enumerate(each.claims)
    )
    return replace(exercise, witnesses=found) if found else exercise


def _witness(each: Investigation, says: str, place: int) -> Witness:
    finding = each.verdicts[place]
    assert finding.verdict in ("supported", "rejected", "inconclusive")
    return Witness(
        each.check, says, f"{finding.ratio:.3g}", finding.verdict,
        str(each.environment.get("device", "?")),
        min((arm.started_at[:10] for arm in each.arms.values()), default="?"),
        record.digest(record.encode(each)),
    )  # fmt: skip
