"""What the labs ask to be worked out beforehand: two paths, iteration by iteration."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.counting import Answers, Givens, letters


def json_parse_lab(g: Givens) -> Answers:
    """Two lists of times and two counters."""
    baseline = [g["p"] + g["u"] for _ in range(int(g["k"]))]
    contender = [g["u"] + (g["p"] if at == 0 else 0) for at in range(int(g["k"]))]
    calls = sum((g["N"] for _ in baseline), Fraction(0))
    return {
        "n_x": calls - g["N"],
        "S": sum(baseline) / sum(contender),
        "m": sum(contender) / len(contender),
    }


def fusion_lab(g: Givens) -> Answers:
    """Passes over one tensor, each read or written once."""
    tensor = g["T"] * g["h"] * g["b"]
    separate = ["x", "residual", "sum written", "sum read", "result"]
    fused = ["x", "residual", "result"]
    unfused_bytes, fused_bytes = (sum(tensor for _ in each) for each in (separate, fused))
    return {
        "Q_u": unfused_bytes,
        "Q_f": fused_bytes,
        "D": (unfused_bytes - fused_bytes) / g["W_s"],
    }


def crossover_lab(g: Givens) -> Answers:
    """Bytes of the weights against FLOP that grow with the batch."""
    weights = g["N"] * g["N"] * g["b"]
    reading = weights / g["W_s"]
    one = 2 * g["N"] * g["N"] / g["F_s"]
    knee = reading / one
    return {
        "t_w": reading,
        "B_x": knee,
        "t_B": max(reading, one * g["B"]),
        "bound": letters(g["B"] < knee, g["B"] >= knee),
    }
