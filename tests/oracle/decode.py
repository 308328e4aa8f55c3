"""Time and memory of decoding, from what a decode step reads and computes."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, root


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
