"""Diagnoses from printed metrics: each cause is taken away and the step is laid out again."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product, ranked, root


def regime_mcq(g: Givens) -> Answers:
    """Kernels, collectives and gaps one after the other, once as they are and once per change."""
    arithmetic, traffic = g["A"] / g["F_s"], g["Q"] / g["W_s"]

    def without(
        faster: Fraction = Fraction(1), wider: Fraction = Fraction(1), x: int = 1, gaps: int = 1
    ) -> Fraction:
        """The step as traced, with its kernels exchanged for those of the changed card."""
        before, after = max(arithmetic, traffic), max(arithmetic / faster, traffic / wider)
        kernels = g["t"] - g["x"] - g["g"] - before + after
        return kernels + x * g["x"] + gaps * g["g"]

    two = Fraction(2)
    steps = [without(faster=two), without(wider=two), without(x=0), without(gaps=0)]
    running = g["t"] - g["x"] - g["g"]
    parts = [arithmetic, traffic, g["x"], g["g"]]
    return {
        "U": g["A"] / g["t"] / g["F"],
        "V": g["Q"] / running / g["W_s"],
        "regime": letters(*(each == max(parts) for each in parts)),
        "lever": letters(*(10 * each <= 9 * g["t"] for each in steps)),
        "T": min(steps),
    }


def layer_diagnosis_mcq(g: Givens) -> Answers:
    """The week laid out again seven times, each time without one cause."""
    waits = [g[name] for name in "vgbx"]
    step = g["k"] + g["m"] + sum(waits)
    idle = step * g["l"] / (1 - g["l"])  # a step's part of the hours without steps

    def week(
        clock: Fraction = g["phi"], rate: Fraction = g["q"], gone: Fraction = Fraction(0)
    ) -> Fraction:
        """Wall time a step: kernels, what they wait for, and its part of the time in between."""
        products = g["k"] * g["phi"] / clock * g["q"] / rate
        return products + g["m"] + sum(waits) + idle - gone

    one = Fraction(1)
    weeks = [week(clock=one), week(rate=one), *(week(gone=each) for each in [*waits, idle])]
    place = letters(*(each == min(weeks) for each in weeks))
    saved = 1 - min(weeks) / week()
    return {
        "r": g["x"] / step,
        "layer": place,
        "G": saved,
        "S": week() / min(weeks),
        "reject": place,
    }


def ranking_ops(g: Givens) -> Answers:
    """Matrix by matrix and sequence by sequence, each at the slower of memory and arithmetic."""
    cards, batch, layers = g["n"], g["B"], g["L"]

    def limit(bytes_: Fraction, flop: Fraction) -> Fraction:
        return max(bytes_ / g["W"], flop / g["F"])

    def matrix(rows: Fraction, columns: Fraction) -> Fraction:
        """One token a sequence through a matrix that is spread over the cards."""
        return limit(rows * columns * g["b"], product(batch, rows, columns)) / cards

    heads, shared = g["n_q"] * g["d"], g["n_kv"] * g["d"]
    projections = 2 * (matrix(g["h"], heads) + matrix(g["h"], shared))
    ffn = layers * (2 * matrix(g["h"], g["f"]) + matrix(g["f"], g["h"]))
    one_token = 2 * shared * g["b"]  # a key and a value
    mixing = 2 * product(g["n_q"], g["d"], Fraction(1))  # query with key, weight with value
    attention = layers * batch * g["c"] * limit(one_token, mixing) / cards
    passes = sum((batch * g["h"] * g["b"] for _ in range(10)), Fraction(0))
    norms = layers * passes / g["W"]
    head = matrix(g["h"], g["V"])
    return {
        "T_f": ffn,
        "T_a": attention,
        "rank": ranked([layers * projections, attention, ffn, head, norms], Fraction(3, 100)),
        "c_x": root(lambda context: ffn - layers * batch * context * one_token / g["W"] / cards),
    }


def ranking_interventions(g: Givens) -> Answers:
    """New steps written out part by part; the wanted factor by asking what may be left."""
    parts = ["w", "a", "g", "e", "x"]
    step = sum((g[part] for part in parts), Fraction(0))

    def after(*changed: str) -> Fraction:
        return sum(
            (g[part] / g[f"s_{part}"] if part in changed else g[part] for part in parts),
            Fraction(0),
        )

    saved = [step - after(part) for part in parts]
    left = g["e"] - saved[2]
    return {
        "S_g": step / after("g"),
        "rank": ranked(saved, Fraction(4, 100)),
        "S_5": step / after(*parts),
        "s_n": g["e"] / left if left > 0 else "none",
    }


def investigation_writeup(g: Givens) -> Answers:
    """The record read line by line: pass by pass, then each rule against its line."""
    tensor = g["R"] * g["C"] * g["b"]
    expected = sum((tensor / g["W_s"] for _ in ("written", "read again")), Fraction(0))
    observed = g["t_0"] - g["t_1"]
    within = 3 * expected <= 4 * observed <= 5 * expected
    broken = (
        g["m"] < 0,
        g["l"] != 1,
        g["t_r"] != g["t_1"],
        g["W_r"] != g["W_s"],
        not within,
    )
    assert sum(broken) == 1
    again = broken[0] or broken[1]
    return {
        "D_p": expected,
        "D_o": observed,
        "rho": observed / expected,
        "flaw": letters(*broken),
        "verdict": letters(within and not again, not within and not again, again),
    }


def dashboard_claim(g: Givens) -> Answers:
    """Answers dealt into good and useless ones; the cause is the row that moved most."""

    def good(now: str) -> Fraction:
        useless = [g[f"d_{now}"], g[f"l_{now}"]]
        return g[f"m_{now}"] - sum(useless, Fraction(0))

    busy = {now: g[f"A_{now}"] * g["T"] for now in "12"}  # of one card
    grown = [
        (g["a_2"] / g["o_2"]) / (g["a_1"] / g["o_1"]),
        g["b_2"] / g["b_1"],
        g["n_2"] / g["n_1"],
        g["u_1"] / g["u_2"],
    ]
    return {
        "G_1": good("1") / g["T"],
        "G_2": good("2") / g["T"],
        "r": busy["2"] / good("2") / (busy["1"] / good("1")),
        "cause": letters(*(each == max(grown) for each in grown)),
        "open": "none",  # words
    }


def diagnostic_plan_1024(g: Givens) -> Answers:
    """A step of a hundred parts: what is useful stays, what is lost goes."""
    cards = g["n"]
    layout = [g["t_p"], g["p"], g["d_p"]]
    used = Fraction(1)
    for degree in layout:
        used *= degree
    slots = [Fraction(1) for _ in range(int(g["m"] + g["p"] - 1))]
    schedule = sum(slots[: int(g["p"]) - 1]) / sum(slots)
    products_at_best = g["k"] * g["q"]
    losses = [g["x"], g["b"] - schedule, g["y"], g["k"] - products_at_best]
    alone = [g["U"] / (1 - loss) for loss in losses]
    assert sorted(alone) == [g["U"] / (1 - loss) for loss in sorted(losses)]
    return {
        "N": used * g["s_p"],
        "reading": letters(
            used == cards, used * g["s_p"] == cards, cards not in (used, used * g["s_p"])
        ),
        "S": g["U_x"] / g["U"],
        "U_4": g["U"] / (1 - sum(losses)),
        "rank": ranked(losses, Fraction(3, 100)),
    }


def explain_free_response(_: Givens) -> Answers:
    """Three texts; none of them is a number, and a person marks them."""
    return {"why": "none", "misleads": "none", "places": "none"}
