"""Every law against an exact count that knows nothing of it; both agree to the last digit."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from exgen import counting, exercise, solving, template
from exgen.values import Value
from tests import drawn
from tests.fixtures import TEMPLATES

ROOT = Path(__file__).parent.parent
SEEDS = 25


def check(id: str) -> ModuleType:
    """gpu_checks/<topic>/<name>.py as a module."""
    name = "check_" + id.replace("/", "_")
    if name not in sys.modules:
        path = ROOT / "gpu_checks" / f"{id}.py"
        assert path.is_file(), f"{id} has no count"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


def differences(one: exercise.Exercise) -> list[str]:
    module = check(one.solved.template.id)
    allowed: dict[str, float] = getattr(module, "STATED_ERROR", {})
    return counting.disagreements(counting.laws(one), module.count(counting.given(one)), allowed)


@pytest.mark.parametrize("id", drawn.PAGES)
def test_the_law_is_what_is_counted(id: str) -> None:
    for seed in range(15 if id.startswith("encoder/") else SEEDS):  # whole encoders take longer
        one = exercise.make(drawn.solved(id), str(seed))
        assert not differences(one), (seed, one.rows, one.shown)


WRONG = (
    (
        "encoder/bert_flop_budget",
        '"A == A_qkv + A_att + A_o + A_ffn"',
        '"A == A_qkv + A_att + A_o + A_ffn/2"',
        "A",
    ),
    ("roofline/gemm_intensity", '"A == [2 FLOP]*M*N*K"', '"A == [1 FLOP]*M*N*K"', "A"),
    ("decode/kv_cache_size", '"kappa == 2*L*n_kv*d*b_k"', '"kappa == L*n_kv*d*b_k"', "kappa"),
    ("decode/tpot_bound", '"T == P*b_w/(n*W)"', '"T == P*b_w/W"', "T"),
    (
        "roofline/crossover_batch_weights",
        'none_when = "[1 FLOP]*H*W <= b_a*F"',
        'none_when = "H > 1"',
        "B_a",
    ),
)


@pytest.mark.parametrize(("id", "law", "wrong", "part"), WRONG)
def test_a_wrong_law_is_caught(id: str, law: str, wrong: str, part: str) -> None:
    """The first is the seed's own mistake: a feed-forward block of one matrix."""
    text = (TEMPLATES / f"{id}.md").read_text("utf-8")
    assert law in text
    solved = solving.solve(template.read(id, "page.md", text.replace(law, wrong)))
    found = [
        line
        for seed in range(5)
        for line in differences(exercise.evaluate(solved, str(seed), *_givens(id, seed), (), False))
    ]
    assert any(line.startswith(f"{part}: the law gives") for line in found), found


def _givens(id: str, seed: int) -> tuple[Mapping[str, str], Mapping[str, Value]]:
    one = drawn.drawn(id, str(seed + 1))
    return one.rows, one.shown


def test_a_part_without_a_count_is_named() -> None:
    law = {"A": Fraction(1), "B": "none"}
    assert counting.disagreements(law, {"A": Fraction(1)}, {}) == ["B: not counted"]


def test_only_a_stated_error_is_forgiven() -> None:
    law, count = {"A": Fraction(100)}, {"A": Fraction(101)}
    assert counting.disagreements(law, count, {"A": 0.02}) == []
    assert counting.disagreements(law, count, {}) == ["A: the law gives 100, the count 101"]
