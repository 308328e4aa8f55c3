"""A class against a key: totals, follow-through along a chain, what has no place, what is written."""

from __future__ import annotations

import csv
import io

import pytest

from exgen.grading import results
from exgen.grading.fields import Fields, Place
from exgen.grading.grade import grade
from exgen.key import Key
from exgen.report import listing, marks_csv
from exgen.submissions.submission import Submissions, Typed
from tests.grading.conftest import make_key


def submit(*answers: tuple[str, str, str], layout: str = "long") -> Submissions:
    typed = tuple(
        Typed(student, field, text, row + 2) for row, (student, field, text) in enumerate(answers)
    )
    return Submissions(
        "answers.csv", layout, tuple(dict.fromkeys(each.student for each in typed)), typed
    )


def verdicts(marks: results.Results, student: int = 0) -> dict[str, str]:
    return {
        mark.label: mark.verdict
        for mark in marks.students[student].marks
        if mark.verdict != "blank"
    }


def test_marks_and_totals(small_key: Key) -> None:
    marks = grade(small_key, submit(("s1", "1a", "40 ms"), ("s1", "1h", "A"), ("s2", "1a", "323")))
    assert [(each.total, each.max) for each in marks.students] == [("3.5", "19"), ("1", "19")]
    assert verdicts(marks, 1) == {"a": "slip"}


def test_follow_through_is_transitive(small_key: Key) -> None:
    """T is wrong; rate follows from it; X follows from that rate, not from the right one."""
    marks = grade(
        small_key, submit(("s", "1a", "57 ms"), ("s", "1b", "17.544"), ("s", "1c", "114 ms"))
    )
    assert verdicts(marks) == {"a": "wrong", "b": "follow_through", "c": "follow_through"}
    assert marks.students[0].total == "4"


def test_a_mark_holds_what_it_depends_on(small_key: Key) -> None:
    mark = grade(small_key, submit(("s", "1a", "0,04 s"))).students[0].marks[0]
    assert (mark.typed, mark.reads_as, mark.verdict) == ("0,04 s", "0.04 s", "right")
    assert "39.6" in mark.rule


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("1a", Place(1, "T")),
        ("1.a", Place(1, "T")),
        ("1.T", Place(1, "T")),
        ("Q1a", Place(1, "T")),
        ("1 a (s)", Place(1, "T", unit="s")),
        ("tpot_bound.T", Place(1, "T")),
        ("decode/tpot_bound.rate", Place(1, "rate")),
        ("1h_C", Place(1, "helps", option="C")),
        ("tpot_bound.helps_C", Place(1, "helps", option="C")),
    ],
)
def test_fields(small_key: Key, field: str, place: Place) -> None:
    assert Fields(small_key).find(field) == place


@pytest.mark.parametrize("field", ["2a", "1z", "email", "tpot.T", "1a (points)", "1h_X", ""])
def test_unknown_fields_say_why(small_key: Key, field: str) -> None:
    assert isinstance(Fields(small_key).find(field), str)


def test_nothing_is_dropped_in_silence(small_key: Key) -> None:
    marks = grade(small_key, submit(("s", "2a", "1"), ("s", "1a", "57"), ("s", "1a", "40")))
    assert any("line 2" in notice and "no exercise" in notice for notice in marks.notices)
    assert any("line 4" in notice and "line 3" in notice for notice in marks.notices)
    assert verdicts(marks) == {"a": "right"}


def test_unknown_columns_are_told_once(small_key: Key) -> None:
    marks = grade(small_key, submit(("s", "Comment", "x"), ("t", "Comment", "y"), layout="wide"))
    assert len(marks.notices) == 1
    assert "Comment" in marks.notices[0]


def test_ticked_boxes_make_a_choice(small_key: Key) -> None:
    ticks = [("s", "1h_A", "On"), ("s", "1h_B", "Off"), ("s", "1h_C", "Yes"), ("s", "1h_D", "")]
    assert verdicts(grade(small_key, submit(*ticks))) == {"h": "right"}
    odd = grade(small_key, submit(("s", "1h_A", "maybe")))
    assert "neither on nor off" in odd.notices[0]


def test_a_column_may_be_in_another_unit(small_key: Key) -> None:
    marks = grade(small_key, submit(("s", "1a (s)", "0.04"), ("t", "1a (s)", "40 ms")))
    assert verdicts(marks) == verdicts(marks, 1) == {"a": "right"}


def test_csv_holds_no_live_formula(small_key: Key) -> None:
    bad = '=HYPERLINK("http://invalid.example","x")'
    marks = grade(
        small_key,
        submit(
            ("@s", "1a", bad),
            ("s", "1a", "-41.8"),
            ("s", "1b", "\t=1+1"),
            ("t", "1a", "+cmd|' /C calc'!A0"),
        ),
    )
    cells = [cell for row in csv.reader(io.StringIO(marks_csv.text(marks))) for cell in row]
    assert "'" + bad in cells
    assert "-41.8" in cells
    assert [
        c
        for c in cells
        if c.lstrip()[:1] in "=+-@\t" and c and c.lstrip() != "-41.8" and c != "-41.8 ms"
    ] == []


def test_same_input_same_bytes(small_key: Key) -> None:
    answers = submit(("s", "1a", "57 ms"), ("t", "1h", "A"))
    assert results.encode(grade(small_key, answers)) == results.encode(grade(small_key, answers))


def test_the_table_obeys_no_control_character(small_key: Key) -> None:
    marks = grade(small_key, submit(("s", "1a", "\x1b[2J41.8\n")))
    assert "\x1b" not in listing.text(marks)
    assert verdicts(marks) == {"a": "invalid"}


def test_the_policy_says_what_a_comma_means() -> None:
    """A class that writes 41,8 groups digits with points."""
    answers = submit(("s", "1a", "40,000"))
    plain, european = (
        grade(make_key(**policy), answers).students[0].marks[0] for policy in ({}, {"decimal": ","})
    )
    assert (plain.verdict, european.verdict) == ("unit", "right")
    assert any("point and comma" in notice for notice in plain.notices)
