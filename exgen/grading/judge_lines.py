"""Cases as JSON lines -> verdicts as JSON lines: one for each, whatever stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from exgen.errors import ExgenError
from exgen.grading.case import Case, Sheet, Verdict
from exgen.grading.case_choice import judge_choice_case
from exgen.grading.case_formula import judge_formula_case
from exgen.grading.case_interval import judge_interval_case
from exgen.grading.case_quantity import judge_quantity_case
from exgen.grading.case_set import judge_set_case
from exgen.grading.spelling import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST = 4_000_000  # bytes of a line
CHUNK = 1 << 16

JUDGES = {
    "numeric": judge_quantity_case,
    "units": judge_quantity_case,
    "invalid": judge_quantity_case,  # of texts that are no answer at all
    "symbolic": judge_formula_case,
    "choice": judge_choice_case,
    "set": judge_set_case,
    "interval": judge_interval_case,
}
"""Kind of a case -> who judges it."""

_CASE = msgspec.json.Decoder(Case)
_ENCODER = msgspec.json.Encoder()


def judge_case(case: Case, sheet: Sheet) -> Verdict:
    """The verdict on one answer. A case that is itself at fault is invalid, with a notice."""
    judge = JUDGES.get(case.kind)
    if judge is None:
        return _faulty(case.id, f"the kind {visible(case.kind)} is none of {', '.join(JUDGES)}")
    try:
        return judge(case, sheet)
    except ExgenError as error:
        return _faulty(case.id, str(error))
    except Exception as error:  # noqa: BLE001  # a defect of ours must not cost the other lines
        return _faulty(
            case.id, f"a defect of exgen, please report it: {type(error).__name__}: {error}"
        )


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    """What a stream has ready, as it comes."""
    read = getattr(stream, "read1", stream.read)
    while chunk := read(CHUNK):
        yield chunk


def judge_chunks(chunks: Iterable[bytes], sheet: Sheet) -> Iterator[bytes]:
    """For each chunk of input the lines of output that it completes, so that a reader that waits
    for the answer to its line gets it. Blank lines are no cases.
    """
    rest, number, skipping = b"", 0, False
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        if lines and skipping:
            lines, skipping, number = lines[1:], False, number + 1
        out = [_line(line, at, sheet) for at, line in enumerate(lines, number + 1) if line.strip()]
        number += len(lines)
        if len(rest) > LONGEST and not skipping:
            skipping = True
            out.append(_encoded(_no_case(None, number + 1, f"longer than {LONGEST:,} bytes")))
        rest = b"" if skipping else rest
        if out:
            yield b"".join(out)
    if rest.strip():
        yield _line(rest, number + 1, sheet)


def _line(line: bytes, number: int, sheet: Sheet) -> bytes:
    try:
        return _encoded(judge_case(_CASE.decode(line.removeprefix(b"\xef\xbb\xbf")), sheet))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return _encoded(_no_case(_id(line), number, str(error)))


def _encoded(verdict: Verdict) -> bytes:
    return _ENCODER.encode(verdict) + b"\n"


def _faulty(id: Any, why: str) -> Verdict:
    return Verdict(id, "invalid", None, (f"the case cannot be judged: {why}",))


def _no_case(id: Any, number: int, why: str) -> Verdict:
    return Verdict(id, "invalid", None, (f"line {number} is not a case: {why}",))


class _Identified(msgspec.Struct):
    id: Any = None


def _id(line: bytes) -> Any:
    """The id of a line that is JSON but no case."""
    try:
        return msgspec.json.decode(line, type=_Identified).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
