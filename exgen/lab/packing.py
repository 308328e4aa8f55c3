"""A record of `exgen check` -> the file that a student hands in, and what will be said of it."""

from __future__ import annotations

import json
import re

import msgspec

from exgen.errors import ExgenError, UnreadableError, UsageError
from exgen.lab import claims, investigation
from exgen.lab.claims import Claim
from exgen.lab.names import HANDED_IN

_PART = re.compile(r"[0-9]{1,3}[a-z]")


class Packed(msgspec.Struct, frozen=True):
    """The file, its part, and the claims as they will be judged."""

    part: str
    data: bytes
    claims: tuple[Claim, ...]


def pack(record: bytes, path: str, who: tuple[str, str, str]) -> Packed:
    """The file to hand in; `who` is student, part and code of the set (which may be empty).

    Raises UsageError for a part that no sheet has, UnreadableError for what is no record.
    """
    student, part, code = who
    if not _PART.fullmatch(part) or not student.strip():
        raise UsageError(f"no part {part!r}", hint="number and letter on the sheet: --part 1d")
    try:
        text = record.decode("utf-8")
        node = claims.parse(text)
        found = investigation.judge({"check": str(node.get("check"))}, text)
    except UnicodeDecodeError:
        raise UnreadableError("not a record: not UTF-8", path=path) from None
    except ExgenError as error:
        raise UnreadableError(error.message, path=path, hint=error.hint) from None
    short = json.dumps(node, separators=(",", ":"))
    handed = {"schema": HANDED_IN, "set": code, "student": student, "answers": {part: short}}
    return Packed(part, json.dumps(handed, indent=1).encode() + b"\n", found)
