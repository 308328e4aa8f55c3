"""A measurement is shown where it is on record and holds, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen import key, library
from exgen.measure import witnesses
from exgen.render import page
from tests import drawn
from tests.measure.test_verdict import BASE

ID = "decode/tpot_bound"


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of checks with one record, measured by a test."""
    place = tmp_path / "records" / "test" / f"{ID}.json"
    place.parent.mkdir(parents=True)
    place.write_text(BASE, "utf-8")
    monkeypatch.setattr(library, "checks", lambda: tmp_path)
    return place


def made() -> key.Key:
    exercises = tuple(drawn.frozen(id, "1") for id in (ID, "decode/kv_cache_size"))
    return key.Key("exgen.key/1", "", "", "t", "T", "", "ABCDEF", "1", key.Policy(), exercises)


@pytest.mark.usefixtures("checks")
def test_a_record_stands_in_the_key_of_its_template_only() -> None:
    first, second = witnesses.add(made()).exercises
    assert second.witnesses == ()
    (only,) = first.witnesses
    assert (only.check, only.ratio, only.verdict) == (ID, "1.05", "supported")
    assert (only.device, only.date) == ("a processor of a test", "2026-12-01")


def test_without_records_a_key_does_not_mention_them() -> None:
    assert b"witnesses" not in key.encode(made())


@pytest.mark.usefixtures("checks")
def test_the_solutions_say_so_and_the_sheet_does_not() -> None:
    both = witnesses.add(made())
    solutions = page.solutions_html(both, "a4")
    assert "measured 1.05 × the prediction on a processor of a test, 2026-12-01" in solutions
    assert "witness" not in page.problems_html(both, "a4")
    assert "witness" not in repr(key.sheet(both))


def test_a_forged_record_is_no_witness(checks: Path) -> None:
    checks.write_text(BASE.replace('"passed": true', '"passed": false'), "utf-8")
    assert witnesses.add(made()) == made()
    checks.write_text(BASE[:100], "utf-8")
    assert witnesses.add(made()) == made()


@pytest.mark.usefixtures("checks")
def test_the_list_says_what_there_is_and_what_is_missing() -> None:
    found = witnesses.rows({ID: Path("a.md"), "decode/kv_cache_size": Path("b.md")})
    assert found[0].measured == ("supported on a processor of a test, 2026-12-01",)
    assert found[1].missing == ("no count", "no measurement is planned")
