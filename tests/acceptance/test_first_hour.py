"""The first hour of a newcomer, from an empty folder: a profile in one command, a right first report, then the news.

A small web about heat pumps, a real daemon, a real mail server and a receiver of webhooks. Every expected message arrives,
and no other. The test also produces docs/tutorial/first-hour.md, with WRITE_TRANSCRIPT=1 in its environment.
"""

import json
import os
import re
import shlex
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.acceptance.test_alerts import until
from tests.commands.terminal import on_terminal
from tests.first_report.serving import ServedWeb, served_in_threads
from tests.first_report.web_file import Relevant, read_web
from tests.notify.mailbox import Mailbox, mailbox
from tests.notify.receiver import Receiver, receiver
from tests.support import ROOT, RunningDaemon, running_daemon

PAGE = ROOT / "docs/tutorial/first-hour.md"
NAME = "Heat pumps"
NO_NEWS = ("noise", "new-job", "raffle", "football-result", "privacy-update", "recipe")
NEWS = (
    "new-article",
    "new-guide",
    "new-product",
    "new-paragraph",
    "price-cut-shop",
    "price-cut-list",
    "sold-out",
)


class Transcript:
    """Commands and their output, with the names that the sites would have in real life."""

    def __init__(self, daemon: RunningDaemon, web: ServedWeb, box: Mailbox, receiving: Receiver) -> None:
        self._daemon = daemon
        names = {f"{site.address}:{site.port}": f"{name}.example" for name, site in web.sites.items()}
        hosts = {site.address: f"{name}.example" for name, site in web.sites.items()}
        self._names = names | hosts | {f"127.0.0.1:{box.port}": "mail.example.org"}
        self._names |= {f"127.0.0.1:{receiving.port}": "program.example.org"}
        self.text: list[str] = []
        self.commands: list[str] = []

    def say(self, text: str) -> None:
        self.text.append(text)

    def run(self, *words: str, max_lines: int = 40) -> str:
        """Run a command on a terminal of 80 columns and write down what a person sees."""
        code, output = on_terminal(*words, daemon=self._daemon)
        assert code == 0, output
        command = self._plain(f"watchd {shlex.join(words)}")
        self.commands.append(command)
        lines = self._plain(output).rstrip().splitlines()
        shown = [*lines[:max_lines], *(["…"] if len(lines) > max_lines else [])]
        self.text.append("\n".join(["```text", f"$ {command}", *shown, "```"]))
        return output

    def show(self, mail: EmailMessage, max_lines: int = 100) -> None:
        """Write down a mail as a person reads it."""
        lines = self._plain(text_of(mail)).strip().splitlines()
        shown = [*lines[:max_lines], *(["…"] if len(lines) > max_lines else [])]
        self.text.append("\n".join(["```text", f"Subject: {subject_of(mail)}", "", *shown, "```"]))

    def _plain(self, text: str) -> str:
        for here, there in self._names.items():
            text = text.replace(here, there)
        text = re.sub(r"\b01[0-9a-hjkmnp-tv-z]{24}\b", "01…", text)
        text = re.sub(r"\b01[0-9a-hjkmnp-tv-z]{10,14}\b", "01…", text)
        text = re.sub(r"whsec_\S+", "whsec_…", text)
        return re.sub(r"http://127\.0\.0\.1:\d+", "http://127.0.0.1:8420", text)


def subject_of(mail: EmailMessage) -> str:
    return str(mail["subject"]).strip()


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def messages(receiving: Receiver) -> list[dict[str, Any]]:
    return [json.loads(got.body)["data"] for got in receiving.got]


def wait_for_run(daemon: RunningDaemon, number: int) -> None:
    with daemon.client() as client:

        def has_ended() -> bool:
            runs = client.get("/api/v1/runs").raise_for_status().json()["items"]
            return len(runs) >= number and all(run["state"] == "finished" for run in runs)

        until(has_ended, f"end of run {number}")
        until(lambda: not client.get("/api/v1/alerts?state=pending").json()["items"], "empty outbox")


def test_the_first_hour_of_a_newcomer(tmp_path: Path) -> None:
    web = read_web("heat_pumps")
    with served_in_threads(web, datetime.now(UTC).date()) as running, mailbox() as box, receiver() as receiving:
        environ = {
            "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
            "WATCHD_FETCH__MIN_DELAY": "0s",
            "WATCHD_FETCH__PORTS": json.dumps(running.ports),
            "WATCHD_FETCH__CONTACT": "mailto:ops@example.org",
        }
        with running_daemon(tmp_path / "state", environ) as daemon:
            transcript = Transcript(daemon, running, box, receiving)
            tell_the_story(transcript, daemon, running, box, receiving)
    text = "\n\n".join(transcript.text) + "\n"
    if os.environ.get("WRITE_TRANSCRIPT"):
        PAGE.write_text(text)
    written = PAGE.read_text()
    assert re.findall(r"^\$ (.*)$", written, re.MULTILINE) == transcript.commands, (
        "WRITE_TRANSCRIPT=1 writes it again"
    )
    for expected in ("7 findings", "Price: €7,490 → €6,990", "sold out until February", "third winter"):
        assert expected in written


def tell_the_story(
    transcript: Transcript, daemon: RunningDaemon, web: ServedWeb, box: Mailbox, receiving: Receiver
) -> None:
    query = web.web.queries[0]
    transcript.say("""# The first hour

What a newcomer sees, from an empty folder to the first news. A test produced this page
(`tests/acceptance/test_first_hour.py`): a small web of 41 pages about heat pumps, a mail server and a program that receives
webhooks, all on one machine. Ids are shortened. In your installation the daemon runs already (`make run`), and the sites
are those of your competitors.""")
    transcript.say("## Where messages go\nA mailbox for you, and an address for a program.")
    transcript.run("channel", "add", "mail", box.url())
    transcript.run("channel", "test", "mail")
    transcript.run("channel", "add", "program", f"webhook+{receiving.url}/hook")
    until(lambda: len(box.mails()) == 1, "test mail")

    transcript.say(
        "## A profile in one command\nFive sites to start from; the agents find the pages that matter."
    )
    seeds = [word for url in web.start for word in ("--seed", url)]
    transcript.run(
        "profile", "add", NAME, query, *seeds, "--every", "1d", "--channel", "mail", "--channel", "program"
    )
    wait_for_run(daemon, 1)
    transcript.run("run", "list")

    transcript.say("""## The first report
The first run ends with one mail about what is there already: the best pages, and how many there are. Careers, Christmas
cards and the football tournament of "Nordwind Heating" are not among them, although its name and menu are full of the
words.""")
    transcript.show(box.mails()[1], max_lines=30)
    assert len(messages(receiving)) == 1
    check_first_report(daemon, web.labels(query))
    transcript.run("finding", "list", "--profile", NAME, "--limit", "8")

    transcript.say("""## A day later
Meanwhile the sites have published twelve things: an article, a guide and a product about propane heat pumps, an addition
to a report of a field test, two price cuts, a sold-out product; and a job, a raffle, a football match, a privacy notice
and a recipe. Clocks, counters and "last updated" lines have changed everywhere.""")
    web.happen(*NEWS, *NO_NEWS)
    transcript.run("profile", "run", NAME)
    wait_for_run(daemon, 2)
    check_news(web, box, messages(receiving)[1:])
    transcript.say("One mail, with the seven things that matter:")
    transcript.show(box.mails()[2])

    transcript.say("## Why was this reported, and what changed?")
    changed = transcript.run("finding", "list", "--profile", NAME, "--kind", "changed")
    field_test = next(line for line in changed.splitlines() if "Field test" in line).split()[0]
    transcript.run("finding", "show", field_test, max_lines=24)
    transcript.run("finding", "diff", field_test, max_lines=12)

    transcript.say(
        "## Teach it\nOne word, and the profile learns. The answer says what moved; `neutral` takes it back."
    )
    transcript.run("finding", "relevant", field_test, max_lines=12)

    transcript.say("## Nothing new, no message")
    transcript.run("profile", "run", NAME)
    wait_for_run(daemon, 3)
    check_passed_over(web, [finding for message in messages(receiving)[2:] for finding in message["findings"]])
    transcript.run("alert", "list")
    transcript.say("""Next: [your first profile](first-profile.md), step by step, or one of the
[how-to guides](../how-to/index.md).""")


def check_first_report(daemon: RunningDaemon, labels: dict[str, Relevant]) -> None:
    with daemon.client() as client:
        reported = [f["url"] for f in client.get("/api/v1/findings?limit=200").json()["items"]]
    wrong = [url for url in reported if labels.get(url, False) is False]
    right = [url for url in reported if labels.get(url) is True]
    assert len(wrong) <= 0.1 * len(reported), wrong
    assert len(right) >= 10, right


def check_news(web: ServedWeb, box: Mailbox, received: list[dict[str, Any]]) -> None:
    """Every expected event is in one message, and nothing else."""
    assert len(box.mails()) == 3, [subject_of(mail) for mail in box.mails()]
    assert len(received) == 1
    mail, findings = box.mails()[2], received[0]["findings"]
    assert f"{len(findings)} findings" in subject_of(mail)
    events = [web.web.named(name) for name in NEWS]
    expected = {web.url(page.at) for event in events for page in event.add}
    expected |= {web.url(page.at) for event in events for page in event.edit}
    assert expected <= {finding["url"] for finding in findings}
    check_passed_over(web, [finding for finding in findings if finding["url"] not in expected])
    text = " ".join(text_of(mail).split())
    missing = [word for event in events for word in event.words if word.casefold() not in text.casefold()]
    assert missing == [], text


def check_passed_over(web: ServedWeb, findings: list[dict[str, Any]]) -> None:
    """Accept at most one page on the topic that the first report has just passed over."""
    labels = web.labels(web.web.queries[0])
    assert len(findings) <= 1
    assert all(finding["kind"] == "new" and labels[finding["url"]] for finding in findings), findings
