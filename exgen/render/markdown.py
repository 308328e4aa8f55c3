"""One exercise of a key -> Markdown as a repository's web page shows it, formulas in TeX.

Formulas stand in the two spellings whose inside no Markdown touches: $`…`$ in a line, and a block
fenced as `math`. The solution is folded, so that a reader may try first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.expression import text
from exgen.render import aligned, page, prose, tex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from exgen.key import Exercise, Part, RubricPoint

_CODE = re.compile(r"(`[^`\n]*`)")


def exercise(made: Exercise) -> str:
    """Problem and questions, then the solution with answers, derivations and slips."""
    lets = [line.lhs for part in made.parts for line in part.derivation if line.lhs.isidentifier()]
    names = [*page.names(made), *lets]
    asked = [line for part in made.parts for line in _asked(part, names)]
    blocks = [
        prose_of(made.problem, names),
        "\n".join(asked),
        "<details><summary>Solution</summary>",
        _table(("", "answer", "accepted"), map(_answer, made.parts)),
        *_solution(made, names),
        *_options(made.parts, names),
        *_rubrics(made.parts, names),
        "*The booklet of solutions adds a roofline here.*" if made.plot else "",
        *_slips(made.parts, names),
        "</details>",
    ]
    return "\n\n".join(block for block in blocks if block)


def prose_of(said: str, names: Sequence[str]) -> str:
    """A text of a key: formulas and the names of quantities in TeX, the rest as it is."""
    out, end = [], 0
    for match in text.DOLLARS.finditer(said):
        out += [_plain(said[end : match.start()], names), aligned.inline(match[1])]
        end = match.end()
    return "".join([*out, _plain(said[end:], names)])


def _plain(said: str, names: Sequence[str]) -> str:
    """Text without formulas; code is left alone, a dollar sign begins no formula."""
    pattern = prose.pattern(names)
    pieces = _CODE.split(said)
    for place in range(0, len(pieces), 2):
        safe = pieces[place].replace("$", r"\$")
        pieces[place] = pattern.sub(_name, safe) if pattern else safe
    return "".join(pieces)


def _name(match: re.Match[str]) -> str:
    return f"$`{tex.name(match[3])}`$" if match[3] else f"$`{tex.name(match[1])}`$ = "


def _asked(part: Part, names: Sequence[str]) -> Iterator[str]:
    """The question as an item of a list, with its options."""
    yield f"- **({part.label})** {prose_of(part.ask, names)} *{_expects(part)}*"
    for option in part.options:
        yield f"  - **{option.letter}** {prose_of(option.text, names)}"


def _expects(part: Part) -> str:
    """What is to be given: `(in ms, ±1 %)`."""
    unit = page.unit(part.unit)
    said = {
        "quantity": f"{f'in {unit}, ' if unit else ''}{part.tolerance}",
        "formula": f"a formula in {', '.join(map(text.plain_name, part.in_terms_of))}",
        "choice": "one of these",
        "choices": "all that apply",
        "order": "all letters in order",
        "rubric": "in words",
        "evidence": "a record of the lab",
    }[part.kind]
    none = ", or none" if part.can_be_none else ""
    marks = f"; {part.marks} marks" if part.marks != "1" else ""
    return f"({said}{none}{marks})"


def _answer(part: Part) -> tuple[str, str, str]:
    if part.kind == "formula":
        return f"({part.label})", aligned.inline(part.law), "or an equal expression"
    accepted = page.accepted(part) if part.exists else ""
    return f"({part.label})", part.shown, accepted


def _solution(made: Exercise, names: Sequence[str]) -> Iterator[str]:
    lines = {part.id: part.derivation for part in made.parts}
    for place, piece in enumerate(prose.DERIVATION.split(made.solution)):
        if place % 2:
            yield from aligned.blocks(lines[piece])
        else:
            yield prose_of(piece, names).strip()


def _options(parts: Iterable[Part], names: Sequence[str]) -> Iterator[str]:
    """Why the wrong boxes are wrong."""
    for part in parts:
        wrong = [each for each in part.options if each.says and not each.right]
        if wrong:
            said = [f"- **{each.letter}** {prose_of(each.says, names)}" for each in wrong]
            head = f"**({part.label})** Right: {part.shown}. To whoever says otherwise:"
            yield "\n".join([head, "", *said])


def _rubrics(parts: Iterable[Part], names: Sequence[str]) -> Iterator[str]:
    for part in (each for each in parts if each.rubric):
        yield f"**({part.label})** {prose_of(part.model_answer, names)}"
        yield _table(("marks", "for"), [_point(point, names) for point in part.rubric])


def _point(point: RubricPoint, names: Sequence[str]) -> tuple[str, str]:
    claims = [f" *Not with: {prose_of(claim, names)}*" for claim in point.never]
    return point.marks, "".join([prose_of(point.says, names), *claims])


def _slips(parts: Iterable[Part], names: Sequence[str]) -> Iterator[str]:
    rows = [
        (f"({part.label})", each.shown, prose_of(each.says, names))
        for part in parts
        for each in part.outcomes
    ]
    if rows:
        yield _table(("", "a common slip gives", "because"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar inside a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    cells = ([cell.replace("|", r"\|") for cell in row] for row in lines)
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
