"""The error of a user's mistake, and the exit codes that are no verdict."""

USAGE = 2
NOT_VERIFIED = 3
INTERRUPTED = 130
BROKEN_PIPE = 141


class UsageError(Exception):
    """A mistake in the arguments or in a file. The text is one line, and the exit code is 2."""
