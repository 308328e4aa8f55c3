"""Cut fonts hold the same outlines and widths as the whole ones."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from exgen.render import fonts

WORDS = "Héllo, ½ 123 µs × − ≈ κ"  # é and ½ are composite glyphs


def _read(data: bytes) -> TTFont:
    return TTFont(io.BytesIO(data), lazy=True)


@pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: face.file)
def test_cut_fonts_draw_the_same(face: fonts.Face) -> None:
    whole = _read(face.data)
    codes = whole.getBestCmap()
    used = sorted({whole.getGlyphID(codes[ord(sign)]) for sign in WORDS if ord(sign) in codes})
    data = fonts.cut(face.data, used)
    assert len(data) < 25_000 < len(face.data)
    cut = _read(data)
    names = cut.getGlyphOrder()
    for number in used:
        name = whole.getGlyphName(number)
        assert cut["hmtx"][names[number]] == whole["hmtx"][name]
        there, _, _ = whole["glyf"][name].getCoordinates(whole["glyf"])
        here, _, _ = cut["glyf"][names[number]].getCoordinates(cut["glyf"])
        assert list(here) == list(there)
    drawn = {at for at, name in enumerate(names) if cut["glyf"][name].numberOfContours}
    assert drawn <= {0, *used, *_parts(whole, used)}


def _parts(font: TTFont, numbers: list[int]) -> set[int]:
    """The glyphs that composite glyphs are made of."""
    glyphs = [font["glyf"][font.getGlyphName(number)] for number in numbers]
    return {
        font.getGlyphID(name) for glyph in glyphs for name in glyph.getComponentNames(font["glyf"])
    }


def test_other_fonts_are_refused() -> None:
    with pytest.raises(ValueError, match="TrueType"):
        fonts.cut(b"OTTO....", [1])


def test_every_face_has_a_rule() -> None:
    assert fonts.css().count("@font-face") == len(fonts.FACES)
