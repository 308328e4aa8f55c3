"""A roofline as SVG: attainable FLOP/s over arithmetic intensity, both axes logarithmic.

Plain lines and words, no colour: it reads in black and white. Sizes are in CSS pixels; positions
are approximate to a tenth of one (floats), the labels are the key's own text.
"""

from __future__ import annotations

from html import escape
from math import atan2, ceil, cos, degrees, floor, log10, radians, sin
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import msgspec

from exgen.render.labels import Label, estimated, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from exgen.key import Roofline

SCHEME = "plot:"
WIDTH, HEIGHT = 560, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 18, 14, 38
_FLOOR, _WALL = HEIGHT - _BOTTOM, WIDTH - _RIGHT
_FONT = "font-family:'Source Sans Pro';font-size:11.5px"
_PREFIXES = {0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}
_BLACK, _GREY, _WHITE = "#000000", "#bbbbbb", "#ffffff"


class Frame(msgspec.Struct, frozen=True):
    """The roof in FLOP/s and B/s, and the powers of ten at the four edges."""

    peak: float
    bandwidth: float
    left: int
    right: int
    bottom: int
    top: int

    @property
    def ridge(self) -> float:
        """FLOP/B at which both limits are equal."""
        return self.peak / self.bandwidth

    def x(self, intensity: float) -> float:
        """FLOP/B -> px from the left."""
        share = (log10(intensity) - self.left) / (self.right - self.left)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, rate: float) -> float:
        """FLOP/s -> px from the top."""
        share = (log10(rate) - self.bottom) / (self.top - self.bottom)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)

    def roof(self, x: float) -> float:
        """px from the left -> px of the roof there from the top."""
        share = (x - _LEFT) / (WIDTH - _LEFT - _RIGHT)
        intensity = 10 ** (self.left + share * (self.right - self.left))
        return self.y(min(self.peak, intensity * self.bandwidth))


def roofline(plot: Roofline) -> str:
    """One `<svg>` with a title for those who cannot see it."""
    intensities = [float(point.intensity) for point in plot.points]
    frame = _frame(float(plot.peak), float(plot.bandwidth), intensities)
    spots = [(frame.x(each), frame.roof(frame.x(each))) for each in intensities]
    ridge = Label(f"ridge {_plain(frame.ridge)} FLOP/B", frame.x(frame.ridge) + 5, _FLOOR - 6)
    named = [(x, y, point.label) for (x, y), point in zip(spots, plot.points, strict=True)]
    labels = spread(named, [ridge], _WALL, frame.roof)
    # What lies behind comes first: labels cover grid and drop lines, never the roof or a point.
    drawn = [
        *_axes(frame),
        *_drops(frame, spots),
        *map(_behind, labels),
        *_roof(plot, frame, spots),
    ]
    drawn += [_dot(x, y) for x, y in spots] + [
        _text(label.x, label.y, label.words, "end" if label.ends else "start") for label in labels
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="roofline" width="{WIDTH}" '
        f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" style="{_FONT}">'
        f"<title>{escape(said(plot))}</title>{''.join(drawn)}</svg>"
    )


def address(svg: str) -> str:
    """The drawing as an image's address. Inside the page, every line of it would be styled."""
    return SCHEME + quote(svg, safe="")


def drawing(address: str) -> str:
    """The drawing that an address stands for."""
    return unquote(address.removeprefix(SCHEME))


def said(plot: Roofline) -> str:
    """What the plot shows, in a sentence."""
    ridge = _plain(float(plot.peak) / float(plot.bandwidth))
    points = "; ".join(
        f"{point.label} at {_plain(float(point.intensity))} FLOP/B" for point in plot.points
    )
    roof = f"{plot.bandwidth_shown} and {plot.peak_shown}, ridge point at {ridge} FLOP/B"
    return f"Roofline of {roof}. Points: {points}."


def _frame(peak: float, bandwidth: float, intensities: Sequence[float]) -> Frame:
    ridge = peak / bandwidth
    low, high = min([*intensities, ridge / 10]), max([*intensities, ridge * 10])
    left, right = floor(log10(low) - 0.05), ceil(log10(high) + 0.05)
    return Frame(
        peak, bandwidth, left, right, floor(log10(bandwidth * 10.0**left)), ceil(log10(peak) + 0.15)
    )


def _axes(frame: Frame) -> Iterator[str]:
    across, up = range(frame.left, frame.right + 1), range(frame.bottom, frame.top + 1)
    grid = [f"M{frame.x(10.0**power):.1f} {_TOP}V{_FLOOR}" for power in across]
    grid += [f"M{_LEFT} {frame.y(10.0**power):.1f}H{_WALL}" for power in up]
    yield _line("".join(grid), _GREY, 0.5)
    for power in across:
        yield _text(frame.x(10.0**power), _FLOOR + 15, _decade(power), "middle")
    for power in up:
        yield _text(_LEFT - 6, frame.y(10.0**power) + 4, _rate(power), "end")
    yield _text((_LEFT + _WALL) / 2, HEIGHT - 6, "arithmetic intensity, FLOP/B", "middle")


def _drops(frame: Frame, spots: Sequence[tuple[float, float]]) -> Iterator[str]:
    ridge = frame.x(frame.ridge)
    yield _line(f"M{ridge:.1f} {frame.y(frame.peak):.1f}V{_FLOOR}", _BLACK, 0.8, "3 3")
    for x, y in spots:
        yield _line(f"M{x:.1f} {y:.1f}V{_FLOOR}", _BLACK, 0.5, "1 2.5")


def _roof(plot: Roofline, frame: Frame, spots: Sequence[tuple[float, float]]) -> Iterator[str]:
    start = max(10.0**frame.left, 10.0**frame.bottom / frame.bandwidth)
    x0, x1, x2 = frame.x(start), frame.x(frame.ridge), _WALL
    y0, y1 = frame.y(start * frame.bandwidth), frame.y(frame.peak)
    yield _line(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}L{x2:.1f} {y1:.1f}", _BLACK, 1.8)
    yield _text(x2 - 4, y1 - 7, plot.peak_shown, "end")
    yield _along(x0, y0, x1, y1, plot.bandwidth_shown, [x for x, _ in spots])


def _along(x0: float, y0: float, x1: float, y1: float, words: str, taken: Sequence[float]) -> str:
    """Words above the slope, turned along it, where they are far from the points."""
    reach = estimated(words)

    def near(share: float) -> float:
        middle = x0 + (x1 - x0) * share + reach / 2
        return min((abs(middle - x) for x in taken), default=0.0)

    share = max((0.3, 0.5, 0.7, 0.15), key=lambda share: min(near(share), reach))
    angle = degrees(atan2(y1 - y0, x1 - x0))
    x = x0 + (x1 - x0) * share + 7 * sin(radians(angle))
    y = y0 + (y1 - y0) * share - 7 * cos(radians(angle))
    turn = f"rotate({angle:.1f} {x:.1f} {y:.1f})"
    return f'<text x="{x:.1f}" y="{y:.1f}" transform="{turn}">{escape(words)}</text>'


def _behind(label: Label) -> str:
    place = f'x="{label.left - 1:.1f}" y="{label.y - 10:.1f}"'
    width = label.right - label.left
    return f'<rect {place} width="{width:.1f}" height="13" fill="{_WHITE}"/>'


def _dot(x: float, y: float) -> str:
    paint = f'fill="{_WHITE}" stroke="{_BLACK}" stroke-width="1.6"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" {paint}/>'


def _line(path: str, colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _decade(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else f"0.{'0' * (-power - 1)}1"


def _rate(power: int) -> str:
    prefix = max((each for each in _PREFIXES if each <= power), default=0)
    return f"{10 ** (power - prefix)} {_PREFIXES[prefix]}FLOP/s"


def _plain(value: float) -> str:
    """About four figures, without an exponent."""
    return f"{value:,.0f}" if value >= 1000 else f"{float(f'{value:.4g}'):g}"
