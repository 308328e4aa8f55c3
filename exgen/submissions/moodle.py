"""Moodle's quiz report "Responses": `Response 1, Response 2, …` after who, state and times.

Headers follow the teacher's language. A dash is no answer, only finished attempts count, and a
row of averages at the end is nobody's. Layout: Moodle, mod/quiz/report/responses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.submissions import header, rows

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.table import Table

_RESPONSE = re.compile(
    r"\s*(?:response|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|odpowiedź|odpověď|vastaus|ответ)\s*(\d+)\s*",
    re.IGNORECASE,
)
_STATE = (
    "state",
    "status",
    "état",
    "etat",
    "estado",
    "stato",
    "estat",
    "tilstand",
    "tila",
    "stav",
    "stan",
)
_FINISHED = {
    "finished", "beendet", "terminé", "finalizado", "finalizada", "terminado", "completato",
    "terminato", "voltooid", "acabat", "ferdig", "färdig", "afsluttet", "zakończone", "dokončeno",
}  # fmt: skip
_COMPLETED = (
    "completed",
    "beendet",
    "achevé",
    "terminé",
    "finalizado",
    "completato",
    "voltooid",
    "completado",
    "concluída",
)
_STUDENT = (*header.EMAIL, "idnumber", "username", "student", "id")


def fits(cells: list[str]) -> bool:
    """Whether the header is Moodle's: numbered responses and a state or an e-mail address."""
    responses = any(_RESPONSE.fullmatch(cell) for cell in cells)
    return responses and header.column(cells, (*_STATE, *header.EMAIL)) is not None


def read(table: Table) -> Sheet:
    """The finished attempts."""
    named = table.header
    student = header.column(named, _STUDENT)
    found = {at: match for at, cell in enumerate(named) if (match := _RESPONSE.fullmatch(cell))}
    header.refuse_twice(named, found, table.name, table.line)
    state, completed = header.column(named, _STATE), header.column(named, _COMPLETED)
    columns = rows.Columns(
        student=0 if student is None else student,
        answers={f"q{match[1]}": at for at, match in found.items()},
        submitted=completed,
        name=rows.people(named),
    )

    def check(cells: list[str]) -> None:
        if not rows.plain_id(rows.cell(cells, columns.student)):
            raise rows.Skipped(f"a summary, not a student, skipped: {rows.cell(cells, 0).strip()}")
        said = rows.cell(cells, state).strip()
        if said and not _finished(said, rows.cell(cells, completed).strip()):
            raise rows.Skipped(f"attempt not finished ({said}), skipped")

    return rows.read(
        table,
        "moodle",
        columns,
        check=check,
        clean=lambda cell: "" if cell.strip() == "-" else cell,
    )


def _finished(state: str, completed: str) -> bool:
    """By its word, or in a language not known here by the time at which it was completed."""
    return state.casefold() in _FINISHED or (
        completed not in ("", "-") and state[:2].casefold() not in ("in", "ne", "ni")
    )
