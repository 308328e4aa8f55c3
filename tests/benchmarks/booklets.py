"""Seconds a booklet in a warm process, always with fresh numbers."""

from __future__ import annotations

import io
import itertools
import time
from typing import TYPE_CHECKING

from pypdf import PdfReader

from exgen import problem_set
from exgen.render import page, pdf
from tests.benchmarks.measuring import ROOT, Row, seconds

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen.key import Key


def rows() -> list[Row]:
    """The goals are for 3 and 9 pages; where a booklet has another number, so does its goal."""
    return [
        _row("problem sheet", page.problems_html, 0.35 / 3, 4),
        _row("solutions", page.solutions_html, 1.3 / 9, 6),
    ]


def _row(name: str, html: Callable[[Key, str], str], goal_a_page: float, problems: int) -> Row:
    fresh = itertools.count()

    def make() -> bytes:
        return pdf.pdf(html(_key(f"bench {next(fresh)}", problems), "a4"))

    pages = len(PdfReader(io.BytesIO(make())).pages)
    return Row(
        f"{name}, {pages} pages, warm",
        seconds(make, 5, time.perf_counter),
        "s",
        goal_a_page * pages,
        "less",
    )


def _key(seed: str, problems: int) -> Key:
    where, wish = [ROOT / "templates"], problem_set.Wish(problems=problems)
    chosen, name = problem_set.choose(None, wish, where)
    return problem_set.make(name, chosen, seed, wish, where, lambda _: None)
