"""FLOP of autograd per weight, gradients as tensors, collectives carried out on arrays."""

from fractions import Fraction
from functools import lru_cache

import torch

from _collectives import all_gather, reduce_scatter, ring
from _count import flops, meta, parameters, root, stored
from _models import decoder, shape

SIDE, TOKENS = 64, 16  # FLOP are proportional to weights and to tokens; counted for these


@lru_cache(maxsize=1)
def _per_weight() -> tuple[Fraction, Fraction]:
    """FLOP forward and backward, per weight and token, of a matrix that is not the first one."""
    matrix = torch.nn.Linear(SIDE, SIDE, bias=False, device="meta", dtype=torch.bfloat16)
    x = meta(TOKENS, SIDE).requires_grad_()
    forward = flops(lambda: matrix(x))
    both = flops(lambda: matrix(x).sum().backward())
    uses = parameters(matrix) * TOKENS
    return Fraction(forward, uses), Fraction(both - forward, uses)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Fewest tokens are the roots of arithmetic less messages, a straight line in the tokens."""
    g = given
    weights, n = parameters(decoder(shape(g))), int(g["n"])
    ahead, back = (each * weights / (g["e"] * g["F"]) for each in _per_weight())
    gradients, values = stored(weights, g["b"]), stored(weights, g["b_w"])
    summed = ring(n).time(gradients, g["W"])
    gathered = all_gather(n).time(values, g["W"])
    scattered = reduce_scatter(n).time(gradients, g["W"])
    limits = [
        root(lambda tokens: tokens * ahead - gathered),
        root(lambda tokens: tokens * back - gathered - scattered),
    ]
    return {
        "t_b": g["T"] * back,
        "t_c": summed,
        "t_s": g["T"] * ahead + max(g["T"] * back, summed),
        "T_m": root(lambda tokens: tokens * back - summed),
        "T_s": max(each for each in limits if not isinstance(each, str)),
    }
