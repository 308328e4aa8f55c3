"""exgen check as it is used: a plan, the runner in a process of its own, verdicts, a report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exgen import library
from exgen.cli import main
from exgen.measure import chart

RUNNER = library.checks() / "run.py"
SMALL = {"ceilings/bandwidth": {"bytes": 4_000_000}, "ceilings/gemm": {"N": 64}}


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words])


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUNNER), *words], check=False, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real run: three checks, small enough to take seconds, and two counts."""
    folder = tmp_path_factory.mktemp("checks")
    written = folder / "plan.json"
    assert check("gemv_decode_ceiling", "--plan", str(written), "--seeds", "2").exit_code == 0
    made = json.loads(written.read_text("utf-8"))
    for each in made["checks"]:
        small = SMALL.get(each["check"], {"N": 2048, "b": 4})
        each["sizes"] |= small
        each["inputs"] = {"flop": 2.0 * 2048**2, "moved": 4.0 * 2048**2} if each["inputs"] else {}
    written.write_text(json.dumps(made), "utf-8")
    out = folder / "records"
    done = run(str(written), "-o", str(out))
    assert done.returncode == 0, done.stderr + done.stdout
    assert "roofline/gemv_decode_ceiling" in done.stdout
    return out


def test_the_table_has_law_count_prediction_and_verdict(records: Path) -> None:
    read = check("--read", str(records))
    assert "2 of 2 draws: law = count" in read.stdout
    line = next(each for each in read.stdout.splitlines() if "byte_bound" in each)
    assert line.split()[-1] in ("supported", "rejected", "inconclusive")
    assert read.exit_code == (line.split()[-1] == "rejected")


def test_counts_of_every_kind_are_read_back(tmp_path: Path) -> None:
    """Numbers, "none" and rankings, of every template: what the runner writes is what is compared."""
    written = tmp_path / "plan.json"
    names = ("llama_op_ranking", "crossover_batch_with_kv", "ranking_interventions", "regime_mcq")
    assert check(*names, "--plan", str(written), "--seeds", "3").exit_code == 0
    made = json.loads(written.read_text("utf-8"))
    written.write_text(json.dumps({**made, "checks": []}), "utf-8")
    assert run(str(written), "-o", str(tmp_path / "records")).returncode == 0
    read = check("--read", str(tmp_path / "records"))
    assert read.stdout.count("3 of 3 draws: law = count") == len(names), read.output


def test_judged_records_and_a_report_lie_beside_the_samples(records: Path) -> None:
    check("--read", str(records))
    judged = json.loads((records / "judged/roofline/gemv_decode_ceiling.json").read_text("utf-8"))
    assert len(judged["arms"]["t"]["samples"]) == 30
    assert judged["verdicts"][0]["id"] == "byte_bound"
    page = (records / "report.html").read_text("utf-8")
    assert "<svg" in page
    assert "<script" not in page


def test_a_record_tells_no_host_and_no_user(records: Path) -> None:
    text = (records / "ceilings/bandwidth.json").read_text("utf-8")
    assert str(Path.home()) not in text
    assert str(RUNNER.parent) not in text


def test_samples_changed_by_a_delay_are_rejected(records: Path, tmp_path: Path) -> None:
    found = copied(records, tmp_path)
    path = found / "roofline/gemv_decode_ceiling.json"
    record = json.loads(path.read_text("utf-8"))
    record["arms"]["t"]["samples"] = [each + 1 for each in record["arms"]["t"]["samples"]]
    path.write_text(json.dumps(record), "utf-8")
    read = check("--read", str(found))
    assert read.exit_code == 1
    assert "rejected" in read.stdout


def test_a_plan_changed_afterwards_refuses_every_record(records: Path, tmp_path: Path) -> None:
    found = copied(records, tmp_path)
    (found / "plan.json").write_text((found / "plan.json").read_text("utf-8") + " ", "utf-8")
    read = check("--read", str(found))
    assert read.exit_code == 1
    assert read.stdout.count("it answers to another plan") == 4  # three records and the counts


def test_a_broken_record_does_not_hide_the_others(records: Path, tmp_path: Path) -> None:
    found = copied(records, tmp_path)
    broken = found / "ceilings/gemm.json"
    broken.write_text(broken.read_text("utf-8")[:300], "utf-8")
    read = check("--read", str(found))
    assert read.exit_code == 1
    assert "not JSON, or cut off" in read.stdout
    assert "byte_bound" in read.stdout


def test_a_wrong_count_is_shown(records: Path, tmp_path: Path) -> None:
    found = copied(records, tmp_path)
    counts = json.loads((found / "counts.json").read_text("utf-8"))
    counts["counts"][0]["counted"]["R"] = "1"
    (found / "counts.json").write_text(json.dumps(counts), "utf-8")
    read = check("--read", str(found))
    assert read.exit_code == 1
    assert "1 of 2 draws: law = count" in read.stdout
    assert "seed 1: R: the law gives" in read.stdout


def copied(records: Path, to: Path) -> Path:
    for path in records.rglob("*.json"):
        if "judged" not in path.parts:
            place = to / path.relative_to(records)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
    return to


def test_a_failing_check_does_not_stop_the_others(tmp_path: Path) -> None:
    written = tmp_path / "plan.json"
    about = {
        "question": "",
        "interval": "",
        "mechanism": "",
        "intervention": "",
        "inputs": {},
        "arms": {},
        "claims": [],
        "plots": {},
        "needs": [],
    }
    made = {
        "schema": "exgen.plan/1", "written_at": "2026-12-01T10:00:00Z", "device": "cpu",
        "draws": [{"template": "no/such", "seed": "1", "given": {}, "laws": {}}],
        "checks": [
            {"check": "no/such", "worth": 9, "seconds": 1, "sizes": {}, **about},
            {"check": "../../etc/passwd", "worth": 8, "seconds": 1, "sizes": {}, **about},
            {"check": "ceilings/gemm", "worth": 7, "seconds": 1, "sizes": {}, **about},
            {"check": "ceilings/bandwidth", "worth": 6, "seconds": 1, "sizes": {"bytes": 4e6}, **about},
            {"check": "ceilings/none", "worth": 5, "seconds": 1e9, "sizes": {}, **about},
            {"check": "ceilings/bandwidth", "worth": 4, "seconds": 1, "sizes": {}, **about, "needs": ["no_such_module"]},
        ],
    }  # fmt: skip
    written.write_text(json.dumps(made), "utf-8")
    done = run(str(written), "-o", str(tmp_path / "out"))
    assert done.returncode == 1
    assert "no/such: there is no check 'no/such'" in done.stdout
    assert "there is no check '../../etc/passwd'" in done.stdout
    assert "ceilings/bandwidth: done" in done.stdout
    assert "skipped: needs 1000000000.0 s" in done.stdout
    assert "no_such_module is missing" in done.stdout
    assert "Traceback" not in done.stderr + done.stdout
    assert not (tmp_path / "etc").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "exgen.key/1"}'])
def test_what_is_no_plan_is_said_in_a_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(text, "utf-8")
    done = run(str(tmp_path / "plan.json"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "not a plan (exgen.plan/1)" in done.stderr


def test_without_a_gpu_it_says_what_to_do(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    done = run_command("ridge_point", "--device", "cuda", "-o", str(tmp_path))
    assert done.returncode == 2
    assert "use --device cpu, or take plan.json to a machine with a GPU" in done.stderr


def run_command(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "exgen", "check", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_without_torch_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    done = check("ridge_point", "-o", str(tmp_path))
    assert done.exit_code == 2
    assert "pip install 'exgen[checks]'" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--read", "nowhere"), 2, "no folder 'nowhere'"),
        (("nothing",), 2, "no template or check 'nothing'"),
        (("--device", "tpu"), 2, "'tpu' is not one of"),
    ],
)
def test_what_cannot_be_done(words: tuple[str, ...], code: int, said: str) -> None:
    done = check(*words)
    assert (done.exit_code, said in done.stderr) == (code, True), done.stderr


def test_an_empty_folder_is_no_evidence(tmp_path: Path) -> None:
    done = check("--read", str(tmp_path))
    assert done.exit_code == 1
    assert "no records here" in done.stdout


def test_every_template_is_listed_with_its_witnesses() -> None:
    done = check("--report")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert len(lines) == len({line.split()[0] for line in lines}) > 15
    assert all("algebra" in line and "= count" in line for line in lines)


def test_a_chart_says_what_it_shows() -> None:
    drawn = chart.Chart("a <title>", "x", "y", (chart.Point(1, 10, "a & b"), chart.Point(100, 20)))
    svg = chart.svg(drawn)
    assert "a &lt;title&gt;" in svg
    assert "a &amp; b" in svg
    assert svg.count("<circle") == 2
