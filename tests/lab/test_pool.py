"""The pool of unrelated sites: its pages, its topics, its search engine, and the figures of judgement."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from watchd.commands.lab import lab
from watchd.errors import WatchdError
from watchd.lab.pool.judgement import JudgedPages, JudgementPlan, judged, run
from watchd.lab.pool.pool import PagePool, is_known
from watchd.lab.pool.pool_topics import STYLES, Group, PoolTopic, read_judged, short_title, topics_of
from watchd.web.extract.site_folder import SiteFolder, read_site

SUBJECTS = {
    "batteries": "lithium cathode voltage charger anode",
    "gardening": "tomato compost watering pruning seedling",
    "astronomy": "telescope galaxy eclipse comet nebula",
    "pottery": "kiln glaze clay porcelain wheel",
    "chess": "bishop gambit checkmate castling endgame",
    "sailing": "rudder harbour tiller spinnaker regatta",
}


def write_site(root: Path, name: str, pages: int = 6) -> Path:
    """A site of six chapters, each with a contents page and pages that share words which other chapters lack."""
    folder = root / name
    links = "".join(f'<li><a href="{s}/index.html">{s}</a></li>' for s in SUBJECTS)
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(_html("Contents", f"<ul>{links}</ul>"))
    for subject, vocabulary in SUBJECTS.items():
        (folder / subject).mkdir()
        names = [f"page{i}.html" for i in range(pages)]
        listed = "".join(f'<li><a href="{n}">{subject} {i}</a></li>' for i, n in enumerate(names))
        (folder / subject / "index.html").write_text(_html(subject, f"<ul>{listed}</ul>", up="../index.html"))
        for i, page in enumerate(names):
            text = (
                f"<p>This chapter says all about {subject}: {vocabulary}. Part {i} continues on {vocabulary}.</p>"
                * 3
            )
            (folder / subject / page).write_text(
                _html(f"{subject} with {vocabulary.split()[i % 5]}", text, up="index.html")
            )
    return folder


def _html(title: str, body: str, up: str = "") -> str:
    link = f'<link rel="up" href="{up}">' if up else ""
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{title}</title>{link}</head>'
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


@pytest.fixture
def site(tmp_path: Path) -> SiteFolder:
    return read_site(write_site(tmp_path, "manual"), "manual", tmp_path / "cache")


@pytest.fixture
def pool(site: SiteFolder) -> PagePool:
    pool = PagePool()
    pool.add("manual", site.pages)
    return pool


@pytest.fixture
def topics(site: SiteFolder, pool: PagePool) -> list[PoolTopic]:
    return topics_of(pool, "manual", [Group(g.title, g.pages, g.inner) for g in site.groups], 10)


def test_a_site_is_read_as_the_daemon_reads_it_and_its_contents_are_found(site: SiteFolder) -> None:
    assert len(site.pages) == 1 + 6 * 7
    page = next(p for p in site.pages if p.url == "http://manual.test/sailing/page0.html")
    assert page.title == "sailing with rudder"
    assert "tiller" in page.text
    sailing = next(g for g in site.groups if g.title == "sailing")
    assert sailing.pages == tuple(f"http://manual.test/sailing/page{i}.html" for i in range(6))
    assert sailing.inner == ("http://manual.test/sailing/index.html",)


def test_a_second_reading_takes_the_digest(site: SiteFolder, tmp_path: Path) -> None:
    (digest,) = (tmp_path / "cache").iterdir()
    before = digest.stat().st_mtime_ns
    assert read_site(tmp_path / "manual", "manual", tmp_path / "cache") == site
    assert digest.stat().st_mtime_ns == before


def test_headings_and_nested_lists_of_a_contents_page_are_groups(tmp_path: Path) -> None:
    folder = tmp_path / "flat"
    folder.mkdir()
    for i in range(24):
        (folder / f"p{i}.html").write_text(_html(f"Page {i}", "<p>Some words on a page.</p>"))
    headed = "".join(f'<a href="p{i}.html">page {i}</a> ' for i in range(12))
    nested = "".join(f'<li><a href="p{i}.html">page {i}</a></li>' for i in range(12, 24))
    body = f"<h2>Ships and boats</h2><p>{headed}</p><ul><li>Stars above<ul>{nested}</ul></li></ul>"
    (folder / "toc.html").write_text(_html("Contents", body))
    groups = {g.title: g.pages for g in read_site(folder, "flat", tmp_path / "cache").groups}
    assert len(groups["Stars above"]) == 12
    assert set(groups["Ships and boats"]) >= {f"http://flat.test/p{i}.html" for i in range(12)}


def test_a_topic_has_four_queries_from_its_title_and_the_words_of_its_pages(topics: list[PoolTopic]) -> None:
    assert {topic.title for topic in topics} == set(SUBJECTS)
    sailing = next(topic for topic in topics if topic.title == "sailing")
    assert tuple(sailing.queries) == STYLES
    assert sailing.queries["title"] == "sailing"
    added = set(sailing.queries["title and words"].split()) - {"sailing"}
    assert len(added) == 4
    assert added <= set(SUBJECTS["sailing"].split())
    assert 2 <= len(sailing.queries["words"].split()) <= 3
    assert sailing.hidden == {"http://manual.test/sailing/index.html"}


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("7.2. Reading and Writing Files", "Reading and Writing Files"),
        ("Chapter 3. Filters", "Filters"),
        ("Kapitel 4: Netzwerk", "Netzwerk"),
        ("asyncio — Asynchronous I/O", "asyncio"),
        ("36 System Utilities", "System Utilities"),
        ("Incense", "Incense"),
    ],
)
def test_a_title_is_shortened_as_a_person_would_say_it(title: str, short: str) -> None:
    assert short_title(title) == short


def test_the_search_engine_names_only_pages_that_it_knows_the_best_first(pool: PagePool) -> None:
    named = pool.search("sailing regatta", "en", frozenset(), 10)
    assert named
    assert all(is_known(url) and "/sailing/" in url for url in named)
    hidden = frozenset(named[:1])
    assert pool.search("sailing regatta", "en", hidden, 10) == named[1:]
    assert pool.search("sailing regatta", "de", frozenset(), 10) == []


def test_judgement_finds_the_pages_of_a_topic_without_its_contents_page(
    pool: PagePool, topics: list[PoolTopic]
) -> None:
    sailing = next(topic for topic in topics if topic.title == "sailing")
    average, precision, recall, f1, count = judged(pool, sailing, "title and words", 0.3).figures(0.3)
    assert (average, precision, recall, f1) == pytest.approx((1.0, 1.0, 1.0, 1.0))
    assert count == 6


def test_figures_count_what_is_reported_and_what_is_missed() -> None:
    topic = PoolTopic("s", "t", "en", frozenset("abcd"), frozenset(), {"title": "t"})
    judged_pages = JudgedPages(
        topic, "title", np.array([0.9, 0.8, 0.4, 0.1]), np.array([1, 0, 1, 1], dtype=bool)
    )
    average, precision, recall, f1, count = judged_pages.figures(0.3)
    assert average == pytest.approx((1 + 2 / 3 + 3 / 4) / 4)
    assert (precision, recall, count) == pytest.approx((2 / 3, 0.5, 3))
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))
    silent = JudgedPages(topic, "title", np.array([0.1]), np.array([True])).figures(0.3)
    assert np.isnan(silent[1])
    assert silent[3] == 0.0


def test_the_report_has_figures_by_site_language_and_style(pool: PagePool, topics: list[PoolTopic]) -> None:
    report = run(pool, topics, JudgementPlan())
    assert {row[:2] for row in report.rows} == {
        ("all", "all"),
        ("site", "manual"),
        ("language", "en"),
        *(("style", style) for style in STYLES),
    }
    assert report.rows[0][2] == len(topics) * len(STYLES)
    assert "Reliability" in report.notes[1]


def test_judged_queries_come_from_a_file(pool: PagePool, tmp_path: Path) -> None:
    file = tmp_path / "judged.jsonl"
    line = {
        "query": "regatta",
        "relevant": ["manual/sailing/page0.html"],
        "related": ["manual/sailing/page1.html"],
    }
    file.write_text(json.dumps(line) + "\n\n")
    (topic,) = read_judged(file, pool)
    assert topic.relevant == {"http://manual.test/sailing/page0.html"}
    assert topic.hidden == {"http://manual.test/sailing/page1.html"}
    assert (topic.language, topic.queries) == ("en", {"judged": "regatta"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no json", "line 1 must be a JSON object"),
        ('{"query": "x"}', "line 1 must be a JSON object"),
        ('{"query": "x", "relevant": ["other/page.html"]}', "unknown is ['other/page.html']"),
        ('{"query": "x", "relevant": []}', "relevant must name pages"),
    ],
)
def test_a_judged_file_with_mistakes_is_refused_by_line(
    pool: PagePool, tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "judged.jsonl"
    file.write_text(line)
    with pytest.raises(WatchdError, match=said.replace("[", r"\[")):
        read_judged(file, pool)


def test_the_command_reads_folders_and_prints_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folders = [str(write_site(tmp_path / part, "manual")) for part in ("one", "two")]
    result = CliRunner().invoke(lab, ["pool", *folders, "--topics", "2", "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "one-manual" in result.output
    figures = json.loads((tmp_path / "out" / "pool.json").read_text())
    assert figures["name"] == "pool"


def test_the_same_folder_twice_is_refused(tmp_path: Path) -> None:
    folder = str(write_site(tmp_path, "manual"))
    result = CliRunner().invoke(lab, ["pool", folder, folder, "--out", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert "different folders" in result.output
