"""What can go wrong with the embedded server."""


class PostgresError(Exception):
    """The embedded server can't be used; the message is a sentence for the person who starts it."""
