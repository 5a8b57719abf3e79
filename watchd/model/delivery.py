"""What came of handing a message to a channel: an outcome is a value, never an exception."""

from typing import Literal

from msgspec import Struct


class Delivered(Struct, frozen=True, tag="delivered"):
    """The receiver took it."""

    note: str = ""  # what its owner should know, such as a template that could not be used


class Delayed(Struct, frozen=True, tag="delayed"):
    """It may work another time."""

    detail: str
    retry_after: float | None = None  # seconds, when the receiver asked for a pause


class Rejected(Struct, frozen=True, tag="rejected"):
    """The receiver will not have it: this message, or anything from us."""

    detail: str
    by: Literal["message", "channel"]
    tries: int = 1  # believe it after so many tries


DeliveryOutcome = Delivered | Delayed | Rejected
