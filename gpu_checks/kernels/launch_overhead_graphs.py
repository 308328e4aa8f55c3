"""Host and GPU on a time line: every launch, every kernel, until a step repeats itself."""

from __future__ import annotations

from fractions import Fraction

from _count import root

STEPS = 3  # a backlog, if one builds up, has its final shape after two steps


def _period(kernels: list[Fraction], launch: Fraction, gap: Fraction) -> Fraction:
    """Time from the end of one step to the end of the next: the host launches without waiting, the
    GPU starts a kernel when it is launched and the one before is through.
    """
    host = free = Fraction(0)
    ends = []
    for _ in range(STEPS):
        for kernel in kernels:
            host += launch
            free = max(free, host) + kernel + gap
        ends.append(free)
    return ends[-1] - ends[-2]


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Steps on the time line, with launches and without."""
    g = given
    layer = [g["k_l"]] * int(g["n_l"]) + [g["k_s"]] * int(g["n_s"])
    kernels = layer * int(g["L"])
    eager, graph = (_period(kernels, launch, g["g"]) for launch in (g["l"], Fraction(0)))
    busy = _period(kernels, Fraction(0), Fraction(0))
    host = len(kernels) * g["l"]
    return {
        "K": busy,
        "t_e": eager,
        "t_g": graph,
        "S": eager / graph,
        "x": root(lambda factor: factor * busy + (graph - busy) - host),
    }
