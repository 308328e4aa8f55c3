"""The planned decoder as a module tree, dense and with experts; weights counted in its tensors."""

from fractions import Fraction
from functools import lru_cache

import torch
from torch import nn

from _count import parameters
from _models import Decoder, DecoderLayer, Shape


@lru_cache(maxsize=8)
def _decoder(of: Shape) -> Decoder:
    """Layers of a decoder are alike, so one module stands for all; see `_weights`."""
    with torch.device("meta"):
        return Decoder(of._replace(layers=1))


def _weights(of: Shape, layer: int) -> int:
    """The model's weights if each of its layers has so many."""
    model = _decoder(of)
    return parameters(model) + of.layers * layer - parameters(model.layers[0])


def _active(layer: DecoderLayer, chosen: int) -> int:
    """Weights of a layer with the experts that are not chosen left out."""
    return parameters(layer) - sum(parameters(each) for each in layer.ffn.experts[chosen:])


def _shape(g: dict[str, Fraction], experts: int) -> Shape:
    return Shape(
        int(g["V"]), int(g["h"]), int(g["L"]), int(g["n_q"]), int(g["n_kv"]), int(g["d"]),
        int(g["f"]), 3, g["N"] == 1, False, False, experts, 0,
    )  # fmt: skip


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Elements of all parameters; a tied matrix counts once."""
    g = given
    dense, sparse = _shape(g, 1), _shape(g, int(g["E"]))
    layer, mixed = (_decoder(of).layers[0] for of in (dense, sparse))
    total = _weights(dense, parameters(layer))
    projections = [each for each in layer.attention.modules() if isinstance(each, nn.Linear)]
    blocks = dense.layers * parameters(layer.ffn)
    return {
        "P_a": Fraction(sum(parameters(each) for each in projections)),
        "P": Fraction(total),
        "s": Fraction(blocks, total),
        "P_E": Fraction(_weights(sparse, parameters(mixed))),
        "P_k": Fraction(_weights(sparse, _active(mixed, int(g["k"])))),
    }
