"""`exgen judge`: one answer, or a stream of cases; whatever a line holds, it gets a line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from exgen.grading import judge_lines
from exgen.grading.case import Sheet

CASE = {
    "id": "a",
    "kind": "units",
    "given": "42 ms",
    "right": 41.8,
    "unit": "ms",
    "tolerance": {"rel": 0.01},
}


def judged(data: bytes, sheet: Sheet | None = None, size: int = 1 << 20) -> list[Any]:
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return [
        json.loads(line)
        for line in b"".join(judge_lines.judge_chunks(pieces, sheet or Sheet())).splitlines()
    ]


def exgen(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "exgen", "judge", *args],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "line 1 is not a case"),
        (b"nonsense", "line 1 is not a case"),
        (b"[1, 2]", "line 1 is not a case"),
        (b"\xff\xfe", "line 1 is not a case"),
        (b"[" * 100_000, "line 1 is not a case"),
        (b'{"kind": "units"}', "missing required field `given`"),
        (b'{"given": "1"}', "missing required field `kind`"),
        (b'{"kind": "units", "given": {}, "id": 3}', "is not a case"),
        (b'{"kind": "essay", "given": "1"}', "is none of"),
        (b'{"kind": "units", "given": "1"}', "right is no number"),
        (b'{"kind": "units", "given": "1", "right": 1}', "no tolerance"),
        (
            b'{"kind": "units", "given": "1", "right": true, "tolerance": {"rel": 1}}',
            "right is no number",
        ),
        (
            b'{"kind": "units", "given": "1", "right": 1, "tolerance": {"rel": -1}}',
            "no number from 0 on",
        ),
        (
            b'{"kind": "units", "given": "1", "right": 1e99999, "tolerance": {"rel": 1}}',
            "too large",
        ),
        (
            b'{"kind": "units", "given": "1", "right": 1, "unit": "frob", "tolerance": {"rel": 1}}',
            "'frob'",
        ),
        (b'{"kind": "symbolic", "given": "S", "right": "S"}', "no vars"),
        (b'{"kind": "symbolic", "given": "S", "right": "S+", "vars": ["S"]}', "missing at the end"),
        (b'{"kind": "set", "given": "1", "right": 1, "tolerance": {"rel": 1}}', "right is no list"),
        (
            b'{"kind": "interval", "given": "1", "right": [1], "tolerance": {"rel": 1}}',
            "right is no interval",
        ),
        (b'{"kind": "choice", "given": "A", "right": 1}', "no letter"),
        (
            b'{"kind": "choice", "given": "A", "right": "A", "choice": "some"}',
            "single, multiple or ranking",
        ),
    ],
)
def test_a_faulty_line_is_invalid_and_says_why(line: bytes, said: str) -> None:
    found = judged(line + b"\n" + json.dumps(CASE).encode())
    assert [each["verdict"] for each in found] == ["invalid", "correct"]
    assert said in found[0]["notices"][0]


def test_the_id_survives_what_is_wrong_with_the_case() -> None:
    assert judged(b'{"id": 7, "kind": "units"}')[0]["id"] == 7
    assert judged(b'{"id": "x", "kind": "essay", "given": ""}')[0]["id"] == "x"


@pytest.mark.parametrize("size", [1, 7, 100, 1 << 20])
def test_lines_may_be_cut_anywhere(size: int) -> None:
    lines = [json.dumps({**CASE, "id": n}) for n in range(20)]
    data = ("\ufeff" + "\r\n".join(lines) + "\n\n").encode()
    assert [each["id"] for each in judged(data, size=size)] == list(range(20))


def test_a_line_that_never_ends_costs_one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_lines, "LONGEST", 1000)
    data = b"9" * 50_000 + b"\n" + json.dumps(CASE).encode() + b"\n"
    found = judged(data, size=512)
    assert [each["verdict"] for each in found] == ["invalid", "correct"]
    assert "longer than" in found[0]["notices"][0]


def test_the_unit_may_be_assumed() -> None:
    bare = json.dumps({**CASE, "given": "42"}).encode()
    assert judged(bare)[0]["verdict"] == "needs_unit"
    assert judged(bare, Sheet(unit_assumed=True))[0]["verdict"] == "correct"


def test_the_sheet_decides_what_a_comma_means() -> None:
    case = json.dumps({**CASE, "given": "3,000 ms", "right": 3}).encode()
    plain = judged(case)[0]
    assert plain["verdict"] == "incorrect"
    assert any("point and comma" in notice for notice in plain["notices"])
    assert judged(case, Sheet(decimal=","))[0]["verdict"] == "correct"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--right", "41.8 ms", "--tolerance", "1%", "0.0418 s"], "correct: read as 0.0418 s"),
        (["--right", "41.8 ms", "41.8"], "needs unit: read as 41.8"),
        (["--right", "41.8 ms", "--unit-assumed", "41.8"], "correct"),
        (["--right", "41.8 ms", "41.8 GB"], "correct value wrong unit"),
        (["--right", "3.14", "--tolerance", "3 figures", "3.142"], "correct"),
        (["--right", "3.14", "--tolerance", "exact", "3.142"], "incorrect"),
        (["--right", "41.8 ms", "--tolerance", "0.5", "42.4 ms"], "incorrect"),
        (["--right", "2*S*H", "--vars", "S,H", "2SH"], "correct: read as 2*S*H"),
        (["--right", "B", "--options", "A,B,C", "(b)"], "correct: read as B"),
        (["--right", "A,C", "--kind", "multiple", "A"], "partial: read as A"),
        (
            ["--right", "C>A>B", "--kind", "ranking", "--options", "A,B,C", "B < A < C"],
            "correct: read as C, A, B",
        ),
        (["--right", "3 ms", "--decimal-comma", "3,000 ms"], "correct"),
        (["--right", "3 ms", "--", "-3 ms"], "incorrect: read as -3 ms"),
        (["--right", "3 ms", "-3 ms"], "incorrect: read as -3 ms"),
    ],
)
def test_one_answer(args: list[str], said: str) -> None:
    done = exgen(*args)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith(said)


def test_one_answer_as_json() -> None:
    found = json.loads(exgen("--json", "--right", "41.8 ms", "frogs").stdout)
    assert found["verdict"] == "invalid"


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["3 ms"],
        ["--right", "3 ms"],
        ["--right", "x ms", "3"],
        ["--right", "3", "--tolerance", "much", "3"],
    ],
)
def test_a_call_that_makes_no_sense(args: list[str]) -> None:
    done = exgen(*args)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_stream_through_pipes() -> None:
    lines = [json.dumps({**CASE, "id": n}) for n in range(3000)]
    done = exgen("--jsonl", stdin="\n".join(lines))
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list(range(3000))


def test_each_line_is_answered_when_it_comes() -> None:
    """As a server behind a pipe: a line in, a line out, before the next."""
    with subprocess.Popen(
        [sys.executable, "-m", "exgen", "judge", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        for given, verdict in (("41.8 ms", "correct"), ("57 ms", "incorrect")):
            process.stdin.write(json.dumps({**CASE, "given": given}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == verdict
        process.stdin.close()
        assert process.wait(10) == 0


def test_a_reader_that_leaves_is_no_error() -> None:
    lines = "\n".join(json.dumps(CASE) for _ in range(20_000))
    command = f"{sys.executable} -m exgen judge --jsonl | head -1"
    done = subprocess.run(
        command, shell=True, input=lines.encode(), capture_output=True, check=False
    )
    assert done.stderr == b""
    assert json.loads(done.stdout)["verdict"] == "correct"
