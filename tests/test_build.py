"""All files are written, or none of them and what was there before stays."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from exgen import build
from exgen.errors import UnreadableError


def listing(folder: Path) -> dict[str, bytes]:
    """Everything below the folder, hidden files too."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def before(tmp_path: Path) -> dict[str, bytes]:
    """An earlier build."""
    build.write({tmp_path / "out" / "a.pdf": b"old a", tmp_path / "keys" / "k.json": b"old k"})
    return listing(tmp_path)


def new(tmp_path: Path) -> dict[Path, bytes]:
    return {
        tmp_path / "out" / "a.pdf": b"new a",
        tmp_path / "more" / "deep" / "b.pdf": b"x" * 100_000,
        tmp_path / "keys" / "k.json": b"new k",
    }


def test_files_are_written(tmp_path: Path, before: dict[str, bytes]) -> None:
    assert before == {"keys": b"", "keys/k.json": b"old k", "out": b"", "out/a.pdf": b"old a"}
    build.write(new(tmp_path))
    assert listing(tmp_path) == {
        "keys": b"",
        "keys/k.json": b"new k",
        "more": b"",
        "more/deep": b"",
        "more/deep/b.pdf": b"x" * 100_000,
        "out": b"",
        "out/a.pdf": b"new a",
    }


def test_files_are_readable_as_the_umask_says(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        build.write({tmp_path / "a": b""})
    finally:
        os.umask(mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch, _: Path) -> Iterator[None]:
    """Flushing the second file finds no space."""
    calls: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    yield


@contextmanager
def small_quota(_: pytest.MonkeyPatch, __: Path) -> Iterator[None]:
    """The system refuses files of more than 10,000 bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextmanager
def folder_in_the_way(_: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A folder stands where the last file belongs."""
    (tmp_path / "keys" / "k.json").unlink()
    (tmp_path / "keys" / "k.json").mkdir()
    yield
    (tmp_path / "keys" / "k.json").rmdir()
    (tmp_path / "keys" / "k.json").write_bytes(b"old k")


@contextmanager
def file_in_the_way(_: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A file stands where a folder belongs."""
    (tmp_path / "more").write_bytes(b"")
    yield
    (tmp_path / "more").unlink()


@contextmanager
def dangling_folder(_: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The folder is a link to nowhere."""
    (tmp_path / "more").symlink_to(tmp_path / "nowhere" / "at" / "all")
    yield
    (tmp_path / "more").unlink()


@contextmanager
def no_permission(_: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Nothing may be made here; root becomes somebody else for a moment."""
    user = os.geteuid()
    tmp_path.chmod(0o500)
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        tmp_path.chmod(0o700)


@contextmanager
def last_move_fails(monkeypatch: pytest.MonkeyPatch, _: Path) -> Iterator[None]:
    """Two files are moved to their places, the third is not."""
    real = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if Path(target).name == "k.json" and not self.name.endswith(".old"):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    yield


Trouble = Callable[[pytest.MonkeyPatch, Path], AbstractContextManager[None]]


@pytest.mark.parametrize(
    "trouble",
    [
        full_disk,
        small_quota,
        folder_in_the_way,
        file_in_the_way,
        dangling_folder,
        no_permission,
        last_move_fails,
    ],
)
def test_nothing_changes_if_one_file_cannot_be_written(
    tmp_path: Path, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    with (
        trouble(monkeypatch, tmp_path),
        pytest.raises(
            UnreadableError, match=r"cannot write .*: .* \(nothing was written\)"
        ) as caught,
    ):
        build.write(new(tmp_path))
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 3
    assert listing(tmp_path) == before


def test_an_interruption_changes_nothing(
    tmp_path: Path, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build.write(new(tmp_path))
    assert listing(tmp_path) == before


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="nothing was written"):
        build.write({tmp_path / "new" / ("x" * 300): b""})
    assert listing(tmp_path) == {}
