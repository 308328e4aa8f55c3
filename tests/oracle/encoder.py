"""An encoder layer, matrix product by matrix product and head by head."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product, root


def _attention(
    sequences: Fraction, tokens: Fraction, heads: Fraction, head_dim: Fraction
) -> Fraction:
    """FLOP of scores and of scores times values, every head of every sequence."""
    one_head = product(tokens, head_dim, tokens) + product(tokens, tokens, head_dim)
    return sequences * heads * one_head


def _feed_forward(g: Givens, tokens: Fraction) -> Fraction:
    return product(tokens, g["h"], g["f"]) + product(tokens, g["f"], g["h"])


def _projections(g: Givens, tokens: Fraction) -> Fraction:
    """Queries, keys, values, output."""
    return sum((product(tokens, g["h"], g["h"]) for _ in "qkvo"), Fraction(0))


def bert_flop_budget(g: Givens) -> Answers:
    """One layer as the sum of its products."""
    tokens, head_dim = g["B"] * g["S"], g["h"] / g["n_q"]
    attention = _attention(g["B"], g["S"], g["n_q"], head_dim)
    layer = _projections(g, tokens) + attention + _feed_forward(g, tokens)
    # The formula part holds for f = 4h, as in these models.
    by_formula = _projections(g, tokens) + attention + 2 * product(tokens, g["h"], 4 * g["h"])
    # Per token both products are linear in the length; the feed-forward block is constant.
    equal = root(
        lambda length: 2 * product(Fraction(1), g["h"], length) - _feed_forward(g, Fraction(1))
    )
    return {
        "a": by_formula,
        "A": layer,
        "A_all": layer * g["L"],
        "r": attention / layer,
        "S_x": equal,
    }


def bert_weights_and_ai(g: Givens) -> Answers:
    """All layers against their matrices' bytes; single operations against all their tensors."""
    size, hidden, wide, tokens = g["b"], g["h"], g["f"], g["B"] * g["S"]
    heads = hidden / g["d"]
    matrices = 4 * hidden * hidden + hidden * wide + wide * hidden

    def forward(sequences: Fraction, length: Fraction) -> Fraction:
        count = sequences * length
        attention = _attention(sequences, length, heads, g["d"])
        return g["L"] * (_projections(g, count) + attention + _feed_forward(g, count))

    def alone(rows: Fraction, inner: Fraction, columns: Fraction) -> Fraction:
        elements = inner * columns + rows * inner + rows * columns
        return product(rows, inner, columns) / (elements * size)

    weights = g["L"] * matrices * size
    output = alone(tokens, hidden, hidden)
    operations = (
        alone(tokens, hidden, 3 * hidden),
        output,
        alone(tokens, hidden, wide),
        alone(g["S"], g["d"], g["S"]),
        Fraction(5) / (size + size),
    )
    return {
        "M_w": weights,
        "AI": forward(g["B"], g["S"]) / weights,
        "AI_1": forward(Fraction(1), Fraction(1)) / weights,
        "AI_o": output,
        "bound": letters(*[each * g["W"] >= g["F"] for each in operations]),
    }
