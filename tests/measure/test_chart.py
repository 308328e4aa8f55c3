"""Plots of measurements that nobody hoped for."""

from __future__ import annotations

import pytest

from exgen.measure import chart
from exgen.measure.chart import Chart, Line, Point

LINE = Line(((1.0, 1.0), (100.0, 100.0)), "as predicted")


def test_a_saving_that_is_a_loss_is_named_and_not_drawn() -> None:
    drawn = chart.svg(
        Chart("savings", "s", "s", (Point(2, 3, "good"), Point(2, -3, "saving")), (LINE,))
    )
    assert drawn.count("<circle") == 1
    assert "not above zero: saving" in drawn


@pytest.mark.parametrize("point", [Point(0, 1), Point(1, 0), Point(-1, -1)])
def test_nothing_above_zero_is_no_chart(point: Point) -> None:
    assert chart.svg(Chart("t", "x", "y", (point,), (LINE,))) == ""


def test_lines_and_marks_stay_on_the_axes() -> None:
    drawn = chart.svg(
        Chart("t", "x", "y", (Point(1, 1),), (Line(((-1.0, 1.0), (2.0, 2.0))),), ((0.0, "knee"),))
    )
    assert "knee" not in drawn
    assert "polyline" in drawn
