"""Typst's SVG as PDF operators."""

from __future__ import annotations

import pytest

from exgen.render import operators

PAGE = """<svg viewBox="0 0 30 20" xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink"><g transform="translate(1 12)">
<g transform="translate(0 2)">
<path fill="#ff0001" d="M 0 0v 1h 1v -1Z "/></g></g>
<g transform="matrix(1 0 0 -1 5 14)"><use xlink:href="#gA" x="0" y="0" fill="#000000"/>
<use xlink:href="#gA" x="4" y="0" fill="#000000"/></g>
<path fill="none" stroke="#000000" stroke-width="0.4" transform="translate(3 10)" d="M 0 0h 20"/>
<path fill="#ffffff" stroke="#bbbbbb" stroke-width="1" stroke-dasharray="1 2" d="M 0 0L 5 5"/>
<defs><symbol id="gA" overflow="visible"><path d="M 0 0m 1 1q 1 0 1 1Z "/></symbol></defs></svg>"""


def test_a_page() -> None:
    drawing = operators.drawing(PAGE.encode())
    (glyph,) = drawing.glyphs
    assert operators.OUTLINES[glyph] == b"0 0 m 1 1 m 1.667 1 2 1.333 2 2 c h f"
    assert (drawing.width, drawing.height, drawing.depth) == (30, 20, 6)
    assert drawing.operators == (
        b"q 1 0 0 -1 5 14 cm /%s Do Q q 1 0 0 -1 9 14 cm /%s Do Q "
        b"q 1 0 0 1 3 10 cm 0 0 0 RG 0.5 w [] 0 d 0 0 m 20 0 l S Q "
        b"q 1 0 0 1 0 0 cm 1 1 1 rg 0.733 0.733 0.733 RG 1 w [1 2] 0 d 0 0 m 5 5 l B Q"
    ) % (glyph.encode(), glyph.encode())


def test_turned_groups_multiply() -> None:
    page = PAGE.replace("translate(3 10)", "translate(3 10) matrix(0 1 -1 0 0 0)")
    assert b"q 0 1 -1 0 3 10 cm" in operators.drawing(page.encode()).operators


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="skewX"):
        operators.drawing(PAGE.replace("translate(3 10)", "skewX(3)").encode())
