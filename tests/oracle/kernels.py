"""Kernels: bytes counted access by access, launches on a time line, tiles laid one by one."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters


def fusion_savings(g: Givens) -> Answers:
    """Each element's trips to memory, with both times in full before they are subtracted."""
    elements = g["R"] * g["C"]
    addition, norm = ["a", "b", "r"], ["r"] * int(g["n_p"]) + ["y"]
    fused = ["a", "b", "y", "r"][: 2 + int(g["n_w"])]

    def moved(trips: list[str]) -> Fraction:
        return sum((elements * g["b"] for _ in trips), Fraction(0))

    def predicted(trips: list[str]) -> Fraction:
        return g["t_0"] + moved(trips) / (g["eta"] * g["W"])

    saving = predicted(addition + norm) - predicted(fused)
    observed = g["x_u"] * predicted(addition + norm) - g["x_f"] * predicted(fused)
    off = abs(observed - saving) / saving
    return {
        "Q_u": moved(addition) + moved(norm),
        "Q_f": moved(fused),
        "t_s": saving,
        "rho": observed / saving,
        "verdict": letters(
            off <= g["d_s"],
            g["d_s"] < off <= g["d_r"],
            off > g["d_r"] and observed > saving,
            off > g["d_r"] and observed < saving,
        ),
    }


def launch_overhead_graphs(g: Givens) -> Answers:
    """The GPU's list and the host's, added up kernel by kernel."""
    layer = [g["k_s"]] * int(g["n_s"]) + [g["k_l"]] * int(g["n_l"])
    kernels = layer * int(g["L"])
    busy, launching = sum(kernels, Fraction(0)), sum((g["l"] for _ in kernels), Fraction(0))
    graph = sum((kernel + g["g"] for kernel in kernels), Fraction(0))
    eager = max(launching, graph)
    return {
        "K": busy,
        "t_e": eager,
        "t_g": graph,
        "S": eager / graph,
        "x": (launching - (graph - busy)) / busy,
        "helps": letters(launching > graph, launching < graph, True, False),
    }


def wave_quantisation(g: Givens) -> Answers:
    """Tiles put into waves, one after the other."""
    rows = -(-g["M"] // g["t_m"])

    def waves(columns: Fraction) -> tuple[int, int]:
        """(tiles, waves) of a result of so many columns."""
        tiles = int(rows * -(-columns // g["t_n"]))
        full, rest = divmod(tiles, int(g["s"]))
        return tiles, full + bool(rest)

    tiles, taken = waves(g["N"])
    widest = -(-g["N"] // g["t_n"]) * g["t_n"]
    while waves(widest + 1)[1] == taken:
        widest += g["t_n"]
    places = taken * g["s"] * g["t_m"] * g["t_n"]  # elements that could have been computed
    return {
        "n_t": Fraction(tiles),
        "w": Fraction(taken),
        "e": g["M"] * g["N"] / places,
        "T": 2 * places * g["K"] / g["F"],
        "N_c": Fraction(widest),
    }


def amdahl_end_to_end(g: Givens) -> Answers:
    """Seconds of attention and of the rest, before and after."""
    attention, rest = g["f"] * g["t"], g["t"] - g["f"] * g["t"]
    after = rest + attention / g["s"]
    steps_before, steps_after = 1 / g["t"], 1 / after
    gain = (steps_after - steps_before) / steps_before
    # A second of attention saves 1 - 1/s; the claim needs so much of each second to be saved.
    needed = 1 - 1 / (1 + g["G"])
    share = needed / (1 - 1 / g["s"])
    beyond = g["t"] / rest - 1 <= g["G"]
    return {
        "t_2": after,
        "p": gain,
        "S_m": g["t"] / rest,
        "f_G": share if share <= 1 else "none",
        "f_2": (after - rest) / after,
        "claim": letters(gain >= g["G"], gain < g["G"] and not beyond, beyond),
    }


def fusion_around_gemm(g: Givens) -> Answers:
    """Norm, product and activation as lists of elements that cross the bus."""
    wide, narrow, matrix = g["f"], g["h"], g["h"] * g["f"]

    def elements(tokens: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        """Of norm and activation, of the product, of the fused kernel."""
        small = [narrow, narrow, wide, wide]  # in and out of each
        product = tokens * narrow + matrix + tokens * wide
        return sum((tokens * each for each in small), Fraction(0)), product, product

    small, product, fused = elements(g["T"])
    arithmetic, bytes_ = 2 * g["T"] * matrix / g["F"], product * g["b"] / g["W"]
    both = small * g["b"] / g["W"]
    # Saved over fused elements, per token: the claim turned into odds.
    odds = g["p"] / (1 - g["p"])
    per_token = 2 * (narrow + wide) - odds * (narrow + wide)
    return {
        "Q_u": (small + product) * g["b"],
        "x": 1 - fused / (small + product),
        "T_p": odds * matrix / per_token if per_token > 0 else "none",
        "regime": letters(arithmetic < bytes_, arithmetic > bytes_),
        "q": 1 - max(arithmetic, bytes_) / (both + max(arithmetic, bytes_)),
    }


def hypothesis_arithmetic(g: Givens) -> Answers:
    """Two ledgers of crossings, before and after; an outcome is judged by what it leaves over."""
    crossings = [g["M"]] + [g["M"]] * int(g["n_r"])  # out once, then in
    elsewhere = g["Q"] - sum(crossings, Fraction(0))

    def seconds(*moved: Fraction) -> Fraction:
        return sum((each / g["W_s"] for each in moved), Fraction(0))

    before, after = seconds(elsewhere, *crossings), seconds(elsewhere)
    saved, rest = before - after, g["t"] - before
    removed = g["Q"] - elsewhere

    def near(found: Fraction, predicted: Fraction) -> bool:
        return (1 - g["d"]) * predicted <= found <= (1 + g["d"]) * predicted

    def stands(number: int) -> bool:
        bytes_, time = g["Q"] - g[f"Q_{number}"], g["t"] - g[f"t_{number}"]
        return near(bytes_, removed) and near(time, saved)

    needed = g["Q"] / g["t_c"]  # the rate that the colleague's time implies
    return {
        "t_f": before,
        "answer": letters(needed <= g["W_s"], g["W_s"] < needed <= g["W"], needed > g["W"]),
        "D": saved,
        "t_p": rest + after,
        "rejects": letters(*(not stands(number) for number in (1, 2, 3, 4))),
    }


def which_gpu_could_it_be(g: Givens) -> Answers:
    """Row after row over the bus of each card, and its clock beside the reported one."""
    row = [g["C"] * g["b"], g["C"] * g["b"]]  # in, out
    moved = sum((way * g["R"] for way in row), Fraction(0))
    result = row[1] * g["R"]

    def seconds(bytes_: Fraction, rate: Fraction) -> Fraction:
        return bytes_ / rate

    def left_behind(number: int) -> Fraction:
        return min(g[f"Z_{number}"], result)

    cards = range(1, 7)
    floor = seconds(moved, g["W"])
    cold = [seconds(moved, g[f"W_{n}"]) <= g["t"] for n in cards]
    warm = [seconds(moved - left_behind(n), g[f"W_{n}"]) <= g["t"] for n in cards]
    return {
        "W_i": 1 / (g["t"] / moved),
        "possible": letters(*cold),
        "t_f": floor,
        "D": (floor - g["t"]) * g["W"] if floor > g["t"] else "none",
        "with_cache": letters(*warm),
    }
