"""Forward and backward of the real layer and of the head, operator by operator.

The input requires a gradient: without it autograd skips a product, and backward would be too cheap.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import torch
from torch import nn

from _count import flops_by_op, meta, parameters, root
from _models import Shape, decoder, decoder_layer, matrices, shape

if TYPE_CHECKING:
    from collections.abc import Callable


def _trained(
    module: Callable[[torch.Tensor], torch.Tensor], hidden: int, tokens: int
) -> tuple[Fraction, Fraction]:
    """FLOP a token of products with weights and of attention's batched ones, both passes."""

    def both_passes() -> None:
        output = module(meta(1, tokens, hidden).requires_grad_())
        output.backward(torch.empty_like(output))

    by_op = flops_by_op(both_passes)
    attention = by_op.pop("aten.bmm", 0)
    return Fraction(sum(by_op.values()), tokens), Fraction(attention, tokens)


@lru_cache(maxsize=64)
def _layer(of: Shape, tokens: int) -> tuple[Fraction, Fraction]:
    return _trained(decoder_layer(of), of.hidden, tokens)


@lru_cache(maxsize=64)
def _head(of: Shape) -> Fraction:
    """One token is enough: the head is linear in them."""
    with torch.device("meta"):
        head = nn.Linear(of.hidden, of.vocabulary, bias=False, dtype=torch.bfloat16)
    return _trained(head, of.hidden, 1)[0]


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The counter takes the full square of the scores, so causal attention is half of it. A token
    that meets w keys costs what it does in a square of w by w.
    """
    g = given
    of, layers = shape(g), g["L"]
    products = sum(each.numel() for each in matrices(decoder(of)))
    matrix, square = _layer(of, int(g["S"]))
    linear, causal = layers * matrix + _head(of), layers * square / 2

    def above(tokens: int) -> Fraction:
        attention = layers * _layer(of, tokens)[1] / 2
        return attention - g["x"] * (linear + attention)

    return {
        "P_m": Fraction(products),
        "A_t": linear + causal,
        "r": (linear + causal) / (6 * parameters(decoder(of))),
        "S_x": root(above),
        "A_w": linear + causal / 2 + layers / 2 * _layer(of, int(g["w"]))[1],
    }
