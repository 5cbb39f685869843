"""The certificate as a PDF: tagged, PDF/A, the same bytes for the same run."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from reports.certificate.errors import PdfMissing

VARIANT = "pdf/a-3a"
"""PDF/A-3 at level A: to be kept, and tagged so that a screen reader follows it."""
_MISREAD = b"\r\nendstream"


def pdf(page: str, ended: str) -> bytes:
    """The page as a PDF.

    Args:
        page: the HTML of the certificate. Nothing that it names is fetched.
        ended: when the run ended, ISO 8601; the PDF's own date.

    Raises:
        PdfMissing: WeasyPrint, or a library that it needs, is not installed.
    """
    try:
        from weasyprint import HTML  # type: ignore[import-untyped, unused-ignore]
    except (ImportError, OSError) as error:
        raise PdfMissing(
            f"a PDF needs WeasyPrint ({_first_line(error)}): pip install 'burncard[pdf]'"
        ) from error
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.ERROR)
    with _dated(ended):
        written = HTML(string=page, url_fetcher=_nothing).write_pdf(
            pdf_variant=VARIANT, finisher=_finish
        )
    if not isinstance(written, bytes):
        raise TypeError("WeasyPrint gave no PDF")
    return written


def _finish(_: object, pdf: Any) -> None:
    """What WeasyPrint leaves open, before it writes."""
    # Whoever looks for the metadata without knowing PDF finds it.
    metadata = int(pdf.catalog["Metadata"].split()[0])
    pdf.objects[metadata].compress = False
    # A packed stream may end in a carriage return. Some readers take that, with the line feed which
    # follows, for one line break, and the stream for a byte shorter than it says.
    for one in pdf.objects:
        if getattr(one, "compress", False) and not one.extra and one.data.endswith(_MISREAD):
            one.stream.append(b"")


def _nothing(url: str, *_: object, **__: object) -> dict[str, object]:
    raise ValueError(f"{url}: a certificate fetches nothing")


@contextmanager
def _dated(ended: str) -> Iterator[None]:
    """The libraries take the time that they write from the environment."""
    try:
        seconds = int(datetime.fromisoformat(ended).timestamp())
    except ValueError:
        seconds = 0
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(seconds)
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
