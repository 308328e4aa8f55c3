"""A page solved: grids, laws, what each part uses; what cannot be solved is in pages/bad.txt."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exgen import solving
from exgen.errors import ExgenError
from exgen.expression import text
from tests.drawn import PAGES, page, solved


def test_grids() -> None:
    found = page()
    assert [(row.name, row.table, row.confirmed) for row in found.rows] == [
        ("gpu", "accelerators", ("h100_sxm", "h200_sxm", "a100_sxm_80"))
    ]
    assert {given.name: len(given.grid) for given in found.drawn} == {"P": 3, "w": 1}
    assert [(field.name, field.row, field.pattern) for field in found.fields] == [
        ("W", "gpu", "memory_bandwidth")
    ]
    assert found.attributes == ("gpu.memory",)
    assert found.size == 9


def test_parts_are_solved_in_givens_and_earlier_parts() -> None:
    first, second = page(('law  = "T == M/W"', 'law  = "W == M/T"')).parts
    assert first.tree is not None
    assert first.full is not None
    assert second.full is not None
    assert [text.write(tree) for tree in (first.tree, first.full, second.full)] == [
        "M/W",
        "P*w/W",
        "1/T",
    ]
    assert (first.uses, second.uses) == ((), ("T",))


def test_a_slip_may_redefine_a_let() -> None:
    slip = page(('law = "T == 8*M/W"', 'law = "M == 8*P*w"')).parts[0].slips[0]
    assert text.write(slip.tree) == "8*P*w/W"


def test_a_wrong_let_goes_through_every_let_that_uses_it() -> None:
    chain = page(
        ("[find.T]", '[let.V]\nlaw = "V == M + [1 GB]"\n[find.T]'),
        ("M/W", "V/W"),
        ('"T == 8*V/W"', '"M == 8*P*w"'),
    )
    assert text.write(chain.parts[0].slips[0].tree) == "(8*P*w + [1 GB])/W"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("2 %", (mpq(1, 50), None)),
        ("0.5 %", (mpq(1, 200), None)),
        ("1%", (mpq(1, 100), None)),
        ("3 figures", (None, 3)),
        ("exact", (None, None)),
        (" exact ", (None, None)),
    ],
)
def test_tolerance(written: str, found: tuple[mpq | None, int | None]) -> None:
    assert solving.tolerance(written) == found


@pytest.mark.parametrize(
    "written",
    ["", "2", "0 %", "26 %", "-1 %", "1 figures", "9 figures", "about 2 %", "9" * 50 + " %"],
)
def test_what_is_no_tolerance(written: str) -> None:
    with pytest.raises(ExgenError):
        solving.tolerance(written)


@pytest.mark.parametrize("id", PAGES)
def test_a_stored_law_is_short_enough_to_be_read_again(id: str) -> None:
    for part in solved(id).parts:
        assert part.full is None or len(text.write(part.full)) <= 400
