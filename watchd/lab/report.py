"""Report of an experiment: a table for people, the paper's figure beside ours, and everything as JSON."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct


class PaperClaim(Struct, frozen=True):
    """A figure of a paper (or of an earlier measurement), and our figure."""

    what: str
    theirs: str
    ours: str
    agrees: bool
    remark: str = ""


class Series(Struct, frozen=True):
    """One line of a plot."""

    name: str
    values: list[float]
    x: list[float] | None = None
    dashed: bool = False


class Panel(Struct, frozen=True):
    """One diagram."""

    title: str
    x_label: str
    y_label: str
    series: list[Series]
    bands: tuple[float, ...] = ()  # horizontal lines, such as LB and UB
    log: bool = False


class ExperimentReport(Struct, frozen=True):
    """The result of one experiment."""

    name: str
    title: str
    settings: dict[str, Any]
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    claims: list[PaperClaim]
    panels: list[Panel]
    notes: list[str] = []


def as_text(report: ExperimentReport) -> str:
    """Return the report as text for a terminal."""
    lines = [report.title, ", ".join(f"{k}={v}" for k, v in report.settings.items()), ""]
    lines += table(report.columns, report.rows)
    if report.claims:
        lines += ["", *claims_table(report.claims)]
    lines += ["", *report.notes] if report.notes else []
    return "\n".join(lines)


def claims_table(claims: Sequence[PaperClaim]) -> list[str]:
    """Return the figures of the paper and ours side by side, and whether they agree."""
    rows = [(c.what, c.theirs, c.ours, "agrees" if c.agrees else "DIFFERS", c.remark) for c in claims]
    return table(("claim", "paper", "ours", "verdict", "remark"), rows)


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return lines with aligned columns: text to the left, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(r[i]) for r in [list(columns), *cells]) for i in range(len(columns))]

    def line(texts: Sequence[str], values: Sequence[Any]) -> str:
        padded = [
            t.ljust(w) if isinstance(v, str) else t.rjust(w)
            for t, v, w in zip(texts, values, widths, strict=True)
        ]
        return "  ".join(padded).rstrip()

    head = line(columns, rows[0] if rows else columns)
    return [head, "-" * len(head), *(line(c, r) for c, r in zip(cells, rows, strict=True))]


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
