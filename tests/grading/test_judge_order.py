"""Rankings as students type them, against a part with a tie and a known wrong order."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exgen.grading import judge
from exgen.key import Option, Outcome, Part

OPTIONS = tuple(
    Option(letter, text, False, "")
    for letter, text in zip("ABCD", ("QKV projection", "attention", "norm", "output head"), strict=True)
)  # fmt: skip
BY_FLOP = Outcome(
    "by_flop", "slip", "", "A > B > D > C", "", "", "0", "", "That is the order of the work.", "",
    order=("A", "B", "D", "C"),
)  # fmt: skip
PART = Part(
    "rank", "a", "order", "Rank them.", "", "1", "", "B > A = D > C", True, False, "", "", "", "",
    "", (), (), (BY_FLOP,), OPTIONS, (), order=("B", "AD", "C"),
)  # fmt: skip

CASES = [
    ("B > A > D > C", "right", "1", ""),
    ("B > D > A > C", "right", "1", ""),
    ("b, d, a, c", "right", "1", ""),
    ("C < D < A < B", "right", "1", ""),
    ("1. B 2. A 3. D 4. C", "right", "1", ""),
    ("attention > output head > QKV projection > norm", "right", "1", ""),
    ("BADC", "invalid", "0", ""),
    ("B A D C", "right", "1", ""),
    ("A > B > D > C", "slip", "3/5", "by_flop"),
    ("A > D > B > C", "partial", "1/5", ""),
    ("C > D > A > B", "wrong", "0", ""),
    ("B > A = D > C", "right", "1", ""),
    ("A = B > D > C", "partial", "4/5", ""),
    ("A = B = C = D", "wrong", "0", ""),
    ("B = A > D = C", "partial", "3/5", ""),
    ("=A", "invalid", "0", ""),
    ("B > = D > C", "invalid", "0", ""),
    ("B > A < D = C", "invalid", "0", ""),
    ("B > A > D", "invalid", "0", ""),
    ("B > B > D > C", "invalid", "0", ""),
    ("B > A > D > E", "invalid", "0", ""),
    ("", "blank", "0", ""),
    ("=cmd|' /C calc'!A0", "invalid", "0", ""),
]


@pytest.mark.parametrize(("typed", "verdict", "share", "outcome"), CASES)
def test_a_ranking(typed: str, verdict: str, share: str, outcome: str) -> None:
    found = judge.judge(PART, judge.read_part(PART, typed))
    assert (found.verdict, found.share, found.outcome) == (verdict, mpq(share), outcome)


def test_the_rule_says_how_the_share_came_about() -> None:
    found = judge.judge(PART, judge.read_part(PART, "A > D > B > C"))
    assert found.rule == "Kendall's τ = 1/5 against B > A = D > C"
