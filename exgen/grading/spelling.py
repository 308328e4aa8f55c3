"""One typed text -> plain ASCII mathematics, or why not. Nothing is dropped in silence.

Look-alikes of a character become that character: blanks, signs, full-width and mathematical
letters, decimal digits of any script, superscripts, what LaTeX calls `\\times`. Everything else
outside ASCII is refused by name. The work is linear in the text, which is capped first.
"""

from __future__ import annotations

import re
import unicodedata

from exgen.errors import ExgenError

MAX_TYPED = 500  # characters of one answer

_SAME = {
    **dict.fromkeys("−－﹣‐‑‒–", "-"),
    **dict.fromkeys("×⋅·∙•∗＊", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("’‘ʼ′", "'"),
    **dict.fromkeys("≈≃≅≒∼～", "~"),
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006", " "),
    **dict.fromkeys("\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r\n", " "),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060\u00ad", ""),  # invisible and without meaning
    "μ": "µ",
    "≤": "<=",
    "≥": ">=",
}
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_VULGAR = re.compile("[¼½¾⅐-⅞]")

# LaTeX as people paste it: what has a plain spelling. Anything else keeps its backslash and is refused.
_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathit|operatorname|rm|mbox)\s*\{([^{}\\]*)\}"), r" \1 "),
    (re.compile(r"\\(?:times|cdot|ast)(?![A-Za-z])"), "*"),
    (re.compile(r"\\d?t?frac\s*\{([^{}\\]*)\}\s*\{([^{}\\]*)\}"), r"((\1)/(\2))"),
    (re.compile(r"\\sqrt\s*\{([^{}\\]*)\}"), r"sqrt(\1)"),
    (re.compile(r"\\(?:left|right)(?![A-Za-z])"), ""),
    (re.compile(r"\\(?:approx|simeq|sim)(?![A-Za-z])"), "~"),
    (re.compile(r"\\(?:,|;|:|!|\s|quad)"), " "),
    (re.compile(r"\\([%$&])"), r"\1"),
    (re.compile(r"\\mu(?![A-Za-z])\s*"), "µ"),
    (re.compile(r"\^\s*\{([^{}]*)\}"), r"^(\1)"),
    (re.compile(r"_\s*\{([A-Za-z0-9]*)\}"), r"_\1"),
)


def visible(text: str, most: int = 40) -> str:
    """The text for a message: quoted, cut, control characters shown as codes."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:most])
    return f'"{shown}{"…" if len(text) > most else ""}"'


def plain(text: str) -> str:
    """ASCII (and µ, ±, €) for what was typed. Raises ExgenError naming the character refused."""
    if len(text) > MAX_TYPED:
        raise ExgenError(f"{len(text)} characters; at most {MAX_TYPED} are read")
    if not text.isascii():
        text = _RAISED.sub(lambda m: f"^({m[0].translate(_SUPERSCRIPT)})", text)
        text = _VULGAR.sub(lambda m: " " + unicodedata.normalize("NFKC", m[0]), text)
        text = "".join(map(_one, text))
    elif not text.isprintable():
        text = "".join(map(_one, text))
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    return " ".join(text.split(" ")).strip() if "  " not in text else re.sub(" +", " ", text).strip()


def _one(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if " " <= char <= "~" or char in "µ±€":
        return char
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    folded = unicodedata.normalize("NFKC", char)
    if len(folded) == 1 and " " < folded <= "~" and folded not in "_;`":
        return folded
    if char.isalpha() and len(folded) == 1:
        return folded  # Greek is a name in formulas; units and letters refuse it by name
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    raise ExgenError(f"the character {visible(char)} ({name.lower()}) is not understood")


def _without_latex(text: str) -> str:
    if text.count("$") == 2 and "{$}" not in text:
        first, inside, last = text.split("$")
        text = f"{first} {inside} {last}"
    for _ in range(4):  # \frac inside \frac, at most four deep
        before = text
        for pattern, by in _LATEX:
            text = pattern.sub(by, text)
        if text == before:
            break
    return text
