"""cal_gemm: what the arithmetic units sustain, by a large square matrix product."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _time import Bench


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """N × N times N × N: 2·N³ FLOP, in BF16 on a GPU and FP32 on a processor."""
    side = int(sizes["N"])
    inputs = bench.copies(lambda: (bench.random(side, side), bench.random(side, side)))[:4]
    left, right = inputs[0]
    expected = left[:8].double() @ right.double()
    bench.correct("eight rows of the product", (left @ right)[:8], expected, 1e-2)
    bench.ceiling("cal_gemm", 2 * side**3, "FLOP/s", lambda a, b: a @ b, inputs)
