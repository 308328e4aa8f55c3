"""The booklets as HTML: well-formed, complete, and without answers where none belong."""

from __future__ import annotations

import pytest

from exgen.render import page
from tests.render.sample_key import NBSP, SECRET, parsed, sample

BOOKLETS = [page.problems_html, page.solutions_html, page.interviewer_html]


@pytest.mark.parametrize("booklet", BOOKLETS)
@pytest.mark.parametrize("paper", page.PAPERS)
def test_well_formed_and_of_the_paper(booklet: object, paper: str) -> None:
    html = booklet(sample(), paper)  # type: ignore[operator]  # one of the three functions
    assert parsed(html).get("lang") == "en"
    assert f"size: {page.PAPERS[paper]}" in html
    assert "Serving &lt;one&gt; &amp; all" in html
    assert SECRET not in html


def test_problems_hold_no_answer() -> None:
    html = page.problems_html(sample(), "a4")
    for answer in (
        "5.2652",
        "42.121",
        "Factor 8",
        "One user only",
        "n_kv*d",
        "derivation",
        "123,456",
    ):
        assert answer not in html


def test_fields_are_named_by_exercise_and_part() -> None:
    root = parsed(page.problems_html(sample(), "a4"))
    names = [(field.get("name"), field.get("data-field")) for field in root.iter("input")]
    assert names == [
        ("name", "text"), ("student", "text"), ("1a", "text"), ("1b", "text"), ("1c", "text"),
        ("1d", "one"), ("1d", "one"), ("1e_A", "many"), ("1e_B", "many"), ("1e_C", "many"),
        ("2a", "text"),
    ]  # fmt: skip
    titles = [field.get("title") for field in root.iter("input")]
    assert titles[2:5] == [
        "Problem 1, part a, answer in ms",
        "Problem 1, part b, answer in request",
        "Problem 1, part c, a formula in L, n_kv, d",
    ]


def test_units_tolerances_and_totals_are_stated() -> None:
    html = page.problems_html(sample(), "a4")
    for said in (
        f"±1{NBSP}%, or “none”",
        "requests<br/>",
        "2 problems · 6.5 marks · 13 minutes",
        "set BCD234",
    ):
        assert said in html
    assert "<b>NVIDIA H100 SXM5 80GB</b> a datasheet." in html


def test_solutions_give_answers_intervals_and_slips() -> None:
    html = page.solutions_html(sample(), "a4")
    for said in (
        "5.2100 to 5.3200",
        f"42.121{NBSP}ms",
        "Factor 8",
        "or an equal expression",
        "There is no",
    ):
        assert said in html


def test_interviewer_learns_what_slips_reveal() -> None:
    html = page.interviewer_html(sample(), "a4")
    for said in ("Says <em>bytes</em> first.", "Reveals: Factor 8", "What if"):
        assert said in html


@pytest.mark.parametrize(
    ("shown", "before", "aligned"),
    [
        (f"7{NBSP}B", 6, f"\u2007\u2007\u2008\u2007\u20077{NBSP}B"),
        (f"28,672{NBSP}B", 6, f"28,672{NBSP}B"),
        ("0.5", 1, "0.5"),
        ("12.5", 4, "\u2008\u200712.5"),
    ],
)
def test_values_align_at_the_point(shown: str, before: int, aligned: str) -> None:
    assert page.aligned(shown, before) == aligned
    assert page.before_point([shown]) <= before
