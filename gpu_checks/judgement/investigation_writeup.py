"""The bytes that fusion removes, counted at the operators; the saving that they predict."""

from __future__ import annotations

from fractions import Fraction

import torch

from _count import meta, nbytes, traffic


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Two kernels with the sum between them, less one kernel that keeps it. The norm reads its
    input once and writes once, as the fused kernel does; scale and bias are the same in both.
    """
    g = given
    x, residual, out, total = (meta(g["R"], g["C"]) for _ in range(4))
    baseline = traffic(lambda: torch.add(x, residual, out=total)) + nbytes(total, out)
    fused = nbytes(x, residual, out)
    expected = Fraction(baseline - fused) / g["W_s"]
    observed = g["t_0"] - g["t_1"]
    return {"D_p": expected, "D_o": observed, "rho": observed / expected}
