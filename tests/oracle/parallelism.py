"""Collectives, schedules, layouts and links, counted hop by hop and slot by slot."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, root


def _doublings(n: Fraction) -> int:
    """How often 1 has to be doubled to make n."""
    return int(n).bit_length() - 1


def allreduce_cost(g: Givens) -> Answers:
    """A chunk hops over all links but one, twice; there are as many chunks as GPUs."""
    n, alpha, rate = g["n"], g["alpha"], g["W"]
    hops = n * (n - 1) + n * (n - 1)  # of all chunks together, all links working at once

    def sent(array: Fraction) -> Fraction:
        return hops * (array / n) / n

    def ring(array: Fraction) -> Fraction:
        return hops / n * alpha + sent(array) / rate

    def doubling(array: Fraction) -> Fraction:
        return sum((alpha + array / rate for _ in range(_doublings(n))), Fraction(0))

    return {
        "V": sent(g["S"]),
        "t": ring(g["S"]),
        "B": sent(g["S"]) / ring(g["S"]),
        "S_h": root(lambda array: 2 * ring(Fraction(0)) - ring(array)),
        "S_x": root(lambda array: ring(array) - doubling(array)),
    }


def pipeline_bubble(g: Givens) -> Answers:
    """The critical path: down all stages with the first micro-batch, up with the last."""
    p, m, forward, backward = g["p"], g["m"], g["t_f"], 2 * g["t_f"]
    work = m * forward + m * backward
    filling, draining = (p - 1) * forward, (p - 1) * backward

    def idle(batches: Fraction, chunks: Fraction = Fraction(1)) -> Fraction:
        waiting = (filling + draining) / chunks
        return waiting / (waiting + batches * (forward + backward))

    enough = 1
    while idle(Fraction(enough)) > g["x"]:
        enough += 1
    later_stages = p - g["i"]
    return {
        "T": filling + work + draining,
        "beta": idle(m),
        "m_x": Fraction(enough),
        "beta_v": idle(m, g["v"]),
        "k": 1 + later_stages if m > later_stages else m,
    }


def parallel_degrees_check(g: Givens) -> Answers:
    """GPUs of one replica, sequences of one replica, and the cuts of one layer's matrices."""
    replica = g["t"] * g["p"] * g["c"]
    replicas = g["N"] / replica
    heads_q, heads_kv, wide = g["n_q"] / g["t"], g["n_kv"] / g["t"], g["f"] / g["t"]
    attention = g["h"] * g["d"] * (heads_q + heads_kv + heads_kv + heads_q)
    layer = attention + g["h"] * wide + g["h"] * wide + wide * g["h"]
    doubled = 2 * g["t"]
    return {
        "fits": letters(g["D"] == replicas, g["D"] < replicas, g["D"] > replicas),
        "n_d": replicas,
        "m": g["B"] / replicas / g["u"],
        "M": g["L"] / g["p"] * layer * g["b"],
        "possible": letters(
            (g["L"] / g["p"]) % 2 == 0, doubled <= g["g"] and g["n_kv"] % doubled == 0, True
        ),
    }


def interconnect_ratio(g: Givens) -> Answers:
    """How long one byte takes, on one direction of each."""
    bits_a_second = g["R"] * 8  # the given is in bytes, like every base unit
    port_byte = 8 / bits_a_second
    fast_byte = 1 / (g["W_d"] - g["W_d"] / 2)
    return {
        "W_n": 1 / port_byte,
        "r": port_byte / fast_byte,
        "t": g["S"] * g["g"] / g["k"] * port_byte,
        "t_x": g["S"] * fast_byte,
    }


def dp_overlap(g: Givens) -> Answers:
    """Of a single weight: its seconds of arithmetic per token, its seconds on the port."""
    product_time = 2 / (g["e"] * g["F"])  # one product with one token's activation
    hop = (1 - 1 / g["n"]) / g["W"]  # one byte on its way once around the ring

    def backward(tokens: Fraction) -> Fraction:
        return tokens * (product_time + product_time)

    summed = g["b"] * hop + g["b"] * hop
    step = g["T"] * product_time + max(backward(g["T"]), summed)
    return {
        "t_b": g["P"] * backward(g["T"]),
        "t_c": g["P"] * summed,
        "t_s": g["P"] * step,
        "T_m": root(lambda tokens: summed - backward(tokens)),
        "T_s": max(
            root(lambda tokens: g["b_w"] * hop - tokens * product_time),
            root(lambda tokens: (g["b_w"] + g["b"]) * hop - backward(tokens)),
        ),
    }


def tp_training_limit(g: Givens) -> Answers:
    """Arithmetic and traffic of one token; n times either is a straight line in n."""
    weights = g["h"] * (2 * (g["n_q"] + g["n_kv"]) * g["d"] + 3 * g["f"])
    alone = (2 + 2 + 2) * weights / (g["e"] * g["F"])  # forward, and two products backward
    array = g["h"] * g["b"]

    def sent(n: Fraction) -> Fraction:
        all_reduces = 2 + 2
        return all_reduces * 2 * (array - array / n)

    def even(rate: Fraction) -> Fraction:
        return root(lambda n: alone - 8 * array * (n - 1) / rate)

    share = sent(g["n"]) / g["W"]
    degree = 1
    while sent(Fraction(2 * degree)) / g["W"] <= g["x"] * alone / (2 * degree):
        degree *= 2
    return {
        "V": g["T"] * sent(g["n"]),
        "s": share / (share + alone / g["n"]),
        "n_i": even(g["W"]),
        "n_x": even(g["W_x"]),
        "n_p": Fraction(degree),
    }


def _equal(falling: Callable[[Fraction], Fraction], rising: Callable[[Fraction], Fraction],
           high: Fraction) -> Fraction:  # fmt: skip
    """Where a falling and a rising cost meet, by halving, to 15 digits and more."""
    low = high / 10**6
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > rising(middle) else (low, middle)
    return low


def young_daly_sdc(g: Givens) -> Answers:
    """Failures, checkpoints and checks of one long stretch of time."""
    stretch = g["M_1"] * g["k"]
    failures = g["n"] * stretch / g["M_1"]
    corruptions = g["k"] * (g["n"] * stretch) / (g["n_0"] * g["d_0"])
    tau = _equal(lambda t: stretch / t * g["C"], lambda t: failures * t / 2, stretch / failures)
    left = stretch - failures * tau / 2 - failures * g["R"]
    rounds = left / (tau + g["C"])
    return {
        "M": stretch / failures,
        "tau": tau,
        "x": (stretch - rounds * tau) / stretch,
        "D": stretch / corruptions,
        "w": _equal(
            lambda t: stretch / t * g["V"], lambda t: corruptions * t, stretch / corruptions
        ),
    }


def _latest(n: int) -> Fraction:
    """Mean of the largest of n standard normals: above -13 it is as high as it is likely that not
    all of them lie below; the distribution function once for all of them, strip by strip.
    """
    strips, low, high = 5200, -13.0, 13.0
    width = (high - low) / strips

    def not_all_below(x: float) -> float:
        above = math.erfc(x / math.sqrt(2)) / 2
        return 1.0 if above >= 1 else -math.expm1(n * math.log1p(-above))

    inner = [not_all_below(low + strip * width) for strip in range(1, strips)]
    ends = (not_all_below(low) + not_all_below(high)) / 2
    return Fraction(low + width * math.fsum([*inner, ends]))


def straggler_max(g: Givens) -> Answers:
    """Delays in seconds; the log holds more than a fifth of one name only if a GPU is slow."""
    late = _latest(int(g["n"]))
    delay = g["mu"] * g["s"] * late
    step = g["mu"] + delay
    root = Fraction(math.sqrt(g["k"]))
    slow = g["c"] > g["N"] / 5
    return {
        "T": step,
        "x": delay / step,
        "s_x": (1 / (1 - g["y"]) - 1) / late,
        "x_k": root * delay / (g["k"] * g["mu"] + root * delay),
        "fits": letters(not slow, slow, False),
    }
