"""Readings from the text fixtures, and what must hold for any text at all."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exgen import units, values
from exgen.grading import read
from exgen.grading.answer import Absent, Blank, Chosen, Formula, NotUnderstood, Reading
from exgen.grading.equality import equal
from exgen.grading.judge_formula import right_formula
from tests.grading.conftest import rows

OPTIONS = {"A": "compute bound", "B": "memory bound", "C": "latency bound"}
BOXES = [
    "1",
    "ms",
    "GB",
    "GiB",
    "TB/s",
    "FLOP/B",
    "TFLOP/s",
    "token/s",
    "%",
    "ms/token",
    "$/h",
    "kB/token",
    "W",
    "token",
]


@pytest.mark.parametrize(("typed", "unit", "expected"), rows("quantities.txt"))
def test_quantities(typed: str, unit: str, expected: str) -> None:
    answer = read.read_quantity(typed, unit)
    if expected.startswith("!"):
        assert isinstance(answer, NotUnderstood), answer
        assert expected[1:].strip() in answer.message
        return
    reading, _, notice = expected.partition(" ~ ")
    assert isinstance(answer, Reading), answer
    assert answer.reads_as == reading.strip()
    assert bool(notice) == bool(answer.notices), answer.notices
    assert notice.strip() in " ".join(answer.notices)


@pytest.mark.parametrize(("typed", "names", "right", "verdict"), rows("formulas.txt"))
def test_formulas(typed: str, names: str, right: str, verdict: str) -> None:
    answer = read.read_formula(typed, names.split())
    if verdict.startswith("!"):
        assert isinstance(answer, NotUnderstood), answer
        assert verdict[1:].strip() in answer.message
    else:
        assert isinstance(answer, Formula), answer
        assert equal(answer.tree, answer.facts, right_formula(right)) is (verdict == "right")


@pytest.mark.parametrize(("typed", "expected"), rows("choices.txt"))
def test_choices(typed: str, expected: str) -> None:
    answer = read.read_choices(typed, OPTIONS)
    if expected.startswith("!"):
        assert isinstance(answer, NotUnderstood), answer
        assert expected[1:].strip() in answer.message
    else:
        assert isinstance(answer, Chosen), answer
        assert ", ".join(answer.letters) == expected


def test_one_letter_for_one_choice() -> None:
    assert isinstance(read.read_choice("A and B", OPTIONS), NotUnderstood)


@pytest.mark.parametrize("typed", ["", "  ", "\u00a0", "\u200b", "\ufeff\n"])
def test_blank_is_not_invalid(typed: str) -> None:
    assert isinstance(read.read_quantity(typed, "ms"), Blank)
    assert isinstance(read.read_formula(typed, ["S"]), Blank)
    assert isinstance(read.read_choice(typed, OPTIONS), Blank)


@pytest.mark.parametrize(
    "typed", ["none", "None.", "never", "does not exist", "It doesn't exist", "no such batch size"]
)
def test_none_is_an_answer_where_it_may_be(typed: str) -> None:
    assert isinstance(read.read_quantity(typed, "token", can_be_none=True), Absent)
    assert isinstance(read.read_quantity(typed, "token"), NotUnderstood)


def test_the_other_meaning_of_a_comma_is_kept() -> None:
    answer = read.read_quantity("3,000", "1")
    assert isinstance(answer, Reading)
    assert (answer.value, answer.other) == (3000, 3)
    european = read.read_quantity("3,000", "1", sign=",")
    assert isinstance(european, Reading)
    assert (european.value, european.other) == (3, 3000)


def test_a_bare_number_is_in_the_unit_beside_the_box() -> None:
    answer = read.read_quantity("41.8", "ms")
    assert isinstance(answer, Reading)
    assert (answer.value, answer.had_unit) == (mpq("0.0418"), False)


decimals = st.builds(
    lambda digits, places: f"{digits / 10**places:.{places}f}" if places else str(digits),
    st.integers(1, 10**9), st.integers(0, 6),
)  # fmt: skip
SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SPELLINGS = [
    values.show,
    lambda number, unit: f"{number} {unit}",
    lambda number, unit: f"{number}{unit if unit != '1' else ''}",
    lambda number, unit: f"≈ {number}\u202f{unit if unit != '1' else ''}.",
    lambda number, unit: f"{number}e3 {unit if unit != '1' else ''}",
    lambda number, unit: f"{number}·10{'-4'.translate(SUPERSCRIPT)} {unit if unit != '1' else ''}",
    lambda number, unit: f"{number} x 10^-4 {unit if unit != '1' else ''}",
    lambda number, unit: f"{number.replace('.', ',')} {unit if unit != '1' else ''}",
]
POWERS = [0, 0, 0, 0, 3, -4, -4, 0]


@given(decimals, st.sampled_from(BOXES), st.sampled_from(range(len(SPELLINGS))))
@settings(max_examples=600, deadline=None)
def test_every_spelling_reads_back(number: str, unit: str, spelling: int) -> None:
    """Also `3,000`, whose comma groups: then the other meaning is the value."""
    if spelling == 1 and unit == "1":
        unit = "ms"
    answer = read.read_quantity(SPELLINGS[spelling](number, unit), unit)
    expected = mpq(number) * mpq(10) ** POWERS[spelling] * units.unit(unit).factor
    assert isinstance(answer, Reading), answer
    assert expected in (answer.value, answer.other if spelling == 7 else None)
    assert answer.dimension == units.unit(unit).dimension


alphabet = st.one_of(
    st.characters(exclude_categories=("Cs",)),
    st.sampled_from("0123456789.,+-*/^()=~ eExXmsGBT%$µ²⁻·[]{}\\"),
)


@given(st.text(alphabet, max_size=500))
@settings(max_examples=400, deadline=None)
def test_no_text_crashes(typed: str) -> None:
    started = time.perf_counter()
    for unit in ("ms", "1", "%"):
        read.read_quantity(typed, unit, can_be_none=True)
    read.read_quantity(typed, "ms", sign=",")
    read.read_formula(typed, ["S", "H", "E"])
    read.read_choices(typed, OPTIONS)
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    "typed",
    [
        "1 " * 250,
        "a " * 250,
        "1," * 250,
        "(" * 250,
        "-" * 249 + "1",
        "1 1/" * 120,
        "ms/" * 160,
        "9" * 500,
        "1e" * 250,
        "[" * 500,
        "\\frac{" * 80,
        "=~" * 250,
        "1'" * 250,
    ],
)
def test_repetition_costs_little(typed: str) -> None:
    started = time.perf_counter()
    for answer in (
        read.read_quantity(typed, "ms"),
        read.read_formula(typed, ["S"]),
        read.read_choices(typed, OPTIONS),
    ):
        assert isinstance(answer, NotUnderstood | Blank | Chosen | Reading | Formula)
    assert time.perf_counter() - started < 1


def test_no_algebra_system_is_loaded() -> None:
    code = """
import sys
import exgen.grading.grade, exgen.submissions.csv
from exgen.grading import read
read.read_quantity("1/2 ms", "ms")
read.read_formula("2 S H", ["S", "H"])
assert "sympy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
