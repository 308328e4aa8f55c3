"""What exgen prints it reads: every right answer and every slip of a built set, as the booklet shows them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from exgen import key, library, problem_set
from exgen.grading.grade import grade
from exgen.grading.judge import judge, read_part
from exgen.submissions.submission import Submissions, Typed

SEEDS = ("1", "7", "42")


@cache
def built(seed: str) -> key.Key:
    where = library.folders(Path(__file__).parents[2] / "templates")
    wish = problem_set.Wish()
    chosen, name = problem_set.choose(None, wish, where)
    return problem_set.make(name, chosen, seed, wish, where, lambda _: None)


def _typed(student: str, exercise: key.Exercise, part: key.Part, text: str, row: int) -> Typed:
    return Typed(student, f"{exercise.number}{part.label}", text, row)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_solutions_booklet_gets_full_marks(seed: str) -> None:
    made = built(seed)
    typed = tuple(
        _typed("s", each, part, part.shown, 2) for each in made.exercises for part in each.parts
    )
    student = grade(made, Submissions("a.csv", "wide", ("s",), typed)).students[0]
    assert {
        f"{m.exercise}{m.label}": m.verdict for m in student.marks if m.verdict != "right"
    } == {}
    assert student.total == student.max


@pytest.mark.parametrize("seed", SEEDS)
def test_every_slip_is_recognised_and_named(seed: str) -> None:
    missed = []
    for exercise in built(seed).exercises:
        for part in exercise.parts:
            for outcome in part.outcomes:
                judgement = judge(part, read_part(part, outcome.shown))
                if judgement.verdict != "slip" or outcome.id not in judgement.outcomes:
                    missed.append(
                        (exercise.template, part.id, outcome.id, outcome.shown, judgement)
                    )
    assert missed == []


@pytest.mark.parametrize("seed", SEEDS)
def test_an_early_slip_costs_only_its_own_part(seed: str) -> None:
    """One part slipped, the parts that use it continued exactly: only the slipped part loses its marks."""
    continued = 0
    for exercise in built(seed).exercises:
        for later in exercise.parts:
            continued += _continued(built(seed), exercise, later)
    assert continued


def _continued(made: key.Key, exercise: key.Exercise, later: key.Part) -> int:
    """How many slips of earlier parts were followed through into `later`."""
    from exgen.expression.evaluate import compiled
    from exgen.expression.parse import parse
    from exgen.grading.background import of_exercise
    from exgen.units import number, unit

    count = 0
    background = of_exercise(exercise, made.policy)
    for earlier in (part for part in exercise.parts if part.id in later.uses and later.exists):
        for outcome in earlier.outcomes:
            own = number(outcome.value) * unit(earlier.unit).factor
            value = compiled(parse(later.law))(
                {**background.givens, **background.values, earlier.id: own}
            )
            typed = f"{value / unit(later.unit).factor}"  # p/q: exact
            answers = (
                _typed("s", exercise, earlier, f"{outcome.value}", 2),
                _typed("s", exercise, later, typed, 2),
            )
            student = grade(made, Submissions("a.csv", "wide", ("s",), answers)).students[0]
            marks = {
                mark.part: mark.verdict
                for mark in student.marks
                if mark.exercise == exercise.number
            }
            right = background.values[earlier.id]
            if own * right > 0 and 1 / 1000 <= own / right <= 1000:
                assert marks[later.id] in ("follow_through", "right"), (
                    exercise.template,
                    later.id,
                    outcome.id,
                    typed,
                )
                count += marks[later.id] == "follow_through"
    return count
