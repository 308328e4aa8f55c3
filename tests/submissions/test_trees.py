"""JSON and YAML: every shape that says who answered what, and text that stays text."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen.errors import UnreadableError
from tests.submissions.made import answers, collected

ONE = [("007", {"1.a": "41.8 ms", "1.b": "B"})]


@pytest.mark.parametrize(
    "text",
    [
        '{"student": "007", "answers": {"1.a": "41.8 ms", "1.b": "B"}}',
        '[{"student": "007", "answers": {"1": {"a": "41.8 ms", "b": "B"}}}]',
        '{"submissions": [{"student": "007", "answers": {"1.a": "41.8 ms", "1.b": "B"}}]}',
        (
            '{"student": "007", "answers": [{"exercise": 1, "part": "a", "answer": "41.8 ms"},'
            ' {"exercise": 1, "part": "b", "answer": "B"}]}'
        ),
        '[[{"student": "007", "1.a": "41.8 ms", "1.b": "B"}]]',
        (
            '[{"student": "007", "exercise": 1, "part": "a", "answer": "41.8 ms"},'
            ' {"student": "007", "exercise": 1, "part": "b", "answer": "B"}]'
        ),
    ],
)
def test_shapes_of_json(tmp_path: Path, text: str) -> None:
    assert answers(collected(tmp_path, "a.json", text)) == ONE
    assert answers(collected(tmp_path, "a.yaml", text)) == ONE
    assert answers(collected(tmp_path, "a.txt", text)) == ONE


def test_numbers_stay_as_typed(tmp_path: Path) -> None:
    text = (
        '{"student": 7, "answers": {"q1": 3.50, "q2": 1e400, "q3": true, "q4": null, "q5": [1, 2]}}'
    )
    found = answers(collected(tmp_path, "a.json", text))
    assert found == [("7", {"q1": "3.50", "q2": "1e400", "q3": "true", "q4": "", "q5": ["1", "2"]})]


def test_lines_of_json(tmp_path: Path) -> None:
    found = collected(
        tmp_path, "a.jsonl", '{"student":"1","q1":"2"}\n\n{bad\n{"student":"2","q1":"3"}\n'
    )
    assert answers(found) == [("1", {"q1": "2"}), ("2", {"q1": "3"})]
    assert [record.row for record in found.records] == [1, 4]
    assert str(found.notices[0]).startswith("line 3: not JSON")


def test_documents_of_yaml(tmp_path: Path) -> None:
    text = "student: 007\nanswers: {1a: no, 1b: 1_000}\n---\nstudent: 010\nanswers:\n  1a: on\n"
    found = collected(tmp_path, "a.yaml", text)
    assert answers(found) == [("007", {"1a": "no", "1b": "1_000"}), ("010", {"1a": "on"})]
    assert [record.row for record in found.records] == [1, 4]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "", "empty"),
        ("a.json", "[]", "no submissions"),
        ("a.json", "5", "a submission is an object"),
        ("a.json", '{"student": "s", "answers": {"q1": 1, "q1": 2}}', "q1 stands there twice"),
        ("a.json", '{"student": "s", "answers": {"q1": [NaN]}}', r"NaN is not allowed \(q1\)"),
        ("a.json", '{"student": "s",\n "answers": {"q1": "1",}}', "trailing comma in line 2"),
        ("a.json", "[" * 200_000, "nested too deeply|not JSON"),
        ("a.json", '{"a":' * 50_000, "nested too deeply|not JSON"),
        ("a.jsonl", "{bad\n", "line 1, column 2"),
        ("a.yaml", "", "empty"),
        ("a.yaml", "student: s\nanswers: {q1: 1, q1: 2}\n", "q1 stands there twice"),
        ("a.yaml", "a: &a [1, 2]\nb: [*a, *a]\n", "the alias "),
        ("a.yaml", "student: s\nanswers: " + "[" * 100_000, "nest"),
        ("a.yaml", "student: s\nanswers: " + "[" * 100 + "]" * 100, "nested too deeply"),
        ("a.yaml", "student: s\nanswers: {q1: 1\n", "not YAML"),
        ("a.yaml", "? [a]\n: b\n", "a key that is no text"),
        ("a.yaml", "student: s\x07\n", "not YAML"),
    ],
)
def test_refused(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(UnreadableError, match=words) as caught:
        collected(tmp_path, name, text)
    assert "\n" not in str(caught.value)


def test_a_tag_is_not_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "student: s\nq1: !!python/object/apply:os.system ['touch exgen_canary']\n"
    assert answers(collected(tmp_path, "a.yaml", text)) == [("s", {"q1": "touch exgen_canary"})]
    assert not (tmp_path / "exgen_canary").exists()


@pytest.mark.parametrize("depth", [300, 600, 900, 5000])
def test_deep_ones_are_read_or_refused(tmp_path: Path, depth: int) -> None:
    text = "[" * depth + '{"student": "a", "answers": {"1a": "1"}}' + "]" * depth
    try:
        assert answers(collected(tmp_path, "a.json", text)) == [("a", {"1a": "1"})]
    except UnreadableError as error:
        assert "nested too deeply" in error.message


def test_half_a_character(tmp_path: Path) -> None:
    text = r'{"student": "a\ud800", "answers": {"1a": "\ud83d\ude00 \udc00"}}'
    assert answers(collected(tmp_path, "a.json", text)) == [
        ("a\ufffd", {"1a": "\U0001f600 \ufffd"})
    ]


def test_without_a_student(tmp_path: Path) -> None:
    found = collected(tmp_path, "a.json", '{"answers": {"1a": "5"}}')
    assert answers(found) == [("", {"1a": "5"})]
    assert [str(notice) for notice in found.notices] == ["no student id"]
