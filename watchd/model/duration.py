"""Durations as people write them: 90s, 15m, 6h, 7d."""

import re
from typing import Annotated

from msgspec import Meta

PATTERN = r"^[0-9]{1,9}(\.[0-9]{1,3})?(ms|s|m|h|d)$(?!\n)"
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

Duration = Annotated[
    str, Meta(pattern=PATTERN, description="A duration such as 90s, 15m, 6h or 7d.", examples=["6h"])
]


def seconds(text: str) -> float:
    """The length of a duration in seconds; a ValueError says how to write one."""
    if not re.match(PATTERN, text):
        raise ValueError(f"{text!r} is not a duration; write a number and a unit, such as 90s, 15m, 6h or 7d")
    number, unit = re.split(r"(?<=[0-9])(?=[a-z])", text, maxsplit=1)
    return float(number) * UNITS[unit]
