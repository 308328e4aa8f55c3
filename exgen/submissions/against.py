"""What was read, held against a key and a roster: what and who is unknown, who is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen.errors import UnreadableError, did_you_mean
from exgen.submissions import csv, header, kinds, rows, xlsx
from exgen.submissions.submission import Collected, Notice, Record

if TYPE_CHECKING:
    from pathlib import Path

    from exgen.key import Key


def key(read: Collected, key: Key) -> Collected:
    """With a notice for each field that names no part of the key."""
    from exgen.grading.fields import Fields

    known = Fields(key)
    named = dict.fromkeys(field for record in read.records for field in record.answers)
    found = [(field, known.find(field)) for field in named]
    notices = [
        Notice(f"{field} is not a question of this set: {why}")
        for field, why in found
        if isinstance(why, str)
    ]
    return msgspec.structs.replace(read, notices=(*read.notices, *notices))


def code(read: Collected, key: Key) -> Collected:
    """Without the sheets of another problem set, each with a notice.

    Raises UnreadableError if all are of another set.
    """
    kept = [record for record in read.records if _is_of(record, key)]
    if len(kept) == len(read.records):
        return read
    other = [record for record in read.records if not _is_of(record, key)]
    if not kept:
        said = f"made for the set {other[0].details['set']}; the key is of {key.code}"
        raise UnreadableError(said, path=read.path)
    final = {record.student: at for at, record in enumerate(kept)}
    chosen = [
        record for record in (read.records[at] for at in read.final.values()) if record in kept
    ]
    final.update({record.student: kept.index(record) for record in chosen})
    notices = [
        Notice(f"not graded: a sheet of the set {record.details['set']}", record.row, record.file)
        for record in other
    ]
    return msgspec.structs.replace(
        read, records=tuple(kept), final=final, notices=(*read.notices, *notices)
    )


def _is_of(record: Record, key: Key) -> bool:
    return record.details.get("set", key.code) == key.code


def roster(read: Collected, path: Path) -> Collected:
    """With a notice for each student who is not on the roster, or who is and sent nothing.

    Raises UnreadableError.
    """
    known = _ids(path)
    unknown = [
        Notice(f"{who} is not on the roster" + _hint(who, known))
        for who in read.final
        if who and who not in known
    ]
    missing = [
        Notice(f"{who} is on the roster and sent nothing") for who in known if who not in read.final
    ]
    return msgspec.structs.replace(read, notices=(*read.notices, *unknown, *missing))


def _ids(path: Path) -> dict[str, None]:
    """The student column of a CSV or a workbook."""
    name = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"the roster cannot be read: {error.strerror}", path=name) from None
    kind = kinds.kind(data, name)
    if kind not in ("csv", "xlsx"):
        raise UnreadableError("a roster is a CSV or XLSX file", path=name)
    table = xlsx.read(data, name) if kind == "xlsx" else csv.read(data, name)
    at = header.column(table.header, header.STUDENT)
    return {who: None for _, cells in table.rows if (who := rows.plain_id(rows.cell(cells, at)))}


def _hint(who: str, known: dict[str, None]) -> str:
    hint = did_you_mean(who, known)
    return f" ({hint})" if hint.startswith("did") else ""
