"""Exercises a second on one core, once their pages are read and solved."""

from __future__ import annotations

import itertools

from exgen import derivation, exercise, library, solving
from tests.benchmarks.measuring import ROOT, Row, seconds

SEEDS = 40


def rows() -> list[Row]:
    """All templates, each with seeds that were never drawn before."""
    pages = library.pages([ROOT / "templates"])
    solved = [solving.solve(library.load(id, path)) for id, path in pages.items()]
    fresh = itertools.count()
    exercises = SEEDS * len(solved)

    def drawn() -> list[exercise.Exercise]:
        seeds = [f"bench {next(fresh)}" for _ in range(SEEDS)]
        return [exercise.make(each, seed) for seed in seeds for each in solved]

    draw = exercises / seconds(drawn, 5)
    derive = exercises / seconds(lambda: [derivation.all_lines(each) for each in drawn()], 5)
    name = f"exercises of {len(solved)} templates"
    return [
        Row(f"{name}: drawn, answers, slips", draw, "/s", 5000, "more"),
        Row(f"{name}: and derivations", derive, "/s", 5000, "more"),
    ]
