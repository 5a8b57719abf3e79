"""What is raised for a document that is not what it was taken for."""


class Unreadable(ValueError):
    """The root of such errors; the sentence is for people, and is all that they are told."""
