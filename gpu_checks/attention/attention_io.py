"""One attention head, kernel by kernel: which tensors each reads and writes."""

from fractions import Fraction

from _count import DTYPES, attention, meta, nbytes


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """FLOP of torch's attention; the counter takes the full square when causal, so half of it is
    needed then. Tiles: K and V once more for every tile of queries.
    """
    g = given
    dtype = DTYPES[g["b"]]
    query, key, value, output = (meta(g["S"], g["d"], dtype=dtype) for _ in range(4))
    scores, probabilities = (meta(g["S"], g["S"], dtype=dtype) for _ in range(2))
    flop = attention(1, (1, 1), (g["S"], g["S"]), g["d"])
    causal = Fraction(attention(1, (1, 1), (g["S"], g["S"]), g["d"], causal=True), 2)
    unfused = nbytes(query, key, scores) + nbytes(scores, probabilities)
    unfused += nbytes(probabilities, value, output)
    fused = nbytes(query, key, value, output)
    tiles = g["S"] / g["B_r"]
    tiled = nbytes(query, output) + tiles * nbytes(key, value)
    return {
        "AI_u": Fraction(flop, unfused),
        "AI_f": Fraction(flop, fused),
        "AI_c": causal / fused,
        "AI_t": flop / tiled,
    }
