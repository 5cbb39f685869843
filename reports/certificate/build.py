"""Write the certificate of a run whose reports have been derived."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

from reference_engine.law import all_clauses
from reports.certificate.content import gather
from reports.certificate.page import ON_PAPER, render
from reports.certificate.paper import drawable, on_paper
from reports.certificate.pdf import pdf
from reports.html.page import clause_link
from reports.records import write_atomic

HTML = "certificate.html"
PDF = "certificate.pdf"


def build(run_dir: Path, *, as_pdf: bool = False) -> list[Path]:
    """Write ``certificate.html``, and ``certificate.pdf`` if wanted; the files written.

    Raises:
        RunDirError: a file of the run is missing, or one cannot be written.
        PdfMissing: the library for PDF is not installed. ``certificate.html`` is there then.
    """
    cite = cache(partial(clause_link, {one.id: one for one in all_clauses()}))
    content = gather(run_dir, cite)
    written = [run_dir / HTML]
    write_atomic(written[0], render(content))
    if as_pdf:
        ended = content.run.ended.ended if content.run.ended else ""
        page = drawable(render(on_paper(content), ON_PAPER))
        data = pdf(page, ended or str(content.run.run.get("started", "")))
        written.append(run_dir / PDF)
        write_atomic(written[1], data)
    return written
