"""The catalogue in docs/ is what the templates make now, and every passage is served."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exgen import catalogue, coverage
from tests.fixtures import TEMPLATES

DOCS = Path(__file__).parent.parent / "docs"
FOUND, ERRORS = catalogue.outlines([TEMPLATES])
MAP = DOCS / "coverage.toml"


def test_the_committed_catalogue_is_current() -> None:
    """If it is not: `make catalogue`."""
    made, wrong = catalogue.pages(FOUND, [TEMPLATES], lambda _: None)
    assert not [*ERRORS, *wrong]
    there = [DOCS / catalogue.INDEX, *(DOCS / catalogue.FOLDER).glob("*.md")]
    assert {str(path.relative_to(DOCS)) for path in there} == set(made)
    stale = [name for name, text in made.items() if (DOCS / name).read_text("utf-8") != text]
    assert not stale


def test_every_link_of_the_index_leads_to_a_heading() -> None:
    index = (DOCS / catalogue.INDEX).read_text("utf-8")
    links = re.findall(r"\]\((catalogue/\w+\.md)#([^)]+)\)", index)
    assert len(links) == len(FOUND)
    for page, anchor in links:
        headings = re.findall("^## (.*)$", (DOCS / page).read_text("utf-8"), re.MULTILINE)
        assert anchor in map(catalogue.anchor, headings)


def test_every_passage_is_served_and_every_template_stands_somewhere() -> None:
    chart = coverage.read(MAP)
    assert coverage.check(chart, FOUND, MAP) == []
    assert (DOCS / "coverage.md").read_text("utf-8") == coverage.page(chart, FOUND)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"gemm_intensity"', '"gem_intensity"', "no template 'gem_intensity'"),
        ('"straggler_max", ', "", "'parallelism/straggler_max' stands nowhere"),
        ('templates = ["attention_io"]', "templates = []", "nothing serves"),
        ('"kv_cache_size", ', '"kv_cache_size", "ridge_point", ', "and in beyond"),
    ],
)
def test_a_gap_in_the_map_is_found(tmp_path: Path, was: str, now: str, said: str) -> None:
    text = MAP.read_text("utf-8")
    assert was in text
    path = tmp_path / "coverage.toml"
    path.write_text(text.replace(was, now), "utf-8")
    found = coverage.check(coverage.read(path), FOUND, path)
    assert any(said in str(error) for error in found)
