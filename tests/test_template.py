"""A page becomes a template that knows where everything stands; bad pages are in pages/bad.txt."""

from __future__ import annotations

import pytest

from exgen import template
from exgen.errors import ExgenError, Findings
from tests.drawn import BASE

PAGE = template.read("decode/base", "base.md", BASE)


def test_a_page_is_read() -> None:
    assert (PAGE.id, PAGE.path, PAGE.head.level, PAGE.head.minutes) == (
        "decode/base",
        "base.md",
        "foundational",
        5,
    )
    assert list(PAGE.head.given) == ["gpu", "W", "P", "w"]
    assert list(PAGE.head.find) == ["T", "rate"]
    assert list(PAGE.text) == ["Problem", "Solution", "Strong answer", "Follow-up"]
    assert PAGE.text["Follow-up"] == "What changes with FP8 weights? Half the bytes, half the time."


def test_lines_are_those_of_the_page() -> None:
    rows = BASE.split("\n")
    for keys, start in [
        (("given", "W"), "W "),
        (("find", "T"), "[find.T]"),
        (("let", "M"), "[let.M]"),
        (("require",), "require"),
        (("## Solution",), "Nothing can be"),
    ]:
        assert rows[PAGE.line(*keys) - 1].startswith(start)
    assert PAGE.line("find", "T", "nothing") == PAGE.line("find", "T")
    assert PAGE.line("nothing") == 1


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        ('in_terms_of = ["P"]', "formula"),
        ('options = [{ is = "a", when = true }]', "choice"),
        ('kind = "choices"\noptions = [{ is = "a", when = true }]', "choices"),
        ("", "quantity"),
    ],
)
def test_the_kind_follows_from_the_keys(keys: str, kind: str) -> None:
    page = BASE.replace('unit = "token/s"', keys)
    assert template.read("x/y", "y.md", page).kind("rate") == kind


def test_the_digest_is_that_of_the_page() -> None:
    assert template.read("x/y", "y.md", BASE).sha256 == PAGE.sha256
    assert template.read("x/y", "y.md", BASE + " ").sha256 != PAGE.sha256


def test_all_findings_come_at_once_with_their_place() -> None:
    page = BASE.replace("minutes", "minuts").replace("tolerance", "tolerence")
    with pytest.raises(Findings) as caught:
        template.read("x/y", "y.md", page)
    assert str(caught.value).split("\n") == [
        "y.md:5: unknown key 'minuts' (did you mean 'minutes'?)",
        "y.md:22: unknown key 'find.T.tolerence' (did you mean 'tolerance'?)",
    ]


@pytest.mark.parametrize(
    "page",
    [
        "",
        "\n",
        "```toml",
        "```toml\n```",
        "```toml\n```\n",
        "```toml\n```\n## Problem\n",
        "# Title\n" + BASE,
        "```\n" + BASE,
    ],
)
def test_pages_that_are_hardly_there(page: str) -> None:
    with pytest.raises(ExgenError) as caught:
        template.read("x/y", "y.md", page)
    assert all(line.startswith("y.md:") for line in str(caught.value).split("\n"))
