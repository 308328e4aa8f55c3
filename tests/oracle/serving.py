"""What a server holds, found by filling its memory one request at a time."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters, product, root


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


def ttft_prefill(g: Givens) -> Answers:
    """A prompt, product by product; the mask keeps half of the square of tokens."""
    head, width = g["n_q"] * g["d"], g["n_kv"] * g["d"]

    def layer(tokens: Fraction) -> Fraction:
        queries, output = product(tokens, g["h"], head), product(tokens, head, g["h"])
        keys = values = product(tokens, g["h"], width)
        gate = up = product(tokens, g["h"], g["f"])
        return queries + keys + values + output + gate + up + product(tokens, g["f"], g["h"])

    def square(tokens: Fraction) -> Fraction:
        scores = product(tokens, g["d"], tokens)
        return g["n_q"] * (scores + product(tokens, tokens, g["d"])) / 2

    matrices = g["L"] * layer(g["S"]) + product(Fraction(1), g["h"], g["V"])
    attention = g["L"] * square(g["S"])
    prefill = (matrices + attention) / g["F"] / g["n"] / g["eta"]
    tokens, clock = 1, prefill
    while clock + g["t_d"] <= g["D"]:
        tokens, clock = tokens + 1, clock + g["t_d"]
    one = Fraction(1)
    return {
        "A_m": matrices,
        "A_a": attention,
        "T": prefill,
        "N": Fraction(tokens),
        "S_x": root(lambda tokens: layer(one) - tokens * square(one)),
    }


def prefill_decode_ratio(g: Givens) -> Answers:
    """Servers become prefill servers one by one, as long as that completes more requests."""
    token = sum((g["n_kv"] * g["d"] * g["b_k"] for _ in ("key", "value")), Fraction(0)) * g["L"]
    cache = token * g["S"]
    card = cache / g["n"]
    # While a decode server turns its whole batch over, a prefill server gets this far:
    turnover = g["N"] * g["t_s"]
    prefills = turnover / g["t_p"]

    def completed(prefill_servers: int) -> Fraction:
        decode_servers = g["M"] - prefill_servers
        return min(prefill_servers * prefills, decode_servers * g["B"]) / turnover

    split = 0
    while completed(split + 1) > completed(split):
        split += 1
    return {
        "V": cache,
        "t_v": card / g["W"],
        "R_d": g["B"] / turnover,
        "r": g["B"] / prefills,
        "R": completed(split),
    }


def littles_law_serving(g: Givens) -> Answers:
    """Arrivals at a memoryless queue meet as many others as there are on average (PASTA), and each of
    those takes a whole mean service: with Little's law these are straight lines.
    """
    attempts = root(lambda rate: g["lambda"] + g["x"] * rate - rate)

    def surplus(rate: Fraction, stay: Fraction) -> Fraction:
        """Of what an arrival has to sit through, over the stay that is assumed."""
        others = rate * stay
        return (others + 1) * g["s"] - stay

    first = root(lambda stay: surplus(attempts, stay))
    answer = sum((g["t_d"] for _ in range(int(g["N"]))), Fraction(0))
    allowed = [
        root(lambda rate: surplus(rate, g["D"])),
        root(lambda rate: rate * answer - g["B"]),
    ]
    later = root(lambda rate: g["lambda"] + g["x_2"] * rate - rate)
    stable = later < 1 / g["s"]
    return {
        "lambda_a": attempts,
        "T": first,
        "n": attempts * first + attempts * answer,
        "lambda_m": min(allowed),
        "after": letters(stable, False, not stable, False),
    }
