"""Three schedules run event by event."""

from fractions import Fraction

from _pipeline import Run, all_forward_first, interleaved, one_forward_one_backward


def _idle(run: Run) -> Fraction:
    return Fraction(run.end - run.busy, run.end)


def _smallest(stages: int, acceptable: Fraction) -> int:
    """Tried out: doubled until it suffices, then halved in between; idle shares fall with m."""
    enough = 1
    while _idle(all_forward_first(stages, enough)) > acceptable:
        enough *= 2
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if _idle(all_forward_first(stages, middle)) > acceptable:
            too_few = middle
        else:
            enough = middle
    return enough


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """1F1B must take as long as the first schedule, or the page's last sentence is wrong."""
    g = given
    stages, micro = int(g["p"]), int(g["m"])
    first, alternating = all_forward_first(stages, micro), one_forward_one_backward(stages, micro)
    if first.end != alternating.end:
        raise ArithmeticError("1F1B changes the bubble")
    return {
        "T": first.end * g["t_f"],
        "beta": _idle(first),
        "m_x": Fraction(_smallest(stages, g["x"])),
        "beta_v": _idle(interleaved(stages, micro, int(g["v"]))),
        "k": Fraction(alternating.kept[int(g["i"]) - 1]),
    }
