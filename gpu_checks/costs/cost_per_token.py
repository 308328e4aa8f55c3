"""A month of a replica, request by request: its bill, and what is served for it."""

from __future__ import annotations

from fractions import Fraction

from _count import NONE, root

MONTH = Fraction(30 * 24 * 3600)


def _served(given: dict[str, Fraction], tokens: tuple[str, ...], seconds: Fraction) -> Fraction:
    """Requests of these tokens that fit into so many busy seconds, the last one in part."""
    rates = {"S": given["R_i"], "N": given["R_o"]}
    each = sum(given[kind] / rates[kind] for kind in tokens)
    whole = seconds // each
    return whole + (seconds - whole * each) / each


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Busy shares and slowdowns are roots of the month's balance."""
    g = given
    bill = g["n"] * g["p"] * MONTH
    served = _served(g, ("S", "N"), g["u"] * MONTH)
    paid = _served(g, ("S", "N"), MONTH) * (g["S"] * g["q_i"] + g["N"] * g["q_o"])
    share = root(lambda busy: busy * paid - bill)
    # The seconds that prefill leaves to decode when the same requests are to cost so much less:
    seconds = (1 - g["y"]) * g["u"] * MONTH
    left = seconds - served * g["S"] / g["R_i"]
    return {
        "c_o": bill / (_served(g, ("N",), MONTH) * g["N"]),
        "c_r": bill / served,
        "u_b": share if isinstance(share, Fraction) and share <= 1 else NONE,
        "k": served * g["N"] / (left * g["R_o"]) if left > 0 else NONE,
    }
