"""Which problems are chosen, and what a set's code says and does not say."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exgen import key, library, problem_set
from exgen.errors import UsageError
from exgen.problem_set import Wish
from tests.drawn import BASE
from tests.fixtures import TEMPLATES, TESTS

WHERE = [TEMPLATES]


def make(
    wish: Wish, seed: str = "7", name: str | None = None, where: list[Path] = WHERE
) -> key.Key:
    chosen, name = problem_set.choose(name, wish, where)
    return problem_set.make(name, chosen, seed, wish, where, lambda _: None)


def templates(made: key.Key) -> list[str]:
    return [exercise.template for exercise in made.exercises]


def test_the_workshop_is_the_default() -> None:
    made = make(Wish())
    assert (made.set, made.seed, made.schema) == ("workshop", "7", "exgen.key/1")
    assert len(made.exercises) >= 11


def test_levels_and_topics() -> None:
    assert {exercise.level for exercise in make(Wish(levels=("foundational",))).exercises} == {
        "foundational"
    }
    assert {template.split("/")[0] for template in templates(make(Wish(topics=("encoder",))))} == {
        "encoder"
    }
    assert make(Wish(levels=("foundational",))).set == "problems"


@pytest.mark.parametrize("count", [1, 3, 30])
def test_so_many_problems(count: int) -> None:
    made = make(Wish(problems=count))
    assert len(made.exercises) == count
    shown = [(e.template, tuple(g.shown for g in e.givens)) for e in made.exercises]
    assert len({e.seed + e.template for e in made.exercises}) == count
    assert len(set(shown)) > count * 0.8


def test_another_seed_chooses_other_problems() -> None:
    assert len({tuple(templates(make(Wish(problems=3), seed))) for seed in "12345"}) > 2


@pytest.mark.parametrize("minutes", [10, 45])
def test_so_many_minutes(minutes: int) -> None:
    assert (
        minutes - 10
        < sum(exercise.minutes for exercise in make(Wish(minutes=minutes)).exercises)
        <= minutes
    )


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (Wish(levels=("expert",)), "no level 'expert'"),
        (Wish(topics=("decod",)), "did you mean 'decode'"),
        (Wish(problems=201), "at most 200 problems"),
        (Wish(minutes=1), "no problem fits into 1 minutes"),
    ],
)
def test_wishes_that_cannot_be_met(wish: Wish, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make(wish)


def test_a_set_of_too_many_problems(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text('title = "x"\n' + '[[problem]]\ntemplate = "ridge_point"\n' * 201)
    with pytest.raises(UsageError, match="at most 200 problems a set, not 201"):
        make(Wish(), name=str(path))


def test_a_set_without_problems(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text('title = "x"\nproblem = []\n')
    with pytest.raises(UsageError, match="the set has no problem"):
        make(Wish(), name=str(path))


def code(tmp_path: Path, *changes: tuple[str, str], seed: str = "7") -> str:
    """The code of a set of one changed page."""
    page = BASE
    for old, new in changes:
        assert old in page
        page = page.replace(old, new)
    folder = tmp_path / "templates" / "decode"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "base.md").write_text(page, "utf-8")
    library.load.cache_clear()
    return make(Wish(topics=("decode",)), seed, where=[tmp_path / "templates"]).code


def test_the_code_does_not_depend_on_prose(tmp_path: Path) -> None:
    words = [
        ("Reading the weights once", "Another title"),
        ("A model with", "One model with"),
        ("The shortest time", "The least time"),
        ("Factor 8:", "Eight times:"),
        ("Names the bytes first", "Bytes first"),
    ]
    assert code(tmp_path, *words) == code(tmp_path)


def test_the_code_depends_on_values_and_questions(tmp_path: Path) -> None:
    same = code(tmp_path)
    assert code(tmp_path, ('"2 B/weight"', '"4 B/weight"')) != same
    assert code(tmp_path, ('"1 %"', '"2 %"')) != same
    assert code(tmp_path, ('unit = "ms"', 'unit = "s"')) != same
    assert len(same) == 6


SCRIPT = """
import hashlib
from exgen import key, library, problem_set
wish = problem_set.Wish()
where = [library.shipped()]
chosen, name = problem_set.choose(None, wish, where)
print(hashlib.sha256(key.encode(problem_set.make(name, chosen, "7", wish, where, lambda _: None))).hexdigest())
"""


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_same_seed_is_the_same_bytes_in_any_process(hash_seed: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": str(TESTS.parent),
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
    }
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == hashlib.sha256(key.encode(make(Wish()))).hexdigest()


def test_a_copy_of_the_templates_makes_the_same_set(tmp_path: Path) -> None:
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    assert key.encode(make(Wish(), where=[tmp_path / "templates"])) == key.encode(make(Wish()))
