"""Rooflines: what they say, and that nothing lies on top of something else."""

from __future__ import annotations

from itertools import combinations

import pytest

from exgen.key import Point, Roofline
from exgen.render import labels, picture, plot
from tests.render.sample_key import parsed

SVG = "{http://www.w3.org/2000/svg}"


def _plot(*intensities: str) -> Roofline:
    points = tuple(Point(f"point {place} of the plot", ai) for place, ai in enumerate(intensities))
    return Roofline("t", "989400000000000", "989.4 TFLOP/s", "3350000000000", "3.35 TB/s", points)


def _texts(svg: str) -> list[str]:
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


def test_words() -> None:
    texts = _texts(plot.roofline(_plot("1", "64")))
    for words in (
        "989.4 TFLOP/s",
        "3.35 TB/s",
        "ridge 295.3 FLOP/B",
        "point 0 of the plot",
        "100",
        "1 TFLOP/s",
    ):
        assert words in texts


def test_said() -> None:
    assert plot.said(_plot("1")) == (
        "Roofline of 3.35 TB/s and 989.4 TFLOP/s, ridge point at 295.3 FLOP/B. "
        "Points: point 0 of the plot at 1 FLOP/B."
    )


def test_the_ridge_is_where_the_roof_bends() -> None:
    root = parsed(plot.roofline(_plot("295.34328358208955")))
    (circle,) = root.iter(f"{SVG}circle")
    bends = [
        path.attrib["d"] for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "1.8"
    ]
    assert f"L{circle.attrib['cx']} {circle.attrib['cy']}L" in bends[0]


@pytest.mark.parametrize(
    "intensities",
    [
        ("1", "1.1", "1.2", "1.3"),
        ("2000", "2100", "2500"),
        ("0.001", "1000000"),
        ("295", "296"),
        (),
    ],
)
def test_no_label_covers_another(intensities: tuple[str, ...]) -> None:
    spots = [(100.0 + 10 * place, 50.0, f"word {ai}") for place, ai in enumerate(intensities)]
    ridge = labels.Label("ridge", 130, 180)
    placed = labels.spread(spots, [ridge], 300, lambda _: 40.0)
    assert len(placed) == len(intensities) + 1
    assert not any(a.covers(b) for a, b in combinations(placed, 2))
    assert all(label.right <= 300 for label in placed)
    for width in ("width", "height"):
        assert parsed(plot.roofline(_plot(*intensities))).get(width)


def test_addresses_are_read_back() -> None:
    svg = plot.roofline(_plot("1"))
    assert plot.drawing(plot.address(svg)) == svg


def test_picture_sets_words_as_strings() -> None:
    words = '<text x="8" y="16">a "b" \\ #c</text>'
    svg = f'<svg xmlns="{SVG[1:-1]}" width="80" height="40">{words}</svg>'
    assert (
        'place(top + left, dx: 6.00pt - 0.00pt, dy: 12.00pt, text("a \\"b\\" \\\\ #c"))'
        in picture.typst(svg)
    )
