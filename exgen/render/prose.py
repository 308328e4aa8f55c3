"""Markdown of a key -> HTML: formulas between dollars, names of quantities as mathematics.

No raw HTML, no links, no images: a page of text can load nothing.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup

from exgen.expression import parse, text
from exgen.render import inline, math

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from markdown_it.renderer import RendererProtocol
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

DERIVATION = re.compile(r"^[ \t]*\{\{ *(\w+)\.derivation *\}\}[ \t]*$", re.MULTILINE)
# Where a line must not break: before a unit, and at its slash.
_JOINED = re.compile(r" ([×→]) ")  # shapes: S × d stays on one line
_SPACED_UNIT = re.compile(r"(?<=\d) (?=(?:[kMGTPE]?(?:FLOP|B)|[KMGT]iB|[nµm]?s|%)(?![\w-]))")
_QUOTIENT_UNIT = re.compile(r"[\d.,]*\d\u00a0\w+(?:/\w+)+")
_OFF = ["image", "link", "autolink", "html_inline", "html_block", "reference"]


def blocks(
    text: str, names: Iterable[str], derivation: Callable[[str], Markup] | None = None
) -> Markup:
    """Paragraphs, lists and tables; a line `{{ T.derivation }}` becomes `derivation("T")`."""
    parts = DERIVATION.split(text)
    environment = {"names": pattern(names)}
    out = Markup()
    for place, part in enumerate(parts):
        if place % 2:
            assert derivation is not None  # only solutions hold derivations
            out += derivation(part)
        else:
            out += Markup(_markdown().render(part, environment))
    return out


def line(text: str, names: Iterable[str]) -> Markup:
    """One line: emphasis and formulas only."""
    return Markup(_markdown().renderInline(text, {"names": pattern(names)}))


def formula(written: str, width: int = 0) -> Markup:
    """A formula in a line of text; as an image where HTML could not show it well."""
    node = parse.parse_written(written)
    if inline.needs_image(node):
        return image(written, width)
    return Markup(inline.formula(node))


def image(written: str, width: int = 0) -> Markup:
    """The formula as an image with alternative text."""
    sort = "display" if width else "math"
    said = text.plain_written(written)
    return Markup('<img class="{}" src="{}" alt="{}"/>').format(
        sort, math.address(written, width), said
    )


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "xhtmlOut": True, "typographer": True})
    markdown.enable(["table", "smartquotes"]).disable(_OFF)
    markdown.inline.ruler.before("escape", "formula", _dollars)
    markdown.add_render_rule("formula", _formula_rule)
    markdown.add_render_rule("text", _text_rule)
    return markdown


def _dollars(state: StateInline, silent: bool) -> bool:
    match = text.DOLLARS.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("formula", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _formula_rule(
    _: RendererProtocol, tokens: Sequence[Token], at: int, __: OptionsDict, ___: EnvType
) -> str:
    return str(formula(tokens[at].content))


def _text_rule(
    _: RendererProtocol, tokens: Sequence[Token], at: int, __: OptionsDict, environment: EnvType
) -> str:
    written = escape(tokens[at].content, quote=False)
    written = _JOINED.sub("\u00a0\\1\u00a0", written)
    written = _SPACED_UNIT.sub("\u00a0", written)
    written = _QUOTIENT_UNIT.sub(r'<span class="whole">\g<0></span>', written)
    names: re.Pattern[str] | None = environment["names"]
    return names.sub(_name, written) if names else written


def _name(match: re.Match[str]) -> str:
    return inline.name(match[3]) if match[3] else f"{inline.name(match[1])}\u00a0=\u00a0"


@cache
def _pattern_of(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    longest_first = sorted(map(re.escape, names), key=lambda name: (-len(name), name))
    either = "|".join(longest_first)
    sure = "|".join(name for name in longest_first if "_" in name) or "(?!)"
    return re.compile(rf"\b(?:({either})(\s=\s)|({sure})\b)")


def pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Where a name of a quantity surely stands: it holds an underscore, or "=" follows.

    A single letter elsewhere may be a unit or a word; there the page writes dollars.
    """
    return _pattern_of(frozenset(name for name in names if "." not in name))
