"""What stands in a key: numbers as text, intervals that hold the answer and no slip, texts filled in."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq

from exgen import exercise, freeze, key
from exgen.exercise import Answer
from exgen.wording import PLACEHOLDER
from tests.drawn import PAGES, SEEDS, drawn, frozen, page


def in_unit(base: mpq, answer: Answer) -> Fraction:
    """Base units -> the part's unit, as one of Python's own fractions."""
    value = base / answer.part.factor
    return Fraction(int(value.numerator), int(value.denominator))


@pytest.mark.parametrize("id", PAGES)
def test_the_interval_holds_the_answer_and_no_slip_by_three_tolerances(id: str) -> None:
    for seed in SEEDS:
        for answer, part in zip(drawn(id, seed).answers, frozen(id, seed).parts, strict=True):
            if answer.base is None:
                continue
            exact = in_unit(answer.base, answer)
            lo, hi = Fraction(part.lo), Fraction(part.hi)
            half = (hi - lo) / 2
            assert lo <= exact <= hi
            for slip, outcome in zip(answer.slips, part.outcomes, strict=True):
                wrong = in_unit(slip.base, answer)
                assert not lo - 2 * half < wrong < hi + 2 * half, (seed, part.id, outcome.id)
                assert Fraction(outcome.lo) <= wrong <= Fraction(outcome.hi)


@pytest.mark.parametrize("id", PAGES)
def test_every_placeholder_is_filled(id: str) -> None:
    for seed in SEEDS[:4]:
        made = frozen(id, seed)
        left = [
            match[0]
            for text in (made.problem, made.strong_answer, made.follow_up)
            for match in PLACEHOLDER.finditer(text)
        ]
        left += [
            match[0]
            for part in made.parts
            for text in (part.ask, *[o.text for o in part.options])
            for match in PLACEHOLDER.finditer(text)
        ]
        assert left == []
        assert all(match[2] == "derivation" for match in PLACEHOLDER.finditer(made.solution))


@pytest.mark.parametrize("id", PAGES)
def test_every_number_of_a_table_names_its_source(id: str) -> None:
    made = frozen(id, "7")
    rows = drawn(id, "7").solved.rows
    assert len(made.sources) >= bool(rows)
    assert all(
        given.source
        for given in made.givens
        if given.name in {field.name for field in drawn(id, "7").solved.fields}
    )


def one(*changes: tuple[str, str], **pins: str) -> key.Exercise:
    return freeze.freeze(
        exercise.calculate(page(*changes), {"gpu": "h100_sxm", "P": "7 Gweight", **pins}), 3
    )


def test_a_part() -> None:
    made = one()
    part = made.parts[0]
    assert (made.number, part.label, part.unit, part.tolerance) == (3, "a", "ms", "±1\u00a0%")
    assert (part.shown, part.value, part.lo, part.hi) == (
        "4.1791\u00a0ms",
        "4.1791044776119402985",
        "4.13731343283",
        "4.22089552239",
    )
    assert part.law == "P*w/W"
    assert [(o.id, o.shown) for o in part.outcomes] == [
        ("bits", "33.433\u00a0ms"),
        ("one_byte", "2.0896\u00a0ms"),
    ]
    assert made.parts[1].uses == ("T",)
    assert (
        made.problem
        == "A model with 7\u00a0Gweight (2\u00a0B/weight) lies in the memory of one NVIDIA H100 SXM5 80GB (3.35\u00a0TB/s)."
    )


def test_givens_are_exact_and_rows_are_named_by_key() -> None:
    givens = {given.name: given for given in one().givens}
    assert (givens["gpu"].value, givens["gpu"].unit) == ("h100_sxm", "")
    assert (givens["W"].value, givens["W"].unit) == ("3.35", "TB/s")


def test_an_exact_answer_is_stored_exactly() -> None:
    part = one(("1 %", "exact"), W="2 TB/s").parts[0]
    assert (part.lo, part.value, part.hi) == ("7", "7", "7")
    quotient = one(("1 %", "exact"), P="1 Gweight").parts[0]
    assert (quotient.lo, quotient.value, quotient.hi) == (
        "40/67",
        "0.59701492537313432836",
        "40/67",
    )


def test_a_plot_at_a_part_that_does_not_exist_is_left_out() -> None:
    plot = '[plot]\npeak = "[1 PFLOP/s]"\nbandwidth = "W"\npoints = [{ at = "[1 FLOP]/M*rate*[1 s]", is = "x" }]\n[find.T]'
    none = ('unit = "token/s"', 'unit = "token/s"\nnone_when = "P > [10 Gweight]"')
    assert one(("[find.T]", plot), none).plot is not None
    assert one(("[find.T]", plot), none, P="13 Gweight").plot is None
    assert one(("[find.T]", plot.replace("/M*", "/(M - M)*"))).plot is None
