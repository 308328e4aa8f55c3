"""Bytes of the tensors that an addition and a norm move, apart and fused."""

from __future__ import annotations

from fractions import Fraction

import torch

from _count import DTYPES, meta, nbytes, traffic


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
