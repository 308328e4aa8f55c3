"""What spreadsheets do to answers: dates made of fractions, digits lost, error values."""

from __future__ import annotations

import re

_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6,
    "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
_NAMES = "|".join(_MONTHS)
_DATE = re.compile(
    rf"(\d{{1,2}})[-. /]{{1,2}}({_NAMES})[a-z]*\.?|({_NAMES})[a-z]*[-. /]{{1,2}}(\d{{1,2}})",
    re.IGNORECASE,
)
_FULL_DATE = re.compile(r"(?:19|20)\d\d-(\d\d)-(\d\d)(?: 00:00:00)?")
_ERROR = re.compile(
    r"#(?:N/A|NV|REF!|BEZUG!|DIV/0!|VALUE!|WERT!|NAME\?|NUM!|ZAHL!|NULL!|SPILL!|#+)"
)
_ROUNDED = re.compile(r"\d[.,]\d{5}E\+\d\d")
_ID_ROUNDED = re.compile(r"\d[.,]\d+E\+\d\d+")


def damage(cell: str) -> str:
    """What a spreadsheet seems to have done to a cell, or ""."""
    text = cell.strip()
    if not text or len(text) > 20 or (text[0] != "#" and not text[0].isalnum()):
        return ""
    if _ERROR.fullmatch(text):
        return f"is spreadsheet display or error text: {text}"
    if _ROUNDED.fullmatch(text):
        return f"may have lost digits in a spreadsheet: {text}"
    date = _DATE.fullmatch(text)
    if date:
        day, month = int(date[1] or date[4]), _MONTHS[(date[2] or date[3]).casefold()]
        typed = f"{month}/{day}, {month}-{day} or {day}/{month}?"
        return f"looks like a date made by a spreadsheet ({typed}): {text}"
    full = _FULL_DATE.fullmatch(text)
    if full:
        month, day = int(full[1]), int(full[2])
        return f"looks like a date made by a spreadsheet ({month}/{day} or {day}/{month}?): {text}"
    return ""


def id_damage(student: str) -> str:
    """Whether an id has become a rounded number, or ""."""
    return (
        f"the id {student} looks like a number that a spreadsheet rounded"
        if _ID_ROUNDED.fullmatch(student)
        else ""
    )
