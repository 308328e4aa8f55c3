"""Commands as they are typed: what they print, their exit codes, and that nobody sees a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exgen import build as building
from exgen import key, library
from exgen import press as pressing
from exgen.cli import main
from tests.drawn import BASE
from tests.fixtures import TESTS


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with one page of our own."""
    monkeypatch.chdir(tmp_path)
    library.load.cache_clear()
    page = tmp_path / "templates" / "own" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(BASE, "utf-8")
    return tmp_path


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Booklets are a word each: how they are set is tested elsewhere."""

    @contextmanager
    def press(booklets: tuple[str, ...], paper: str) -> Iterator[object]:
        yield lambda _key, _step: {f"{name}.pdf": paper.encode() for name in booklets}

    monkeypatch.setattr(pressing, "press", press)


def run(*words: str) -> Result:
    """A command in this process; a traceback fails the test."""
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def refused(*words: str) -> tuple[int, str]:
    """Exit code and the one line that says why."""
    result = run(*words)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.exit_code, result.stderr.strip()


@pytest.mark.usefixtures("work")
def test_list() -> None:
    assert "own\n  page" in run("list").stdout
    found = {each["id"]: each for each in json.loads(run("list", "--json").stdout)}
    page = found["own/page"]
    assert (page["title"], page["level"], page["minutes"]) == (
        "Reading the weights once", "foundational", 5
    )  # fmt: skip
    assert page["parts"]["T"] == "quantity"
    assert not page["witnesses"]["counted"]
    assert found["decode/tpot_bound"]["witnesses"]["counted"]


def test_list_shows_the_rest_when_a_page_is_bad(work: Path) -> None:
    (work / "templates" / "own" / "bad.md").write_text("```toml\na = = 1\n```\n", "utf-8")
    result = run("list")
    assert (result.exit_code, "own\n  page" in result.stdout) == (1, True)
    assert result.stderr == "templates/own/bad.md:2: TOML: Invalid value in column 5\n"


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("h100_sxm", "3.35 TB/s"),
        ("llama-3-70b", "source: "),
        ("own/page", "only if"),
        ("page", "T = 8·"),
        ("decode/tpot_bound", "sources"),
    ],
)
def test_show(name: str, said: str) -> None:
    assert said in run("show", name).stdout.replace("\u00a0", " ")
    assert json.loads(run("show", name, "--json").stdout)


@pytest.mark.usefixtures("work")
def test_solve() -> None:
    said = run("solve", "page", "P=8 Gweight", "gpu=h200_sxm", "--slips").stdout.replace(
        "\u00a0", " "
    )
    assert "T = 3.33333 ms" in said
    assert "26.667 ms  bits" in said
    found = json.loads(run("solve", "page", "P=8", "--json").stdout)
    assert found["parts"][0]["law"] == "P*w/W"
    assert run("solve", "page", "--seed", "7").stdout == run("solve", "page", "--seed", "7").stdout
    moved = run("solve", "tpot_bound", "C=1 GB", "model=llama-3-70b")
    assert moved.exit_code in (0, 1)


@pytest.mark.usefixtures("work")
def test_lint() -> None:
    result = run("lint", "page", "--seeds", "20")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "own/page: ok; all 9 draws, 0 % rejected\n"


def test_lint_goes_on_after_a_finding(work: Path) -> None:
    (work / "templates" / "own" / "bad.md").write_text(
        BASE.replace("T == M/W", "T == M/V"), "utf-8"
    )
    (work / "templates" / "own" / "worse.md").write_bytes(b"\xff")
    result = run("lint", "own/bad", "worse", "page", "--seeds", "5")
    assert result.exit_code == 1
    assert result.stdout.split("\n")[:2] == [
        "templates/own/bad.md:18: unknown name 'V' (known: M, P, T, W, gpu.memory, w)",
        "templates/own/worse.md:1: the file is not UTF-8",
    ]
    assert "own/page: ok" in result.stderr


def test_new(work: Path) -> None:
    result = run("new", "own/other")
    assert result.stdout == "templates/own/other.md\n"
    assert run("lint", "other").exit_code == 0
    assert (work / "templates" / "own" / "other.md").exists()


@pytest.mark.usefixtures("unprinted")
def test_build(work: Path) -> None:
    words = ("build", "--seed", "7", "--topic", "own", "--topic", "encoder", "--problems", "3")
    result = run(*words)
    folder, file = next((work / "out").iterdir()), next((work / "answer_keys").iterdir())
    assert result.stdout.split("\n")[:-1] == [
        f"out/{folder.name}/problems.pdf",
        f"out/{folder.name}/solutions.pdf",
        f"answer_keys/{folder.name}.json",
    ]
    made = key.decode(file.read_bytes(), "key.json")
    assert (len(made.exercises), made.seed, folder.name) == (3, "7", f"problems-{made.code}")
    before = file.read_bytes()
    assert run(*words).exit_code == 0
    assert file.read_bytes() == before


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize(
    "seed",
    [
        "",
        " ",
        "../../etc/passwd",
        "7/2",
        "-1",
        "1e999",
        "a|b|c",
        "ünï ✓",
        "$(id)",
        "%s",
        "{{ 7 }}",
        "NaN",
        "x" * 100,
    ],
)
def test_a_seed_may_be_any_line_and_is_never_a_path(work: Path, seed: str) -> None:
    result = run("build", f"--seed={seed}", "--topic", "own")
    assert result.exit_code == 0
    places = sorted(
        str(path.relative_to(work))
        for path in work.rglob("*")
        if path.is_file() and "templates" not in path.parts
    )
    assert len(places) == 3
    assert all(place.startswith(("out/problems-", "answer_keys/problems-")) for place in places)


@pytest.mark.usefixtures("work", "unprinted")
@pytest.mark.parametrize("seed", ["a\nb", "a\0b", "a\x1bb", "x" * 101, "\udcff", "\u2028"])
def test_a_seed_that_cannot_be_printed(seed: str) -> None:
    result = run("build", f"--seed={seed}", "--topic", "own")
    assert result.exit_code == 2
    assert "one line of at most 100 printable characters" in result.stderr


@pytest.mark.usefixtures("work", "unprinted")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("show h100_sxmm", 2, "no template 'h100_sxmm' (did you mean 'h100_sxm'?)"),
        ("show nowhere/x.md", 3, "nowhere/x.md:1: No such file or directory"),
        ("solve pag", 2, "no template 'pag' (did you mean 'page'?)"),
        ("solve page P", 2, "'P' is not name=value (for instance gpu=h100_sxm or c=8192)"),
        ("solve page P=", 2, "'P=' is not name=value (for instance gpu=h100_sxm or c=8192)"),
        ("solve page Q=1", 2, "own/page has no given 'Q' (known: P, W, gpu, w)"),
        ("solve page P=nan", 2, "P=nan: no number in 'nan'"),
        ("solve page P=-1", 2, "P=-1: must be positive"),
        ("solve page P=7GB", 2, "P=7GB: is in 1, not in GB"),
        ("solve page gpu=h10", 1, "no 'h10' in accelerators (did you mean 'a10'?)"),
        ("solve page P=900", 1, "not feasible: M <= gpu.memory"),
        (
            "solve page P=900 --seed 1",
            1,
            "templates/own/page.md:6: no draw in 500 attempts; the last one: not feasible: M <= gpu.memory (seed 1)",
        ),
        (
            "new ../x/y",
            2,
            "'../x/y' is not TOPIC/NAME (small letters, digits, _ and -: decode/my_bound)",
        ),
        ("new own/page", 2, "templates/own/page.md exists already (choose another name)"),
        (
            "new own/other --templates templates/own/page.md",
            3,
            "templates/own/page.md/own/other.md:1: cannot write other.md: Not a directory (nothing was written)",
        ),
        (
            "lint nothing",
            2,
            "no template 'nothing' (known: ",
        ),
        ("list --templates nowhere", 2, "no folder 'nowhere'"),
        ("build --seed 1 --set nowhere", 2, "no set 'nowhere' (known: "),
        ("build --seed 1 --set nowhere.toml", 3, "nowhere.toml:1: No such file or directory"),
        ("build --seed 1 --set templates", 2, "no set 'templates' (known: "),
        (
            "build --seed 1 --level expert",
            2,
            "no level 'expert' (known: foundational, intermediate, principal)",
        ),
        ("build --seed 1 --topic zzz", 2, "no problem on 'zzz' (known: "),
        ("build --seed 1 --topic own --minutes 1", 2, "no problem fits into 1 minutes"),
        (
            "build --seed 1 --topic own -o templates/own/page.md",
            3,
            "cannot write problems.pdf: Not a directory (nothing was written)",
        ),
        ("build --seed 1 --topic own --keys templates/own/page.md", 3, "cannot write problems-"),
        (
            "build --seed 1 --topic own -o /proc/nowhere",
            3,
            "cannot write problems.pdf: No such file or directory (nothing was written)",
        ),
        ("grade a.csv --key nowhere.json", 3, "nowhere.json:1: No such file or directory"),
        ("grade a.csv --key templates", 3, "templates:1: this is a folder"),
        (
            "grade a.csv --key templates/own/page.md",
            3,
            "templates/own/page.md:1: not a readable key: ",
        ),
        ("grade a.csv --key /dev/zero", 3, "/dev/zero:1: this is no regular file"),
    ],
)
def test_what_cannot_be_done(words: str, code: int, said: str) -> None:
    found, line = refused(*words.split(" "))
    assert (found, said in line) == (code, True), line


@pytest.mark.usefixtures("unprinted")
def test_a_failed_build_keeps_the_previous_one(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("build", "--seed", "1", "--topic", "own").exit_code == 0
    before = {path: path.read_bytes() for path in work.rglob("*") if path.is_file()}

    def broken(*_: object) -> dict[str, bytes]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(building, "_beside", broken)
    code, line = refused("build", "--seed", "1", "--topic", "own")
    assert (code, "No space left on device (nothing was written)" in line) == (3, True)
    assert {path: path.read_bytes() for path in work.rglob("*") if path.is_file()} == before


@pytest.mark.usefixtures("unprinted")
def test_a_bad_page_spoils_no_other_file(work: Path) -> None:
    (work / "templates" / "own" / "bad.md").write_text(
        BASE.replace("T == M/W", "T == M/V"), "utf-8"
    )
    code, line = refused("build", "--seed", "1", "--topic", "own")
    assert (code, line) == (
        1,
        "templates/own/bad.md:18: unknown name 'V' (known: M, P, T, W, gpu.memory, w)",
    )
    assert not (work / "out").exists()
    assert not (work / "answer_keys").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("build", "--seed", b"\xff"),
        ("solve", "page", "--seed", b"\xff"),
        ("solve", b"\xff"),
        ("solve", "page", b"gpu=\xff"),
        ("solve", "page", b"P=\xff"),
        ("new", b"x/\xff"),
        ("new", "x/y", "--templates", b"n\xff"),
        ("list", "--templates", b"\xff"),
        ("build", "--seed", "1", "--set", b"\xff.toml"),
        ("grade", b"\xff", "--key", b"\xff"),
    ],
)
def test_bytes_that_are_no_text(work: Path, words: tuple[str | bytes, ...]) -> None:
    """In a process of its own: only there do such bytes arrive."""
    command = [
        sys.executable.encode(),
        b"-m",
        b"exgen",
        *[word.encode() if isinstance(word, str) else word for word in words],
    ]
    ran = subprocess.run(
        command,
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
        capture_output=True,
        check=False,
    )
    assert ran.returncode in (0, 1, 2, 3)
    assert b"Traceback" not in ran.stderr


def test_help_and_version() -> None:
    assert "Worked exercises" in run("--help").stdout
    assert run("--version").stdout.startswith("exgen, version ")
    for command in main.commands:
        assert run(command, "--help").exit_code == 0
    assert run("nothing").exit_code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device to print to")
@pytest.mark.parametrize("words", ["list", "show h100_sxm --json", "solve page"])
def test_an_output_that_is_full(work: Path, words: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "exgen", *words.split(" ")],
            cwd=work,
            env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (3, b"cannot print: No space left on device\n")
