"""Labs that are checks of `gpu_checks/`: the record that `exgen check` wrote, judged once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen.errors import ExgenError
from exgen.lab import claims
from exgen.lab.claims import Claim

if TYPE_CHECKING:
    from collections.abc import Mapping


def judge(known: Mapping[str, str], text: str) -> tuple[Claim, ...]:
    """Every claim of the record. Raises ExgenError for a text that is no investigation record."""
    from exgen.measure import verdict  # loads numpy, which few sets need
    from exgen.measure.record import INVESTIGATION, Investigation

    found = claims.parse(text)
    if found.get("schema") != INVESTIGATION:
        raise ExgenError("not a record of exgen check", hint="hand in what it wrote for the check")
    try:
        record = msgspec.convert(found, Investigation)
    except msgspec.ValidationError as error:
        raise ExgenError(f"the record is incomplete: {error}") from None
    right = Claim("check", record.check == known["check"], f"This is a record of {record.check}.")
    try:
        judged = verdict.judge(record)
    except ExgenError as error:
        why = f"Refused: {error.message}."
        return right, Claim("accepted", False, why), Claim("decided", False, "No verdict.")
    open_ = [f"{each.id}: {each.why}" for each in judged.verdicts if each.verdict == "inconclusive"]
    decided = bool(judged.verdicts) and not open_
    return (
        right,
        Claim("accepted", True, ""),
        Claim("decided", decided, f"Undecided: {'; '.join(open_) or 'it claims nothing'}."),
    )
