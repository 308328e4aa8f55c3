"""`exgen show` of a template, of every kind there is."""

from __future__ import annotations

import pytest

from exgen import library, preview, template
from tests.drawn import BASE, PAGES


def shown(page: template.Template) -> str:
    return preview.page(page, preview.sample(page)).replace("\u00a0", " ")


def test_a_page_says_what_is_drawn_asked_and_recognised() -> None:
    said = shown(template.read("decode/base", "base.md", BASE))
    for words in (
        "only if\n  M ≤ gpu.memory",
        "M = P·w",
        "(a) T: quantity in ms, ±1 %",
        "T = 8·M/W",
    ):
        assert words in said


@pytest.mark.parametrize("id", PAGES)
def test_every_template_has_a_preview_of_80_columns(id: str) -> None:
    said = shown(library.load(id, PAGES[id]))
    assert said.startswith(f"{id}: ")
    assert "problem, with the defaults" in said
