"""Marks for a terminal: totals by student, then every answer that was not simply right or wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from exgen.columns import columns
from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from exgen.grading.results import Mark, Results, Student

_HEAD = ("student", "marks", "of", "right", "part", "slip", "unit", "wrong", "invalid", "blank")
_TOLD = ("student", "part", "typed", "read as", "verdict", "marks", "why")


def text(results: Results) -> str:
    """The two tables."""
    lines = columns([_HEAD, *map(_totals, results.students)], "")
    told = [
        _told(student.student, mark)
        for student in results.students
        for mark in student.marks
        if _worth_telling(mark)
    ]
    return "\n".join([*lines, *(["", *columns([_TOLD, *told], "")] if told else [])])


def _totals(student: Student) -> list[str]:
    counts = Counter(mark.verdict for mark in student.marks)
    counts["part"] = counts["follow_through"] + counts["partial"]
    shown = (str(counts[kind] or "") for kind in _HEAD[3:])
    return [printable(student.student), student.total, student.max, *shown]


def _worth_telling(mark: Mark) -> bool:
    return mark.verdict not in {"right", "wrong", "blank"} or bool(mark.notices)


def _told(student: str, mark: Mark) -> list[str]:
    why = " ".join([mark.feedback, mark.remark, *(f"({notice})" for notice in mark.notices)])
    return [
        printable(student), f"{mark.exercise}{mark.label}", printable(mark.typed)[:24],
        printable(mark.reads_as)[:32], f"{mark.verdict} {mark.outcome}".strip(),
        f"{mark.marks}/{mark.max}", " ".join(printable(why).split()),
    ]  # fmt: skip
