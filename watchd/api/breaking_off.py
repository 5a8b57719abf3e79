"""How is an answer broken off half way, so that the client does not take the part for the whole?

By closing its connection before the mark that ends the body. Who holds the connection says how (connections.py).
"""

from collections.abc import Callable
from typing import Any

HANG_UP = "watchd.hang_up"  # in the scope of a request


def break_off(scope: Any) -> None:
    """Close the connection now; what is sent after this goes nowhere."""
    hang_up: Callable[[], None] = scope[HANG_UP]
    hang_up()
