"""The lab's own parts, and that every experiment runs from the command line on a small scale."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from watchd.commands.lab import lab
from watchd.errors import WatchdError
from watchd.lab import changes, graphs, suggestion_gain, traces, verdict_learning, verdict_pool, visits
from watchd.lab.corpus import Corpus, TopicTask, is_held_out
from watchd.lab.crawl import crawl
from watchd.lab.report import ExperimentReport, PaperClaim, as_text
from watchd.lab.statistics import compare, mean_interval
from watchd.lab.suggestion_gain import SuggestionPlan
from watchd.lab.verdict_pool import PoolPlan
from watchd.web.extract.folder import read_folder

SMALL_TRACES = traces.TracePlan(pages=60, costs=(0.5,), gains=(8.0,))
SMALL_VISITS = visits.VisitPlan(sources=40, periods=30, repeats=1)
SMALL_GRAPHS = graphs.GraphPlan(pages=150, repeats=1)
SUBJECTS = ("batteries", "gardening", "astronomy", "sailing")


def write_manual(root: Path, pages: int = 9) -> Path:
    """A manual of four chapters: an index, a contents page per chapter, pages that link to each other."""
    links = "".join(f'<li><a href="{s}/index.html">{s}</a></li>' for s in SUBJECTS)
    root.mkdir(parents=True, exist_ok=True)
    (root / "index.html").write_text(_html("Manual", f"<ul>{links}</ul>"))
    for number, subject in enumerate(SUBJECTS):
        folder = root / subject
        folder.mkdir()
        names = [f"page{i}.html" for i in range(pages)]
        listed = "".join(f'<li><a href="{n}">{subject} {i}</a></li>' for i, n in enumerate(names))
        (folder / "index.html").write_text(_html(subject, f"<ul>{listed}</ul>", up="../index.html"))
        for i, name in enumerate(names):
            other = SUBJECTS[(number + 1 + i) % 4]
            text = f"<p>All about {subject}, and more {subject}. See {subject} again.</p>"
            text += f'<p>Next is <a href="{names[(i + 1) % pages]}">{subject} {i + 1}</a>, '
            text += f'or <a href="../{other}/page{i}.html">something on {other}</a>.</p>'
            (folder / name).write_text(_html(f"{subject} {i}", text, up="index.html"))
    return root


def _html(title: str, body: str, up: str = "") -> str:
    head = (
        f'<title>{title} — Manual</title><link rel="up" href="{up}">'
        if up
        else f"<title>{title} — Manual</title>"
    )
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body><main>{body}</main></body></html>'


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    return write_manual(tmp_path / "handbook")


@pytest.fixture
def corpus(manual: Path, tmp_path: Path) -> Corpus:
    folder = read_folder(manual, tmp_path / "cache")
    return Corpus("handbook", folder.pages, folder.above)


def test_a_folder_is_read_with_links_words_and_contents(manual: Path, tmp_path: Path) -> None:
    folder = read_folder(manual, tmp_path / "cache")
    assert len(folder.pages) == 1 + 4 * 10
    page = next(p for p in folder.pages if p.url.endswith("sailing/page0.html"))
    assert [link.anchor for link in page.links] == ["sailing 1", "something on batteries"]
    assert "Next is" in page.links[0].context
    assert folder.above[page.url].endswith("sailing/index.html")
    inside = [t for t, c in zip(page.terms, page.coordinates, strict=True) if c == 2]
    assert inside == ["someth", "batteri"]
    assert list(page.coordinates) == sorted(page.coordinates)


def test_a_folder_is_read_as_the_daemon_reads_it(manual: Path, tmp_path: Path) -> None:
    menu = (
        '<nav><a href="https://elsewhere.example/">away from here</a> <a href="index.html">handbook</a></nav>'
    )
    body = f"<body class=wy-body-for-nav>{menu}<main><p>Sail by the stars at night.</p></main></body>"
    (manual / "a file.html").write_text(f"<html lang=en>{body}</html>")
    pages = {p.url.rpartition("/")[2]: p for p in read_folder(manual, tmp_path / "cache").pages}
    page = pages["a%20file.html"]
    assert page.text == "Sail by the stars at night."
    assert [link.anchor for link in page.links] == ["handbook"]
    assert dict(zip(page.terms, page.coordinates, strict=True)) == {
        "away": -1,
        "handbook": 0,
        "sail": 1,
        "star": 1,
        "night": 1,
    }


def test_a_second_reading_takes_the_digest(manual: Path, tmp_path: Path) -> None:
    first = read_folder(manual, tmp_path / "cache")
    (digest,) = (tmp_path / "cache").iterdir()
    before = digest.stat().st_mtime_ns
    assert read_folder(manual, tmp_path / "cache") == first
    assert digest.stat().st_mtime_ns == before
    (manual / "new.html").write_text(_html("New", "<p>new</p>"))
    assert len(read_folder(manual, tmp_path / "cache").pages) == len(first.pages) + 1


def test_broken_files_are_pages_without_links(manual: Path, tmp_path: Path) -> None:
    (manual / "empty.html").write_bytes(b"")
    (manual / "odd.html").write_bytes(b"<a href='http://[broken'>x</a>")
    pages = {p.url.rpartition("/")[2]: p for p in read_folder(manual, tmp_path / "cache").pages}
    assert pages["empty.html"].links == pages["odd.html"].links == ()


def test_topics_are_the_chapters_and_their_contents_pages_are_hidden(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert corpus.subjects() == []  # a chapter of nine is more than a tenth of this small manual
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    subjects = {s.title: s for s in corpus.subjects()}
    assert set(subjects) == set(SUBJECTS)
    assert {len(s.relevant) for s in subjects.values()} == {9}
    assert [u.rpartition("/")[2] for u in subjects["sailing"].hidden] == ["index.html"]


def test_the_split_depends_on_the_name_only() -> None:
    assert [is_held_out(name) for name in ("alpha", "beta", "gamma", "delta")] == [
        is_held_out(name) for name in ("alpha", "beta", "gamma", "delta")
    ]
    share = np.mean([is_held_out(f"topic {i}") for i in range(1000)])
    assert share == pytest.approx(0.5, abs=0.05)


@pytest.fixture
def task(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> TopicTask:
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    subject = next(s for s in corpus.subjects() if s.title == "sailing")
    return TopicTask(corpus, subject, seeds=2)


def test_the_search_provider_does_not_know_the_topic(task: TopicTask) -> None:
    assert len(task.seeds) == 2
    assert not set(task.seeds) & (task.subject.relevant | task.subject.hidden)
    assert len(task.reachable) == 9
    assert task.page(next(iter(task.subject.hidden))) is None
    assert task.page("http://nowhere.test/") is None


def test_every_request_counts_and_recall_never_falls(task: TopicTask) -> None:
    result = crawl(task, "best_first", {"context": True}, budget=25, entropy=1)
    assert len(result.recall) == 25
    assert result.recall == sorted(result.recall)
    assert result.recall[0] == 0.0  # start pages are requests, too
    assert result.at(25) > 0.5
    assert 0 < result.auc < 1


def test_a_clear_difference_is_separated_from_chance() -> None:
    random = np.random.default_rng(1)
    base = random.random(40)
    clear = compare(base + 0.1, base)
    assert clear.low > 0.09
    assert clear.p < 0.001
    assert (clear.wins, clear.losses) == (40, 0)
    noise = compare(base + random.normal(0, 0.1, 40), base)
    assert noise.low < 0 < noise.high


def test_a_report_says_plainly_where_it_differs() -> None:
    claims = [PaperClaim("a", "1", "2", agrees=False, remark="why"), PaperClaim("b", "1", "1", agrees=True)]
    text = as_text(
        ExperimentReport("x", "Title", {"n": 1}, ("name", "value"), [("one", 0.5)], claims, [], ["A note."])
    )
    assert "DIFFERS" in text
    assert "agrees" in text
    assert "0.500" in text
    assert text.endswith("A note.")


def test_balance_with_a_buffer_keeps_populations_within_bounds() -> None:
    plan = traces.TracePlan(pages=120, costs=(0.5,), gains=(8.0,))
    for richness in plan.richness:
        sizes = traces.trace(plan, "sigmoid + buffer", cost=0.5, gain=8.0, richness=richness)
        assert len(sizes) == 121
        assert plan.least <= min(sizes)
        assert max(sizes) <= plan.most


def test_without_balance_a_rich_topic_explodes() -> None:
    plan = traces.TracePlan(pages=300, ceiling=100)
    sizes = traces.trace(plan, "fixed gain", cost=0.1, gain=8.0, richness=0.25)
    assert traces.fate(plan, sizes).startswith("exploded")
    assert traces.fate(plan, [3, 0]) == "died at 1"


def test_sampling_finds_more_than_going_round() -> None:
    plan = visits.VisitPlan(sources=60, periods=60)
    found = {p: visits.simulate(plan, 0.05, p, 1)[0] for p in ("uniform", "thompson", "known rates")}
    assert found["thompson"] > found["uniform"]
    assert found["known rates"] > found["uniform"]


def test_relevant_pages_lie_together_in_a_local_graph() -> None:
    plan = graphs.GraphPlan(pages=300)
    shares = []
    for local in (0.1, 0.9):
        graph = graphs.Graph(plan, 0.1, local, 1.0, 1)
        good = np.flatnonzero(graph.relevant)
        shares.append(graph.relevant[graph.links[good]].mean())
        assert (graph.words == graph.relevant[graph.links]).all()  # accuracy 1: words are always right
    assert shares[1] > 0.8 > shares[0]


@pytest.mark.parametrize(
    ("command", "rows"),
    [
        (["population", "--pages", "60"], 2),
        (["freshness", "--repeats", "1"], 6),
        (["graphs", "--repeats", "1"], 27),
    ],
)
def test_experiments_without_pages_print_write_and_draw(
    command: list[str], rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "TracePlan", lambda pages: SMALL_TRACES)
    monkeypatch.setattr(visits, "VisitPlan", lambda repeats: SMALL_VISITS)
    monkeypatch.setattr(graphs, "GraphPlan", lambda repeats: SMALL_GRAPHS)
    done = CliRunner().invoke(lab, [*command, "--out", str(tmp_path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert "paper" in done.output
    written = json.loads((tmp_path / f"{command[0]}.json").read_text())
    assert len(written["rows"]) == rows
    assert "<svg" in (tmp_path / f"{command[0]}.svg").read_text()


@pytest.mark.parametrize("command", ["verdicts", "suggestions"])
def test_experiments_on_a_pool_of_folders_print_and_write(
    command: str, manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    monkeypatch.setattr("watchd.lab.verdict_pool.MIN_SCORE", 0.01)
    monkeypatch.setattr("watchd.lab.suggestion_gain.WORDS", 1)  # the titles of this manual have one word
    monkeypatch.setattr(verdict_pool, "PoolPlan", lambda topics: PoolPlan(topics, min_pages=5, min_right=1))
    monkeypatch.setattr(suggestion_gain, "SuggestionPlan", lambda topics: SuggestionPlan(topics, min_pages=5))
    monkeypatch.setenv("HOME", str(tmp_path))
    done = CliRunner().invoke(
        lab, [command, str(manual), str(manual), "--out", str(tmp_path / "out")], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    written = json.loads((tmp_path / "out" / f"{command}.json").read_text())
    assert written["settings"]["folders"] == 2  # the second is a site of its own
    assert written["settings"]["topics"] >= 2
    assert written["rows"]


@pytest.mark.parametrize("command", ["strategies", "examples", "calibrate", "company", "changes", "memory"])
def test_experiments_on_a_folder_print_write_and_draw(
    command: str, manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    monkeypatch.setattr("watchd.lab.corpus.is_held_out", lambda title: len(title) > 8)
    monkeypatch.setenv("HOME", str(tmp_path))
    options = ["--budget", "15", "--entropies", "1"] if command == "strategies" else []
    done = CliRunner().invoke(
        lab, [command, str(manual), "--out", str(tmp_path / "out"), *options], catch_exceptions=False
    )
    assert done.exit_code == 0
    assert "handbook" in done.output
    assert (tmp_path / "out" / f"{command}.json").exists()
    assert (tmp_path / "out" / f"{command}.svg").exists()


@pytest.mark.parametrize("command", ["strategies", "examples", "calibrate", "company", "changes", "memory"])
def test_a_folder_without_topics_is_refused_in_words(
    command: str, manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # and a chapter is more than a tenth of so small a manual
    done = CliRunner().invoke(lab, [command, str(manual), "--out", str(tmp_path)], catch_exceptions=False)
    assert (done.exit_code, "too few topics" in done.output) == (2, True)


def test_only_some_strategies_can_be_asked_for(
    manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    monkeypatch.setenv("HOME", str(tmp_path))
    command = ["strategies", str(manual), "--out", str(tmp_path), "--development", "--budget", "12"]
    done = CliRunner().invoke(lab, [*command, "--only", "best_first"], catch_exceptions=False)
    assert {row.split()[1] for row in done.stdout.splitlines() if row.startswith("handbook ")} == {"best_first"}


def test_edits_of_a_topic_are_reported_and_noise_is_not(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.lab.corpus.is_held_out", lambda title: True)
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    monkeypatch.setattr(changes, "MAX_NAMED", 1)  # more would be all the pages of so small a topic
    monkeypatch.setattr(changes, "MIN_PARAGRAPH_CHARS", 40)
    report = changes.run([corpus], changes.ChangePlan(topics=2, pages=3))
    reported = {row[1]: (row[3], row[4]) for row in report.rows}
    assert set(reported) == set(changes.EDITS)
    assert all(cases == 6 for cases, _ in reported.values())
    assert reported["paragraphs on the topic"][1] == 1
    assert all(reported[name][1] == 0 for name in changes.NOISE)


def test_verdicts_are_measured_on_pages_without_a_verdict(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.lab.corpus.MAX_TOPIC_SHARE", 0.5)
    plan = verdict_learning.VerdictPlan(topics=4, verdicts=3, depth=2, min_relevant=2)
    report = verdict_learning.run([corpus], plan)
    assert len(report.rows) > 1
    assert all(0.0 <= precision <= 1.0 for row in report.rows for precision in row[3:])
    assert report.claims[1].agrees


def test_a_folder_that_is_too_small_for_verdicts_is_named(corpus: Corpus) -> None:
    with pytest.raises(WatchdError, match="larger folder"):
        verdict_learning.run([corpus], verdict_learning.VerdictPlan(min_relevant=1000))


def test_an_interval_contains_its_mean_and_narrows_with_more_topics() -> None:
    few, many = mean_interval(np.array([0.0, 1.0] * 4)), mean_interval(np.array([0.0, 1.0] * 40))
    assert few[0] == many[0] == 0.5
    assert few[1] < many[1] < 0.5 < many[2] < few[2]
