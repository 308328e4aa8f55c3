"""Files are read whole, within bounds, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exgen import files
from exgen.errors import UnreadableError


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfcaf\xc3\xa9\r\n")
    assert files.text(path, 100) == "café\r\n"
    link = tmp_path / "link"
    link.symlink_to(path)
    assert files.read(link, 100) == path.read_bytes()


def test_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"x" * 101)
    (tmp_path / "latin").write_bytes(b"one\ntwo\ncaf\xe9")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "zero").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    expected = {
        "missing": "1: No such file or directory",
        "long": "1: the file has 101 bytes; at most 100 are read",
        "latin": "3: the file is not UTF-8",
        "loop": "1: Too many levels of symbolic links",
        "dangling": "1: No such file or directory",
        "zero": "1: this is no regular file",
        "pipe": "1: this is no regular file",
        "long/deeper": "1: Not a directory",
        "n" * 300: "1: File name too long",
        ".": "1: this is a folder",
    }
    for name, said in expected.items():
        with pytest.raises(UnreadableError) as caught:
            files.text(tmp_path / name, 100)
        assert str(caught.value) == f"{tmp_path / name}:{said}"
    with pytest.raises(UnreadableError, match="not a file name"):
        files.text(Path("a\0b"), 100)
