"""An error prints as one line that an editor can jump to."""

from __future__ import annotations

import pytest

from exgen.errors import ExgenError, Findings, UnreadableError, UsageError, did_you_mean, raise_all


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ExgenError("wrong"), "wrong"),
        (ExgenError("wrong", path="a.md"), "a.md:1: wrong"),
        (ExgenError("wrong", path="a.md", line=7, hint="mend it"), "a.md:7: wrong (mend it)"),
        (ExgenError("wrong").at("a.md", 3), "a.md:3: wrong"),
        (ExgenError("wrong", path="a.md", line=7).at("b.md", 3), "a.md:7: wrong"),
        (
            Findings([ExgenError("one", line=1), ExgenError("two", line=2)]).at("a.md"),
            "a.md:1: one\na.md:2: two",
        ),
    ],
)
def test_an_error_as_text(error: ExgenError, text: str) -> None:
    assert str(error) == text


def test_placing_keeps_the_kind() -> None:
    assert isinstance(UnreadableError("x").at("a"), UnreadableError)
    assert [
        UsageError("x").exit_code,
        UnreadableError("x").exit_code,
        ExgenError("x").exit_code,
    ] == [2, 3, 1]
    assert Findings([ExgenError("x"), UnreadableError("y")]).exit_code == 3


def test_all_are_raised() -> None:
    raise_all([])
    with pytest.raises(UsageError):
        raise_all([UsageError("x")])
    with pytest.raises(Findings) as caught:
        raise_all([UsageError("x"), ExgenError("y")])
    assert len(caught.value.errors) == 2


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("tolerence", ["tolerance", "title"], "did you mean 'tolerance'?"),
        ("zzz", ["b", "a"], "known: a, b"),
        ("zzz", [], ""),
        ("zzz", list("abcdefghijklmnop"), "known: a, b, c, d, e, f, g, h, i, j, k, l, …"),
    ],
)
def test_did_you_mean(word: str, known: list[str], hint: str) -> None:
    assert did_you_mean(word, known) == hint
