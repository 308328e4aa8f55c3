"""Verdicts follow from samples; what breaks the rules of evidence is refused, with the reason."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from exgen.errors import ExgenError
from exgen.measure import record, verdict
from exgen.measure.record import Investigation
from tests.fixtures import Case, cases

BASE = (Path(__file__).parent / "base.json").read_text("utf-8")


def read(text: str) -> Investigation:
    return record.decode(text.encode(), Investigation, "r.json")


def with_samples(*samples: float) -> Investigation:
    """base.json with other times of its one arm."""
    base = read(BASE)
    return replace(base, arms={"t": replace(base.arms["t"], samples=samples)})


def jitter(middle: float, count: int = 30, share: float = 0.01, seed: int = 0) -> list[float]:
    dice = np.random.default_rng(seed)
    return [float(each) for each in middle * (1 + share * dice.standard_normal(count))]


def test_samples_inside_the_range_support() -> None:
    judged = verdict.judge(read(BASE))
    finding = judged.verdicts[0]
    assert (judged.verdict, finding.verdict, finding.why) == ("supported", "supported", "")
    assert finding.lo < finding.ratio < finding.hi
    assert finding.ratio == pytest.approx(1.05, rel=0.01)


def test_an_inserted_delay_is_rejected() -> None:
    base = read(BASE)
    delayed = with_samples(*(each + 0.004 for each in base.arms["t"].samples))
    judged = verdict.judge(delayed)
    assert judged.verdict == "rejected"
    assert judged.verdicts[0].why == base.claims[0].reject


def test_what_is_too_fast_is_rejected_too() -> None:
    assert verdict.judge(with_samples(*jitter(0.005))).verdict == "rejected"


def test_an_interval_across_the_edge_decides_nothing() -> None:
    judged = verdict.judge(with_samples(*jitter(0.0135, share=0.05)))
    assert judged.verdict == "inconclusive"
    assert judged.verdicts[0].why == "the interval crosses 1.35"


@pytest.mark.parametrize(
    ("samples", "why"),
    [
        (jitter(0.0105, 29), "t: 29 samples, at least 30 are needed"),
        ([0.0105] * 30, "t: constant samples: the clock does not resolve them"),
        (
            jitter(0.0105, 18) + jitter(0.0125, 12, seed=1),
            "t: two modes: the samples are of two different things",
        ),
    ],
)
def test_samples_that_carry_no_verdict(samples: list[float], why: str) -> None:
    judged = verdict.judge(with_samples(*samples))
    assert (judged.verdict, judged.verdicts[0].why) == ("inconclusive", why)


def test_few_samples_of_a_ceiling_carry_no_verdict_either() -> None:
    base = read(BASE)
    ceiling = replace(base.ceilings["cal_bw"], samples=base.ceilings["cal_bw"].samples[:5])
    judged = verdict.judge(replace(base, ceilings={"cal_bw": ceiling}))
    assert judged.verdicts[0].why == "cal_bw: 5 samples, at least 30 are needed"


def test_the_same_samples_give_the_same_bytes() -> None:
    first, second = (record.encode(verdict.judge(read(BASE))) for _ in range(2))
    assert first == second


def test_a_judged_record_is_judged_alike_again() -> None:
    once = verdict.judge(read(BASE))
    assert verdict.judge(record.decode(record.encode(once), Investigation, "r.json")) == once


def test_a_record_without_claims_is_a_calibration() -> None:
    assert verdict.judge(replace(read(BASE), claims=())).verdict == "calibrated"


@pytest.mark.parametrize("case", cases("measure/forged.txt"))
def test_a_forged_record_is_refused(case: Case) -> None:
    with pytest.raises(ExgenError) as refused:
        verdict.judge(read(case.applied(BASE)))
    assert refused.value.message.startswith(case.says[0])


@pytest.mark.parametrize("case", cases("measure/unreadable.txt"))
def test_what_is_no_record_is_said_in_a_line(case: Case) -> None:
    with pytest.raises(ExgenError) as refused:
        read(case.applied(BASE))
    assert str(refused.value).startswith(f"r.json:1: {case.says[0]}")
    assert "\n" not in str(refused.value)


def test_a_claim_changed_after_the_plan_is_refused() -> None:
    base = read(BASE)
    fields = msgspec.structs.asdict(base)
    planned = msgspec.convert(
        {
            name: fields[name]
            for name in (
                "check",
                "question",
                "interval",
                "mechanism",
                "intervention",
                "sizes",
                "inputs",
                "claims",
                "plots",
            )
        }
        | {"worth": 1, "seconds": 1, "needs": (), "arms": {}},
        record.Check,
    )
    assert verdict.judge(base, planned).verdict == "supported"
    widened = replace(planned, claims=(replace(base.claims[0], supported="0.1 .. 9"),))
    with pytest.raises(ExgenError, match="not those of the plan"):
        verdict.judge(base, widened)


def test_a_prediction_of_nothing_is_refused() -> None:
    with pytest.raises(ExgenError, match="predicts 0"):
        verdict.judge(replace(read(BASE), inputs={"moved": 0.0}))
