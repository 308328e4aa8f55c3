"""A ranking as people write it: `C > A > B`, `B < A < C`, `1. C 2. A 3. B`, `C, A, B`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.errors import ExgenError
from exgen.grading.answer import Blank, Chosen, NotUnderstood
from exgen.grading.choices import letter_of
from exgen.grading.spelling import plain
from exgen.ranking import written

if TYPE_CHECKING:
    from collections.abc import Mapping

_ARROWS = str.maketrans(dict.fromkeys("→⟶⇒➔➜≻≫⟩»", ">") | dict.fromkeys("≺≪←", "<"))
_NUMBERED = re.compile(r"(?:^|[ ,;])(\d{1,2}) ?[.):] ?")
_SEPARATORS = re.compile(r"\s*(?:->|=>|>+|[,;\n] ?(?:then\b)?|\bthen\b)\s*", re.IGNORECASE)
MAX_ITEMS = 26


def read_ranking(text: str, options: Mapping[str, str]) -> Chosen | Blank | NotUnderstood:
    """All letters, the first one first; `options` is letter -> text of the option."""
    try:
        clean = plain(text.translate(_ARROWS).replace("\\to", ">").replace("\n", ", ")).strip(" ,.")
        return _ranking(clean, options) if clean else Blank()
    except ExgenError as error:
        return NotUnderstood(str(error))


def read_order(text: str, options: Mapping[str, str]) -> Chosen | Blank | NotUnderstood:
    """A ranking in which items may be equal: `C > A = B`. Equal letters stand in one string."""
    clean = text.translate(_ARROWS)
    if "=" not in clean.replace("=>", "").replace(">=", "").replace("<=", ""):
        return read_ranking(text, options)
    tied = [re.split(r"=+", group) for group in clean.split(">")]
    flat = read_ranking(" > ".join(item for group in tied for item in group), options)
    if not isinstance(flat, Chosen):
        return flat
    letters = iter(flat.letters)
    groups = tuple("".join(next(letters) for _ in group) for group in tied)
    return Chosen(groups, written(groups), flat.notices)


def _ranking(text: str, options: Mapping[str, str]) -> Chosen:
    items, notices = _items(text)
    letters = [letter_of(item, options) for item in items]
    if len(letters) > MAX_ITEMS or len(set(letters)) != len(letters):
        raise ExgenError("a letter stands twice in the ranking")
    if len(letters) != len(options):
        missing = ", ".join(letter for letter in options if letter not in letters)
        raise ExgenError(f"the ranking leaves out {missing}")
    return Chosen(tuple(letters), " > ".join(letters), notices)


def _items(text: str) -> tuple[list[str], tuple[str, ...]]:
    """What stands between the signs, the first of the ranking first."""
    numbered = list(_NUMBERED.finditer(text))
    if len(numbered) > 1 and numbered[0].start() == 0:
        places = [int(each[1]) for each in numbered]
        if sorted(places) != list(range(1, len(numbered) + 1)):
            raise ExgenError("the numbers of the ranking are not 1, 2, 3, …")
        ends = [*(each.start() for each in numbered[1:]), len(text)]
        items = [
            text[each.end() : end].strip(" ,;.>") for each, end in zip(numbered, ends, strict=True)
        ]
        return [item for _, item in sorted(zip(places, items, strict=True))], ()
    if text.startswith(("[", "(", "{")):
        text = text.strip("[](){}").replace('"', "").replace("'", "")
    if "=" in text.replace("=>", ""):
        raise ExgenError("a ranking has no ties")
    if "<" in text:
        if ">" in text:
            raise ExgenError("the ranking has < and >")
        return [item.strip() for item in text.split("<")][::-1], (
            "read from right to left, as < says",
        )
    if re.fullmatch(r"\w(?: ?[-/] ?\w)+", text):
        return re.split(r" ?[-/] ?", text), ()
    items = _SEPARATORS.split(text)
    if len(items) == 1 and all(len(word) == 1 for word in text.split(" ")):
        items = text.split(" ")
    return items, ()
