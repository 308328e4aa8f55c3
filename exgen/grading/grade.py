"""A key and a class's answers -> marks. The key is all that is needed: no template, no algebra."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import key as keys
from exgen import units
from exgen.expression.decimals import exact
from exgen.grading.answer import Blank, Reading
from exgen.grading.background import Background, Own, of_exercise, with_own
from exgen.grading.fields import Fields, Place
from exgen.grading.judge import judge, read_part
from exgen.grading.results import SCHEMA, Mark, Results, Student

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.grading.answer import Answer
    from exgen.grading.judgement import Judgement
    from exgen.key import Exercise, Key, Part
    from exgen.submissions.submission import Submissions, Typed

_ON = {"on", "yes", "true", "1", "x", "checked", "ticked", "/on", "/yes", "wahr", "ja"}
_OFF = {"", "off", "no", "false", "0", "/off", "unchecked", "falsch", "nein", "-"}


class Box(msgspec.Struct, frozen=True):
    """What a student typed for one part, and the unit of the column if the file names one."""

    text: str
    unit: str
    row: int


Boxes = dict[tuple[int, str], Box]


def grade(key: Key, submissions: Submissions) -> Results:
    """The marks of every student in the file, in its order. Raises nothing a student could cause."""
    notices = [str(notice) for notice in submissions.notices]
    by_student = _boxes(key, submissions, notices)
    backgrounds = [of_exercise(exercise, key.policy) for exercise in key.exercises]
    students = tuple(_student(name, key, backgrounds, by_student.get(name, {})) for name in submissions.students)
    return Results(
        schema=SCHEMA,
        set=key.set,
        code=key.code,
        made_by=key.made_by,
        key_sha256=hashlib.sha256(keys.encode(key)).hexdigest(),
        policy=key.policy,
        source=submissions.path,
        students=students,
        notices=tuple(notices),
    )


def _student(name: str, key: Key, backgrounds: list[Background], boxes: Boxes) -> Student:
    marks = [
        mark
        for exercise, background in zip(key.exercises, backgrounds, strict=True)
        for mark in _exercise(exercise, background, boxes)
    ]
    total = sum((mpq(mark.marks) for mark in marks), mpq(0))
    most = sum((mpq(mark.max) for mark in marks), mpq(0))
    return Student(name, tuple(marks), exact(total), exact(most))


def _exercise(exercise: Exercise, background: Background, boxes: Boxes) -> list[Mark]:
    """The marks of one exercise; later parts know the student's own earlier values."""
    own: dict[str, Own] = {}
    marks = []
    for part in exercise.parts:
        box = boxes.get((exercise.number, part.id), _EMPTY)
        answer = read_part(part, box.text, box.unit) if box.text else Blank()
        judgement = judge(part, answer, with_own(background, own) if own else background)
        value = _own(part, answer, judgement)
        if value:
            own[part.id] = value
        marks.append(_mark(exercise, part, box, judgement))
    return marks


_EMPTY = Box("", "", 0)


def _own(part: Part, answer: Answer, judgement: Judgement) -> Own | None:
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
        reads_as=judgement.reads_as,
        verdict=judgement.verdict,
        outcome=judgement.outcome,
        outcomes=judgement.outcomes,
        marks=exact(judgement.share * mpq(part.marks)),
        max=part.marks,
        feedback=judgement.feedback,
        rule=judgement.rule,
        notices=judgement.notices,
        row=box.row,
    )


def _boxes(key: Key, submissions: Submissions, notices: list[str]) -> dict[str, Boxes]:
    """What each student typed, by part; what has no place in the key is noted, once a field."""
    fields, unknown = Fields(key), dict[str, tuple[str, int]]()
    found: dict[str, Boxes] = {}
    ticks: dict[tuple[str, int, str], dict[str, Typed]] = {}
    for typed in submissions.typed:
        place = fields.find(typed.field)
        if isinstance(place, str):
            unknown.setdefault(typed.field, (place, typed.row))
        elif place.option:
            ticks.setdefault((typed.student, place.exercise, place.part), {})[place.option] = typed
        else:
            _put(found.setdefault(typed.student, {}), place, typed, notices)
    for (student, exercise, part), boxes in ticks.items():
        _put_ticks(found.setdefault(student, {}), Place(exercise, part), boxes, notices)
    where = "column" if submissions.layout == "wide" else "line"
    for field, (why, row) in unknown.items():
        notices.append(f"{where} {field if where == 'column' else row}: not graded: {why}")
    return found


def _put(boxes: Boxes, place: Place, typed: Typed, notices: list[str]) -> None:
    at = (place.exercise, place.part)
    before, name = boxes.get(at), f"{place.exercise}.{place.part}"
    if before and before.row != typed.row and (before.text.strip() or typed.text.strip()):
        notices.append(f"line {typed.row}: {typed.student} answered {name} in line {before.row} too; the later counts")
    if before and before.text.strip() and before.row == typed.row:
        notices.append(f"line {typed.row}: two columns for {name}; the last that is filled counts")
        if not typed.text.strip():
            return
    boxes[at] = Box(typed.text, place.unit, typed.row)


def _put_ticks(boxes: Boxes, place: Place, ticks: Mapping[str, Typed], notices: list[str]) -> None:
    """Boxes of a choice, on or off, as the letters that are on."""
    on = []
    for letter, typed in ticks.items():
        said = typed.text.strip().casefold()
        if said in _ON or said == letter.casefold():
            on.append(letter)
        elif said not in _OFF:
            notices.append(f"line {typed.row}: {typed.field} is neither on nor off: {typed.text[:20]!r}; taken as off")
    last = list(ticks.values())[-1]
    _put(boxes, place, msgspec.structs.replace(last, text=", ".join(sorted(on))), notices)
