"""The bytes of an addition and a norm, apart and in one pass, from the tensors they touch."""

from __future__ import annotations

from fractions import Fraction

import torch

from _count import DTYPES, meta, nbytes, traffic


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The addition is traced; a norm is a pass over its input and one over its result."""
    g = given
    x, residual, out, total = (meta(g["T"], g["h"], dtype=DTYPES[g["b"]]) for _ in range(4))
    apart = traffic(lambda: torch.add(x, residual, out=total)) + nbytes(total, out)
    fused = nbytes(x, residual, out)
    return {
        "Q_u": Fraction(apart),
        "Q_f": Fraction(fused),
        "D": Fraction(apart - fused) / g["W_s"],
    }
