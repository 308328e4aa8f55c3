"""Each rule of judging, on parts written by hand."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exgen import units
from exgen.grading.background import Background, Own, of_exercise, with_own
from exgen.grading.judge import judge, read_part
from exgen.key import Part, Policy
from tests.grading.conftest import (
    CHOICE,
    CHOICES,
    CROSSOVER,
    EXACT,
    EXERCISE,
    FORMULA,
    NOWHERE,
    RATE,
    TIME,
    outcome,
    part,
)

FIGURES = part("f", "k", value="41.791", lo="41.75", hi="41.85", tolerance="3 figures")
LINK = part("L", "j", unit="GB/s", value="450", lo="445.5", hi="454.5")


@pytest.mark.parametrize(
    ("box", "typed", "verdict", "share", "recognised"),
    [
        (TIME, "40 ms", "right", "1", ""),
        (TIME, "39.6", "right", "1", ""),
        (TIME, "0.0404 s", "right", "1", ""),
        (TIME, "40.4001", "wrong", "0", ""),
        (TIME, "320 ms", "slip", "0", "bits"),
        (TIME, "323 ms", "slip", "1/2", "near_bits"),
        (TIME, "40 GB", "unit", "0", "unit"),
        (TIME, "40 s", "unit", "0", "unit"),
        (TIME, "0.04", "unit", "0", "prefix_+3"),
        (TIME, "7 GB", "wrong", "0", "dimension"),
        (TIME, "0.025 1/ms", "unit", "0", "reciprocal"),
        (RATE, "40 ms/token", "unit", "0", "reciprocal"),
        (RATE, "0.04", "unit", "0", "reciprocal"),
        (LINK, "900 GB/s", "unit", "0", "both_directions"),
        (LINK, "-450 GB/s", "wrong", "0", "sign"),
        (FIGURES, "42 ms", "wrong", "0", "precision"),
        (FIGURES, "0.042 s", "wrong", "0", "precision"),
        (FIGURES, "43 ms", "wrong", "0", ""),
        (FIGURES, "41.79 ms", "right", "1", ""),
        (FIGURES, "40 ms", "wrong", "0", ""),
        (LINK, "225 GB/s", "unit", "0", "one_direction"),
        (LINK, "3600 GB/s", "unit", "0", "bits_for_bytes"),
        (LINK, "450 GiB/s", "unit", "0", "unit"),
        (LINK, "483.2 GB/s", "unit", "0", "decimal_prefix_3"),
        (LINK, "450 MB/s", "unit", "0", "unit"),
        (LINK, "0.45 GB/s", "unit", "0", "prefix_+3"),
        (TIME, "57 ms", "wrong", "0", ""),
        (TIME, "", "blank", "0", ""),
        (TIME, "41 or 42", "invalid", "0", ""),
        (CROSSOVER, "200", "right", "1", ""),
        (CROSSOVER, "none", "wrong", "0", ""),
        (NOWHERE, "none", "right", "1", ""),
        (NOWHERE, "1454", "wrong", "0", ""),
        (EXACT, "13,958,643,712", "right", "1", ""),
        (EXACT, "13.958643712 GFLOP", "right", "1", ""),
        (EXACT, "13.96 GFLOP", "wrong", "0", "precision"),
        (FORMULA, "2 S H^2", "right", "1", ""),
        (FORMULA, "2 S H", "wrong", "0", ""),
        (CHOICE, "b", "right", "1", ""),
        (CHOICE, "A", "wrong", "0", "option_A"),
        (CHOICES, "A, C", "right", "1", ""),
        (CHOICES, "A", "partial", "1/2", "option_C"),
        (CHOICES, "A, B, C", "partial", "1/2", "option_B"),
        (CHOICES, "B, D", "wrong", "0", "option_B"),
    ],
)
def test_verdicts(box: Part, typed: str, verdict: str, share: str, recognised: str) -> None:
    judgement = judge(box, read_part(box, typed))
    assert (judgement.verdict, judgement.share, judgement.outcome) == (
        verdict,
        mpq(share),
        recognised,
    )


def test_of_several_slips_the_closest_is_named_and_all_are_told() -> None:
    judgement = judge(TIME, read_part(TIME, "320.5 ms"))
    assert judgement.outcomes == ("bits", "near_bits")


def test_a_choice_may_ask_for_all_boxes() -> None:
    strict = Background(policy=Policy(choices="all"))
    assert judge(CHOICES, read_part(CHOICES, "A"), strict).verdict == "wrong"


def test_a_notice_says_that_the_other_comma_would_be_right() -> None:
    box = part("x", "a", unit="1", value="3", lo="2.97", hi="3.03")
    judgement = judge(box, read_part(box, "3,000"))
    assert judgement.verdict == "wrong"
    assert "point and comma" in judgement.notices[0]


def test_a_count_left_out_of_the_unit_is_told() -> None:
    judgement = judge(RATE, read_part(RATE, "25 Hz"))
    assert judgement.verdict == "right"
    assert judgement.notices == ("the unit Hz was taken for token/s",)


def _after(policy: Policy, **typed: str) -> Background:
    """The background after a student typed these wrong values, in base units' spelling."""
    own = {}
    for name, text in typed.items():
        number, unit = units.quantity(text)
        own[name] = Own(number * unit.factor, False, text)
    return with_own(of_exercise(EXERCISE, policy), own)


@pytest.mark.parametrize(
    ("own", "typed", "verdict"),
    [
        ("80 ms", "12.5", "follow_through"),
        ("80 ms", "12.4", "follow_through"),  # within the part's 1 %
        ("80 ms", "12.3", "wrong"),
        ("80 ms", "25", "right"),
        ("0 ms", "25.3", "wrong"),
        ("-80 ms", "-12.5", "wrong"),
        ("41 s", "0.02439", "wrong"),  # 1,025 times the right value: not plausible
        ("39 s", "0.025641", "follow_through"),
    ],
)
def test_follow_through(own: str, typed: str, verdict: str) -> None:
    assert judge(RATE, read_part(RATE, typed), _after(Policy(), T=own)).verdict == verdict


def test_follow_through_is_worth_what_the_policy_says() -> None:
    judgement = judge(
        RATE, read_part(RATE, "12.5"), _after(Policy(follow_through="0.5"), T="80 ms")
    )
    assert judgement.share == mpq(1, 2)
    assert "T = 80 ms" in judgement.feedback


def test_follow_through_may_lead_to_none() -> None:
    background = _after(Policy(), T="2 s")
    assert judge(CROSSOVER, read_part(CROSSOVER, "none"), background).verdict == "follow_through"
    assert judge(CROSSOVER, read_part(CROSSOVER, "4"), background).verdict == "wrong"


def test_follow_through_comes_before_a_slip() -> None:
    box = part("r", "b", unit="token/s", value="25", lo="24.75", hi="25.25", law="1/T", uses=("T",),
               outcomes=(outcome("half", "12.5", "12.4", "12.6"),))  # fmt: skip
    assert (
        judge(box, read_part(box, "12.5"), _after(Policy(), T="80 ms")).verdict == "follow_through"
    )
    assert judge(box, read_part(box, "12.5")).verdict == "slip"


def test_an_odd_unit_of_the_right_dimension_is_judged() -> None:
    box = part("E", "a", unit="J", value="3600000", lo="3600000", hi="3600000")
    assert judge(box, read_part(box, "1 kWh")).verdict == "right"
    assert judge(box, read_part(box, "2 W*s^9*s^9/s^9/s^8")).verdict == "wrong"
