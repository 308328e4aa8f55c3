"""The Triton kernels against float64, under Triton's interpreter: what is computed, not how fast."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
import torch

SHAPES = [(3, 64), (5, 100), (2, 257)]
ALLOWED = {torch.float32: 1e-5, torch.bfloat16: 1e-2}


def kernel(name: str) -> Any:
    return importlib.import_module(f"kernels.{name}")


def fresh(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(*shape).to(dtype)


def near(got: torch.Tensor, expected: torch.Tensor, allowed: float) -> None:
    error = (got.double() - expected).abs().max() / expected.abs().max()
    assert error <= allowed


@pytest.mark.parametrize("dtype", ALLOWED)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("keep", [False, True])
def test_residual_layernorm(shape: tuple[int, int], dtype: torch.dtype, keep: bool) -> None:
    (
        a,
        b,
    ) = fresh(*shape, dtype=dtype) + 3, fresh(*shape, dtype=dtype)
    weight, bias = fresh(shape[1], dtype=dtype), fresh(shape[1], dtype=dtype)
    module = kernel("residual_layernorm")
    got, total = module.residual_layernorm(a, b, weight, bias, keep)
    exact = [each.double() for each in (a, b, weight, bias)]
    near(got, module.eager(*exact), ALLOWED[dtype])
    assert (total is None) == (not keep)
    if total is not None:
        near(total, exact[0] + exact[1], ALLOWED[dtype])


@pytest.mark.parametrize("dtype", ALLOWED)
@pytest.mark.parametrize("shape", SHAPES)
def test_residual_rmsnorm(shape: tuple[int, int], dtype: torch.dtype) -> None:
    a, b = fresh(*shape, dtype=dtype), fresh(*shape, dtype=dtype)
    weight = fresh(shape[1], dtype=dtype)
    module = kernel("residual_rmsnorm")
    got, total = module.residual_rmsnorm(a, b, weight)
    norm, summed = module.eager(a.double(), b.double(), weight.double())
    near(got, norm, ALLOWED[dtype])
    near(total, summed, ALLOWED[dtype])


@pytest.mark.parametrize("dtype", ALLOWED)
@pytest.mark.parametrize("shape", [(4, 1024), (7, 1500), (1, 5)])
def test_stream_matvec(shape: tuple[int, int], dtype: torch.dtype) -> None:
    w, x = fresh(*shape, dtype=dtype), fresh(shape[1], dtype=dtype)
    near(kernel("stream_matvec").stream_matvec(w, x), w.double() @ x.double(), ALLOWED[dtype])


@pytest.mark.parametrize(("shape", "group"), [((4, 1024), 128), ((5, 192), 64), ((3, 96), 32)])
def test_int4_matvec(shape: tuple[int, int], group: int) -> None:
    """The product of the weights that the packed form stands for, exactly but for float32."""
    module = kernel("int4_matvec")
    x = fresh(shape[1])
    packed, scales = module.quantise(fresh(*shape), group)
    assert packed.shape == (shape[0], shape[1] // 2)
    exact = module.dequantise(packed, scales, group)
    near(module.int4_matvec(packed, scales, x, group), exact @ x.double(), 1e-5)


def test_four_bits_keep_a_weight_within_half_a_step() -> None:
    module, weights = kernel("int4_matvec"), fresh(8, 256)
    packed, scales = module.quantise(weights, 64)
    off = (module.dequantise(packed, scales, 64) - weights.double()).abs()
    step = scales.double().repeat_interleave(64, dim=1)
    assert bool((off <= 0.53 * step).all())  # the scale itself is rounded to BF16


@pytest.mark.parametrize(
    ("batch", "kv_heads", "group", "context", "dim", "pieces"),
    [(1, 1, 1, 16, 16, 1), (2, 2, 4, 50, 32, 3), (1, 2, 8, 130, 64, None), (3, 1, 2, 7, 16, 4)],
)
def test_decode_attention(
    batch: int, kv_heads: int, group: int, context: int, dim: int, pieces: int | None
) -> None:
    q = fresh(batch, kv_heads * group, dim)
    k, v = (fresh(batch, kv_heads, context, dim) for _ in range(2))
    got = kernel("decode_attention").decode_attention(q, k, v, pieces)
    keys, values = (each.double().repeat_interleave(group, dim=1) for each in (k, v))
    scores = (keys @ q.double()[..., None]).squeeze(-1) * dim**-0.5
    near(got, (scores.softmax(-1)[..., None, :] @ values).squeeze(-2), 1e-5)
