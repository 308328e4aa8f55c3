"""Bytes of the tensors that an addition and a norm move, apart and fused."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import DTYPES, meta, nbytes, traffic

if TYPE_CHECKING:
    from collections.abc import Callable

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The addition is traced; the norm's passes over r are reads of that tensor."""
    g = given
    a, b, y = (meta(g["R"], g["C"], dtype=DTYPES[g["b"]]) for _ in range(3))
    r = a + b
    apart = traffic(lambda: torch.add(a, b)) + nbytes(*[r] * int(g["n_p"]), y)
    fused = nbytes(a, b, *[y, r][: int(g["n_w"])])
    sustained = g["eta"] * g["W"]
    two, one = g["t_0"] + apart / sustained, g["t_0"] + fused / sustained
    return {
        "Q_u": Fraction(apart),
        "Q_f": Fraction(fused),
        "t_s": two - one,
        "rho": (g["x_u"] * two - g["x_f"] * one) / (two - one),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Addition and LayerNorm as two operators and in one pass. On a GPU both run from a CUDA graph,
    so that launching costs the same, and torch.compile makes a third arm; on a processor the one
    pass goes through blocks of rows that stay in the cache.
    """
    rows, width = int(sizes["T"]), int(sizes["h"])
    weight, bias = bench.random(width), bench.random(width)
    a, b = (bench.random(rows, width) for _ in range(2))
    total, out = torch.empty_like(a), torch.empty_like(a)
    row = {"device": bench.device, "dtype": torch.float32}
    mean, scale = (torch.empty(rows, 1, **row) for _ in range(2))

    def norm(x: torch.Tensor, into: torch.Tensor, some: slice) -> None:
        torch.ops.aten.native_layer_norm.out(
            x, [width], weight, bias, 1e-5, out0=into, out1=mean[some], out2=scale[some]
        )

    def eager() -> None:
        torch.add(a, b, out=total)
        norm(total, out, slice(None))

    block = int(sizes["block"])
    buffer = torch.empty(block, width, device=bench.device, dtype=bench.dtype)

    def in_blocks() -> None:
        for first in range(0, rows, block):
            some = slice(first, first + block)
            torch.add(a[some], b[some], out=buffer)
            norm(buffer, out[some], some)

    few = (a[:8].double() + b[:8].double(), weight.double(), bias.double())
    exact = torch.nn.functional.layer_norm(few[0], (width,), few[1], few[2], 1e-5)
    arms: dict[str, Callable[[], object]] = {"eager": eager, "fused": in_blocks}
    if bench.cuda:
        from kernels.residual_layernorm import eager as reference
        from kernels.residual_layernorm import residual_layernorm

        compiled = torch.compile(reference)
        arms["fused"] = lambda: residual_layernorm(a, b, weight, bias)
        arms["compiled"] = lambda: compiled(a, b, weight, bias)
        bench.correct("fused", residual_layernorm(a, b, weight, bias)[0][:8], exact, 2e-2)
        bench.correct("compiled", compiled(a, b, weight, bias)[:8], exact, 2e-2)
    for name, run in arms.items():
        if name == "eager" or not bench.cuda:
            run()
            bench.correct(name, out[:8], exact, 2e-2)
        replay = bench.graph(run)
        bench.time(name, replay, [()])
