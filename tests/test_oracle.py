"""Every answer of every template against plain arithmetic that does not know the templates' laws.

`tests/oracle/<topic>.py` has a function for each page of `templates/<topic>/`: from the givens, in
base units, to the answers, counted tensor by tensor with Fractions. A page without one fails here.
"""

from __future__ import annotations

import importlib
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from exgen import exercise, library, solving
from exgen.expression import evaluate, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen.exercise import Answer, Exercise

SEEDS = 200
PAGES = library.pages([Path(__file__).parent.parent / "templates"])
RELATIVE = Fraction(1, 10**12)


def _oracle(id: str) -> Callable[[dict[str, Fraction]], dict[str, Any]]:
    topic, _, name = id.partition("/")
    return getattr(importlib.import_module(f"tests.oracle.{topic}"), name)  # type: ignore[no-any-return]


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def _givens(drawn: Exercise) -> dict[str, Fraction]:
    return {name: _fraction(value.base) for name, value in drawn.shown.items()}


def _letters(answer: Answer) -> frozenset[str]:
    return frozenset(chr(ord("A") + place) for place, right in enumerate(answer.right) if right)


def _ours(drawn: Exercise, answer: Answer) -> Any:
    """What exgen says of a part; None for words, and for a formula in names that the draw lacks."""
    if answer.part.kind in ("rubric", "evidence"):
        return None
    if answer.part.kind in ("choice", "choices"):
        return _letters(answer)
    if answer.part.kind == "order":
        return [[chr(ord("A") + item) for item in group] for group in answer.order]
    if answer.part.kind == "formula":
        tree = answer.part.tree
        assert tree is not None
        if not parse.names(tree) <= set(drawn.values):
            return None
        return _fraction(evaluate.compiled(tree)(drawn.values))
    return "none" if answer.base is None else _fraction(answer.base)


def _agree(ours: Any, right: Any) -> bool:
    if isinstance(ours, Fraction) and isinstance(right, Fraction):
        return abs(ours - right) <= RELATIVE * abs(right)
    return bool(ours == right)


@pytest.mark.parametrize("id", PAGES)
def test_answers_are_those_of_plain_arithmetic(id: str) -> None:
    solved, oracle = solving.solve(library.load(id, PAGES[id])), _oracle(id)
    for seed in range(SEEDS):
        drawn = exercise.make(solved, str(seed))
        right = oracle(_givens(drawn))
        for answer in drawn.answers:
            ours = _ours(drawn, answer)
            if ours is not None:
                part = answer.part.id
                assert _agree(ours, right[part]), (seed, part, ours, right[part], drawn.shown)


PUBLISHED = [
    ("encoder/bert_flop_budget", "model=bert-large S=512", "A", "13958643712"),
    ("encoder/bert_flop_budget", "model=bert-large S=512", "A_all", "335007449088"),
    ("encoder/bert_flop_budget", "model=bert-large S=512", "S_x", "4096"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "M_w", "603979776"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI", "554.67"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI_1", "1.00016"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI_o", "256.0"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI_qkv", "307.2"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI_up", "315.1"),
    ("encoder/bert_weights_and_ai", "model=bert-large S=512", "AI_s", "51.2"),
    ("roofline/gemm_intensity", "model=llama-3-70b M=16384", "A", "2.749e12"),
    ("roofline/gemm_intensity", "model=llama-3-70b M=16384", "Q", "771.75e6"),
    ("roofline/gemm_intensity", "model=llama-3-70b M=16384", "AI", "3561.7"),
    ("roofline/gemm_intensity", "model=llama-3-70b M=32", "AI", "31.78"),
    ("roofline/gemm_intensity", "model=llama-3-70b M=1", "AI", "0.9998"),
    ("roofline/llama_op_ranking", "model=llama-3-70b S=4096", "AI_p", "3640.9"),
    ("attention/attention_io", "S=4096 d=128", "AI_f", "2048"),
    ("attention/attention_io", "S=4096 d=128", "AI_c", "1024"),
    ("attention/attention_io", "S=4096 d=128", "AI_u", "62.06"),
    ("attention/attention_io", "S=4096 d=128 B_r=256", "AI_t", "240.9"),
    ("attention/attention_io", "S=4096 d=128 B_r=128", "AI_t", "124.1"),
    ("decode/tpot_bound", "model=llama-3-70b gpu=h100_sxm fmt=bf16", "n", "2"),
    ("decode/fp8_speedup_regimes", "model=llama-3-70b gpu=h100_sxm B=1 c=1024", "S_k", "1.995"),
    ("decode/fp8_speedup_regimes", "model=llama-3-70b gpu=h100_sxm B=32 c=1024", "S_k", "1.868"),
    ("decode/fp8_speedup_regimes", "model=llama-3-70b gpu=h100_sxm B=32 c=8192", "S_k", "1.451"),
    ("decode/fp8_speedup_regimes", "gpu=h100_sxm", "B_2", "147.7"),
    ("decode/quantised_tpot", "model=llama-3-70b q=4 g=128 z=4", "M", "39.8e9"),
    ("decode/quantised_tpot", "model=llama-3-70b q=4 g=128 z=4", "S", "3.55"),
    ("decode/kv_cache_size", "model=llama-3-70b fmt=bf16", "kappa", "327680"),
    ("decode/kv_cache_size", "model=llama-3-70b c=8192", "M", "2.68435e9"),
    ("roofline/crossover_batch_weights", "gpu=h100_sxm H=8192", "B_w", "295.34"),
    ("roofline/crossover_batch_weights", "gpu=h100_sxm H=8192", "B_a", "318.29"),
    ("roofline/crossover_batch_with_kv", "model=llama-3-70b gpu=h100_sxm c=512", "B", "455.87"),
    ("roofline/crossover_batch_with_kv", "model=llama-3-70b gpu=h100_sxm c=1024", "B", "998.70"),
    (
        "roofline/crossover_batch_with_kv",
        "model=llama-3-70b gpu=h100_sxm c=1024",
        "c_max",
        "1453.98",
    ),
    ("training/param_count", "model=llama-3-70b L=80 V=128256 N=2", "P", "70553706496"),
    ("training/param_count", "model=mistral-7b-v0.1 L=32 V=32000 E=8 k=2", "P_E", "46702792704"),
    ("training/param_count", "model=mistral-7b-v0.1 L=32 V=32000 E=8 k=2", "P_k", "12879925248"),
    ("training/train_flops_per_token", "model=llama-3-70b S=8192 w=2048", "r", "1.0612"),
    ("training/zero_memory", "P=7.5 n=64 b_g=2 b_m=4", "M_0", "120e9"),
    ("training/zero_memory", "P=7.5 n=64 b_g=2 b_m=4", "M_1", "31.4e9"),
    ("training/zero_memory", "P=7.5 n=64 b_g=2 b_m=4", "M_2", "16.6e9"),
    ("training/zero_memory", "P=7.5 n=64 b_g=2 b_m=4", "M_3", "1.9e9"),
]


@pytest.mark.parametrize(("id", "pins", "name", "value"), PUBLISHED)
def test_values_that_were_counted_elsewhere(id: str, pins: str, name: str, value: str) -> None:
    """Agreement to half a unit of the last figure given; whole numbers in full agree exactly."""
    solved = solving.solve(library.load(id, PAGES[id]))
    drawn = exercise.calculate(solved, dict(pin.split("=") for pin in pins.split()))
    mantissa, _, exponent = value.partition("e")
    decimals = len(mantissa.partition(".")[2])
    half_unit = Fraction(10 ** int(exponent or 0), 2 * 10**decimals) if not value.isdigit() else 0
    assert abs(_fraction(drawn.values[name]) - Fraction(value)) <= half_unit


@pytest.mark.parametrize(("context", "exists"), [("1453", True), ("1454", False), ("4096", False)])
def test_the_crossover_ends_at_a_context_of_1453(context: str, exists: bool) -> None:
    id = "roofline/crossover_batch_with_kv"
    solved = solving.solve(library.load(id, PAGES[id]))
    drawn = exercise.calculate(solved, {"model": "llama-3-70b", "gpu": "h100_sxm", "c": context})
    assert (next(a for a in drawn.answers if a.part.id == "B").base is not None) == exists
