"""What a server holds, found by filling its memory one request at a time."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens


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
