"""The one error of this package."""

from __future__ import annotations


class EvidenceError(Exception):
    """A key, a run or a bundle cannot be used: one line with file, what is wrong, remedy."""
