"""Lines of a derivation in rows."""

from __future__ import annotations

import re

from exgen.key import Line
from exgen.render import derivation
from tests.render.sample_key import sample


def _rows(*lines: Line) -> list[str]:
    return re.findall(r"<tr class=\"(\w+)\">", derivation.table(lines))


def test_short_chains_share_a_row() -> None:
    lines = (
        Line("solved", "rho", "=", "n_q/n_kv"),
        Line("numbers", "", "=", "28/4"),
        Line("result", "", "=", "7"),
    )
    assert _rows(*lines) == ["solved"]


def test_numbers_and_result_share_a_row() -> None:
    lines = (
        Line("solved", "T", "=", "P*w/(n*W)"),
        Line("numbers", "", "=", "[70553706496 weight]*[1 B]/(4*[3.35 TB/s])"),
        Line("result", "", "≈", "[5.2652 ms]"),
    )
    assert _rows(*lines) == ["solved", "numbers"]


def test_unsolved_laws_and_missing_quantities_stand_alone() -> None:
    lines = sample().exercises[0].parts[1].derivation
    html = derivation.table(lines)
    assert _rows(*lines) == ["law", "none"]
    assert "There is no <i>B</i>, because " in html
    assert "(P·w + B·k)/W" in html


def test_every_line_is_there() -> None:
    html = derivation.table(sample().exercises[1].parts[0].derivation)
    assert html.count("<img") == 3
    assert "123,456,789,012,345,678,901,234,567,890\u00a0FLOP" in html
