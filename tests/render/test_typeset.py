"""Formulas as Typst mathematics."""

from __future__ import annotations

import pytest

from exgen.expression import parse
from exgen.expression.parse import Compare
from exgen.render import typeset
from tests.fixtures import rows


@pytest.mark.parametrize(("law", "typst"), rows("render/cases/typeset.txt"))
def test_typst(law: str, typst: str) -> None:
    node = parse.parse_written(law)
    set_ = typeset.condition(node) if isinstance(node, Compare) else typeset.expression(node)
    assert set_ == typst.replace("¦", "\u00a0")


def test_cases() -> None:
    typst = typeset.expression(parse.parse("if(x < 3, a, b)"))
    assert typst == 'cases(display(#i("a")) & "if " #i("x") < "3", display(#i("b")) & "otherwise")'


@pytest.mark.parametrize(
    ("law", "pieces"),
    [
        ("a + b*c - d", ['#i("a")', '+ #i("b") thin #i("c")', '- #i("d")']),
        ("[2 B]*3*x", ['"2\u00a0B"', 'times "3" thin #i("x")']),
        ("3*4/5", ['\\("3"', 'times "4"\\)', '\\/ "5"']),
    ],
)
def test_a_line_may_break_before_signs(law: str, pieces: list[str]) -> None:
    assert typeset.pieces(parse.parse(law)) == pieces
