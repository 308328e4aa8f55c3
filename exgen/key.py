"""The key: one frozen problem set with everything that printing and grading need.

Printing, grading and exporting read a key and nothing else: no template, no sympy. All numbers are
strings (exact decimals, or `p/q`), so that no reader rounds them. Schema `exgen.key/1`; what a
student may see is another schema, `exgen.sheet/1`, which has no field for an answer.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from exgen import units
from exgen.errors import ExgenError, UnreadableError

SCHEMA: Literal["exgen.key/1"] = "exgen.key/1"
SHEET_SCHEMA: Literal["exgen.sheet/1"] = "exgen.sheet/1"

MAX_BYTES = 64_000_000  # a key of 200 problems has 3,000,000

Kind = Literal["quantity", "formula", "choice", "choices", "order", "rubric", "evidence"]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the student is told. `value unit` is exact; `shown` is how the sheet prints it.

    For a drawn row (`gpu`) `value` is the row's key, `unit` is empty and `shown` the row's name.
    """

    name: str
    label: str  # "HBM bandwidth"; empty if the page gives none
    value: str  # "3.35"
    unit: str  # "TB/s"
    shown: str  # "3.35 TB/s"
    source: str  # empty for values that the page sets itself


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A wrong answer that is recognised: the closed interval [lo, hi] in the part's unit, or a
    wrong ranking.
    """

    id: str
    kind: Literal["slip", "unit", "precision"]
    value: str
    shown: str  # "334.5 ms"
    lo: str
    hi: str
    credit: str  # share of the marks, "0" … "1"
    law: str  # the wrong law as the author wrote it
    says: str  # to the student
    reveals: str  # to the interviewer; may be empty
    order: tuple[str, ...] = ()  # of a ranking, as in Part


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box of a choice."""

    letter: str  # "A"
    text: str  # Markdown, inline only
    right: bool
    says: str  # feedback to whoever ticks it wrongly (or misses it)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a derivation: `lhs rel rhs`, both sides text of the law grammar.

    `rel` is "=" where exact and "≈" where rounded; an empty `lhs` continues the line above.
    In a `law` line whose equation is not solved, lhs and rhs are the two sides of the equation.
    Quantities stand in brackets: `[3.35 TB/s]`. A `none` line has a condition as rhs.
    """

    role: Literal["let", "law", "solved", "numbers", "result", "none"]
    lhs: str
    rel: str
    rhs: str


class RubricPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line by which a person marks a text; `never` are claims that forfeit its marks."""

    says: str
    marks: str
    never: tuple[str, ...]


class Lab(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lab a record is of, and what a right one says (checksum and the like)."""

    name: str  # "json_parsing", "kernels/fusion_savings"
    facts: tuple[tuple[str, str], ...]  # name, value


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question of an exercise and how it is judged."""

    id: str  # the unknown, "T"
    label: str  # "a"
    kind: Kind
    ask: str
    unit: str  # unit of the box; "" for choices and formulas, "1" for a bare number
    marks: str
    value: str  # "" where there is none (choices) or it is an expression (formula: in `law`)
    shown: str  # "41.79 ms", "none", or the right letters "A, C"
    exists: bool  # False: the right answer is "none"
    can_be_none: bool  # the sheet tells the student that "none" is a possible answer
    lo: str
    hi: str
    tolerance: str  # as printed: "±1 %", "exact", "3 figures"
    law: str  # solved, in givens and earlier parts; the right formula of a formula part
    none_when: str
    uses: tuple[str, ...]  # ids of earlier parts in `law`
    in_terms_of: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    options: tuple[Option, ...]
    derivation: tuple[Line, ...]
    rubric: tuple[RubricPoint, ...] = ()
    model_answer: str = ""
    order: tuple[str, ...] = ()  # the right ranking, largest first; "AB" are tied
    lab: Lab | None = None


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point on a roofline: its arithmetic intensity in FLOP/B."""

    label: str
    intensity: str


class Roofline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the plot at the end of a solution shows."""

    title: str
    peak: str  # FLOP/s
    peak_shown: str
    bandwidth: str  # B/s
    bandwidth_shown: str
    points: tuple[Point, ...]


class Witness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A committed measurement of what the problem's laws predict, judged from its samples."""

    check: str  # "decode/tpot_bound"
    says: str  # the claim
    ratio: str  # measured over predicted, "1.07"
    verdict: Literal["supported", "rejected", "inconclusive"]
    device: str
    date: str  # "2026-12-04"
    sha256: str  # of the record


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One problem. `problem` and `solution` are Markdown with all values filled in; in `solution`
    a line `{{ T.derivation }}` stands for that part's derivation.
    """

    number: int
    template: str
    sha256: str  # of the template page
    seed: str
    title: str
    level: str
    topics: tuple[str, ...]
    minutes: int
    givens: tuple[Given, ...]
    parts: tuple[Part, ...]
    problem: str
    solution: str
    strong_answer: str
    follow_up: str
    plot: Roofline | None
    sources: tuple[str, ...]
    witnesses: tuple[Witness, ...] = ()
    slip: str = ""  # of a review: the slip in the colleague's solution, "T.bits"


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Marks for what is not simply right; from the set file."""

    follow_through: str = "1"  # share of a part's marks for a right continuation of a wrong answer
    plausible_factor: str = "1000"  # …if that wrong answer is within this factor of the right one
    choices: Literal["all", "share"] = "share"  # ticking some of several right boxes
    decimal: Literal[".", ","] = "."  # what students write between whole and broken part


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One problem set, frozen."""

    schema: Literal["exgen.key/1"]
    made_by: str
    draw_rule: str
    set: str
    title: str
    intro: str  # Markdown, to the student; may be empty
    code: str  # printed on the sheet; a digest of what the sheet says, not of the seed
    seed: str
    policy: Policy
    exercises: tuple[Exercise, ...]


class SheetGiven(msgspec.Struct, frozen=True):
    """A given as the student sees it."""

    name: str
    label: str
    shown: str


class SheetPart(msgspec.Struct, frozen=True):
    """A question as the student sees it."""

    id: str
    label: str
    kind: Kind
    ask: str
    unit: str
    marks: str
    tolerance: str
    can_be_none: bool
    in_terms_of: tuple[str, ...]
    options: tuple[str, ...]


class SheetExercise(msgspec.Struct, frozen=True):
    """A problem as the student sees it."""

    number: int
    title: str
    level: str
    minutes: int
    problem: str
    givens: tuple[SheetGiven, ...]
    parts: tuple[SheetPart, ...]


class Sheet(msgspec.Struct, frozen=True):
    """The student's view of a key: it has no field in which an answer could stand."""

    schema: Literal["exgen.sheet/1"]
    set: str
    title: str
    intro: str
    code: str
    exercises: tuple[SheetExercise, ...]


def sheet(key: Key) -> Sheet:
    """What the student may see."""
    return Sheet(
        SHEET_SCHEMA,
        key.set,
        key.title,
        key.intro,
        key.code,
        tuple(map(_sheet_exercise, key.exercises)),
    )


def _sheet_exercise(exercise: Exercise) -> SheetExercise:
    givens = tuple(SheetGiven(g.name, g.label, g.shown) for g in exercise.givens)
    parts = tuple(_sheet_part(part) for part in exercise.parts)
    return SheetExercise(
        exercise.number, exercise.title, exercise.level, exercise.minutes, exercise.problem,
        givens, parts,
    )  # fmt: skip


def _sheet_part(part: Part) -> SheetPart:
    return SheetPart(
        part.id, part.label, part.kind, part.ask, part.unit, part.marks, part.tolerance,
        part.can_be_none, part.in_terms_of, tuple(option.text for option in part.options),
    )  # fmt: skip


_CODE_LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"  # no vowels, nothing that looks like another


def code_of(exercises: tuple[Exercise, ...]) -> str:
    """Six characters that stand for the printed values and questions (not their wording).

    A digest of what every student can read, so it tells nothing that the sheet does not; and a key
    whose values changed has another code.
    """
    said = [
        [
            exercise.template,
            [g.shown for g in exercise.givens],
            [[p.id, p.unit, p.tolerance] for p in exercise.parts],
        ]
        for exercise in exercises
    ]
    number = int.from_bytes(hashlib.sha256(msgspec.json.encode(said)).digest(), "big")
    letters = []
    for _ in range(6):
        number, at = divmod(number, len(_CODE_LETTERS))
        letters.append(_CODE_LETTERS[at])
    return "".join(letters)


def encode(key: Key) -> bytes:
    """The key file: JSON, indented for reading and diffing, always the same bytes."""
    return msgspec.json.format(msgspec.json.encode(key), indent=1) + b"\n"


def decode(data: bytes, path: str) -> Key:
    """A key file. Raises UnreadableError: truncated, no key, or a key of another schema."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        line = data[: _offset(error)].count(b"\n") + 1
        hint = (
            "is it truncated?" if "truncated" in str(error) else "not a file that exgen build wrote"
        )
        raise UnreadableError(
            f"not a readable key: {error}", path=path, line=line, hint=hint
        ) from None
    except RecursionError:
        raise UnreadableError("not a readable key: nested too deeply", path=path) from None
    if head.schema != SCHEMA:
        said = f"schema {head.schema!r}" if head.schema else "no schema"
        maker = head.made_by or "unknown"
        hint = f"this exgen reads {SCHEMA!r}; use the exgen that made it ({maker}), or build again"
        raise UnreadableError(f"not a key that this exgen can read: {said}", path=path, hint=hint)
    try:
        key = msgspec.json.decode(data, type=Key)
        _check_numbers(key)
    except (msgspec.DecodeError, ExgenError) as error:
        hint = f"made by {head.made_by}" if head.made_by else ""
        raise UnreadableError(f"not a valid key: {error}", path=path, hint=hint) from None
    except RecursionError:
        raise UnreadableError("not a valid key: nested too deeply", path=path) from None
    return key


def _check_numbers(key: Key) -> None:
    """Raises ExgenError for a number that cannot be read, before anything is graded by it."""
    for exercise in key.exercises:
        for part in exercise.parts:
            said = [part.value, part.lo, part.hi, part.marks]
            said += [
                text
                for each in part.outcomes
                for text in (each.value, each.lo, each.hi, each.credit)
            ]
            for text in filter(None, said):
                try:
                    units.number(text)
                except ExgenError as error:
                    raise ExgenError(f"{error.message} in {exercise.number}{part.label}") from None


class _Head(msgspec.Struct):
    schema: str = ""
    made_by: str = ""


def _offset(error: Exception) -> int:
    digits = "".join(c for c in str(error).rpartition("byte")[2] if c.isdigit())
    return int(digits) if digits else 0


def schema() -> bytes:
    """The published JSON schema of a key file (docs/schema/exgen.key-1.json)."""
    return published(Key, SCHEMA)


def sheet_schema() -> bytes:
    """The published JSON schema of a student's sheet."""
    return published(Sheet, SHEET_SCHEMA)


def published(kind: type[msgspec.Struct], name: str) -> bytes:
    """The JSON schema of files of this kind, as it lies in docs/schema/."""
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": name,
        **msgspec.json.schema(kind),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
