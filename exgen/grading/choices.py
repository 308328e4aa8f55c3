"""Letters of a choice as people write them: `B`, `(b)`, `A, C`, `B: memory bound`, `["A", "C"]`.

A letter inside a word never counts. An option's whole text stands for its letter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.errors import ExgenError
from exgen.grading.answer import Chosen
from exgen.grading.spelling import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

_LETTERS = re.compile(r"[\s,;/&+\[\]\"'().:-]+")
_WITH_TEXT = re.compile(r"\(?([A-Za-z])\)? ?[).:-] ?(\S.*)")


def chosen(text: str, options: Mapping[str, str]) -> Chosen:
    """The letters in the text, each once, sorted. Raises ExgenError naming what is no letter."""
    by_text = {_folded(words): letter for letter, words in options.items() if words}
    whole = by_text.get(_folded(text))
    if whole:
        return Chosen((whole,), whole)
    written = _with_its_text(text, options, by_text)
    if written:
        return Chosen((written,), written, (f"read as {written}",))
    letters = [word.upper() for word in _LETTERS.split(text) if word and word.lower() != "and"]
    if not letters:
        raise ExgenError(f"{visible(text)} names no option")
    for letter in letters:
        if letter not in options:
            raise ExgenError(f"{visible(letter)} is none of {', '.join(options)}")
    found = tuple(sorted(set(letters)))
    return Chosen(found, ", ".join(found))


def _with_its_text(text: str, options: Mapping[str, str], by_text: Mapping[str, str]) -> str:
    """The letter of `B: memory bound`; empty where that is not how the text is built."""
    match = _WITH_TEXT.fullmatch(text)
    if not match or match[1].upper() not in options or not re.search(r"[A-Za-z]{2}", match[2]):
        return ""
    letter, named = match[1].upper(), by_text.get(_folded(match[2]))
    if re.fullmatch(r"and\b.*", match[2]) or named not in (None, letter):
        raise ExgenError(f"{visible(text)} names two options")
    return letter


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
