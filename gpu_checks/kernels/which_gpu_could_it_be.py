"""The tensors of one LayerNorm, and a bus that carries them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from _count import DTYPES, NONE, meta, nbytes, root

if TYPE_CHECKING:
    from fractions import Fraction


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Rate and floor are where the bytes carried meet those of input and result."""
    g = given
    source = meta(g["R"], g["C"], dtype=DTYPES[g["b"]])
    tensors = nbytes(source, source.new_empty(source.shape))
    rate = root(lambda per_second: per_second * g["t"] - tensors)
    floor = root(lambda seconds: seconds * g["W"] - tensors)
    late = tensors - g["W"] * g["t"]
    return {"W_i": rate, "t_f": floor, "D": late if late > 0 else NONE}
