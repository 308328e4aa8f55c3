"""What stands around a value: `≈`, shown working, a remark, an uncertainty; and respellings."""

from __future__ import annotations

import re

from exgen.errors import ExgenError
from exgen.grading.numeral import EXPONENT, NUMERAL
from exgen.grading.pieces import RUN
from exgen.grading.unit_names import named

_LEADING = re.compile(r"^(?:=|~|(?:approximately|approx|about|circa|ca|roughly|around)\b\.?|') ?", re.IGNORECASE)
_CURRENCY = re.compile(rf"^([+-]?)(?:US\$|USD|\$) ?({NUMERAL})({EXPONENT})?(.*)$")
_WORKING = re.compile(r"[\w .,*/^()+\-%$µ\[\]']*")
_UNCERTAIN = re.compile(rf"^(.*\d) ?(?:±|\+/-|\+-) ?(?:{NUMERAL})(?:{EXPONENT})?(.*)$")
_REMARK = re.compile(r"^(.*[\w%$)\]])(?: ?\(([A-Za-z][A-Za-z .'-]*)\)| ?, ?([A-Za-z][A-Za-z .'-]*))$")
_TIMES = re.compile(r"(?<=[\d)]) ?[xX] ?(?=[\d(])")
_SCIENTIFIC = re.compile(rf"({NUMERAL}) ?\* ?10 ?(?:\^|\*\*) ?\(?([+-]?\d\d?)\)?(?![\d.,^*])")
_BRACKETED = re.compile(rf"\[ ?({RUN}) ?\]$")


def trimmed(text: str) -> tuple[str, list[str]]:
    """Without `≈`, a final stop, shown working, a remark; what was left out is noted."""
    notices: list[str] = []
    text, left_out = _after_equals(text)
    if left_out:
        notices.append("what stands after the last = counts")
    for _ in range(3):
        text = _LEADING.sub("", text)
    text = text.rstrip(" ,;?")
    if text.endswith(".") and not text[-2:-1].isdigit():
        text = text[:-1].rstrip()
    remark = _REMARK.match(text)
    if remark and not _is_unit(remark[2] or remark[3]):
        text = remark[1]
        notices.append(f"not read: {(remark[2] or remark[3])!r}")
    uncertain = _UNCERTAIN.match(text)
    if uncertain:
        text = f"{uncertain[1]} {uncertain[2].lstrip()}".strip()
        notices.append("the uncertainty was not read")
    return _respelled(text), notices


def _respelled(text: str) -> str:
    """Without currency in front, `x` for times, brackets round a unit, and the word per."""
    if re.search(r"\b0[xX][0-9a-fA-F]", text):
        raise ExgenError("a hexadecimal number is not read")
    currency = _CURRENCY.match(text)
    if currency:
        text = f"{currency[1]}{currency[2]}{currency[3] or ''} ${currency[4]}"
    text = _BRACKETED.sub(r" \1", text)
    text = re.sub(r"(?i)\bper cent\b", "%", text)
    text = re.sub(r"(?i) per ", "/", text)
    return re.sub(" +", " ", _SCIENTIFIC.sub(r"\1e\2", _TIMES.sub("*", text)))


def _after_equals(text: str) -> tuple[str, bool]:
    """The text after the last `=` or `≈` inside, and whether something stood before it."""
    if "=" not in text and "~" not in text:
        return text, False
    if any(sign in text for sign in ("==", "<", ">", ":", "!")):
        raise ExgenError("a comparison is not a value; write one value")
    *before, last = re.split(r"\s*[=~]\s*", text.strip())
    if not all(map(_WORKING.fullmatch, before)):
        raise ExgenError("the working before = is not understood; write the value alone")
    return last, any(before)


def _is_unit(text: str) -> bool:
    try:
        named(text)
    except ExgenError:
        return False
    return True
