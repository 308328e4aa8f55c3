"""Weights, arithmetic, memory and time of training, from matrices and tensors one by one."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product, ranked, root


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


def recompute_tradeoff(g: Givens) -> Answers:
    """Forward through the layers, keeping; then backward, restoring what was not kept."""
    one, heads, layers = Fraction(1), g["h"] / g["d"], int(g["L"])
    matrices = [(g["h"], g["h"])] * 4 + [(g["h"], 4 * g["h"]), (4 * g["h"], g["h"])]
    linear = sum(product(g["s"], rows, columns) for rows, columns in matrices)
    mixing = heads * (product(g["s"], g["d"], g["s"]) + product(g["s"], g["s"], g["d"]))
    once = linear + mixing
    step = once + once + once
    scores = sum(g["b_s"] * g["s"] for _ in range(int(g["s"]))) * heads
    hidden, read = (g["b_h"] * g["s"] * g["h"], g["b_x"] * g["s"] * g["h"])

    def peak(kept: Fraction) -> Fraction:
        held = sum((kept for _ in range(layers)), Fraction(0))
        most = held
        for _ in range(layers):
            most = max(most, held - kept + hidden + scores)
            held -= kept
        return most

    sequences, one_more = 0, peak(read)
    while (sequences + 1) * one_more <= g["C"]:
        sequences += 1
    per_flop = {"none": g["H_0"] / step, "selective": g["H_s"] / (step + mixing)}
    per_flop["full"] = g["H_f"] / (step + once)
    fastest = max(per_flop, key=lambda way: per_flop[way])
    return {
        "x_s": (step + mixing) / step - one,
        "M_s": peak(hidden),
        "N_f": Fraction(sequences),
        "U_f": per_flop["full"] * step,
        "best": letters(*(way == fastest for way in per_flop)),
    }


def activation_memory(g: Givens) -> Answers:
    """Tensor by tensor: elements, bytes each, whether matrices and whether tokens split it."""
    wide = g["s"] * g["b"] * g["h"]
    square = g["s"] * g["s"] * g["b"] * (g["h"] / g["d"])
    around = [(wide, g["q"])] * 4 + [(wide, g["q_m"])] * 2
    between = [(wide, g["q"])] * 4 + [(4 * wide, g["q"])] * 2
    scores = [(square, g["q"])] * 2 + [(square, g["q_m"])]

    def held(tensors: list[tuple[Fraction, Fraction]]) -> Fraction:
        return sum((elements * size for elements, size in tensors), Fraction(0))

    def card(fused: bool, by_tokens: bool) -> Fraction:
        shared = between if fused else between + scores
        alone = held(around) / g["t"] if by_tokens else held(around)
        return sum((alone + held(shared) / g["t"] for _ in range(int(g["L"]))), Fraction(0))

    layer = held(around + between + scores)
    return {
        "M_l": layer,
        "r": 1 - held(around + between) / layer,
        "M_t": card(False, False),
        "M_f": card(True, False),
        "fits": letters(
            *(
                card(fused, by_tokens) <= g["C"]
                for fused, by_tokens in ((False, False), (False, True), (True, False), (True, True))
            )
        ),
    }


def mfu_gap_waterfall(g: Givens) -> Answers:
    """Slots of one stage: its own micro-batches and those that it waits for."""

    def step(hide: bool = False, chunks: Fraction = Fraction(1), fetch: bool = False,
             fuse: bool = False) -> Fraction:  # fmt: skip
        kernels = g["t_m"] + (g["t_e"] * g["y"] if fuse else g["t_e"])
        slot = kernels / (g["m"] * chunks)
        slots = sum(1 for _ in range(int(g["m"] * chunks))) + sum(1 for _ in range(1, int(g["p"])))
        exposed = Fraction(0) if hide else g["t_c"] - g["t_c"] * g["x"]
        return slots * slot + exposed + (0 if fetch else g["t_d"])

    def mfu(seconds: Fraction) -> Fraction:
        return 1 / (seconds / g["t_m"] / g["e"])

    single = [step(hide=True), step(chunks=g["v"]), step(fetch=True), step(fuse=True)]
    return {
        "U": mfu(step()),
        "R_c": mfu(single[0]) - mfu(step()),
        "R_f": mfu(single[3]) - mfu(step()),
        "rank": ranked([step() - each for each in single], Fraction(1, 100)),
        "U_a": mfu(step(True, g["v"], True, True)),
    }
