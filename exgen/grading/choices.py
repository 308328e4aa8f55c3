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

_LETTERS = re.compile(r"[\s,;/&+|*\[\]{}\"'().:!-]+")
_WITH_TEXT = re.compile(r"\(?([A-Za-z])\)? ?[(:).,=-] ?(\S.*)")
_INTRODUCED = re.compile(r"^(?:(?:the )?(?:correct |right |my )?(?:answers?|options?|choices?)(?: is| are)?|it is|it's|i (?:choose|pick|think)|->|=>|=) ?:? ?", re.IGNORECASE)  # fmt: skip
_LISTED_WITH_TEXT = re.compile(r"[,;] ?\(?[A-Z]\)? ?[:.)]")
_IS_RIGHT = re.compile(r" is (?:right|correct|true)\.?$", re.IGNORECASE)
_NOT = re.compile(
    r"^(.*\S) ?[,;(-]? ?(?:but )?not ([A-Za-z](?: ?(?:,|or|nor|and) ?[A-Za-z])*)\)?$", re.IGNORECASE
)


def chosen(text: str, options: Mapping[str, str]) -> Chosen:
    """The letters in the text, each once, sorted. Raises ExgenError naming what is no letter."""
    by_text = _by_text(options)
    whole = by_text.get(_folded(text))
    if whole:
        return Chosen((whole,), whole)
    written = "" if _LISTED_WITH_TEXT.search(text) else _with_its_text(text, options, by_text)
    if written:
        return Chosen((written,), written, (f"read as {written}",))
    excluded = _NOT.match(text)
    if excluded:
        found = chosen(excluded[1], options)
        return Chosen(found.letters, found.reads_as, (f"read as {found.reads_as}",))
    bare = _IS_RIGHT.sub("", _INTRODUCED.sub("", text))
    items = [item for item in re.split(r"[,;\n] ?", bare) if item]
    named = [by_text.get(_folded(item)) or _with_its_text(item, options, by_text) for item in items]
    if len(items) > 1 and all(named):
        letters = [letter for letter in named if letter]
    else:
        letters = _letters(bare, text, options)
    found_letters = tuple(sorted(set(letters)))
    return Chosen(found_letters, ", ".join(found_letters))


def letter_of(text: str, options: Mapping[str, str]) -> str:
    """The one letter of an item. Raises ExgenError."""
    letters = chosen(text, options).letters
    if len(letters) != 1:
        raise ExgenError(f"{visible(text)} names {len(letters)} options")
    return letters[0]


def _letters(text: str, typed: str, options: Mapping[str, str]) -> list[str]:
    words = [word for word in _LETTERS.split(text) if word and word.lower() not in ("and", "und")]
    if not words:
        raise ExgenError(f"{visible(typed)} names no option")
    known = {letter.casefold(): letter for letter in options}
    for word in words:
        if word.casefold() not in known:
            raise ExgenError(f"{visible(word)} is none of {', '.join(options)}")
    return [known[word.casefold()] for word in words]


def _by_text(options: Mapping[str, str]) -> dict[str, str]:
    """Folded text of an option -> its letter; texts that are not unique name nothing."""
    found: dict[str, str] = {}
    for letter, words in options.items():
        folded = _folded(words)
        if folded:
            found[folded] = "" if folded in found else letter
    return found


def _with_its_text(text: str, options: Mapping[str, str], by_text: Mapping[str, str]) -> str:
    """The letter of `B: memory bound`; empty where that is not how the text is built."""
    match = _WITH_TEXT.fullmatch(text)
    letter = match[1].upper() if match else ""
    if not match or letter not in options or not re.search(r"[A-Za-z]{2}", match[2]):
        return ""
    rest = match[2].rstrip(" ).")
    if re.match(r"(?i)(but )?not\b", rest):
        return ""
    named = by_text.get(_folded(rest))
    others = set(re.findall(r"\b[A-Z]\b", rest)) & set(options) - {letter}
    if re.match(r"(?i)(and|or|und)\b", rest):
        return ""
    if others or named not in (None, letter):
        raise ExgenError(f"{visible(text)} names two options")
    return letter


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
