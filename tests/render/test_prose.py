"""Markdown to HTML."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from exgen.errors import ExgenError
from exgen.render import prose


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*a* & **b**", "<em>a</em> &amp; <strong>b</strong>"),
        (
            "fits: $P*w <= W$",
            'fits: <span class="math"><i>P</i>\u202f<i>w</i>\u00a0≤ <i>W</i></span>',
        ),
        ("$5 or so", "$5 or so"),
        ("2 FLOP, 2 Blocks, 80-95 % of 8 B", "2\u00a0FLOP, 2 Blocks, 80-95\u00a0% of 8\u00a0B"),
        ("at 3.35\u00a0TB/s.", 'at <span class="whole">3.35\u00a0TB/s</span>.'),
        ('say "none"', "say “none”"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("![x](file:///etc/passwd)", "![x](file:///etc/passwd)"),
        ("[x](http://x.example)", "[x](http://x.example)"),
    ],
)
def test_lines(text: str, html: str) -> None:
    assert prose.line(text, []) == html


def test_names_are_set_where_they_surely_are_names() -> None:
    html = prose.line(
        "A batch B = 4 takes 2 B in n_kv heads; n_kv2 and T are left.", ["B", "n_kv", "T"]
    )
    assert html == (
        "A batch <i>B</i>\u00a0=\u00a04 takes 2\u00a0B in <i>n</i><sub>kv</sub> heads; "
        "n_kv2 and T are left."
    )


def test_roots_and_brackets_are_images_with_alternative_text() -> None:
    assert (
        prose.line("$ceil(x)$", [])
        == '<img class="math" src="formula:0?ceil%28x%29" alt="ceil(x)"/>'
    )


def test_derivations_stand_between_paragraphs() -> None:
    html = prose.blocks("Read:\n\n{{ T.derivation }}\n\nDone.", [], lambda id: Markup("<hr/>") + id)
    assert html == "<p>Read:</p>\n<hr/>T<p>Done.</p>\n"


def test_tables() -> None:
    assert '<td style="text-align:right">2</td>' in prose.blocks("|a|b|\n|-|-:|\n|1|2|\n", [])


def test_bad_formulas_are_said() -> None:
    with pytest.raises(ExgenError, match="cannot read"):
        prose.line("$P*/w$", [])
