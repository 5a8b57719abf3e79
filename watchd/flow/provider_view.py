"""How is a search provider doing? In the words that people see."""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from watchd.core import admission
from watchd.model.provider import ProviderState
from watchd.ports import SearchEngine

ProviderStateName = Literal["off", "untested", "well", "failing", "resting", "spent"]


class ProviderView(Struct, frozen=True):
    """A provider as people see it."""

    name: str
    preset: str
    enabled: bool
    state: ProviderStateName
    verified: date
    left_today: int | None  # requests; null: no bound
    left_this_month: int | None
    resting_until: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    answered_at: datetime | None


def view(engine: SearchEngine, stored: ProviderState, now: datetime) -> ProviderView:
    """A provider, from what is remembered of it."""
    state = admission.renewed(stored, engine.fingerprint)
    day, month = admission.left(state, engine.terms, now)
    return ProviderView(
        name=engine.name,
        preset=engine.preset,
        enabled=engine.is_enabled,
        state=_state_name(engine, state, now),
        verified=engine.verified,
        left_today=day,
        left_this_month=month,
        resting_until=admission.resting_until(state, now),
        last_error=state.last_error or None,
        last_error_at=state.last_error_at,
        answered_at=state.answered_at,
    )


def _state_name(engine: SearchEngine, state: ProviderState, now: datetime) -> ProviderStateName:
    if not engine.is_enabled:
        return "off"
    if admission.refusal(state, engine.terms, now):
        has_trouble = admission.resting_until(state, now) and state.rests_for != "spent"
        return "resting" if has_trouble else "spent"
    if state.last_error:
        return "failing"
    return "well" if state.answered_at else "untested"
