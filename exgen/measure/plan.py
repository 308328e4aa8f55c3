"""Hypotheses beside the checks (gpu_checks/**/*.toml) -> a plan: numbers before any measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from gmpy2 import mpq

from exgen import counting, exercise, files, library, solving, toml
from exgen.errors import ExgenError, UsageError, did_you_mean, raise_all
from exgen.expression import evaluate, parse
from exgen.measure import record, verdict
from exgen.measure.record import Check, Claim, Draw, Numbers, Plan, Plots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

MAX_BYTES = 100_000
CEILINGS = "ceilings/"


class Hypothesis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file beside a check, as written."""

    question: str
    interval: str
    mechanism: str
    intervention: str
    worth: float
    seconds: dict[str, float]
    sizes: dict[str, dict[str, int]]
    arms: dict[str, str]
    inputs: dict[str, str] = {}
    needs: tuple[str, ...] = ()
    claims: tuple[dict[str, str], ...] = ()
    plots: Plots = Plots()


def hypotheses() -> dict[str, Hypothesis]:
    """Check id -> its hypothesis, sorted. Raises ExgenError for all that cannot be read."""
    found, errors = {}, []
    for path in sorted(library.checks().glob("*/*.toml")):
        try:
            written = toml.read(files.text(path, MAX_BYTES))
            found[f"{path.parent.name}/{path.stem}"] = msgspec.convert(
                written, Hypothesis, strict=False
            )
        except msgspec.ValidationError as error:
            errors.append(ExgenError(f"{error}", path=str(path)))
        except ExgenError as error:
            errors.append(error.at(str(path)))
    raise_all(errors)
    return found


def write(
    names: Sequence[str], device: str, seeds: int, written_at: str, where: Sequence[Path]
) -> Plan:
    """The plan for these templates, all if none is named. Raises ExgenError."""
    known, pages = hypotheses(), library.pages(where)
    wanted = _wanted(names, known, pages)
    draws = [
        draw
        for id in pages
        if id in wanted and (library.checks() / f"{id}.py").is_file()
        for draw in _draws(id, pages[id], seeds)
    ]
    checks = [
        _check(id, each, device)
        for id, each in known.items()
        if device in each.sizes and (id in wanted or id.startswith(CEILINGS))
    ]
    return msgspec.convert(
        {
            "schema": record.PLAN, "written_at": written_at, "device": device,
            "draws": draws, "checks": checks,
        },
        Plan, from_attributes=True,
    )  # fmt: skip


def _wanted(
    names: Sequence[str], known: Mapping[str, Hypothesis], pages: Mapping[str, Path]
) -> set[str]:
    """Ids of what was named, by id or bare name; everything if nothing was."""
    ids = {*known, *pages}
    wanted = set()
    for name in names:
        matches = {id for id in ids if name in (id, id.rpartition("/")[2])}
        if not matches:
            short = {id.rpartition("/")[2] for id in ids}
            raise UsageError(f"no template or check {name!r}", hint=did_you_mean(name, short))
        wanted |= matches
    return wanted or ids


def _draws(id: str, path: Path, seeds: int) -> Iterator[Draw]:
    solved = solving.solve(library.load(id, path))
    for seed in range(1, seeds + 1):
        drawn = exercise.make(solved, str(seed))
        given = {name: str(value) for name, value in counting.given(drawn).items()}
        laws = {part: str(value) for part, value in counting.laws(drawn).items()}
        yield Draw(id, str(seed), given, laws)


def _check(id: str, written: Hypothesis, device: str) -> Check:
    """Its claims for one device, inputs computed. Raises ExgenError, placed."""
    path = str(library.checks() / f"{id}.toml")
    sizes: Numbers = {name: float(size) for name, size in written.sizes[device].items()}
    exact = {name: mpq(size) for name, size in written.sizes[device].items()}
    try:
        inputs = {
            name: float(evaluate.compiled(parse.parse(law))(exact))
            for name, law in written.inputs.items()
        }
        claims = tuple(_claims(written, device))
    except ExgenError as error:
        raise error.at(path) from None
    except KeyError as error:
        raise ExgenError(f"unknown size {error}", path=path) from None
    except msgspec.ValidationError as error:
        raise ExgenError(f"a claim: {error}", path=path) from None
    shown = tuple(bar for bar in written.plots.bars if bar in {claim.id for claim in claims})
    plots = msgspec.structs.replace(written.plots, bars=shown)
    return Check(
        id, written.question, written.interval, written.mechanism, written.intervention,
        written.worth, written.seconds.get(device, 10.0), written.needs, sizes, inputs,
        dict(written.arms), claims, plots,
    )  # fmt: skip


def _claims(written: Hypothesis, device: str) -> Iterator[Claim]:
    """Claims without a device, or for this one; `supported_cpu` is another range for `cpu`."""
    for each in written.claims:
        claim: dict[str, Any] = dict(each)
        own = {name: claim.pop(f"supported_{name}", "") for name in ("cpu", "cuda")}
        if claim.pop("device", device) == device:
            claim["supported"] = own[device] or claim.get("supported", "")
            verdict.bounds(claim["supported"])
            yield msgspec.convert(claim, Claim)
