"""Keyed draws: which of `size` values a template takes for a seed. No state, no order of draws.

Adding a given, a problem or a library upgrade never changes another value.
"""

from __future__ import annotations

import hashlib

RULE = "exgen-draw-1"
"""The rule's name is in every key; another rule gets another name."""


def index(template: str, seed: str, name: str, attempt: int, size: int) -> int:
    """An index in range(size), from SHA-256 of `rule|template|seed|name|attempt`.

    The bias of taking 256 bits modulo `size` is below size / 2**256.
    """
    digest = hashlib.sha256(f"{RULE}|{template}|{seed}|{name}|{attempt}".encode()).digest()
    return int.from_bytes(digest, "big") % size
