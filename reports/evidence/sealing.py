"""Seal a run: one file with everything that its verdicts rest on, signed."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import reports
from reports.evidence import bundle
from reports.evidence.attestation import statement, wrap
from reports.evidence.bundle import Seal
from reports.evidence.digests import Digest, baseline, canonical, code_and_law, environment
from reports.evidence.errors import EvidenceError
from reports.evidence.keys import PrivateKey
from reports.finish import Run
from reports.records import WRITTEN, Plan, read_plan, write_atomic

ALSO = ("qualification.json", "qualification.html")
"""Of a run's directory, beside what the run and its reports write."""
ATTESTATION = ".intoto.json"


class Sealed(Struct, frozen=True):
    """What was written."""

    path: Path
    attestation: Path
    sha256: str
    files: int
    seal: Seal


def seal(
    run_dir: Path,
    key: PrivateKey,
    path: Path,
    *,
    rig_file: Path | None = None,
    newer_key: bool = False,
    now: datetime | None = None,
) -> Sealed:
    """Write the bundle of a finished run to `path`, and its attestation beside it.

    The reports in `run_dir` must be those of its records: derive them first (`reports.finish`).

    Args:
        run_dir: the run's directory.
        key: what signs.
        path: the bundle. A file that is there and differs is not written over.
        rig_file: where the rig file lies now; None takes the place that the run noted.
        newer_key: accept a key that was made after the run; the bundle says so.
        now: the clock; None takes the machine's.

    Raises:
        EvidenceError: the run is incomplete or was changed, the key is newer than the run or than
            the clock, or a file cannot be read or written.
    """
    plan = read_plan(run_dir)
    run = _run(run_dir)
    ended = run.ended.ended if run.ended else ""
    newer = _check_clock(run_dir, key, plan.run, ended, newer_key, now or datetime.now(UTC))
    contents: dict[str, bytes | Path] = dict(_files(run_dir))
    contents.update(_rig(plan.run, rig_file))
    notes: list[str] = []
    installed = _installed(contents)
    seal_ = Seal(
        run=str(plan.run.get("id", "")),
        started=str(plan.run.get("started", "")),
        ended=ended,
        overall=run.overall,
        exit_code=run.exit_code,
        key=key.public.id,
        key_created=key.created.isoformat() if key.created else "",
        key_newer_than_run=newer,
        baseline=_baseline(plan, notes),
        environment=environment(plan.run, run.devices, installed),
        notes=tuple(notes),
    )
    contents[bundle.SEAL] = msgspec.json.format(canonical(seal_), indent=1) + b"\n"
    digest, files = _write(path, contents, key)
    attestation = path.with_name(path.name + ATTESTATION)
    write_atomic(attestation, wrap(statement(path.name, digest, seal_, run, contents), key))
    return Sealed(path, attestation, digest, files, seal_)


def _run(run_dir: Path) -> Run:
    path = run_dir / "run.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Run)
    except FileNotFoundError as error:
        raise EvidenceError(
            f"{path}: is missing; make it with `burncard report build {run_dir}`"
        ) from error
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EvidenceError(f"{path}: cannot be read: {error}") from error


def _check_clock(
    run_dir: Path,
    key: PrivateKey,
    run: Mapping[str, Any],
    ended: str,
    newer_key: bool,
    now: datetime,
) -> bool:
    """Whether the key is newer than the run. Raises where that, or the clock, cannot be so."""
    if key.created is None:
        return False
    if now < key.created:
        raise EvidenceError(
            f"the clock of this machine says {now:%Y-%m-%d %H:%M:%S}, before the key was made "
            f"({key.created:%Y-%m-%d %H:%M:%S}); set the clock"
        )
    last = moment(ended) or moment(str(run.get("started", "")))
    if last is None or last >= key.created:
        return False
    if not newer_key:
        raise EvidenceError(
            f"{run_dir}: the run ended {last:%Y-%m-%d %H:%M:%S}, before the key was made "
            f"({key.created:%Y-%m-%d %H:%M:%S}); use a key that existed then, or say so with "
            "--newer-key"
        )
    return True


def moment(text: str) -> datetime | None:
    """A time of a run, or None."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _files(run_dir: Path) -> Iterator[tuple[str, Path]]:
    """Everything of a run, name in the bundle to path. Other things in the directory stay out."""
    total = 0
    for top in (*WRITTEN, *ALSO):
        root = run_dir / top
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_symlink():
                raise EvidenceError(f"{path}: is a link; a bundle holds the evidence itself")
            if not path.is_file():
                continue
            name = path.relative_to(run_dir).as_posix()
            if not name.isprintable() or "\\" in name:
                raise EvidenceError(f"{name!r}: a file of a bundle needs a plain name")
            total += path.stat().st_size
            if total > bundle.MOST_BYTES:
                raise EvidenceError(f"{run_dir}: is larger than a bundle may be (4 GiB)")
            yield bundle.RUN + name, path


def _rig(run: Mapping[str, Any], given: Path | None) -> dict[str, bytes]:
    """The rig file, if it is still the one that the run was played with."""
    wanted = str(run.get("rig_sha256", ""))
    path = given or Path(str(run.get("rig_file", "")))
    if not wanted and given is None:
        return {}  # played without a bench
    try:
        data = path.read_bytes()
    except OSError as error:
        raise EvidenceError(
            f"rig file {path}: cannot be read: {error.strerror}; say where it is with --rig FILE"
        ) from error
    if wanted and sha256(data).hexdigest() != wanted:
        raise EvidenceError(
            f"rig file {path}: has changed since the run (its SHA-256 is not {wanted[:16]}...); "
            "give the file as it was with --rig FILE"
        )
    return {bundle.RIG + path.name: data}


def _installed(contents: dict[str, bytes | Path]) -> str:
    """Add the versions and, of a checkout, the lock file; the digest of both."""
    packages = sorted(
        {
            f"{one.metadata['Name']}=={one.version}"
            for one in distributions()
            if one.metadata["Name"]
        },
        key=str.casefold,
    )
    versions = f"Python {platform.python_version()}\n" + "".join(f"{one}\n" for one in packages)
    contents[bundle.VERSIONS] = versions.encode()
    lock = Path(reports.__file__).parents[1] / bundle.LOCK
    data = lock.read_bytes() if lock.is_file() else b""
    if data:
        contents[bundle.LOCK] = data
    return sha256(versions.encode() + data).hexdigest()


def _baseline(plan: Plan, notes: list[str]) -> Digest:
    recorded = plan.run.get("baseline")
    now = code_and_law()
    if not isinstance(recorded, dict):
        notes.append("the run noted no digest of the code; that of the sealing Burncard stands")
        recorded = now
    elif changed := " and ".join(one for one in sorted(now) if recorded.get(one) != now[one]):
        notes.append(f"between run and sealing Burncard changed: {changed}")
    chosen = sorted([one.id, *one.clauses, *one.devices] for one in plan.scenarios)
    return baseline(
        {str(name): str(value) for name, value in recorded.items()},
        chosen,
        plan.run.get("house_rules") or {},
    )


def _write(path: Path, contents: dict[str, bytes | Path], key: PrivateKey) -> tuple[str, int]:
    """Write and sign; the digest of the whole file and how many files its manifest lists."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        sums: dict[str, str] = {}
        for name, one in contents.items():
            if isinstance(one, bytes):
                sums[name] = sha256(one).hexdigest()
            else:
                with one.open("rb") as source:
                    sums[name] = bundle.file_digest(source)
        listed = bundle.manifest(sums)
        signed = {**contents, bundle.MANIFEST: listed, bundle.SIGNATURE: key.sign(listed)}
        with beside.open("w+b") as file:
            bundle.write_zip(file, signed)
            size = file.seek(0, os.SEEK_END) - bundle.COMMENT_BYTES
            file.seek(0)
            before = bundle.file_digest(file, size)
            file.seek(size)
            file.write(bundle.comment(key.sign(bundle.signed_text(before))))
            file.seek(0)
            digest = bundle.file_digest(file)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            with path.open("rb") as there:
                if bundle.file_digest(there) != digest:
                    raise EvidenceError(
                        f"{path}: exists and is another bundle; remove it, or name another with -o"
                    )
        beside.replace(path)
    except OSError as error:
        raise EvidenceError(
            f"{error.filename or path}: {error.strerror or error}; the bundle was not written"
        ) from error
    finally:
        beside.unlink(missing_ok=True)
    return digest, len(sums)
