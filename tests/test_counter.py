"""What torch's counter gets right and wrong: the counts lean on these facts, so they are pinned."""

from __future__ import annotations

from fractions import Fraction

import pytest
import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention as attend
from torch.utils.checkpoint import checkpoint

import _count

SQUARE = 4 * 64 * 64 * 8 * 2  # scores and values: 2 heads, 64 tokens, head dimension 8


def heads(device: str, count: int = 2) -> torch.Tensor:
    return torch.zeros(1, count, 64, 8, device=device)


def test_attention_is_exact_on_the_meta_device() -> None:
    assert _count.attention(1, (2, 2), (64, 64), 8) == SQUARE


def test_attention_on_the_processor_counts_nothing() -> None:
    q, k, v = heads("cpu"), heads("cpu"), heads("cpu")
    assert _count.flops(lambda: attend(q, k, v)) == 0


def test_causal_attention_counts_the_full_square() -> None:
    assert _count.attention(1, (2, 2), (64, 64), 8, causal=True) == SQUARE


def test_grouped_queries_count_query_heads() -> None:
    assert _count.attention(1, (2, 1), (64, 64), 8) == SQUARE


@pytest.mark.parametrize(
    "run",
    [
        lambda m: torch.mv(m(4, 4), m(4)),
        lambda m: torch.dot(m(4), m(4)),
        lambda m: nn.functional.layer_norm(m(4, 4), (4,)),
        lambda m: nn.functional.rms_norm(m(4, 4), (4,)),
        lambda m: m(4, 4).softmax(-1),
        lambda m: m(4, 4) + m(4, 4),
        lambda m: nn.functional.embedding(torch.zeros(3, dtype=torch.long, device="meta"), m(4, 4)),
    ],
    ids=["mv", "dot", "layer norm", "rms norm", "softmax", "sum", "embedding"],
)
def test_what_counts_nothing(run: object) -> None:
    assert callable(run)
    assert _count.flops(lambda: run(_count.meta)) == 0


def test_a_bias_counts_nothing() -> None:
    layer = nn.Linear(8, 8, device="meta")
    x = torch.zeros(4, 8, device="meta")
    assert _count.flops(lambda: layer(x)) == _count.product(4, 8, 8)


@pytest.mark.parametrize(("input_needs_gradient", "times"), [(True, "3"), (False, "5/2")])
def test_backward_counts_twice_forward_but_for_the_gradient_of_the_input(
    input_needs_gradient: bool, times: str
) -> None:
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
        x = torch.zeros(4, 8, requires_grad=input_needs_gradient)
    forward = _count.flops(lambda: model(x))
    both = _count.flops(lambda: model(x).sum().backward())
    assert Fraction(both, forward) == Fraction(times)


def test_a_checkpoint_stops_early_so_it_costs_less_than_a_forward_pass() -> None:
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
        x = torch.zeros(4, 8, requires_grad=True)
    plain = _count.flops(lambda: model(x).sum().backward())
    saved = _count.flops(lambda: checkpoint(model, x, use_reentrant=False).sum().backward())
    assert Fraction(saved, plain) == Fraction(7, 6)


def test_traffic_is_what_operators_read_and_write() -> None:
    a, b = _count.meta(4, 8), _count.meta(8, 2)
    assert _count.traffic(lambda: a @ b) == 2 * (32 + 16 + 8)
    assert _count.traffic(lambda: a + a) == 2 * (32 + 32)  # the same tensor is read once
    assert _count.traffic(lambda: a.view(8, 4)) == 0  # a view moves nothing


def test_elementwise_work_is_counted_apart() -> None:
    x, row = _count.meta(4, 8), _count.meta(8)
    assert _count.elementwise(lambda: (x * x).sum(-1) * 2, 32) == 64
    assert _count.elementwise(lambda: row + row, 32) == 0


def test_elements_below_a_byte_are_packed() -> None:
    assert _count.stored(10, Fraction(1, 2)) == 5
    with pytest.raises(ValueError, match="no tensor has the shape"):
        _count.stored(11, Fraction(1, 2))


def test_a_root_needs_a_straight_line() -> None:
    assert _count.root(lambda n: Fraction(2 * n - 9)) == Fraction(9, 2)
    assert _count.root(lambda n: Fraction(n + 1)) == "none"
    assert _count.root(lambda _: Fraction(1)) == "none"
    with pytest.raises(ValueError, match="not linear"):
        _count.root(lambda n: Fraction(n * n))
