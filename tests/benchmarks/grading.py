"""Answers a second on one core: read as typed and judged. No answer is met twice."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec

from exgen import problem_set
from exgen.grading import judge, judge_lines
from exgen.grading.case import Sheet
from tests.benchmarks.measuring import ROOT, Row, seconds

if TYPE_CHECKING:
    from collections.abc import Callable

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
        Row("numbers through judge --jsonl", _lines(_number_case), "/s", 20_000, "more"),
        Row("formulas through judge --jsonl", _lines(_formula_case), "/s", 3_000, "more"),
    ]


CASES = (
    "{} ms", "{}ms", "0.0{} s", "{},5 ms", "≈ {} ms", "{}.25 x 10^-2 s", "{}·10⁻² s", "{}.5 milliseconds",
)  # fmt: skip
FORMULAS = (
    "2*{0}*S*H^2/({0}*B*W)", "{} S H^2/(B W)", "\\frac{{{} S H^2}}{{B W}}", "S*H**2/(0.{}*B*W)",
    "2*S*H^2/(B*W)+{}",
)  # fmt: skip


def _lines(case: Callable[[int], dict[str, object]]) -> float:
    """Cases a second, with reading and writing the JSON; four in five answers are wrong."""
    fresh = itertools.count(1)

    def work() -> None:
        cases = [case(number) for number in itertools.islice(fresh, ANSWERS)]
        data = b"".join(msgspec.json.encode(each) + b"\n" for each in cases)
        for _ in judge_lines.judge_chunks([data], Sheet()):
            pass

    return ANSWERS / seconds(work, 5)


def _number_case(number: int) -> dict[str, object]:
    given = CASES[number % len(CASES)].format(number + 100)
    return {
        "id": number, "kind": "units", "given": given, "right": 1500, "unit": "ms",
        "tolerance": {"rel": 0.1},
    }  # fmt: skip


def _formula_case(number: int) -> dict[str, object]:
    given = FORMULAS[number % len(FORMULAS)].format(number)
    return {
        "id": number, "kind": "symbolic", "given": given, "right": "2*S*H**2/(B*W)",
        "vars": ["S", "H", "B", "W"],
    }  # fmt: skip


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
