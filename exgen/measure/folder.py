"""A folder of records -> what can be said of them: counts against laws, verdicts, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from exgen import counting
from exgen.errors import ExgenError
from exgen.measure import record, verdict
from exgen.measure.record import Counts, Investigation, Plan

if TYPE_CHECKING:
    from pathlib import Path

PLAN_FILE, COUNTS_FILE = "plan.json", "counts.json"


class Tally(msgspec.Struct, frozen=True):
    """How the counts of one template came out: draws that agree, and what does not."""

    template: str
    draws: int
    agree: int
    differences: tuple[str, ...]


class Judged(msgspec.Struct, frozen=True):
    """One record: judged, or the reason why there is no verdict."""

    check: str
    record: Investigation | None
    refused: str


class Findings(msgspec.Struct, frozen=True):
    """Everything in a folder of records."""

    tallies: tuple[Tally, ...]
    judged: tuple[Judged, ...]
    errors: tuple[str, ...]

    @property
    def bad(self) -> bool:
        """Whether a count differs, a claim is rejected, or a record is refused or unreadable."""
        return (
            bool(self.errors)
            or any(tally.agree != tally.draws for tally in self.tallies)
            or any(each.record is None or each.record.verdict == "rejected" for each in self.judged)
        )


def read(folder: Path) -> Findings:
    """All records below the folder, with plan and counts where they lie beside them."""
    errors: list[str] = []
    plan, mark = _plan(folder / PLAN_FILE, errors)
    tallies = _tallies(folder / COUNTS_FILE, plan, mark, errors)
    paths = sorted(folder.glob("*/*.json"))
    judged = tuple(_judged(path, plan, mark) for path in paths)
    if not paths and not tallies and not errors:
        errors.append(f"{folder}: no records here")
    return Findings(tallies, judged, tuple(errors))


def _plan(path: Path, errors: list[str]) -> tuple[Plan | None, str]:
    """The plan and its digest; a folder without one can still be judged."""
    if not path.is_file():
        return None, ""
    try:
        return record.read(path, Plan), record.digest(path.read_bytes())
    except ExgenError as error:
        errors.append(str(error))
        return None, ""


def _judged(path: Path, plan: Plan | None, mark: str) -> Judged:
    name = f"{path.parent.name}/{path.stem}"
    try:
        raw = record.read(path, Investigation)
        if plan is not None and raw.plan.sha256 != mark:
            return Judged(name, None, "it answers to another plan")
        planned = (
            next((each for each in plan.checks if each.check == raw.check), None) if plan else None
        )
        if plan is not None and (planned is None or raw.check != name):
            return Judged(name, None, f"the plan has no check {raw.check!r} for this place")
        if plan is not None and raw.plan.written_at != plan.written_at:
            return Judged(name, None, "its plan was not written when it says")
        return Judged(name, verdict.judge(raw, planned), "")
    except ExgenError as error:
        return Judged(name, None, error.message)


def _tallies(path: Path, plan: Plan | None, mark: str, errors: list[str]) -> tuple[Tally, ...]:
    """Counts against the laws of the plan, by ==."""
    if plan is None or not path.is_file():
        return ()
    try:
        counts = record.read(path, Counts)
    except ExgenError as error:
        errors.append(str(error))
        return ()
    if counts.plan.sha256 != mark:
        errors.append(f"{path}: it answers to another plan")
        return ()
    found = {(each.template, each.seed): each for each in counts.counts}
    lines: dict[str, list[tuple[str, ...]]] = {}
    for draw in plan.draws:
        counted = found.get((draw.template, draw.seed))
        if counted is None:
            said: tuple[str, ...] = (f"seed {draw.seed}: not counted",)
        elif counted.failed is not None:
            said = (f"seed {draw.seed}: {counted.failed}",)
        else:
            differing = counting.disagreements(
                _exact(draw.laws), _exact(counted.counted), counted.allowed
            )
            said = tuple(f"seed {draw.seed}: {each}" for each in differing)
        lines.setdefault(draw.template, []).append(said)
    return tuple(
        Tally(template, len(each), sum(not said for said in each), sum(each, ()))
        for template, each in lines.items()
    )


def _exact(texts: dict[str, str]) -> dict[str, Fraction | str]:
    """Numbers; words stay: "none", or a ranking `C > A = B`."""
    return {part: Fraction(t) if t[:1] in "-0123456789" else t for part, t in texts.items()}
