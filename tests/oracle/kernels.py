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
