"""The marking sheet: answers that a person must look at go out as CSV, marks come back.

Every text of a student stands between quotation marks, so that no spreadsheet runs or changes it.
What comes back must be about the same answers: a row that is not is refused with its line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen import units
from exgen.errors import ExgenError, UnreadableError, did_you_mean, raise_all
from exgen.grading.by_hand import Given, Place
from exgen.grading.results import waits
from exgen.report import cell
from exgen.submissions import csv, header, kinds, rows, xlsx

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gmpy2 import mpq

    from exgen.grading.results import Mark, Results
    from exgen.submissions.table import Table

_HEADER = (
    "student", "exercise", "part", "typed", "read as", "why", "max", "marks", "remark",
)  # fmt: skip
_MARKS = re.compile(r"\d{1,6}(?:[.,]\d{1,6})?")
_DULL = re.compile(r"[A-Za-z_][\w@. -]*")  # what no spreadsheet takes for a number or a date


def text(results: Results) -> str:
    """The sheet: one row an answer that waits for a person, by part, so that like is with like."""
    waiting = [
        (student.student, mark)
        for student in results.students
        for mark in student.marks
        if waits(mark)
    ]
    waiting.sort(key=lambda each: (each[1].exercise, each[1].label))
    return cell.table([_HEADER, *(_row(who, mark) for who, mark in waiting)])


def _row(student: str, mark: Mark) -> tuple[str, ...]:
    typed, read = _quoted(mark.typed), mark.reads_as and _quoted(mark.reads_as)
    place = (_safe(student), str(mark.exercise), mark.label)
    return (*place, typed, read, mark.feedback, mark.max, "", "")


def _quoted(text: str) -> str:
    return f'"{text}"'


def _safe(student: str) -> str:
    """An id as it is, or between quotation marks where a spreadsheet would change it: `007`."""
    return student if _DULL.fullmatch(student) else _quoted(student)


def read(data: bytes, path: str, results: Results) -> dict[Place, Given]:
    """The marks on a sheet that came back; rows without a mark are passed over.

    Raises UnreadableError for what is no marking sheet, ExgenError for rows that do not fit.
    """
    table = xlsx.read(data, path) if kinds.kind(data, path) == "xlsx" else csv.read(data, path)
    columns = _columns(table)
    known = _Known(results)
    given: dict[Place, Given] = {}
    errors: list[ExgenError] = []
    for line, cells in table.rows:
        said = {name: rows.cell(cells, at) for name, at in columns.items()}
        if not said["marks"].strip():
            continue
        try:
            place, decided = known.given(said)
            if given.setdefault(place, decided) != decided:
                raise ExgenError(f"{place[0]} {place[1]}.{place[2]} is marked twice, differently")
        except ExgenError as error:
            errors.append(error.at(path, line))
    raise_all(errors)
    return given


def _columns(table: Table) -> dict[str, int]:
    found = {name: header.column(table.header, (header.fold(name),)) for name in _HEADER}
    for name in ("student", "exercise", "part", "typed", "marks"):
        if found[name] is None:
            raise UnreadableError(
                f"no column {name!r}; found {header.listed(table.header)}", path=table.name,
                line=table.line, hint="a marking sheet is what exgen grade --to-mark wrote",
            )  # fmt: skip
    return {name: at for name, at in found.items() if at is not None}


class _Known:
    """The answers that were graded, as they are called on a sheet."""

    def __init__(self, results: Results) -> None:
        self._students = {
            name: (student.student, {(str(m.exercise), m.label): m for m in student.marks})
            for student in results.students
            for name in (student.student, _safe(student.student), cell.harmless(student.student))
        }

    def given(self, said: dict[str, str]) -> tuple[Place, Given]:
        """The place and the decision of a row. Raises ExgenError."""
        who = said["student"].strip()
        if who not in self._students:
            raise ExgenError(f"unknown student {who[:60]!r}", hint=_near(who, self._students))
        student, marks = self._students[who]
        part = said["exercise"].strip() + said["part"].strip()
        mark = marks.get((said["exercise"].strip(), said["part"].strip().lower()))
        if mark is None:
            raise ExgenError(f"{student}: no part {part[:20]!r}")
        if _typed(said["typed"]) != _typed(mark.typed):
            raise ExgenError(
                f"{student} {part}: the sheet is about the answer {said['typed'].strip()[:60]!r}, "
                f"but {mark.typed[:60]!r} was graded"
            )
        marks_given = _marks(said["marks"].strip(), mark, f"{student} {part}")
        return (student, mark.exercise, mark.part), Given(
            marks_given, said.get("remark", "").strip()
        )


def _near(who: str, known: Iterable[str]) -> str:
    hint = did_you_mean(who, known)
    return hint if hint.startswith("did") else ""


def _typed(text: str) -> str:
    """A typed text with or without its quotation marks, whatever the file does with line ends."""
    plain = "\n".join(text.splitlines()).strip()
    plain = plain.removeprefix("'")
    return plain[1:-1].strip() if len(plain) > 1 and plain[0] == plain[-1] == '"' else plain


def _marks(text: str, mark: Mark, where: str) -> mpq:
    """The mark; a comma is a decimal comma."""
    if not _MARKS.fullmatch(text):
        raise ExgenError(f"{where}: marks {text[:30]!r} are no number from 0 to {mark.max}")
    marks = units.number(text.replace(",", "."))
    if marks > units.number(mark.max):
        raise ExgenError(f"{where}: {text} marks, but the part has {mark.max}")
    return marks
