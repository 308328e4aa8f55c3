"""Reviews of every page: one wrong step, named by one sentence, and the right number not told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exgen import review, set_file
from exgen.errors import ExgenError, InfeasibleError
from exgen.expression import parse
from exgen.expression.text import DOLLARS
from exgen.grading.judge import judge, read_part
from exgen.problem_set import Wish, make
from exgen.units import number
from tests.drawn import PAGES, drawn, solved
from tests.fixtures import TEMPLATES

WITH_SLIPS = [
    id for id in PAGES if any(part.kind == "quantity" and part.slips for part in solved(id).parts)
]
SEEDS = range(8)


@pytest.mark.parametrize("id", WITH_SLIPS)
def test_a_review_has_one_wrong_step_and_does_not_tell_the_right_number(id: str) -> None:
    for seed in SEEDS:
        made = review.review(drawn(id, str(seed)), 1)
        value = made.parts[-1]
        part, _, slip = made.slip.partition(".")
        wrong = next(each for each in value.outcomes if each.id == slip)
        assert wrong.shown in made.problem
        assert not re.search(rf"(?<![\d,.]){re.escape(value.shown)}(?![\d,.])", made.problem) or (
            value.shown in drawn_numbers(id, seed, part)
        ), (seed, made.slip, value.shown)
        assert made.problem.count("**Step ") >= 1
        for choice in made.parts[:-1]:
            assert sum(option.right for option in choice.options) == 1
            assert len({option.text for option in choice.options}) == len(choice.options)


def drawn_numbers(id: str, seed: int, part: str) -> str:
    """What the problem says anyway: its givens, and the results of the other steps."""
    one = review.freeze.freeze(drawn(id, str(seed)), 1)
    others = [o.shown for p in one.parts if p.id != part for o in p.outcomes]
    return " ".join(
        [one.problem, *[p.shown for p in one.parts if p.id != part], *others,
         *[line.rhs for p in one.parts for line in p.derivation if line.role != "result" or p.id != part]]
    )  # fmt: skip


@pytest.mark.parametrize("id", WITH_SLIPS)
def test_every_formula_of_the_colleague_can_be_set(id: str) -> None:
    for seed in SEEDS:
        for written in DOLLARS.findall(review.review(drawn(id, str(seed)), 1).problem):
            parse.parse_written(written)


@pytest.mark.parametrize("id", WITH_SLIPS)
def test_right_answers_are_right_and_the_colleagues_number_is_the_slip(id: str) -> None:
    for seed in SEEDS:
        made = review.review(drawn(id, str(seed)), 1)
        for part in made.parts:
            assert judge(part, read_part(part, part.shown)).verdict == "right"
        value, slip = made.parts[-1], made.slip.partition(".")[2]
        wrong = next(each for each in value.outcomes if each.id == slip)
        found = judge(value, read_part(value, wrong.shown))
        assert found.verdict == "slip"
        assert slip in found.outcomes


def test_what_follows_from_the_wrong_step_is_computed_from_it() -> None:
    one = drawn("decode/tpot_bound", "7")
    made = review.review(one, 1, "T.binary_bandwidth")
    wrong = next(each for each in made.parts[-1].outcomes if each.id == "binary_bandwidth")
    rate = re.search(r"≈ ([\d.]+) token/s", made.problem.replace("\u00a0", " "))
    assert rate is not None
    assert abs(number(rate[1]) * number(wrong.value) / 1000 - 1) < number("1e-4")


def test_a_slip_that_does_not_exist_or_apply_is_said() -> None:
    with pytest.raises(ExgenError, match="has no slip 'T.gob'"):
        review.review(drawn("decode/tpot_bound", "7"), 1, "T.gob")
    never = next(
        (str(seed), f"{part.id}.{slip.spec.id}")
        for seed in range(200)
        for answer in drawn("roofline/gemm_intensity", str(seed)).answers
        for part in [answer.part]
        for slip in part.slips
        if slip.spec.id not in {s.solved.spec.id for s in answer.slips}
    )
    with pytest.raises(InfeasibleError, match="applies to this draw"):
        review.review(drawn("roofline/gemm_intensity", never[0]), 1, never[1])


def test_a_set_asks_for_reviews(tmp_path: Path) -> None:
    path = tmp_path / "reviews.toml"
    path.write_text(
        'title = "R"\n[[problem]]\ntemplate = "decode/tpot_bound"\nas = "review"\nslip = "T.bits"\n'
        '[[problem]]\ntemplate = "roofline/ridge_point"\nas = "review"\n'
    )
    made = make(
        "r", set_file.read(str(path), [TEMPLATES]), "7", Wish(), [TEMPLATES], lambda _: None
    )
    assert made.exercises[0].slip == "T.bits"
    assert [each.title.partition(":")[0] for each in made.exercises] == ["Find the slip"] * 2
