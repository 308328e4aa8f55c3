"""Weights, arithmetic, memory and time of training, from matrices and tensors one by one."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens


def _matrices(g: Givens) -> tuple[list[tuple[Fraction, Fraction]], list[tuple[Fraction, Fraction]]]:
    """Rows and columns of the matrices of one layer: attention, feed-forward block."""
    heads, shared = g["n_q"] * g["d"], g["n_kv"] * g["d"]
    attention = [(g["h"], heads), (g["h"], shared), (g["h"], shared), (heads, g["h"])]
    return attention, [(g["h"], g["f"]), (g["h"], g["f"]), (g["f"], g["h"])]


def _elements(matrices: list[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((rows * columns for rows, columns in matrices), Fraction(0))


def param_count(g: Givens) -> Answers:
    """One element after the other: outside the layers, then each layer's parts."""
    attention, block = (_elements(each) for each in _matrices(g))
    outside = sum(g["V"] * g["h"] for _ in range(int(g["N"]))) + g["h"]
    shared = outside + sum(attention + g["h"] + g["h"] for _ in range(int(g["L"])))
    blocks = sum(block for _ in range(int(g["L"])))
    routers = sum(_elements([(g["h"], g["E"])]) for _ in range(int(g["L"])))
    return {
        "P_a": attention,
        "P": shared + blocks,
        "s": blocks / (shared + blocks),
        "P_E": shared + routers + g["E"] * blocks,
        "P_k": shared + routers + g["k"] * blocks,
    }
