"""Set files: what is read, and what is said about the bad ones, with the line that is to blame."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen import problem_set, set_file
from exgen.errors import ExgenError, Findings, UnreadableError, UsageError
from exgen.problem_set import Wish
from tests.fixtures import TEMPLATES, TESTS, Case, cases

BASE = (TESTS / "sets" / "base.toml").read_text("utf-8")
WHERE = [TEMPLATES]


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "some.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_a_set_is_read(tmp_path: Path) -> None:
    found = set_file.read(written(tmp_path, BASE), WHERE)
    assert (found.title, found.lines, found.policy.follow_through) == ("A small set", (4, 8), "1/2")
    assert found.problem[0].with_ == {"gpu": "h100_sxm"}


def make(path: str) -> None:
    """The set drawn, as `exgen build` does it."""
    chosen, name = problem_set.choose(path, Wish(), WHERE)
    problem_set.make(name, chosen, "7", Wish(), WHERE, lambda _: None)


@pytest.mark.parametrize("case", cases("sets/bad.txt"))
def test_a_bad_set(tmp_path: Path, case: Case) -> None:
    path = written(tmp_path, case.applied(BASE))
    with pytest.raises(ExgenError) as caught:
        make(path)
    errors = caught.value.errors if isinstance(caught.value, Findings) else (caught.value,)
    assert [str(error).removeprefix(f"{path}:") for error in errors] == list(case.says)
    assert caught.value.exit_code in (1, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"a = {'[' * 10_000}{']' * 10_000}", "nested too deeply"),
        (f"a = {'9' * 5000}", "a number is too long"),
        ("x" * 300_000, "at most 240000"),
        ("", "missing required field"),
    ],
)
def test_a_hostile_set(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        set_file.read(written(tmp_path, text), WHERE)


def test_a_set_that_is_not_there() -> None:
    with pytest.raises(UnreadableError, match=r"nowhere.toml:1: No such file"):
        set_file.read("nowhere.toml", WHERE)
    with pytest.raises(UsageError, match="did you mean 'workshop'"):
        set_file.read("workshp", WHERE)


@pytest.mark.parametrize("name", sorted(path.stem for path in (TEMPLATES / "sets").glob("*.toml")))
def test_shipped_sets_are_drawn(name: str) -> None:
    made = problem_set.make(name, set_file.read(name, WHERE), "7", Wish(), WHERE, lambda _: None)
    assert [exercise.number for exercise in made.exercises] == list(
        range(1, len(made.exercises) + 1)
    )
