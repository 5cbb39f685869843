"""`burncard report`: what a run left, made readable again."""

from __future__ import annotations

from pathlib import Path

from burncard.errors import UsageError


def build(
    run_dir: Path, *, html: bool = False, pdf: bool = False, qualification: Path | None = None
) -> int:
    """Derive the reports in `run_dir` again and answer with the run's own exit code.

    Args:
        run_dir: the run's directory.
        html: make ``certificate.html`` too.
        pdf: make ``certificate.html`` and ``certificate.pdf`` too.
        qualification: ``qualification.json`` of the harness, to be kept with the run.

    Raises:
        UsageError: it is not the directory of a run, or cannot be written; WeasyPrint is missing.
    """
    from reports.finish import finish
    from reports.records import RunDirError, read_plan
    from reports.summary import show

    try:
        if qualification is not None:
            from reports.qualified import keep

            read_plan(run_dir)  # into no other directory
            keep(qualification, run_dir)
        summary = finish(run_dir)
    except RunDirError as error:
        raise UsageError(str(error)) from error
    for problem in summary.problems:
        print(f"note: {problem}")
    show(summary)
    if html or pdf:
        from reports.certificate.build import build as certify
        from reports.certificate.errors import PdfMissing

        try:
            for path in certify(run_dir, as_pdf=pdf):
                print(f"certificate: {path}")
        except (RunDirError, PdfMissing) as error:
            raise UsageError(str(error)) from error
    return summary.exit_code
