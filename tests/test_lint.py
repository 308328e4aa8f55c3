"""Every way we know to get a page wrong, and what lint says of it; good pages stay good."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from exgen import library, lint
from tests.fixtures import TEMPLATES, TESTS, Case, cases

BASE = (TESTS / "pages" / "base.md").read_text("utf-8")
SHIPPED = library.pages([TEMPLATES])


def report(tmp_path: Path, page: str | bytes, seeds: int = 20) -> lint.Report:
    library.load.cache_clear()
    path = tmp_path / "page.md"
    path.write_bytes(page if isinstance(page, bytes) else page.encode())
    return lint.lint("topic/page", path, seeds, lambda: None)


def said(tmp_path: Path, page: str | bytes, seeds: int = 20) -> list[str]:
    """What is found, each as `line: message (hint)`."""
    prefix = f"{tmp_path / 'page.md'}:"
    lines = [str(finding) for finding in report(tmp_path, page, seeds).findings]
    assert all(line.startswith(prefix) and "\n" not in line for line in lines)
    return [line.removeprefix(prefix) for line in lines]


def test_a_good_page_has_no_findings(tmp_path: Path) -> None:
    found = report(tmp_path, BASE)
    assert (found.findings, found.draws, found.of_grid) == ((), 9, True)


@pytest.mark.parametrize("case", cases("pages/bad.txt"))
def test_a_bad_page(tmp_path: Path, case: Case) -> None:
    assert said(tmp_path, case.applied(BASE)) == list(case.says)


@pytest.mark.parametrize("case", cases("pages/odd.txt"))
def test_an_odd_page_is_fine(tmp_path: Path, case: Case) -> None:
    assert said(tmp_path, case.applied(BASE)) == list(case.says) == []


@pytest.mark.parametrize("id", SHIPPED)
def test_a_shipped_page(id: str) -> None:
    assert lint.lint(id, SHIPPED[id], 20, lambda: None).findings == ()


def lets(law: str, count: int) -> str:
    """So many helper quantities, each made from the one before."""
    tables = "".join(f'[let.a{n}]\nlaw = "{law.format(n=n, m=n - 1)}"\n' for n in range(1, count))
    return BASE.replace("[find.T]", f'[let.a0]\nlaw = "a0 == 3*P"\n{tables}[find.T]')


TOO_LONG = "with its lets put in, the law is too long (at most 400 characters and 100 levels)"
GIVENS = "".join(f"g{n} = {{ among = {list(range(1, 100))} }}\n" for n in range(30))
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "1: the page does not begin with a ```toml block"),
    "not UTF-8": (BASE.encode() + b"caf\xe9\n", "56: the file is not UTF-8"),
    "only TOML": (BASE.partition("\n## ")[0], "1: no section ## Problem"),
    "a zero byte": (BASE.replace("A model", "A \0 model"), "37: a control character in the text"),
    "70,000 characters": (BASE + "x" * 70_000, f"1: the page has {len(BASE) + 70_000} characters; at most 30000 are read"),
    "700,000 bytes": (BASE + "x" * 700_000, f"1: the file has {len(BASE) + 700_000} bytes; at most 240000 are read"),
    "TOML nested 10,000 deep": (BASE.replace("= 5", f"= {'[' * 10_000}{']' * 10_000}"), "2: TOML: nested too deeply"),
    "TOML with a number of 5,000 digits": (BASE.replace("= 5", f"= {'9' * 5000}"), "2: TOML: a number is too long"),
    "an endless law": (BASE.replace("T == M/W", "T == M/W" + " + M/W" * 200), "18: expression of 1208 characters; at most 400 are read"),
    "380 signs": (BASE.replace("T == M/W", f"T == {'-' * 380}M/W"), "18: expression nested more than 100 deep"),
    "squares of squares": (BASE.replace("T == M/W", f"T == {'(' * 60}9{'**2)' * 60}*M/W"), "6: no draw is possible: a power grows beyond all bounds"),
    "lets that double": (lets("a{n} == a{m}*a{m}", 60), f"32: {TOO_LONG}"),
    "lets in a long chain": (lets("a{n} == a{m} + 1", 700), f"216: {TOO_LONG}"),
    "a grid of 1,500 values": (BASE.replace('["7 Gweight", "13 Gweight", "34 Gweight"]', f'{list(range(1, 1501))}, unit = "Gweight"'), "11: given 'P' has 1500 values; at most 1000"),
    "too many givens": (BASE.replace("[let.M]", "".join(f"g{n} = {{ value = {n} }}\n" for n in range(50)) + "[let.M]"), "1: at most 10 parts and 40 givens"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_refused_quickly(tmp_path: Path, name: str) -> None:
    page, message = HOSTILE[name]
    start = time.process_time()
    assert said(tmp_path, page)[0] == message
    assert time.process_time() - start < 5


def test_an_astronomical_grid_is_not_enumerated(tmp_path: Path) -> None:
    powers = "*".join(f"g{n}**0" for n in range(30))
    page = BASE.replace("[let.M]", GIVENS + "[let.M]").replace("M == P*w", f"M == P*w*{powers}")
    found = report(tmp_path, page)
    assert (found.findings, found.draws, found.of_grid) == ((), 20, False)


def test_lines_end_as_on_windows(tmp_path: Path) -> None:
    assert said(tmp_path, BASE.replace("\n", "\r\n")) == []
    assert said(tmp_path, BASE.replace("T == M/W", "T == M/V").replace("\n", "\r\n"))[0].startswith(
        "18: unknown name 'V'"
    )


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    assert said(tmp_path, b"\xef\xbb\xbf" + BASE.encode()) == []


def test_a_page_that_no_seed_can_draw_gives_one_finding(tmp_path: Path) -> None:
    """Also where the grid is too large to be looked at as a whole."""
    page = BASE.replace("T == 8*M/W", "T == g0**0*M/W").replace("[let.M]", GIVENS + "[let.M]")
    page = page.replace("M == P*w", "M == P*w*" + "*".join(f"g{n}**0" for n in range(1, 30)))
    assert said(tmp_path, page) == [
        "6: no draw is possible: no draw in 500 attempts; the last one: T: the slip 'bits' gives the right answer"
    ]


def test_a_page_that_throws_most_draws_away(tmp_path: Path) -> None:
    page = BASE.replace('["M <= gpu.memory"]', '["P > [30 Gweight] and gpu.memory > [100 GB]"]')
    assert said(tmp_path, page) == ["6: 88 % of the draws are rejected"]


def test_the_report_counts_draws(tmp_path: Path) -> None:
    found = report(tmp_path, BASE.replace('["M <= gpu.memory"]', '["P > [10 Gweight]"]'))
    assert (found.draws, found.rejected, found.reasons) == (
        6,
        3,
        (("not feasible: P > [10 Gweight]", 3),),
    )
