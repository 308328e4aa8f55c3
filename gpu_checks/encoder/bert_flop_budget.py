"""The forward pass of the real encoder, operator by operator."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import attention, flops, flops_by_op, meta, root
from _models import EncoderLayer, Shape, encoder, shape

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """FLOP of one layer and of all, by torch's counter."""
    g = given
    model = encoder(shape(g))
    layer, tokens = model.layers[0], meta(g["B"], g["S"], g["h"])
    by_op = flops_by_op(lambda: layer(tokens))
    products = sum(by_op.get(name, 0) for name in ("aten.mm", "aten.addmm"))
    one_layer = sum(by_op.values())

    def per_token(length: int) -> Fraction:
        """Attention less the feed-forward block: FLOP of one query over `length` keys."""
        heads = (g["n_q"], g["n_q"])
        mixing = attention(1, heads, (1, length), g["h"] / g["n_q"])
        return Fraction(mixing - flops(lambda: layer.ffn(meta(1, g["h"]))))

    return {
        "A": Fraction(one_layer),
        "A_all": Fraction(flops(lambda: model(tokens))),
        "r": Fraction(one_layer - products, one_layer),
        "S_x": root(per_token),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """One real encoder layer, forward."""
    batch, tokens, hidden = (int(sizes[name]) for name in ("B", "S", "h"))
    of = Shape(0, hidden, 1, int(sizes["a"]), int(sizes["a"]), hidden // int(sizes["a"]),
               4 * hidden, 2, True, False, False, 1, tokens)  # fmt: skip
    layer = EncoderLayer(of).to(bench.device, bench.dtype).eval()
    inputs = bench.copies(lambda: (bench.random(batch, tokens, hidden),))
    with torch.no_grad():
        few = inputs[0][0][:1]
        exact = copy.deepcopy(layer).cpu().double()(few.cpu().double())
        bench.correct("one sequence", layer(few), exact, 5e-2)
        bench.time("t", layer, inputs)
