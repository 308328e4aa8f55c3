"""Norms and element-wise operations written out; torch's own counter has 0 FLOP for them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import elementwise, meta, nbytes, product

if TYPE_CHECKING:
    from _time import Bench

Run = Callable[..., tuple[torch.Tensor, ...]]


def _rmsnorm(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return (x * (x * x).mean(-1, keepdim=True).rsqrt() * weight,)


def _layernorm(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
    centred = x - x.mean(-1, keepdim=True)
    scaled = centred * (centred * centred).mean(-1, keepdim=True).rsqrt()
    return (scaled * weight + weight,)


def _residual_rmsnorm(
    x: torch.Tensor, weight: torch.Tensor, other: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    total = x + other
    return (total, *_rmsnorm(total, weight))


def _residual(
    x: torch.Tensor, _weight: torch.Tensor, other: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    return (x + other,)


def _rope(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Halves are exchanged by a view; the sign is in the sines."""
    return (x * weight + x.roll(x.shape[-1] // 2, -1) * weight,)


OPERATIONS: dict[str, tuple[Run, int]] = {
    "rmsnorm": (_rmsnorm, 1),
    "layernorm": (_layernorm, 1),
    "residual_rmsnorm": (_residual_rmsnorm, 2),
    "residual": (_residual, 2),
    "rope": (_rope, 1),
}
ROWS = 64  # FLOP and bytes are proportional to the rows; one count of 64 is scaled to T


def count(given: dict[str, Fraction | str]) -> dict[str, Fraction]:
    """Arithmetic on full-size tensors only: a row's constants and the norm's weights are small."""
    g = given
    run, inputs = OPERATIONS[str(g["op"])]
    read = [meta(ROWS, g["h"]) for _ in range(inputs)]
    written = run(read[0], meta(g["h"]), *read[1:])
    flop = elementwise(lambda: run(read[0], meta(g["h"]), *read[1:]), read[0].numel())
    moved, rows = nbytes(*read, *written), g["T"] / ROWS
    step = max(rows * flop / g["F_v"], rows * moved / g["W"])
    work = product(g["T"], g["h"], g["f"])
    tensors = nbytes(meta(g["h"], g["f"]), meta(g["T"], g["h"]), meta(g["T"], g["f"]))
    return {
        "AI": Fraction(flop, moved),
        "t": step,
        "p": rows * flop / work,
        "q": step / max(work / g["F"], tensors / g["W"]),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """LayerNorm into a tensor that exists already: an allocation would be timed otherwise."""
    rows, width = int(sizes["T"]), int(sizes["h"])
    weight, bias = bench.random(width), bench.random(width)
    out = torch.empty(rows, width, device=bench.device, dtype=bench.dtype)
    mean, scale = (torch.empty(rows, 1, device=bench.device, dtype=torch.float32) for _ in "ms")

    def norm(x: torch.Tensor) -> torch.Tensor:
        torch.ops.aten.native_layer_norm.out(
            x, [width], weight, bias, 1e-5, out0=out, out1=mean, out2=scale
        )
        return out

    inputs = bench.copies(lambda: (bench.random(rows, width),))
    few = inputs[0][0][:8].double()
    exact = torch.nn.functional.layer_norm(few, (width,), weight.double(), bias.double(), 1e-5)
    bench.correct("8 rows", norm(inputs[0][0])[:8], exact, 2e-2)
    bench.time("t", norm, inputs)
