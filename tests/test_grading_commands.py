"""`grade`, `regrade` and `diff` as they are typed: files written, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from exgen import key as keys
from exgen.cli import main
from tests.report.made import changed, make_key

ANSWERS = 'student,name,1a,1b,1h\ns1,Name,40 ms,25,"A, C"\ns2,Other,320 ms,about three,D\n'


@pytest.fixture(autouse=True)
def _work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text(ANSWERS, "utf-8")
    Path("key.json").write_bytes(keys.encode(make_key()))
    Path("new_key.json").write_bytes(keys.encode(changed("T", lo="30", hi="330", outcomes=())))


def run(line: str) -> Result:
    result = CliRunner().invoke(main, line.split())
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def fine(line: str) -> str:
    result = run(line)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(line: str) -> tuple[int, str]:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    result = run(line)
    assert result.stdout == ""
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    return result.exit_code, result.stderr.strip()


def test_grade_writes_what_is_asked_for() -> None:
    fine("grade answers.csv --key key.json -o m.csv --results r.json --report rep --to-mark s.csv")
    assert Path("m.csv").read_bytes() == Path("rep/marks.csv").read_bytes()
    assert Path("rep/students/002.html").exists()
    assert json.loads(Path("r.json").read_text("utf-8"))["students"][0]["name"] == "Name"
    assert Path("s.csv").read_bytes().startswith(b"\xef\xbb\xbfstudent,")


def test_grading_twice_gives_the_same_bytes() -> None:
    for folder in ("one", "two"):
        fine(f"grade answers.csv --key key.json --results {folder}/r.json --report {folder}/rep")
    one, two = (sorted(Path(each).rglob("*.*")) for each in ("one", "two"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_regrade_and_diff() -> None:
    fine("grade answers.csv --key key.json --results r.json")
    assert "no students move" in fine("regrade r.json --key key.json --results same.json")
    assert Path("same.json").read_bytes() == Path("r.json").read_bytes()
    told = fine("regrade r.json --key new_key.json --results new.json --report rep")
    assert "1 student moves" in told
    assert "s2       1a    0      2    +2  slip bits  right" in told
    assert fine("diff r.json new.json") == told
    found = json.loads(fine("diff r.json new.json --json"))
    assert [each["by"] for each in found["totals"]] == ["+2"]


def test_a_regrade_that_writes_nothing_says_so() -> None:
    fine("grade answers.csv --key key.json --results r.json")
    assert "nothing is written" in run("regrade r.json --key new_key.json").stderr


def test_a_sheet_goes_out_and_comes_back() -> None:
    fine("grade answers.csv --key key.json --to-mark s.csv --results r.json")
    sheet = Path("s.csv").read_text("utf-8-sig")
    assert len(sheet.splitlines()) == 2
    Path("s.csv").write_text(sheet.replace(",2,,", ",2,1.5,nearly"), "utf-8", newline="")
    assert "s2       1.5" in fine(
        "grade answers.csv --key key.json --marked s.csv --results g.json"
    )
    assert "+1.5" in fine("regrade r.json --key key.json --marked s.csv --results n.json")
    assert Path("g.json").read_bytes() == Path("n.json").read_bytes()
    fine("regrade n.json --key key.json --to-mark left.csv --results again.json")
    assert len(Path("left.csv").read_text("utf-8-sig").splitlines()) == 1
    assert Path("again.json").read_bytes() == Path("n.json").read_bytes()


def test_what_is_refused_writes_nothing() -> None:
    fine("grade answers.csv --key key.json --results r.json")
    other = msgspec.structs.replace(make_key(), code="XYZ")
    Path("other.json").write_bytes(keys.encode(other))
    code, said = refused("regrade r.json --key other.json --results r.json --report rep")
    assert (code, said.count("\n")) == (2, 0)
    assert said.startswith("the results are of the set test-ABC, the key of test-XYZ")
    assert refused("regrade key.json --key key.json --results r.json")[0] == 3
    assert refused("diff r.json missing.json")[0] == 3
    Path("s.csv").write_text("student,exercise,part,typed,marks\ns2,1,b,about three,9\n", "utf-8")
    code, said = refused("grade answers.csv --key key.json --marked s.csv --results r.json")
    assert (code, said) == (1, "s.csv:2: s2 1b: 9 marks, but the part has 2")
    assert refused("grade answers.csv --key key.json -o r.json --results r.json")[0] == 2
    Path("file").touch()
    assert refused("grade answers.csv --key key.json --results r2.json --report file/rep")[0] == 3
