"""Rounds of guesses played through, each outcome with its weight; passes as products of tensors."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product as outcomes

from _count import parameters, product, ranked, stored
from _models import decoder, shape

LENGTHS = (2, 4, 8, 16)  # guesses a round that the page ranks


def _added(accepted: tuple[bool, ...]) -> int:
    """Tokens that one round adds: guesses up to the first that is wrong, then the target's own."""
    text = 0
    for guess in accepted:
        if not guess:
            break
        text += 1
    return text + 1


@lru_cache(maxsize=256)
def _expected(guesses: int, alpha: Fraction) -> Fraction:
    """The mean over all 2 ** guesses outcomes, in whole numbers of 1 / denominator ** guesses."""
    right, whole = alpha.numerator, alpha.denominator
    weights = [right**k * (whole - right) ** (guesses - k) for k in range(guesses + 1)]
    total = sum(
        _added(accepted) * weights[sum(accepted)]
        for accepted in outcomes((True, False), repeat=guesses)
    )
    return Fraction(total, whole**guesses)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """A pass takes the longer of reading the real module tree's weights and multiplying them."""
    g, gamma = given, int(given["gamma"])
    weights = parameters(decoder(shape(g)))
    reading = stored(weights, g["b_w"]) / g["W"]

    def arithmetic(tokens: int) -> Fraction:
        return product(tokens, weights, 1) / g["F"]

    def speed_up(guesses: int, batch: int) -> Fraction:
        plain = max(reading, arithmetic(batch))
        check = max(reading, arithmetic(batch * (guesses + 1)))
        drafts = sum((g["c"] * plain for _ in range(guesses)), Fraction(0))
        return _expected(guesses, g["alpha"]) * plain / (drafts + check)

    batch = 1
    while arithmetic((batch + 1) * (gamma + 1)) <= reading:
        batch += 1
    return {
        "E": _expected(gamma, g["alpha"]),
        "S": speed_up(gamma, 1),
        "rank": ranked([speed_up(each, 1) for each in LENGTHS], Fraction(1, 200)),
        "B_v": Fraction(batch),
        "S_L": speed_up(gamma, int(g["B_L"])),
    }
