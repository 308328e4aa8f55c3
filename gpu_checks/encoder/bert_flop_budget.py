"""The forward pass of the real encoder, operator by operator."""

from fractions import Fraction

from _count import attention, flops, flops_by_op, meta, root
from _models import encoder, shape


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
