"""A zip: the files in it, read in memory within limits. Their names are labels, never paths."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.submissions import limits

if TYPE_CHECKING:
    from collections.abc import Iterator


def opened(data: bytes, name: str) -> zipfile.ZipFile:
    """The zip, after its size was checked. Raises UnreadableError: damaged, locked, or a bomb."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, ValueError, NotImplementedError):
        raise UnreadableError("a damaged ZIP (cut off?)", path=name) from None
    members = archive.infolist()
    if len(members) > limits.MAX_FILES:
        raise UnreadableError(
            f"{len(members):,} files; at most {limits.MAX_FILES:,} are read", path=name
        )
    unpacked = sum(member.file_size for member in members)
    if unpacked > limits.MAX_UNPACKED:
        most = limits.MAX_UNPACKED // 1_000_000
        raise UnreadableError(
            f"unpacks to {unpacked / 1e6:,.0f} MB; at most {most} MB are read", path=name
        )
    if any(member.flag_bits & 1 for member in members):
        raise UnreadableError("a password-protected ZIP", path=name)
    return archive


def files(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file, in order of name."""
    archive = opened(data, name)
    for member in sorted(archive.infolist(), key=lambda each: each.filename):
        if not member.is_dir():
            yield member.filename, content(archive, member, name)


def content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    """One file, never more of it than the zip declares. Raises UnreadableError."""
    try:
        return archive.read(member)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ) as error:
        raise UnreadableError(f"a damaged ZIP: {member.filename!r}: {error}", path=name) from None
