"""Booklets are the same bytes whoever makes them, and errors come back from the second process."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import msgspec
import pytest

from exgen import key, press, problem_set, set_file
from exgen.errors import ExgenError

ROOT = Path(__file__).parent.parent
NAMES = ("problems", "solutions")


@pytest.fixture(scope="module")
def small() -> key.Key:
    """A set of one problem."""
    chosen = set_file.SetFile("Small", (set_file.Problem("roofline/ridge_point"),))
    where = [ROOT / "templates"]
    return problem_set.make("small", chosen, "1", problem_set.Wish(), where, lambda _: None)


def test_one_core_and_two_make_the_same_bytes(
    small: key.Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for cores in (1, 2):
        monkeypatch.setattr(press, "_cores", lambda cores=cores: cores)
        said: list[str] = []
        with press.press(NAMES, "a4") as print_all:
            made.append(print_all(small, said.append))
        assert said == ["problems.pdf", "solutions.pdf"]
    assert made[0] == made[1]
    assert list(made[0]) == ["problems.pdf", "solutions.pdf"]


def test_an_error_of_the_second_process_is_ours(
    small: key.Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "_cores", lambda: 2)
    bad = msgspec.structs.replace(small.exercises[0], solution="\N{SNOWMAN}")
    spoilt = msgspec.structs.replace(small, exercises=(bad,))
    with (
        press.press(NAMES, "a4") as print_all,
        pytest.raises(ExgenError, match="fonts of the booklets have no"),
    ):
        print_all(spoilt, lambda _: None)


def test_leaving_early_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "_cores", lambda: 2)
    before = set(multiprocessing.active_children())
    with pytest.raises(RuntimeError, match="stopped"), press.press(NAMES, "a4"):
        (started,) = set(multiprocessing.active_children()) - before
        raise RuntimeError("stopped")
    started.join(30)
    assert not started.is_alive()
