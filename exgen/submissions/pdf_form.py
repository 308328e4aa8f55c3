"""A filled PDF form, one student -> one record.

Text, check boxes, radio buttons and lists, as Acrobat, Preview, Firefox, Chrome and Okular leave
them. Refused in one line: damaged, locked, flattened, scanned or XFA-only files, and forms in which
one name has two values.
"""

from __future__ import annotations

import io
import logging
import re
from typing import TYPE_CHECKING, Any

from exgen.errors import UnreadableError
from exgen.submissions import limits
from exgen.submissions.header import fold
from exgen.submissions.pdf_buttons import is_push, state
from exgen.submissions.pdf_fields import Field, fields, short_names
from exgen.submissions.pdf_text import text
from exgen.submissions.pdf_xfa import differing
from exgen.submissions.rows import plain_id
from exgen.submissions.submission import Notice, Record, Sheet

if TYPE_CHECKING:
    from exgen.submissions.submission import Answers

_SET = re.compile(r"\bexgen set (\w+)")
_DAMAGED = "a damaged PDF (cut off?)"


def read(data: bytes, name: str) -> Sheet:
    """The record in a PDF form. Raises UnreadableError."""
    limits.size(data, limits.MAX_PDF, name)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it repairs is not for the terminal
    if b"%%EOF" not in data[-2048:].rstrip(b"\0 \r\n"):
        raise UnreadableError(_DAMAGED, path=name)
    try:
        return _read(data, name, strict=True)
    except UnreadableError:
        raise
    except Exception:  # noqa: BLE001 - pypdf raises whatever a malformed object leads to
        return _repaired(data, name)


def _repaired(data: bytes, name: str) -> Sheet:
    """With pypdf's repairs, which take as long as the reading itself."""
    try:
        return _read(data, name, strict=False)
    except UnreadableError:
        raise
    except RecursionError:
        raise UnreadableError("a damaged PDF: it nests too deeply", path=name) from None
    except Exception as error:  # noqa: BLE001 - see read
        said = " ".join(str(error).split())[:100]
        raise UnreadableError(f"{_DAMAGED}: {said}", path=name) from None


def _read(data: bytes, name: str, *, strict: bool) -> Sheet:
    import pypdf

    reader = pypdf.PdfReader(io.BytesIO(data), strict=strict)
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableError("a password-protected PDF", path=name)
    found = [
        field
        for field in fields(reader)
        if field.name and field.kind != "/Sig" and not is_push(field)
    ]
    if not found:
        raise UnreadableError(_no_fields(reader), path=name)
    return _sheet(reader, found, name)


def _sheet(reader: Any, found: list[Field], name: str) -> Sheet:
    notices: list[Notice] = []
    names, answers = short_names(found), dict[str, Any]()
    for field in found:
        value, remark = _value(field)
        key = names[field.name]
        if field.on_page_only:
            notices.append(Notice(f"{key} was found on the page only, not in the form"))
        if remark:
            notices.append(Notice(f"{key}: {remark}"))
        if isinstance(value, str) and len(value) > limits.MAX_CELL:
            notices.append(
                Notice(f"{key} has {len(value):,} characters: too long for an answer, not read")
            )
            value = ""
        if key in answers and answers[key] != value:
            raise UnreadableError(f"field {key} appears twice with different values", path=name)
        answers[key] = value
    notices += [
        Notice(f"XFA data differ from the form fields: {said}")
        for said in differing(reader, answers)
    ]
    record = _record(answers, notices, _code(reader))
    header_map = {new: full for full, new in names.items() if new in record.answers}
    return Sheet("pdf", "form", [record], header_map, notices)


def _record(answers: Answers, notices: list[Notice], code: str) -> Record:
    """The answers without the fields that say whose they are."""
    folded = {fold(key): key for key in reversed(answers)}
    student = next(
        (
            folded[key]
            for key in ("student", "studentid", "matriculationnumber", "id")
            if key in folded
        ),
        None,
    )
    who = plain_id(str(answers.pop(student))) if student else ""
    name = str(answers.pop(folded["name"])) if "name" in folded else ""
    if not who:
        blank = not any(answers.values()) and not name
        notices.append(Notice("the form is blank: no student id" if blank else "no student id"))
    return Record(who, answers, name=name.strip(), details={"set": code} if code else {})


def _code(reader: Any) -> str:
    """The code of the problem set that a sheet of exgen carries among its keywords."""
    about = reader.metadata or {}
    match = _SET.search(text(about.get("/Keywords")))
    return match[1] if match else ""


def _value(field: Field) -> tuple[str | list[str], str]:
    """What a field holds, and a remark."""
    if field.kind == "/Btn":
        return state(field)
    if isinstance(field.value, list):
        chosen = [text(each.get_object()) for each in field.value]
        return (chosen[0] if len(chosen) == 1 else chosen) if chosen else "", ""
    said = text(field.value)
    return (_export(field, said) if field.kind == "/Ch" else said), ""


def _export(field: Field, said: str) -> str:
    """A list's export value where the program left the text that it displays."""
    pairs = (
        [option.get_object() for option in field.options] if isinstance(field.options, list) else []
    )
    shown = {
        text(pair[1].get_object()): text(pair[0].get_object())
        for pair in pairs
        if isinstance(pair, list) and len(pair) == 2
    }
    return said if said in shown.values() else shown.get(said, said)


def _no_fields(reader: Any) -> str:
    """Why there is nothing to read: XFA, typed over, flattened, or a scan."""
    form = reader.trailer["/Root"].get("/AcroForm")
    if form is not None and "/XFA" in form.get_object():
        return "an XFA form without form fields; print it to a form that PDF readers can fill"
    pages = [page for _, page in zip(range(5), reader.pages, strict=False)]
    notes = [
        note
        for page in pages
        for each in page.get("/Annots") or []
        if (note := each.get_object()).get("/Subtype") == "/FreeText"
    ]
    if notes:
        shown = ", ".join(repr(text(note.get("/Contents"))[:30]) for note in notes[:5])
        return f"no form fields; {len(notes)} text annotations found: {shown}"
    if any(_page_text(page) for page in pages):
        return "no form fields in this PDF (flattened or printed?)"
    return "no form fields and no text (a scan?)"


def _page_text(page: Any) -> str:
    try:
        return str(page.extract_text()).strip()
    except Exception:  # noqa: BLE001 - a page that cannot be read has no text
        return ""
