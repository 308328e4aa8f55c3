"""Marks that a person gave take the place of what the program would give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen.expression.decimals import exact
from exgen.grading import results

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.grading.results import Mark, Results


class Given(msgspec.Struct, frozen=True):
    """What a person decided about one answer."""

    marks: mpq
    remark: str


Place = tuple[str, int, str]
"""Student, exercise, part."""


def merge(graded: Results, given: Mapping[Place, Given]) -> Results:
    """The results with these marks; every other mark stays as it is."""
    if not given:
        return graded
    students = [
        results.student(
            each.student,
            each.name,
            [_merged(mark, given.get(place(each.student, mark))) for mark in each.marks],
        )
        for each in graded.students
    ]
    return msgspec.structs.replace(graded, students=tuple(students))


def place(student: str, mark: Mark) -> Place:
    """Where a mark stands."""
    return student, mark.exercise, mark.part


def _merged(mark: Mark, given: Given | None) -> Mark:
    return mark if given is None else by_hand(mark, exact(given.marks), given.remark)


def by_hand(mark: Mark, marks: str, remark: str) -> Mark:
    """The answer with the mark of a person; what the program thought of it stays in the rule."""
    rule = f"marked by a person; by program {mark.verdict}: {mark.rule}"
    return msgspec.structs.replace(
        mark, verdict="by_hand", outcome="", outcomes=(), marks=marks, by_hand=marks,
        remark=remark, feedback="Marked by a person.", rule=rule,
    )  # fmt: skip
