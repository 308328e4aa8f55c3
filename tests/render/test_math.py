"""Formulas as images: baselines, widths, nothing left out."""

from __future__ import annotations

import pytest

from exgen.errors import ExgenError
from exgen.expression import parse, text
from exgen.render import math, operators, plot
from tests.render.sample_key import THIRTY_DIGITS, parsed, sample


def _set(*laws: str, width: int = 0) -> list[operators.Drawing]:
    addresses = tuple(math.address(law, width) for law in laws)
    drawings = math.set_all(addresses)
    return [drawings[address] for address in addresses]


def test_a_letter_stands_on_the_baseline() -> None:
    (drawing,) = _set("x")
    assert drawing.operators.count(b" Do ") == len(drawing.glyphs) == 1
    assert 1.5 < drawing.depth < 4  # the margin, and the room for descenders
    assert 4 < drawing.height - drawing.depth < 12


def test_fractions_reach_above_and_below() -> None:
    flat, fraction = _set("x", "x/y", width=300)
    assert fraction.depth > flat.depth + 4
    assert fraction.height > flat.height + 10
    assert b" S " in fraction.operators  # the bar


def test_equal_glyphs_are_kept_once() -> None:
    (drawing,) = _set("x*x*x")
    assert len(drawing.glyphs) == 1
    assert drawing.operators.count(b" Do ") == 3


@pytest.mark.parametrize(
    "law",
    [
        f"[{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP]",
        f"[{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP]/3",
        "+".join(f"[{place}.123 GB]" for place in range(10, 30)),
        f"sqrt([{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP]*[{THIRTY_DIGITS} FLOP])",
    ],
)
def test_wide_lines_stay_within_their_width(law: str) -> None:
    (drawing,) = _set(law, width=200)
    assert drawing.width <= 203
    (free,) = _set(law)
    assert free.width > 203


def test_every_glyph_that_is_drawn_is_known() -> None:
    drawings = _set("sqrt(ceil(x/y)) + floor(log2(kappa))", "if(a >= b, [15 %], a**2)")
    for drawing in drawings:
        assert set(drawing.glyphs) <= operators.OUTLINES.keys()


def test_place_gives_images_their_baseline() -> None:
    address = math.address("x/y", 300)
    page = parsed(f'<p><img src="{address}"/><img src="other.png"/></p>')
    images = math.place(page)
    assert list(images) == [address]
    depth = math.set_all((address,))[address].depth
    assert page[0].attrib["style"] == f"vertical-align: {-depth:.4f}pt"
    assert "style" not in page[1].attrib


def test_plots_are_set_with_the_formulas() -> None:
    of = sample().exercises[0].plot
    assert of is not None
    address = plot.address(plot.roofline(of))
    drawing = math.set_all((address,))[address]
    assert (drawing.width, drawing.height) == pytest.approx(
        (plot.WIDTH * 0.75, plot.HEIGHT * 0.75), abs=6
    )
    assert len(drawing.glyphs) > 20


def test_alternative_text() -> None:
    assert text.plain_written("P*w/(n*W)") == "P·w/(n·W)"
    assert text.plain_written("P*w <= W") == "P·w ≤ W"


def test_what_cannot_be_read_is_said() -> None:
    with pytest.raises(ExgenError, match="cannot read"):
        parse.parse_written("P*/w")
