"""Which labs there are. `json_parsing` is a lab of its own; a name with a slash,
`kernels/fusion_savings`, is a check of `gpu_checks/` that students run on their own machine.
"""

from __future__ import annotations

from exgen.errors import ExgenError

JSON_PARSING = "json_parsing"
HANDED_IN = "exgen.handed-in/1"  # schema of the file that comes beside a sheet
DATA = "D"  # the given that says which data file a student has


def needs(lab: str) -> frozenset[str]:
    """The givens that a page with this lab has. Raises ExgenError for an unknown lab."""
    if lab == JSON_PARSING:
        return frozenset({DATA})
    if "/" in lab:
        return frozenset()
    raise ExgenError(f"unknown lab {lab!r}", hint=f"{JSON_PARSING!r}, or a check as topic/name")
