"""The one error of this package."""

from __future__ import annotations


class PdfMissing(Exception):
    """The library that makes a PDF is not installed: one line with the remedy."""
