"""Formulas in a line of text."""

from __future__ import annotations

import pytest

from exgen.expression import parse
from exgen.render import inline
from tests.fixtures import rows


@pytest.mark.parametrize(("law", "html"), rows("render/cases/inline.txt"))
def test_html(law: str, html: str) -> None:
    node = parse.parse_written(law)
    assert not inline.needs_image(node)
    expected = html.replace("¦", "\u00a0").replace("~", "\u202f")
    assert inline.formula(node) == f'<span class="math">{expected}</span>'


@pytest.mark.parametrize("law", ["ceil(x)", "sqrt(x)", "if(a > b, a, b)", "a/b/c/d", "2*floor(x)"])
def test_what_needs_an_image(law: str) -> None:
    assert inline.needs_image(parse.parse_written(law))
