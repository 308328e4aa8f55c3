"""`exgen new`: a page that works as it stands, to be changed into another one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen import library
from exgen.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

_ID = re.compile(r"[a-z][a-z0-9_-]{0,40}/[a-z][a-z0-9_-]{0,60}")


def place(name: str, folder: Path) -> Path:
    """Where the page goes. Raises UsageError for a name that is no topic/name, or is taken."""
    if not _ID.fullmatch(name):
        raise UsageError(
            f"{name!r} is not TOPIC/NAME", hint="small letters, digits, _ and -: decode/my_bound"
        )
    if name.startswith(f"{library.SETS}/"):
        raise UsageError(f"{library.SETS!r} is the folder of set files", hint="name another topic")
    path = folder / f"{name}.md"
    if path.exists():
        raise UsageError(f"{path} exists already", hint="choose another name")
    return path


def page(name: str) -> str:
    """The page's text."""
    return _PAGE.replace("TITLE", name.partition("/")[2].replace("_", " ").capitalize()).replace(
        "TOPIC", name.partition("/")[0]
    )


_PAGE = """```toml
title   = "TITLE"
level   = "foundational"            # foundational | intermediate | principal
topics  = ["TOPIC"]
minutes = 5
require = ["M <= gpu.memory"]       # a draw that makes no physical sense is drawn again

[given]                             # what the student is told; every value is exact as printed
gpu = { row_of = "accelerators", among = ["h100_sxm", "h200_sxm", "a100_sxm_80"] }
W   = { from = "gpu.memory_bandwidth", is = "memory bandwidth" }
P   = { among = ["7 Gweight", "13 Gweight", "34 Gweight"], is = "weights of the model" }
w   = { value = "2 B/weight", is = "BF16 storage" }

[let.M]                             # a helper: shown in the solution, never asked
law = "M == P*w"
is  = "bytes of the weights"

[find.T]                            # part (a); add [find.X] tables for (b), (c) …
ask  = "The shortest time in which the weights can be read once."
law  = "T == M/W"                   # need not be solved for T; units are checked
unit = "ms"
tolerance = "1 %"
slips = [                           # the wrong laws that people use, and what to tell them
  { id = "bits", law = "T == 8*M/W", says = "Factor 8: a bandwidth counts bytes, not bits." },
  { id = "one_byte", law = "T == P*[1 B]/W", says = "One byte per weight; BF16 takes two." },
]
```

## Problem

A model with {{ P }} ({{ w }}) lies in the memory of one {{ gpu.name }} ({{ W }}).

## Solution

Every weight is read once, and nothing can be read faster than the memory delivers it:

{{ T.derivation }}

## Strong answer

Names the bytes first, then divides by the bandwidth, and says that this is a bound and not a
prediction.

## Follow-up

What changes with FP8 weights? Half the bytes, half the time.
"""
