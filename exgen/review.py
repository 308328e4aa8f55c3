"""A drawn exercise as "find the slip": a colleague's worked solution in which one step uses a
wrong law. The learner names the step and the mistake, and gives the right number.

The colleague computes what follows from the wrong step correctly, as people do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen import derivation, draw, freeze, key, values
from exgen.errors import ExgenError, InfeasibleError, did_you_mean
from exgen.expression import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gmpy2 import mpq

    from exgen.exercise import Answer, Exercise, Slip
    from exgen.solved import SolvedPart

MOST_OPTIONS = 5  # descriptions of what might be wrong
STEP, MISTAKE = "step", "mistake"
_LETTERS = "ABCDEFGHI"
RIGHT = "right"
_TELLS = (
    "A colleague solved this. Exactly one step uses a wrong law. Everything else is right, and "
    "what follows from the wrong step is computed correctly."
)


def review(drawn: Exercise, number: int, wanted: str = "") -> key.Exercise:
    """The exercise as a review; `wanted` is a slip as `part.id`, else a keyed draw picks one.

    Raises InfeasibleError if the slip does not apply to this draw, ExgenError if there is none.
    """
    answer, slip = _pick(drawn, wanted)
    plain = freeze.freeze(drawn, number)
    at = [part.id for part in plain.parts].index(answer.part.id)
    steps = list(_steps(drawn, answer, slip))
    says = slip.solved.spec.says
    number_of = {id: str(place) for place, (id, _) in enumerate(steps, start=1)}
    parts = [_step_part(number_of, answer.part.id), _mistake_part(drawn, plain, at, slip)]
    parts = [part for part in parts if len(part.options) > 1]
    return msgspec.structs.replace(
        plain,
        title=f"Find the slip: {plain.title}",
        minutes=(plain.minutes + 1) // 2 + 2,
        parts=tuple(_labelled([*parts, _value_part(drawn, plain.parts[at])])),
        problem="\n\n".join([plain.problem, _TELLS, *[text for _, text in steps]]),
        solution=f"Step {number_of[answer.part.id]} is wrong. {says} The right step:\n\n"
        f"{{{{ {RIGHT}.derivation }}}}",
        strong_answer="",
        follow_up="",
        plot=None,
        slip=f"{answer.part.id}.{slip.solved.spec.id}",
    )


def candidates(drawn: Exercise) -> list[tuple[Answer, Slip]]:
    """Every slip that this draw can show."""
    return [(a, s) for a in drawn.answers if a.base is not None for s in a.slips]


def _pick(drawn: Exercise, wanted: str) -> tuple[Answer, Slip]:
    id = drawn.solved.template.id
    found = candidates(drawn)
    declared = {f"{part.id}.{slip.spec.id}" for part in drawn.solved.parts for slip in part.slips}
    if wanted and wanted not in declared:
        raise ExgenError(f"{id} has no slip {wanted!r}", hint=did_you_mean(wanted, declared))
    if wanted:
        found = [pair for pair in found if f"{pair[0].part.id}.{pair[1].solved.spec.id}" == wanted]
    if not found:
        what = f"the slip {wanted!r}" if wanted else "no slip"
        raise InfeasibleError(f"{id}: {what} applies to this draw")
    return found[draw.index(id, drawn.seed, "review", 0, len(found))]


def _steps(drawn: Exercise, wrong: Answer, slip: Slip) -> Iterator[tuple[str, str]]:
    """The colleague's steps: each part's id and text; what does not exist is left out."""
    known, lets, count = dict(drawn.values), set[str](), 0
    for answer in drawn.answers:
        known.pop(answer.part.id, None)
    for answer in drawn.answers:
        part = answer.part
        if part.kind != "quantity" or part.value is None or part.tree is None:
            continue
        is_wrong = part is wrong.part
        base = slip.base if is_wrong else _value(part, known)
        if base is None:  # as in the right solution, or because of what the wrong step gave
            continue
        known[part.id] = base
        tree = slip.solved.tree if is_wrong else part.tree
        now = msgspec.structs.replace(drawn, values=dict(known))
        lines = derivation.worked(now, part, tree, lets)
        count += 1
        ask = freeze.fill(drawn, part.spec.ask)
        yield part.id, f"**Step {count}.** {ask} {_prose(part, lines, base)}"


def _value(part: SolvedPart, known: Mapping[str, mpq]) -> mpq | None:
    """The part with these earlier results; None if it does not exist."""
    try:
        if part.value is None or (part.none_test and part.none_test(known)):
            return None
        return part.value(known)
    except (ZeroDivisionError, KeyError, InfeasibleError):
        return None


def _prose(part: SolvedPart, lines: Sequence[key.Line], base: mpq) -> str:
    """The lines of a derivation as one row of formulas; lets end in a semicolon."""
    row = ""
    for line in lines:
        if len(line.rhs) > parse.MAX_LENGTH:  # a row of numbers that nobody would follow
            continue
        rhs = f"${line.rhs}$"
        if line.lhs:
            row += f"{'; ' if row else ''}${line.lhs}$ = {rhs}"
        else:
            row += f" {line.rel} {rhs}"
    number, same = derivation.number(part, base)
    return f"{row} {'=' if same else '≈'} {values.show(number, part.unit)}"


def _labelled(parts: Sequence[key.Part]) -> Iterator[key.Part]:
    for letter, part in zip(_LETTERS, parts, strict=False):
        yield msgspec.structs.replace(part, label=letter.lower())


def _choice(id: str, ask: str, options: Sequence[tuple[str, bool, str]]) -> key.Part:
    lettered = tuple(
        key.Option(letter, text, right, says)
        for letter, (text, right, says) in zip(_LETTERS, options, strict=False)
    )
    shown = ", ".join(option.letter for option in lettered if option.right)
    return key.Part(
        id=id, label="", kind="choice", ask=ask, unit="", marks="1", value="", shown=shown,
        exists=True, can_be_none=False, lo="", hi="", tolerance="", law="", none_when="", uses=(),
        in_terms_of=(), outcomes=(), options=lettered, derivation=(),
    )  # fmt: skip


def _step_part(number_of: Mapping[str, str], wrong: str) -> key.Part:
    options = [
        (f"step {number}", id == wrong, "" if id == wrong else f"Step {number} uses the right law.")
        for id, number in number_of.items()
    ]
    return _choice(STEP, "Which step uses a wrong law?", options)


def _mistake_part(drawn: Exercise, plain: key.Exercise, at: int, slip: Slip) -> key.Part:
    """The slip's own sentence among those of other slips, in an order that the seed draws."""
    part = plain.parts[at]
    mine = next(o for o in part.outcomes if o.id == slip.solved.spec.id)
    options = {mine.says: (mine.says, True, "")}
    near = [o for o in part.outcomes if o.shown != mine.shown]
    far = [o for other in plain.parts if other.id != part.id for o in other.outcomes]
    for outcome in (*near, *[each for each in far if not each.order]):
        if len(options) < MOST_OPTIONS and outcome.says not in options:
            instead = f"That mistake would have given {outcome.shown}."
            options[outcome.says] = (outcome.says, False, instead)
    id = drawn.solved.template.id
    order = sorted(options, key=lambda says: draw.index(id, drawn.seed, says, 0, 1 << 64))
    return _choice(MISTAKE, "What is wrong with it?", [options[says] for says in order])


def _value_part(drawn: Exercise, part: key.Part) -> key.Part:
    """The right value under a name that does not tell which step it belongs to. Earlier steps are
    right, so nothing is followed through.
    """
    solved = next(each for each in drawn.solved.parts if each.id == part.id)
    lines = derivation.worked(drawn, solved, solved.tree, set()) if solved.tree else []
    return msgspec.structs.replace(
        part, id=RIGHT, ask="The right result of the wrong step.", marks="1",
        uses=(), law="", none_when="", derivation=(*lines, *part.derivation[-1:]),
    )  # fmt: skip
