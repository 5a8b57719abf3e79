"""Rules for profiles that types cannot express, and changes by JSON merge patch.

The API, imports and `watchd run` apply the same rules. A profile that breaks a rule raises FieldErrors, which names every
wrong field. Channels are checked by the store, in the transaction that writes the profile.
"""

from collections.abc import Collection
from typing import Any, Protocol

import msgspec

from watchd import validation
from watchd.core.population import strategies
from watchd.core.relevance import query
from watchd.errors import Fault, FieldErrors
from watchd.model.channel import Template
from watchd.model.profile import ProfileSpec

SCHEDULE_KINDS = ("every", "cron", "adaptive", "manual")


class TemplateChecker(Protocol):
    """Renders a template with sample values."""

    async def what_is_wrong(self, template: Template) -> str | None:
        """Return why a template cannot be used; None when it can."""


def read(raw: object) -> ProfileSpec:
    """Build a profile from decoded JSON or TOML."""
    spec = validation.read(ProfileSpec, raw)
    check_strategy_and_query(spec)
    return spec


def check(spec: ProfileSpec) -> ProfileSpec:
    """Check a profile that was decoded by its types only, and return it."""
    validation.verify(spec)
    check_strategy_and_query(spec)
    return spec


def check_strategy_and_query(spec: ProfileSpec) -> None:
    """Refuse parameters that the strategy does not have, and a query that cannot find any page."""
    strategies.check_params(spec.strategy.name, spec.strategy.params)
    if not spec.query.examples:
        query.check_words(spec.query.text, spec.query.languages)


def check_providers(spec: ProfileSpec, known: Collection[str]) -> None:
    """Refuse search providers that do not exist. One that exists and is switched off is a warning only."""
    faults = [
        Fault(
            f"seeds.providers[{position}]",
            f"must be the name of a search provider; got {name!r}; write one of {', '.join(known)}",
        )
        for position, name in enumerate(spec.seeds.providers or ())
        if name not in known
    ]
    if faults:
        raise FieldErrors(faults)


def apply_patch(spec: ProfileSpec, changes: dict[str, Any]) -> ProfileSpec:
    """Return the profile with a merge patch applied.

    A schedule of another kind replaces the old one. Another strategy starts with its own default parameters.
    """
    before: dict[str, Any] = msgspec.to_builtins(spec)
    schedule, strategy = changes.get("schedule"), changes.get("strategy")
    if isinstance(schedule, dict) and any(schedule.get(kind) is not None for kind in SCHEDULE_KINDS):
        kept = {kind: value for kind, value in before["schedule"].items() if kind in schedule}
        before["schedule"] = kept | ({"timezone": before["schedule"].get("timezone")} if "cron" in kept else {})
    if isinstance(strategy, dict) and strategy.get("name", spec.strategy.name) != spec.strategy.name:
        before["strategy"] = {}
    after = validation.read(ProfileSpec, validation.merge_patch(before, changes))
    if "query" in changes:
        check_strategy_and_query(after)
    else:
        # A profile that was stored before queries were checked can still be paused.
        strategies.check_params(after.strategy.name, after.strategy.params)
    return after


async def check_template(checker: TemplateChecker, field: str, template: Template | None) -> None:
    """Refuse a template that cannot be rendered.

    Templates are checked before they are stored, because their author may not be there when they are used.
    """
    problem = await checker.what_is_wrong(template) if template else None
    if problem:
        way_out = "docs/reference/templates.md lists the allowed values"
        raise FieldErrors([Fault(field, f"cannot be used: {problem}; {way_out}")])


async def check_template_in_patch(checker: TemplateChecker, changes: dict[str, Any]) -> None:
    """Check the template in a merge patch of a profile; `apply_patch` refuses what is not a template."""
    delivery = changes.get("delivery")
    try:
        template = (
            msgspec.convert(delivery.get("template"), Template | None) if isinstance(delivery, dict) else None
        )
    except msgspec.ValidationError:
        return
    await check_template(checker, "delivery.template", template)
