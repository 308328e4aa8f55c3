"""Exercises of the shipped templates and of changed pages, for tests that look at many of them."""

from __future__ import annotations

from functools import cache

from exgen import exercise, freeze, key, library, solving, template
from exgen.exercise import Exercise
from exgen.solved import Solved
from tests.fixtures import TEMPLATES, TESTS

PAGES = library.pages([TEMPLATES])
BASE = (TESTS / "pages" / "base.md").read_text("utf-8")
SEEDS = tuple(str(seed) for seed in range(1, 13))


@cache
def solved(id: str) -> Solved:
    """A shipped template."""
    return solving.solve(library.load(id, PAGES[id]))


def page(*changes: tuple[str, str], id: str = "decode/base") -> Solved:
    """base.md with these changes."""
    text = BASE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return solving.solve(template.read(id, "base.md", text))


@cache
def drawn(id: str, seed: str) -> Exercise:
    """One exercise of a shipped template."""
    return exercise.make(solved(id), seed)


@cache
def frozen(id: str, seed: str) -> key.Exercise:
    """The same as it stands in a key."""
    return freeze.freeze(drawn(id, seed), 1)
