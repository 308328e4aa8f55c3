r"""One typed text -> plain ASCII mathematics, or why not. Nothing is dropped in silence.

Look-alikes of a character become that character: blanks, signs, full-width and mathematical
letters, decimal digits of any script, superscripts, what LaTeX calls `\times`. Everything else
outside ASCII is refused by name. The work is linear in the text, which is capped first.
"""

from __future__ import annotations

import re
import unicodedata

from exgen.errors import ExgenError
from exgen.grading.latex import without_latex

MAX_TYPED = 500  # characters of one answer

_SAME = {
    **dict.fromkeys("−－﹣‐‑‒–", "-"),
    **dict.fromkeys("×⋅·∙•∗＊", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("、،﹐", ","),
    **dict.fromkeys("；؛﹔", ";"),
    **dict.fromkeys("’‘ʼ′", "'"),
    **dict.fromkeys("≈≃≅≒∼～", "~"),
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006", " "),
    **dict.fromkeys("\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r\n", " "),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060\u00ad", ""),  # invisible and without meaning
    "μ": "µ",
    "≤": "<=",
    "≥": ">=",
}
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿⁱ⁽⁾⁄ᵏᵐ"
_SUPERSCRIPT = str.maketrans(_SUPERSCRIPTS, "0123456789-+ni()/km")
_RAISED = re.compile("[⁻⁺⁽]?[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱᵏᵐ][⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿⁱᵏᵐ⁽⁾]*")
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
_SUBSCRIPT = str.maketrans(_SUBSCRIPTS, "0123456789aehijklmnoprstuvx")
_LOWERED = re.compile(f"[{_SUBSCRIPTS}]+")
_VULGAR = re.compile("[¼½¾⅐-⅞]")
_WORDS = {"√": " sqrt", "⌈": " ceil(", "⌉": ")", "⌊": " floor(", "⌋": ")", "∞": " inf "}


def visible(text: str, most: int = 40) -> str:
    """The text for a message: quoted, cut, control characters shown as codes."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:most])
    return f'"{shown}{"…" if len(text) > most else ""}"'


def plain(text: str) -> str:
    """ASCII (and µ, ±, €, £, ‰) for what was typed. Raises ExgenError naming the character."""
    if len(text) > MAX_TYPED:
        raise ExgenError(f"{len(text)} characters; at most {MAX_TYPED} are read")
    if not text.isascii():
        if _VULGAR.search(text) and re.search(
            f"{_VULGAR.pattern}\\s*(?:{_VULGAR.pattern}|\\d)", text
        ):
            raise ExgenError("a fraction beside a number is not understood; write one number")
        text = _RAISED.sub(lambda m: f"^({m[0].translate(_SUPERSCRIPT)})", text)
        text = _LOWERED.sub(lambda m: f"_{m[0].translate(_SUBSCRIPT)}", text)
        text = _VULGAR.sub(lambda m: " " + unicodedata.normalize("NFKC", m[0]), text)
        text = "".join(map(_one, text))
    elif not text.isprintable():
        text = "".join(map(_one, text))
    if "\\" in text or "$" in text or "{" in text or "~" in text:
        text = without_latex(text)
    return (
        " ".join(text.split(" ")).strip() if "  " not in text else re.sub(" +", " ", text).strip()
    )


def _one(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if char in _WORDS:
        return _WORDS[char]
    if " " <= char <= "~" or char in "µ±€£‰":
        return char
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    folded = unicodedata.normalize("NFKC", char)
    if len(folded) == 1 and " " < folded <= "~" and folded not in "_;`":
        return folded
    if char.isalpha() and len(folded) == 1 and unicodedata.category(char) != "Lm":
        return folded  # Greek is a name in formulas; units and letters refuse it by name
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    raise ExgenError(f"the character {visible(char)} ({name.lower()}) is not understood")
