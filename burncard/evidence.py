"""`burncard report trace | keygen | seal | verify`: evidence that can be kept and checked."""

from __future__ import annotations

import sys
from pathlib import Path

from burncard.errors import UsageError
from reports.evidence.errors import EvidenceError
from reports.records import RunDirError

HOLDS = 0
DOES_NOT_HOLD = 1


def trace(run_dir: Path, form: str, out: Path | None) -> int:
    """Print the trace of a run as ``csv``, ``reqif`` or ``json``, or write it to `out`.

    Raises:
        UsageError: not a run whose reports were derived, or `out` cannot be written.
    """
    from reports.records import write_atomic
    from reports.reqif import as_reqif
    from reports.trace import as_csv, as_json
    from reports.trace import trace as traced

    forms = {"csv": as_csv, "reqif": as_reqif, "json": as_json}
    try:
        text = forms[form](traced(run_dir))
        if out is None:
            sys.stdout.write(text)
        else:
            write_atomic(out, text)
            print(f"trace: {out}")
    except RunDirError as error:
        raise UsageError(str(error)) from error
    return 0


def keygen(path: Path) -> int:
    """Make a key. Raises `UsageError` where one of its files exists or cannot be written."""
    from reports.evidence.keys import generate

    try:
        public, key = generate(path)
    except EvidenceError as error:
        raise UsageError(str(error)) from error
    print(f"private key: {path} (keep it to yourself)")
    print(f"public key:  {public} (give it to whoever verifies)")
    print(f"key id:      {key.id[:16]}")
    return 0


def seal(
    run_dir: Path, key: Path, out: Path | None, rig: Path | None, *, newer_key: bool = False
) -> int:
    """Derive the reports and certificate again, and seal the run.

    Raises:
        UsageError: the key, the run or the rig file cannot be used, or the bundle not written.
    """
    from reports.certificate.build import PDF, build
    from reports.certificate.errors import PdfMissing
    from reports.evidence.keys import load_private
    from reports.evidence.sealing import seal as sealed
    from reports.finish import finish

    path = out or run_dir.parent / f"{run_dir.resolve().name}-evidence.zip"
    try:
        private = load_private(key)
        # What is sealed follows from the records: a verdict that somebody has edited does not stay.
        finish(run_dir)
        build(run_dir, as_pdf=(run_dir / PDF).exists())
        made = sealed(run_dir, private, path, rig_file=rig, newer_key=newer_key)
    except (EvidenceError, RunDirError, PdfMissing) as error:
        raise UsageError(str(error)) from error
    for note in made.seal.notes:
        print(f"note: {note}")
    print(f"sealed:      {made.path} ({made.files} files, run: {made.seal.overall})")
    print(f"sha256:      {made.sha256}")
    print(f"attestation: {made.attestation}")
    print(f"baseline:    {made.seal.baseline.sha256}")
    print(f"environment: {made.seal.environment.sha256}")
    return 0


def verify(path: Path, key: Path) -> int:
    """Say what holds of a bundle. 0: everything; 1: something does not.

    Raises:
        UsageError: the bundle or the key cannot be read.
    """
    from reports.evidence.keys import load_public
    from reports.evidence.verification import verify as verified
    from reports.html.visible import visible

    try:
        result = verified(path, load_public(key))
    except EvidenceError as error:
        raise UsageError(str(error)) from error
    for line in result.holds:
        print(f"✓ {visible(line)}")
    for line in result.notes:
        print(f"· {visible(line)}")
    for line in result.problems:
        print(f"✗ {visible(line)}")
    if result.seal is not None and not result.problems:
        print(
            f"run {visible(result.seal.run)}, ended {visible(result.seal.ended)}: "
            f"{visible(result.seal.overall)}"
        )
        print(f"baseline {visible(result.seal.baseline.sha256)}")
        print(f"environment {visible(result.seal.environment.sha256)}")
    print(f"{path}: {'does not hold' if result.problems else 'holds'}")
    return DOES_NOT_HOLD if result.problems else HOLDS
