"""Statistics against the standard library's, and their edges."""

from __future__ import annotations

import statistics as library

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgen.report import slips, statistics
from tests.grading.conftest import make_key
from tests.report.made import CLASS, graded

WHOLE = st.integers(-(10**9), 10**9)
PAIRS = st.lists(st.tuples(WHOLE, WHOLE), min_size=2, max_size=40)


@given(PAIRS)
def test_correlation(pairs: list[tuple[int, int]]) -> None:
    one, other = [x for x, _ in pairs], [y for _, y in pairs]
    found = statistics.correlation(one, other)
    if found is None:
        assert len(set(one)) == 1 or len(set(other)) == 1
    else:
        assert found == pytest.approx(library.correlation(one, other), abs=1e-6)
        assert abs(found) <= 1 + 1e-12


def test_parts() -> None:
    parts = {each.label: each for each in statistics.of_parts(graded(*CLASS))}
    assert len(parts) == 9
    assert parts["a"].facility == 0.25  # one of four right, two not understood
    assert parts["a"].counts == {"right": 1, "slip": 1, "invalid": 2}
    assert parts["a"].share("invalid") == 0.5
    assert parts["c"].discrimination is None  # all blank
    others = [5, 2, 0, 0]  # totals without part a
    expected = library.correlation([2, 0, 0, 0], others)
    assert parts["a"].discrimination == pytest.approx(expected)


def test_the_class() -> None:
    marks = graded(*CLASS)
    whole = statistics.of_class(marks)
    totals = [float(each.total) for each in marks.students]
    assert (whole.mean, whole.median) == (library.mean(totals), library.median(totals))
    assert whole.deviation == pytest.approx(library.stdev(totals))
    quartiles = library.quantiles(totals, n=4, method="inclusive")
    assert whole.quartiles == pytest.approx((quartiles[0], quartiles[2]))
    assert sum(whole.bins) == whole.students == 4


def test_one_student_with_full_marks() -> None:
    whole = statistics.of_class(graded(("s", "1a", "40 ms")))
    assert (whole.deviation, whole.median, whole.bins[1]) == (0, 2, 1)
    assert statistics.of_parts(graded(("s", "1a", "40 ms")))[0].discrimination is None


def test_slips_by_frequency() -> None:
    more = (*CLASS, ("s4", "1a", "320"), ("s4", "1h", "B"))
    found = slips.slips(graded(*more), make_key())
    counts = [(each.count, each.part, each.id) for each in found]
    assert counts[:2] == [(2, "1a", "bits"), (2, "1h", "option_B")]
    assert [each[0] for each in counts] == sorted((each[0] for each in counts), reverse=True)
    bits = next(each for each in found if each.id == "bits")
    assert (bits.part, bits.says, bits.count, bits.share) == ("1a", "This is bits.", 2, 0.4)


def test_a_text_that_waits_is_listed_once() -> None:
    found = slips.waiting(graded(*CLASS))
    assert [(each.part, each.typed, each.students) for each in found] == [
        ("1a", "about forty", (2, 3)), ("1b", "?", (2,)),
    ]  # fmt: skip
