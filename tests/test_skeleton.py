"""`exgen new` writes a page that works, and only where a page may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen import lint, skeleton
from exgen.errors import UsageError


@pytest.mark.parametrize("name", ["decode/my_bound", "a/b", "new-topic/model-7b"])
def test_a_new_page_has_no_findings(tmp_path: Path, name: str) -> None:
    path = skeleton.place(name, tmp_path)
    path.parent.mkdir()
    path.write_text(skeleton.page(name), "utf-8")
    assert path == tmp_path / f"{name}.md"
    assert lint.lint(name, path, 20, lambda: None).findings == ()


@pytest.mark.parametrize(
    "name",
    [
        "../x/y",
        "x/../y",
        "/etc/x",
        "x",
        "x/y/z",
        "X/Y",
        "x/y.md",
        "x/",
        "/x",
        "",
        "x y/z",
        "x/.y",
        "~/x",
        "x/y\n",
        "x\\y",
        "é/x",
        "x/" + "y" * 100,
    ],
)
def test_names_that_are_no_topic_and_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is not TOPIC/NAME"):
        skeleton.place(name, tmp_path)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "y.md").write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        skeleton.place("x/y", tmp_path)


def test_the_folder_of_sets_is_no_topic(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="folder of set files"):
        skeleton.place("sets/mine", tmp_path)
