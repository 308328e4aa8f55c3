"""Weights, arithmetic, memory and time of training, from matrices and tensors one by one."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, product, root


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


def train_flops_per_token(g: Givens) -> Answers:
    """A forward product and its two gradients; queries meet keys one by one."""
    attention, block = _matrices(g)
    weights = g["L"] * (_elements(attention) + _elements(block)) + g["h"] * g["V"]
    passes = ("forward", "gradient of the input", "gradient of the weights")

    def training(layers_and_keys: list[tuple[Fraction, Fraction]]) -> Fraction:
        """FLOP of all passes; each group of layers lets a token meet so many keys."""
        mixing = sum(
            layers
            * g["n_q"]
            * (product(Fraction(1), g["d"], keys) + product(keys, g["d"], Fraction(1)))
            for layers, keys in layers_and_keys
        )
        return sum((2 * weights + mixing for _ in passes), Fraction(0))

    causal = g["S"] / 2
    full = training([(g["L"], causal)])

    def too_much(length: Fraction) -> Fraction:
        both = training([(g["L"], length / 2)])
        return (both - training([])) - g["x"] * both

    half = g["L"] / 2
    return {
        "P_m": weights,
        "A_t": full,
        "r": full / (6 * g["P"]),
        "S_x": root(too_much),
        "A_w": training([(half, causal), (half, g["w"])]),
    }


def mfu_from_throughput(g: Givens) -> Answers:
    """One card and its tokens of one step; the cluster is so many of them."""
    forward = product(g["b"], g["P_k"], Fraction(1))
    backward = forward + forward
    could = g["F"] * g["t"]
    steps = g["D"] / (g["b"] * g["n"])
    return {
        "R": g["b"] * g["n"] / g["t"],
        "U": (forward + backward) / could,
        "H": (forward + forward + backward) / could,
        "T": steps * g["t"] / g["g"],
        "t_x": (forward + backward) / g["F"] / g["U_x"],
    }


def zero_memory(g: Givens) -> Answers:
    """What a card holds, tensor by tensor: (bytes per weight, stage from which it is sharded)."""
    tensors = [(g["b_w"], 3), (g["b_g"], 2), (g["b_c"], 1), (g["b_m"], 1), (g["b_m"], 1)]

    def held(stage: int, cards: int) -> Fraction:
        shares = [each / cards if stage >= sharded else each for each, sharded in tensors]
        return g["P"] * sum(shares)

    room = g["u"] * g["C"]
    enough = next((cards for cards in range(1, 1000) if held(2, cards) <= room), None)
    stages = {f"M_{stage}": held(stage, int(g["n"])) for stage in range(4)}
    return {**stages, "n_2": "none" if enough is None else Fraction(enough)}
