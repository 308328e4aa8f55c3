"""Draws, answers, slips and the calculator."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exgen import exercise
from exgen.errors import ExgenError, InfeasibleError, UsageError
from tests.drawn import PAGES, SEEDS, drawn, page, solved


@pytest.mark.parametrize("id", PAGES)
def test_requirements_hold_and_slips_keep_away(id: str) -> None:
    for seed in SEEDS:
        made = drawn(id, seed)
        assert all(holds(made.values) for _, holds in made.solved.require)
        for answer in made.answers:
            if answer.base is not None:
                room = 3 * exercise.half_width(answer.part, answer.base)
                assert all(abs(slip.base - answer.base) > room for slip in answer.slips)


@pytest.mark.parametrize("id", PAGES)
def test_the_same_seed_is_the_same_exercise(id: str) -> None:
    again = exercise.make(solved(id), "7")
    assert (again.rows, again.shown, again.values) == (
        drawn(id, "7").rows,
        drawn(id, "7").shown,
        drawn(id, "7").values,
    )


def test_another_given_changes_no_draw() -> None:
    more = page(
        ("[given]\n", '[given]\nr = { among = ["5 %", "10 %"] }\n'),
        ('law = "M == P*w"', 'law = "M == P*w*r"'),
    )
    for seed in SEEDS:
        first, second = exercise.make(page(), seed), exercise.make(more, seed)
        assert first.rows == second.rows
        assert all(second.shown[name] == value for name, value in first.shown.items())


def test_a_page_under_another_name_draws_anew() -> None:
    one, other = page(), page(id="decode/other")
    assert any(exercise.make(one, seed).shown != exercise.make(other, seed).shown for seed in SEEDS)


def test_an_infeasible_draw_is_drawn_again() -> None:
    tight = page(('["M <= gpu.memory"]', '["P >= [30 Gweight]"]'))
    made = [exercise.make(tight, seed) for seed in SEEDS]
    assert {each.values["P"] for each in made} == {34 * 10**9}
    assert any(
        each.rejected == ("not feasible: P >= [30 Gweight]",) * len(each.rejected) and each.rejected
        for each in made
    )


def test_what_no_draw_satisfies() -> None:
    with pytest.raises(
        InfeasibleError,
        match=r"base.md:6: no draw in 500 attempts; the last one: not feasible: P < 0 \(seed 7\)",
    ):
        exercise.make(page(('["M <= gpu.memory"]', '["P < 0"]')), "7")


def test_rows_from_memory_are_drawn_only_on_request() -> None:
    among = 'among = ["h100_sxm", "h200_sxm", "a100_sxm_80"]'
    unsure = page((among, 'among = ["b300_sxm"]'))
    with pytest.raises(InfeasibleError, match="every row of 'gpu' is from memory"):
        exercise.make(unsure, "7")
    assert exercise.make(unsure, "7", from_memory=True).rows == {"gpu": "b300_sxm"}
    mixed = page((among, 'among = ["b300_sxm", "h100_sxm"]'))
    assert {exercise.make(mixed, seed).rows["gpu"] for seed in SEEDS} == {"h100_sxm"}


@pytest.mark.parametrize(
    ("pins", "values"),
    [
        ({"P": "8 Gweight"}, {"P": "8000000000"}),
        ({"P": "8"}, {"P": "8000000000"}),
        ({"P": "8,000,000,000 weight"}, {"P": "8000000000"}),
        ({"gpu": "h200_sxm"}, {"W": "4800000000000"}),
        ({"W": "1 TB/s"}, {"W": "1000000000000"}),
        ({"w": "0.5 B"}, {"w": "1/2"}),
    ],
)
def test_pins(pins: dict[str, str], values: dict[str, str]) -> None:
    for made in (exercise.calculate(page(), pins), exercise.make(page(), "7", pins)):
        assert all(made.values[name] == mpq(value) for name, value in values.items())


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("P", "-8 Gweight", "must be positive"),
        ("P", "0", "must be positive"),
        ("P", "nan", "no number"),
        ("P", "inf", "no number"),
        ("P", "1e999999999", "not a unit"),
        ("P", "9" * 5000, "not a unit"),
        ("P", "1.5 weight", "must be a whole number"),
        ("P", "1,5", "not a unit"),
        ("P", "8 GB", "is in 1, not in GB"),
        ("W", "3", "is in B/s, not in 1"),
        ("w", "2 Bq", "unknown unit"),
        ("w", "__import__('os')", "no number"),
        ("q", "1", "has no given 'q'"),
        ("gpu", "../../etc/passwd", "no '../../etc/passwd' in accelerators"),
        ("gpu", "h10_sxm", "did you mean 'h100_sxm'"),
    ],
)
def test_what_cannot_be_pinned(name: str, text: str, message: str) -> None:
    with pytest.raises(ExgenError, match=message) as caught:
        exercise.calculate(page(), {name: text})
    assert len(str(caught.value)) < 300


def test_an_infeasible_pin_says_which_condition_fails() -> None:
    with pytest.raises(InfeasibleError, match=r"not feasible: M <= gpu\.memory"):
        exercise.calculate(page(), {"P": "900 Gweight"})
    with pytest.raises(InfeasibleError, match=r"W: the drawn row does not state it"):
        exercise.calculate(
            page(('"gpu.memory_bandwidth"', '"gpu.fp8_dense"'), ("M/W", "M/W*[1 FLOP/B]")),
            {"gpu": "a100_sxm_80"},
        )


def test_names_that_differ_by_an_underscore_are_kept_apart() -> None:
    both = page(
        ("[given]\n", '[given]\nb_w = { value = "4 B" }\nbw = { value = "5 B" }\n'),
        ("M == P*w", "M == P*w*b_w/bw"),
    )
    fixed = exercise.pinned(both, {"bw": "7 B"})
    assert list(fixed) == ["bw"]
    assert list(
        exercise.pinned(
            page(("[given]\n", "[given]\nn_kv = { value = 1 }\n"), ("P*w", "P*w*n_kv")),
            {"nkv": "2"},
        )
    ) == ["n_kv"]


def test_the_calculator_takes_defaults_then_the_first_feasible_value() -> None:
    usual = page(('"34 Gweight"]', '"34 Gweight"], default = "13 Gweight"'))
    assert exercise.calculate(usual, {}).values["P"] == 13 * 10**9
    moved = exercise.calculate(page(('["M <= gpu.memory"]', '["P > [10 Gweight]"]')), {})
    assert moved.values["P"] == 13 * 10**9
    assert moved.rejected == ("not feasible: P > [10 Gweight]",)


def test_the_calculator_shows_answers_whose_slips_coincide() -> None:
    same = page(("T == 8*M/W", "T == M/W"))
    assert exercise.calculate(same, {}).answers[0].base == mpq(14 * 10**9) / mpq("3.35e12")


def test_a_quantity_that_does_not_exist() -> None:
    some = page(('unit = "ms"', 'unit = "ms"\nnone_when = "P > [10 Gweight]"'))
    made = exercise.calculate(some, {"P": "7 Gweight"})
    assert made.answers[0].base is not None
    with pytest.raises(InfeasibleError, match="'T' does not exist here"):
        exercise.calculate(some, {"P": "13 Gweight"})  # rate needs it


@pytest.mark.parametrize(
    ("tolerance", "half"),
    [("1 %", "1/100"), ("0.5 %", "1/200"), ("exact", "0"), ("3 figures", "1/20")],
)
def test_half_an_interval(tolerance: str, half: str) -> None:
    """Of 10 ms, as a share of 10 ms or, for figures, in ms."""
    part = page(('"1 %"', f'"{tolerance}"')).parts[0]
    expected = mpq(half) / 1000 if "figures" in tolerance else mpq(half) / 100
    assert exercise.half_width(part, mpq(1, 100)) == expected


def test_options_of_a_choice() -> None:
    def options(first: str, second: str) -> str:
        return f'[find.side]\nask = "Which?"\noptions = [{{ is = "a", when = "{first}" }}, {{ is = "b", when = "{second}" }}]\n'

    good = page(("[find.rate]", options("P < [10 Gweight]", "P >= [10 Gweight]") + "[find.rate]"))
    assert exercise.calculate(good, {"P": "7 Gweight"}).answers[1].right == (True, False)
    both = page(("[find.rate]", options("P > 0", "P > 1") + "[find.rate]"))
    with pytest.raises(InfeasibleError, match="side: 2 options are right, not one"):
        exercise.calculate(both, {})


def test_a_seed_may_be_any_text() -> None:
    for seed in ("", "../../etc/passwd", "7|gpu|0", "ünï ✓", "x" * 1000):
        assert exercise.make(page(), seed).seed == seed
    with pytest.raises(UsageError):
        exercise.make(page(), "7", {"nothing": "1"})
