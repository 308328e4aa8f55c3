"""FLOP of a product as torch counts them, against the bytes of its matrix."""

from __future__ import annotations

from fractions import Fraction

from _count import DTYPES, meta, nbytes, product, root


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The knee is the root of arithmetic less reading, a straight line in the batch."""
    g = given
    reading = Fraction(nbytes(meta(g["N"], g["N"], dtype=DTYPES[g["b"]]))) / g["W_s"]

    def arithmetic(batch: int) -> Fraction:
        return Fraction(product(batch, g["N"], g["N"])) / g["F_s"]

    return {
        "t_w": reading,
        "B_x": root(lambda batch: arithmetic(batch) - reading),
        "t_B": max(reading, arithmetic(int(g["B"]))),
    }
