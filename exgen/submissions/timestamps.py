"""Times of submission, as programs write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = {
    "jan": 1, "feb": 2, "fev": 2, "fév": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "avr": 4,
    "abr": 4, "may": 5, "mai": 5, "maj": 5, "mag": 5, "jun": 6, "giu": 6, "jul": 7, "lug": 7,
    "aug": 8, "aoû": 8, "ago": 8, "sep": 9, "set": 9, "oct": 10, "okt": 10, "ott": 10, "out": 10,
    "nov": 11, "dec": 12, "dez": 12, "déc": 12,
    "dic": 12,
}  # fmt: skip
_CLOCK = r"[T,\s]*(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([ap]\.?m\.?)?"
_ZONE = r"\s*(Z|UTC|GMT)?\s*([+-]\d{1,2}(?::?\d\d)?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})[-/](\d{{1,2}})[-/](\d{{1,2}}){_CLOCK}{_ZONE}", re.IGNORECASE)
_IN_WORDS = re.compile(
    rf"(?:\w+,\s*)?(\d{{1,2}})\.?\s+([^\W\d]{{3}})[^\W\d]*\.?,?\s+(\d{{4}}){_CLOCK}{_ZONE}",
    re.IGNORECASE,
)
_DOTTED = re.compile(rf"(\d{{1,2}})\.(\d{{1,2}})\.(\d{{4}}){_CLOCK}{_ZONE}", re.IGNORECASE)
_SLASHED = re.compile(rf"(\d{{1,2}})/(\d{{1,2}})/(\d{{4}}){_CLOCK}{_ZONE}", re.IGNORECASE)


def moment(text: str) -> datetime | None:
    """The time, with its zone if it names one, or None.

    `8/4/2025` is August 4, as Google Sheets writes it.
    """
    clean = text.strip()
    for form, order in (
        (_YEAR_FIRST, "ymd"),
        (_DOTTED, "dmy"),
        (_SLASHED, "mdy"),
        (_IN_WORDS, "dwy"),
    ):
        match = form.fullmatch(clean)
        if match:
            return _moment(match, order)
    return None


def in_zone(moment: datetime) -> datetime:
    """With a zone: UTC where the text named none."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _moment(match: re.Match[str], order: str) -> datetime | None:
    parts = dict(zip(order, match.groups()[:3], strict=True))
    hour, minute, second, half, zulu, offset = match.groups()[3:]
    month = int(parts["m"]) if "m" in parts else _MONTHS.get(parts["w"].casefold(), 0)
    clock = int(hour)
    if half:
        clock = clock % 12 + (12 if half[0] in "pP" else 0)
    try:
        zone = _zone(offset) if offset else UTC if zulu else None
        return datetime(
            int(parts["y"]),
            month,
            int(parts["d"]),
            clock,
            int(minute),
            int(second or 0),
            tzinfo=zone,
        )
    except ValueError:
        return None


def _zone(offset: str) -> timezone:
    digits = offset[1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:]))
    span = timedelta(hours=hours, minutes=minutes)
    return timezone(-span if offset[0] == "-" else span)
