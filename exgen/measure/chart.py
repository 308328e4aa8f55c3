"""Points and lines on logarithmic axes, as SVG: enough for rooflines, sweeps and pairs of bars.

Sizes are in CSS pixels. No script, no colour that carries meaning: measured points are filled,
predictions are lines or hollow.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 640, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 150, 16, 46
_FONT = "font-family:sans-serif;font-size:12px"


class Point(msgspec.Struct, frozen=True):
    """A measured point; the label may be empty."""

    x: float
    y: float
    label: str = ""


class Line(msgspec.Struct, frozen=True):
    """A predicted line through points in order."""

    points: tuple[tuple[float, float], ...]
    label: str = ""
    dashed: bool = False


class Chart(msgspec.Struct, frozen=True):
    """What to draw; `marks` are vertical lines (a predicted knee)."""

    title: str
    x: str
    y: str
    points: tuple[Point, ...]
    lines: tuple[Line, ...] = ()
    marks: tuple[tuple[float, str], ...] = ()


class _Axis:
    """A logarithmic axis over what is drawn, with a little room at both ends."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        low, high = log10(min(values)), log10(max(values))
        room = max(0.06 * (high - low), 0.06)
        self.low, self.high, self.start, self.end = low - room, high + room, start, end

    def at(self, value: float) -> float:
        share = (log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Powers of ten, or 1-2-5 steps where there are few of them."""
        powers = range(floor(self.low), ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > 3 else (1, 2, 5)
        every = [step * 10.0**power for power in powers for step in steps]
        return [tick for tick in every if self.low <= log10(tick) <= self.high]


def svg(chart: Chart) -> str:
    """One `<svg>`, with its title for those who cannot see it; "" if nothing can be drawn.

    What is not above zero (a saving that was a loss) has no place on these axes and is named.
    """
    chart, outside = _drawable(chart)
    if not chart.points:
        return ""
    spots = [(p.x, p.y) for p in chart.points] + [p for line in chart.lines for p in line.points]
    across = _Axis([x for x, _ in spots] + [x for x, _ in chart.marks], _LEFT, WIDTH - _RIGHT)
    up = _Axis([y for _, y in spots], HEIGHT - _BOTTOM, _TOP)
    body = [*_grid(chart, across, up), *_marks(chart, across)]
    for line in chart.lines:
        body += _line(line, across, up)
    body += _points(chart.points, across, up)
    if outside:
        body.append(_text(_LEFT + 6, _TOP + 12, f"not above zero: {', '.join(outside)}", "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" style="{_FONT}"><title>{escape(chart.title)}</title>'
        f"{''.join(body)}</svg>"
    )


def _drawable(chart: Chart) -> tuple[Chart, list[str]]:
    """The chart without what is not above zero, and the labels of those points."""
    points = tuple(each for each in chart.points if min(each.x, each.y) > 0)
    lines = tuple(
        msgspec.structs.replace(line, points=tuple(each for each in line.points if min(each) > 0))
        for line in chart.lines
    )
    marks = tuple(each for each in chart.marks if each[0] > 0)
    outside = [p.label or f"{p.x:.3g}" for p in chart.points if min(p.x, p.y) <= 0]
    drawn = msgspec.structs.replace(
        chart, points=points, lines=tuple(line for line in lines if line.points), marks=marks
    )
    return drawn, outside


def _grid(chart: Chart, across: _Axis, up: _Axis) -> Iterator[str]:
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    for tick in across.ticks():
        x = across.at(tick)
        yield f'<path d="M{x:.1f} {_TOP}V{bottom}" stroke="#ddd"/>'
        yield _text(x, bottom + 16, _plain(tick), "middle")
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#ddd"/>'
        yield _text(_LEFT - 6, y + 4, _plain(tick), "end")
    yield f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#000"/>'
    yield _text((_LEFT + right) / 2, HEIGHT - 8, chart.x, "middle")
    middle = (_TOP + bottom) / 2
    yield (
        f'<text transform="rotate(-90)" x="{-middle:.1f}" y="14" text-anchor="middle">'
        f"{escape(chart.y)}</text>"
    )


def _marks(chart: Chart, across: _Axis) -> Iterator[str]:
    for value, label in chart.marks:
        x = across.at(value)
        yield (
            f'<path d="M{x:.1f} {_TOP}V{HEIGHT - _BOTTOM}" stroke="#000" stroke-dasharray="2 3"/>'
        )
        yield _text(x + 4, _TOP + 12, label, "start")


def _line(line: Line, across: _Axis, up: _Axis) -> Iterator[str]:
    path = " ".join(f"{across.at(x):.1f},{up.at(y):.1f}" for x, y in line.points)
    dash = ' stroke-dasharray="6 4"' if line.dashed else ""
    yield f'<polyline points="{path}" fill="none" stroke="#000" stroke-width="1.5"{dash}/>'
    x, y = line.points[-1]
    yield _text(across.at(x) + 6, up.at(y) + 4, line.label, "start")


def _points(points: Sequence[Point], across: _Axis, up: _Axis) -> Iterator[str]:
    """Dots; labels to their right, moved down until no two lie on each other."""
    taken: list[tuple[float, float]] = []
    for point in sorted(points, key=lambda each: -each.y):
        x, y = across.at(point.x), up.at(point.y)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#06c"/>'
        if point.label:
            place = y + 4
            while any(abs(place - other) < 14 and abs(x - left) < 160 for left, other in taken):
                place += 4
            taken.append((x, place))
            yield _text(x + 8, place, point.label, "start")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    halo = "paint-order:stroke;stroke:#fff;stroke-width:3px"
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} style="{halo}">{escape(words)}</text>'


def _plain(value: float) -> str:
    """`1e9` -> 1 G, `0.001` -> 1 m."""
    for power, prefix in ((12, "T"), (9, "G"), (6, "M"), (3, "k"), (0, ""), (-3, "m"), (-6, "µ")):
        if value >= 10.0**power * 0.9999:
            return f"{value / 10.0**power:.3g} {prefix}".strip()
    return f"{value:.2g}"
