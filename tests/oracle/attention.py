"""One attention head: what each kernel reads and writes, tensor by tensor."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product


def attention_io(g: Givens) -> Answers:
    """Unfused, fused, causal, and tiles that read K and V again."""
    length, head_dim, size = g["S"], g["d"], g["b"]
    flop = product(length, head_dim, length) + product(length, length, head_dim)
    rows, square = length * head_dim, length * length
    scores_kernel = 2 * rows + square  # reads Q and K, writes scores
    softmax_kernel = square + square  # reads scores, writes probabilities
    values_kernel = square + rows + rows  # reads probabilities and V, writes the output
    unfused = flop / (size * (scores_kernel + softmax_kernel + values_kernel))
    fused = flop / (size * (rows + rows + rows + rows))
    causal = (flop - flop / 2) / (size * (rows + rows + rows + rows))
    tiles = length / g["B_r"]
    re_read = flop / (size * (rows + rows + tiles * (rows + rows)))
    ridge: Fraction = g["F"] / g["W"]
    below = letters(unfused < ridge, fused < ridge, causal < ridge, re_read < ridge)
    return {"AI_u": unfused, "AI_f": fused, "AI_c": causal, "AI_t": re_read, "below": below}
