"""One case from the words of a command line, and its verdict in words."""

from __future__ import annotations

import re

import msgspec

from exgen import units
from exgen.errors import ExgenError, UsageError
from exgen.grading.case import Case, Verdict

_PERCENT = re.compile(r"±? ?(\d+(?:\.\d+)?) ?%")
_FIGURES = re.compile(r"(\d{1,2}) ?(?:significant )?(?:figures?|sf|sigfigs?)( strict)?")
_NUMBER = re.compile(r"±? ?(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)")


class Words(msgspec.Struct, frozen=True):
    """What the command line says."""

    right: str
    tolerance: str = "2%"
    unit: str | None = None
    kind: str | None = None
    names: str | None = None
    options: str | None = None


def case(answer: str, words: Words) -> Case:
    """The case. Raises UsageError for a right answer or a tolerance that makes no sense."""
    kind = words.kind or ("symbolic" if words.names else "choice" if words.options else "units")
    plain = Case(kind, answer)
    if kind == "symbolic":
        return msgspec.structs.replace(
            plain, right=_raw(words.right), vars=_listed(words.names or "")
        )
    if kind in ("choice", "multiple", "ranking"):
        letters = _listed(words.right.replace(">", ","))
        return msgspec.structs.replace(
            plain, kind="choice", choice="single" if kind == "choice" else kind,
            right=_raw(letters),
            options=_listed(words.options or "A,B,C,D"),
        )  # fmt: skip
    try:
        _, own = units.quantity(words.right)
    except ExgenError as error:
        raise UsageError(
            f"--right: {error}", hint='"41.8 ms"; for a formula also --vars S,H'
        ) from None
    unit = words.unit or ("" if own.text == "1" else own.text)
    return msgspec.structs.replace(
        plain, right=_raw(words.right), unit=unit or None, tolerance=tolerance(words.tolerance)
    )


def tolerance(text: str) -> msgspec.Raw:
    """`1%`, `0.5` (in the unit), `3 figures`, `exact`."""
    clean = text.strip()
    percent, figures, number = (
        _PERCENT.fullmatch(clean),
        _FIGURES.fullmatch(clean),
        _NUMBER.fullmatch(clean),
    )
    if clean == "exact":
        return msgspec.Raw(b'{"rel":0}')
    if percent:
        return msgspec.Raw(f'{{"rel":{percent[1]}e-2}}'.encode())
    if figures:
        return _raw({"sigfigs": int(figures[1]), "strict": bool(figures[2])})
    if number:
        return msgspec.Raw(f'{{"abs":{number[1]}}}'.encode())
    raise UsageError(
        f"--tolerance {text!r} is not understood", hint='"1%", "0.5", "3 figures" or "exact"'
    )


def said(verdict: Verdict) -> str:
    """A line for the eye, and one for each notice."""
    shown = verdict.reads_as
    if isinstance(shown, list):
        shown = ", ".join(map(str, shown))
    first = verdict.verdict.replace("_", " ") + (f": read as {shown}" if shown else "")
    return "\n".join([first, *(f"  {notice}" for notice in verdict.notices)])


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s,;]+", text) if word)


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
