"""The judged records as one HTML page with plots, and as files with their verdicts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from exgen import build
from exgen.measure import chart, formula, listing, record, verdict
from exgen.measure.chart import Chart, Line, Point

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from exgen.measure.folder import Findings
    from exgen.measure.record import Investigation


def write(found: Findings, folder: Path) -> None:
    """`report.html`, and `judged/<check>.json` for every record that has a verdict."""
    records = [each.record for each in found.judged if each.record is not None]
    placed = {folder / "judged" / f"{r.check}.json": record.encode(r) for r in records}
    placed[folder / "report.html"] = page(found).encode()
    build.write(placed)


def page(found: Findings) -> str:
    """The report; it needs nothing beside it."""
    records = [each.record for each in found.judged if each.record is not None]
    return str(
        _environment()
        .get_template("report")
        .render(
            found=found, records=records, roofline=_svg(roofline(records)),
            ceilings={n: listing.rate(c) for r in records for n, c in r.ceilings.items()},
            device=next((str(r.environment.get("device")) for r in records), ""),
            rows={r.check: list(listing.claim_rows(r)) for r in records},
            plots={r.check: [_svg(each) for each in plots(r)] for r in records},
        )
    )  # fmt: skip


def roofline(records: Sequence[Investigation]) -> Chart | None:
    """Measured points under the calibrated roof; None without both ceilings or without points."""
    points: list[Point] = []
    roof: dict[str, float] = {}
    for each in records:
        values = verdict.known(each, resampled=False)
        roof |= {name: float(values[name]) for name in each.ceilings}
        for spot in each.plots.roofline:
            if formula.names(spot.time) <= values.keys():
                flop, moved, time = (
                    float(formula.evaluate(text, values))
                    for text in (spot.flop, spot.bytes, spot.time)
                )
                points.append(Point(flop / moved, flop / time, spot.label))
    if not points or not {"cal_bw", "cal_gemm"} <= roof.keys():
        return None
    bandwidth, peak = roof["cal_bw"], roof["cal_gemm"]
    ridge = peak / bandwidth
    left, right = min(ridge / 10, *(p.x for p in points)), max(ridge * 10, *(p.x for p in points))
    line = Line(((left, left * bandwidth), (ridge, peak), (right, peak)))
    said = "Measured points under the calibrated roof"
    return Chart(said, "arithmetic intensity, FLOP/B", "FLOP/s", tuple(points), (line,))


def plots(each: Investigation) -> Iterator[Chart]:
    """The sweep and the pairs of predicted and measured of one record."""
    values = verdict.known(each, resampled=False)
    sweep = each.plots.sweep
    if sweep is not None:
        found = [
            tuple(float(formula.evaluate(t, values)) for t in (p.x, p.measured, p.predicted))
            for p in sweep.points
        ]
        knee = [float(formula.evaluate(sweep.knee, values))] if sweep.knee else []
        yield Chart(
            sweep.title, sweep.x, sweep.y, tuple(Point(x, y) for x, y, _ in found),
            (Line(tuple((x, y) for x, _, y in found), "predicted"),),
            tuple((x, f"predicted knee {x:.3g}") for x in knee),
        )  # fmt: skip
    pairs = [v for v in each.verdicts if v.id in each.plots.bars]
    above = [end for v in pairs for end in (v.predicted, v.measured) if end > 0]
    if above:
        ends = [min(above) / 1.5, max(above) * 1.5]
        yield Chart(
            "Predicted against measured", "predicted, s", "measured, s",
            tuple(Point(v.predicted, v.measured, v.id) for v in pairs),
            (Line(tuple((end, end) for end in ends), "as predicted", dashed=True),),
        )  # fmt: skip


def _svg(drawn: Chart | None) -> Markup:
    """Made by `chart` from numbers and escaped labels."""
    return Markup("") if drawn is None else Markup(chart.svg(drawn))  # noqa: S704 - see above


@cache
def _environment() -> Environment:
    folder = files("exgen") / "measure"
    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        loader=FunctionLoader(lambda name: (folder / f"{name}.html.j2").read_text("utf-8")),
    )  # fmt: skip
