"""Caches as tensors on each card; a decode server step by step; every split of the servers."""

from __future__ import annotations

from fractions import Fraction

from _cache import cache_bytes


def _turned_over(places: int, steps: int) -> int:
    """Requests that end in so many steps; each of them lasts as long, and they began one by one."""
    left = [1 + place * steps // places for place in range(places)]  # steps that each still needs
    ended = 0
    for _ in range(steps):
        left = [each - 1 for each in left]
        ended += left.count(0)
        left = [each or steps for each in left]  # a new one takes the place at once
    return ended


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Requests per second of one server of each kind; then all splits are tried."""
    g = given
    cards, servers = int(g["n"]), int(g["M"])
    share = cache_bytes(1, g["L"], g["n_kv"] / cards, g["S"], g["d"], g["b_k"])
    decode = _turned_over(int(g["B"]), int(g["N"])) / (g["N"] * g["t_s"])
    prefill = 1 / g["t_p"]
    rates = [min(each * prefill, (servers - each) * decode) for each in range(servers + 1)]
    return {
        "V": Fraction(cards * share),
        "t_v": share / g["W"],
        "R_d": decode,
        "r": decode / prefill,
        "R": max(rates),
    }
