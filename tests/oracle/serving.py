"""What a server holds, found by filling its memory one request at a time."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, product, root


def _fit(room: Fraction, each: Fraction) -> Fraction:
    """How many of `each` bytes go into `room`, by taking them off; 0 if not one does."""
    count = 0
    while room >= each:
        room -= each
        count += 1
    return Fraction(count)


def max_batch_in_memory(g: Givens) -> Answers:
    """Contiguous caches of the longest context, against blocks that are taken when needed."""
    per_card = g["C"] * g["u"] - g["A"]
    room = g["n"] * per_card - g["P"] * g["b_w"]
    token = sum((g["n_kv"] * g["d"] * g["b_k"] for _ in ("key", "value")), Fraction(0)) * g["L"]
    blocks = Fraction(0)
    while blocks * g["s"] < g["c"]:
        blocks += 1
    slots = blocks * g["s"]
    return {
        "K": room,
        "B_m": _fit(room, g["m"] * token),
        "b": blocks,
        "B_p": _fit(room, slots * token),
        "w": 1 - g["c"] / slots,
    }


def ttft_prefill(g: Givens) -> Answers:
    """A prompt, product by product; the mask keeps half of the square of tokens."""
    head, width = g["n_q"] * g["d"], g["n_kv"] * g["d"]

    def layer(tokens: Fraction) -> Fraction:
        queries, output = product(tokens, g["h"], head), product(tokens, head, g["h"])
        keys = values = product(tokens, g["h"], width)
        gate = up = product(tokens, g["h"], g["f"])
        return queries + keys + values + output + gate + up + product(tokens, g["f"], g["h"])

    def square(tokens: Fraction) -> Fraction:
        scores = product(tokens, g["d"], tokens)
        return g["n_q"] * (scores + product(tokens, tokens, g["d"])) / 2

    matrices = g["L"] * layer(g["S"]) + product(Fraction(1), g["h"], g["V"])
    attention = g["L"] * square(g["S"])
    prefill = (matrices + attention) / g["F"] / g["n"] / g["eta"]
    tokens, clock = 1, prefill
    while clock + g["t_d"] <= g["D"]:
        tokens, clock = tokens + 1, clock + g["t_d"]
    one = Fraction(1)
    return {
        "A_m": matrices,
        "A_a": attention,
        "T": prefill,
        "N": Fraction(tokens),
        "S_x": root(lambda tokens: layer(one) - tokens * square(one)),
    }
