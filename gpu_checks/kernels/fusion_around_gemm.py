"""Norm, matrix product and SiLU traced one by one, against the tensors of a fused kernel."""

from __future__ import annotations

from fractions import Fraction

import torch

from _count import meta, nbytes, product, root, traffic


def _bytes(given: dict[str, Fraction], tokens: int | Fraction) -> tuple[int, int]:
    """(the two small kernels, the product); the norm as a tensor in and one out."""
    x, matrix = meta(tokens, given["h"]), meta(given["h"], given["f"])
    normed, wide = torch.empty_like(x), x @ matrix
    small = nbytes(x, normed) + traffic(lambda: torch.nn.functional.silu(wide))
    return small, traffic(lambda: normed @ matrix)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """A fused kernel moves what the product moves: input and matrix in, result out."""
    g = given
    small, multiplied = _bytes(g, g["T"])

    def missing(tokens: int) -> Fraction:
        """Bytes that the claim says are saved, less those that are."""
        saved, kept = _bytes(g, tokens)
        return g["p"] * (saved + kept) - saved

    of_product = max(product(g["T"], g["h"], g["f"]) / g["F"], multiplied / g["W"])
    return {
        "Q_u": Fraction(small + multiplied),
        "x": Fraction(small, small + multiplied),
        "T_p": root(missing),
        "q": small / g["W"] / (small / g["W"] + of_product),
    }
