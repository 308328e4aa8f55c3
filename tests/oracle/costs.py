"""Money, kept as a ledger: what is paid in a span of time, and what is got for it."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, ranked, root

HOUR = Fraction(3600)


def cost_per_token(g: Givens) -> Answers:
    """An hour of the replica: the bill, the requests in its busy minutes, what these pay."""
    bill = sum((g["p"] * HOUR for _ in range(int(g["n"]))), Fraction(0))

    def requests(
        busy: Fraction, prefill: Fraction = g["R_i"], decode: Fraction = g["R_o"]
    ) -> Fraction:
        """Of an hour that is busy for a share of its time."""
        hours_of_one = g["S"] / (prefill * HOUR) + g["N"] / (decode * HOUR)
        return busy / hours_of_one

    income = requests(Fraction(1)) * (g["S"] * g["q_i"] + g["N"] * g["q_o"])
    share = root(lambda busy: busy * income - bill)
    today = bill / requests(g["u"])
    # Money per request as a straight line in the time that decode takes, against the target.
    slower = root(lambda times: bill * (_hours(g, times)) / g["u"] - today * (1 - g["y"]))
    changed = [
        bill / requests(g["u"], prefill=2 * g["R_i"]),
        bill / requests(g["u"], decode=g["R_o"] * 3 / 2),
        bill / requests(g["u_2"]),
    ]
    return {
        "c_o": bill / (g["R_o"] * HOUR),
        "c_r": today,
        "u_b": share if share <= 1 else "none",
        "k": 1 / slower if slower > 0 else "none",
        "best": letters(*(cost == min(changed) for cost in changed)),
    }


def _hours(g: Givens, times: Fraction) -> Fraction:
    """Hours of a request whose decode takes so many times as long as it does."""
    return g["S"] / (g["R_i"] * HOUR) + times * g["N"] / (g["R_o"] * HOUR)


def fleet_loss_cost(g: Givens) -> Answers:
    """Card hours, of which a better MFU needs fewer; cards are added until they do as much."""
    hours = g["n"] * g["H"] / HOUR
    hourly = g["p"] * HOUR
    work = hours * g["a"]
    hours_needed = work / g["b"]
    hours_for_more = (hours * g["b"] - work) / g["a"]  # at the present MFU
    wanted, cards = g["n"] * g["b"], g["n"]
    step = Fraction(4096)
    while step >= 1:  # as many as still leave the fleet short, then one more
        while (cards + step) * g["a"] < wanted:
            cards += step
        step /= 2
    other = g["n_2"] / g["n"] * hours * hourly
    readings = [
        other * g["g"],
        other - other / (1 + g["g"]),
        other * hours_for_more / hours,
        other - other * hours_needed / hours,
    ]
    off = [abs(reading - g["C"]) for reading in readings]
    return {
        "X": hours * g["x"] * hourly,
        "Y": (hours - hours_needed) * hourly,
        "Z": hours_for_more * hourly,
        "m": cards + 1 - g["n"],
        "meant": letters(*(each == min(off) for each in off)),
    }


def leverage_roi(g: Givens) -> Answers:
    """A step as a list of stretches of time; every outcome of a plan with its chance."""
    plans = ("1", "2", "3", "4")

    def speed(*done: str) -> Fraction:
        """Steps in the time of an old one when these plans are carried out."""
        parts = [g[f"f_{plan}"] for plan in plans]
        rest = 1 - sum(parts)
        shortened = [
            part / g[f"s_{plan}"] if plan in done else part
            for part, plan in zip(parts, plans, strict=True)
        ]
        return 1 / (rest + sum(shortened))

    def expected(plan: str) -> Fraction:
        chance = g[f"q_{plan}"]
        return chance * speed(plan) + (1 - chance) * speed() - 1

    pay = g["c"] * 12 / 52 * g["w_1"]
    earned = expected("1") * g["n"] * g["p"]  # a second
    per_week = [expected(plan) / g[f"w_{plan}"] for plan in plans]
    return {
        "G": speed("1") - speed(),
        "rank": ranked(per_week, Fraction(2, 100)),
        "t": pay / earned,
        "C": speed(*plans) - 1,
    }
