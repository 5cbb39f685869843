"""The error of a user's mistake."""


class UsageError(Exception):
    """A mistake in the arguments or in a file. The text is one line, and the exit code is 2."""
