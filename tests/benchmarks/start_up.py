"""How long a command takes to say anything, against an import of click alone."""

from __future__ import annotations

import statistics

from tests.benchmarks.measuring import ROOT, Row, process

REPEATS = 9


def rows() -> list[Row]:
    """Ratios; the three commands take turns, so that a drift of the machine meets all of them."""
    words = {
        "click": ["-c", "import click"],
        "--help": ["-m", "exgen", "--help"],
        "list": ["-m", "exgen", "list"],
    }
    times: dict[str, list[float]] = {name: [] for name in words}
    for _ in range(REPEATS):
        for name, each in words.items():
            times[name].append(process(each, ROOT).seconds)
    median = {name: statistics.median(each) for name, each in times.items()}
    title = f"importing click ({median['click'] * 1000:.0f} ms)"
    return [
        Row(f"exgen --help / {title}", median["--help"] / median["click"], "×", 2, "less"),
        Row(f"exgen list / {title}", median["list"] / median["click"], "×", 4, "less"),
    ]
