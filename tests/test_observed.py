"""Pages with a hidden cause and metrics observed from it: what is told, what is kept back."""

from __future__ import annotations

import msgspec
import pytest
from gmpy2 import mpq

from exgen import exercise, freeze, key, solving, template
from exgen.errors import ExgenError

PAGE = """```toml
title   = "What waits?"
level   = "foundational"
topics  = ["diagnosis"]
minutes = 5

[given]
c = { among = [1, 2], hidden = true, is = "cause" }
e = { among = ["0.97", "1.03"], hidden = true, is = "noise" }
t = { value = "10 ms", is = "step" }

[let.idle]
law = "idle == e*if(c == 2, 1/3, 1/30)*t"
unit = "ms"
figures = 2
is = "time in collectives"

[find.share]
ask  = "The share of the step in collectives."
law  = "share == idle/t"
unit = "%"
slips = [{ id = "inverse", law = "share == t/idle", says = "Upside down." }]

[find.cause]
ask = "What does the step wait for?"
options = [
  { is = "arithmetic", when = "c == 1", says = "No." },
  { is = "collectives", when = "c == 2", says = "No." },
]
```

## Problem

A step of {{ t }} spends {{ idle }} in collectives.

## Solution

{{ share.derivation }}

The cause was number {{ c }}.
"""


def drawn(seed: str) -> exercise.Exercise:
    return exercise.make(solving.solve(template.read("topic/page", "page.md", PAGE)), seed)


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_the_answer_follows_from_what_is_told(seed: str) -> None:
    one = drawn(seed)
    idle = one.shown["idle"]
    assert idle.number in ("3.2", "3.4", "0.32", "0.34")
    assert one.answers[0].base == mpq(idle.number) / 10
    assert one.answers[1].right == ((False, True) if idle.base > mpq(1, 1000) else (True, False))


def test_the_student_sees_neither_cause_nor_noise() -> None:
    frozen = freeze.freeze(drawn("1"), 1)
    assert [given.name for given in frozen.givens] == ["t", "idle"]
    assert "0.97" not in frozen.problem
    assert "1.03" not in frozen.problem
    assert frozen.parts[0].law == "idle/t"
    assert [line.role for line in frozen.parts[0].derivation] == ["solved", "numbers", "result"]


BAD = [
    ("spends {{ idle }}", "spends {{ c }}", "unknown name 'c' in the text"),
    ('"share == idle/t"', '"share == e*idle/t"', "the law uses e, which is hidden"),
    ('"share == idle/t"', '"share == if(c == 1, 1, 2)*idle/t"', "the law uses c, which is hidden"),
    ('unit = "ms"\nfigures', "figures", "an observed let (figures) has a unit"),
    ("figures = 2", "figures = 9", "let.idle.figures: Expected `int` <= 6"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD)
def test_a_page_that_gives_itself_away(old: str, new: str, said: str) -> None:
    assert old in PAGE
    with pytest.raises(ExgenError) as error:
        solving.solve(template.read("topic/page", "page.md", PAGE.replace(old, new)))
    assert said in str(error.value)


def test_a_sheet_has_no_word_for_it() -> None:
    frozen = freeze.freeze(drawn("3"), 1)
    made = key.sheet(
        key.Key(key.SCHEMA, "", "", "s", "t", "", "ABCDEF", "3", key.Policy(), (frozen,))
    )
    assert b"noise" not in msgspec.json.encode(made)
    assert b'"c"' not in msgspec.json.encode(made)
