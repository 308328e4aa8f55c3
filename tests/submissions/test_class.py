"""A class: folders and zips of files, several submissions of one student, keys and rosters."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exgen import cli, key
from exgen.errors import ExgenError, UnreadableError, UsageError
from exgen.submissions import against, attempts, columns
from exgen.submissions.listing import plain
from exgen.submissions.read import read
from exgen.submissions.submission import Record
from exgen.submissions.timestamps import moment
from tests.grading.conftest import make_key
from tests.submissions.made import answers, collected, pdf

KEY = make_key()


def sheet(student: str, said: str, code: str = "") -> bytes:
    fields = [{"FT": "/Tx", "T": "student", "V": student}, {"FT": "/Tx", "T": "1a", "V": said}]
    return pdf(fields, f"exgen set {code}" if code else "")


def fill(folder: Path, files: dict[str, bytes | str]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def run(*words: object) -> Result:
    return CliRunner().invoke(cli.main, [str(word) for word in words])


FILES: dict[str, bytes | str] = {
    "a/sheet.pdf": sheet("007", "5 ms"),
    "b/sheet.pdf": sheet("", "6 ms"),
    "c.json": '{"student": "008", "answers": {"1a": "7 ms"}}',
    "d.pdf": b"%PDF-1.4 cut",
    "notes.docx": b"",
    ".hidden.json": "{",
    "__MACOSX/c.json": "{",
}


def test_a_folder(tmp_path: Path) -> None:
    found = read(fill(tmp_path, FILES))
    assert answers(found) == [
        ("007", {"1a": "5 ms"}),
        ("sheet", {"1a": "6 ms"}),
        ("008", {"1a": "7 ms"}),
    ]
    assert (found.format, found.layout) == ("mixed", "mixed")
    assert [record.file for record in found.records] == ["a/sheet.pdf", "b/sheet.pdf", "c.json"]
    said = [str(notice) for notice in found.notices]
    assert said == [
        "notes.docx: not a file of answers, not read",
        "d.pdf: not read: a damaged PDF (cut off?)",
        "b/sheet.pdf: the file's name, sheet, stands for the student",
        "b/sheet.pdf: no student id",
    ]


def test_a_zip_is_read_like_a_folder(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
        archive.writestr("../../escape.json", '{"student": "009", "answers": {}}')
        archive.writestr("inner.zip", b"PK\x05\x06" + bytes(18))
    found = collected(tmp_path, "class.zip", packed.getvalue())
    assert {student for student, _ in answers(found)} >= {"007", "008"}
    assert list(tmp_path.iterdir()) == [tmp_path / "class.zip"]
    with pytest.raises(UnreadableError, match="damaged ZIP"):
        collected(tmp_path, "class.zip", packed.getvalue()[:500])


def test_a_locked_zip_and_a_bomb(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"0" * 210_000_000)
    with pytest.raises(UnreadableError, match="unpacks to 210 MB"):
        collected(tmp_path, "class.zip", packed.getvalue())
    data = bytearray(packed.getvalue())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    data[data.index(b"PK\x01\x02") + 24 : data.index(b"PK\x01\x02") + 28] = bytes(4)
    with pytest.raises(UnreadableError, match="password-protected ZIP"):
        collected(tmp_path, "class.zip", bytes(data))


@pytest.mark.parametrize(
    "files", [{}, {"a.docx": b"x"}, {"a.pdf": b"x", "b.pdf": b"y"}, {"a.json": "{"}]
)
def test_a_folder_without_answers(tmp_path: Path, files: dict[str, bytes | str]) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(fill(tmp_path, files))
    assert "\n" not in str(caught.value)


DUE = "2026-05-12T23:59:00+00:00"


@pytest.mark.parametrize(
    ("times", "due", "keep", "chosen"),
    [
        (("2026-05-12 10:00", "2026-05-12 11:00"), "", "last", 1),
        (("2026-05-12 11:00", "2026-05-12 10:00"), "", "last", 0),
        (("2026-05-12 11:00", "2026-05-12 10:00"), "", "first", 1),
        (("2026-05-12 10:00", "2026-05-13 10:00"), DUE, "last", 0),
        (("2026-05-13 10:00", "2026-05-14 10:00"), DUE, "last", 1),
        (("2026-05-12 10:00", ""), DUE, "last", 1),
        ((None, None), DUE, "last", 1),
        ((None, None), "", "first", 0),
    ],
)
def test_which_submission_counts(
    times: tuple[str | None, ...], due: str, keep: attempts.Keep, chosen: int
) -> None:
    records = [Record("s", {}, row, submitted=time) for row, time in enumerate(times, start=2)]
    final, notices = attempts.decide(records, attempts.deadline(due), keep)
    assert final == {"s": chosen}
    assert f"line {chosen + 2} counts ({keep}" in str(notices[-1])


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-05-12T10:00:00+02:00", "2026-05-12T08:00:00+00:00"),
        ("2026-05-12 10:00:00 UTC", "2026-05-12T10:00:00+00:00"),
        ("2026-05-12T10:00:00.123Z", "2026-05-12T10:00:00+00:00"),
        ("2022-06-25 13:16:26 -0600", "2022-06-25T19:16:26+00:00"),
        ("2026/05/12 3:00:00 PM GMT+3", "2026-05-12T12:00:00+00:00"),
        ("8/4/2025 23:25:41", "2025-08-04T23:25:41"),
        ("12 May 2026 12:09 AM", "2026-05-12T00:09:00"),
        ("12. Mai 2026, 14:09", "2026-05-12T14:09:00"),
        ("Tuesday, 12 May 2026, 2:09 PM", "2026-05-12T14:09:00"),
        ("12.05.2026 14:09", "2026-05-12T14:09:00"),
    ],
)
def test_times(text: str, utc: str) -> None:
    found = moment(text)
    assert found is not None
    assert (found.astimezone(UTC) if found.tzinfo else found).isoformat() == utc


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-45 10:00", "31.02.2026 10:00", "10:00"])
def test_no_times(text: str) -> None:
    assert moment(text) is None


def test_a_deadline_that_is_none() -> None:
    with pytest.raises(UsageError, match="'soon' is no time"):
        attempts.deadline("soon")


def test_a_roster(tmp_path: Path) -> None:
    found = collected(tmp_path, "a.csv", "student,1a\n00123,5\n0124,5\n")
    fill(tmp_path, {"class.csv": "id,name\n00123,A\n00124,B\n"})
    said = [str(notice) for notice in against.roster(found, tmp_path / "class.csv").notices]
    assert said == [
        "0124 is not on the roster (did you mean '00124'?)",
        "00124 is on the roster and sent nothing",
    ]


def test_a_key(tmp_path: Path) -> None:
    found = collected(tmp_path, "a.csv", "student,1a,99a\n00123,5,6\n")
    assert [str(notice)[:30] for notice in against.key(found, KEY).notices] == [
        "99a is not a question of this "
    ]
    assert against.code(found, KEY) == found
    mixed = fill(
        tmp_path / "mixed",
        {
            "a.pdf": sheet("1", "5", KEY.code),
            "b.pdf": sheet("1", "6", "OTHER"),
            "c.pdf": sheet("2", "7"),
        },
    )
    kept = against.code(read(mixed), KEY)
    assert [record.file for record in kept.records] == ["a.pdf", "c.pdf"]
    assert kept.final == {"1": 0, "2": 1}
    assert "b.pdf: not graded: a sheet of the set OTHER" in map(str, kept.notices)
    with pytest.raises(UnreadableError, match="made for the set OTHER"):
        against.code(read(mixed / "b.pdf"), KEY)


@pytest.mark.parametrize("text", ["=", "a = 1", 'a = "1a"\nb = "1a"', "\udcff"])
def test_a_bad_file_of_columns(tmp_path: Path, text: str) -> None:
    path = tmp_path / "columns.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ExgenError):
        columns.read(path)


def test_the_command_read(tmp_path: Path) -> None:
    fill(tmp_path, {"a.csv": "student,1a,1b\n007,5 \x1b[31mms,\n"})
    shown = run("read", tmp_path / "a.csv")
    assert shown.exit_code == 0
    assert "007" in shown.stdout
    assert "\x1b" not in shown.stdout
    as_json = json.loads(run("read", tmp_path / "a.csv", "--json").stdout)
    assert as_json == json.loads(json.dumps(plain(read(tmp_path / "a.csv"))))
    assert as_json["records"] == [{"student": "007", "answers": {"1a": "5 \x1b[31mms", "1b": ""}}]
    missing = run("read", tmp_path / "nowhere.csv")
    assert (missing.exit_code, missing.stderr.count("\n")) == (3, 1)


def test_the_command_grade_takes_any_format(tmp_path: Path) -> None:
    path = tmp_path.with_suffix(".key.json")
    path.write_bytes(key.encode(KEY))
    right = KEY.exercises[0].parts[0].shown
    fill(
        tmp_path,
        {
            "a.csv": f'student,1a\n007,"{right}"\n',
            "a.json": json.dumps({"student": "007", "answers": {"1a": right}}),
            "a.yaml": f"student: 007\nanswers:\n  1a: '{right}'\n",
            "a.pdf": sheet("007", right, KEY.code),
            "folder/a.pdf": sheet("007", right),
        },
    )
    marks = []
    for name in ("a.csv", "a.json", "a.yaml", "a.pdf", "folder"):
        graded = run("grade", tmp_path / name, "--key", path, "--json")
        assert graded.exit_code == 0, graded.output
        marks.append([(s["student"], s["total"]) for s in json.loads(graded.stdout)["students"]])
    assert marks == [marks[0]] * 5
