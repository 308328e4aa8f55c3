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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.key import Roofline

SCHEME = "plot:"
WIDTH, HEIGHT = 560, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 18, 14, 38
_FONT = "font-family:'Source Sans Pro';font-size:11.5px"
_CHARACTER = 5.6  # px, a little more than the mean width
_LINE = 14  # px between two labels
_PREFIXES = {0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}


class Spot(msgspec.Struct, frozen=True):
    """A point with its place on the page and how high it lies, as text."""

    label: str
    x: float
    y: float


class Scale(msgspec.Struct, frozen=True):
    """Powers of ten at the four edges."""

    left: int
    right: int
    bottom: int
    top: int

    def x(self, intensity: float) -> float:
        """FLOP/B -> px from the left."""
        share = (log10(intensity) - self.left) / (self.right - self.left)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, rate: float) -> float:
        """FLOP/s -> px from the top."""
        share = (log10(rate) - self.bottom) / (self.top - self.bottom)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)


def roofline(plot: Roofline) -> str:
    """One `<svg>` with a title and a description for those who cannot see it."""
    peak, bandwidth = float(plot.peak), float(plot.bandwidth)
    at = [float(point.intensity) for point in plot.points]
    scale = _scale(peak, bandwidth, at)
    parts = [*_axes(scale), *_roof(plot, scale)]
    spots = [
        Spot(point.label, scale.x(ai), scale.y(min(peak, ai * bandwidth)))
        for point, ai in zip(plot.points, at, strict=True)
    ]
    parts += _spots(spots)
    ridge = peak / bandwidth
    parts.append(_text(scale.x(ridge) + 5, HEIGHT - _BOTTOM - 6, f"ridge {_plain(ridge)} FLOP/B", halo=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="roofline" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" style="{_FONT}"><title>{escape(said(plot))}</title>{"".join(parts)}</svg>'
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
    points = "; ".join(f"{point.label} at {_plain(float(point.intensity))} FLOP/B" for point in plot.points)
    return f"Roofline of {plot.bandwidth_shown} and {plot.peak_shown}, ridge point at {ridge} FLOP/B. Points: {points}."


def _scale(peak: float, bandwidth: float, at: list[float]) -> Scale:
    ridge = peak / bandwidth
    low, high = min([*at, ridge / 10]), max([*at, ridge * 10])
    left, right = floor(log10(low) - 0.05), ceil(log10(high) + 0.05)
    return Scale(left, right, floor(log10(bandwidth * 10.0**left)), ceil(log10(peak) + 0.15))


def _axes(scale: Scale) -> Iterator[str]:
    floor_y, wall_x = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    powers = range(scale.left, scale.right + 1), range(scale.bottom, scale.top + 1)
    grid = [f"M{scale.x(10.0**power):.1f} {_TOP}V{floor_y}" for power in powers[0]]
    grid += [f"M{_LEFT} {scale.y(10.0**power):.1f}H{wall_x}" for power in powers[1]]
    yield f'<path d="{"".join(grid)}" fill="none" stroke="#bbbbbb" stroke-width="0.5"/>'
    for power in powers[0]:
        yield _text(scale.x(10.0**power), floor_y + 15, _decade(power), "middle")
    for power in powers[1]:
        yield _text(_LEFT - 6, scale.y(10.0**power) + 4, _rate(power), "end")
    yield _text((_LEFT + wall_x) / 2, HEIGHT - 6, "arithmetic intensity, FLOP/B", "middle")


def _roof(plot: Roofline, scale: Scale) -> Iterator[str]:
    peak, bandwidth = float(plot.peak), float(plot.bandwidth)
    ridge = peak / bandwidth
    start = max(10.0**scale.left, 10.0**scale.bottom / bandwidth)
    x0, y0 = scale.x(start), scale.y(start * bandwidth)
    x1, y1, x2 = scale.x(ridge), scale.y(peak), float(WIDTH - _RIGHT)
    yield f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}L{x2:.1f} {y1:.1f}" fill="none" stroke="#000000" stroke-width="1.8"/>'
    yield _line(x1, y1, x1, HEIGHT - _BOTTOM, "#000000", 0.8, "3 3")
    yield _text(x2 - 4, y1 - 6, plot.peak_shown, "end")
    yield _along(x0, y0, x1, y1, plot.bandwidth_shown)


def _along(x0: float, y0: float, x1: float, y1: float, words: str) -> str:
    """Words above a slope, turned along it."""
    x, y = x0 + (x1 - x0) * 0.28, y0 + (y1 - y0) * 0.28
    angle = degrees(atan2(y1 - y0, x1 - x0))
    x, y = x + 6 * sin(radians(angle)), y - 6 * cos(radians(angle))
    return f'<text x="{x:.1f}" y="{y:.1f}" transform="rotate({angle:.1f} {x:.1f} {y:.1f})">{escape(words)}</text>'


def _spots(spots: list[Spot]) -> Iterator[str]:
    taken: list[tuple[float, float, float]] = []  # left, right, baseline of labels
    for spot in sorted(spots, key=lambda spot: spot.x):
        yield _line(spot.x, spot.y, spot.x, HEIGHT - _BOTTOM, "#000000", 0.5, "1 2.5")
        yield f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="3.6" fill="#ffffff" stroke="#000000" stroke-width="1.6"/>'
        yield _label(spot, taken)


def _label(spot: Spot, taken: list[tuple[float, float, float]]) -> str:
    """The point's name right of it and below the roof, moved down until it covers no other."""
    width = len(spot.label) * _CHARACTER
    to_left = spot.x + 9 + width > WIDTH - _RIGHT
    left = spot.x - 9 - width if to_left else spot.x + 9
    y = spot.y + 15
    while any(left < right and left + width > start and abs(y - other) < _LINE for start, right, other in taken):
        y += _LINE
    taken.append((left, left + width, y))
    return _text(spot.x - 9 if to_left else left, y, spot.label, "end" if to_left else "start", halo=True)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def _text(x: float, y: float, words: str, anchor: str = "start", halo: bool = False) -> str:
    behind = ""
    if halo:
        width = len(words) * _CHARACTER
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        behind = f'<rect x="{left - 2:.1f}" y="{y - 10:.1f}" width="{width + 2:.1f}" height="13" fill="#ffffff"/>'
    return f'{behind}<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _decade(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else f"0.{'0' * (-power - 1)}1"


def _rate(power: int) -> str:
    prefix = max((p for p in _PREFIXES if p <= power), default=0)
    return f"{10 ** (power - prefix)} {_PREFIXES[prefix]}FLOP/s"


def _plain(value: float) -> str:
    """About four figures, without an exponent."""
    return f"{value:,.0f}" if value >= 1000 else f"{float(f'{value:.4g}'):g}"
