"""Chapters of the demo: a profile and its first run; then the web changes, and the second run reports exactly that.

Each chapter shows what a person would type and then the real result. A result that is not as expected raises DemoFailed.
"""

from email.message import EmailMessage
from typing import Any

from demo.daemon import Daemon
from demo.errors import DemoFailed
from demo.mailbox import Mailbox
from demo.screen import Screen
from demo.web import Web
from watchd.core.policy import describe

PAGES_PER_LINE = 10  # between two lines about a run
BEST, WEAKEST = 5, 3  # findings in the table
MAX_MAIL_LINES = 14  # of the long first mail
QUERY = 'solid state battery "pilot line" -toy'
ENDS = {
    "exhausted": "The agents visited every page within reach.",
    "extinct": "The agents used up their energy.",
}
SOURCES = {"ripe": "another visit", "remnant": "memory"}


def settings(web: Web) -> dict[str, str]:
    """Return the settings of the daemon: all sites are on loopback, and they need no long delays."""
    return {
        "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
        "WATCHD_FETCH__PORTS": f"[{web.port}]",
        "WATCHD_FETCH__MIN_DELAY": "0.05s",
        "WATCHD_FETCH__CONTACT": "mailto:you@example.org",
        "WATCHD_PROVIDERS__SEARXNG__BASE_URL": web.engine_url,
    }


class Story:
    """The chapters and their shared state."""

    def __init__(self, screen: Screen, web: Web, box: Mailbox, daemon: Daemon) -> None:
        self._screen = screen
        self._web = web
        self._box = box
        self._daemon = daemon
        self._profile = ""  # its id

    def show(self, *, stays: bool) -> None:
        """Show all chapters, from an empty state folder to the second alert; the last one only if the daemon stays."""
        self._the_world()
        self._store_a_profile()
        self._first_run()
        self._the_web_changes()
        self._second_run()
        if stays:
            self._look_around()

    def _the_world(self) -> None:
        web, sites = self._web, self._web.edition.sites
        self._screen.heading("A small web, and a daemon")
        pages = len(web.edition.places())
        self._screen.say(
            f"{len(sites)} sites with {pages} pages, each site on its own address, port {web.port}:"
        )
        self._screen.say(", ".join(site.name for site in sites.values()) + ".", "dim")
        self._screen.say(
            f"A search engine answers like SearXNG. Its index is outdated: it knows {len(web.engine)} pages, "
            "and one of them no longer exists."
        )
        version = self._daemon.get("/api/v1/system")["version"]
        self._screen.say(f"watchd {version} has started with an empty state folder: {self._daemon.address}")

    def _store_a_profile(self) -> None:
        self._screen.heading("Say what you want to find, and where to send it")
        self._post("/api/v1/channels", {"name": "mail", "url": self._box.channel_url})
        profile = self._post(
            "/api/v1/profiles",
            {
                "name": "Solid-state batteries",
                "query": {"text": QUERY},
                "seeds": {"feeds": [self._web.edition.url("courier:/feed.xml")]},
                "schedule": {"every": "6h"},
                "delivery": {"channels": ["mail"]},
            },
        )
        self._profile = profile["id"]
        self._screen.say("A new profile runs at once, and then every six hours.")

    def _first_run(self) -> None:
        self._screen.heading("The first run: agents gain energy from relevant pages")
        runs = f"/api/v1/profiles/{self._profile}/runs"
        first = self._daemon.until(
            lambda: self._daemon.get(runs)["items"], "The daemon did not start the first run."
        )
        run = self._follow(first[0]["id"])
        findings = self._findings_of(run)
        self._screen.say(_ended(run))
        self._screen.paragraph(f"The best and the weakest of {len(findings)} findings:")
        self._screen.table(
            ("SCORE", "TITLE", "BECAUSE OF", "FOUND BY", "PATH"),
            [self._row(finding) for finding in (*findings[:BEST], *findings[-WEAKEST:])],
        )
        self._screen.paragraph(
            "The first run is a baseline: one mail reports all pages that exist already, and no later mail repeats them."
        )
        (mail,) = self._mails(0, {"Solid-state batteries"})
        self._show(mail, lines=MAX_MAIL_LINES)

    def _the_web_changes(self) -> None:
        self._web.publish()
        (new_url, new), (grown_url, grown) = self._web.appearing(), self._web.growing()
        self._screen.heading("Meanwhile, on the web")
        self._screen.say(f"+ appears: “{new.title}”, {new_url}")
        self._screen.say(
            "  (linked from the newspaper's front page and in its feed; the search engine does not know it)",
            "dim",
        )
        self._screen.say(f"~ grows by a paragraph: “{grown.title}”, {grown_url}")
        stamped = [site.name for site in self._web.edition.sites.values() if site.stamp]
        self._screen.say(f"· every page of {', '.join(stamped)} has a new date stamp, which is not a change")

    def _second_run(self) -> None:
        self._screen.heading("The second run: only what is new")
        seen = len(self._box.mails)
        run = self._follow(self._post(f"/api/v1/profiles/{self._profile}/runs")["id"])
        findings = self._findings_of(run)
        self._screen.say(_ended(run))
        self._screen.paragraph("What it found:")
        self._screen.table(
            ("KIND", "SCORE", "TITLE", "BECAUSE OF", "FOUND BY", "PATH"),
            [[finding["kind"], *self._row(finding)] for finding in findings],
        )
        expected = {("new", self._web.appearing()[0]), ("changed", self._web.growing()[0])}
        if {(finding["kind"], finding["url"]) for finding in findings} != expected:
            raise DemoFailed(f"The second run should have found exactly {sorted(expected)}.")
        changed = next(finding for finding in findings if finding["kind"] == "changed")
        self._show_difference(changed["id"])
        self._screen.paragraph("And the mail about it, with the sentences that matter:")
        for mail in self._mails(seen, {finding["title"] for finding in findings}):
            self._show(mail)

    def _show_difference(self, finding_id: str) -> None:
        path = f"/api/v1/findings/{finding_id}/diff?format=text"
        self._screen.paragraph("What changed on the known page:")
        self._screen.command("GET", path)
        self._screen.difference(self._daemon.text(path))

    def _look_around(self) -> None:
        address, run = self._daemon.address, self._daemon.get("/api/v1/runs")["items"][0]["id"]
        key = self._daemon.post(f"/api/v1/profiles/{self._profile}/feed-key")["key"]
        self._screen.heading("Look around")
        self._screen.say("To use the commands above, type this in another terminal:")
        self._screen.typed(f"$ export WATCHD={address} TOKEN=$(cat {self._daemon.token_file})")
        self._screen.command("GET", f"/api/v1/profiles/{self._profile}/findings")
        self._screen.command("GET", f"/api/v1/runs/{run}/timeline")
        self._screen.command("GET", "/api/v1/portal/search?q=dry+room")
        self._screen.paragraph(
            "In a browser: the API documentation, the findings as a feed, and the newspaper of the demo."
        )
        for url in (
            f"{address}/api/docs",
            f"{address}/api/v1/feeds/{self._profile}.atom?key={key}",
            self._web.edition.url("courier:/"),
        ):
            self._screen.typed(url)

    def _post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        self._screen.command("POST", path, body)
        return self._daemon.post(path, body)

    def _follow(self, run_id: str) -> Any:
        """Show the progress of a run until it ends, and return the finished run."""
        self._screen.command("GET", f"/api/v1/runs/{run_id}/events")
        best, last = "", 0
        for kind, event in self._daemon.events(run_id):
            if kind == "finding" and describe.score(event["score"]) > best:
                best = describe.score(event["score"])
                self._screen.say(f"★ {best} {event['title']}", "bold")
            if kind == "population" and event["settled"] >= last + PAGES_PER_LINE:
                last = event["settled"]
                self._screen.say(_progress(event))
        run = self._daemon.get(f"/api/v1/runs/{run_id}")
        if run["state"] != "finished":
            raise DemoFailed(
                f"The run {run_id} should have finished; it is {run['state']} ({run['stop_reason']})."
            )
        return run

    def _findings_of(self, run: dict[str, Any]) -> list[dict[str, Any]]:
        listed = self._daemon.get(f"/api/v1/profiles/{self._profile}/findings?limit=200")["items"]
        found = [finding for finding in listed if finding["run_id"] == run["id"]]
        return sorted(found, key=lambda finding: -finding["score"])

    def _row(self, finding: dict[str, Any]) -> list[str]:
        why = finding["why"]
        terms = sorted(why["matched_terms"], key=lambda term: -term["weight"])
        return [
            describe.score(finding["score"]),
            finding["title"],
            ", ".join(term["term"] for term in terms[:3]),
            _finder(why["found_by"]),
            " → ".join(self._web.name(step["url"]) for step in why["path"]),
        ]

    def _show(self, mail: EmailMessage, lines: int | None = None) -> None:
        text = _text(mail).strip().splitlines()
        shown = [f"Subject: {mail['Subject'].strip()}", "", *text[:lines]]
        if left := len(text) - len(text[:lines]):
            shown.append(f"[{left} more lines]")
        self._screen.panel(f"mail to {mail['To']}", "\n".join(shown))

    def _mails(self, seen: int, wanted: set[str]) -> list[EmailMessage]:
        """Return the mails after the first `seen`, as soon as they mention everything in `wanted`."""

        def arrived() -> list[EmailMessage]:
            mails = self._box.mails[seen:]
            said = " ".join(_words(f"{mail['Subject']} {_text(mail)}") for mail in mails)
            return mails if all(_words(title) in said for title in wanted) else []

        return self._daemon.until(arrived, f"No mail about {' and '.join(sorted(wanted))} arrived.")


def _progress(point: dict[str, Any]) -> str:
    agents = point["population"]
    return (
        f"{point['settled']:3} pages, {point['relevant']:2} relevant, energy {point['energy']:4.1f}, "
        f"{agents:2} agents {'●' * agents}"
    )


def _ended(run: dict[str, Any]) -> str:
    counts = run["counts"]
    parts = {
        "read": counts["fetched"],
        "not modified": counts["not_modified"],
        "from memory": counts["recalled"],
        "not fetched because robots.txt forbids it": counts["refused"],
        "gone or failed": counts["failed"],
    }
    summary = ", ".join(f"{count} {what}" for what, count in parts.items() if count)
    return f"{ENDS.get(run['stop_reason'], run['stop_reason'])} Pages: {summary}."


def _finder(name: str) -> str:
    """Return who found a page: an agent, which has a number, or a source of start pages."""
    return f"agent {name}" if name[:1].isdigit() else SOURCES.get(name, name.partition(":")[0])


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part else ""


def _words(text: str) -> str:
    """Return the text without line breaks."""
    return " ".join(text.split())
