"""Pages and sets are found by name, by part of a name, or by path; odd files are no obstacle."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from exgen import library
from exgen.errors import ExgenError, UnreadableError, UsageError
from tests.drawn import BASE
from tests.fixtures import TEMPLATES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two topics with three pages, two of them of the same name."""
    for name in ("one/alpha", "one/beta", "two/beta"):
        (tmp_path / "t" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "t" / f"{name}.md").write_text(BASE, "utf-8")
    return tmp_path / "t"


def test_pages_are_found(folder: Path) -> None:
    assert list(library.pages([folder])) == ["one/alpha", "one/beta", "two/beta"]
    assert library.find("alpha", [folder]) == ("one/alpha", folder / "one" / "alpha.md")
    assert library.find("two/beta", [folder])[0] == "two/beta"
    assert library.find(str(folder / "one" / "beta.md"), [])[0] == "one/beta"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("beta", "ambiguous: one/beta, two/beta"),
        ("alhpa", "did you mean 'alpha'"),
        ("one/alhpa", "did you mean 'one/alpha'"),
        ("", "no template ''"),
        ("../t/one/alpha", "no template"),
        ("one", "no template"),
    ],
)
def test_names_that_lead_nowhere(folder: Path, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        library.find(name, [folder])


@pytest.mark.parametrize("name", ["a\0b.md", "a\nb.md", "a\udcff.md"])
def test_names_that_cannot_be_printed(name: str) -> None:
    with pytest.raises(UnreadableError, match="not a name for a page"):
        library.find(name, [])


def test_the_first_folder_wins(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "other")
    assert library.pages([folder, tmp_path / "other"])["one/alpha"] == folder / "one" / "alpha.md"
    assert (
        library.pages([tmp_path / "other", folder])["one/alpha"]
        == tmp_path / "other" / "one" / "alpha.md"
    )


def test_folders(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert library.folders(folder) == [folder, library.shipped()]
    (tmp_path / "templates").mkdir()
    assert library.folders() == [Path("templates"), library.shipped()]
    for wrong in (tmp_path / "nowhere", folder / "one" / "alpha.md", Path("x" * 5000)):
        with pytest.raises(UsageError, match="no folder"):
            library.folders(wrong)


def test_a_list_survives_bad_pages(folder: Path) -> None:
    (folder / "one" / "bad.md").write_text("```toml\na = = 1\n```\n", "utf-8")
    (folder / "one" / "folder.md").mkdir()
    (folder / "one" / "latin.md").write_bytes(b"\xe9")
    found, errors = library.headings([folder])
    assert list(found) == ["one/alpha", "one/beta", "two/beta"]
    assert found["one/alpha"]["minutes"] == 5
    assert sorted(str(error).partition(":")[0].rpartition("/")[2] for error in errors) == [
        "bad.md",
        "folder.md",
        "latin.md",
    ]
    assert "bad.md:2: TOML: Invalid value" in str(errors[0])


def test_a_page_is_loaded_with_its_place(folder: Path) -> None:
    template = library.load(*library.find("alpha", [folder]))
    assert (template.id, template.path) == ("one/alpha", str(folder / "one" / "alpha.md"))
    (folder / "one" / "worse.md").write_text(BASE.replace("minutes", "minuts"), "utf-8")
    with pytest.raises(ExgenError, match=r"worse.md:5: unknown key 'minuts'"):
        library.load(*library.find("worse", [folder]))


def test_sets_are_found() -> None:
    assert library.set_file("workshop", [TEMPLATES]) == TEMPLATES / "sets" / "workshop.toml"
    assert library.set_file("any/where.toml", [TEMPLATES]) == Path("any/where.toml")
    for name in ("nothing", "../sets/workshop", "a\0", "a\udcff.toml"):
        with pytest.raises(UsageError):
            library.set_file(name, [TEMPLATES])
