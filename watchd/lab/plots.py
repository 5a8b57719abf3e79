"""Diagrams of a report. The only module that uses matplotlib (extra `lab`)."""

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from watchd.lab.report import ExperimentReport, Panel

MAX_PANELS_PER_ROW = 3
MAX_POINTS = 150  # of a line: enough to see its shape, and the file stays small


def draw(report: ExperimentReport, file: Path) -> None:
    """Draw all panels into one picture; the suffix of the file selects SVG or PNG."""
    across = min(MAX_PANELS_PER_ROW, max(1, len(report.panels)))
    down = -(-len(report.panels) // across)
    figure, axes = plt.subplots(down, across, figsize=(4.6 * across, 3.4 * down), squeeze=False)
    for axis in axes.flat[len(report.panels) :]:
        axis.set_visible(False)
    for axis, panel in zip(axes.flat, report.panels, strict=False):
        _panel(axis, panel)
    figure.suptitle(report.title, fontsize=11)
    figure.tight_layout()
    mpl.rcParams["svg.hashsalt"] = "watchd"  # the same figures give the same file
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(figure)


def _panel(axis: Axes, panel: Panel) -> None:
    for series in panel.series:
        x = series.x if series.x is not None else list(range(1, len(series.values) + 1))
        step = max(1, len(x) // MAX_POINTS)
        style = "--" if series.dashed else "-"
        axis.plot(x[::step], series.values[::step], style, label=series.name, linewidth=1.3)
    for height in panel.bands:
        axis.axhline(height, color="grey", linewidth=0.7, linestyle=":")
    axis.set_title(panel.title, fontsize=9)
    axis.set_xlabel(panel.x_label, fontsize=8)
    axis.set_ylabel(panel.y_label, fontsize=8)
    axis.tick_params(labelsize=7)
    if panel.log:
        axis.set_yscale("symlog")
        axis.set_ylim(bottom=0)
    axis.legend(fontsize=7)
