"""Stored results by a corrected key: who gains, who keeps, what a person decided, what is refused."""

from __future__ import annotations

import msgspec
import pytest
from gmpy2 import mpq

from exgen.errors import UsageError
from exgen.grading import moves, results
from exgen.grading.by_hand import Given, merge
from exgen.grading.regrade import regrade
from tests.grading.conftest import make_key, outcome
from tests.report.made import CLASS, changed, graded, mark

WIDER = changed("T", lo="30", hi="330", outcomes=())
STRICTER = changed("T", value="320", lo="319", hi="321", outcomes=())


def test_an_unchanged_key_moves_nobody() -> None:
    old = graded(*CLASS)
    new = regrade(old, make_key(), allow_lower=False)
    assert results.encode(new) == results.encode(old)
    assert moves.difference(old, new).moves == moves.difference(old, new).totals == ()


def test_a_corrected_key_raises_marks() -> None:
    old = graded(*CLASS)
    new = regrade(old, WIDER, allow_lower=False)
    found = moves.difference(old, new)
    assert [(each.student, each.old, each.new, each.by) for each in found.totals] == [
        ("s2", "2", "4", "+2")
    ]
    move = found.moves[0]
    assert (move.student, move.part, move.old_verdict, move.new_verdict) == (
        "s2", "1a", "slip bits", "right",
    )  # fmt: skip
    assert "inside [30, 330] ms" in move.why
    assert found.causes[0].startswith("key ")


def test_a_mark_is_not_lowered_unless_allowed() -> None:
    old = graded(*CLASS)
    kept = regrade(old, STRICTER, allow_lower=False)
    now = mark(kept, "s1", "a")
    assert (now.marks, now.verdict) == ("2", "wrong")
    assert now.notices == ("kept at 2 of 2, as marked before; now it would be 0",)
    assert regrade(kept, STRICTER, allow_lower=False) == kept
    assert mark(regrade(kept, STRICTER, allow_lower=True), "s1", "a").marks == "0"


def test_follow_through_is_judged_again() -> None:
    """s2's rate follows from its T; once that T is right, the rate is simply wrong, and kept."""
    old = graded(*CLASS)
    assert mark(old, "s2", "b").verdict == "follow_through"
    new = regrade(old, STRICTER, allow_lower=False)
    assert mark(new, "s2", "a").verdict == "right"
    assert mark(new, "s2", "b").marks == mark(old, "s2", "b").marks


def test_a_policy_is_applied() -> None:
    old = graded(*CLASS)
    lower = regrade(old, make_key(follow_through="1/2"), allow_lower=True)
    assert (mark(old, "s2", "b").marks, mark(lower, "s2", "b").marks) == ("2", "1")
    assert moves.difference(old, lower).causes[1] == "policy follow_through 1, now 1/2"
    back = regrade(lower, make_key(), allow_lower=False)
    assert mark(back, "s2", "b").marks == "2"


def test_a_decimal_sign_is_a_policy() -> None:
    old = graded(("s", "1a", "40,0"))
    new = regrade(old, make_key(decimal=","), allow_lower=True)
    assert "policy decimal ., now ," in moves.difference(old, new).causes
    assert mark(new, "s", "a").marks == "2"


def test_the_unit_of_a_column_is_remembered() -> None:
    old = graded(("s", "1a (s)", "0.04"))
    assert mark(old, "s", "a").verdict == "right"
    assert regrade(old, make_key(), allow_lower=False) == old


def test_a_credit_that_is_new() -> None:
    key = changed("T", outcomes=(outcome("bits", "320", "316.8", "323.2", "0.5"),))
    new = regrade(graded(*CLASS), key, allow_lower=False)
    assert mark(new, "s2", "a").marks == "1"


def test_marks_of_a_person_stay() -> None:
    old = merge(graded(*CLASS), {("s3", 1, "T"): Given(mpq(3, 2), "forty what?")})
    assert (mark(old, "s3", "a").marks, mark(old, "s3", "a").verdict) == ("1.5", "by_hand")
    assert "invalid" in mark(old, "s3", "a").rule
    assert regrade(old, make_key(), allow_lower=True) == old
    assert mark(regrade(old, WIDER, allow_lower=True), "s3", "a").remark == "forty what?"


def test_a_person_may_change_a_mark_at_a_regrade() -> None:
    old = graded(*CLASS)
    given = {("s3", 1, "T"): Given(mpq(1), ""), ("s1", 1, "T"): Given(mpq(0), "copied")}
    new = regrade(old, make_key(), False, given)
    assert mark(new, "s3", "a").marks == "1"
    assert mark(new, "s1", "a").marks == "2"  # kept
    assert mark(regrade(old, make_key(), True, given), "s1", "a").marks == "0"
    why = {each.student: each.why for each in moves.difference(old, new).moves}
    assert why == {"s1": "marked by a person. copied", "s3": "marked by a person."}


def test_keys_that_do_not_fit() -> None:
    old = graded(*CLASS)
    with pytest.raises(UsageError, match="of the set test-ABC, the key of test-XYZ"):
        regrade(old, msgspec.structs.replace(make_key(), code="XYZ"), allow_lower=True)
    with pytest.raises(UsageError, match="no part 1.T, which was graded"):
        regrade(old, changed("T", id="U"), allow_lower=True)
    with pytest.raises(UsageError, match="1a is worth 1 in the key, 2 before"):
        regrade(old, changed("T", marks="1"), allow_lower=False)
    assert mark(regrade(old, changed("T", marks="1"), allow_lower=True), "s1", "a").marks == "1"


def test_a_part_worth_less_caps_a_persons_mark() -> None:
    old = merge(graded(*CLASS), {("s3", 1, "T"): Given(mpq(2), "")})
    new = regrade(old, changed("T", marks="1"), allow_lower=True)
    assert (mark(new, "s3", "a").marks, mark(new, "s3", "a").max) == ("1", "1")


def test_two_classes_are_compared_by_student() -> None:
    old, new = graded(*CLASS), graded(*CLASS[3:], ("new", "1a", "40 ms"))
    found = moves.difference(old, new)
    assert [(each.student, each.old, each.new) for each in found.totals] == [
        ("s1", "7", ""), ("new", "", "2"),
    ]  # fmt: skip
    other = graded(*CLASS[:3], ("s2", "1a", "40 ms"))
    whys = [each.why for each in moves.difference(old, other).moves if each.student == "s2"]
    assert whys[0] == "another answer: '320 ms', now '40 ms'"


def test_results_of_two_sets_are_not_compared() -> None:
    old = graded(*CLASS)
    with pytest.raises(UsageError, match="results of two sets"):
        moves.difference(old, msgspec.structs.replace(old, code="XYZ"))
