"""The committed keys are what today's code makes: a change of any shipped value shows in a diff.

After a deliberate change: `make golden`, and say in the commit why the values moved.
"""

import subprocess
from pathlib import Path

import pytest

from exgen import key, library, problem_set
from exgen.measure import record, witnesses

ROOT = Path(__file__).parent.parent
SEEDS = ("1", "7", "42")


def made(seed: str) -> key.Key:
    where = [ROOT / "templates"]
    wish = problem_set.Wish()
    chosen, name = problem_set.choose(None, wish, where)
    return witnesses.add(problem_set.make(name, chosen, seed, wish, where, lambda _: None))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_committed_key_is_what_the_seed_makes(seed: str) -> None:
    now = made(seed)
    path = ROOT / "answer_keys" / f"{now.set}-{now.code}.json"
    assert path.exists(), (
        f"no {path.name} for seed {seed}: values moved; run `make golden` if that was meant"
    )
    assert path.read_bytes() == key.encode(now)


def test_there_is_no_other_golden_key() -> None:
    """Only what git knows counts: whoever builds in a checkout has keys of his own there."""
    words = ["git", "ls-files", "--error-unmatch", "answer_keys"]
    try:
        listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no checkout, or no keys in it")
    expected = {f"answer_keys/workshop-{made(seed).code}.json" for seed in SEEDS}
    assert set(listed.split()) == expected, "values moved; `make golden` if that was meant"


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        ("exgen.key-1", key.schema),
        ("exgen.sheet-1", key.sheet_schema),
        ("exgen.plan-1", lambda: record.schema(record.Plan)),
        ("exgen.investigation-1", lambda: record.schema(record.Investigation)),
        ("exgen.counts-1", lambda: record.schema(record.Counts)),
    ],
)
def test_the_published_schemas_are_current(file: str, schema: object) -> None:
    assert callable(schema)
    assert (ROOT / "docs" / "schema" / f"{file}.json").read_bytes() == schema()


def test_library_has_the_fourteen_templates() -> None:
    assert len(library.pages([ROOT / "templates"])) >= 14
