"""The sets that ship, each for several seeds; what a set says for all its problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from gmpy2 import mpq

from exgen import key, set_file, solving
from exgen.errors import ExgenError
from exgen.problem_set import Wish, choose, make
from tests.drawn import page, solved
from tests.fixtures import TEMPLATES

SETS = sorted(path.stem for path in (TEMPLATES / "sets").glob("*.toml"))
WHERE = [TEMPLATES]


def built(name: str, seed: str, wish: Wish | None = None) -> key.Key:
    chosen, stem = choose(name, wish or Wish(), WHERE)
    return make(stem, chosen, seed, wish or Wish(), WHERE, lambda _: None)


@pytest.mark.parametrize("name", SETS)
def test_a_shipped_set_can_be_drawn(name: str) -> None:
    for seed in range(6):
        made = built(name, str(seed))
        assert all(exercise.parts for exercise in made.exercises)


@pytest.mark.parametrize("name", SETS)
def test_a_scenario_is_shared_where_a_page_lists_it(name: str) -> None:
    chosen, _ = choose(name, Wish(), WHERE)
    for seed in ("1", "2", "3"):
        rows = set_file.shared(chosen, seed)
        for problem, exercise in zip(chosen.problem, built(name, seed).exercises, strict=True):
            for row in solved(exercise.template).rows:
                if rows.get(row.name) in row.among and row.name not in problem.with_:
                    given = next(each for each in exercise.givens if each.name == row.name)
                    assert given.value == rows[row.name]


def test_an_interview_lasts_three_quarters_of_an_hour_and_forgives_ten_per_cent() -> None:
    made = built("interview", "5")
    assert 40 <= sum(exercise.minutes for exercise in made.exercises) <= 50
    assert {exercise.level for exercise in made.exercises} >= {"foundational", "intermediate", "principal"}  # fmt: skip
    for part in (part for exercise in made.exercises for part in exercise.parts if part.lo):
        if part.tolerance != "exact":
            assert mpq(part.hi) / mpq(part.value) >= mpq("1.1")
        for outcome in part.outcomes:  # what is told apart is far enough away
            assert abs(mpq(outcome.value) - mpq(part.value)) > 2 * (mpq(part.hi) - mpq(part.value))


def test_shuffle_chooses_from_everything() -> None:
    made = built("shuffle", "3", Wish(minutes=45))
    assert made.set == "shuffle"
    assert 30 <= sum(exercise.minutes for exercise in made.exercises) <= 45


def test_a_wider_tolerance_keeps_counts_exact() -> None:
    wide = solving.widened(page(), "10 %")
    assert [part.relative for part in wide.parts] == [mpq(1, 10), mpq(1, 10)]
    counted = solving.widened(solved("parallelism/pipeline_bubble"), "10 %")
    before = solved("parallelism/pipeline_bubble").parts
    for old, new in zip(before, counted.parts, strict=True):
        assert (new.relative == old.relative) == (old.relative is None or old.kind != "quantity")


BAD = [
    ('tolerance = "exact"\n', "tolerance 'exact' of a set"),
    ('tolerance = "40 %"\n', "tolerance '40 %'"),
    ("[scenario]\ngpu = []\n", "a scenario names no row"),
]


@pytest.mark.parametrize(("line", "said"), BAD)
def test_a_bad_set_is_placed(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f'title = "T"\n{line}[[problem]]\ntemplate = "decode/tpot_bound"\n')
    with pytest.raises(ExgenError, match="bad.toml") as error:
        built(str(path), "1")
    assert said in str(error.value)
