"""Time and memory of decoding, from what a decode step reads and computes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tests.oracle.counting import Answers, Givens, letters, product, ranked, root


def tpot_bound(g: Givens) -> Answers:
    """All weights once through the bandwidth of the fewest cards that hold them."""
    weights = g["P"] * g["b_w"]
    usable = g["C"] - g["C"] * g["r"]
    cards = next(n for n in (1, 2, 4, 8) if weights <= n * usable)
    step = weights / cards / g["W"]
    fits = letters(weights <= usable, usable < weights <= g["C"], weights > g["C"])
    return {"fits": fits, "n": Fraction(cards), "T": step, "rate": 1 / step}


def _kv_bytes(g: Givens, element: Fraction, tokens: Fraction) -> Fraction:
    """Keys and values of `tokens` tokens in all layers."""
    per_layer = g["n_kv"] * g["d"] * tokens
    keys = values = g["L"] * per_layer
    return (keys + values) * element


def tpot_with_kv(g: Givens) -> Answers:
    """Weights once, the cache of every request once, against the arithmetic of the batch."""
    cards, batch = g["n"], g["B"]
    one_cache = _kv_bytes(g, g["b_k"], g["c"])
    weights = g["P"] * g["b_w"]
    reading = (weights + batch * one_cache) / (cards * g["W"])
    per_head = 2 * g["c"] * g["d"] + 2 * g["c"] * g["d"]  # q times K, scores times V
    arithmetic = batch * (2 * g["P"] + g["L"] * g["n_q"] * per_head) / (cards * g["F"])
    step = max(reading, arithmetic)
    half = root(lambda b: weights - b * one_cache)
    return {"V": batch * one_cache, "T": step, "rate": batch / step, "B_half": half}


def quantised_tpot(g: Givens) -> Answers:
    """Groups of g weights with their scale and zero point; embeddings in two bytes."""
    group = g["g"] * g["q"] + g["s"] + g["z"]
    embeddings = g["N"] * g["V"] * g["h"]
    packed = (g["P"] - embeddings) / g["g"] * group + 2 * embeddings
    full = 2 * g["P"]
    cache = g["B"] * _kv_bytes(g, Fraction(2), g["c"])
    return {
        "m": group / g["g"],
        "M": packed,
        "S": full / packed,
        "T": (packed + cache) / g["W"],
        "S_k": (full + cache) / (packed + cache),
    }


def fp8_speedup_regimes(g: Givens) -> Answers:
    """Steps as the longer of reading and arithmetic, for three ways to store and compute."""

    def step(weight_bytes: int, peak: Fraction, batch: Fraction) -> Fraction:
        return max(weight_bytes * g["P"] / g["W"], 2 * g["P"] * batch / peak)

    def gap(weight_bytes: int, peak: Fraction, batch: Fraction) -> Fraction:
        return weight_bytes * g["P"] / g["W"] - 2 * g["P"] * batch / peak

    faster_everywhere = all(
        step(1, g["F_8"], Fraction(batch)) < step(2, g["F_16"], Fraction(batch))
        for batch in range(1, 2000, 37)
    )
    cache = g["B"] * _kv_bytes(g, Fraction(2), g["c"])
    return {
        "begin": letters(faster_everywhere),
        "B_8": root(lambda batch: gap(1, g["F_8"], batch)),
        "B_2": root(lambda batch: gap(1, g["F_16"], batch)),
        "S_w": step(2, g["F_16"], g["B_L"]) / step(1, g["F_16"], g["B_L"]),
        "S_k": (2 * g["P"] + cache) / (g["P"] + cache),
    }


def kv_cache_size(g: Givens) -> Answers:
    """Keys and values of every KV head in every layer; query heads as KV heads for comparison."""
    one_token = _kv_bytes(g, g["b_k"], Fraction(1))
    multi_head = _kv_bytes({**g, "n_kv": g["n_q"]}, g["b_k"], Fraction(1))
    return {
        "k": one_token,
        "kappa": one_token,
        "M": g["B"] * _kv_bytes(g, g["b_k"], g["c"]),
        "rho": multi_head / one_token,
    }


def tp_decode_latency(g: Givens) -> Answers:
    """The step of each degree: layer after layer, two sums each, hop by hop around the ring."""
    weights, room = g["P"] * g["b_w"], g["u"] * g["C"]
    degrees = [Fraction(degree) for degree in (1, 2, 4, 8)]
    possible = [weights / n <= room and (g["n_q"] / n).denominator == 1 for n in degrees]

    def hops(n: Fraction, batch: Fraction) -> Fraction:
        chunk = batch * g["h"] * g["b"] / n
        return sum((chunk / g["W_l"] for _ in range(2 * (int(n) - 1))), Fraction(0))

    def waiting(n: Fraction) -> Fraction:
        if n == 1:
            return Fraction(0)
        block = g["alpha"] + hops(n, g["B"])
        return g["L"] * (block + block)

    def step(n: Fraction) -> Fraction:
        return weights / n / g["W"] + waiting(n)

    return {
        "possible": letters(*possible),
        "t_c": waiting(g["n"]),
        "s": waiting(g["n"]) / step(g["n"]),
        "S": step(g["n"] / 2) / step(g["n"]),
        "B_x": root(lambda batch: g["alpha"] - hops(g["n"], batch)),
    }


def speculative_decoding(g: Givens) -> Answers:
    """A round is one token, and with probability alpha a round of one guess less on top."""

    def tokens(guesses: int) -> Fraction:
        return Fraction(1) if guesses == 0 else 1 + g["alpha"] * tokens(guesses - 1)

    def one_pass(count: Fraction) -> Fraction:
        """Seconds per weight: its bytes, or its arithmetic with every token."""
        return max(g["b_w"] / g["W"], count * 2 / g["F"])

    def speed_up(guesses: int, batch: Fraction) -> Fraction:
        plain = one_pass(batch)
        checked = one_pass(batch + batch * guesses)
        return tokens(guesses) / ((checked + guesses * (g["c"] * plain)) / plain)

    gamma, batch, one = int(g["gamma"]), Fraction(0), Fraction(1)
    while one_pass((batch + 1) * (gamma + 1)) == one_pass(Fraction(0)):
        batch += 1
    return {
        "E": tokens(gamma),
        "S": speed_up(gamma, one),
        "rank": ranked([speed_up(guesses, one) for guesses in (2, 4, 8, 16)], Fraction(1, 200)),
        "B_v": batch,
        "S_L": speed_up(gamma, g["B_L"]),
    }


def moe_active_bytes(g: Givens) -> Answers:
    """Sets of k experts are counted: those of all experts, and those without a certain one."""
    experts, chosen = int(g["E"]), int(g["k"])
    missing = Fraction(comb(experts - 1, chosen), comb(experts, chosen))

    def read(batch: int) -> Fraction:
        share = Fraction(1)
        for _ in range(batch):
            share *= missing
        return experts * (1 - share)

    one = (g["P"] - g["P_k"]) / (experts - chosen)  # an expert of each layer
    rest = g["P_k"] - chosen * one
    enough = 1
    while read(enough) / experts < Fraction(99, 100):
        enough += 1
    different = read(int(g["B"]))
    tokens = root(lambda tokens: tokens * 2 / g["F"] - g["b_w"] / g["W"])
    return {
        "P_0": rest,
        "m": different,
        "T": (rest + different * one) * g["b_w"] / g["W"] / g["n"],
        "B_x": tokens / (Fraction(chosen) / experts),
        "B_99": Fraction(enough),
    }


def mla_decode(g: Givens) -> Answers:
    """Products of one layer, one by one; the cache is a matrix of c rows that all heads read."""
    heads, one, row = g["n_q"] / g["t"], Fraction(1), g["r"] + g["d_r"]
    absorbed = product(one, row, g["c"]) + product(one, g["c"], g["r"])
    made = product(g["c"], g["r"], g["d_n"]) + product(g["c"], g["r"], g["d_v"])
    short = product(one, g["d_n"] + g["d_r"], g["c"]) + product(one, g["c"], g["d_v"])
    cached = g["c"] * row * g["b_k"]

    def bound(peak: Fraction, bandwidth: Fraction) -> bool:
        """Arithmetic takes longer than reading."""
        return heads * absorbed / peak > cached / bandwidth

    first, second = bound(g["F_1"], g["W_1"]), bound(g["F_2"], g["W_2"])
    return {
        "kappa": sum((row * g["b_k"] for _ in range(int(g["L"]))), Fraction(0)),
        "A": heads * absorbed,
        "A_x": heads * (made + short),
        "AI": heads * absorbed / cached,
        "regime": letters(
            first and second, first and not second, second and not first, not (first or second)
        ),
    }
