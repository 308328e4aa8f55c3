"""A cell of a workbook as text: as it was typed, or as it shows."""

from __future__ import annotations

import datetime
import re
from typing import Any

_PADDED = re.compile(r"0{2,20}")


def text(cell: dict[str, Any], formats: list[str]) -> tuple[str, str]:
    """The text of a cell as it was typed or shows, and what a person should know about it."""
    value, kind = cell["value"], cell["data_type"]
    if value is None:
        return "", ""
    if isinstance(value, str):
        remark = f"is an error value: {value}" if kind == "e" else ""
        return value, "is a formula whose value the file does not hold" if kind == "f" else remark
    if isinstance(value, bool):
        return str(value).upper(), ""
    if isinstance(value, int | float):
        shown = formats[cell["style_id"]] if cell["style_id"] < len(formats) else ""
        return _number(value, shown), ""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        return str(value), f"is a date or time cell, perhaps made by the spreadsheet: {value}"
    if isinstance(value, list):
        return _rich(value)
    return getattr(value, "text", None) or "=", "is a formula whose value the file does not hold"


def _number(value: float, shown: str) -> str:
    if isinstance(value, int) and _PADDED.fullmatch(shown):
        return str(value).zfill(len(shown))
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _rich(runs: list[Any]) -> tuple[str, str]:
    """Formatted runs as text: a raised run is an exponent, which the bare text would hide."""
    parts, raised = [], False
    for run in runs:
        text = run if isinstance(run, str) else run.text
        if not isinstance(run, str) and run.font.vertAlign == "superscript" and text.strip():
            text, raised = f"^{text}", True
        parts.append(text)
    return "".join(parts), "has a superscript run, read as an exponent" if raised else ""
