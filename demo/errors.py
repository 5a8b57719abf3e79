"""What can go wrong in the demo? One thing: something that it shows does not happen."""


class DidNotHappen(Exception):
    """The message says what, and whatever helps to find out why."""
