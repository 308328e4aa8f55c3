"""A key is lossless, says what is wrong with a bad one, and gives students nothing away."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgen import key, outline, problem_set, units
from exgen.errors import UnreadableError
from exgen.problem_set import Wish
from tests.fixtures import TEMPLATES, refused_or_fine

WHERE = [TEMPLATES]


@cache
def made(seed: str = "7") -> key.Key:
    """Every shipped template in one set."""
    wish = Wish(levels=outline.LEVELS)
    chosen, name = problem_set.choose(None, wish, WHERE)
    return problem_set.make(name, chosen, seed, wish, WHERE, lambda _: None)


@pytest.mark.parametrize("seed", ["1", "7", "42"])
def test_a_key_is_read_back(seed: str) -> None:
    data = key.encode(made(seed))
    assert key.decode(data, "key.json") == made(seed)
    assert key.encode(key.decode(data, "key.json")) == data


@pytest.mark.parametrize("seed", ["1", "7", "42"])
def test_every_number_is_text_that_is_read_exactly(seed: str) -> None:
    for part in [part for exercise in made(seed).exercises for part in exercise.parts]:
        for text in [
            part.value,
            part.lo,
            part.hi,
            part.marks,
            *[t for o in part.outcomes for t in (o.value, o.lo, o.hi, o.credit)],
        ]:
            if text:
                units.number(text)


def schema_file(name: str) -> bytes:
    return (Path(__file__).parent.parent / "docs" / "schema" / name).read_bytes()


DATA = key.encode(made())
BAD = {
    "empty": (b"", "truncated"),
    "cut off": (DATA[: len(DATA) // 2], "is it truncated"),
    "cut off by a byte": (DATA.rstrip()[:-1], "is it truncated"),
    "another version": (
        DATA.replace(b"exgen.key/1", b"exgen.key/2", 1),
        "schema 'exgen.key/2'.*this exgen reads 'exgen.key/1'",
    ),
    "a sheet": (msgspec.json.encode(key.sheet(made())), "schema 'exgen.sheet/1'"),
    "no key": (b"{}", "no schema"),
    "a list": (b"[]", "not a file that exgen build wrote"),
    "another type": (b'{"schema": 5}', "Expected `str`"),
    "binary": (bytes(range(256)) * 20, "not a readable key"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "not a readable key"),
    "not UTF-8": (
        DATA.replace(b"workshop", b"w\xf6rkshop").replace(b'"title"', b'"t\xeftle"', 1),
        "not a",
    ),
    "an unknown field": (DATA.replace(b'"seed"', b'"sede"', 1), "unknown field `sede`"),
    "a missing field": (
        DATA.replace(b'"set": "problems",', b"", 1),
        "missing required field `set`",
    ),
    "a number that is no text": (
        re.sub(rb'"lo": "([\d.]+)"', rb'"lo": \1', DATA, count=1),
        "Expected `str`",
    ),
    "a number that is none": (
        re.sub(rb'"lo": "[\d.]+"', rb'"lo": "about 3"', DATA, count=1),
        "not a number: 'about 3' in 1",
    ),
    "nested too deeply": (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
    "nested too deeply in a known field": (
        b'{"schema": "exgen.key/1", "exercises":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "not a",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_key(name: str) -> None:
    data, message = BAD[name]
    with pytest.raises(UnreadableError, match=message) as caught:
        key.decode(data, "key.json")
    said = str(caught.value)
    assert said.startswith("key.json:")
    assert "\n" not in said
    assert caught.value.exit_code == 3


def test_a_malformed_key_names_the_line() -> None:
    broken = DATA.replace(b'"title":', b'"title";', 1)
    line = DATA[: DATA.index(b'"title":')].count(b"\n") + 1
    with pytest.raises(UnreadableError, match=f"key.json:{line}: "):
        key.decode(broken, "key.json")


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=3))
def test_damage_is_never_a_traceback(place: int, damage: bytes) -> None:
    data = DATA[:place] + damage + DATA[place + len(damage) :]
    refused_or_fine(lambda: key.decode(data, "key.json"))


def secrets(part: key.Part) -> list[str]:
    """What a student must not find: values, bounds, laws, feedback; short numbers are everywhere."""
    numbers = [
        part.value,
        part.lo,
        part.hi,
        *[t for o in part.outcomes for t in (o.value, o.lo, o.hi)],
    ]
    long = [text for text in numbers if len(text.replace(".", "").strip("0")) >= 4]
    words = [
        part.law,
        *[t for o in part.outcomes for t in (o.says, o.reveals)],
        *[o.law for o in part.outcomes if re.search("[A-Za-z]", o.law)],  # "2, 4, 8" is told
        *[o.says for o in part.options],
    ]
    lines = [line.rhs for line in part.derivation if line.role in ("numbers", "result")]
    return [text for text in [*long, *words, *lines] if len(text) > 3]


@pytest.mark.parametrize("seed", ["1", "7", "42"])
def test_the_sheet_holds_no_answer(seed: str) -> None:
    """A problem against its own page: one may state the formula that another one asks for."""
    told = {given.value for exercise in made(seed).exercises for given in exercise.givens}
    pages = key.sheet(made(seed)).exercises
    for exercise, page in zip(made(seed).exercises, pages, strict=True):
        sheet = msgspec.json.encode(page).decode()
        for part in exercise.parts:
            for secret in secrets(part):
                escaped = msgspec.json.encode(secret).decode().strip('"')
                assert secret in told or not re.search(
                    rf"(?<![\w.]){re.escape(escaped)}(?![\w.*/+])", sheet
                ), (exercise.template, part.id, secret)


def test_the_sheet_says_nothing_of_the_seed() -> None:
    sheet = msgspec.json.encode(key.sheet(made("a-very-special-seed"))).decode()
    assert "special" not in sheet
    fields = set(re.findall(r'"(\w+)":', sheet))
    assert not fields & {
        "seed",
        "value",
        "lo",
        "hi",
        "law",
        "outcomes",
        "derivation",
        "right",
        "says",
        "solution",
        "strong_answer",
    }


def test_a_code_has_six_letters_that_are_read_aloud_safely() -> None:
    assert re.fullmatch(r"[2-9BCDFGHJKMNPQRSTVWXYZ]{6}", made().code)
    assert made("1").code != made("7").code
