"""Answers collected from the trackers of other graders, with the verdict each deserves.

`cases/corpus.jsonl`: `given` read beside a box of `unit`; `also_ok` lists verdicts that are
defensible too; a `warn` case passes with any verdict that comes with a notice. `cases/hostile.jsonl`:
texts that must be refused quickly and without effect.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from gmpy2 import mpq

from exgen.expression.decimals import rounded, stored
from exgen.grading import read
from exgen.grading.answer import Blank, NotUnderstood, Reading
from exgen.grading.judge import judge
from exgen.key import Part
from tests.grading.conftest import CASES, part

UNITS = {"FLOP/byte": "FLOP/B", "tok/s": "token/s", "$/hour": "$/h", "Gbit/s": "Gb/s", None: "1"}
SLACK = 1 + mpq(1, 10**9)


def _cases(name: str) -> list[Any]:
    lines = (CASES / name).read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def _part(case: dict[str, Any]) -> Part:
    right, tolerance = mpq(str(case["right"])), case["tolerance"]
    half = mpq(str(tolerance.get("abs", 0))) + mpq(str(tolerance.get("rel", 0))) * abs(right)
    if "sigfigs" in tolerance:
        half = abs(mpq(rounded(right, tolerance["sigfigs"])) - right)
    lo, hi = stored(right - half * SLACK), stored(right + half * SLACK)
    return part(
        "x", "a", unit=UNITS.get(case["unit"], case["unit"]), value=str(right), lo=lo, hi=hi
    )


def _verdict(case: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    box = _part(case)
    answer = read.read_quantity(case["given"], box.unit)
    judgement = judge(box, answer)
    right = judgement.verdict == "right"
    if not isinstance(answer, Reading):
        return "invalid", ()
    if not answer.had_unit and box.unit != "1":  # the corpus asks for the unit, a sheet prints it
        return "needs_unit" if right else "incorrect", judgement.notices
    digits = judgement.verdict == "unit" and judgement.outcome == "unit" and box.unit != "1"
    return (
        "correct" if right else "correct_value_wrong_unit" if digits else "incorrect"
    ), judgement.notices


@pytest.mark.parametrize("case", _cases("corpus.jsonl"))
def test_verdict(case: dict[str, Any]) -> None:
    verdict, notices = _verdict(case)
    defensible = {case["verdict"], *case.get("also_ok", [])}
    assert verdict in defensible or (case.get("warn") and notices), case["why"]


READERS = {
    "symbolic": lambda text: read.read_formula(text, ["S", "H", "B", "W"]),
    "choice": lambda text: read.read_choices(text, dict.fromkeys("ABCD", "")),
    "numeric": lambda text: read.read_quantity(text, "ms"),
    "units": lambda text: read.read_quantity(text, "ms"),
}


@pytest.mark.parametrize("case", _cases("hostile.jsonl"))
def test_hostile(case: dict[str, Any]) -> None:
    text = case.get("input") or "".join(piece * count for piece, count in case["build"])
    started = time.perf_counter()
    assert isinstance(READERS[case["target"]](text), NotUnderstood | Blank)
    assert time.perf_counter() - started < 1
