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
