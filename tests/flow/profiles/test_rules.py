"""Rules for profiles: the same for the API, imports and `watchd run`."""

from typing import Any

import pytest

from watchd.errors import FieldErrors
from watchd.flow.profiles import rules
from watchd.model.channel import Template

RAW: dict[str, Any] = {"name": "Batteries", "query": {"text": "solid state battery"}}


class Refusing:
    async def what_is_wrong(self, template: Template) -> str | None:
        return "there is no value 'x'"


def refused_fields(raw: dict[str, Any]) -> set[str]:
    with pytest.raises(FieldErrors) as refusal:
        rules.read(raw)
    return {fault.field for fault in refusal.value.faults}


def test_a_profile_needs_known_parameters_and_words_to_search_for() -> None:
    assert rules.read(RAW).name == "Batteries"
    assert refused_fields({**RAW, "strategy": {"params": {"nonsense": 1}}}) == {"strategy.params.nonsense"}
    assert refused_fields({**RAW, "query": {"text": "-toy"}}) == {"query.text"}


def test_a_patch_with_another_kind_of_schedule_replaces_the_old_one() -> None:
    spec = rules.apply_patch(
        rules.read({**RAW, "schedule": {"every": "6h"}}), {"schedule": {"cron": "0 7 * * *"}}
    )
    assert (spec.schedule.every, spec.schedule.cron) == (None, "0 7 * * *")


def test_a_patch_with_another_strategy_starts_with_its_default_parameters() -> None:
    before = rules.read({**RAW, "strategy": {"name": "energy", "params": {"gain": 3.0}}})
    assert rules.apply_patch(before, {"strategy": {"name": "breadth_first"}}).strategy.params == {}
    assert rules.apply_patch(before, {"strategy": {"name": "energy"}}).strategy.params == {"gain": 3.0}


async def test_a_template_that_cannot_be_used_is_refused_also_in_a_patch() -> None:
    patch = {"delivery": {"template": {"body": "{{ x }}"}}}
    with pytest.raises(FieldErrors) as refusal:
        await rules.check_template_in_patch(Refusing(), patch)
    assert refusal.value.faults[0].field == "delivery.template"


@pytest.mark.parametrize(
    "patch", [{}, {"delivery": None}, {"delivery": {"template": None}}, {"delivery": {"template": 5}}]
)
async def test_a_patch_without_a_template_is_not_checked(patch: dict[str, Any]) -> None:
    await rules.check_template_in_patch(Refusing(), patch)
