"""Files that come beside a sheet, the record of a lab: they join the sheets of the same student.

A sheet that answers the field itself keeps its answer. Of several files for one field the last one
counts, in the order of their names. A student without a sheet has the files alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from exgen.submissions.submission import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from exgen.submissions.submission import Answers, Record

MARK = "beside"  # in the details of such a record


def join(records: Sequence[Record]) -> tuple[list[Record], list[Notice]]:
    """Sheets with what was handed in beside them; then students of whom there is only that."""
    beside = [record for record in records if MARK in record.details]
    if not beside:
        return list(records), []
    notices: list[Notice] = []
    added: dict[tuple[str, str], Record] = {}
    for record in beside:
        place = (record.student, record.details.get("set", ""))
        added[place] = _with(added[place], record, notices) if place in added else record
    sheets = [record for record in records if MARK not in record.details]
    joined = [_joined(sheet, added.items()) for sheet in sheets]
    have = {sheet.student for sheet in sheets}
    return [*joined, *[each for (who, _), each in added.items() if who not in have]], notices


def _with(before: Record, record: Record, notices: list[Notice]) -> Record:
    notices += [
        Notice(f"{record.student} handed in {field} twice; this one counts", 0, record.file)
        for field in record.answers
        if field in before.answers
    ]
    return replace(record, answers={**before.answers, **record.answers})


def _joined(sheet: Record, added: Iterable[tuple[tuple[str, str], Record]]) -> Record:
    answers: Answers = dict(sheet.answers)
    for (who, made_for), record in added:
        if who == sheet.student and sheet.details.get("set", made_for) in ("", made_for):
            answers |= {f: said for f, said in record.answers.items() if not answers.get(f)}
    return replace(sheet, answers=answers)
