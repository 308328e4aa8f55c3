"""The names of columns: which is the student, which are answers, which are neither."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EMAIL = (
    "email", "emailaddress", "mail", "emailadresse", "adressedecourriel", "adresseemail",
    "direccióndecorreo", "direccióndecorreoelectrónico", "correoelectrónico", "indirizzoemail",
    "emailadres", "endereçodeemail",
)  # fmt: skip
STUDENT = (
    "student", "sisid", "sisuserid", "studentid", "studentnumber", "sid", "matriculationnumber",
    "matrikelnummer", "id", *EMAIL, "idnumber", "userid", "user", "username", "login", "sisloginid",
    "registration", "studentname", "fullname", "name",
)  # fmt: skip
"""Names of the student column, the one to prefer first."""

NAME = ("name", "studentname", "fullname", "displayname")
FIRST_NAME = ("firstname", "vorname", "prénom", "nombre", "nome", "voornaam")
LAST_NAME = (
    "lastname",
    "surname",
    "nachname",
    "nomdefamille",
    "apellidos",
    "cognome",
    "achternaam",
)
ATTEMPT = ("attempt", "attemptnumber", "versuch")
SUBMITTED = (
    "submitted",
    "submittedat",
    "submissiontime",
    "timestamp",
    "zeitstempel",
    "submittedon",
    "abgegeben",
)
EXERCISE = ("exercise", "problem", "question", "task", "aufgabe", "frage")
PART = ("part", "subpart", "teil")
ANSWER = ("answer", "response", "typed", "text", "value", "antwort")
_NO_ANSWER = {
    *STUDENT, *NAME, *FIRST_NAME, *LAST_NAME, *ATTEMPT, *SUBMITTED, "section", "sections",
    "sectionname", "group", "course", "class", "comment", "comments", "remark", "remarks", "note",
    "notes", "score", "totalscore", "maxpoints", "total", "grade", "points", "status", "state",
    "duration", "exam", "date", "time", "lateness",
}  # fmt: skip

_FIELD = re.compile(
    r"(?:(?:(?:q|question|problem|exercise|ex|task|aufgabe|frage)[ ._-]*)?"
    r"\d+\w*(?:[ ._-]\w{1,20}){0,2}"
    r"|[\w/-]+\.\w+)\s*(?:[(\[][^()\[\]]*[)\]])?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\W*(?:q|question|problem|exercise|aufgabe|frage)?\s*(\d+)\s*([a-z]?)\s*[:.)–—-]",
    re.IGNORECASE,
)


def fold(cell: str) -> str:
    """Letters and digits alone, small."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", cell).casefold())


def column(cells: Sequence[str], names: Iterable[str]) -> int | None:
    """The column with the first of these names that is there."""
    folded = [fold(cell) for cell in cells]
    return next((folded.index(name) for name in names if name in folded), None)


def is_header(cells: Sequence[str]) -> bool:
    """Whether a line can be the header: it names the student, and not alone in a line of prose."""
    return column(cells, STUDENT) is not None


def is_field(cell: str) -> bool:
    """Whether a name looks like an answer's: `q1`, `1a`, `1a (ms)`, `1c_A`, `tpot_bound.T`."""
    return _FIELD.fullmatch(cell.strip()) is not None


def is_answer(cell: str) -> bool:
    """Whether a column may hold answers."""
    return bool(cell.strip()) and (is_field(cell) or fold(cell) not in _NO_ANSWER)


def listed(cells: Sequence[str]) -> str:
    """The names, a dozen at most, for a message."""
    shown = ", ".join(cell.strip()[:40] or "(no name)" for cell in cells[:12])
    return f"{shown}, …" if len(cells) > 12 else shown


def refuse_twice(cells: Sequence[str], columns: Iterable[int], name: str, line: int) -> None:
    """Raises UnreadableError if two of these columns have one name."""
    seen: set[str] = set()
    for at in columns:
        title = cells[at].strip()
        if title in seen:
            raise UnreadableError(f"column {title} appears twice", path=name, line=line)
        seen.add(title)


def fields(titles: Sequence[str]) -> list[str]:
    """Names for the questions of a form: the labels that all titles begin with, else q1, q2.

    `1a: Time per token` is 1a and `3. Which?` is q3, provided that no two questions get one name.
    """
    labels = [_LABEL.match(title) for title in titles]
    if all(labels):
        found = [
            f"{label[1]}{label[2].lower()}" if label[2] else f"q{label[1]}"
            for label in labels
            if label
        ]
        if len(set(found)) == len(found):
            return found
    return [f"q{number}" for number in range(1, len(titles) + 1)]
