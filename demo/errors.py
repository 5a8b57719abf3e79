"""Error of the demo: something that it shows did not happen."""


class DemoFailed(Exception):
    """Raised when a step of the demo fails; the message says which and helps to find out why."""
