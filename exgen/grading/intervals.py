"""An interval as people write it: `[0, 295)`, `[0,295[`, `x >= 295`, `0 <= x < 295`, `[295, ∞)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.answer import Blank, NotUnderstood, Reading
from exgen.grading.read import read_quantity
from exgen.grading.spelling import MAX_TYPED, plain, visible

if TYPE_CHECKING:
    from exgen.grading.numeral import DecimalSign

_INFINITE = re.compile(
    r"([+-]?) ?(?:∞|\\infty|inf(?:inity|ty)?|oo)(?: ?[A-Za-z/]+)?", re.IGNORECASE
)
_SIGNS = str.maketrans({"⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥"})
_LATEX = {"left": "", "right": "", "leq": "<=", "geq": ">=", "le": "<=", "ge": ">=", "lt": "<", "gt": ">", "in": " in ", "infty": " inf "}  # fmt: skip
_COMMAND = re.compile(rf"\\({'|'.join(_LATEX)})(?![A-Za-z])")
_IN_WORDS = ((r"^at least (?=\d)", ">= "), (r"^at most (?=\d)", "<= "), (r"^(?:more|greater|larger) than (?=\d)", "> "), (r"^(?:less|smaller) than (?=\d)", "< "), (r"^(\d.*) (?:or|and) (?:more|above|greater|larger)$", r">= \1"), (r"^(\d.*) (?:or|and) (?:less|below|smaller)$", r"<= \1"))  # fmt: skip
_BRACKETED = re.compile(r"([\[(\]])([^\[\]()]*(?:\([^()]*\)[^\[\]()]*)*)([\])\[]) ?(.*)")
_NAMED = re.compile(r"^(?:[A-Za-z]\w* ?(?:in\b|=) ?)?(?=[\[(\]])")
_BUILDER = re.compile(r"^\{ ?[A-Za-z]\w* ?(?:\||:) ?(.*?) ?\}$")
_RELATION = re.compile(r"(<=|>=|<|>)")
_VARIABLE = re.compile(r"[A-Za-z]\w*")


class End(msgspec.Struct, frozen=True):
    """One end; `value` in base units, None for infinity."""

    value: mpq | None
    closed: bool = False
    reading: Reading | None = None
    infinite: int = 0  # the sign of infinity

    @property
    def reads_as(self) -> str:
        return self.reading.reads_as if self.reading else "-inf" if self.infinite < 0 else "inf"


class Between(msgspec.Struct, frozen=True):
    """All values from one end to the other."""

    lo: End
    hi: End
    notices: tuple[str, ...] = ()


def read_interval(
    text: str, unit: str = "1", *, sign: DecimalSign = "."
) -> Between | Blank | NotUnderstood:
    """Brackets or inequalities."""
    try:
        if len(text) > MAX_TYPED:
            raise ExgenError(f"{len(text)} characters; at most {MAX_TYPED} are read")
        text = text.translate(_SIGNS)
        text = (
            _COMMAND.sub(lambda m: _LATEX[m[1]], text)
            .replace("\\{", "{")
            .replace("\\}", "}")
            .replace("∈", " in ")
        )
        clean = plain(text).rstrip(".").strip()
        for words, meant in _IN_WORDS:
            clean = re.sub(words, meant, clean, flags=re.IGNORECASE)
        return _ordered(_interval(clean, unit, sign)) if clean else Blank()
    except ExgenError as error:
        return NotUnderstood(str(error))


def _interval(text: str, unit: str, sign: DecimalSign) -> Between:
    builder = _BUILDER.match(text)
    if builder:
        text = builder[1]
    if _RELATION.search(text):
        return _inequalities(text, unit, sign)
    match = _BRACKETED.fullmatch(_NAMED.sub("", text))
    if not match:
        raise ExgenError(f"{visible(text)} is no interval; write [a, b] or an inequality")
    left, inside, right, behind = match.groups()
    ends = _split(inside)
    if behind:
        ends = [end if _INFINITE.fullmatch(end) else f"{end} {behind}" for end in ends]
    lo, hi = (_end(end, unit, sign) for end in ends)
    return Between(_closed(lo, left == "["), _closed(hi, right == "]"))


def _split(inside: str) -> list[str]:
    """The two ends."""
    for separator in (";", ", ", ","):
        ends = [end.strip() for end in inside.split(separator)]
        if len(ends) == 2 and all(ends):
            return ends
        if len(ends) > 1:
            break
    raise ExgenError("an interval has two ends, separated by a comma or ;")


def _inequalities(text: str, unit: str, sign: DecimalSign) -> Between:
    """`x >= 0 and x < 295`, `0 <= x < 295`, `>= 295`."""
    if "=>" in text or "=<" in text or re.search(r"==|!=|<>|><", text):
        raise ExgenError("the relation is not understood; write <, <=, > or >=")
    lo, hi = End(None, infinite=-1), End(None, infinite=1)
    for side in re.split(r",? and |, | & |&&| und ", text):
        for end, is_lower in _relations(side, unit, sign):
            if (lo if is_lower else hi).value is not None:
                raise ExgenError("two bounds on the same side")
            lo, hi = (end, hi) if is_lower else (lo, end)
    return Between(lo, hi)


def _relations(text: str, unit: str, sign: DecimalSign) -> list[tuple[End, bool]]:
    """The bounds that one chain sets, each with whether it is the lower one."""
    pieces = [piece.strip() for piece in _RELATION.split(text)]
    terms, relations = pieces[::2], pieces[1::2]
    if len(relations) not in (1, 2):
        raise ExgenError(f"{visible(text)} is no inequality")
    middle = 1 if len(relations) == 2 else 0 if _is_variable(terms[0]) else 1
    if not _is_variable(terms[middle]) or (
        len(relations) == 2 and relations[0][0] != relations[1][0]
    ):
        raise ExgenError(f"{visible(text)} has no name that is bounded")
    bounds = []
    for place, relation in enumerate(relations):
        before = place < middle  # the bound stands left of the name
        term = terms[place if before else place + 1]
        if _INFINITE.fullmatch(term):
            continue
        lower = (relation[0] == "<") == before
        bounds.append((_closed(_end(term, unit, sign), "=" in relation), lower))
    if not bounds:
        raise ExgenError(f"{visible(text)} has no bound")
    return bounds


def _is_variable(term: str) -> bool:
    return term == "" or (bool(_VARIABLE.fullmatch(term)) and not _INFINITE.fullmatch(term))


def _end(text: str, unit: str, sign: DecimalSign) -> End:
    infinite = _INFINITE.fullmatch(text)
    if infinite:
        return End(None, infinite=-1 if infinite[1] == "-" else 1)
    answer = read_quantity(text, unit, sign=sign)
    if not isinstance(answer, Reading):
        raise ExgenError(f"{visible(text)}: {getattr(answer, 'message', 'an end is missing')}")
    if answer.dimension != units.unit(unit).dimension:
        raise ExgenError(f"the end {answer.reads_as} is not in {unit}")
    return End(answer.value, reading=answer)


def _closed(end: End, closed: bool) -> End:
    if closed and end.value is None:
        raise ExgenError("infinity belongs to no interval; leave its bracket open")
    return msgspec.structs.replace(end, closed=closed)


def _ordered(found: Between) -> Between:
    """The interval, if its ends are in order."""
    lo, hi = found.lo, found.hi
    if lo.infinite > 0 or hi.infinite < 0:
        raise ExgenError("the ends are in the wrong order")
    if lo.value is not None and hi.value is not None and lo.value >= hi.value:
        raise ExgenError("the lower end is not below the upper one")
    return found
