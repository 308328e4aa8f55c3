"""Every hypothesis that ships makes a plan for its devices, with numbers and a way to be wrong."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest

from exgen import library
from exgen.errors import ExgenError, UsageError
from exgen.measure import formula, plan, record, verdict
from tests.fixtures import TEMPLATES

WRITTEN = "2026-12-01T10:00:00Z"
HYPOTHESES = plan.hypotheses()


@pytest.fixture(scope="module", params=["cuda", "cpu"])
def planned(request: pytest.FixtureRequest) -> record.Plan:
    return plan.write((), request.param, 1, WRITTEN, [TEMPLATES])


def test_claims_name_only_what_is_measured_or_planned(planned: record.Plan) -> None:
    for check in planned.checks:
        known = {*check.arms, *check.sizes, *check.inputs, "cal_bw", "cal_gemm"}
        for claim in check.claims:
            used = formula.names(claim.measured) | formula.names(claim.predicted)
            assert used <= known, (check.check, claim.id)
            low, high = verdict.bounds(claim.supported)
            assert low <= 1 < high, (check.check, claim.id)
            assert claim.reject.strip()


def test_plots_name_only_what_is_measured_or_planned(planned: record.Plan) -> None:
    for check in planned.checks:
        known = {*check.arms, *check.sizes, *check.inputs, "cal_bw", "cal_gemm"}
        texts = [text for p in check.plots.roofline for text in (p.flop, p.bytes, p.time)]
        if check.plots.sweep:
            sweep = check.plots.sweep
            texts += [text for p in sweep.points for text in (p.x, p.measured, p.predicted)]
            texts.append(sweep.knee)
        for text in filter(None, texts):
            assert formula.names(text) <= known, (check.check, text)
        assert {*check.plots.bars} <= {claim.id for claim in check.claims}


def test_a_plan_reads_as_it_was_written(planned: record.Plan) -> None:
    assert record.decode(record.encode(planned), record.Plan, "plan.json") == planned


def test_the_time_that_a_gpu_is_asked_for_fits_into_eight_minutes() -> None:
    assert sum(each.seconds.get("cuda", 0) for each in HYPOTHESES.values()) <= 7 * 60


def test_the_time_that_a_processor_is_asked_for_fits_into_two_minutes() -> None:
    on_processor = [each for each in HYPOTHESES.values() if "cpu" in each.sizes]
    assert sum(each.seconds.get("cpu", 0) for each in on_processor) <= 120


@pytest.mark.parametrize("id", HYPOTHESES)
def test_every_hypothesis_has_something_that_measures_it(id: str) -> None:
    path = library.checks() / f"{id}.py"
    spec = importlib.util.spec_from_file_location("measured_" + id.replace("/", "_"), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert list(inspect.signature(module.measure).parameters) == ["sizes", "bench"]


def test_a_named_template_brings_the_ceilings_with_it() -> None:
    made = plan.write(["gemv_decode_ceiling"], "cpu", 2, WRITTEN, [TEMPLATES])
    assert [each.check for each in made.checks] == [
        "ceilings/bandwidth", "ceilings/gemm", "roofline/gemv_decode_ceiling",
    ]  # fmt: skip
    assert [draw.seed for draw in made.draws] == ["1", "2"]


def test_an_unknown_template_is_named() -> None:
    with pytest.raises(UsageError, match="no template or check 'gemv'"):
        plan.write(["gemv"], "cpu", 1, WRITTEN, [TEMPLATES])


def test_every_template_with_a_count_is_drawn(planned: record.Plan) -> None:
    assert {draw.template for draw in planned.draws} == {*library.pages([TEMPLATES])}


BAD = [
    ('measured = "t"', 'measured = "t"\nsupported = "0.9"', "no range: '0.9'"),
    ('moved = "b*N"', 'moved = "b*M"', "unknown size 'M'"),
    ("worth = 1", "worth = 1\nwort = 2", "Object contains unknown field `wort`"),
    ("worth = 1", "worth = = 1", "TOML: Invalid value"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD)
def test_a_bad_hypothesis_is_placed(
    old: str, new: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (
        'question = "q"\ninterval = "i"\nmechanism = "m"\nintervention = "none"\nworth = 1\n'
        'seconds = { cpu = 1 }\n[sizes.cpu]\nN = 4\nb = 2\n[inputs]\nmoved = "b*N"\n'
        '[arms]\nt = "it"\n[[claims]]\nid = "a"\nsays = "s"\nmeasured = "t"\n'
        'predicted = "moved"\nreject = "r"\n'
    )
    if "supported" not in new:
        good += 'supported = "0.9 .. 1.1"\n'
    assert old in good
    (tmp_path / "topic").mkdir()
    (tmp_path / "topic" / "bad.toml").write_text(good.replace(old, new), "utf-8")
    monkeypatch.setattr(library, "checks", lambda: tmp_path)
    with pytest.raises(ExgenError) as refused:
        plan.write((), "cpu", 1, WRITTEN, [])
    assert said in str(refused.value)
    assert "bad.toml" in str(refused.value)
