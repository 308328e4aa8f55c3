"""Every printed line is true: numbers come to the result, and the result to the answer."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exgen import derivation, exercise
from exgen.expression import evaluate, parse
from exgen.key import Line
from tests.drawn import PAGES, SEEDS, drawn, frozen, page


def value(text: str) -> mpq:
    return evaluate.compiled(parse.parse(text))({})


@pytest.mark.parametrize("id", PAGES)
def test_each_line_evaluates_to_its_result(id: str) -> None:
    """Exactly where the line says "=", else to the figures that are printed."""
    for seed in SEEDS:
        for part in frozen(id, seed).parts:
            for above, line in zip(part.derivation, part.derivation[1:], strict=False):
                if above.role == "numbers" and line.role == "result":
                    left, right = value(above.rhs), value(line.rhs)
                    exact = above.rel == line.rel == "="
                    assert left == right if exact else abs(left - right) <= abs(left) / 2000, (
                        seed,
                        part.id,
                        above,
                        line,
                    )


@pytest.mark.parametrize("id", PAGES)
def test_the_last_line_is_the_answer(id: str) -> None:
    for seed in SEEDS:
        for answer, part in zip(drawn(id, seed).answers, frozen(id, seed).parts, strict=True):
            if answer.base is not None:
                last = part.derivation[-1]
                assert last.role == "result"
                assert (
                    value(last.rhs) == answer.base
                    if last.rel == "="
                    else abs(value(last.rhs) - answer.base) <= abs(answer.base) / 10**4
                )


@pytest.mark.parametrize("id", PAGES)
def test_a_let_is_derived_once_and_before_it_is_used(id: str) -> None:
    lets = [
        line.lhs
        for lines in derivation.all_lines(drawn(id, "7"))
        for line in lines
        if line.role == "let"
    ]
    assert len(lets) == len(set(lets))


def roles(lines: tuple[Line, ...]) -> list[str]:
    return [line.role for line in lines]


def test_the_lines_of_a_part() -> None:
    first, second = derivation.all_lines(
        exercise.calculate(page(), {"P": "7 Gweight", "gpu": "h100_sxm"})
    )
    assert [(line.role, line.lhs, line.rel, line.rhs) for line in first] == [
        ("let", "M", "=", "P*w"),
        ("numbers", "", "=", "[7 Gweight]*[2 B/weight]"),
        ("result", "", "=", "[14 GB]"),
        ("solved", "T", "=", "M/W"),
        ("numbers", "", "=", "[14 GB]/[3.35 TB/s]"),
        ("result", "", "≈", "[4.1791 ms]"),
    ]
    assert second[1] == Line("numbers", "", "≈", "1/[4.17910 ms]")


def test_a_law_that_had_to_be_solved_is_shown_as_written() -> None:
    lines = derivation.all_lines(
        exercise.calculate(page(('law  = "T == M/W"', 'law  = "W == M/T"')), {})
    )[0]
    assert lines[3] == Line("law", "W", "=", "M/T")
    assert lines[4] == Line("solved", "T", "=", "M/W")


def test_a_quantity_that_does_not_exist_ends_with_the_reason() -> None:
    some = page(('unit = "token/s"', 'unit = "token/s"\nnone_when = "P > [10 Gweight]"'))
    lines = derivation.all_lines(exercise.calculate(some, {"P": "13 Gweight"}))[1]
    assert lines[-1] == Line("none", "rate", "", "P > [10 Gweight]")
    assert "result" not in roles(lines)
