"""Ridge points, attainable rates, crossovers and intensities, from times and counted tensors."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product, ranked, root


def ridge_point(g: Givens) -> Answers:
    """The FLOP that a card can do while one byte, or one element, arrives."""
    here, there = g["F"] / g["W"], g["F_2"] / g["W_2"]
    element_arrives = g["b"] / g["W"]
    return {
        "I": here,
        "N": g["F"] * element_arrives,
        "higher": letters(here > there, there > here),
        "moves": letters(False, True, True, False, False),
    }


def roofline_attainable(g: Givens) -> Answers:
    """The lower of two rates, and what raises it."""

    def attainable(intensity: Fraction, bandwidth: Fraction, peak: Fraction) -> Fraction:
        return min(intensity * bandwidth, peak)

    rate = attainable(g["A"], g["W"], g["F"])
    memory_bound = g["A"] * g["W"] < g["F"]
    return {
        "regime": letters(memory_bound, not memory_bound),
        "R": rate,
        "u": rate / g["F"],
        "S": rate / (g["v"] * g["F"]),
        "helps": letters(
            attainable(g["A"], 2 * g["W"], g["F"]) > rate,
            attainable(g["A"], g["W"], 2 * g["F"]) > rate,
            attainable(2 * g["A"], g["W"], g["F"]) > rate,
            False,
        ),
    }


def crossover_batch_weights(g: Givens) -> Answers:
    """Where the arithmetic of an H × H layer takes as long as its traffic."""
    side, weights = g["H"], g["H"] * g["H"] * g["b_w"]

    def ahead(batch: Fraction, activation: Fraction) -> Fraction:
        """Seconds by which the traffic outlasts the arithmetic."""
        traffic = weights + batch * side * activation + batch * side * activation
        return traffic / g["W"] - product(batch, side, side) / g["F"]

    # A token's arithmetic has to outweigh its own traffic, or no batch ever catches up.
    grows = ahead(Fraction(1), g["b_a"]) < ahead(Fraction(0), g["b_a"])
    return {
        "B_w": root(lambda batch: ahead(batch, Fraction(0))),
        "B_a": root(lambda batch: ahead(batch, g["b_a"])) if grows else "none",
    }


def _layer_weights(g: Givens) -> Fraction:
    """Q, O, K, V and the three matrices of a gated feed-forward block."""
    queries, keys = g["n_q"] * g["d"], g["n_kv"] * g["d"]
    attention = g["h"] * (queries + keys + keys) + queries * g["h"]
    return attention + g["h"] * g["f"] + g["h"] * g["f"] + g["f"] * g["h"]


def crossover_batch_with_kv(g: Givens) -> Answers:
    """One layer in decode: shared weights, a cache of its own for every request."""
    weights = _layer_weights(g)

    def arithmetic(context: Fraction) -> Fraction:
        one_head = product(Fraction(1), g["d"], context) + product(Fraction(1), context, g["d"])
        return 2 * weights + g["n_q"] * one_head

    def cache(context: Fraction) -> Fraction:
        return 2 * context * g["n_kv"] * g["d"] * g["b_k"]

    def ahead(batch: Fraction) -> Fraction:
        traffic = weights * g["b_w"] + batch * cache(g["c"])
        return traffic / g["W"] - batch * arithmetic(g["c"]) / g["F"]

    crosses = cache(g["c"]) / g["W"] < arithmetic(g["c"]) / g["F"]
    return {
        "A": arithmetic(g["c"]) / cache(g["c"]),
        "B": root(ahead) if crosses else "none",
        "c_max": root(lambda context: cache(context) / g["W"] - arithmetic(context) / g["F"]),
    }


def gemm_intensity(g: Givens) -> Answers:
    """Three tensors and one product."""
    flop = product(g["M"], g["K"], g["N"])
    traffic = sum(
        (rows * columns * size for rows, columns, size in (
            (g["K"], g["N"], g["b_w"]), (g["M"], g["K"], g["b_a"]), (g["M"], g["N"], g["b_a"]),
        )), Fraction(0),
    )  # fmt: skip
    computing, moving = flop / g["F"], traffic / g["W"]
    return {
        "A": flop,
        "Q": traffic,
        "AI": flop / traffic,
        "regime": letters(computing < moving, computing >= moving, False),
        "t": max(computing, moving),
    }


def llama_op_ranking(g: Givens) -> Answers:
    """A fused projection and fused attention, in prefill and in a decode step."""
    size, width = g["b"], (g["n_q"] + g["n_kv"] + g["n_kv"]) * g["d"]

    def projection(tokens: Fraction) -> Fraction:
        elements = g["h"] * width + tokens * g["h"] + tokens * width
        return product(tokens, g["h"], width) / (elements * size)

    def attention(queries: Fraction, keys: Fraction, moved: Fraction) -> Fraction:
        one_head = product(queries, g["d"], keys) + product(queries, keys, g["d"])
        return g["n_q"] * one_head / (moved * size)

    heads, kv = g["n_q"] * g["d"], g["n_kv"] * g["d"]
    prefill = attention(g["S"], g["S"], g["S"] * (heads + kv + kv + heads))
    decode = attention(Fraction(1), g["S"], g["S"] * (kv + kv))
    wide, narrow = projection(g["B"] * g["S"]), projection(g["B"])
    norm = Fraction(4) / (size + size)
    return {
        "AI_qkv": wide,
        "AI_p": prefill,
        "AI_d": decode,
        "bound": letters(
            *[each * g["W"] >= g["F"] for each in (wide, prefill, narrow, decode, norm)]
        ),
        "rank": ranked([wide, prefill, narrow, decode, norm], Fraction(1, 100)),
    }


def gemv_decode_ceiling(g: Givens) -> Answers:
    """Weights arrive one after the other; each brings its multiply and its add."""
    weights_per_second = g["W"] / g["b_w"]
    rate = weights_per_second + weights_per_second
    share = rate / g["F"]
    return {
        "R": rate,
        "f": share,
        "AI": root(lambda intensity: g["s"] * g["F"] - intensity * g["W"]),
        "verdict": letters(g["s"] > share, g["s"] < share, False),
    }


def norm_elementwise_intensity(g: Givens) -> Answers:
    """A kernel over T × h elements beside a T × h by h × f product, each under its own roof."""
    elements = g["T"] * g["h"]
    flop, moved = g["k"] * elements, (g["n_r"] + g["n_w"]) * elements * g["b"]
    step = max(flop / g["F_v"], moved / g["W"])
    matrix = product(g["T"], g["h"], g["f"])
    tensors = g["h"] * g["f"] + elements + g["T"] * g["f"]
    matrix_step = max(matrix / g["F"], tensors * g["b"] / g["W"])
    return {"AI": flop / moved, "t": step, "p": flop / matrix, "q": step / matrix_step}


def ridge_trend_reeval(g: Givens) -> Answers:
    """Seconds for a gigabyte's worth of each operation, on both cards."""
    cards = ((g["F_1"], g["W_1"]), (g["F_2"], g["W_2"]))
    size = Fraction(10**9)

    def times(intensity: Fraction) -> list[tuple[Fraction, Fraction]]:
        """(memory, arithmetic) on each card."""
        return [(size / bandwidth, intensity * size / peak) for peak, bandwidth in cards]

    def flips(intensity: Fraction) -> bool:
        first, second = (memory > arithmetic for memory, arithmetic in times(intensity))
        return first != second

    def gain(intensity: Fraction) -> Fraction:
        before, after = (max(pair) for pair in times(intensity))
        return before / after

    tiny, huge = Fraction(1, 10**6), Fraction(10**6)
    rises = g["F_2"] * g["W_1"] > g["F_1"] * g["W_2"]
    return {
        "r": (gain(huge)) / gain(tiny),
        "flips": letters(*(flips(g[name]) for name in ("A_n", "A_d", "A_b", "A_a", "A_p"))),
        "way": letters(rises, not rises),
        "S": gain(g["A_b"]),
        "S_m": max(gain(tiny), gain(huge)),
    }


def hierarchical_l2(g: Givens) -> Answers:
    """Passes one after the other; what the last one left decides where the next one reads."""
    row = sum((g["C"] * g["b"] for _ in ("a", "b")), Fraction(0))
    size, usable = g["R"] * row, g["eta"] * g["Z"]
    cached, time = False, Fraction(0)
    for _ in range(int(g["n"])):
        time += size / (g["k"] * g["W"]) if cached else size / g["W"]
        cached = size <= usable
    return {
        "M": size,
        "fits": letters(size <= usable, usable < size <= g["Z"], size > g["Z"]),
        "T": time,
        "W_a": size * g["n"] / time,
        "R_m": Fraction(usable // row),
    }
