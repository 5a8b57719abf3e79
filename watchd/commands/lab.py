"""`watchd lab`: the experiments behind the agents, repeated offline on your own machine.

Each prints a table with the number of the paper beside ours, and writes it as JSON with a picture. Pictures need
the extra `lab` (pip install -e '.[lab]'); without it everything else works.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import click
import msgspec

from watchd.commands.options import json_option
from watchd.lab import (
    calibration,
    changes,
    examples,
    graphs,
    memory,
    neighbour_gain,
    strategy_comparison,
    suggestion_gain,
    traces,
    verdict_learning,
    verdict_pool,
    visits,
)
from watchd.lab.corpus import Corpus
from watchd.lab.pool import judgement
from watchd.lab.pool.pool import PagePool
from watchd.lab.pool.pool_topics import Group, read_judged, topics_of
from watchd.lab.report import ExperimentReport, as_text
from watchd.web.extract.folder import read_folder
from watchd.web.extract.site_folder import read_site

COMMON_NAMES = frozenset({"html", "doc", "docs", "share", "usr", "en", "www"})

folders = click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("build/lab"),
    show_default=True,
    help="Folder for the results.",
)
topics_option = click.option(
    "--topics",
    type=click.IntRange(1, 500),
    default=20,
    show_default=True,
    help="Topics on each side of the split.",
)


@click.group()
def lab() -> None:
    """Repeat the experiments behind the agents."""


@lab.command("strategies")
@folders
@out_option
@json_option
@topics_option
@click.option("--entropies", type=click.IntRange(1, 50), default=3, show_default=True, help="Runs per topic.")
@click.option(
    "--budget", type=click.IntRange(10, 100_000), default=500, show_default=True, help="Requests per run."
)
@click.option("--development", is_flag=True, help="Use the topics for tuning instead of the held-out ones.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(list(strategy_comparison.CONTENDERS)),
    help="Only this strategy; may be repeated.",
)
def compare_strategies(
    folders: tuple[Path, ...],
    out: Path,
    as_json: bool,
    topics: int,
    entropies: int,
    budget: int,
    development: bool,
    only: tuple[str, ...],
) -> None:
    """Compare how soon each strategy finds the pages of a topic.

    FOLDERS have HTML pages.
    """
    plan = strategy_comparison.Plan(
        topics=topics,
        entropies=entropies,
        budget=budget,
        held_out=not development,
        contenders=only or tuple(strategy_comparison.CONTENDERS),
    )
    corpora = [_corpus(folder) for folder in folders]
    _report(
        lambda: strategy_comparison.run(corpora, plan, lambda line: click.echo(line, err=True)), out, as_json
    )


@lab.command("examples")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=8, show_default=True, help="Topics of each folder."
)
def search_by_example(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Compare best first and the genetic spider (S003).

    Both search by example.
    """
    _report(
        lambda: examples.run(list(map(_corpus, folders)), examples.ExamplePlan(topics=topics)), out, as_json
    )


@lab.command("calibrate")
@folders
@out_option
@json_option
@topics_option
def calibrate(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure what a relevance score means.

    The result is the share of relevant pages at each score.
    """
    _report(
        lambda: calibration.run(list(map(_corpus, folders)), calibration.CalibrationPlan(topics=topics)),
        out,
        as_json,
    )


@lab.command("company")
@folders
@out_option
@json_option
@topics_option
def judge_beside_neighbours(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure how much the neighbours of a page say about it.

    The result is what would be reported with and without them.
    """
    _report(
        lambda: neighbour_gain.run(list(map(_corpus, folders)), neighbour_gain.NeighbourPlan(topics=topics)),
        out,
        as_json,
    )


@lab.command("pool")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=10, show_default=True, help="Topics of each folder."
)
@click.option(
    "--judged",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with judged queries, one JSON object on each line; then the topics of the folders are not used.",
)
@click.option(
    "--min-score",
    type=click.FloatRange(0.0, 1.0),
    default=0.3,
    show_default=True,
    help="Score of a reported page.",
)
def judge_pool(
    folders: tuple[Path, ...], out: Path, as_json: bool, topics: int, judged: Path | None, min_score: float
) -> None:
    """Measure which pages of unrelated sites are reported.

    Each folder is a site. All pages are scored for the topics of every site, without neighbours to help.
    """
    names = _site_names(folders)
    pool = PagePool()
    found = []
    for folder, name in zip(folders, names, strict=True):
        click.echo(f"reading {folder}", err=True)
        site = read_site(folder.resolve(), name)
        pool.add(name, site.pages)
        groups = [Group(group.title, group.pages, group.inner) for group in site.groups]
        found += topics_of(pool, name, groups, topics)
    if judged is not None:
        found = read_judged(judged, pool)
    if not found:
        raise click.UsageError(
            "FOLDERS must have topics: contents pages with five pages or more below them; use larger folders, or --judged."
        )
    _report(lambda: judgement.run(pool, found, judgement.JudgementPlan(min_score)), out, as_json)


def _site_names(folders: Sequence[Path]) -> list[str]:
    """Return a name for each folder: the last part of its path, with more parts where that is not unique."""
    paths = [folder.resolve().parts for folder in folders]
    for length in range(1, max(map(len, paths)) + 1):
        names = ["-".join(part.lower() for part in parts[-length:] if part != "/") for parts in paths]
        if len(set(names)) == len(names):
            return names
    raise click.UsageError("FOLDERS must be different folders; the same one is named twice.")


@lab.command("changes")
@folders
@out_option
@json_option
@topics_option
def judge_changes(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure which edits of pages are reported.

    The edits are news, text off the topic, and noise.
    """
    _report(lambda: changes.run(list(map(_corpus, folders)), changes.ChangePlan(topics=topics)), out, as_json)


@lab.command("memory")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=15, show_default=True, help="Topics of each folder."
)
def between_runs(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure the value of memory between runs.

    The result is the share of new pages that a second run finds.
    """
    _report(lambda: memory.run(list(map(_corpus, folders)), memory.MemoryPlan(topics=topics)), out, as_json)


@lab.command("feedback")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=15, show_default=True, help="Topics of each folder."
)
def ten_verdicts(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure the value of ten verdicts.

    The result is the precision on pages without a verdict.
    """
    _report(
        lambda: verdict_learning.run(list(map(_corpus, folders)), verdict_learning.VerdictPlan(topics=topics)),
        out,
        as_json,
    )


@lab.command("verdicts")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=8, show_default=True, help="Topics of each folder."
)
def verdicts_in_a_pool(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure what verdicts gain and lose in a pool of sites.

    The result is precision, recall and lost pages after 0, 3 and 10 verdicts.
    """
    plan = verdict_pool.PoolPlan(topics=topics)
    _report(lambda: verdict_pool.run(_pool(folders), plan), out, as_json)


@lab.command("suggestions")
@folders
@out_option
@json_option
@click.option(
    "--topics", type=click.IntRange(1, 500), default=8, show_default=True, help="Topics of each folder."
)
def words_for_short_queries(folders: tuple[Path, ...], out: Path, as_json: bool, topics: int) -> None:
    """Measure what suggested words add to short queries.

    The result is average precision and F1 before and after a person accepts the words that fit.
    """
    plan = suggestion_gain.SuggestionPlan(topics=topics)
    _report(lambda: suggestion_gain.run(_pool(folders), plan), out, as_json)


@lab.command("graphs")
@out_option
@json_option
@click.option("--repeats", type=click.IntRange(1, 100), default=3, show_default=True, help="Runs per case.")
def random_graphs(out: Path, as_json: bool, repeats: int) -> None:
    """Compare ways of selection on random graphs.

    Adaptive agents with local and with tournament selection (S002 section 4).
    """
    _report(lambda: graphs.run(graphs.GraphPlan(repeats=repeats)), out, as_json)


@lab.command("population")
@out_option
@json_option
@click.option(
    "--pages",
    type=click.IntRange(50, 100_000),
    default=1000,
    show_default=True,
    help="Pages that a population visits.",
)
def population_traces(out: Path, as_json: bool, pages: int) -> None:
    """Compare populations with fixed gain and with balance.

    Each runs with and without a buffer (S004).
    """
    _report(lambda: traces.run(traces.TracePlan(pages=pages)), out, as_json)


@lab.command("freshness")
@out_option
@json_option
@click.option("--repeats", type=click.IntRange(1, 100), default=3, show_default=True, help="Runs per case.")
def when_to_come_back(out: Path, as_json: bool, repeats: int) -> None:
    """Compare rules for when to visit a page again.

    The rules are uniform, Thompson sampling and known rates.
    """
    _report(lambda: visits.run(visits.VisitPlan(repeats=repeats)), out, as_json)


def _pool(roots: tuple[Path, ...]) -> list[Corpus]:
    """Read folders as one pool: each is a site of its own, and a folder without topics has pages for the others."""
    corpora: dict[str, Corpus] = {}
    for root in roots:
        corpus = _read_corpus(root)
        while corpus.name in corpora:
            corpus.name += "-"
        corpora[corpus.name] = corpus
    return list(corpora.values())


def _read_corpus(root: Path) -> Corpus:
    """Read a folder as a corpus, named after the last part of its path that is not a common name."""
    parts = [part for part in root.resolve().parts if part.lower() not in COMMON_NAMES]
    folder = read_folder(root.resolve())
    return Corpus(parts[-1] if parts else folder.name, folder.pages, folder.above)


def _corpus(root: Path) -> Corpus:
    """Read a folder that has enough topics to hold out half of them."""
    corpus = _read_corpus(root)
    if len({subject.held_out for subject in corpus.subjects(1)}) < 2:
        raise click.UsageError(
            f"FOLDERS must have enough topics to hold out half of them; {root} has {len(corpus.pages)} pages and too few "
            "topics; use a larger folder, with a table of contents that its pages link to."
        )
    return corpus


def _report(experiment: Callable[[], ExperimentReport], out: Path, as_json: bool) -> None:
    report = experiment()
    body = msgspec.json.format(msgspec.json.encode(report), indent=1)
    click.echo(body if as_json else as_text(report))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{report.name}.json").write_bytes(body)
    click.echo(f"\n{out / report.name}.json", err=as_json)
    if find_spec("matplotlib") is None:
        click.echo("No picture: matplotlib is missing (pip install matplotlib).", err=as_json)
        return
    from watchd.lab import plots  # noqa: PLC0415 - only here, so that the lab works without matplotlib

    plots.draw(report, out / f"{report.name}.svg")
    click.echo(f"{out / report.name}.svg", err=as_json)
