"""The two paths run with a parser that counts its calls and a clock that is told."""

from __future__ import annotations

import json
from fractions import Fraction

LINE = b'{"id": 1}'


class _Parser:
    """Parses lines and counts them."""

    def __init__(self, lines: int) -> None:
        self.lines, self.calls = lines, 0

    def parse(self) -> list[dict[str, int]]:
        one = json.loads(LINE)
        self.calls += self.lines  # every line costs one call; the lines are alike
        return [one]


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Iterations as they are written in the lab; a parse and a use cost what the page says."""
    g = given
    baseline, contender = _Parser(int(g["N"])), _Parser(int(g["N"]))
    kept: list[dict[str, int]] = []
    times: dict[str, list[Fraction]] = {"baseline": [], "contender": []}
    for _ in range(int(g["k"])):
        baseline.parse()
        times["baseline"].append(g["p"] + g["u"])
        spent = g["u"]
        if not kept:
            kept = contender.parse()
            spent += g["p"]
        times["contender"].append(spent)
    total = {path: sum(each, Fraction(0)) for path, each in times.items()}
    return {
        "n_x": Fraction(baseline.calls - contender.calls),
        "S": total["baseline"] / total["contender"],
        "m": total["contender"] / len(times["contender"]),
    }
