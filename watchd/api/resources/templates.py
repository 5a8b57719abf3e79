"""Templates are tried on a sample before they are stored: their owner is there now, and may not be when they are used."""

from typing import Any

import msgspec

from watchd.api.edge.problems import invalid
from watchd.api.services import Services
from watchd.errors import Fault
from watchd.model.channel import Template


async def check(services: Services, field: str, template: Template | None) -> None:
    """Refuse a template that cannot be used."""
    problem = await services.sender.what_is_wrong(template) if template else None
    if problem:
        way_out = "docs/reference/templates.md lists what it may say"
        raise invalid([Fault(field, f"cannot be used: {problem}; {way_out}")])


async def check_patch(services: Services, field: str, written: Any) -> None:
    """The same for the part of a merge patch that may hold one; what is no template is refused elsewhere."""
    try:
        template = msgspec.convert(written, Template | None)
    except msgspec.ValidationError:
        return
    await check(services, field, template)
