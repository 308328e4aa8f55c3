"""Answers a second on one core: read as typed and judged. No answer is met twice."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from exgen import problem_set
from exgen.grading import judge
from tests.benchmarks.measuring import ROOT, Row, seconds

if TYPE_CHECKING:
    from exgen.key import Part

ANSWERS = 2000
SPELLINGS = ("{}", "{} {}", "{}{}", "≈ {} {}", "{}e0 {}", "{},5 {}", "{}.25 {}", "{}·10^0 {}")


def rows() -> list[Row]:
    """Quantities of the workshop set in several spellings; formulas of its first formula part."""
    where, wish = [ROOT / "templates"], problem_set.Wish()
    chosen, name = problem_set.choose(None, wish, where)
    key = problem_set.make(name, chosen, "bench", wish, where, lambda _: None)
    parts = [part for exercise in key.exercises for part in exercise.parts]
    quantities = [part for part in parts if part.kind == "quantity"]
    formulas = [part for part in parts if part.kind == "formula"]
    return [
        Row(
            "numbers with units, read and judged", _rate(quantities, _number), "/s", 20_000, "more"
        ),
        Row("formulas, read and judged", _rate(formulas, _formula), "/s", 3_000, "more"),
    ]


def _rate(parts: list[Part], spell: object) -> float:
    assert callable(spell)
    fresh = itertools.count(1)

    def work() -> None:
        for part, number in zip(itertools.cycle(parts), itertools.islice(fresh, ANSWERS)):
            judge.judge(part, judge.read_part(part, spell(part, number)))

    return ANSWERS / seconds(work, 5)


def _number(part: Part, number: int) -> str:
    unit = "" if part.unit == "1" else part.unit
    return SPELLINGS[number % len(SPELLINGS)].format(number, unit)


def _formula(part: Part, number: int) -> str:
    return f"{number}*({part.law})/{number + number % 3}"
