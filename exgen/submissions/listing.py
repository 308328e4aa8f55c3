"""What was read, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from exgen.submissions.submission import Collected, Record

_WIDTH = 28


def plain(read: Collected) -> dict[str, Any]:
    """For JSON: `places` says where each record stood.

    `final` gives the place in `records` of the one that counts.
    """
    return {
        "path": read.path,
        "format": read.format,
        "layout": read.layout,
        "encoding": read.encoding or None,
        "delimiter": read.delimiter or None,
        "header_map": read.header_map,
        "records": [_record(record) for record in read.records],
        "final": read.final,
        "due": read.due or None,
        "notices": [str(notice) for notice in read.notices],
        "places": [record.place() for record in read.records],
        "names": {record.student: record.name for record in read.records if record.name},
    }


def text(read: Collected) -> str:
    """A heading, the columns, a line for each answer; `*` marks submissions that do not count."""
    about = [f"{read.path}: {read.format}, {read.layout}"]
    about += [read.encoding] if read.encoding else []
    about += [f"delimiter {read.delimiter!r}"] if read.delimiter else []
    lines = [", ".join(about), f"{len(read.final)} students, {len(read.records)} submissions"]
    lines += [f"deadline {read.due}"] if read.due else []
    renamed = [
        f"{field} = {title.strip()}"
        for field, title in read.header_map.items()
        if field != title.strip()
    ]
    lines += [f"columns: {printable('; '.join(renamed))}"] if renamed else []
    counting = set(read.final.values())
    for at, record in enumerate(read.records):
        lines += ["", *_told(record, at in counting)]
    if read.notices:
        lines += ["", "notices:", *(f"  {notice!s}" for notice in read.notices)]
    return "\n".join(lines)


def _record(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = {"student": record.student, **record.details}
    if record.attempt is not None:
        found["attempt"] = record.attempt
    if record.submitted is not None:
        found["submitted"] = record.submitted
    return {**found, "answers": record.answers}


def _told(record: Record, counts: bool) -> list[str]:
    about = [
        record.student or "(no student id)",
        record.name,
        record.submitted or "",
        record.place(),
    ]
    heading = "  ".join(printable(each) for each in about if each) + (
        "" if counts else "  * does not count"
    )
    answers = [
        f"{printable(field)[:_WIDTH]}: {_answer(said)}" for field, said in record.answers.items()
    ]
    return [heading, *(f"  {answer}" for answer in answers)]


def _answer(said: str | list[str]) -> str:
    whole = said if isinstance(said, str) else ", ".join(said)
    return printable(whole[:80] + "…" if len(whole) > 80 else whole)
