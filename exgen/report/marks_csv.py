"""All marks as a table for a spreadsheet: one line for each student and part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.report import cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.grading.results import Mark, Results

_HEADER = (
    "student", "exercise", "template", "part", "typed", "reads_as", "verdict", "outcome", "marks",
    "max", "feedback", "notices",
)  # fmt: skip


def text(results: Results) -> str:
    """The CSV file."""
    lines = (
        _cells(student.student, mark) for student in results.students for mark in student.marks
    )
    return cell.table([_HEADER, *lines])


def _cells(student: str, mark: Mark) -> Iterator[str]:
    typed = cell.brief(mark.typed)
    yield from (student, str(mark.exercise), mark.template, mark.label, typed, mark.reads_as)
    yield from (mark.verdict, mark.outcome, mark.marks, mark.max)
    yield " ".join(filter(None, [mark.feedback, mark.remark]))
    yield "; ".join(mark.notices)
