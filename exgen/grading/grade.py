"""A key and a class's answers -> marks. The key is all that is needed: no template, no algebra."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen import __version__, units
from exgen import key as keys
from exgen.expression.decimals import exact
from exgen.grading import results
from exgen.grading.answer import Blank, Reading
from exgen.grading.background import Background, Own, of_exercise, with_own
from exgen.grading.boxes import Box, Boxes, boxes_of
from exgen.grading.judge import judge, read_part
from exgen.grading.results import Mark, Results

if TYPE_CHECKING:
    from exgen.grading.answer import Answer
    from exgen.grading.judgement import Judgement
    from exgen.key import Exercise, Key, Part
    from exgen.submissions.submission import Submissions


def grade(key: Key, submissions: Submissions) -> Results:
    """The marks of all students, in the order of the file. No answer raises anything."""
    notices = [str(notice) for notice in submissions.notices]
    by_student = boxes_of(key, submissions, notices)
    marking = Marking(key)
    students = tuple(
        results.student(id, submissions.names.get(id, ""), marking.marks(by_student.get(id, {})))
        for id in submissions.students
    )
    return Results(
        schema=results.SCHEMA, set=key.set, code=key.code, graded_by=graded_by(),
        made_by=key.made_by, key_sha256=digest(key), policy=key.policy, source=submissions.path,
        students=students, notices=tuple(notices),
    )  # fmt: skip


def graded_by() -> str:
    """The program, for the record."""
    return f"exgen {__version__}"


def digest(key: Key) -> str:
    """The SHA-256 of the key file."""
    return hashlib.sha256(keys.encode(key)).hexdigest()


class Marking:
    """Marks one student after another by one key."""

    def __init__(self, key: Key) -> None:
        self._exercises = [(each, of_exercise(each, key.policy)) for each in key.exercises]

    def marks(self, boxes: Boxes) -> list[Mark]:
        """The marks of a student, in the order of the sheet."""
        return [
            mark
            for exercise, background in self._exercises
            for mark in _exercise(exercise, background, boxes)
        ]


def _exercise(exercise: Exercise, background: Background, boxes: Boxes) -> list[Mark]:
    """The marks of one exercise; later parts know the student's own earlier values."""
    own: dict[str, Own] = {}
    marks = []
    for part in exercise.parts:
        box = boxes.get((exercise.number, part.id), _EMPTY)
        sign = background.policy.decimal
        answer = read_part(part, box.text, box.unit, sign) if box.text else Blank()
        judgement = judge(part, answer, with_own(background, own) if own else background)
        value = own_value(part, answer, judgement)
        if value:
            own[part.id] = value
        marks.append(_mark(exercise, part, box, judgement))
    return marks


_EMPTY = Box("", "", 0)


def own_value(part: Part, answer: Answer, judgement: Judgement) -> Own | None:
    """The value that later parts may continue: a quantity of the right dimension."""
    if not isinstance(answer, Reading) or part.kind != "quantity":
        return None
    if answer.dimension != units.unit(part.unit).dimension:
        return None
    return Own(answer.value, judgement.verdict == "right", answer.reads_as)


def _mark(exercise: Exercise, part: Part, box: Box, judgement: Judgement) -> Mark:
    return Mark(
        exercise=exercise.number,
        template=exercise.template,
        part=part.id,
        label=part.label,
        typed=box.text,
        column_unit=box.unit,
        reads_as=judgement.reads_as,
        verdict=judgement.verdict,
        outcome=judgement.outcome,
        outcomes=judgement.outcomes,
        marks=exact(judgement.share * mpq(part.marks)),
        max=part.marks,
        feedback=judgement.feedback,
        rule=judgement.rule,
        notices=judgement.notices,
        by_hand="",
        remark="",
        row=box.row,
    )
