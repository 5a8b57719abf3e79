"""Verdicts about a page with a finding: its alerts, its story, and the rules that keep it silent."""

from watchd.core.explain import of_page
from watchd.core.explain.explain_input import AlertAbout, ExplainInput
from watchd.core.explain.verdict import ExplainedVerdict
from watchd.core.explain.wording import on, score, when
from watchd.model.alert import AlertState
from watchd.model.finding import Finding

STATES: tuple[AlertState, ...] = ("sent", "pending", "retrying", "failed")  # the first that an alert has counts


def later_text(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain a text that is newer than the finding and was not reported."""
    finding, visit = given.finding, given.visit
    if finding is None or visit is None or visit.changed_at is None or visit.change_judged in (None, "finding"):
        return None
    if visit.changed_at <= finding.found_at:
        return None
    code = visit.change_judged
    assert code is not None
    about = of_page.of_judgement(given, code)
    before = f"{_found(finding)} Its text has changed since. "
    return ExplainedVerdict(about.code, before + about.summary, about.way_out)


def reported(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain what became of the newest finding of a page."""
    finding = given.finding
    if finding is None:
        return None
    if not given.alerts:
        return _without_alert(given, finding)
    best = min(given.alerts, key=lambda about: (STATES.index(about.alert.state), not about.is_named))
    match best.alert.state:
        case "sent":
            return _sent(given, finding, best)
        case "failed":
            error = best.alert.last_error or "The reason is not known"
            return ExplainedVerdict(
                "alert_failed",
                f"{_found(finding)} Its alert could not be delivered to {best.alert.channel_name}: "
                f"{error.rstrip('.')}.",
                f"Correct the channel, check it with `watchd channel test {best.alert.channel_name}`, then "
                "send the alert with "
                f"`watchd alert retry {best.alert.id}`.",
            )
    return _waiting(given, finding, best)


def _found(finding: Finding) -> str:
    found = f"{finding.kind.replace('_', ' ')}, found on {when(finding.found_at)}"
    return f"The page is a finding ({found}, score {score(finding.score)})."


def _sent(given: ExplainInput, finding: Finding, about: AlertAbout) -> ExplainedVerdict:
    alert = about.alert
    sent = f"the alert was sent to {alert.channel_name}{on(alert.sent_at)}"
    if not about.is_named:
        return ExplainedVerdict(
            "first_report",
            f"{_found(finding)} It is not named in the message: {sent} as the report of a first run, which "
            "names only the best "
            "pages and the number of the others.",
            "Read all findings of the first run with `watchd finding list`, or open the link in the message.",
        )
    visit = given.visit
    same = (
        f" Its text was the same at the last visit on {when(visit.at)}."
        if visit and visit.judged == "unchanged"
        else ""
    )
    return ExplainedVerdict("reported", f"{_found(finding)} {sent[0].upper()}{sent[1:]}.{same}")


def _waiting(given: ExplainInput, finding: Finding, about: AlertAbout) -> ExplainedVerdict:
    alert, channel = about.alert, about.channel
    way_out: str | None = f"Check the channel with `watchd channel test {alert.channel_name}`."
    if channel is not None and channel.rest is not None:
        reason = f"{channel.name} gets no messages since {when(channel.rest.since)}: {channel.rest.reason.rstrip('.')}"
        way_out = f"Correct the channel, then check it with `watchd channel test {channel.name}`."
    elif alert.state == "retrying":
        error = (alert.last_error or "the reason is not known").rstrip(".")
        reason = f"the last try to send it to {alert.channel_name} failed ({error}), and watchd tries again"
    elif given.profile.spec.delivery.mode == "digest":
        reason = f"it leaves with the digest{on(alert.due_at)}"
        way_out = "To get findings at once, set delivery.mode to instant."
    elif alert.due_at is not None and alert.due_at > given.now:
        rules = "delivery.quiet_hours, delivery.max_per_day, or more findings that a run may bring"
        reason = f"it is due on {when(alert.due_at)} because of {rules}"
        way_out = "To get it earlier, change delivery.quiet_hours or raise delivery.max_per_day."
    else:
        reason = f"it is about to be sent to {alert.channel_name}"
    return ExplainedVerdict("alert_waiting", f"{_found(finding)} Its alert waits: {reason}.", way_out)


def _without_alert(given: ExplainInput, finding: Finding) -> ExplainedVerdict:
    report = given.profile.spec.report
    if not given.channels:
        return ExplainedVerdict(
            "no_channel",
            f"{_found(finding)} No message was sent, because the profile has no channel.",
            "Add a channel to delivery.channels of the profile; `watchd finding list` shows what was found.",
        )
    if not any("findings" in channel.events for channel in given.channels):
        names = ", ".join(channel.name for channel in given.channels)
        return ExplainedVerdict(
            "no_channel",
            f"{_found(finding)} No message was sent, because no channel of the profile ({names}) wants "
            "findings.",
            "Add findings to the events of a channel.",
        )
    if finding.kind not in report.kinds:
        return ExplainedVerdict(
            "report_rules",
            f"{_found(finding)} No message is planned, because report.kinds does not have {finding.kind}.",
            f"Add {finding.kind} to report.kinds.",
        )
    if given.former is not None and finding.kind in ("new", "newly_relevant"):
        return ExplainedVerdict(
            "same_story",
            f"{_found(finding)} It caused no message, because it has the same story as "
            f"{given.former.url}, which was found on "
            f"{when(given.former.found_at)}.",
            "Nothing has to be done: a story is reported once. `watchd finding list` shows all pages of a "
            "story.",
        )
    if given.active_run == finding.run_id:
        return ExplainedVerdict(
            "alert_waiting",
            f"{_found(finding)} Its run is still active; the report of a first run is sent when the run ends.",
            "Wait until the run ends.",
        )
    return ExplainedVerdict(
        "alert_not_known",
        f"{_found(finding)} It is not known whether a message was sent: there is no alert about it. Alerts "
        "that were sent are "
        "deleted after 90 days, and none is written while a profile has no channel.",
        "Read the finding with `watchd finding show`.",
    )
