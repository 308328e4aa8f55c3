"""Which texts a page has and what each of them may show; more cases are in pages/bad.txt."""

from __future__ import annotations

import pytest

from exgen import template, wording
from tests.drawn import BASE

PAGE = template.read("decode/base", "base.md", BASE)


def test_every_text_of_a_page_is_looked_at() -> None:
    said = {piece.label: piece for piece in wording.pieces(PAGE)}
    assert {
        "Problem",
        "Solution",
        "Strong answer",
        "Follow-up",
        "title",
        "find.T.ask",
        "given.W.is",
        "let.M.is",
        "find.T",
    } <= set(said)
    assert said["Problem"].shows == {"gpu", "W", "P", "w"}
    assert said["Solution"].shows == {"gpu", "W", "P", "w", "M", "T", "rate"}
    assert [piece.label for piece in said.values() if piece.derives] == ["Solution"]
    assert said["title"].shows == frozenset()


def test_rows_have_the_lines_of_the_page() -> None:
    rows = BASE.split("\n")
    for piece in wording.pieces(PAGE):
        for line, row in piece.rows:
            assert row in rows[line - 1] or piece.label not in PAGE.text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{{ P }}", [("P", None)]),
        ("{{P}}", [("P", None)]),
        ("{{ gpu.name }}", [("gpu", "name")]),
        ("{{ n_kv }} {{ T.derivation }}", [("n_kv", None), ("T", "derivation")]),
    ],
)
def test_placeholders(text: str, found: list[tuple[str, str | None]]) -> None:
    assert [(match[1], match[2]) for match in wording.PLACEHOLDER.finditer(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "{ P }",
        "{{ }}",
        "{{ 1 }}",
        "{{ P + 1 }}",
        "{{ a.b.c }}",
        "{{ P() }}",
        "{{ P[0] }}",
        "{{ P | upper }}",
        "{{ κ }}",
    ],
)
def test_what_is_no_placeholder(text: str) -> None:
    assert not wording.PLACEHOLDER.search(text)
