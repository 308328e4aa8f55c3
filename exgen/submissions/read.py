"""A file, a zip or a folder -> the submissions of a class.

One file that cannot be read is an error; among several it is a notice, and the rest is read.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import msgspec

from exgen.errors import UnreadableError
from exgen.submissions import archive, attempts, enclosed, kinds, limits
from exgen.submissions.submission import Collected, Notice, Record, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CLUTTER = ("__MACOSX/", "Thumbs.db", "desktop.ini")


class Wish(msgspec.Struct, frozen=True):
    """How to read: the deadline, which attempt counts, which sheet, other names for columns."""

    due: str = ""
    keep: attempts.Keep = "last"
    sheet: str = ""
    columns: dict[str, str] = {}


def read(path: Path, wish: Wish | None = None) -> Collected:
    """The submissions in a file, zip or folder. Raises UnreadableError, UsageError."""
    wish = wish or Wish()
    due = attempts.deadline(wish.due)
    if path.is_dir():
        sheet = _class(_folder(path), str(path), wish)
    else:
        data = _bytes(path)
        zipped = kinds.kind(data, str(path)) == "zip"
        sheet = (
            _class(archive.files(data, str(path)), str(path), wish)
            if zipped
            else kinds.read(data, str(path), wish.sheet)
        )
    sheet = _renamed(sheet, wish.columns)
    records, joined = enclosed.join(sheet.records)
    final, chosen = attempts.decide(records, due, wish.keep)
    notices = [*sheet.notices, *joined, *_alike(final), *chosen]
    if not records:
        notices.append(Notice("no submissions"))
    return Collected(
        path=str(path), format=sheet.format, layout=sheet.layout, records=tuple(records),
        notices=_bounded(notices), header_map=sheet.header_map, encoding=sheet.encoding,
        delimiter=sheet.delimiter, due=due.isoformat() if due else "", final=final,
    )  # fmt: skip


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > limits.MAX_UNPACKED:
            raise UnreadableError(
                f"larger than {limits.MAX_UNPACKED // 1_000_000} MB", path=str(path)
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", path=str(path)) from None


def _folder(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder, in order of name; hidden ones are not looked at."""
    found = sorted(each for each in path.rglob("*") if each.is_file())
    if len(found) > limits.MAX_FILES:
        raise UnreadableError(
            f"{len(found):,} files; at most {limits.MAX_FILES:,} are read", path=str(path)
        )
    for each in found:
        yield each.relative_to(path).as_posix(), _bytes(each)


def _class(files: Iterable[tuple[str, bytes]], path: str, wish: Wish) -> Sheet:
    """All files together; their formats are named if they differ."""
    sheets: list[tuple[str, Sheet]] = []
    errors: list[tuple[str, UnreadableError]] = []
    notices: list[Notice] = []
    for name, data in files:
        if name.startswith(_CLUTTER) or any(
            part.startswith((".", "~$")) for part in PurePath(name).parts
        ):
            continue
        if PurePath(name).suffix.lower() not in kinds.SUFFIXES:
            notices.append(Notice("not a file of answers, not read", file=name))
            continue
        try:
            if kinds.kind(data, name) == "zip":
                raise UnreadableError("a zip inside: not read; unpack it", path=name)
            sheets.append((name, kinds.read(data, name, wish.sheet)))
        except UnreadableError as error:
            errors.append((name, error))
    if not sheets:
        raise _nothing(path, errors)
    notices += [
        Notice(f"not read: {error.message}", error.line or 0, name) for name, error in errors
    ]
    return _joined(sheets, notices)


def _nothing(path: str, errors: list[tuple[str, UnreadableError]]) -> UnreadableError:
    if not errors:
        return UnreadableError(
            "no file of answers in it", path=path, hint=", ".join(kinds.SUFFIXES)
        )
    more = f"; {len(errors) - 1} more files cannot be read" if len(errors) > 1 else ""
    return UnreadableError(
        f"{errors[0][0]}: {errors[0][1].message}{more}", path=path, line=errors[0][1].line
    )


def _joined(sheets: list[tuple[str, Sheet]], notices: list[Notice]) -> Sheet:
    alone = len(sheets) == 1 and not notices
    records, header_map = [], {}
    for name, sheet in sheets:
        header_map.update(sheet.header_map)
        records += [
            record if alone else _labelled(record, name, notices) for record in sheet.records
        ]
        notices += [
            msgspec.structs.replace(notice, file="" if alone else name) for notice in sheet.notices
        ]

    def common(what: str) -> str:
        found = {str(getattr(sheet, what)) for _, sheet in sheets}
        return found.pop() if len(found) == 1 else "mixed"

    return Sheet(
        common("format"),
        common("layout"),
        records,
        header_map,
        notices,
        common("encoding"),
        common("delimiter"),
    )


def _labelled(record: Record, name: str, notices: list[Notice]) -> Record:
    """A record with its file; where it names no student the file's name stands for one."""
    if not record.student:
        stem = PurePath(name).stem
        notices.append(Notice(f"the file's name, {stem}, stands for the student", file=name))
        record = msgspec.structs.replace(record, student=stem)
    return msgspec.structs.replace(record, file=name)


def _renamed(sheet: Sheet, columns: dict[str, str]) -> Sheet:
    """Answers under the names that the caller gave to columns, by header or by field."""
    if not columns:
        return sheet
    new = {
        field: columns.get(title.strip(), columns.get(field, field))
        for field, title in sheet.header_map.items()
    }
    records = [
        msgspec.structs.replace(
            record,
            answers={new.get(field, field): said for field, said in record.answers.items()},
            rows={new.get(field, field): row for field, row in record.rows.items()},
        )
        for record in sheet.records
    ]
    return msgspec.structs.replace(
        sheet,
        records=records,
        header_map={new[field]: title for field, title in sheet.header_map.items()},
    )


def _alike(students: Iterable[str]) -> list[Notice]:
    folded: dict[str, str] = {}
    notices = []
    for who in students:
        other = folded.setdefault(who.casefold(), who)
        if other != who:
            notices.append(Notice(f"{other} and {who} differ only by case; taken as two students"))
    return notices


def _bounded(notices: list[Notice]) -> tuple[Notice, ...]:
    if len(notices) <= limits.MAX_NOTICES:
        return tuple(notices)
    more = Notice(f"and {len(notices) - limits.MAX_NOTICES:,} more notices")
    return (*notices[: limits.MAX_NOTICES], more)
