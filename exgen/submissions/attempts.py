"""Which submission of a student counts: the last before the deadline, or the last if none is given.

If all are late the last late one counts, and a notice says so. A submission without a readable time
counts as in time. `first` instead of `last` takes the first.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from exgen.errors import UsageError
from exgen.submissions.submission import Notice
from exgen.submissions.timestamps import in_zone, moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from exgen.submissions.submission import Record

Keep = Literal["last", "first"]
_EARLY = datetime.min.replace(tzinfo=UTC)


def deadline(text: str) -> datetime | None:
    """The deadline, UTC if it names no zone. Raises UsageError."""
    if not text:
        return None
    found = moment(text) or moment(f"{text} 23:59:59")
    if found is None:
        raise UsageError(f"{text!r} is no time", hint="for instance 2026-05-12T23:59:00+02:00")
    return in_zone(found)


def decide(
    records: Sequence[Record], due: datetime | None, keep: Keep
) -> tuple[dict[str, int], list[Notice]]:
    """The place in `records` of the one that counts, by student in order of appearance."""
    by_student: dict[str, list[int]] = {}
    for at, record in enumerate(records):
        by_student.setdefault(record.student, []).append(at)
    times = [_time(record) for record in records]
    notices = _times_noted(records, times, due)
    final = {}
    for who, places in by_student.items():
        in_time = [
            at for at in places if due is None or times[at] is None or _not_after(times[at], due)
        ]
        ordered = sorted(
            in_time or places, key=lambda at: (times[at] or _EARLY, records[at].attempt or 0, at)
        )
        if any(times[at] is None for at in ordered):
            ordered.sort()  # without all times, the order of the file is the only one
        final[who] = ordered[-1 if keep == "last" else 0]
        if len(places) > 1:
            notices.append(
                _chosen(who, records, places, final[who], bool(due), bool(in_time), keep)
            )
    return final, notices


def _time(record: Record) -> datetime | None:
    found = moment(record.submitted) if record.submitted else None
    return in_zone(found) if found else None


def _not_after(time: datetime | None, due: datetime) -> bool:
    return time is None or time <= due


def _times_noted(
    records: Sequence[Record], times: list[datetime | None], due: datetime | None
) -> list[Notice]:
    notices = []
    for record, time in zip(records, times, strict=True):
        which = (
            record.student
            if record.attempt is None
            else f"{record.student} attempt {record.attempt}"
        )
        if time is None and record.submitted is not None and record.submitted.strip(" -") == "":
            notices.append(Notice(f"{which} has no time stamp", record.row, record.file))
        elif time is None and record.submitted and due:
            notices.append(
                Notice(
                    f"{which}: no readable time: {record.submitted[:40]!r}", record.row, record.file
                )
            )
        elif time is not None and due and time > due:
            notices.append(Notice(f"{which} is late: {record.submitted}", record.row, record.file))
    return notices


def _chosen(
    who: str,
    records: Sequence[Record],
    places: list[int],
    at: int,
    due: bool,
    in_time: bool,
    keep: Keep,
) -> Notice:
    """Says what was sent and what counts."""
    when = "" if not due else " before the deadline" if in_time else ", all late"
    others = ", ".join(records[each].place() for each in places[:10] if each != at)
    return Notice(
        f"{who} has {len(places)} submissions; "
        f"{records[at].place()} counts ({keep}{when}); also: {others}"
    )
