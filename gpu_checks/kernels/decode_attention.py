"""Attention of one new token a sequence over its KV cache, grouped queries.

A program takes one sequence, one KV head and one slice of the context: it reads the slice's keys
and values once for all queries of the group and keeps a running maximum and sum (online softmax).
A second kernel joins the slices. Traffic: the cache, once; everything else is small beside it.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def _slices(
    q,
    k,
    v,
    part,
    top,
    weight,
    context,
    slice_len,
    scale,
    HEADS: tl.constexpr,
    GROUP: tl.constexpr,
    DIM: tl.constexpr,
    BLOCK: tl.constexpr,
):
    pair, piece, pieces = tl.program_id(0), tl.program_id(1), tl.num_programs(1)
    head = tl.arange(0, GROUP)
    dim = tl.arange(0, DIM)
    sequence, kv_head = pair // HEADS, pair % HEADS
    query = (sequence * HEADS + kv_head) * GROUP + head
    queries = tl.load(q + query[:, None] * DIM + dim[None, :]).to(tl.float32) * scale
    best = tl.full((GROUP,), float("-inf"), dtype=tl.float32)
    norm = tl.zeros((GROUP,), dtype=tl.float32)
    mixed = tl.zeros((GROUP, DIM), dtype=tl.float32)
    cache = pair.to(tl.int64) * context * DIM
    start = piece * slice_len
    stop = tl.minimum(start + slice_len, context)
    for first in range(start, stop, BLOCK):
        token = first + tl.arange(0, BLOCK)
        inside = token < stop
        place = cache + token.to(tl.int64)[:, None] * DIM + dim[None, :]
        keys = tl.load(k + place, mask=inside[:, None], other=0.0).to(tl.float32)
        scores = tl.sum(queries[:, None, :] * keys[None, :, :], axis=2)
        scores = tl.where(inside[None, :], scores, float("-inf"))
        highest = tl.maximum(best, tl.max(scores, axis=1))
        shrink = tl.exp(best - highest)
        share = tl.exp(scores - highest[:, None])
        values = tl.load(v + place, mask=inside[:, None], other=0.0).to(tl.float32)
        mixed = mixed * shrink[:, None] + tl.sum(share[:, :, None] * values[None, :, :], axis=1)
        norm = norm * shrink + tl.sum(share, axis=1)
        best = highest
    row = query * pieces + piece
    tl.store(part + row[:, None] * DIM + dim[None, :], mixed)
    tl.store(top + row, best)
    tl.store(weight + row, norm)


@triton.jit
def _join(part, top, weight, out, pieces, DIM: tl.constexpr, PIECES: tl.constexpr):
    query = tl.program_id(0)
    piece, dim = tl.arange(0, PIECES), tl.arange(0, DIM)
    inside = piece < pieces
    row = query * pieces + piece
    best = tl.load(top + row, mask=inside, other=float("-inf"))
    share = tl.exp(best - tl.max(best, axis=0))
    norm = tl.load(weight + row, mask=inside, other=0.0) * share
    mixed = tl.load(part + row[:, None] * DIM + dim[None, :], mask=inside[:, None], other=0.0)
    total = tl.sum(mixed * share[:, None], axis=0) / tl.sum(norm, axis=0)
    tl.store(out + query * DIM + dim, total.to(out.dtype.element_ty))


def decode_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, pieces: int | None = None
) -> torch.Tensor:
    """query (B, query heads, d), cache (B, KV heads, c, d), all contiguous; group size and d powers
    of two. `pieces` of the context work side by side; by default enough to fill a large GPU.
    """
    batch, kv_heads, context, dim = key.shape
    group = query.shape[1] // kv_heads
    if pieces is None:
        pieces = max(1, min(64, triton.cdiv(context, 256), triton.cdiv(1056, batch * kv_heads)))
    slice_len = triton.cdiv(context, pieces)
    pieces = triton.cdiv(context, slice_len)
    queries = batch * query.shape[1]
    part = torch.empty(queries * pieces, dim, device=query.device, dtype=torch.float32)
    top, weight = (torch.empty(queries * pieces, device=query.device) for _ in range(2))
    out = torch.empty_like(query)
    _slices[(batch * kv_heads, pieces)](
        query,
        key,
        value,
        part,
        top,
        weight,
        context,
        slice_len,
        dim**-0.5,
        HEADS=kv_heads,
        GROUP=group,
        DIM=dim,
        BLOCK=max(16, min(64, 4096 // (group * dim) * 4)),
        num_warps=8,
    )
    _join[(queries,)](
        part, top, weight, out, pieces, DIM=dim, PIECES=triton.next_power_of_2(pieces)
    )
    return out
