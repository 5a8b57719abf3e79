"""A sighting: a page that a run has read and found relevant for a profile, on its way to the portal."""

from datetime import datetime

from msgspec import Struct

from watchd.model.page import Page


class Sighting(Struct, frozen=True):
    """What the portal is told about a page."""

    page_id: str
    page: Page
    profile_id: str
    score: float
    source: str  # an agent's name, or a seed source's
    parent_url: str | None  # the page whose link led here
    now: datetime
