"""What stands around a value: `≈`, shown working, a remark, an uncertainty."""

from __future__ import annotations

import re

from exgen.errors import ExgenError
from exgen.grading.numeral import EXPONENT, NUMERAL
from exgen.grading.respelling import respelled
from exgen.grading.unit_names import named

_LEADING = re.compile(
    r"^(?:=|~|(?:approximately|approx|about|circa|ca|roughly|around)\b\.?|'"
    r"|(?:(?:the )?(?:final )?(?:answer|result|solution|ans)(?: is)? ?[:=]?|it is|it's) (?=.*\d)) ?",
    re.IGNORECASE,
)
_WORKING = re.compile(r"[\w .,*/^()+\-%$µ\[\]']*")
_UNCERTAIN = re.compile(rf"^(.*\d[^±+]*?) ?(?:±|\+/-|\+-) ?(?:{NUMERAL})(?:{EXPONENT})?( ?%)?(.*)$")
_BRACKETED = re.compile(r"^(.*[\w%$)\]]) ?\(([A-Za-z±][^()]*)\)$")
_AFTER = re.compile(
    r"^(.*\d.*?[\w%$)\]])(?: ?, ?([A-Za-z][A-Za-z .'-]*)| - ([A-Za-z][A-Za-z .'-]*)| (of [A-Za-z][A-Za-z ]*)"
    r"|((?: (?:total|overall|dense|sparse|peak|HBM\d?e?|BF16|FP16|FP8|INT8|MFU|HFU|bidirectional|unidirectional"
    r"|one-way|each way|per direction|both directions))+))$"
)
_MAY_REMARK = re.compile(r"\([A-Za-z±]|, ?[A-Za-z]| - [A-Za-z]|[\w%$)] [A-Za-z]{2}")
_ANOTHER = re.compile(r"\b(?:or|and|to|oder|und)\b|\bnot$", re.IGNORECASE)


def trimmed(text: str) -> tuple[str, list[str]]:
    """Without `≈`, a final stop, shown working, a remark; what was left out is noted."""
    notices: list[str] = []
    text, left_out = _after_equals(text)
    if left_out:
        notices.append("what stands after the last = counts")
    for _ in range(3):
        if text[:1].isdigit():
            break
        text = _LEADING.sub("", text)
    text = _without_end(text)
    if _MAY_REMARK.search(text):
        for _ in range(2):
            text = _without_remark(text, notices)
    uncertain = _UNCERTAIN.match(text) if "±" in text or "+" in text else None
    if uncertain:
        text = f"{uncertain[1]} {uncertain[3].lstrip()}".strip()
        notices.append("the uncertainty was not read")
    return respelled(text), notices


def _without_end(text: str) -> str:
    """Without what ends a sentence."""
    text = text.rstrip(" ,;?")
    if text.endswith("!") and text[-2:-1].isalpha():
        text = text[:-1].rstrip()
    if text.endswith(".") and (
        not text[-2:-1].isdigit() or re.search(r"(?:\d[.,]|\^ ?-?)\d+\.$", text)
    ):
        text = text[:-1].rstrip()
    return text


def _without_remark(text: str, notices: list[str]) -> str:
    """`42 ms (memory bound)` -> `42 ms`; what may be a second answer stays and is refused."""
    remark = _BRACKETED.match(text) or _AFTER.match(text)
    if not remark:
        return text
    said = next(group for group in remark.groups()[1:] if group).strip()
    if _ANOTHER.match(said) or _is_unit(said):
        return text
    notices.append(f"not read: {said!r}")
    return remark[1]


def _after_equals(text: str) -> tuple[str, bool]:
    """The text after the last `=` or `≈` inside, and whether something stood before it."""
    if "<" in text or ">" in text:
        raise ExgenError("an inequality is not a value; write one value")
    if "=" not in text and "~" not in text:
        return text, False
    if any(sign in text for sign in ("==", ":", "!")):
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
